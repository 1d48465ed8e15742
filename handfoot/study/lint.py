"""Rules that work on paper but not at the table, found by playing them.

What is found are warnings: computer players are no people, and a few matches are not
many. The codes are documented in ``handfoot.rules.reports.codes_play``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from handfoot.rules.book_kinds import BookKind
from handfoot.rules.checking.places import place_of, where_extended
from handfoot.rules.language.scoped import Situation
from handfoot.rules.layers import Merged
from handfoot.rules.reports.problems import Problem, Related, Span
from handfoot.rules.rulebook import Rulebook
from handfoot.rules.ruleset import RuleSet
from handfoot.study.matches import MatchResult, RoundResult
from handfoot.study.measures import minutes
from handfoot.study.table import Table

__all__ = ["merged", "play_problems", "tables_to_play"]

#: Share of the rounds that may end without anybody going out.
_MOST_WITHOUT: Final = 0.9
#: Share of the sides that have the books they need, or of the players who take up their
#: last packet, at most, to say that it is these.
_RARE: Final = 0.5
#: Share of the sides that open in a round, at least.
_LEAST_OPENED: Final = 0.5
#: What ends rounds before anybody goes out, in words, with a way out of it.
_ENDINGS: Final = {
    "stock": (
        "the stock",
        "ask for fewer books, deal less, or draw more cards from more packs",
    ),
    "turns": ("the limit of turns", "ask for fewer books, or allow more turns"),
    "threes": (
        "threes in a row",
        "ask for fewer books, or let more threes in a row end a round",
    ),
}
#: Minutes of a match, at most.
_MOST_MINUTES: Final = 180
#: Share of the matches that the limit of rounds may end.
_MOST_LIMITED: Final = 0.5


def play_problems(table: Table, results: Iterable[MatchResult]) -> list[Problem]:
    """Return a warning for each thing that does not work in play.

    Args:
        table: The table.
        results: Its matches.

    Returns:
        The warnings that the ruleset does not allow (``allow_warnings``).
    """
    matches = list(results)
    if not matches:
        return []
    count = "1 match" if len(matches) == 1 else f"{len(matches)} matches"
    several = len(table.rules["players.counts"]) > 1
    where = f"with {table.seats} players, " if several else ""
    played = f"{table.rules.name}, {count} of {table.seats} computer players"
    allowed = table.rules.made_from.allowed
    rounds = [one for result in matches for one in result.rounds]
    found = (*_rounds(table, rounds), *_matches(table, matches))
    return [
        _placed(
            Problem(
                code,
                "warning",
                where + message,
                key=key,
                label=label,
                notes=(
                    ("played", played),
                    ("fix", fix),
                    (
                        "keep it",
                        f"add {code} to allow_warnings if you really want this",
                    ),
                ),
            ),
            place_of(key, _at(table), table.rules.made_from),
            table.rules.made_from,
        )
        for code, key, message, label, fix in found
        if code not in allowed
    ]


def _placed(problem: Problem, span: Span | None, merged: Merged) -> Problem:
    """Return a problem with its place, which is in a file that the reader can open."""
    key, label = problem.key, problem.label
    if span is None:
        # Nobody sees a label that points at no line.
        notes = (("by default", f"{key}: {label}"), *problem.notes)
        return attrs.evolve(problem, notes=notes)
    extended = where_extended(span, merged)
    if extended is None:
        return attrs.evolve(problem, span=span, file=span.file)
    return attrs.evolve(
        problem,
        span=extended,
        file=extended.file,
        label=f"{span.file} sets {key}: {label}",
        related=(Related(span, "set here"),),
    )


def tables_to_play(rules: RuleSet) -> list[Table]:
    """Return a table for each number of players, that of the usual number first."""
    usual = Table(rules)
    others = (count for count in rules["players.counts"] if count != usual.seats)
    return [usual, *(Table(rules, seats=count) for count in others)]


def merged(found: Iterable[Iterable[Problem]]) -> list[Problem]:
    """Return one warning for each thing, from those of several numbers of players.

    The first one stands; what was seen with other numbers becomes a note of it.
    """
    alike: dict[str, list[Problem]] = {}
    for problems in found:
        for problem in problems:
            alike.setdefault(problem.code, []).append(problem)
    return [
        attrs.evolve(
            first, notes=(*first.notes, *(("also", other.message) for other in others))
        )
        for first, *others in alike.values()
    ]


#: A code, the key to look at, what was seen, a remark on the key, and a way out.
_Found = tuple[str, str, str, str, str]


def _rounds(table: Table, rounds: list[RoundResult]) -> Iterator[_Found]:
    """Find what does not work in a round: the first cause of it."""
    sides = [opened for one in rounds for opened in one.opened]
    if sum(sides) < _LEAST_OPENED * len(sides):
        yield (
            "HF502",
            "opening.minimum",
            f"only {sum(sides) / len(sides):.0%} of the sides opened in a round",
            "what is asked of them",
            "ask for less, or deal more cards",
        )
        return
    without = [one for one in rounds if one.out is None]
    if len(without) >= _MOST_WITHOUT * len(rounds):
        counts = Counter(one.reason for one in without)
        ender, fix = _ENDINGS[max(_ENDINGS, key=counts.__getitem__)]
        key, lack = _lack(table, rounds)
        yield (
            "HF501",
            key,
            f"nobody went out in {len(without)} of {len(rounds)} rounds",
            f"{ender} ended them first{lack}",
            fix,
        )


def _lack(table: Table, rounds: list[RoundResult]) -> tuple[str, str]:
    """Return the key of what is hardest to get for going out, in words."""
    found = [books for one in rounds for books in one.books]
    book = _book(table)
    needed, kinds = book.going_out.books, book.books.kinds
    sides, seats = len(rounds) * table.sides, len(rounds) * table.seats
    had = {
        place: sum(_filled(kinds, books, place) >= count for books in found) / sides
        for place, count in needed.items()
        # Of kinds that are paid so often only, score sheets do not tell how many.
        if place in kinds and kinds[place].paid is None
    }
    reached = sum(sum(one.last_packet) for one in rounds) / seats
    kind = min(had, key=had.__getitem__, default=None)
    if reached <= _RARE and (kind is None or reached < had[kind]):
        return "deal.hand", f": {reached:.0%} of the players took up their last packet"
    if kind is None or had[kind] > _RARE:
        return "going_out.books", ""
    books = f"{needed[kind]} {kind} {'book' if needed[kind] == 1 else 'books'}"
    return f"going_out.books.{kind}", f": {had[kind]:.0%} of the sides had {books}"


def _filled(kinds: Mapping[str, BookKind], books: Mapping[str, int], place: str) -> int:
    """Return how many finished books fill a place of those that going out needs."""
    return sum(
        count
        for name, count in books.items()
        if name == place or place in kinds[name].counts_as
    )


def _book(table: Table) -> Rulebook:
    """Return the rules in force at the table in the first round."""
    return table.rules.at(_at(table))


def _at(table: Table) -> Situation:
    return Situation(table.seats, table.seats // table.sides)


def _matches(table: Table, matches: list[MatchResult]) -> Iterator[_Found]:
    """Find what does not work in a match."""
    length = sum(map(minutes, matches)) / len(matches)
    rounds = sum(len(result.rounds) for result in matches) / len(matches)
    plan = _book(table).match
    if length > _MOST_MINUTES:
        yield (
            "HF503",
            "match.rounds" if plan.rounds is not None else "match.target",
            f"a match would take people about {length / 60:.1f} hours",
            f"{rounds:.1f} rounds of about {length / rounds:.0f} minutes",
            "play fewer rounds, or to a lower target",
        )
    limited = sum(
        len(result.rounds) >= plan.most_rounds and plan.rounds is None
        for result in matches
    )
    if limited > _MOST_LIMITED * len(matches):
        yield (
            "HF504",
            "match.target",
            f"no side reached the target in {limited} of {len(matches)} matches",
            f"too much for {plan.most_rounds} rounds, after which a match ends",
            "lower the target, or raise match.most_rounds",
        )
