"""A contradiction between keys, as a chapter states it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, Literal

import attrs

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation


@attrs.frozen
class Clash:
    """Two keys (or one) that do not fit together.

    Attributes:
        code: Stable code of the problem, ``HF3xx``.
        severity: ``error`` when the ruleset cannot be played, else ``warning``.
        message: The problem in one sentence.
        key: Dotted key to point at first.
        label: What that key says.
        other: Dotted key of the other half, if there is one.
        other_label: What the other key says.
        notes: Named hints, such as ``("fix 1", "...")``.
        only_if_said: Whether it matters only where the file itself says ``key``: what
            a base or a default says beside the point is no mistake of the file.
        only_if_always: Whether it matters only where it is so in every round, at any
            score: what a ruleset may switch off for a while.
        moment: Fields of the situations that decide for ``only_if_always``, with their
            values: what is allowed at other moments only helps nobody.
    """

    code: str
    severity: Literal["error", "warning"]
    message: str
    key: str
    label: str
    other: str | None = None
    other_label: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    only_if_said: bool = False
    only_if_always: bool = False
    moment: tuple[tuple[str, bool], ...] = ()

    def matters(self, at: Situation) -> bool:
        """Whether ``at`` is such a moment."""
        return all(getattr(at, field) == value for field, value in self.moment)


#: The note on rules that people can play together, and handfoot cannot yet.
LIMIT: Final = (
    "limit",
    "nothing is wrong with these rules; docs/cannot-say.md tells of this combination",
)


def all_pointless(
    code: str, keys: Iterable[str], other: str, why: str
) -> Iterator[Clash]:
    """Yield the warning of :func:`pointless` for several keys."""
    for key in keys:
        yield pointless(code, key, other, why)


#: What families call the kinds of book that are there from the start.
_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("red", "natural", "naturals", "pure", "closed"), ("clean",)),
    **dict.fromkeys(("black", "mixed", "unnatural", "impure"), ("dirty",)),
    **dict.fromkeys(("wilds", "wild_card", "wild_cards"), ("wild",)),
}


def unknown_kinds(
    code: str, key: str, names: Iterable[str], known: Iterable[str]
) -> Iterator[Clash]:
    """Yield an error for each name that no kind of book has.

    Args:
        code: Code of the error.
        key: The key that names them.
        names: What it names.
        known: What it may name.
    """
    # The rulebook, which it knows, is made of the chapters that ask here.
    from handfoot.rules.suggest import near

    words = tuple(known)
    for name in names:
        if name not in words:
            meant = [one for one in _CALLED.get(name, ()) if one in words]
            meant = meant or near(name, words)
            yield Clash(
                code=code,
                severity="error",
                message=f'there is no kind of book called "{name}"',
                key=key,
                label=f'did you mean "{meant[0]}"?' if meant else "an unknown kind",
                notes=(("kinds", ", ".join(words)),),
            )


def pointless(code: str, key: str, other: str, why: str) -> Clash:
    """Return the warning that another key leaves nothing for ``key`` to decide.

    Args:
        code: Code of the warning.
        key: The key that changes nothing.
        other: The key that wins.
        why: What the winner says, such as ``no card is wild``.
    """
    return Clash(
        code=code,
        severity="warning",
        message=f'"{key}" changes nothing here',
        key=key,
        label="has no effect",
        other=other,
        other_label=why,
        notes=(("fix", f"take out {key}, or change {other}"),),
        only_if_said=True,
    )
