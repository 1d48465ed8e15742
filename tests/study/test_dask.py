"""Matches on a cluster of real worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from handfoot import load_rules
from handfoot.study import simulate

distributed = pytest.importorskip("distributed")

RULES = load_rules("eleven-card").with_changes({"match.rounds": 1})
ROOT = str(Path(__file__).parents[2])
play = partial(simulate, RULES, 24, seed=3, players=("random",), seats=2)


# What it starts and stops in the background is its own affair.
@pytest.mark.filterwarnings("ignore")
def test_cluster(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A cluster plays what a thread plays, though one of its processes is killed."""
    monkeypatch.setenv("PYTHONPATH", ROOT)
    wanted = list(play(executor=partial(ThreadPoolExecutor, 1)))
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        processes = client.run(os.getpid)
        assert len(processes) == 2
        matches = play(executor=client.get_executor())
        found = [next(matches)]
        victim = min(processes.values())
        os.kill(victim, signal.SIGKILL)
        found += matches
        assert victim not in client.run(os.getpid).values()
        # A function that makes the executor serves too, and may be left early.
        again = play(executor=client.get_executor)
        assert [next(again), next(again)] == wanted[:2]
        again.close()
    assert found == wanted
