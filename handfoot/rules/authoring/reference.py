"""Keys, forms and codes explained: for the terminal, and as pages of the docs.

Run ``python -m handfoot.rules.authoring.reference`` at the top of the project to write
every file anew that is made from others: two pages, the schema and the read variants.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from handfoot.rules.authoring.writing import flow
from handfoot.rules.checking.schema import schema_text
from handfoot.rules.language.head import HEAD, REQUIRED
from handfoot.rules.language.keys import (
    SCOPES,
    Key,
    OpenMap,
    Section,
)
from handfoot.rules.language.phrases import capital
from handfoot.rules.language.scoped import CASES, SCOPE_TEXT, written
from handfoot.rules.language.words import listed
from handfoot.rules.layers import key_at
from handfoot.rules.reading.compiled import compiled_text
from handfoot.rules.reading.shipped import shipped_source, variant_names
from handfoot.rules.reports.codes import CodeInfo, known_codes
from handfoot.rules.rulebook import all_keys, language

__all__ = [
    "FORMS",
    "about_key",
    "copies",
    "explain_code",
    "explain_key",
    "keys_page",
    "problems_page",
]

#: The forms of a value that varies: an example, and what it means.
FORMS: Final[Mapping[str, tuple[str, str]]] = {
    "by_round": (
        "{by_round: [50, 90, 120, 150]}",
        "A value for each round. Past the end the last one repeats, or grows: "
        "{by_round: [60], then_add: 30} is 60, 90, 120 and so on.",
    ),
    "by_players": (
        "{by_players: {2: 3, 4: 5, else: 6}}",
        "A value for each head count, and else for every other. A head count that may "
        "play and has no value is an error.",
    ),
    "per_player": (
        "{per_player: 1, plus: 1}",
        "So many for each player, and some more; here one more than players.",
    ),
    "by_score": (
        "{by_score: {below: 15, 0: 50, 1500: 90}}",
        "A value from each running score of the side upward, as the round begins. "
        "Under the lowest score its value holds, unless below says otherwise.",
    ),
    **{word: (form.example, form.about) for word, form in CASES.items()},
}


def kind_text(key: Key) -> str:
    """Return what values a key takes, in everyday words."""
    words = [*key.choices, *(["none"] if key.may_be_none else [])]
    span = ""
    if key.least is not None and key.most is not None:
        span = f" from {key.least:,} to {key.most:,}"
    match key.kind:
        case "number":
            return f"a whole number{span}" + "".join(f", or {word}" for word in words)
        case "switch":
            return "true or false"
        case "choice":
            return listed(words, "or")
        case "cards":
            return f"a list of {listed(words, 'or')}"
        case "numbers":
            return f"a list of whole numbers{span}"
        case "texts":
            return "a list of texts"
        case "counts":
            return f"names, each with a whole number{span}"
        case "readings":
            return "keys or topics, each with a text"
        case _:
            return "a text"


def meanings(key: Key) -> Iterator[tuple[str, str]]:
    """Yield each word that a key takes with what a rule card says for it."""
    if key.kind not in ("choice", "number") or isinstance(key.says, str):
        return
    for word in key.choices:
        said = key.says.get(word, "")
        yield word, capital(said) if said else "The rule card says nothing of it."


def vary_text(key: Key) -> str:
    """Return by what a key may vary, or that it may not."""
    if not key.scopes:
        return "does not vary"
    may = [SCOPE_TEXT[scope] for scope in SCOPES if scope in key.scopes]
    return f"may vary by {listed(may, 'or')}"


def explain_key(path: str) -> list[str] | None:
    """Return the explanation of a key, a group or a form, or None if unknown."""
    if path in FORMS:
        example, meaning = FORMS[path]
        return [f"{path}: a value that varies", "", meaning, "", f"example: {example}"]
    place = HEAD.get(path) or key_at(path)
    match place:
        case Key():
            return [*_key_lines(place)]
        case Section() | OpenMap():
            return [*_group_lines(place)]
        case None:
            return None


def about_key(path: str) -> dict[str, Any]:
    """Return what is known of a key or a group that there is, as plain data."""
    place = HEAD.get(path) or key_at(path)
    if not isinstance(place, Key):
        assert place is not None
        keys = [key.path for key in all_keys() if key.path.startswith(f"{path}.")]
        return {"kind": "group", "key": path, "about": place.about, "keys": keys}
    known = {
        "kind": "setting",
        "key": place.path,
        "about": place.about,
        "takes": kind_text(place),
        "example": place.example,
        "says": dict(meanings(place)),
    }
    if place.path in HEAD:
        return {**known, "required": place.path in REQUIRED}
    return {
        **known,
        "default": written(place.default),
        "default_beside": [*beside(place)],
        "choices": [*place.choices, *(["none"] if place.may_be_none else [])],
        "least": place.least,
        "most": place.most,
        "unit": place.unit,
        "varies_by": list(place.scopes),
    }


def _key_lines(key: Key) -> Iterator[str]:
    yield f"{key.path}: {kind_text(key)}"
    yield ""
    yield key.about
    yield ""
    said = [f"{word}: {sentence}" for word, sentence in meanings(key)]
    if said:
        yield from ("what the rule card says:", *said, "")
    if key.path in HEAD:
        yield "required" if key.path in REQUIRED else "may be left out"
    else:
        yield f"default: {flow(written(key.default))}"
        yield from (f"but {one}" for one in beside(key))
        yield vary_text(key)
    if key.unit:
        yield f"counted in {key.unit}"
    yield f"example: {_example(key)}"
    if key.path in HEAD:
        return
    played = [*_in_variants(key.path)]
    if played:
        yield from ("", "who plays it:", *played)


def _example(key: Key) -> str:
    text = f"{key.path.rpartition('.')[2]}: {flow(key.example)}"
    for group in reversed(key.path.split(".")[:-1]):
        text = f"{group}: {{{text}}}"
    return text


def _in_variants(path: str) -> Iterator[str]:
    from handfoot.rules.loading import load_rules

    found: dict[str, list[str]] = {}
    for name in variant_names():
        rules = load_rules(name)
        if path in rules.values and rules.origin(path).kind != "default":
            found.setdefault(flow(written(rules[path])), []).append(name)
    # The commonest value first: what most people play.
    for value, names in sorted(found.items(), key=lambda one: -len(one[1])):
        yield f"{value}: {', '.join(names)}"


def _group_lines(group: Section | OpenMap) -> Iterator[str]:
    yield f"{group.path}: a group of settings"
    yield ""
    yield group.about
    yield ""
    start = f"{group.path}."
    for key in all_keys():
        if key.path.startswith(start):
            yield f"{key.path}: {key.about}"


def explain_code(info: CodeInfo) -> list[str]:
    """Return the explanation of a code."""
    return [
        f"{info.code}: {info.title}",
        "",
        info.meaning,
        "",
        "with the problem:",
        *(f"    {line}" for line in info.failing.splitlines()),
        "without:",
        *(f"    {line}" for line in info.mended.splitlines()),
    ]


def keys_page() -> str:
    """Return the page of all keys, in Markdown."""
    lines = [
        "# Every setting",
        "",
        "Made from the classes of `handfoot.rules`; do not edit by hand. How a file is",
        "written stands in [language.md](language.md). `*` stands for a name of your",
        "choice. Each word that a setting takes has the sentence that a rule card has.",
        "",
        "## The top of a file",
        "",
    ]
    for key in HEAD.values():
        required = " Required." if key.path in REQUIRED else ""
        lines += [f"- `{key.path}`: {kind_text(key)}. {key.about}{required}"]
    for name, chapter in language().members.items():
        assert isinstance(chapter, Section)
        lines += ["", f"## {name}", "", chapter.about]
        for place in all_keys():
            if place.path.startswith(f"{name}."):
                lines += ["", *_key_entry(place)]
    return "\n".join(lines) + "\n"


def beside(key: Key, mark: str = "") -> Iterator[str]:
    """Yield the defaults that follow other keys, each with when it holds.

    Args:
        key: The key.
        mark: What stands on both sides of a value.
    """

    def shown(value: Any) -> str:
        return f"{mark}{flow(written(value))}{mark}"

    for path, cases in key.unless.items():
        for decides, instead in cases.items():
            what = shown(instead)
            if key.kind == "counts":
                what = f"without {listed(map(shown, instead))}"
            name = f"{mark}{path}{mark}"
            if decides is None:
                group = path.rpartition(".")[0]
                yield f"{what} where {mark}{group}{mark} is removed"
            else:
                yield f"{what} where {name} is {shown(decides)}"


def _key_entry(key: Key | OpenMap) -> Iterator[str]:
    yield f"### `{key.path}`"
    yield ""
    yield key.about
    yield ""
    if isinstance(key, OpenMap):
        yield f"- by default: {listed(key.default) or 'none'}"
        return
    unit = f" ({key.unit})" if key.unit else ""
    yield f"- value: {kind_text(key)}{unit}"
    for word, sentence in meanings(key):
        yield f"  - `{word}`: {sentence}"
    yield f"- default: `{flow(written(key.default))}`"
    yield from (f"  - {one}" for one in beside(key, mark="`"))
    yield f"- {vary_text(key)}"
    yield f"- example: `{_example(key)}`"


def problems_page() -> str:
    """Return the page of all codes, in Markdown."""
    lines = [
        "# Every problem",
        "",
        "Made from `handfoot.rules.reports`; do not edit by hand. The first example",
        "has the problem, the second is mended. `handfoot explain CODE` says the same.",
    ]
    for info in known_codes().values():
        lines += ["", f"## {info.code}: {info.title}", "", info.meaning, ""]
        lines += ["```yaml", *_shown(info.failing), "```", ""]
        lines += ["```yaml", *_shown(info.mended), "```"]
    return "\n".join(lines) + "\n"


def _shown(text: str) -> list[str]:
    from handfoot.rules.reports.display import visible

    return [visible(line) for line in text.replace("\t", "-->|").splitlines()]


def copies() -> dict[str, str]:
    """Return every file that is made from the classes, by its path in the project."""
    return {
        "docs/keys.md": keys_page(),
        "docs/problems.md": problems_page(),
        "variants/ruleset.schema.json": schema_text(),
        "handfoot/rules/reading/shipped.json": compiled_text(
            [shipped_source(name) for name in variant_names()]
        ),
    }


def _main() -> None:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    for path, text in copies().items():
        (root / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _main()
