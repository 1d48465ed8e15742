"""The generated JSON Schema: for editors, and the judge of every file."""

from __future__ import annotations

import copy
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from handfoot.rules.authoring.writing import flow, nested
from handfoot.rules.checking.accepts import KEYWORDS
from handfoot.rules.checking.schema import (
    is_valid,
    rules_schema,
    schema_text,
    validator,
)
from handfoot.rules.checking.validate import SAID
from handfoot.rules.language.head import HEAD
from handfoot.rules.language.keys import Key, OpenMap
from handfoot.rules.loading import check_text, load_rules
from handfoot.rules.reading.shipped import variant_names
from handfoot.rules.rulebook import all_keys

ROOT = Path(__file__).parents[2]
#: Words of a schema that make no error of their own.
TELLING = {
    "$schema", "$id", "$ref", "title", "description", "default", "examples",
    "definitions", "properties", "items", "if", "then", "else", "propertyNames",
}  # fmt: skip
#: Codes of what the schema cannot say: docs/language.md lists them.
BEYOND = ("HF1", "HF3", "HF4")
BEYOND_ALSO = {"HF205", "HF214", "HF215", "HF216", "HF204"}


def schemas_in(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas in it."""
    if isinstance(schema, dict):
        yield schema
        for word, inner in schema.items():
            if word in ("properties", "definitions", "dependencies"):
                for one in inner.values():
                    yield from schemas_in(one)
            elif word in (
                "items",
                "then",
                "else",
                "additionalProperties",
                "propertyNames",
            ):
                yield from schemas_in(inner)


@pytest.fixture(params=[False, True], ids=["authoring", "resolved"])
def schema(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Give each of the two forms."""
    return rules_schema(resolved=request.param)


class TestForm:
    def test_is_a_schema(self, schema: dict[str, Any]) -> None:
        """It is valid draft-07, which editors support best."""
        assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
        Draft7Validator.check_schema(schema)

    def test_closed(self, schema: dict[str, Any]) -> None:
        """Every group of fixed names refuses other names."""
        for one in schemas_in(schema):
            if "properties" in one:
                assert one["additionalProperties"] is False

    def test_one_shape_at_a_time(self, schema: dict[str, Any]) -> None:
        """No value is one of several shapes: such errors name no cause."""
        for one in schemas_in(schema):
            assert not {"anyOf", "oneOf", "allOf", "not"} & one.keys()

    def test_bounded(self, schema: dict[str, Any]) -> None:
        """Every list is limited, so that comparing its entries stays quick."""
        for one in schemas_in(schema):
            if one.get("type") == "array":
                assert one["maxItems"] <= 200

    def test_nothing_from_outside(self, schema: dict[str, Any]) -> None:
        """Every reference stays within the schema."""
        for one in schemas_in(schema):
            assert (
                one.get("$ref", "#/").startswith("#/definitions/") or "$ref" not in one
            )

    def test_every_keyword_has_words(self, schema: dict[str, Any]) -> None:
        """Each keyword that can fail has a message of ours."""
        used = {word for one in schemas_in(schema) for word in one}
        assert used - TELLING <= SAID.keys()

    def test_quick_judge_knows_every_keyword(self, schema: dict[str, Any]) -> None:
        """No keyword that can refuse something is left out by the quick yes or no."""
        used = {word for one in schemas_in(schema) for word in one}
        assert used - TELLING <= KEYWORDS.keys()

    def test_told(self) -> None:
        """Every key has a title, a description, a default and an example."""
        for path, one in rules_schema()["definitions"].items():
            assert one["title"] == path
            assert len(one["description"]) > 10
            assert "default" in one
            assert one["examples"]

    def test_resolved_says_all(self) -> None:
        """The resolved form asks for every key, and knows no base."""
        resolved = rules_schema(resolved=True)
        assert "extends" not in resolved["properties"]
        assert set(resolved["properties"]["pile"]["required"]) == set(
            resolved["properties"]["pile"]["properties"]
        )


class TestAgreement:
    def test_committed_copy(self) -> None:
        """The file beside the variants is what the classes say now.

        Write it anew with: python -m handfoot.rules.authoring.reference
        """
        committed = (ROOT / "variants" / "ruleset.schema.json").read_text()
        assert committed == schema_text()

    @pytest.mark.parametrize("name", variant_names())
    def test_variants(self, name: str) -> None:
        """A variant as written is valid, and with every key said as well."""
        text = (ROOT / "variants" / f"{name}.yaml").read_text()
        assert not [*validator().iter_errors(as_json(text))]
        resolved = load_rules(name).to_yaml()
        assert not [*validator(resolved=True).iter_errors(as_json(resolved))]

    @pytest.mark.parametrize(
        "key", [key for key in all_keys() if isinstance(key, Key)], ids=lambda k: k.path
    )
    def test_examples(self, key: Key) -> None:
        """The example of every key is valid; so is its default."""
        for value in (key.example, rules_schema()["definitions"][key.path]["default"]):
            path = key.path.replace("*", "special")
            text = "handfoot: 1\nname: T\n" + flow(nested({path: value}))[1:-1]
            codes = {one.code for one in check_text(text)[1].errors}
            assert not [code for code in codes if code.startswith("HF2")], text

    def test_no_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No socket is ever opened, not even for $schema or extends."""

        def refuse(*args: object, **kwargs: object) -> None:
            raise AssertionError("the network was asked")

        monkeypatch.setattr(socket, "socket", refuse)
        text = (
            "handfoot: 1\nname: T\n$schema: http://example.org/x.json\n"
            "extends: http://example.org/x.yaml\nreadings: {$ref: 'http://x.org/y'}\n"
        )
        assert [one.code for one in check_text(text)[1].problems] == ["HF402"]


def as_json(text: str) -> Any:
    """Give a text as an editor sees it: plain data with text names."""
    return json.loads(json.dumps(yaml.safe_load(text)))


#: One value of every sort that may stand where it should not.
ODD = st.sampled_from(
    [0, -1, 7, 99999, True, False, "all", "none", "eleven", "yes", "two", "",
     [], [1], ["two"], ["two", "two"], [["two"]], {}, {"clean": 1},
     {"by_round": []}, {"by_round": [1]}, {"by_round": ["two"]}, {"by_rounds": [1]},
     {"by_round": [1], "then_add": 2}, {"then_add": 2}, {"by_round": [1], "plus": 2},
     {"by_sides": {"singles": 1}}, {"by_sides": {"singles": 1, "partners": 2}},
     {"by_sides": {"singles": ["two"], "partners": []}},
     {"by_players": {"4": 5, "else": 3}}, {"by_players": {"17": 5}}, {"by_players": {}},
     {"per_player": 1}, {"per_player": 1, "plus": 1}, {"plus": 1},
     {"by_score": {"0": 3, "below": 2}}, {"by_score": {"00": 3}}, {"by_score": {"x": 3}},
     {"by_round": [{"by_sides": {"singles": 1, "partners": 3}}]},
     {"by_sides": {"singles": 1, "partners": 2}, "by_round": [3]}]
)  # fmt: skip
PATHS = st.sampled_from(
    [key.path.replace("*", "clean") for key in all_keys()]
    + [*HEAD, "nothing", "deal", "books", "deal.nothing", "books.kinds.A b", "$schema"]
)


class TestOneJudge:
    @settings(max_examples=250, deadline=None)
    @given(st.dictionaries(PATHS, ODD, max_size=3))
    def test_schema_and_loader_agree(self, changes: dict[str, Any]) -> None:
        """What the schema refuses the loader refuses, and the other way round.

        But for what no schema can say: contradictions, and forms that stand inside
        themselves; these have codes of their own.
        """
        tree: dict[str, Any] = {"handfoot": 1, "name": "T"}
        for path, value in changes.items():
            *groups, name = path.split(".")
            here = tree
            for group in groups:
                inner = here.get(group)
                if not isinstance(inner, dict):
                    inner = here[group] = {}
                here = inner
            here[name] = copy.deepcopy(value)
        text = flow_file(tree)
        accepted = not [*validator().iter_errors(as_json(text))]
        assert is_valid(as_json(text)) == accepted, text
        report = check_text(text)[1]
        errors = [one.code for one in report.errors]
        # A file of an earlier version is read all the same, with this warning.
        older = any(one.code == "HF219" for one in report.problems)
        assert "HF999" not in errors
        if accepted:
            beyond = [c for c in errors if c.startswith(BEYOND) or c in BEYOND_ALSO]
            assert beyond == errors, text
        else:
            assert errors or older, text


def flow_file(tree: dict[str, Any]) -> str:
    """Write a file with one line for each setting of its top."""
    return "".join(f"{json.dumps(k)}: {json.dumps(v)}\n" for k, v in tree.items())


def test_open_maps_are_known() -> None:
    """What stands below a new name in a map of free names has defaults."""
    for key in all_keys():
        if isinstance(key, OpenMap):
            assert key.cls()
