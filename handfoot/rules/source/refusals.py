"""What the reader says about YAML that rule files do not use."""

from __future__ import annotations

import attrs

from handfoot.rules.reports.problems import Problem, Span
from handfoot.rules.source.nodes import MAX_DEPTH, MAX_VALUES

__all__ = [
    "ALIAS",
    "ANCHOR",
    "DIRECTIVE",
    "EMPTY_ENTRY",
    "EMPTY_VALUE",
    "GROUP_AS_NAME",
    "LIST_AS_NAME",
    "MERGE",
    "NAMELESS",
    "NO_SETTINGS_LIST",
    "NO_SETTINGS_TEXT",
    "SECOND_DOCUMENT",
    "TAG",
    "TOO_DEEP",
    "TOO_MANY",
    "Wording",
]


@attrs.frozen
class Wording:
    """The words of a refusal; ``{}`` in the message stands for the word at fault."""

    code: str
    message: str
    label: str
    fix: str

    def at(self, span: Span, key: str | None, word: str = "") -> Problem:
        """Make the problem of one place.

        Args:
            span: The place.
            key: The setting that is being read there.
            word: The word at fault, quoted.
        """
        return Problem(
            self.code,
            "error",
            self.message.replace("{}", word),
            key=key,
            span=span,
            label=self.label,
            notes=(("fix", self.fix),),
        )


SECOND_DOCUMENT = Wording(
    "HF109",
    "a rule file holds one set of rules; a second one begins here",
    "this line begins another set of rules",
    "take the line out, or move what follows into its own file",
)
DIRECTIVE = Wording(
    "HF109",
    "lines that begin with % are not used in rule files",
    "an instruction to the reader",
    "take the line out",
)
TOO_MANY = Wording(
    "HF111",
    f"this file has more than {MAX_VALUES:,} values, which no rules need",
    "reading stopped here",
    "make the file smaller",
)
TOO_DEEP = Wording(
    "HF111",
    f"settings inside settings go deeper than {MAX_DEPTH} levels here",
    "reading stopped here",
    "take out brackets or indentation that is too much",
)
ANCHOR = Wording(
    "HF107",
    "names for pieces, such as {}, are not used in rule files",
    "this names the value that follows",
    "take it out, and write the value again where it is needed",
)
ALIAS = Wording(
    "HF107",
    "repeating a piece by its name, as {} does, is not used in rule files",
    "this stands for a value from elsewhere",
    "write the value itself here, or put the text in quotes",
)
MERGE = Wording(
    "HF107",
    "merging with << is not used in rule files",
    "this would copy settings from elsewhere",
    "write the settings here; to build on other rules use extends",
)
TAG = Wording(
    "HF108",
    "kinds of values, written with an exclamation mark, are not used in rule files",
    "the exclamation mark has a meaning in YAML",
    "take it out, or put the text in quotes",
)
NAMELESS = Wording(
    "HF110",
    "a setting without a name",
    "the name is missing before this colon",
    "write the name of the setting before the colon",
)
LIST_AS_NAME = Wording(
    "HF110",
    "the name of a setting must be a word",
    "this is a list",
    "write a word before the colon",
)
GROUP_AS_NAME = attrs.evolve(LIST_AS_NAME, label="this is a group of settings")
EMPTY_VALUE = Wording(
    "HF116",
    "{} has no value",
    "nothing is written after its colon",
    "write a value, or take the line out",
)
EMPTY_ENTRY = Wording(
    "HF116",
    "an entry of this list is empty",
    "nothing is written here",
    "write the entry, or take the dash out",
)
NO_SETTINGS_LIST = Wording(
    "HF121",
    "a rule file is made of settings, each with a name and a colon",
    "this is a list",
    "write for example: name: Sunday at the lake",
)
NO_SETTINGS_TEXT = attrs.evolve(
    NO_SETTINGS_LIST, label="this is a text without a setting"
)
