"""What a ruleset key carries: type, unit, range, default, scopes, sentence, example.

A chapter is a frozen attrs class; each of its fields is made by :func:`key`. Schema,
key reference, rule card and loader all read the :class:`Key` stored in the field, so
there is one place that knows a default or a range.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, Final, Literal, Union, get_args, get_origin

import attrs

# By what a value may vary; see ``scoped.py`` for the forms.
ROUND: Final = "round"
PLAYERS: Final = "players"
SIDES: Final = "sides"
SCORE: Final = "score"
OPENING: Final = "opening"
PACKET: Final = "packet"
TURN: Final = "turn"
OUT: Final = "out"
SCOPES: Final = (ROUND, PLAYERS, SIDES, SCORE, OPENING, PACKET, TURN, OUT)
#: Those that a moment of the round decides; the others are settled by the deal.
OF_THE_MOMENT: Final = (OPENING, PACKET, TURN, OUT)

NEVER: Final[tuple[str, ...]] = ()
BY_TABLE: Final = (PLAYERS, SIDES)
BY_ROUND: Final = (ROUND, PLAYERS, SIDES)
BY_SIDE: Final = (ROUND, PLAYERS, SIDES, SCORE)
# For what is looked at in a turn, and for what is looked at when a round is scored.
BY_TURN: Final = (*BY_SIDE, OPENING, PACKET, TURN)
BY_SCORING: Final = (*BY_SIDE, OPENING, OUT)


@attrs.frozen
class Key:
    """One key of the ruleset language.

    Attributes:
        path: Dotted name, with ``*`` for the free names of an open map.
        kind: ``number``, ``switch``, ``choice``, ``cards``, ``numbers``, ``text``,
            ``texts``, ``words``, ``counts`` (a map of names to numbers).
        default: Value when neither the file nor its base says anything.
        unless: Beside which values of other keys the default is another one: by dotted
            key and its value the value then. For ``counts`` it is the names that are
            then left out. A key that is not there, for its name is taken out, is None.
        says: Sentence for the rule card: a template with ``{value}``, or one sentence
            for each choice. An empty sentence means the value goes without saying.
        about: What the key decides, in one sentence.
        example: A value that a file may give.
        unit: What is counted: cards, points, seats, rounds, packs ...
        least: Smallest number allowed.
        most: Largest number allowed.
        fewest: Fewest entries of a list.
        repeats: Whether the entries of a list go by their place, so that two may be
            alike.
        choices: Words allowed, also beside a number (``take: all``).
        scopes: By what the value may vary.
        may_be_none: Whether the word ``none`` is allowed in place of a value.
    """

    path: str
    kind: str
    default: Any
    says: str | Mapping[Any, str]
    about: str
    example: Any
    unit: str
    least: int | None
    most: int | None
    fewest: int
    repeats: bool
    choices: tuple[str, ...]
    scopes: tuple[str, ...]
    may_be_none: bool
    unless: Mapping[str, Mapping[Any, Any]] = MappingProxyType({})


@attrs.frozen
class _Said:
    says: str | Mapping[Any, str]
    about: str
    example: Any
    unit: str
    least: int | None
    most: int | None
    fewest: int
    repeats: bool
    scopes: tuple[str, ...]
    unless: Mapping[str, Mapping[Any, Any]]


_META = "handfoot.key"


def key(
    default: Any,
    *,
    about: str,
    says: str | Mapping[Any, str],
    example: Any,
    unit: str = "",
    least: int | None = None,
    most: int | None = None,
    fewest: int = 0,
    repeats: bool = False,
    scopes: tuple[str, ...] = BY_ROUND,
    unless: Mapping[str, Mapping[Any, Any]] = MappingProxyType({}),
) -> Any:
    """Return an attrs field for one key; the arguments are those of :class:`Key`."""
    said = _Said(
        says, about, example, unit, least, most, fewest, repeats, scopes, unless
    )
    metadata = {_META: said}
    if isinstance(default, Mapping):
        fixed = MappingProxyType(dict(default))
        return attrs.field(default=fixed, metadata=metadata, hash=False)
    return attrs.field(default=default, metadata=metadata)


def section(cls: type[Any]) -> Any:
    """Return an attrs field for a group of keys with fixed names."""
    return attrs.field(factory=cls, metadata={_META: cls})


def open_map(cls: type[Any], default: Mapping[str, Any], about: str) -> Any:
    """Return an attrs field for a map of free names to groups of keys."""
    fixed = MappingProxyType(dict(default))
    return attrs.field(
        default=fixed, metadata={_META: (cls, about)}, eq=True, hash=False
    )


class Chapter:
    """A group of keys, shown by what differs from the defaults.

    One way to show all of them: attrs would compile one for each class, a fifth of the
    time that loading takes.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        cls: type[Any] = type(self)
        usual = cls()
        found = [
            f"{field.name}={value!r}"
            for field in attrs.fields(cls)
            if (value := getattr(self, field.name)) != getattr(usual, field.name)
        ]
        return f"{cls.__name__}({', '.join(found)})"


@attrs.frozen
class OpenMap:
    """A map of free names, each to a group of keys (``books.kinds``)."""

    path: str
    cls: type[Any]
    about: str
    default: Mapping[str, Any]


@attrs.frozen
class Section:
    """A group of keys with fixed names: a chapter, or a part of one."""

    path: str
    cls: type[Any]
    about: str
    members: Mapping[str, Key | Section | OpenMap]


def _unwrap(hint: Any) -> tuple[list[Any], tuple[str, ...], bool]:
    """Split a type hint into plain types, literal words and "may be none"."""
    members = list(get_args(hint)) if get_origin(hint) is Union else [hint]
    if type(hint).__name__ == "UnionType":
        members = list(get_args(hint))
    words = tuple(
        word for m in members if get_origin(m) is Literal for word in get_args(m)
    )
    plain = [m for m in members if get_origin(m) is not Literal and m is not NoneType]
    return plain, words, NoneType in members


def _kind(hint: Any) -> tuple[str, tuple[str, ...], bool]:
    plain, words, none = _unwrap(hint)
    if not plain:
        return "choice", words, none
    (base,) = plain
    origin = get_origin(base)
    if base is bool:
        return "switch", words, none
    if base is int:
        return "number", words, none
    if base is str:
        return "text", words, none
    if origin is tuple:
        item = get_args(base)[0]
        if item is int:
            return "numbers", words, none
        inner = get_args(item) if get_origin(item) is Literal else ()
        return ("texts", (), none) if item is str else ("cards", inner, none)
    if origin is not None and issubclass(origin, Mapping):
        return "counts", words, none
    raise TypeError(f"no ruleset key has the type {hint!r}")


@cache
def members(cls: type[Any], path: str) -> Mapping[str, Key | Section | OpenMap]:
    """Return the keys, groups and open maps of an attrs class, by name."""
    # Resolved for good, so that cattrs need not do it again.
    attrs.resolve_types(cls)
    found: dict[str, Key | Section | OpenMap] = {}
    for field in attrs.fields(cls):
        if _META not in field.metadata:
            continue
        said = field.metadata[_META]
        name = field.name
        dotted = f"{path}.{name}" if path else name
        if isinstance(said, _Said):
            kind, words, none = _kind(field.type)
            found[name] = Key(
                path=dotted,
                kind=kind,
                default=field.default,
                says=said.says,
                about=said.about,
                example=said.example,
                unit=said.unit,
                least=said.least,
                most=said.most,
                fewest=said.fewest,
                repeats=said.repeats,
                choices=words,
                scopes=said.scopes,
                may_be_none=none,
                unless=said.unless,
            )
        elif isinstance(said, tuple):
            inner, about = said
            found[name] = OpenMap(dotted, inner, about, field.default)
        else:
            found[name] = describe(said, dotted)
    return MappingProxyType(found)


def describe(cls: Any, path: str) -> Section:
    """Return the section that an attrs class of keys makes at ``path``."""
    about = (cls.__doc__ or "").strip().split("\n")[0]
    return Section(path, cls, about, members(cls, path))


def walk(section: Section) -> Iterator[Key | OpenMap]:
    """Yield every key and open map below ``section``, in writing order."""
    for member in section.members.values():
        if isinstance(member, Section):
            yield from walk(member)
        else:
            yield member
            if isinstance(member, OpenMap):
                yield from walk(describe(member.cls, f"{member.path}.*"))
