"""The match: how long it lasts, who wins, what a tie means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Final, Literal

import attrs

from handfoot.cards import KIND_WORDS
from handfoot.rules.language.clash import Clash, all_pointless, pointless
from handfoot.rules.language.head import MOST_PLAYERS
from handfoot.rules.language.keys import BY_TABLE, Chapter, key

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook

_CAUGHT: Final = ("caught", "unreached")


@attrs.frozen(repr=False)
class Match(Chapter):
    """How long a match lasts, who wins it, what a tie means."""

    rounds: int | None = key(
        4,
        about="Rounds in a match, or none where only a target ends it.",
        says={None: "", "else": "A match lasts {value}."},
        example=5,
        unit="rounds",
        least=1,
        most=100,
        scopes=BY_TABLE,
    )
    order: Literal["in_order", "by_lot"] = key(
        "in_order",
        about="In which order rounds are played whose values differ.",
        says={
            "in_order": "",
            "by_lot": "Which round comes when is drawn by lot before the match and "
            "known to all: each is played once, by the values of its number.",
        },
        example="by_lot",
        scopes=BY_TABLE,
    )
    target: int | None = key(
        None,
        about="Running total that ends the match after the round in which any side "
        "reaches it, or none.",
        says={
            None: "",
            "else": "The match ends after the round in which any side reaches {value}; "
            "the winner need not be the side that crossed first.",
        },
        example=10000,
        unit="points",
        least=1,
        most=1000000,
        scopes=BY_TABLE,
    )
    early_target: int | None = key(
        None,
        about="Running total that ends the match as `match.target` does, if the side "
        "that has it has more than all others together; none where no lead does.",
        says={
            None: "",
            "else": "The match also ends after a round if a side then has {value} or "
            "more, and more than all other sides together.",
        },
        example=5000,
        unit="points",
        least=1,
        most=1000000,
        scopes=BY_TABLE,
    )
    most_rounds: int = key(
        50,
        about="Rounds after which a match ends whatever the totals.",
        says="However the totals stand, a match ends after {value}.",
        example=30,
        unit="rounds",
        least=1,
        most=1000,
        scopes=BY_TABLE,
    )
    winner: Literal["highest", "lowest"] = key(
        "highest",
        about="Which total wins.",
        says={
            "highest": "The scores of all rounds are added up; the highest total wins.",
            "lowest": "The scores of all rounds are added up; the lowest total wins.",
        },
        example="lowest",
        scopes=BY_TABLE,
    )
    out_wins: bool = key(
        False,
        about="Whether going out wins the match at once, whatever the totals.",
        says={
            True: "The first side to go out wins the match, whatever the totals.",
            False: "",
        },
        example=True,
        scopes=BY_TABLE,
    )
    tie: Literal["shared", "extra_round", "went_out_last", "nobody", "first_seat"] = (
        key(
            "shared",
            about="What a tie for the best total means.",
            says={
                "shared": "A tie for the best total stands: the tied sides share the "
                "win.",
                "extra_round": "If the best total is tied, play one more round, and "
                "another while it stays tied.",
                "went_out_last": "If the best total is tied, a tied side that went out "
                "in the last round wins; otherwise the tie stands.",
                "nobody": "If the best total is tied, nobody wins.",
                "first_seat": "If the best total is tied, the tied side that comes "
                "first in seat order wins.",
            },
            example="extra_round",
            scopes=BY_TABLE,
        )
    )

    @property
    def longest(self) -> int:
        """The most rounds that a match has, those of a tie apart."""
        limit = self.most_rounds
        return limit if self.rounds is None else min(self.rounds, limit)


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield a match without an end."""
    if book.match.rounds is None and book.match.target is None:
        yield Clash(
            code="HF380",
            severity="error",
            message="nothing says when a match ends",
            key="match.rounds",
            label="no number of rounds",
            other="match.target",
            other_label="and no target",
            notes=(("fix", "set match.rounds or match.target"),),
        )
    if book.match.rounds is None and book.match.order == "by_lot":
        yield Clash(
            code="HF386",
            severity="error",
            message="nobody knows how many rounds are drawn by lot",
            key="match.order",
            label="rounds by lot",
            other="match.rounds",
            other_label="but any number of rounds",
            notes=(("fix", "set match.rounds, or write match.order: in_order"),),
        )
    rounds, limit = book.match.rounds, book.match.most_rounds
    if rounds is not None and rounds > limit:
        yield Clash(
            code="HF381",
            severity="error",
            message="the match would be cut short",
            key="match.rounds",
            label=f"{rounds} rounds",
            other="match.most_rounds",
            other_label=f"but at most {limit} are ever played",
            notes=(
                ("fix 1", f"write match.most_rounds: {rounds}"),
                ("fix 2", f"or match.rounds: {limit}"),
            ),
        )
    played = book.match.longest
    usual = Match().most_rounds
    # More rounds than usual need a higher limit, or they would be cut short.
    plays_on = book.match.tie == "extra_round"
    if rounds is not None and rounds <= min(limit, usual) and not plays_on:
        why = f"a match lasts {rounds} round{'s' if rounds > 1 else ''}"
        yield pointless("HF385", "match.most_rounds", "match.rounds", why)
    if played == 1:
        why = "a match ends after one round anyway"
        names = ("target", "early_target")
        idle = [f"match.{name}" for name in names if getattr(book.match, name)]
        yield from all_pointless("HF385", idle, "match.rounds", why)
    early, target = book.match.early_target, book.match.target
    if early is not None and target is not None and early >= target:
        why = "the match ends before a side has that much"
        yield pointless("HF385", "match.early_target", "match.target", why)


def out_of_reach(books: Sequence[Rulebook]) -> Iterator[Clash]:
    """Yield targets that no side can ever reach.

    Args:
        books: The rules of every round and moment of a table.
    """
    match = books[0].match
    if match.target is None and match.early_target is None:
        return
    best = max(map(_best_round, books)) * match.longest
    for path, points in (
        ("match.target", match.target),
        ("match.early_target", match.early_target),
    ):
        if points is not None and points > best:
            yield Clash(
                code="HF383",
                severity="error",
                message="no side can ever reach the target",
                key=path,
                label=f"{points:,} points",
                other="match.most_rounds" if match.rounds is None else "match.rounds",
                other_label=f"{match.longest} rounds give at most {best:,} points",
                notes=(("fix", f"ask for {best:,} or fewer, or play more rounds"),),
            )


def _best_round(book: Rulebook) -> float:
    """Return more points than any side can make in a round; infinite without end."""
    written = [line.points for line in book.scoring.written_in.values()]
    if any(each == "any" or each > 0 for each in written):
        return inf
    if book.stock.when_short == "add_pack":
        return inf
    return _most_laid(book) if book.scoring.bonuses else _most_held(book)


def _most_cards(book: Rulebook) -> int:
    """Return what all cards of the deck are worth together (points)."""
    values = book.scoring.values
    return sum(getattr(values, word) * book.copies(word) for word in KIND_WORDS)


def _most_held(book: Rulebook) -> int:
    """Return more than the cards left in hands and packets can cost."""
    threes = book.threes
    cost = _most_cards(book) * book.scoring.held_percent // 100
    for colour in ("red", "black"):
        points = (getattr(threes, f"{colour}_{name}") for name in _CAUGHT)
        cost += book.copies(f"{colour}_three") * max(-(each or 0) for each in points)
    return cost


def _most_laid(book: Rulebook) -> int:
    """Return more than melds, books, threes and bonuses can be worth."""
    rule, threes, deal = book.books, book.threes, book.deal
    kinds = rule.kinds.values()
    of_a_book = max((kind.most_bonus for kind in kinds), default=0)
    of_a_book += rule.at_once_bonus + rule.long_bonus
    of_a_meld = max((0, *(kind.unfinished for kind in kinds)))
    points = _most_cards(book) + book.deck.cards // rule.size * of_a_book
    points += book.deck.cards // book.melds.smallest * of_a_meld
    # As if each of them scored the most that is said of any number.
    points += max(0, threes.red_best) * threes.red_all * book.copies("red_three")
    if threes.black == "laid_aside":
        points += max((0, *threes.black_laid)) * book.copies("black_three")
    # Each player may have lifted the right number of cards.
    cuts = max(0, deal.exact_cut, *deal.near_cut) * MOST_PLAYERS
    out = book.going_out.bonus + book.going_out.concealed_bonus
    once = out + rule.many_bonus + book.opening.first_bonus
    return points + once + cuts
