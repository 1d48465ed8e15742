"""The same seed gives the same matches on every Python that is to be found here."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Final

import attr
import pytest

from handfoot.study import simulate
from handfoot.study.matches import play_match
from handfoot.study.workers import MakeExecutor, process_pool

ROOT: Final = Path(__file__).parents[2]
#: Where another Python finds attrs, all that a shipped ruleset needs to be played.
LIBRARIES: Final = Path(attr.__file__).parents[1]
TABLES: Final = (
    ("eleven-card", "heuristic", 2),
    ("low-score-runs", "heuristic", 1),
    ("six-deck-10000", "random", 1),
    ("face-up-packets", "random", 2),
)

PROGRAM: Final = """
import hashlib, sys
from handfoot import load_rules
from handfoot.study.table import Table
for word in sys.argv[1:]:
    name, kind, games = word.split(":")
    table = Table(load_rules(name), kind)
    found = [table.match(number) for number in range(int(games))]
    print(hashlib.sha256(repr(found).encode()).hexdigest())
"""

# It once ended otherwise from Python 3.12 on, where `sum` adds floats more exactly.
ONE_MORE: Final = """
from handfoot.study.matches import play_match
found = play_match("vegas-rising", ["heuristic"], 4, "1")
print(hashlib.sha256(repr(found).encode()).hexdigest())
"""


def _digest(found: object) -> str:
    return hashlib.sha256(repr(found).encode()).hexdigest()


def _here(make: MakeExecutor) -> list[str]:
    """Return the digest of each table's results as ``simulate`` gives them."""
    return [
        _digest(list(simulate(name, games, 0, kind, make)))
        for name, kind, games in TABLES
    ]


@cache
def _wanted() -> list[str]:
    return _here(partial(ThreadPoolExecutor, 1))


def _pythons() -> Iterator[tuple[str, str]]:
    """Yield version and path of each other Python, from 3.11 on."""
    versions = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    asked = os.environ.get("HANDFOOT_PYTHONS", "").split(os.pathsep)
    installed = map(str, versions.glob("3.*/bin/python3"))
    seen = {sys.version_info[:2]}
    for path in filter(None, [*asked, *named, *installed]):
        tell = "import sys; print(*sys.version_info[:2])"
        asking = subprocess.run(
            [path, "-c", tell], capture_output=True, text=True, check=False
        )
        if asking.returncode:
            continue  # a name that leads nowhere
        major, minor = map(int, asking.stdout.split())
        if (major, minor) >= (3, 11) and (major, minor) not in seen:
            seen.add((major, minor))
            yield f"{major}.{minor}", path


@pytest.mark.parametrize("jobs", [1, 2])
def test_workers(jobs: int) -> None:
    """One process or two: the results are those of a thread."""
    assert _here(partial(process_pool, jobs)) == _wanted()


def test_pythons() -> None:
    """Every other Python plays the same matches to the same end."""
    others = [*_pythons()]
    if not others:
        pytest.skip("no other Python is here; name some in HANDFOOT_PYTHONS")
    one_more = _digest(play_match("vegas-rising", ["heuristic"], 4, "1"))
    words = [":".join(map(str, table)) for table in TABLES]
    for version, path in others:
        printed = subprocess.run(
            [path, "-W", "error", "-c", PROGRAM + ONE_MORE, *words],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{LIBRARIES}"},
        )
        assert printed.stdout.split() == [*_wanted(), one_more], (
            version,
            printed.stderr,
        )
