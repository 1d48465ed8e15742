"""Lets pytest collect scenario files: whatever ends in ``.scenario.yaml``.

Installed with handfoot and silent where there are no such files. Each scenario is a
test of its own; a file with mistakes is an error of collection that shows them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from handfoot.table.scenario import Result, Scenario

# Said here, so that pytest imports nothing of handfoot for those who do not need it.
_SUFFIX = ".scenario.yaml"


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> ScenarioFile | None:
    """Collect a scenario file."""
    if file_path.name.endswith(_SUFFIX):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield its scenarios."""
        from handfoot.errors import ScenarioError
        from handfoot.table.scenario import load_scenarios

        try:
            scenarios = load_scenarios(self.path)
        except ScenarioError as error:
            raise self.CollectError(str(error)) from None
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, scenario: Scenario, **kwargs: Any) -> None:
        """Keep the scenario."""
        super().__init__(**kwargs)
        self.scenario = scenario

    def runtest(self) -> None:
        """Run the scenario; fail with everything that came out otherwise."""
        result = self.scenario.run()
        if not result.passed:
            raise ScenarioFailureError(result)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Show what came out otherwise, without a traceback."""
        if isinstance(excinfo.value, ScenarioFailureError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the scenario stands."""
        return self.path, self.scenario.span.line - 1, self.name


class ScenarioFailureError(AssertionError):
    """Something came out otherwise than a scenario says."""

    def __init__(self, result: Result) -> None:
        """Keep what came out otherwise."""
        super().__init__("\n".join(map(str, result.differences)))
