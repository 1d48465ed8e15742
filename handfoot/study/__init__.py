"""Studies: many matches between computer players, and what came of them."""

from handfoot.study.many import simulate
from handfoot.study.matches import MatchResult, RoundResult
from handfoot.study.table import Table

__all__ = ["MatchResult", "RoundResult", "Table", "simulate"]
