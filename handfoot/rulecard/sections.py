"""The sections of the card: which keys stand where, and in what form.

Keys find their section by the longest name given here; a key that no name covers comes
last, so that nothing new is ever left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from handfoot.cards import BLACK_THREE, KIND_WORDS
from handfoot.play.tables import compiled
from handfoot.rulecard.card import Block, Bullets, Section, Table
from handfoot.rulecard.examples import examples, most_wilds
from handfoot.rulecard.telling import Telling
from handfoot.rulecard.worked import worked_score
from handfoot.rules.book_kinds import ANY_KIND, RUN_MADE
from handfoot.rules.language.cases import number
from handfoot.rules.language.keys import Key
from handfoot.rules.language.phrases import capital, fragment, ranks_in_words, small
from handfoot.rules.language.words import (
    books_named,
    listed,
    singular,
    threes_named,
)

_KINDS: Final = "books.kinds"
_VALUES: Final = "scoring.values"
_NATURALS: Final = "naturals"
WRITTEN: Final = "scoring.written_in."
_BY_HAND: Final = "Written in by whoever keeps the score"
_MINIMUM: Final = "opening.minimum"
_LAST: Final = "Other rules"
_UNSCORED: Final = "What each card is worth; only threes are scored"
_HELD_ONLY: Final = "Against you when held; melded they count nothing"

#: Title of each section, with the keys and groups of keys that belong to it.
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "What you need": ("players", "deck"),
    "The deal": ("deal", "stock.piles", "players.first", "players.first_dealer"),
    "Card values": (_VALUES,),
    "Your turn": ("draw", "discard", "players.take_back"),
    "Melds and wild cards": ("melds", "wilds"),
    "Books": ("books",),
    "Opening": ("opening",),
    "The discard pile": ("pile", "freezing"),
    "Threes": ("threes",),
    "From hand to foot": ("foot",),
    "Going out": ("going_out",),
    "End of the round": ("stock", "round_end"),
    "Scoring": ("scoring.counts", "scoring"),
    "The match": ("match", "match.most_rounds"),
    "At the table": ("conduct",),
}

_CHECKLIST: Final = (
    "going_out.in_packet",
    "going_out.books",
    "going_out.least_melded",
    "going_out.red_threes",
    "going_out.partner",
    "going_out.permission",
    "going_out.last_card",
)
#: Values that switch a condition off, so that it is no item of a checklist.
_OFF: Final = (
    None,
    False,
    "none",
    "nothing",
    "any_number",
    "never",
    "advice",
    "optional",
    0,
)

#: What holds in every ruleset, so that no chapter has a sentence for it.
_TURN: Final = (
    "Draw{pile}; then meld as much or as little as you like; then discard one card to "
    "end your turn."
)
_OR_PILE: Final = ", or take from the discard pile if you may"
_MELDS: Final = (
    "Melds belong to the side: you may add to any of them, whoever of your side began "
    "it, and to no other side's."
)
_OWN_MELDS: Final = "Your melds are your own: nobody adds to another player's."
_SMALL_PILE: Final = "If the pile holds fewer, a pickup takes all of it."
_ITS_OWN: Final = (
    "Each kind of book counts for itself: one {first} too many does not make up for a "
    "missing {second}."
)
_UNPAID: Final = (
    "A book that is not paid as its own kind is paid as the kind that it would be "
    "otherwise."
)
_OF_A_KIND: Final = "What a kind of book below takes is said with it."
_COUNTS: Final = "players.counts"
_TAKE: Final = "pile.take"
_PACKETS: Final = ("deal.hand", "deal.knee", "deal.foot")
#: Words with which a phrase goes on with the one before it.
_GO_ON: Final = ("if", "in", "of", "on", "where", "with", "without")

_QUICK: Final = (
    ("Packs", "deck.packs"),
    ("Hand", "deal.hand"),
    ("Knee", "deal.knee"),
    ("Foot", "deal.foot"),
    ("Draw", "draw.cards"),
    ("Pickup", "pile.take"),
    ("Wild cards", "wilds.cards"),
    ("Book", "books.size"),
    ("Opening", _MINIMUM),
    ("To go out", "going_out.books"),
    ("Going out", "going_out.bonus"),
    ("Rounds", "match.rounds"),
    ("Target", "match.target"),
)


def sections(telling: Telling) -> tuple[Section, ...]:
    """Return every section that has something to say."""
    paths: dict[str, list[str]] = {title: [] for title in (*PLACES, _LAST)}
    for path in sorted(telling.rules, key=_order):
        paths[place_of(path)].append(path)
    found = [
        Section(title, tuple(_BUILDERS.get(title, _plain)(telling, inside)))
        for title, inside in paths.items()
    ]
    found.append(Section("Quick reference", (_quick(telling),)))
    return tuple(section for section in found if section.blocks)


def place_of(path: str) -> str:
    """Return the title of the section in which a key is told."""
    return _found(path)[0]


def _found(path: str) -> tuple[str, int]:
    """Return the section of a key, and the place of the name that covers it there."""
    best, title, place = "", _LAST, 0
    for name, prefixes in PLACES.items():
        for position, prefix in enumerate(prefixes):
            if len(prefix) > len(best) and f"{path}.".startswith(f"{prefix}."):
                best, title, place = prefix, name, position
    return title, place


def _order(path: str) -> int:
    return _found(path)[1]


def said(telling: Telling, paths: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences of keys, without those that go without saying."""
    return tuple(filter(None, map(telling.say, paths)))


def _plain(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    sentences = said(telling, paths)
    if sentences:
        yield Bullets(sentences)


def _needs(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    size = {at: telling.rules.at(at).deck.cards for at in telling.situations}
    every = sorted(set(size.values()))
    total = f"That makes {listed(map(number, every), 'or')} cards in all."
    # The head counts stand in the title already.
    rest = [path for path in paths if path != _COUNTS]
    yield Bullets((*said(telling, rest), total))


def _deal(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    first = [path for path in paths if path in _PACKETS]
    rest = [path for path in paths if path not in _PACKETS]
    yield Bullets(
        (*said(telling, first), *_order_of_packets(telling), *said(telling, rest))
    )


def _order_of_packets(telling: Telling) -> Iterator[str]:
    sizes = {telling.rules.at(at).deal.packets for at in telling.situations}
    first, *later = [
        f"the {path.rpartition('.')[2]}" for path in _PACKETS if _is_on(telling, path)
    ]
    if not later:
        return
    if len({len(packets) for packets in sizes}) > 1:
        later[0] += " where there is one"
    which = ", which is the last packet" if len(later) > 1 else ""
    yield f"Play {first} first, then {' and then '.join(later)}{which}."


def _turn(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    barred = said(telling, [path for path in paths if path.startswith("discard.")])
    free = () if barred else ("Any card you hold may be discarded.",)
    pile = _OR_PILE if _is_on(telling, "pile.may_be_taken") else ""
    yield Bullets((_TURN.format(pile=pile), *said(telling, paths), *free))


def _melds(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    whose = _MELDS if telling.partners else _OWN_MELDS
    yield Bullets((*said(telling, paths), *most_wilds(telling), whose))
    shown = examples(telling)
    if shown is not None:
        yield shown


def _pile(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    sentences: list[str] = []
    for path in paths:
        sentences += said(telling, [path])
        if path == _TAKE and _may_be_small(telling):
            sentences.append(_SMALL_PILE)
    yield Bullets(tuple(sentences))


def _may_be_small(telling: Telling) -> bool:
    """Whether a pickup may find fewer cards than it takes, and then takes those."""
    rules = [telling.rules.at(at).pile for at in telling.situations]
    return any(
        pile.may_be_taken
        and isinstance(pile.take, int)
        and max(pile.smallest, 1) < pile.take
        and not pile.fill_from_stock
        for pile in rules
    )


def _all_threes(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    fixed = threes_named(
        "A black three cannot be melded: to be rid of it you must discard it.",
        alike=telling.threes_alike,
    )
    never = () if _has_value(telling, f"{_VALUES}.black_three") else (fixed,)
    yield Bullets((*said(telling, paths), *never))


# -- card values ----------------------------------------------------------------------


def _values(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    rows: dict[str, list[str]] = {}
    paths = [path for path in paths if _has_value(telling, path)]
    worth = {path: _worth(telling, path) for path in paths}
    for path in sorted(paths, key=lambda path: -telling.plain(path)):
        rows.setdefault(worth[path], []).append(path.rpartition(".")[2])
    wild = telling.plain("wilds.cards")
    alike = telling.threes_alike
    yield Table(
        _counted(telling),
        ("Cards", "Points"),
        (
            *(
                (threes_named(_cards(words, wild), alike=alike), points)
                for points, words in rows.items()
            ),
            *_threes(telling),
        ),
    )


def _has_value(telling: Telling, path: str) -> bool:
    """Whether a card of this kind is in the deck and ever scored at its value."""
    word = path.rpartition(".")[2]
    kind = KIND_WORDS.index(word)
    tables = [compiled(telling.rules, at) for at in telling.situations]
    return any(
        (kind < BLACK_THREE or table.meldable[kind] or table.wild[kind])
        and table.book.copies(word)
        for table in tables
    )


def _worth(telling: Telling, path: str) -> str:
    said = telling.phrase(path)
    return said.replace(" points", "").replace(" point", "")


def _cards(words: list[str], wild: Sequence[str]) -> str:
    ranks = [word for word in words if word not in wild]
    named = [f"{word} (wild)" for word in words if word in wild]
    return capital(listed([*named, *_ranks(ranks)]))


def _ranks(words: list[str]) -> list[str]:
    text = ranks_in_words(words)
    if " to " in text:
        first, _, last = text.partition(" to ")
        return [f"{first} to {last}"]
    return [singular(word).partition(" ")[2] for word in words]


def _threes(telling: Telling) -> Iterator[tuple[str, str]]:
    laid = [] if telling.is_silent("threes.red_laid") else ["threes.red_laid"]
    alike = telling.threes_alike
    for name, parts in (
        ("Red three", [] if alike else [*laid, "threes.red_caught"]),
        ("Three" if alike else "Black three", ["threes.black_caught"]),
    ):
        words = [
            f"{path.rpartition('_')[2]} {_worth(telling, path)}"
            for path in parts
            if telling.key(path)
        ]
        if words:
            yield name, ", ".join(words)


# -- books ----------------------------------------------------------------------------


def _books(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    own = [_has_after(telling, name) for name in _kinds(telling)]
    general = [p for p in paths if not p.startswith(_KINDS)]
    some = (_OF_A_KIND,) if any(own) and not all(own) else ()
    yield Bullets((*said(telling, general), *some))
    rows = [_book(telling, name) for name in _kinds(telling)]
    if rows:
        # Where books score nothing, there is no worth to tell.
        width = 3 if any(row[2] for row in rows) else 2
        head = ("Book", "Made of", "Worth")[:width]
        yield Table("Kinds of book", head, tuple(row[:width] for row in rows))
    paid = [f"{_KINDS}.{name}.paid" for name in _kinds(telling)]
    if any(case.value is not None for path in paid for case in telling.cases(path)):
        yield Bullets((_UNPAID,))


def _has_after(telling: Telling, name: str) -> bool:
    """Whether a kind says of itself what is added to a finished book."""
    cases = telling.cases(f"{_KINDS}.{name}.after")
    return all(case.value != "as_all" for case in cases)


def _kinds(telling: Telling) -> list[str]:
    """Return the names of the kinds of book that can be made."""
    names = dict.fromkeys(path.split(".")[2] for path in telling.keys_below(_KINDS))
    return [name for name in names if not telling.is_silent(f"{_KINDS}.{name}")]


def _scored(telling: Telling) -> bool:
    """Whether the values of cards are scored."""
    return telling.rules.at(telling.first).scoring.cards


def _counted(telling: Telling) -> str:
    """Return for whom the values of cards count, above their table."""
    if not _scored(telling):
        return _UNSCORED
    melds = telling.rules.at(telling.first).scoring.bonuses
    return "Melded for you, or against you when held" if melds else _HELD_ONLY


def _book(telling: Telling, name: str) -> tuple[str, str, str]:
    made: list[str] = []
    worth: list[str] = []
    for path in telling.keys_below(f"{_KINDS}.{name}"):
        key = telling.key(path)
        assert key is not None
        if _unsaid(telling.rules[path], key) or telling.is_silent(path):
            continue
        if path.endswith(".cards_score") and not _scored(telling):
            continue
        told = worth if made and (key.unit or worth) else made
        told.append(fragment(key, telling.cases(path)))
    if telling.rules[f"{_KINDS}.{name}.made_of"] in RUN_MADE:
        # A run has a suit where a set has a rank, and nothing is slid under its wilds.
        of_rank = re.compile("of its rank( and any wilds)?")
        worth = [of_rank.sub("of its suit", words) for words in worth]
    what = _of_ranks(_joined(made).removeprefix("Made of "))
    return capital(name.replace("_", " ")), capital(what), _joined(worth)


def _of_ranks(what: str) -> str:
    """Name the ranks of a book in place of naturals: ``sevens only``."""
    said, of, ranks = what.partition(" of ")
    if not of or "," in ranks or not said.lower().startswith(_NATURALS):
        return what
    return f"{ranks.replace(' and ', ' or ')}{said[len(_NATURALS) :]}"


def book_sentence(telling: Telling, name: str) -> str:
    """Return a kind of book in one sentence."""
    _, made, worth = _book(telling, name)
    return f"{capital(books_named(name))}: {small(made)}; {small(worth)}."


def _unsaid(value: Any, key: Key) -> bool:
    """Whether a setting of a kind of book is as everybody expects it."""
    if key.path.endswith(".bonus"):
        return False
    return value == key.default and (key.kind in ("cards", "texts") or value == 0)


def _joined(parts: list[str]) -> str:
    text = ""
    for part in filter(None, parts):
        joint = " " if part.partition(" ")[0] in _GO_ON else ", "
        text += f"{joint}{part}" if text else part
    return capital(text)


# -- opening, going out, scoring ------------------------------------------------------


def _opening(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    cases = telling.cases(_MINIMUM)
    yield from _plain(telling, paths)
    if len(cases) > 1 or cases[0].grows:
        rows = []
        for case in cases:
            least = f"{case.value:,}" if case.value or case.grows else "none"
            rows.append((capital(case.when) or "Always", least))
            if case.grows:
                step = f"{case.grows:+,}".replace("-", "\u2212")
                rows.append(("Each further round", step))
        yield Table("Opening minimum", ("When", "Points"), tuple(rows))


def _going_out(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    asked = [path for path in _CHECKLIST if path in paths and _is_on(telling, path)]
    rest = said(telling, [path for path in paths if path not in asked])
    items = said(telling, asked)
    if items:
        yield Bullets(items, "checklist", "You may go out when all of this is so:")
    rest = (*_own_places(telling), *_idle_books(telling), *rest)
    if rest:
        yield Bullets(rest)


def _places(telling: Telling) -> list[str]:
    """Return the kinds of book that going out needs."""
    cases = telling.cases("going_out.books")
    counts = [counted for case in cases for counted in case.value.items()]
    return [*dict.fromkeys(name for name, count in counts if count)]


def _own_places(telling: Telling) -> Iterator[str]:
    """Say that no kind of book makes up for another, where none does."""
    names = _places(telling)
    stand_ins = [
        case.value
        for name in _kinds(telling)
        for setting in ("counts_as", "spare_as")
        for case in telling.cases(f"{_KINDS}.{name}.{setting}")
    ]
    if len(names) > 1 and ANY_KIND not in names and not any(stand_ins):
        first, second = map(books_named, names[:2])
        yield _ITS_OWN.format(first=first, second=second)


def _idle_books(telling: Telling) -> Iterator[str]:
    """Say which kinds of book fill no place for going out."""
    places = set(_places(telling))
    if not places or ANY_KIND in places:
        return
    idle = []
    for name in _kinds(telling):
        counts_as = [case.value for case in telling.cases(f"{_KINDS}.{name}.counts_as")]
        if _twin(telling, name):
            continue
        if not places & {name, *(place for value in counts_as for place in value)}:
            idle.append(books_named(name, 2))
    if idle:
        yield f"{capital(listed(idle))} fill none of these places."


def _twin(telling: Telling, name: str) -> bool:
    """Whether the books of a kind are first of all those of a kind named before it."""
    made = [f"{_KINDS}.{{}}.made_of", f"{_KINDS}.{{}}.ranks"]
    own = [telling.rules[path.format(name)] for path in made]
    names = _kinds(telling)
    return any(
        [telling.rules[path.format(other)] for path in made] == own
        for other in names[: names.index(name)]
    )


def _is_on(telling: Telling, path: str) -> bool:
    values = [case.value for case in telling.cases(path)]
    # No books asked for are a rule switched off, too.
    return any(
        any(value.values()) if isinstance(value, Mapping) else value not in _OFF
        for value in values
    )


def _scoring(telling: Telling, paths: Sequence[str]) -> Iterator[Block]:
    written = [path for path in paths if path.startswith(WRITTEN)]
    yield from _plain(telling, [path for path in paths if path not in written])
    if written:
        rows = [(written_line(p), capital(telling.say(p))) for p in written]
        yield Table(_BY_HAND, ("What for", "Points"), tuple(rows))
    lead, tables = worked_score(telling)
    if tables:
        yield Bullets((lead,), "example")
        yield from tables


def written_line(path: str) -> str:
    """Return what a line is called that people write in, by a dotted name in it."""
    return capital(path.removeprefix(WRITTEN).partition(".")[0].replace("_", " "))


def _quick(telling: Telling) -> Table:
    rows = []
    for label, path in _QUICK:
        if telling.key(path) is None or not _is_on(telling, path):
            continue
        if not telling.is_silent(path):
            # A choice in a word says less than its sentence.
            in_words = isinstance(telling.plain(path), str)
            text = telling.say(path) if in_words else telling.phrase(path)
            rows.append((label, capital(text)))
    return Table("The numbers at a glance", ("", "Rule"), tuple(rows))


_Builder = Callable[[Telling, Sequence[str]], Iterator[Block]]
_BUILDERS: Final[Mapping[str, _Builder]] = {
    "What you need": _needs,
    "The deal": _deal,
    "Your turn": _turn,
    "Melds and wild cards": _melds,
    "Card values": _values,
    "Books": _books,
    "Opening": _opening,
    "The discard pile": _pile,
    "Threes": _all_threes,
    "Going out": _going_out,
    "Scoring": _scoring,
}
