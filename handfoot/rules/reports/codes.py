"""What each problem code means, with a text that has it and the same text mended.

Loaded only when somebody asks: by ``handfoot explain`` and for reports that list the
codes. The codes of reading stand here, the others in ``codes_schema``,
``codes_coherence`` and ``codes_play``.
"""

from __future__ import annotations

import attrs

__all__ = ["CODES", "CodeInfo", "help_uri", "known_codes", "register"]


@attrs.frozen
class CodeInfo:
    """The documentation of one code.

    Attributes:
        code: The code, such as ``HF106``.
        title: What is wrong, in a few words.
        meaning: Why it is wrong, in one or two sentences.
        failing: A rule file, or a command, that has the problem.
        mended: The same without it.
    """

    code: str
    title: str
    meaning: str
    failing: str
    mended: str


CODES: dict[str, CodeInfo] = {}


def register(*infos: CodeInfo) -> None:
    """Add codes to `CODES`; each code has one meaning for ever.

    Raises:
        ValueError: A code is there already with another meaning.
    """
    for info in infos:
        if CODES.setdefault(info.code, info) != info:
            raise ValueError(f"{info.code} has two meanings")


def known_codes() -> dict[str, CodeInfo]:
    """Return every code: of reading, of values, of contradictions and of play."""
    from importlib import import_module

    for module in ("codes_schema", "codes_coherence", "codes_play"):
        import_module(f"handfoot.rules.reports.{module}")
    return dict(sorted(CODES.items()))


def help_uri(code: str) -> str:
    """Give the lasting name under which a code is documented."""
    return f"urn:handfoot:problem:{code}"


register(
    CodeInfo(
        "HF001",
        "no such file",
        "There is no file of this name, or it went away while it was being read.",
        "handfoot check hosue.yaml",
        "handfoot check house.yaml",
    ),
    CodeInfo(
        "HF002",
        "not a file",
        "A folder, a pipe or a device cannot hold rules; only ordinary files are read.",
        "handfoot check /dev/zero",
        "handfoot check house.yaml",
    ),
    CodeInfo(
        "HF003",
        "the file cannot be read",
        "The system does not let you read this file, or reading it failed.",
        "handfoot check secret.yaml",
        "chmod u+r secret.yaml && handfoot check secret.yaml",
    ),
    CodeInfo(
        "HF004",
        "the file is too large",
        "A rule file has at most 256 KB. No rules are that long, and a file without "
        "a limit could keep the reader busy for ever.",
        "handfoot check holiday-film.mp4",
        "handfoot check house.yaml",
    ),
    CodeInfo(
        "HF005",
        "not saved as UTF-8",
        "Rule files are saved as UTF-8, the way of saving letters that nearly all "
        "editors use. Other ways make other letters of the same bytes.",
        "a file saved as UTF-16 or Latin-1",
        "the same file saved as UTF-8",
    ),
    CodeInfo(
        "HF006",
        "an invisible character",
        "Control characters, marks of direction, invisible spaces and unusual line "
        "ends can make a file look other than it is. A rule file has none of them.",
        "name: Sunday\u200b rules\n",
        "name: Sunday rules\n",
    ),
    CodeInfo(
        "HF007",
        "no possible file name",
        "The name is too long, holds a forbidden character, or is a link that leads "
        "back to itself.",
        "handfoot check circle.yaml",
        "handfoot check house.yaml",
    ),
    CodeInfo(
        "HF008",
        "an empty file",
        "The file has no settings, or only remarks.",
        "# rules will follow\n",
        "name: Sunday rules\n",
    ),
    CodeInfo(
        "HF009",
        "another sort of file",
        "Records of games, score sheets and scenarios are YAML too, but no rulesets: "
        "`handfoot replay`, `handfoot score` and `handfoot try` read them. In a folder "
        "`handfoot check` passes them over.",
        "handfoot_score: 1\nrules: whitnack\n",
        "handfoot: 1\nname: Sunday rules\nextends: whitnack\n",
    ),
    CodeInfo(
        "HF101",
        "a tab",
        "YAML shows what belongs together by spaces. A tab is as wide as each editor "
        "likes, so it may not take their place.",
        "deal:\n\thand: 11\n",
        "deal:\n  hand: 11\n",
    ),
    CodeInfo(
        "HF102",
        "quotes that do not match",
        "A text in quotes ends with the same quote that it began with. An apostrophe "
        "ends a text in single quotes.",
        "name: 'Gran's rules'\n",
        'name: "Gran\'s rules"\n',
    ),
    CodeInfo(
        "HF103",
        "brackets or commas that do not match",
        "Lists stand in [ ], groups of settings in { }, and commas stand between "
        "their entries.",
        "rounds: [50, 90, 120, 150\nname: Sunday rules\n",
        "rounds: [50, 90, 120, 150]\nname: Sunday rules\n",
    ),
    CodeInfo(
        "HF104",
        "a colon or its space is missing",
        "A setting is a name, a colon, a space and a value.",
        "name:Sunday\nhand: 11\n",
        "name: Sunday\nhand: 11\n",
    ),
    CodeInfo(
        "HF105",
        "wrong indentation",
        "Settings that belong together begin in the same column.",
        "deal:\n    hand: 11\n  foot: 11\n",
        "deal:\n  hand: 11\n  foot: 11\n",
    ),
    CodeInfo(
        "HF106",
        "a setting written twice",
        "Each setting stands once in its group. Many programs would silently use the "
        "last one.",
        "hand: 11\nhand: 13\n",
        "hand: 13\n",
    ),
    CodeInfo(
        "HF107",
        "a piece repeated by name",
        "Naming a piece with &, repeating it with * and merging with << are hard to "
        "follow and can make a small file enormous. Rules are written out.",
        "one: &few 5\ntwo: *few\n",
        "one: 5\ntwo: 5\n",
    ),
    CodeInfo(
        "HF108",
        "a kind of value",
        "An exclamation mark before a value tells YAML its kind. A rule file needs no "
        "such thing: each setting knows its kind.",
        'hand: !!int "11"\n',
        "hand: 11\n",
    ),
    CodeInfo(
        "HF109",
        "more than one set of rules",
        "A file holds one set of rules: no lines with --- between several, nothing "
        "after ... and no instructions that begin with %.",
        "name: Sunday\n---\nname: Monday\n",
        "name: Sunday\n",
    ),
    CodeInfo(
        "HF110",
        "a name that is no word",
        "What stands before a colon is the name of a setting: a word.",
        "[hand, foot]: 11\n",
        "hand: 11\nfoot: 11\n",
    ),
    CodeInfo(
        "HF111",
        "too deep or too many",
        "Settings may lie 32 deep inside each other, and a file may have 20,000 "
        "values. Rules need far less; hostile files have more.",
        "a: " + "[" * 40 + "]" * 40 + "\n",
        "a: [[[]]]\n",
    ),
    CodeInfo(
        "HF112",
        "an unclear number or switch",
        "Programs disagree on what this means: some take 012 for ten, 1_000 for "
        "text, yes for true. Write plain digits, and true or false.",
        "hand: 012\n",
        "hand: 12\n",
    ),
    CodeInfo(
        "HF113",
        "a text that goes on in the next line",
        "Without quotes, a line that is indented further is joined to the one above. "
        "Often a dash, a colon or the indentation is wrong.",
        "wild:\n- joker\n - two\n",
        "wild:\n- joker\n- two\n",
    ),
    CodeInfo(
        "HF114",
        "a strange letter in a name",
        "The names of settings have plain letters a to z only. Letters of other "
        "alphabets can look exactly like them.",
        "h\u0430nd: 11\n",
        "hand: 11\n",
    ),
    CodeInfo(
        "HF115",
        "no number at all",
        "YAML can write infinity and 'not a number'. No rule can count with them.",
        "score: .inf\n",
        "score: 10000\n",
    ),
    CodeInfo(
        "HF116",
        "a missing value",
        "Nothing is written after the colon or the dash. An empty value never means "
        "zero, and it never takes a setting away.",
        "hand:\n",
        "hand: 11\n",
    ),
    CodeInfo(
        "HF117",
        "a text cut off by #",
        "A # after a space begins a remark, so what follows is not part of the text.",
        "name: Gran's rules #1\n",
        'name: "Gran\'s rules #1"\n',
    ),
    CodeInfo(
        "HF118",
        "a number that is too long",
        "Numbers have at most 9 digits.",
        "score: 10000000000\n",
        "score: 10000\n",
    ),
    CodeInfo(
        "HF119",
        "a line that cannot be read",
        "This is not YAML, and no common mistake explains it.",
        "[hand] foot\n",
        "hand: 11\n",
    ),
    CodeInfo(
        "HF120",
        "too much in one line",
        "A line holds one setting. A text with a colon of its own stands in quotes, "
        "and entries with dashes stand on their own lines.",
        "name: Gran: the rules\n",
        'name: "Gran: the rules"\n',
    ),
    CodeInfo(
        "HF121",
        "no settings",
        "A rule file is made of settings with names, not of a list or of plain text.",
        "- hand\n- foot\n",
        "hand: 11\nfoot: 11\n",
    ),
    CodeInfo(
        "HF122",
        "an escape that cannot be used",
        "In double quotes, a backslash begins an escape. Only some letters may "
        "follow, and what it stands for must be a visible character.",
        'name: "a\\qb"\n',
        "name: 'a\\qb'\n",
    ),
    CodeInfo(
        "HF123",
        "a text that needs quotes",
        "The signs @ ` % & * | > have a meaning in YAML at the beginning of a text.",
        "name: @home\n",
        'name: "@home"\n',
    ),
    CodeInfo(
        "HF124",
        "a space that is none",
        "Pages and text programs use spaces of other kinds, which look the same and "
        "are letters of the text for YAML.",
        "name: Sunday\u00a0rules\n",
        "name: Sunday rules\n",
    ),
    CodeInfo(
        "HF125",
        "curly quotes",
        "Text programs turn straight quotes into curly ones. For YAML these are "
        "letters like any other.",
        "name: \u201cSunday\u201d\n",
        'name: "Sunday"\n',
    ),
)
