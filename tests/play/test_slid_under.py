"""Cards slid under a finished book: its first cards decide of which kind it is."""

from __future__ import annotations

import random
import time
from typing import Any, Final

import pytest

from handfoot import Game, HandfootError, Position, View, parse_action
from handfoot.play.reach import in_reach
from tests.play.seeds import ruleset

SLIDES = {"books__after": "slid_under"}


def table(hand: str, *melds: str, **changes: Any) -> Game:
    """Return a position in which seat 0 plays from its hand."""
    rules = ruleset(**{"players__side_size": 2, **SLIDES, **changes})
    return Position(rules, hands={0: hand}, melds={0: list(melds)}).game()


def book(game: Game, place: int = 0) -> tuple[str | None, int]:
    """Return the kind of a meld and how many cards lie in it."""
    meld = game.view(None).melds(0)[place]
    return meld.book, len(meld.cards)


def push(game: Game, *texts: str) -> Game:
    """Play some actions."""
    for text in texts:
        game.push(parse_action(text))
    return game


def codes(game: Game, text: str) -> list[tuple[str, str]]:
    """Return code and key of each reason against an action."""
    return [(r.code, r.key) for r in game.why_not(parse_action(text))]


CLEAN, DIRTY = "K K K K K K K", "9 9 9 9 9 2 2"


@pytest.mark.parametrize(
    ("after", "kind"), [("anything", "dirty"), ("slid_under", "clean")]
)
def test_a_wild_under_a_clean_book(after: str, kind: str) -> None:
    """A wild slid under a clean book leaves it clean, where it would make it dirty."""
    game = table("K 2 JK 5 5", CLEAN, books__after=after)
    assert parse_action("lay 2 on K#1") in game.legal_actions
    assert book(push(game, "lay 2 on K#1", "lay K on K#1")) == (kind, 9)


def test_limits_of_wilds_do_not_bind_what_slides() -> None:
    """Any number of wilds slides under, however few naturals there are."""
    game = table("2 2 2 JK JK 9 5 6", DIRTY)
    push(game, "lay 2 2 2 on 9#1", "lay JK JK on 9#1", "lay 9 on 9#1")
    assert book(game) == ("dirty", 13)
    more = table("2 2 2 JK JK 9 5 6", DIRTY, books__after="anything")
    assert codes(more, "lay 2 2 2 on 9#1") == [("too_many_wilds", "wilds.ratio")]


def test_of_cards_laid_together_naturals_come_first() -> None:
    """The order in which one play names its cards is no matter."""
    for text in ("lay 2 K K on K#1", "lay K 2 K on K#1", "lay 2 on K#1, K K on K#1"):
        game = push(table("K K 2 5 6", "K K K K K K"), text)
        assert book(game) == ("clean", 9)
    apart = push(table("K K 2 5 6", "K K K K K K"), "lay 2 on K#1", "lay K K on K#1")
    assert book(apart) == ("dirty", 9)


def test_more_than_a_book_in_a_first_lay() -> None:
    """A new meld may be larger than a book; its naturals make it clean."""
    game = push(
        Position(
            ruleset(players__side_size=2, opening__minimum=50, **SLIDES),
            hands={0: "K K K K K K K 2 5"},
        ).game(),
        "lay K K K K K K K 2",
    )
    assert book(game) == ("clean", 8)


def test_what_slides_scores_and_fills_no_further_place() -> None:
    """Every card counts its points, the book its bonus once."""
    game = push(table("2 JK 5 6", CLEAN), "lay 2 JK on K#1")
    lines = {line.label: line for line in game.score_sheet()[0].lines}
    assert (lines["clean books"].count, lines["clean books"].points) == (1, 500)
    melded = lines["cards melded"]
    assert (melded.count, melded.points) == (9, 7 * 10 + 20 + 50)


def test_ranks_without_wilds_take_none_underneath() -> None:
    """What takes no wild takes none below its cards either, in any play."""
    rules = {"wilds__not_on": ("king",)}
    barred = [("no_wilds_on_rank", "wilds.not_on")]
    assert codes(table("2 K 5 6", CLEAN, **rules), "lay 2 on K#1") == barred
    game = table("K 2 5 6", "K K K K K K", **rules)
    assert codes(game, "lay K 2 on K#1") == barred
    assert codes(game, "lay K on K#1") == []


def test_only_its_rank_and_wilds() -> None:
    """Under a book of wilds nothing slides but wilds, under another no other rank."""
    game = table("K 2 9 6", CLEAN, "2 2 2 2 2 2 2")
    assert codes(game, "lay 9 on K#1") == [("wrong_rank", "core.target")]
    assert codes(game, "lay K on W#1") == [("wrong_rank", "core.target")]
    assert book(push(game, "lay 2 on W#1"), 1) == ("wild", 8)


def test_with_a_stop_at_its_size() -> None:
    """The play that completes may stop at the size, and later ones go on."""
    rules = {"books__completed_exactly": True}
    game = table("K K 2 5 6", "K K K K K K", **rules)
    stops = [("book_overfilled", "books.completed_exactly")]
    assert codes(game, "lay K 2 on K#1") == stops
    assert book(push(game, "lay K on K#1", "lay 2 on K#1")) == ("clean", 8)


def test_one_kind_alone() -> None:
    """Cards may slide under books of one kind while another stays closed."""
    kinds = {"books__kinds__dirty__after": "slid_under", "books__after": "closed"}
    game = table("9 2 K 2 5 6", DIRTY, CLEAN, **kinds)
    assert codes(game, "lay K on K#1") == [("book_closed", "books.after")]
    assert book(push(game, "lay 2 2 on 9#1")) == ("dirty", 9)


def test_positions_records_and_views() -> None:
    """The order of a meld's cards tells what slid, in every form it is written."""
    game = table("5 6 2", "K K K K K K 2 K", "9 9 9 9 9 9 9 2 JK")
    assert [book(game, place)[0] for place in (0, 1)] == ["dirty", "clean"]
    view = game.view(0)
    twin = View.from_dict(view.to_dict(), rules=game.rules)
    assert twin == view
    assert [(m.naturals, m.wilds) for m in twin.melds(0)] == [(6, 1), (7, 0)]
    pushed = push(game.copy(), "lay 2 on 9#1")
    pushed.pop()
    assert pushed == game
    with pytest.raises(HandfootError, match="cannot lie there"):
        table("5 6", "K K K 2 2 2 2 K K K")


def test_going_out_by_sliding() -> None:
    """A hand without a meld leaves underneath; what cannot, does not."""
    for after, possible in (("closed", False), ("slid_under", True)):
        rules: dict[str, Any] = {
            "books__after": after,
            "going_out__books": {"clean": 1},
        }
        game = Position(
            ruleset(players__side_size=2, **rules),
            hands={0: "2 JK K 5"},
            packets={0: [], 2: []},
            melds={0: [CLEAN]},
        ).game()
        assert game.can_go_out().possible is possible


def test_sentences() -> None:
    """The card says how books grow, for all and for one kind."""
    for key in ("books__after", "books__kinds__dirty__after"):
        assert "slid under" in ruleset(**{key: "slid_under"}).rule_card().markdown()


LONG: Final = "4 4 4 4 4 4 4", "5 5 5 5 5 5 5", "6 6 6 6 6 2 2", "7 7 7", "8 8 8 8"


@pytest.mark.parametrize(
    ("books", "hand"),
    [
        ({"wild": 2}, "4 5 6 7 8 9 10 2 2 JK 2 4 5 6"),
        ({"clean": 4}, "7 7 7 7 2 2 JK JK"),
        ({"dirty": 4}, "4 5 6 7 7 7 8 8"),
    ],
)
def test_books_out_of_reach(books: dict[str, int], hand: str) -> None:
    """Where no play in however many could make the books, the no is exact, and soon."""
    rules = ruleset(books__after="slid_under", going_out__books=books)
    parts: dict[str, Any] = {"melds": {0: [*LONG]}, "packets": {0: [], 2: []}}
    game = Position(rules, hands={0: hand}, **parts).game()
    began = time.process_time()
    answer = game.can_go_out()
    assert (answer.possible, answer.exact) == (False, True)
    assert time.process_time() - began < 0.2


def test_a_way_out_is_never_out_of_reach() -> None:
    """Whoever can go out has books in reach, whatever finished ones may take."""
    rng = random.Random(7)
    ways = 0
    for number in range(400):
        policy = ("slid_under", "anything", "naturals", "closed")[number % 4]
        rules = ruleset(
            books__after=policy,
            books__size=4,
            books__kinds__dirty__counts_as=rng.choice([(), ("clean",)]),
            books__kinds__clean__spare_as=rng.choice([(), ("dirty",)]),
            going_out__books=rng.choice([{"clean": 1, "dirty": 1}, {"wild": 1}]),
        )
        ranks = rng.sample(["5", "7", "K", "A"], 3)
        melds = [" ".join([r] * rng.randint(3, 4) + ["2"]) for r in ranks[:2]]
        hand = " ".join(rng.choices([*ranks, "2", "JK"], k=rng.randint(2, 7)))
        parts: dict[str, Any] = {"melds": {0: melds}, "packets": {0: [], 2: []}}
        try:
            game = Position(rules, hands={0: hand}, **parts).game()
        except HandfootError:
            continue
        if game.can_go_out().possible:
            ways += 1
            tables = game.state.tables[0]
            counts = [(m.rank, m.naturals, m.wilds) for m in game.state.melds[0]]
            assert in_reach(tables, game.state.hands[0], counts)
    assert ways > 50
