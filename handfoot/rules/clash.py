"""A contradiction between keys, as a chapter states it."""

from __future__ import annotations

from typing import Literal

import attrs


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
