"""Views as plain JSON and back, and the JSON Schema of views and events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import attrs

from handfoot.errors import RecordError
from handfoot.play.events import EVENTS
from handfoot.play.state import OVER
from handfoot.rules.ruleset import RuleSet
from handfoot.table.saving import rules_data, rules_from
from handfoot.table.state_check import check_frame, wrongs
from handfoot.table.state_data import FIELDS, SPARSE, DataError, state_data, state_from
from handfoot.table.views import View

__all__ = ["view_data", "view_from", "view_schema"]

VERSION: Final = 1
_KNOWN: Final = ("handfoot_view", "rules", "seat", "names", "ply", "state", "now")


def view_data(view: View, *, with_rules: bool) -> dict[str, Any]:
    """Return a view as plain data; see ``View.to_dict``."""
    return {
        "handfoot_view": VERSION,
        "rules": rules_data(view.rules) if with_rules else None,
        "seat": view.seat,
        "names": list(view.names),
        "ply": view.ply,
        "state": state_data(view.known()),
        "now": _now(view),
    }


def _now(view: View) -> dict[str, Any]:
    """Return what people look at first, in words; it follows from the rest."""
    return {
        "turn": view.turn,
        "phase": view.phase,
        "hand": [card.code for card in view.hand],
        "top": None if view.top is None else view.top.code,
        "opened": [view.opened(side) for side in range(view.sides)],
        "minimum": [view.minimum(side) for side in range(view.sides)],
        "melds": [
            [
                {
                    "name": meld.name,
                    "cards": [card.code for card in meld.cards],
                    "book": meld.book,
                }
                for meld in view.melds(side)
            ]
            for side in range(view.sides)
        ],
        "legal_actions": [str(action) for action in view.legal_actions],
    }


def view_from(data: Any, rules: RuleSet | None) -> View:
    """Return the view of plain data; see ``View.from_dict``.

    Raises:
        RecordError: it is no sound view.
    """
    if not isinstance(data, Mapping) or set(data) != set(_KNOWN):
        raise RecordError(f"a view has {', '.join(_KNOWN)}, and nothing else")
    if data["handfoot_view"] != VERSION:
        raise RecordError(f"version {VERSION} of views is known")
    if rules is None:
        if data["rules"] is None:
            raise RecordError("the rules of the view are not said")
        rules = rules_from(data["rules"])
    try:
        state = state_from(data["state"], rules, 0, check_frame)
    except DataError as error:
        raise RecordError(f"state: {error}") from None
    seat, names, ply = data["seat"], data["names"], data["ply"]
    if seat is not None and (type(seat) is not int or not 0 <= seat < state.seats):
        raise RecordError(f"seat: seats are 0 to {state.seats - 1}, or null")
    if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
        raise RecordError("names: a list of texts is expected")
    if len(names) != state.seats:
        raise RecordError(f"names: {state.seats} seats, {len(names)} names")
    if type(ply) is not int or ply < 0:
        raise RecordError("ply: a whole number is expected")
    # Once the match is over a view shows nobody's hand, not even one's own.
    sees = None if state.phase == OVER else seat
    found = [*wrongs(state, seen_by=sees, whole=False)]
    if found:
        raise RecordError(f"state: {'; '.join(found)}")
    return View(state, seat, tuple(names), ply=ply)


# -- schema ---------------------------------------------------------------------------

_INT: Final = {"type": "integer"}
_TEXT: Final = {"type": "string"}
_BOOL: Final = {"type": "boolean"}
_CARD: Final = {
    "type": "string",
    "description": "One card, such as 9s, 10h, Q or JK.",
}
_FACES: Final = {
    "description": "Cards as text, or their number where they are not seen; ? stands "
    "for a card below one that is seen.",
    "oneOf": [{"type": "string"}, {"type": "integer", "minimum": 0}],
}
_MELD: Final = {
    "type": "object",
    "properties": {"rank": _TEXT, "cards": _TEXT},
    "required": ["rank", "cards"],
    "additionalProperties": False,
}


def _object(
    properties: Mapping[str, Any], optional: Collection[str] = ()
) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


_LINE: Final = _object({"label": _TEXT, "key": _TEXT, "count": _INT, "points": _INT})
_SHEET: Final = _object(
    {
        "round": _INT,
        "side": _INT,
        "lines": _list(_LINE),
        "before": _INT,
        "points": _INT,
        "total": _INT,
    }
)
_CONSENTS: Final = _object(
    {"begun_by": _list(_list(_INT)), "turn": _INT, "answers": _list(_list(_INT))}
)
_FORMS: Final[Mapping[str, Any]] = {
    "int": _INT,
    "Consents": _CONSENTS,
    "bytes": _FACES,
    "list[int]": _list(_INT),
    "list[bool]": _list(_BOOL),
    "list[bytes]": _list(_FACES),
    "list[list[int]]": _list(_list(_INT)),
    "list[tuple[bytes, ...]]": _list(_list(_FACES)),
    "list[tuple[Meld, ...]]": _list(_list(_MELD)),
    "tuple[int, ...]": _list(_INT),
    "tuple[bytes, ...]": _list(_FACES),
    "tuple[Sheet, ...]": _list(_SHEET),
}
_EVENT_FORMS: Final[Mapping[str, Any]] = {
    "int": _INT,
    "bool": _BOOL,
    "str": _TEXT,
    "Card": _CARD,
    "tuple[Card, ...]": _list(_CARD),
    "tuple[int, ...]": _list(_INT),
    "tuple[Line, ...]": _list(_LINE),
}
_NOW: Final = _object(
    {
        "turn": {"type": ["integer", "null"]},
        "phase": _TEXT,
        "hand": _list(_CARD),
        "top": {"type": ["string", "null"]},
        "opened": _list(_BOOL),
        "minimum": _list(_INT),
        "melds": _list(
            _list(
                _object(
                    {
                        "name": _TEXT,
                        "cards": _list(_CARD),
                        "book": {"type": ["string", "null"]},
                    }
                )
            )
        ),
        "legal_actions": _list(_TEXT),
    }
)


def view_schema() -> dict[str, Any]:
    """Return the JSON Schema of views; ``#/$defs/event`` is that of logged events."""
    view = _object(
        {
            "handfoot_view": {"const": VERSION},
            "rules": {"type": ["object", "null"]},
            "seat": {"type": ["integer", "null"]},
            "names": _list(_TEXT),
            "ply": {"type": "integer", "minimum": 0},
            "state": _object(
                {name: _FORMS[form] for name, form in FIELDS.items()}, SPARSE
            ),
            "now": _NOW,
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:handfoot:view:1",
        "title": "What one seat of a Hand and Foot table may know",
        **view,
        "$defs": {"event": {"oneOf": [_event(name) for name in EVENTS]}},
    }


def _event(name: str) -> dict[str, Any]:
    fields = {
        field.name: _event_field(str(field.type))
        for field in attrs.fields(EVENTS[name])
    }
    event = _object({"event": {"const": name}, **fields})
    return _object({"number": _INT, "ply": _INT, "event": event})


def _event_field(form: str) -> dict[str, Any]:
    plain = form.removesuffix(" | None")
    found: dict[str, Any] = _EVENT_FORMS[plain]
    return found if plain == form else {"oneOf": [found, {"type": "null"}]}
