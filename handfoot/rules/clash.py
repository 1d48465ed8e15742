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
    """

    code: str
    severity: Literal["error", "warning"]
    message: str
    key: str
    label: str
    other: str | None = None
    other_label: str = ""
    notes: tuple[tuple[str, str], ...] = ()
