"""What a scenario may say about the table after its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import attrs

from handfoot.cards import CARDS, KIND_TEXT, Card, parse_cards, text_as_black
from handfoot.play import events as all_events
from handfoot.play import moment
from handfoot.play.events import Event, RoundEnded
from handfoot.play.scoring import Sheet
from handfoot.play.state import State
from handfoot.rules.source import ListNode, MapNode, Node, plain
from handfoot.table.reading import UNKNOWN, WRONG_TYPE, Reader
from handfoot.table.scenario import Check, Played

__all__ = ["SUBJECTS", "checks_from"]


@attrs.frozen
class Look:
    """One thing to look at.

    Attributes:
        what: What it is, in words.
        wrong: Returns what is otherwise than said, empty when it is so.
        found: Returns what is there.
    """

    what: str
    wrong: Callable[[Played], str]
    found: Callable[[Played], str]


EVENTS: Final = {
    name: kind
    for name, kind in vars(all_events).items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}


def checks_from(reader: Reader, node: Node) -> tuple[Check, ...]:
    """Return the checks that an ``after`` lists; mistakes are noted."""
    given = reader.settings(node, SUBJECTS)
    found = []
    for name, part in given.items():
        looks = SUBJECTS[name](reader, part)
        found += [
            Check(span, look.what, look.wrong, look.found) for span, look in looks
        ]
    return tuple(found)


def _equals(what: str, wanted: object, find: Callable[[Played], object]) -> Look:
    def wrong(played: Played) -> str:
        found = find(played)
        return "" if wanted == found else f"{what}: {wanted} expected, {found} found"

    return Look(what, wrong, lambda played: _told(find(played)))


def _told(found: object) -> str:
    """Return what is there in words."""
    match found:
        case bool():
            return "yes" if found else "no"
        case list():
            return ", ".join(map(str, found)) or "none"
        case _:
            return str(found)


# -- cards ----------------------------------------------------------------------------


def _is(cards: str | int, faces: bytes) -> bool:
    """Whether cards are those said: so many, or of these ranks and named suits."""
    if isinstance(cards, int):
        return len(faces) == cards
    left = [CARDS[face] for face in faces]
    named = sorted(parse_cards(cards), key=lambda card: not card.exact)
    for card in named:
        match = next((one for one in left if _fits(card, one)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _alike(played: Played) -> bool:
    return played.game.state.tables[0].threes_alike


def _meant(played: Played, cards: Any) -> Any:
    """Return what is said of cards, red threes as black where those are alike."""
    alike = isinstance(cards, str) and _alike(played)
    return text_as_black(cards) if alike else cards


def _fits(named: Card, card: Card) -> bool:
    return named is card or (not named.exact and named.kind == card.kind)


def _shown(faces: bytes) -> str:
    return " ".join(CARDS[face].code for face in faces) or "no cards"


def _cards_look(what: str, cards: str | int, faces: Callable[[State], bytes]) -> Look:
    def wrong(played: Played) -> str:
        found = faces(played.game.state)
        if _is(_meant(played, cards), found):
            return ""
        wanted = f"{cards} cards" if isinstance(cards, int) else cards or "no cards"
        shown = f"{len(found)} cards" if isinstance(cards, int) else _shown(found)
        return f"{what}: {wanted} expected, {shown} found"

    def found(played: Played) -> str:
        lying = faces(played.game.state)
        count = f"{len(lying)} card{'s' * (len(lying) != 1)}"
        return count if isinstance(cards, int) else _ranks(lying)

    return Look(what, wrong, found)


def _ranks(faces: bytes) -> str:
    """Return cards by rank alone, sorted."""
    cards = sorted(CARDS[face] for face in faces)
    return " ".join(KIND_TEXT[card.kind] for card in cards) or "no cards"


def _hands(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    for seat, (span, cards) in _by_number(reader, node, reader.cards).items():
        yield span, _cards_look(f"hand of seat {seat}", cards, _hand_of(seat))


def _hand_of(seat: int) -> Callable[[State], bytes]:
    return lambda state: state.cards[seat] if seat < state.seats else b""


def _packets(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    def read(part: Node) -> tuple[int, ...]:
        return reader.items(part, reader.count)

    for seat, (span, sizes) in _by_number(reader, node, read).items():
        what = f"packets of seat {seat}"
        yield span, _equals(what, list(sizes), partial(_packet_sizes, seat))


def _packet_sizes(seat: int, played: Played) -> list[int]:
    return [len(packet) for packet in played.game.state.packets[seat]]


def _pile(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    yield node.span, _cards_look("pile", reader.cards(node), lambda state: state.pile)


def _stock(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    yield node.span, _cards_look("stock", reader.cards(node), lambda state: state.stock)


def _top(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    cards = reader.named(node)
    yield node.span, _cards_look("top of the pile", cards, lambda s: s.pile[-1:])


# -- melds ----------------------------------------------------------------------------


def _melds(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    def read(part: Node) -> tuple[str, ...]:
        if isinstance(part, ListNode) and not part.items:
            return ()
        return reader.items(part, reader.named)

    for side, (span, melds) in _by_number(reader, node, read).items():
        yield span, _melds_look(side, melds)


def _melds_look(side: int, melds: tuple[str, ...]) -> Look:
    def wrong(played: Played) -> str:
        left = [meld.cards for meld in played.game.state.melds[side]]
        for cards in melds:
            meant = _meant(played, cards)
            match = next((faces for faces in left if _is(meant, faces)), None)
            if match is None:
                shown = ", ".join(map(_shown, left)) or "nothing else"
                return f"melds of side {side}: {cards} expected, {shown} found"
            left.remove(match)
        if left:
            shown = ", ".join(map(_shown, left))
            return f"melds of side {side}: nothing else expected, {shown} found"
        return ""

    def found(played: Played) -> str:
        lying = played.game.state.melds[side]
        return ", ".join(_ranks(meld.cards) for meld in lying) or "none"

    return Look(f"melds of side {side}", wrong, found)


def _books(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    def read(part: Node) -> tuple[str, ...]:
        return reader.items(part, reader.text)

    for side, (span, names) in _by_number(reader, node, read).items():
        what = f"books of side {side}"
        yield span, _equals(what, sorted(names), partial(_book_names, side))


def _book_names(side: int, played: Played) -> list[str]:
    melds = played.game.view(None).melds(side)
    return sorted(meld.book for meld in melds if meld.book)


def _red(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    yield from _numbers(
        reader, node, "red threes of side", lambda n, p: len(p.game.state.red[n])
    )


# -- points ---------------------------------------------------------------------------


def _sheet(played: Played, side: int) -> Sheet:
    """Return the sheet of the round that ended, else of the round as it stands."""
    sheets = played.game.score_sheet(played.round if _has_ended(played) else None)
    return sheets[side]


def _points(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    yield from _numbers(
        reader, node, "points of side", lambda n, p: _sheet(p, n).points
    )


def _lines(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    def read(part: Node) -> Mapping[str, int]:
        if not isinstance(part, MapNode):
            reader.settings(part, ())
            return {}
        return {name: reader.number(one.node) for name, one in part.entries.items()}

    for side, (span, lines) in _by_number(reader, node, read).items():
        for name, points in lines.items():
            what = f"{name} of side {side}"
            yield span, _equals(what, points, partial(_line, side, name))


def _line(side: int, name: str, played: Played) -> int:
    """Return the points of the lines with this label or key."""
    lines = _sheet(played, side).lines
    return sum(line.points for line in lines if name in (line.label, line.key))


def _scores(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = list(reader.items(node, reader.number))
    yield node.span, _equals("scores", wanted, lambda played: list(played.game.scores))


def _minimum(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    yield from _numbers(
        reader,
        node,
        "opening minimum of side",
        lambda n, p: p.game.state.tables[n].minimum,
    )


def _opening(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    names = {
        "possible": "possible",
        "minimum": "minimum",
        "best": "best_points",
        "cheapest": "cheapest_points",
        "short": "short",
    }
    for name, part in reader.settings(node, names).items():
        wanted = reader.switch(part) if name == "possible" else reader.number(part)
        find = partial(_of_opening, names[name])
        yield part.span, _equals(f"opening, {name}", wanted, find)


def _of_opening(name: str, played: Played) -> object:
    return getattr(played.game.can_open(), name)


# -- turn and match -------------------------------------------------------------------


def _phase(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = reader.choice(node, ("draw", "play", "answer", "over", "choose"))
    yield node.span, _equals("phase", wanted, lambda played: played.game.phase)


def _turn(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = reader.number(node)
    yield node.span, _equals("seat to act", wanted, lambda p: p.game.turn)


def _round(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = reader.number(node)
    yield node.span, _equals("round", wanted, lambda played: played.game.round)


def _opened(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = sorted(reader.items(node, reader.number))
    yield node.span, _equals("sides that have opened", wanted, _sides_opened)


def _sides_opened(played: Played) -> list[int]:
    if moment.each_opens(played.game.state):
        return sorted(played.game.state.opened_by)
    return [side for side, opened in enumerate(played.game.state.opened) if opened]


def _round_over(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = reader.switch(node)
    yield node.span, _equals("round over", wanted, _has_ended)


def _has_ended(played: Played) -> bool:
    return any(isinstance(event, RoundEnded) for event in played.events)


def _over(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = reader.switch(node)
    yield node.span, _equals("match over", wanted, lambda p: p.game.is_over)


def _winners(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    empty = isinstance(node, ListNode) and not node.items
    wanted = [] if empty else list(reader.items(node, reader.number))
    yield node.span, _equals("winners", wanted, _who_won)


def _who_won(played: Played) -> list[int]:
    """Return the sides that have won; none while the match goes on."""
    outcome = played.game.outcome()
    return [] if outcome is None else list(outcome.winners)


def _checklist(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    if not isinstance(node, MapNode):
        reader.settings(node, ())
        return
    for key, entry in node.entries.items():
        wanted = reader.switch(entry.node)
        look = _equals(f"checklist, {key}", wanted, partial(_is_met, key))
        yield entry.key_span, look


def _is_met(key: str, played: Played) -> bool | None:
    seat = played.game.turn
    if seat is None:
        return None
    items = played.game.going_out_checklist(seat)
    met = [item[1] for item in items if item[0] == key]
    # A rule that asks for nothing has no line, and is met.
    return all(met)


def _can(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    for name, part in reader.settings(node, _QUESTIONS).items():
        wanted = reader.switch(part)
        what = f"can {name.replace('_', ' ')}"
        yield part.span, _equals(what, wanted, partial(_answer, name))


_QUESTIONS: Final = ("open", "take_pile", "go_out")


def _answer(name: str, played: Played) -> bool:
    match name:
        case "open":
            return played.game.can_open().possible
        case "take_pile":
            return played.game.can_take_pile().possible
        case _:
            return played.game.can_go_out().possible


# -- events ---------------------------------------------------------------------------


def _events(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    wanted = []
    for item in node.items if isinstance(node, ListNode) else [node]:
        read = _event(reader, item)
        if read is not None:
            wanted.append(read)
    yield (
        node.span,
        Look(
            "events",
            lambda played: _in_order(wanted, played),
            lambda played: ", ".join(map(_event_told, played.events)) or "none",
        ),
    )


def _event_told(event: Event) -> str:
    """Return an event by its name, with its points if it has any."""
    points = getattr(event, "points", None)
    name = type(event).__name__
    return f"{name} ({points} points)" if isinstance(points, int) else name


def _event(reader: Reader, node: Node) -> tuple[str, Mapping[str, Any]] | None:
    """Return the name of an event and the fields that it must have."""
    if isinstance(node, MapNode) and len(node.entries) == 1:
        ((name, entry),) = node.entries.items()
        fields = plain(entry.node)
    else:
        name, fields = reader.text(node), {}
    if not name:
        return None
    if name not in EVENTS:
        note = (("events", ", ".join(EVENTS)),)
        what = f"there is no event called {name!r}"
        reader.note(UNKNOWN, what, node.span, notes=note)
        return None
    known = [field.name for field in attrs.fields(EVENTS[name])]
    if not isinstance(fields, dict) or not set(fields) <= set(known):
        what = f"{name} has the fields {', '.join(known) or 'none'}"
        reader.note(WRONG_TYPE, what, node.span)
        return None
    return name, fields


def _in_order(wanted: list[tuple[str, Mapping[str, Any]]], played: Played) -> str:
    """Say which event did not happen, or not in this order."""
    left = iter(played.events)
    for name, fields in wanted:
        meant = {field: _meant(played, value) for field, value in fields.items()}
        if not any(_is_event(event, name, meant) for event in left):
            what = f" with {dict(fields)}" if fields else ""
            happened = ", ".join(type(event).__name__ for event in played.events)
            return f"events: {name}{what} expected, {happened or 'none'} found"
    return ""


def _is_event(event: Event, name: str, fields: Mapping[str, Any]) -> bool:
    return type(event).__name__ == name and all(
        _same(value, getattr(event, field)) for field, value in fields.items()
    )


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(found, Card):
        return _is(str(wanted), bytes((found.index,)))
    if isinstance(found, tuple) and found and isinstance(found[0], Card):
        faces = bytes(card.index for card in found)
        return _is(wanted if isinstance(wanted, int) else str(wanted), faces)
    return bool(wanted == (list(found) if isinstance(found, tuple) else found))


# -- helpers --------------------------------------------------------------------------


def _by_number(
    reader: Reader, node: Node, read: Callable[[Node], Any]
) -> dict[int, tuple[Any, Any]]:
    """Return what is said of each seat or side, with its place."""
    return reader.by_number(node, lambda part: (part.span, read(part)), "numbers")


def _numbers(
    reader: Reader, node: Node, what: str, found: Callable[[int, Played], int]
) -> Iterator[tuple[Any, Look]]:
    for number, (span, wanted) in _by_number(reader, node, reader.number).items():
        find = partial(found, number)
        yield span, _equals(f"{what} {number}", wanted, find)


def _black(reader: Reader, node: Node) -> Iterator[tuple[Any, Look]]:
    yield from _numbers(
        reader,
        node,
        "black threes laid aside by side",
        lambda n, p: len(p.game.view(None).black_threes(n)),
    )


#: What may stand in ``after``, with what reads it.
SUBJECTS: Final[Mapping[str, Callable[[Reader, Node], Iterator[tuple[Any, Look]]]]] = {
    "hands": _hands,
    "packets": _packets,
    "melds": _melds,
    "books": _books,
    "red": _red,
    "black": _black,
    "pile": _pile,
    "top": _top,
    "stock": _stock,
    "points": _points,
    "sheet": _lines,
    "scores": _scores,
    "minimum": _minimum,
    "opening": _opening,
    "phase": _phase,
    "turn": _turn,
    "round": _round,
    "opened": _opened,
    "round_over": _round_over,
    "over": _over,
    "winners": _winners,
    "checklist": _checklist,
    "can": _can,
    "events": _events,
}
