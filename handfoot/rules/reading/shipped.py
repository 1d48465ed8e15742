"""The rulesets that come with the library, wherever it is installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from handfoot.rules.source import Source, source_from_bytes

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["shipped_source", "variant_names"]

_SUFFIX = ".yaml"


@cache
def _folder() -> Path | Traversable:
    """Return the folder of the variants: in the package, or beside it."""
    package = Path(__file__).parents[2]
    # A wheel has them inside; in a checkout they stand where a family finds them.
    for folder in (package / "variants", package.parent / "variants"):
        if folder.is_dir():
            return folder
    # Imported from a zip file, where nothing is a folder. Slow to import.
    from importlib.resources import files

    return files("handfoot") / "variants"


def variant_names() -> tuple[str, ...]:
    """Return the names of the rulesets that come with the library, sorted."""
    return _names()


@cache
def _names() -> tuple[str, ...]:
    folder = _folder()
    if not folder.is_dir():
        return ()
    names = [entry.name for entry in folder.iterdir() if entry.is_file()]
    return tuple(
        sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
    )


def shipped_source(name: str) -> Source:
    """Return the text of a shipped variant; it is called by its plain name."""
    return source_from_bytes((_folder() / f"{name}{_SUFFIX}").read_bytes(), name)
