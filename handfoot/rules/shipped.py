"""The rulesets that come with the library, wherever it is installed."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from handfoot.rules.source import Source, source_from_bytes

__all__ = ["shipped_source", "variant_names"]

_SUFFIX = ".yaml"


@cache
def _folder() -> Traversable:
    """Return the folder of the variants: in a wheel, or beside the package."""
    package = files("handfoot")
    inside = package / "variants"
    if inside.is_dir():
        return inside
    # A checkout: the variants stand where a family finds them.
    return package.joinpath("..", "variants")


@cache
def variant_names() -> tuple[str, ...]:
    """Return the names of the rulesets that come with the library, sorted."""
    folder = _folder()
    if not folder.is_dir():
        return ()
    names = (entry.name for entry in folder.iterdir() if entry.is_file())
    return tuple(
        sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
    )


def shipped_source(name: str) -> Source:
    """Return the text of a shipped variant; it is called by its plain name."""
    return source_from_bytes((_folder() / f"{name}{_SUFFIX}").read_bytes(), name)
