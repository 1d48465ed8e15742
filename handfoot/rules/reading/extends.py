"""Finding the base that ``extends`` names, and nothing that it must not reach.

One base: a shipped variant by its name, or a file beside this one. Never a file
outside the folder of the file that names it, never an address.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs

from handfoot.rules.layers import Setting
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Fix, Problem

__all__ = ["MOST_LEVELS", "Link", "base_file", "is_file_name", "too_long", "unknown"]

#: Files of one chain, the first one and the last base included.
MOST_LEVELS = 5
#: More names than this nobody reads in a message.
_MOST_NAMES: Final = 12
_ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")


@attrs.frozen
class Link:
    """One file of a chain of ``extends``.

    Attributes:
        name: What to call it in messages.
        folder: Where the files beside it are; None for a text without a place.
        identity: What makes it the same file under any name.
        extends: Where it names its base.
    """

    name: str
    folder: Path | None
    identity: tuple[int, int] | None = None
    extends: Setting | None = None


def identity_of(path: Path) -> tuple[int, int] | None:
    """Return what makes a file the same under any name, or None if unreadable."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def is_file_name(text: str) -> bool:
    """Whether the text of ``extends`` means a file, not a shipped variant."""
    return text.startswith("./")


def base_file(text: str, setting: Setting, link: Link) -> tuple[Path, str] | Problem:
    """Find the file that ``extends`` names.

    Args:
        text: What the file says, beginning with ``./``.
        setting: Where it says so.
        link: The file that says so.

    Returns:
        The path and what to call it; or why it must not be read.
    """
    if link.folder is None:
        return _problem(
            "HF403",
            "this text has no folder, so it cannot extend a file",
            setting,
            "a file beside which file?",
            ("fix", "save the text as a file, or name a shipped variant"),
        )
    if ".." in text.split("/") or "\\" in text:
        return _outside(text, setting)
    try:
        folder = link.folder.resolve(strict=True)
        found = (folder / text).resolve()
    except (OSError, RuntimeError, ValueError):
        return _problem(
            "HF403",
            f"the file {quote(text)} cannot be found",
            setting,
            "its name or its links lead nowhere",
        )
    if not found.is_relative_to(folder):
        return _outside(text, setting)
    shown = os.path.join(os.path.dirname(link.name), text[2:])  # noqa: PTH118, PTH120 - the name as given, not a path to open
    return found, shown


def _problem(
    code: str, message: str, setting: Setting, label: str, *notes: tuple[str, str]
) -> Problem:
    return Problem(
        code,
        "error",
        message,
        key="extends",
        span=setting.node.span,
        label=label,
        notes=notes,
    )


def _outside(text: str, setting: Setting) -> Problem:
    return _problem(
        "HF404",
        f"{quote(text)} is outside the folder of this file",
        setting,
        "only files in the same folder or below it are read",
        ("fix", "copy the file beside this one and write ./ and its name"),
    )


def shipped_note() -> tuple[str, str]:
    """Return the note that says which rulesets come with the library."""
    names = variant_names()
    if len(names) > _MOST_NAMES:
        return "shipped rulesets", "handfoot list shows them all"
    return "shipped rulesets", ", ".join(names) or "none"


def unknown(text: str, setting: Setting) -> Problem:
    """Say what is wrong with a name that is no shipped variant."""
    from handfoot.rules.suggest import near

    shipped = shipped_note()
    beside = ("from a file", "start with ./, for example: extends: ./uncle.yaml")
    if _ADDRESS.match(text) or text.startswith(("/", "~", "..", "$")):
        return _problem(
            "HF402",
            f"{quote(text)} cannot be extended",
            setting,
            "neither a shipped ruleset nor a file beside this one",
            shipped,
            beside,
        )
    if text.endswith((".yaml", ".yml")):
        problem = _problem(
            "HF402",
            f"{quote(text)} looks like a file, but does not begin with ./",
            setting,
            "a file beside this one?",
            ("fix", f"extends: ./{text}"),
        )
        return attrs.evolve(problem, fix=Fix(setting.node.span, f"./{text}"))
    meant = near(text, variant_names())
    problem = _problem(
        "HF401",
        f"there is no ruleset called {quote(text)}",
        setting,
        f'did you mean "{meant[0]}"?' if meant else "no such ruleset",
        shipped,
        beside,
    )
    mend = Fix(setting.node.span, meant[0]) if meant else None
    return attrs.evolve(problem, suggestions=tuple(meant[:3]), fix=mend)


def circle(links: Sequence[Link], setting: Setting) -> Problem:
    """Say that a file extends itself, over others or not."""
    return _problem(
        "HF405",
        "these files extend each other in a circle",
        setting,
        "and this one leads back to where the chain began",
        ("chain", chain_text(links)),
        ("fix", "take extends out of the file that is to be the base of the other"),
    )


def too_long(links: Sequence[Link], setting: Setting) -> Problem:
    """Say that too many files stand on each other."""
    return _problem(
        "HF406",
        f"at most {MOST_LEVELS} files may extend one another",
        setting,
        "one more is too many",
        ("chain", chain_text(links)),
    )


def chain_text(links: Sequence[Link]) -> str:
    """Return who extends whom, with the lines that say so."""
    parts = []
    for link in links:
        line = f":{link.extends.node.span.line}" if link.extends else ""
        extends = "" if link.extends is None else " extends"
        parts.append(f"{link.name}{line}{extends}")
    return " ".join(parts)
