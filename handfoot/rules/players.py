"""Players and seating: who may play, on which sides, and who begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.rules.language.clash import Clash, pointless
from handfoot.rules.language.head import MOST_PLAYERS
from handfoot.rules.language.keys import BY_TABLE, NEVER, PLAYERS, Chapter, key

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class Players(Chapter):
    """Who may play, on which sides, and who begins."""

    counts: tuple[int, ...] = key(
        (4,),
        about="The head counts at which this game may be played.",
        says="For {value} players.",
        example=[2, 3, 4, 6],
        unit="seats",
        least=2,
        most=MOST_PLAYERS,
        fewest=1,
        scopes=NEVER,
    )
    side_size: int = key(
        1,
        about="How many players make a side; partners sit evenly spaced.",
        says={
            1: "Everyone plays alone, as a side of one.",
            2: "Two partners make a side and sit opposite each other.",
            "else": "{value} partners make a side, evenly spaced round the table.",
        },
        example=2,
        unit="seats",
        least=1,
        most=MOST_PLAYERS // 2,
        scopes=(PLAYERS,),
    )
    other_side_sizes: tuple[int, ...] = key(
        (),
        about="Sizes of side that a table may choose in place of `side_size`.",
        says={
            (): "",
            (1,): "The table may agree that everyone plays alone instead.",
            "else": "The table may agree on sides of {value} instead.",
        },
        example=[1, 3],
        unit="seats",
        least=1,
        most=MOST_PLAYERS // 2,
        scopes=(PLAYERS,),
    )
    first: Literal["left_of_dealer", "dealer", "went_out"] = key(
        "left_of_dealer",
        about="Who plays first in a round; the deal moves one seat left each round.",
        says={
            "left_of_dealer": "The player to the dealer's left plays first and play "
            "goes clockwise; the deal moves one seat to the left each round.",
            "dealer": "The dealer plays first and play goes clockwise; the deal moves "
            "one seat to the left each round.",
            "went_out": "Whoever went out plays first in the next round; in round one, "
            "and after a round in which nobody went out, the player to the dealer's "
            "left does. Play goes clockwise; the deal moves one seat to the left each "
            "round.",
        },
        example="dealer",
        scopes=BY_TABLE,
    )
    first_dealer: Literal["first_seat", "last_seat"] = key(
        "first_seat",
        about="Which seat deals round one when the table does not say.",
        says={
            "first_seat": "The table agrees who deals first; if nothing is said, seat "
            "one does.",
            "last_seat": "The table agrees who deals first; if nothing is said, the "
            "last seat does, whose left neighbour is seat one.",
        },
        example="last_seat",
        scopes=BY_TABLE,
    )
    take_back: Literal["never", "until_hidden_card"] = key(
        "until_hidden_card",
        about="Whether a player may take back plays of the current turn.",
        says={
            "never": "A card laid is a card played: nothing is taken back.",
            "until_hidden_card": "A player may take back plays of the current turn "
            "until a hidden card has been seen.",
        },
        example="never",
        scopes=BY_TABLE,
    )


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield what does not fit among the seats of this table."""
    size = book.players.side_size
    once = book.match.rounds == 1 and book.match.tie != "extra_round"
    if once and book.players.first == "went_out":
        why = "there is no round after the first"
        yield pointless("HF308", "players.first", "match.rounds", why)
    if {*book.players.other_side_sizes} == {size}:
        why = "sides have that size anyway"
        yield pointless("HF308", "players.other_side_sizes", "players.side_size", why)
    if at.players % size or at.players == size:
        yield Clash(
            code="HF301",
            severity="error",
            message=f"{at.players} players cannot form sides of {size}",
            key="players.side_size",
            label=f"sides of {size}",
            other="players.counts",
            other_label=f"{at.players} players are allowed here",
            notes=(
                ("fix 1", "choose a size that divides the head count at least twice"),
                ("fix 2", f"or say who plays, such as players.counts: [{2 * size}]"),
            ),
        )
