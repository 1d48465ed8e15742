"""How a file changes what it extends: maps merge, values replace, removal is said.

The base first, then ``remove``, then the file's own settings. A value that varies and
the books needed for going out are one decision each, and are replaced whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.rules.language.keys import Key, OpenMap, Section
from handfoot.rules.layers import (
    NO_BASE,
    Layer,
    Merged,
    Setting,
    key_at,
    ordered,
    value_of,
)
from handfoot.rules.reports.display import quote
from handfoot.rules.reports.problems import Problem, Related
from handfoot.rules.source import plain

__all__ = ["merge", "removal_problems"]


def merge(base: Merged, layer: Layer, *, program: bool = False) -> Merged:
    """Return what ``layer`` makes of ``base``; both must be free of errors."""
    values = dict(base.values)
    settings = dict(base.settings)
    for removed in layer.texts("remove"):
        _remove(str(plain(removed.node)), values, settings)
    for path, setting in layer.settings.items():
        place = key_at(path)
        if isinstance(place, Key):
            values[path] = value_of(place, setting.node)
        elif isinstance(place, Section):
            _begin(place, values)
        settings[path] = setting
    name = layer.source.name
    allowed = {str(plain(code.node)) for code in layer.texts("allow_warnings")}
    return Merged(
        values=ordered(values),
        settings=settings,
        chain=(name, *base.chain),
        sources={name: layer.source.text, **base.sources},
        allowed=base.allowed | allowed,
        program=(
            base.program | layer.settings.keys()
            if program
            else base.program - layer.settings.keys()
        ),
        base=base,
        extends=layer.head.get("extends"),
    )


def _begin(place: Section, values: dict[str, object]) -> None:
    """Give a new name of an open map its defaults."""
    for key in place.members.values():
        if isinstance(key, Key):
            values.setdefault(key.path, key.default)


def _remove(path: str, values: dict[str, object], settings: dict[str, Setting]) -> None:
    inside = path + "."
    for key in [*settings]:
        if key == path or key.startswith(inside):
            del settings[key]
    for key in [*values]:
        if key == path:
            place = key_at(key)
            assert isinstance(place, Key)
            values[key] = NO_BASE.values.get(key, place.default)
        elif key.startswith(inside):
            del values[key]
    if not _is_free_name(path):
        values |= {k: v for k, v in NO_BASE.values.items() if k.startswith(inside)}


def _is_free_name(path: str) -> bool:
    return isinstance(key_at(path.rpartition(".")[0]), OpenMap)


def removal_problems(base: Merged, layer: Layer) -> Iterator[Problem]:
    """Find removals of what is not there, or is said again in the same file."""
    for removed in layer.texts("remove"):
        path = str(plain(removed.node))
        inside = path + "."
        again = [key for key in layer.settings if key == path or key.startswith(inside)]
        if key_at(path) is None or path == "":
            yield _no_such(path, removed)
        elif again:
            yield _said_again(path, removed, layer.settings[again[0]])
        elif not _in_base(path, base):
            yield _not_there(path, removed, base)


def _in_base(path: str, base: Merged) -> bool:
    inside = path + "."
    if _is_free_name(path):
        return any(key.startswith(inside) for key in base.values)
    return any(key == path or key.startswith(inside) for key in base.settings)


def _no_such(path: str, removed: Setting) -> Problem:
    from handfoot.rules.suggest import near, setting_names

    meant = near(path, setting_names())
    return Problem(
        "HF412",
        "error",
        f"there is no setting called {quote(path)} to remove",
        key="remove",
        span=removed.node.span,
        label=f'did you mean "{meant[0]}"?' if meant else "no setting has this name",
        suggestions=tuple(meant[:3]),
        notes=(("note", "write the full name, such as books.kinds.wild"),),
    )


def _said_again(path: str, removed: Setting, again: Setting) -> Problem:
    return Problem(
        "HF411",
        "error",
        f"{quote(path)} is removed and set in the same file",
        key=path,
        span=removed.node.span,
        label="removed here",
        related=(Related(again.key_span, "and set here"),),
        notes=(
            ("fix", "keep one of the two; to change a value, setting it is enough"),
        ),
    )


def _not_there(path: str, removed: Setting, base: Merged) -> Problem:
    place = key_at(path)
    notes: list[tuple[str, str]] = [("fix", "take it out of the list")]
    if isinstance(place, Section) and _is_free_name(path):
        several = path.rpartition(".")[0]
        names = dict.fromkeys(
            key[len(several) + 1 :].split(".")[0]
            for key in base.values
            if key.startswith(several + ".")
        )
        notes.insert(0, ("there are", ", ".join(names)))
    base_name = base.chain[0] if base.chain else None
    what = f"{quote(base_name)} does not set it" if base_name else "nothing sets it"
    return Problem(
        "HF410",
        "error",
        f"{quote(path)} cannot be removed: {what}",
        key="remove",
        span=removed.node.span,
        label="not there",
        notes=tuple(notes),
    )
