"""The codes of names, values and forms (HF2), and of what a file extends (HF4)."""

from __future__ import annotations

from typing import Final

from handfoot.rules.reports.codes import CodeInfo, register

_HEAD: Final = "handfoot: 1\nname: Sunday\n"


def _info(code: str, title: str, meaning: str, failing: str, mended: str) -> CodeInfo:
    return CodeInfo(code, title, meaning, _HEAD + failing, _HEAD + mended)


register(
    _info(
        "HF201",
        "no such setting",
        "Rule files have a fixed set of settings, so that a misspelt one cannot pass "
        "unnoticed. The nearest name anywhere in the language is suggested.",
        "deal: {hnad: 11}\n",
        "deal: {hand: 11}\n",
    ),
    _info(
        "HF202",
        "a value of another kind",
        "Each setting wants one kind of value: a whole number, true or false, one of "
        "some words, a text, a list, or a group of settings.",
        "deal: {hand: eleven}\n",
        "deal: {hand: 11}\n",
    ),
    _info(
        "HF203",
        "a number in quotes",
        "Quotes turn a number or a switch into text. Nothing is turned back silently.",
        'deal: {hand: "11"}\n',
        "deal: {hand: 11}\n",
    ),
    _info(
        "HF204",
        "not one of the choices",
        "Some settings take one word of a few. Cards are named by words: seven, king, "
        "two, joker, red_three.",
        "match: {tie: shard}\n",
        "match: {tie: shared}\n",
    ),
    _info(
        "HF205",
        "a number out of range",
        "The range of each number is what the game can be played with. A number that "
        "grows by head count or by round must stay in it at every table.",
        "deck: {packs: 40}\n",
        "deck: {packs: 6}\n",
    ),
    CodeInfo(
        "HF206",
        "a missing setting",
        "Every file says the version of the language, handfoot, and its own name.",
        "name: Sunday\n",
        "handfoot: 1\nname: Sunday\n",
    ),
    _info(
        "HF207",
        "a list is needed",
        "Settings that may have several entries are lists, even with one entry.",
        "wilds: {cards: joker}\n",
        "wilds: {cards: [joker]}\n",
    ),
    _info(
        "HF208",
        "one value is needed",
        "A list stands where one value belongs. To change a value from round to round, "
        "say so: {by_round: [...]}.",
        "opening: {minimum: [50, 90, 120]}\n",
        "opening: {minimum: {by_round: [50, 90, 120]}}\n",
    ),
    _info(
        "HF209",
        "a switch is true or false",
        "Editors read yes and no as words, other programs as true and false. Here a "
        "switch is written true or false.",
        "deal: {upcard: yes}\n",
        "deal: {upcard: true}\n",
    ),
    _info(
        "HF210",
        "too many or too few entries",
        "A list or text is empty where something is needed, too long, or names "
        "something twice.",
        "wilds: {cards: [two, two]}\n",
        "wilds: {cards: [two]}\n",
    ),
    _info(
        "HF213",
        "a value that may not vary so",
        "Each setting says by what it may vary. The number of rounds, for example, "
        "cannot depend on the round.",
        "match: {rounds: {by_round: [4, 5]}}\n",
        "match: {rounds: {by_sides: {singles: 4, partners: 5}}}\n",
    ),
    _info(
        "HF214",
        "an unclear form of a value that varies",
        "A value varies in one of a few forms, such as by_round, by_players or "
        "by_sides. See the page on the language.",
        "draw: {cards: {singles: 3, partners: 2}}\n",
        "draw: {cards: {by_sides: {singles: 3, partners: 2}}}\n",
    ),
    _info(
        "HF215",
        "a head count without a value",
        "A value by head count must say what holds for every head count that may "
        "play, or for every other: else.",
        "players: {counts: [2, 4]}\ndeck: {packs: {by_players: {4: 5}}}\n",
        "players: {counts: [2, 4]}\ndeck: {packs: {by_players: {4: 5, else: 3}}}\n",
    ),
    _info(
        "HF216",
        "a value that varies twice in the same way",
        "Forms may stand inside each other, but each kind only once: a value by round "
        "inside a value by round has no meaning.",
        "opening: {minimum: {by_round: [50, {by_round: [90, 120]}]}}\n",
        "opening: {minimum: {by_round: [50, 90, 120]}}\n",
    ),
    CodeInfo(
        "HF217",
        "a later version of the language",
        "The file was written for a later handfoot, which may know rules that this "
        "one would read wrongly. Nothing else of it is checked.",
        "handfoot: 2\nname: Sunday\n",
        "handfoot: 1\nname: Sunday\n",
    ),
    _info(
        "HF218",
        "a name that is not possible",
        "Names of your own, such as kinds of book, are made of small letters, digits "
        "and _. Words of the language (any, else, by_round ...) are taken.",
        "books: {kinds: {Red Book: {bonus: 500, ranks: [seven]}}}\n",
        "books: {kinds: {red_book: {bonus: 500, ranks: [seven]}}}\n",
    ),
    CodeInfo(
        "HF219",
        "an earlier version of the language",
        "The file was written for an earlier handfoot. It is read as what it meant "
        "then; handfoot migrate rewrites it, with its remarks and its order.",
        "handfoot: 0\nname: Sunday\ndeal: {cards: {hand: 11, foot: 11}}\n",
        "handfoot: 1\nname: Sunday\ndeal: {hand: 11, foot: 11}\n",
    ),
    _info(
        "HF401",
        "no such ruleset",
        "A file extends a shipped ruleset by its name, or a file beside it, as in "
        "./uncle.yaml.",
        "extends: no-such-ruleset\n",
        "",
    ),
    _info(
        "HF402",
        "what cannot be extended",
        "Addresses, home folders and absolute paths are not read: a rule file must "
        "mean the same on every machine.",
        "extends: https://example.org/rules.yaml\n",
        "",
    ),
    _info(
        "HF403",
        "a base that cannot be found",
        "A text that is no file has no folder, so ./ means nothing there; and links "
        "may lead nowhere.",
        "extends: ./uncle.yaml\n",
        "",
    ),
    _info(
        "HF404",
        "a base outside the folder",
        "Only files in the folder of the file, or below it, are read: no .. and no "
        "links that lead out of it.",
        "extends: ./../uncle.yaml\n",
        "",
    ),
    _info(
        "HF405",
        "files in a circle",
        "A file cannot start from itself, not even over others.",
        "extends: ./house.yaml\n",
        "",
    ),
    _info(
        "HF406",
        "too many files on each other",
        "At most 5 files extend one another, so that a person can still follow.",
        "extends: ./sixth.yaml\n",
        "extends: ./second.yaml\n",
    ),
    _info(
        "HF410",
        "nothing there to remove",
        "remove takes away what the base says. A setting that it does not say cannot "
        "be taken away.",
        "remove: [deal.hand]\n",
        "remove: [books.kinds.wild]\nwilds: {all_wild: false}\n"
        "pile: {wild_top: never}\ngoing_out: {books: {clean: 2}}\n",
    ),
    _info(
        "HF411",
        "removed and set",
        "A file cannot take a setting away and set it as well.",
        "remove: [books.kinds.wild]\nbooks: {kinds: {wild: {bonus: 2000}}}\n",
        "books: {kinds: {wild: {bonus: 2000}}}\n",
    ),
    _info(
        "HF412",
        "no such setting to remove",
        "remove names settings in full: chapter, dot, name.",
        "remove: [books.knds.wild]\n",
        "books: {kinds: {wild: {bonus: 2000}}}\n",
    ),
    CodeInfo(
        "HF999",
        "a mistake in handfoot",
        "The file may be in order. Please report what you did.",
        "any file",
        "the same file, with a mended handfoot",
    ),
)
