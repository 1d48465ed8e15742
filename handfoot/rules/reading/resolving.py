"""One file being read, with all that it extends.

Text, tree, names and types, base, merged values, chapters, contradictions. Each step
runs only on what the one before found sound, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import attrs

from handfoot.errors import RulesetError
from handfoot.rules.language.head import LANGUAGE_VERSION
from handfoot.rules.layers import (
    NO_BASE,
    Layer,
    Merged,
    Setting,
    data_of,
    is_newer,
    layer_of,
    version_of,
)
from handfoot.rules.reading import extends
from handfoot.rules.reading.compiled import compiled_tree
from handfoot.rules.reading.extends import Link
from handfoot.rules.reading.merge import merge, removal_problems
from handfoot.rules.reading.shipped import shipped_source, variant_names
from handfoot.rules.reports.problems import Problem, Report
from handfoot.rules.ruleset import RuleSet, ruleset_of
from handfoot.rules.source import (
    MapNode,
    Source,
    SourceRefused,
    parse,
    read_source,
)
from handfoot.rules.source.foreign import foreign_file
from handfoot.rules.unsaid import followed

__all__ = ["Reading", "shipped_rules"]


@attrs.define
class Reading:
    """One file being read with all that it extends."""

    problems: list[Problem] = attrs.field(factory=list)
    files: list[str] = attrs.field(factory=list)
    sources: dict[str, str] = attrs.field(factory=dict)

    def report(self) -> Report:
        """Return what was found so far."""
        return Report(self.problems, self.files, self.sources)

    def refuse(self, refused: SourceRefused, name: str) -> None:
        """Note a file that cannot even be looked at."""
        self.files.append(name)
        if refused.source is not None:
            self.sources[name] = refused.source.text
        self.problems.append(refused.problem)

    def rules(
        self, source: Source, link: Link, *, trusted: bool = False
    ) -> tuple[RuleSet | None, Report]:
        """Return the ruleset of a text and the report."""
        layers: list[Layer] = []
        base = self._collect(source, link, layers, trusted=trusted)
        if base is None:
            return None, self.report()
        return self.finish(layers, base, trusted=trusted)

    def changed(self, rules: RuleSet, source: Source) -> RuleSet | None:
        """Return what the settings of a program make of a ruleset."""
        layer = self._layer(source, trusted=False)
        if layer is None:
            return None
        # Defaults that followed may have to follow otherwise.
        before = rules.made_from.values
        usual = {key: before[key] for key in followed(rules.made_from)}
        base = attrs.evolve(rules.made_from, values={**rules.values, **usual})
        made = self.finish([layer], base, program=True)[0]
        return None if made is None else attrs.evolve(made, about=rules.about)

    def finish(
        self,
        layers: list[Layer],
        base: Merged,
        *,
        trusted: bool = False,
        program: bool = False,
    ) -> tuple[RuleSet | None, Report]:
        """Return the ruleset that layers, the nearest first, make of a base."""
        if self._has_errors():
            return None, self.report()
        merged = base
        for layer in reversed(layers):
            self.problems += removal_problems(merged, layer)
            if self._has_errors():
                return None, self.report()
            merged = merge(merged, layer, program=program)
        rules = ruleset_of(layers[0], merged)
        if not trusted:
            self._examine(rules, merged)
        for name, text in merged.sources.items():
            self.sources.setdefault(name, text)
        return (None if self._has_errors() else rules), self.report()

    def _examine(self, rules: RuleSet, merged: Merged) -> None:
        """Look for contradictions, and once more at every type by the classes."""
        from handfoot.rules.checking.coherence import coherence_problems
        from handfoot.rules.checking.situations import situations
        from handfoot.rules.structure import strict_rulebook

        self.problems += coherence_problems(rules, merged)
        self.problems = [
            problem
            for problem in self.problems
            if problem.severity == "error" or problem.code not in merged.allowed
        ]
        if self._has_errors():
            return
        tables = [*situations(rules)]
        try:
            for at in (tables[0], tables[-1]):
                strict_rulebook(rules.plain_values(at))
        except (TypeError, ValueError) as error:
            # The schema and the classes say the same, so this is our mistake.
            message = f"handfoot made a mistake: {error}"
            self.problems.append(Problem("HF999", "error", message))

    def _is_wrong(self, key: str, source: Source) -> bool:
        """Whether a setting of a file has an error already."""
        return any(
            problem.key == key and problem.file == source.name
            for problem in self.problems
            if problem.severity == "error"
        )

    def _has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)

    def _collect(
        self, source: Source, link: Link, layers: list[Layer], *, trusted: bool
    ) -> Merged | None:
        """Read a file and all it extends; return the values of the last base."""
        links: list[Link] = []
        while True:
            layer = self._layer(source, trusted=trusted)
            if layer is None:
                return None
            layers.append(layer)
            setting = layer.head.get("extends")
            link = attrs.evolve(link, extends=setting)
            links.append(link)
            text = layer.text("extends")
            if setting is None or text is None or self._is_wrong("extends", source):
                return NO_BASE
            if not extends.is_file_name(text):
                return self._shipped_base(text, setting, links)
            found = self._open(text, setting, links)
            if found is None:
                return None
            source, link = found

    def _layer(self, source: Source, *, trusted: bool) -> Layer | None:
        self.files.append(source.name)
        self.sources[source.name] = source.text
        if trusted and (tree := compiled_tree(source)) is not None:
            return layer_of(source, tree)
        root, problems = parse(source)
        self.problems += problems
        if not isinstance(root, MapNode):
            return None
        if trusted:
            return layer_of(source, root)
        # Only people's files pay for checks; a test shows that ours are valid.
        foreign = foreign_file(root)
        if foreign is not None:
            self.problems[:] = [foreign]
            return None
        if is_newer(version_of(root)):
            from handfoot.rules.checking.validate import newer_version

            self.problems[:] = [newer_version(root)]
            return None
        self._read_as_current(root)
        layer = layer_of(source, root)
        wrong = [*self._wrong_values(root, problems)]
        # A warning that turns out to be the mistake is said as an error, once.
        raised = {(one.code, one.span) for one in wrong}
        self.problems = [
            one
            for one in self.problems
            if one.severity == "error" or (one.code, one.span) not in raised
        ]
        self.problems += wrong or self._wrong_forms(layer)
        return layer

    def _read_as_current(self, root: MapNode) -> None:
        """Change the tree of an older file into one of this version."""
        version = version_of(root)
        if version is None or not 0 <= version < LANGUAGE_VERSION:
            return
        from handfoot.rules.reading.migration import current_tree, older_version

        self.problems.append(older_version(root, version, current_tree(root, version)))

    def _wrong_values(
        self, root: MapNode, known: tuple[Problem, ...]
    ) -> Iterable[Problem]:
        from handfoot.rules.checking.schema import is_valid

        if is_valid(data_of(root)):
            return ()
        from handfoot.rules.checking.validate import schema_problems

        return schema_problems(root, known)

    def _wrong_forms(self, layer: Layer) -> Iterable[Problem]:
        from handfoot.rules.reading.nesting import nesting_problems

        yield from nesting_problems(layer)
        if "allow_warnings" in layer.head:
            from handfoot.rules.checking.validate import allowed_problems

            yield from allowed_problems(layer)

    def _shipped_base(
        self, name: str, setting: Setting, links: list[Link]
    ) -> Merged | None:
        if name not in variant_names():
            self.problems.append(extends.unknown(name, setting))
            return None
        if any(link.folder is None and link.name == name for link in links):
            self.problems.append(extends.circle([*links, Link(name, None)], setting))
            return None
        merged = _shipped_merged(name)
        if len(links) + len(merged.chain) > extends.MOST_LEVELS:
            chain = [*links, *(Link(base, None) for base in merged.chain)]
            self.problems.append(extends.too_long(chain, setting))
            return None
        return merged

    def _open(
        self, text: str, setting: Setting, links: list[Link]
    ) -> tuple[Source, Link] | None:
        found = extends.base_file(text, setting, links[-1])
        if isinstance(found, Problem):
            self.problems.append(found)
            return None
        path, shown = found
        link = Link(shown, path.parent, extends.identity_of(path))
        seen = [one.identity for one in links if one.identity is not None]
        if link.identity in seen:
            self.problems.append(extends.circle([*links, link], setting))
            return None
        if len(links) >= extends.MOST_LEVELS:
            self.problems.append(extends.too_long([*links, link], setting))
            return None
        try:
            return read_source(path, name=shown), link
        except SourceRefused as refused:
            self._refused_base(refused, shown, setting)
            return None

    def _refused_base(
        self, refused: SourceRefused, name: str, setting: Setting
    ) -> None:
        """Point at ``extends`` where the base itself has no place to point at."""
        problem = refused.problem
        if problem.span is None:
            problem = attrs.evolve(
                problem,
                key="extends",
                span=setting.node.span,
                file=setting.node.span.file,
                label="named here",
            )
        self.refuse(SourceRefused(problem, refused.source), name)


@cache
def shipped_rules(name: str) -> RuleSet:
    """Read a shipped variant once; a test shows that each is valid."""
    source = shipped_source(name)
    rules, report = Reading().rules(source, Link(name, None), trusted=True)
    if rules is None:
        raise RulesetError(report)
    return rules


def _shipped_merged(name: str) -> Merged:
    return shipped_rules(name).made_from
