"""States as plain data: what saved games and views write and read.

Every field of a state stands there by its name, in a form that its type gives: faces
are texts of cards, or their number where nobody may see them (``? ? Kh`` where only the
last one is seen). What follows from the rest (counts by kind, compiled rules) is left
out and made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from handfoot.cards import CARDS, JOKER_FACE, KIND_OF, KINDS, parse_cards
from handfoot.errors import NotationError
from handfoot.play import moment
from handfoot.play.books import counted_of
from handfoot.play.deal import settle
from handfoot.play.placing import RANK_TEXT
from handfoot.play.runs.run import is_run
from handfoot.play.scoring import Line, Sheet
from handfoot.play.state import WILD_RANK, Consents, Meld, State
from handfoot.rules.ruleset import RuleSet

__all__ = ["FIELDS", "SPARSE", "DataError", "state_data", "state_from"]

#: Stands for a card that is there but not seen, and in a text beside cards that are.
UNSEEN: Final = 0xFF
_HIDDEN: Final = "?"
# Made anew: they follow from other fields, or are said beside the state.
_MADE: Final = ("rules", "seed", "tables", "hands")
#: The fields that are written, with the form of each.
FIELDS: Final[Mapping[str, str]] = {
    name: form for name, form in State.__annotations__.items() if name not in _MADE
}
#: Fields that say nothing under most rules, with what they are when left out.
SPARSE: Final[Mapping[str, Any]] = {
    "consents": {"begun_by": [], "turn": 0, "answers": []},
    "reshuffles": 0,
    "lost_packets": [],
    "black": [],
    "finished": [],
    "opened_by": [],
}


class DataError(ValueError):
    """Data is not that of a state; says where and what is wrong."""


def state_data(state: State) -> dict[str, Any]:
    """Return the fields of ``state`` as plain data."""
    data = {name: _WRITE[form](getattr(state, name)) for name, form in FIELDS.items()}
    for name, usual in SPARSE.items():
        if data[name] == usual:
            del data[name]
    return data


def state_from(
    data: Any, rules: RuleSet, seed: Any, check: Callable[[State], None]
) -> State:
    """Return the state that plain data describes.

    Args:
        data: What ``state_data`` gave.
        rules: The ruleset.
        seed: Seed of the shuffles.
        check: Looks at the state before the rules of its round are compiled, and
            raises what keeps them from being.

    Raises:
        DataError: a field is missing, unknown or of another form.
    """
    if not isinstance(data, Mapping):
        raise DataError("the state must be a map")
    data = {**SPARSE, **data}
    missing = [name for name in FIELDS if name not in data]
    unknown = [name for name in data if name not in FIELDS]
    if missing or unknown:
        raise DataError(
            f"fields missing: {', '.join(missing) or 'none'}; "
            f"not known: {', '.join(map(str, unknown)) or 'none'}"
        )
    state = State()
    state.rules = rules
    state.seed = seed
    for name, form in FIELDS.items():
        try:
            setattr(state, name, _READ[form](data[name]))
        except (DataError, NotationError) as error:
            raise DataError(f"{name}: {error}") from None
    check(state)
    state.hands = [_counts(faces) for faces in state.cards]
    settle(state)
    if rules.of_the_moment:
        moment.resettle(state)
    for side, tables in enumerate(state.tables):
        if tables.slides or tables.wild_runs:
            state.melds[side] = tuple(
                Meld(rank, cards, *counted_of(tables, rank, cards))
                for rank, cards, _, _ in state.melds[side]
            )
    return state


def _counts(faces: bytes) -> list[int]:
    counts = [0] * KINDS
    for face in faces:
        if face != UNSEEN:
            counts[KIND_OF[face]] += 1
    return counts


# -- forms: one to write and one to read each -----------------------------------------


def _write_faces(faces: bytes) -> Any:
    if faces and faces[-1] == UNSEEN:
        return len(faces)
    return " ".join(_HIDDEN if f == UNSEEN else CARDS[f].code for f in faces)


def _read_faces(data: Any) -> bytes:
    if _is_int(data):
        count = _read_int(data)
        if not 0 <= count <= _MOST_CARDS:
            raise DataError(f"there are no {count} cards")
        return bytes((UNSEEN,)) * count
    if not isinstance(data, str):
        raise DataError("cards as text, or their number, are expected")
    # Some may be covered, of a packet of which only the top card is seen.
    covered = 0
    words = data.split() if _HIDDEN in data else []
    while covered < len(words) and words[covered] == _HIDDEN:
        covered += 1
    if covered > _MOST_CARDS:
        raise DataError(f"there are no {covered} cards")
    cards = parse_cards(" ".join(words[covered:]) if words else data)
    for card in cards:
        if card.index > JOKER_FACE:
            raise DataError(f"{card} needs its suit")
    return bytes((UNSEEN,)) * covered + bytes(card.index for card in cards)


_MOST_CARDS: Final = 10_000


def _write_meld(meld: Meld) -> dict[str, str]:
    return {"rank": RANK_TEXT[meld.rank], "cards": _write_faces(meld.cards)}


def _read_meld(data: Any) -> Meld:
    fields = _map_of(data, "rank", "cards")
    rank, cards = fields["rank"], _read_faces(fields["cards"])
    if rank not in RANK_TEXT:
        raise DataError(f"{rank!r} is no rank")
    if UNSEEN in cards:
        raise DataError("the cards of a meld lie open")
    number = RANK_TEXT.index(rank)
    if is_run(number):
        return Meld(number, cards, len(cards), 0)
    naturals = sum(KIND_OF[face] == number for face in cards)
    return Meld(number, cards, naturals, len(cards) - naturals)


def _write_consents(consents: Consents) -> dict[str, Any]:
    return {
        "begun_by": [list(seats) for seats in consents.begun_by],
        "turn": consents.turn,
        "answers": [list(answer) for answer in consents.answers],
    }


def _read_consents(data: Any) -> Consents:
    fields = _map_of(data, "begun_by", "turn", "answers")
    numbers = _read_tuple_of(_read_tuple_of(_read_int))
    answers = numbers(fields["answers"])
    if any(len(answer) != 2 for answer in answers):  # noqa: PLR2004  # a pair
        raise DataError("answers: a meld and an answer are expected")
    return Consents(
        numbers(fields["begun_by"]),
        _read_int(fields["turn"]),
        tuple((place, said) for place, said in answers),
    )


def _write_sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "round": sheet.round,
        "side": sheet.side,
        "lines": [
            {name: getattr(line, name) for name in ("label", "key", "count", "points")}
            for line in sheet.lines
        ],
        "before": sheet.before,
        "points": sheet.points,
        "total": sheet.total,
    }


def _read_sheet(data: Any) -> Sheet:
    fields = _map_of(data, "round", "side", "lines", "before", "points", "total")
    return Sheet(
        round=_read_int(fields["round"]),
        side=_read_int(fields["side"]),
        lines=tuple(_read_line(line) for line in _read_list(fields["lines"])),
        before=_read_int(fields["before"]),
        points=_read_int(fields["points"]),
        total=_read_int(fields["total"]),
    )


def _read_line(data: Any) -> Line:
    fields = _map_of(data, "label", "key", "count", "points")
    return Line(
        _read_str(fields["label"]),
        _read_str(fields["key"]),
        _read_int(fields["count"]),
        _read_int(fields["points"]),
    )


def _map_of(data: Any, *names: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping) or set(data) != set(names):
        raise DataError(f"a map of {', '.join(names)} is expected")
    return data


def _is_int(data: Any) -> bool:
    # True is an int for Python, and for nobody else.
    return isinstance(data, int) and not isinstance(data, bool)


def _read_int(data: Any) -> int:
    if not _is_int(data):
        raise DataError("a whole number is expected")
    number: int = data
    return number


def _read_bool(data: Any) -> bool:
    if not isinstance(data, bool):
        raise DataError("true or false is expected")
    return data


def _read_str(data: Any) -> str:
    if not isinstance(data, str):
        raise DataError("a text is expected")
    return data


def _read_list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise DataError("a list is expected")
    return data


def _same(value: Any) -> Any:
    return value


def _list_of(one: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    return lambda values: [one(value) for value in values]


def _read_list_of(one: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    return lambda data: [one(value) for value in _read_list(data)]


def _read_tuple_of(one: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda data: tuple(one(value) for value in _read_list(data))


_WRITE: Final[Mapping[str, Callable[[Any], Any]]] = {
    "int": _same,
    "Consents": _write_consents,
    "bytes": _write_faces,
    "list[int]": _list_of(_same),
    "list[bool]": _list_of(_same),
    "list[bytes]": _list_of(_write_faces),
    "list[list[int]]": _list_of(_list_of(_same)),
    "list[tuple[bytes, ...]]": _list_of(_list_of(_write_faces)),
    "list[tuple[Meld, ...]]": _list_of(_list_of(_write_meld)),
    "tuple[int, ...]": _list_of(_same),
    "tuple[bytes, ...]": _list_of(_write_faces),
    "tuple[Sheet, ...]": _list_of(_write_sheet),
}
_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "int": _read_int,
    "Consents": _read_consents,
    "bytes": _read_faces,
    "list[int]": _read_list_of(_read_int),
    "list[bool]": _read_list_of(_read_bool),
    "list[bytes]": _read_list_of(_read_faces),
    "list[list[int]]": _read_list_of(_read_list_of(_read_int)),
    "list[tuple[bytes, ...]]": _read_list_of(_read_tuple_of(_read_faces)),
    "list[tuple[Meld, ...]]": _read_list_of(_read_tuple_of(_read_meld)),
    "tuple[int, ...]": _read_tuple_of(_read_int),
    "tuple[bytes, ...]": _read_tuple_of(_read_faces),
    "tuple[Sheet, ...]": _read_tuple_of(_read_sheet),
}

assert set(FIELDS.values()) <= set(_WRITE) == set(_READ), "every form can be written"
assert RANK_TEXT[WILD_RANK] == "W", "melds of wilds have a rank of their own"
