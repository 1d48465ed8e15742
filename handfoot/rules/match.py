"""The match: how long it lasts, who wins, what a tie means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import JOKER
from handfoot.rules.language.clash import Clash, all_pointless, pointless
from handfoot.rules.language.keys import BY_TABLE, Chapter, key

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


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
        )
    played = limit if rounds is None else min(rounds, limit)
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
    best = _best_round(book) * played
    early, target = book.match.early_target, book.match.target
    for path, points in (("match.target", target), ("match.early_target", early)):
        if points is not None and points > best:
            yield Clash(
                code="HF383",
                severity="error",
                message="no side can ever reach the target",
                key=path,
                label=f"{points:,} points",
                other="match.most_rounds" if rounds is None else "match.rounds",
                other_label=f"{played} rounds give at most {best:,} points",
            )
    if early is not None and target is not None and early >= target:
        why = "the match ends before a side has that much"
        yield pointless("HF385", "match.early_target", "match.target", why)


def _best_round(book: Rulebook) -> int:
    """Return more points than any side can make in a round."""
    packs, values = book.deck.packs, book.scoring.values
    cards = 4 * sum(values.of(kind) for kind in range(JOKER))
    points = packs * (cards + book.deck.jokers * values.joker)
    kinds = book.books.kinds.values()
    books = book.deck.cards // book.books.size
    points += books * max((kind.bonus for kind in kinds), default=0)
    threes = max(0, *book.threes.red_together) if book.threes.red_together else 0
    threes += 2 * packs * max(0, book.threes.red_laid)
    if book.threes.black == "laid_aside":
        threes += max((0, *book.threes.black_laid)) * book.copies("black_three")
    return points + threes + book.going_out.bonus + book.books.many_bonus
