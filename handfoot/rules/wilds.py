"""Wild cards: which they are and how many a meld may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import attrs

from handfoot.cards import KIND_WORDS
from handfoot.rules.compositions import idle_limits, most_out_of_reach
from handfoot.rules.language.clash import Clash, all_pointless
from handfoot.rules.language.keys import BY_SIDE, BY_TURN, Chapter, key
from handfoot.rules.language.words import MeldWord, WildWord

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


@attrs.frozen(repr=False)
class Wilds(Chapter):
    """Which cards are wild and how many a meld may hold."""

    cards: tuple[WildWord, ...] = key(
        ("two", "joker"),
        about="The cards that are wild; twos that are not may be named by "
        "`melds.ranks`.",
        says="{value} are wild.",
        example=["joker"],
    )
    ratio: Literal["twice", "more", "equal", "any"] = key(
        "twice",
        about="How the naturals of a meld compare with its wilds, at every size.",
        says={
            "twice": "A meld holds at least twice as many naturals as wilds.",
            "more": "The naturals of a meld must outnumber its wilds.",
            "equal": "A meld never holds more wilds than naturals.",
            "any": "A meld may hold more wilds than naturals.",
        },
        example="more",
        scopes=BY_TURN,
    )
    most: int | None = key(
        None,
        about="The most wilds a meld may hold beside naturals, or none for no cap.",
        says={
            None: "",
            0: "No wild may lie in a meld with naturals.",
            "else": "A meld holds at most {value} wilds beside naturals.",
        },
        example=3,
        unit="cards",
        least=0,
        most=20,
        scopes=BY_TURN,
    )
    least_naturals: int = key(
        1,
        about="The fewest naturals a meld with wilds may hold, from the start on; for "
        "four naturals in a finished book of seven say `most: 3`.",
        says={1: "", "else": "A meld with wilds holds at least {value} naturals."},
        example=2,
        unit="cards",
        least=1,
        most=7,
        scopes=BY_TURN,
    )
    steps: tuple[int, ...] = key(
        (),
        about="Naturals needed for the first wild, the second and so on; empty where "
        "no such steps are set.",
        says="The wilds of a meld need, one after the other, {value} naturals.",
        example=[3, 5],
        unit="cards",
        least=1,
        most=14,
        repeats=True,
        scopes=BY_TURN,
    )
    not_on: tuple[MeldWord, ...] = key(
        (),
        about="Ranks whose melds take no wild.",
        says="Melds of {value} take no wild.",
        example=["seven"],
        scopes=BY_TURN,
    )
    start_most: int | None = key(
        None,
        about="The most wilds a new meld may hold, where that is fewer than later.",
        says={
            None: "",
            0: "A new meld begins without wilds.",
            "else": "A new meld begins with at most {value} wilds.",
        },
        example=1,
        unit="cards",
        least=0,
        most=7,
        scopes=BY_TURN,
    )
    start_ratio: Literal["same", "twice", "more", "equal", "any"] = key(
        "same",
        about="How the naturals of a new meld compare with its wilds, where another "
        "ratio is asked of a meld that takes wilds later.",
        says={
            "same": "",
            "twice": "A new meld begins with at least twice as many naturals as wilds.",
            "more": "In a new meld the naturals must outnumber the wilds.",
            "equal": "A new meld may begin with as many wilds as naturals.",
            "any": "A new meld may begin with more wilds than naturals.",
        },
        example="equal",
        scopes=BY_TURN,
    )
    per_turn: int | None = key(
        None,
        about="The most wilds that may go onto one meld in a turn.",
        says={
            None: "",
            0: "No wild may go onto a meld.",
            "else": "In one turn the same meld takes at most {value} wilds.",
        },
        example=1,
        unit="cards",
        least=0,
        most=7,
        scopes=BY_TURN,
    )
    consent: bool = key(
        False,
        about="Whether the partner who began a clean meld must agree before a wild "
        "goes on it.",
        says={
            False: "",
            True: "Before a wild goes on a clean meld that your partner began, your "
            "partner must agree: ask once you have drawn. A no holds for the turn.",
        },
        example=True,
        scopes=BY_SIDE,
    )
    set_free: bool = key(
        False,
        about="Whether the wilds of a meld may be taken back once its naturals alone "
        "make a book.",
        says={
            False: "",
            True: "Once the naturals of a meld alone make a book, you may take all its "
            "wilds back into your hand, but not in a turn in which it took one.",
        },
        example=True,
        scopes=BY_SIDE,
    )
    all_wild: bool = key(
        True,
        about="Whether a meld may be made of wilds alone.",
        says={
            True: "A meld of wilds alone is allowed; it is treated as a rank of its "
            "own.",
            False: "A meld of wilds alone is not allowed.",
        },
        example=False,
        scopes=BY_TURN,
    )
    all_wild_smallest: int = key(
        3,
        about="The fewest wilds that begin a meld of wilds alone; 7 asks for a "
        "complete book.",
        says={
            3: "",
            "else": "A meld of wilds alone begins with at least {value} wilds.",
        },
        example=7,
        unit="cards",
        least=3,
        most=7,
        scopes=BY_TURN,
    )

    @property
    def kinds(self) -> tuple[int, ...]:
        """Numbers of the card kinds that are wild."""
        return tuple(KIND_WORDS.index(word) for word in self.cards)

    @property
    def ratio_at_start(self) -> str:
        """The ratio asked of a new meld."""
        return self.ratio if self.start_ratio == "same" else self.start_ratio

    def fits(self, naturals: int, wilds: int) -> bool:
        """Whether a meld of both may be, by the limits of this chapter."""
        return self._fits(naturals, wilds, self.ratio) or (
            self.start_ratio != "same" and self.begins(naturals, wilds)
        )

    def begins(self, naturals: int, wilds: int) -> bool:
        """Whether a meld of both may be laid at once, by what decides at any size."""
        return self._fits(naturals, wilds, self.ratio_at_start)

    def _fits(self, naturals: int, wilds: int, ratio: str) -> bool:
        if naturals < self.least_naturals or (
            self.most is not None and wilds > self.most
        ):
            return False
        if self.steps and (wilds > len(self.steps) or naturals < self.steps[wilds - 1]):
            return False
        match ratio:
            case "twice":
                return naturals >= 2 * wilds
            case "more":
                return naturals > wilds
            case "equal":
                return naturals >= wilds
            case "any":
                return True
            case _:
                raise ValueError(f"{ratio!r} is no ratio")


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield limits that fit no meld, and settings without effect."""
    wilds = book.wilds
    if not wilds.cards:
        names = [field.name for field in attrs.fields(Wilds)]
        names.remove("cards")
        yield from _idle(names, "wilds.cards", "no card is wild")
        return
    yield from _alone(book)
    yield from _idle_limits(book)
    if wilds.most != 0 and wilds.least_naturals >= book.books.size:
        yield Clash(
            code="HF321",
            severity="warning",
            message="no finished book can hold a wild beside naturals",
            key="wilds.least_naturals",
            label=f"{wilds.least_naturals} naturals at least",
            other="books.size",
            other_label=f"a book has {book.books.size} cards",
        )
    if any(later < before for before, later in pairwise(wilds.steps)):
        yield Clash(
            code="HF322",
            severity="warning",
            message="a further wild needs fewer naturals than the one before it",
            key="wilds.steps",
            label="numbers that fall",
            notes=(("fix", "write the naturals for one wild, for two and so on"),),
        )


def _idle(names: Iterable[str], other: str, why: str) -> Iterator[Clash]:
    return all_pointless("HF329", (f"wilds.{name}" for name in names), other, why)


def _alone(book: Rulebook) -> Iterator[Clash]:
    """Yield what does not fit about melds of wilds alone."""
    wilds = book.wilds
    if not wilds.all_wild:
        why = "melds of wilds alone are switched off here"
        yield from _idle(["all_wild_smallest"], "wilds.all_wild", why)
    elif wilds.all_wild_smallest > book.books.size:
        yield Clash(
            code="HF320",
            severity="error",
            message="a meld of wilds can never be begun",
            key="wilds.all_wild_smallest",
            label=f"begins with {wilds.all_wild_smallest} cards",
            other="books.size",
            other_label=f"but a book is finished at {book.books.size}",
        )


def _idle_limits(book: Rulebook) -> Iterator[Clash]:
    """Yield limits beside which a stricter one stands."""
    wilds = book.wilds
    if 0 in (wilds.most, wilds.per_turn):
        never = "most" if wilds.most == 0 else "per_turn"
        why = "no meld of naturals may hold a wild"
        names = ("ratio", "start_ratio", "least_naturals", "steps", "not_on")
        others = ("start_most", "consent", "set_free", "most", "per_turn")
        idle = [name for name in (*names, *others) if name != never]
        yield from _idle(idle, f"wilds.{never}", why)
        return
    yield from _beside(book)
    if wilds.set_free and not book.books.grow:
        why = "no meld with wilds ever has so many naturals"
        yield from _idle(["set_free"], "books.after", why)


def _beside(book: Rulebook) -> Iterator[Clash]:
    """Yield limits that bind no meld, each with the one that is stricter."""
    stricter = [*_stricter(book)]
    yield from stricter
    said = {clash.key for clash in stricter}
    why = "every meld that this allows is within it"
    for name, other in idle_limits(book).items():
        if f"wilds.{name}" not in said:
            yield from _idle([name], other, why)


def _stricter(book: Rulebook) -> Iterator[Clash]:
    """Yield limits of which another says more, whatever melds there are."""
    wilds = book.wilds
    if wilds.most is not None:
        why = f"a meld never holds more than {wilds.most}"
        for name in ("start_most", "per_turn"):
            limit = getattr(wilds, name)
            if limit is not None and limit >= wilds.most:
                yield from _idle([name], "wilds.most", why)
    if wilds.start_ratio == wilds.ratio:
        why = "the same ratio is asked at every size"
        yield from _idle(["start_ratio"], "wilds.ratio", why)
    start, turn = wilds.start_most, wilds.per_turn
    if start is not None and turn is not None and start >= turn:
        why = f"in one turn a meld takes {turn}"
        yield from _idle(["start_most"], "wilds.per_turn", why)
    if wilds.steps and wilds.most is not None and wilds.most >= len(wilds.steps):
        why = f"the steps allow at most {len(wilds.steps)}"
        yield from _idle(["most"], "wilds.steps", why)
    elif found := most_out_of_reach(book):
        # Who allows three and gets two has not said so; a number in reach may repeat
        # what a ratio comes to.
        reach, other = found
        yield from _idle(["most"], other, f"by this a meld holds at most {reach}")
