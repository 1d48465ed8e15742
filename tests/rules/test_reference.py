"""What is made from the classes: pages, schema and explanations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handfoot.rules.authoring.reference import FORMS, copies, explain_code, explain_key
from handfoot.rules.language.head import HEAD
from handfoot.rules.language.keys import Key
from handfoot.rules.language.scoped import SCOPE_WORDS
from handfoot.rules.reports.codes import known_codes
from handfoot.rules.rulebook import all_keys, language

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "path", ["docs/keys.md", "docs/problems.md", "handfoot/rules/reading/shipped.json"]
)
def test_pages_are_up_to_date(path: str) -> None:
    """The pages say what the classes say, the read variants what the files say.

    Write them anew with: python -m handfoot.rules.authoring.reference
    """
    assert (ROOT / path).read_text(encoding="utf-8") == copies()[path]


@pytest.mark.parametrize("key", [key.path for key in (*all_keys(), *HEAD.values())])
def test_every_key_is_explained(key: str) -> None:
    """Each key has an explanation that begins with its name and says what it decides."""
    lines = explain_key(key)
    assert lines is not None
    assert lines[0].startswith(f"{key}: ")
    assert len(lines[2]) > 10


def test_every_word_is_explained() -> None:
    """Each word that a setting takes is told in a sentence, there and on the page."""
    page = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    for key in all_keys():
        if not isinstance(key, Key) or key.kind not in ("choice", "number"):
            continue
        lines = explain_key(key.path)
        assert lines is not None
        for word in key.choices:
            (line,) = [one for one in lines[3:] if re.match(rf"{word}: [A-Z]", one)]
            assert f"  - `{word}`: {line.partition(': ')[2]}\n" in page


def test_every_form_is_explained() -> None:
    """Each form of a value that varies is explained under its word."""
    assert FORMS.keys() == SCOPE_WORDS.keys()
    assert all(explain_key(form) for form in FORMS)


def test_every_code_is_explained() -> None:
    """Each code has a title, a meaning and two examples."""
    for code, info in known_codes().items():
        lines = explain_code(info)
        assert lines[0] == f"{code}: {info.title}"
        assert lines[2] == info.meaning
        assert info.failing != info.mended


def test_language_page_names_every_form_and_top_key() -> None:
    """The page on the language leaves out no form and no setting of the top."""
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    for word in (*FORMS, *HEAD):
        assert f"`{word}" in page, word


def test_language_page_names_every_chapter() -> None:
    """The page on the language lists the chapters in the order of the language."""
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    listed = page.partition("the *chapters*:")[2].partition(". A group")[0]
    assert re.findall(r"`(\w+)`", listed) == [*language().members]


def test_guide_names_files_that_exist() -> None:
    """The guide to a new house rule names no file that has gone."""
    page = (ROOT / "docs" / "adding-a-house-rule.md").read_text(encoding="utf-8")
    found = re.findall(r"`([\w/-]+/[\w.-]+\.(?:py|md|yaml|json))`", page)
    assert len(found) > 20
    assert [path for path in found if not (ROOT / path).exists()] == []


def test_every_key_says_what_it_is() -> None:
    """Each key has a sentence about it, a unit where it counts, and an example."""
    for key in all_keys():
        if isinstance(key, Key):
            assert key.about.endswith("."), key.path
            assert key.kind not in ("number", "numbers", "counts") or key.unit, key.path
