"""Red threes and black threes: bonus cards and stoppers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

import attrs

from handfoot.rules.book_kinds import ANY_KIND
from handfoot.rules.language.clash import Clash, all_pointless, unknown_kinds
from handfoot.rules.language.keys import BY_SCORING, BY_SIDE, BY_TURN, Chapter, key
from handfoot.rules.possible import most_possible

if TYPE_CHECKING:
    from handfoot.rules.language.scoped import Situation
    from handfoot.rules.rulebook import Rulebook


MELD = "meld"
ALIKE: Final = "as_black"
_AS_BLACK: Final = "red threes are as black ones"
_RED: Final = "red_three"
DEFAULT_SET = 1000


@attrs.frozen(repr=False)
class Threes(Chapter):
    """Red threes and black threes."""

    red: Literal["laid", "held", "as_black"] = key(
        "laid",
        about="What is done with a red three that reaches a player. With `as_black` "
        "the colours of threes mean nothing: all four threes of a pack are black ones "
        "to every other setting, are shown as black ones, and may be named in red.",
        says={
            "laid": "A red three that reaches you, from the deal, a draw, the pile or "
            "a new packet, is laid face up on your side's table; for opening it never "
            "counts.",
            "held": "A red three stays in your hand and may be discarded.",
            "as_black": "The colour of a three means nothing: a red three is a three "
            "like any other, in every rule.",
        },
        example="held",
    )
    red_when: Literal["at_once", "after_opening"] = key(
        "at_once",
        about="When a red three is laid.",
        says={
            "at_once": "A red three is laid the moment it reaches you.",
            "after_opening": "Red threes are laid only once your side has opened; "
            "until then they stay in your hand.",
        },
        example="after_opening",
        scopes=BY_SIDE,
    )
    red_replaced: Literal["always", "not_from_packet", "never"] = key(
        "always",
        about="Whether a card is drawn for a red three that is laid.",
        says={
            "always": "A card is drawn from the stock in place of a laid red three; if "
            "none is left, the round ends at once and the red three still counts.",
            "not_from_packet": "A card is drawn from the stock in place of a laid red "
            "three, but not of one found in a new packet; if none is left, the round "
            "ends at once and the red three still counts.",
            "never": "No card is drawn in place of a laid red three.",
        },
        example="not_from_packet",
        scopes=BY_TURN,
    )
    red_laid: int = key(
        100,
        about="What a red three on the table adds to the side's score.",
        says={
            0: "Red threes laid score nothing.",
            "else": "Each red three laid scores {value}.",
        },
        example=300,
        unit="points",
        least=-1000,
        most=1000,
        scopes=BY_SCORING,
    )
    red_together: tuple[int, ...] = key(
        (),
        about="What one red three on a side's table scores, what two score together, "
        "three, and so on, in place of `red_laid`, which further ones add; empty where "
        "each scores alike.",
        says="The first red threes on one side's table score together, for one, two, "
        "three and so on, {value} points; each further one adds its own points.",
        example=[100, 300, 500, 1000],
        unit="points",
        least=-10000,
        most=10000,
        repeats=True,
        scopes=BY_SCORING,
    )
    red_set: int | None = key(
        None,
        about="How many red threes on one side's table make a set; none for no sets.",
        says={None: "", "else": "{value} red threes on one side make a set."},
        example=7,
        unit="cards",
        least=2,
        most=32,
        scopes=BY_SCORING,
    )
    red_set_points: int = key(
        DEFAULT_SET,
        about="What a set of red threes scores in all; further ones add `red_laid`.",
        says="A set of red threes scores {value} in all; each further red three adds "
        "its own points.",
        example=800,
        unit="points",
        least=-10000,
        most=10000,
        scopes=BY_SCORING,
    )
    red_sets: Literal["one", "each"] = key(
        "one",
        about="Whether a side scores for one set of red threes or for every complete "
        "one.",
        says={
            "one": "",
            "each": "Every further complete set scores the same again.",
        },
        example="each",
        scopes=BY_SCORING,
    )
    red_all: int = key(
        1,
        about="By what the points of laid red threes are multiplied when one side has "
        "laid every red three of the deck.",
        says={
            1: "",
            2: "A side that has laid every red three of the deck scores them double.",
            "else": "A side that has laid every red three of the deck scores them "
            "{value} times.",
        },
        example=2,
        unit="times",
        least=1,
        most=10,
        scopes=BY_SCORING,
    )
    red_minus_without: str | None = key(
        None,
        about="What a side must have for its laid red threes not to count against it: "
        "`meld`, the name of a kind of book, or `any` for a book of any kind; none "
        "when they never do.",
        says={
            None: "",
            "meld": "Laid red threes count against a side that has no meld.",
            "any": "Laid red threes count against a side that has no finished book.",
            "else": "Laid red threes count against a side that has no finished "
            "{value} book.",
        },
        example="meld",
        scopes=BY_SCORING,
    )
    red_minus_books: int = key(
        1,
        about="How many of the books of `red_minus_without` the side must have.",
        says={1: "", "else": "One is not enough for that: the side needs {value}."},
        example=2,
        unit="books",
        least=1,
        most=20,
        scopes=BY_SCORING,
    )
    red_caught: int = key(
        -100,
        about="What a red three in a hand or an unreached packet adds to the score.",
        says={
            0: "A red three caught in a hand or an unreached packet costs nothing.",
            "else": "Each red three caught in a hand or an unreached packet scores "
            "{value}.",
        },
        example=-500,
        unit="points",
        least=-1000,
        most=0,
        scopes=BY_SCORING,
    )
    red_unreached: int | None = key(
        None,
        about="What a red three in an unreached packet adds, where that differs from "
        "`red_caught`.",
        says={
            None: "",
            "else": "In an unreached packet each red three scores {value} instead.",
        },
        example=-300,
        unit="points",
        least=-1000,
        most=0,
        scopes=BY_SCORING,
    )
    black: Literal["held", "laid_aside"] = key(
        "held",
        about="What is done with the black threes below the top card of a pile that "
        "is taken.",
        says={
            "held": "",
            "laid_aside": "Black threes below the top card of a pile that you take do "
            "not come to your hand: they are laid aside on your side's table and are "
            "out of play. A black three that reaches you in any other way stays in "
            "your hand.",
        },
        example="laid_aside",
    )
    black_laid: tuple[int, ...] = key(
        (5,),
        about="What the black threes that a side has laid aside score in all: the "
        "points of one, of two, of three, and so on; each beyond the list adds as much "
        "as a single one scores.",
        says="The black threes that a side has laid aside score in all, for one, two, "
        "three and so on, {value} points; each beyond these adds as much as a single "
        "one scores.",
        example=[5, 10, 15, 100],
        unit="points",
        least=-10000,
        most=10000,
        repeats=True,
        scopes=BY_SCORING,
    )
    black_caught: int = key(
        -5,
        about="What a black three held at the end adds to the score.",
        says={
            0: "A black three left in a hand or an unreached packet costs nothing.",
            "else": "Each black three left in a hand or an unreached packet scores "
            "{value}.",
        },
        example=-100,
        unit="points",
        least=-1000,
        most=0,
        scopes=BY_SCORING,
    )
    black_unreached: int | None = key(
        None,
        about="What a black three in an unreached packet adds, where that differs from "
        "`black_caught`.",
        says={
            None: "",
            "else": "In an unreached packet each black three scores {value} instead.",
        },
        example=-100,
        unit="points",
        least=-1000,
        most=0,
        scopes=BY_SCORING,
    )

    @property
    def alike(self) -> bool:
        """Whether red threes are as black ones."""
        return self.red == ALIKE

    @property
    def lays_red(self) -> bool:
        """Whether red threes are laid on the table, at once or later."""
        return self.red == "laid"

    @property
    def keeps_red(self) -> bool:
        """Whether they are laid, but wait in the hand until the side has opened."""
        return self.lays_red and self.red_when == "after_opening"

    @property
    def red_best(self) -> int:
        """The most that is said anywhere for laid red threes (points)."""
        said = [self.red_laid, *self.red_together]
        if self.red_set is not None and not self.red_together:
            said.append(self.red_set_points)
        return max(said)


def check(book: Rulebook, at: Situation) -> Iterator[Clash]:
    """Yield values that nothing reads, and names that nothing has."""
    threes = book.threes
    yield from _role_of_red(book)
    if threes.black == "held":
        why = "black threes are not laid aside"
        yield from _idle(["black_laid"], "threes.black", why)
    elif not book.pile.may_be_taken:
        yield from _idle(["black"], "pile.may_be_taken", "the pile is never taken")
    if len(book.deal.packets) == 1:
        why = "there is no packet after the hand"
        yield from _idle(["red_unreached", "black_unreached"], "deal.foot", why)
    for colour in ("red", "black"):
        caught = getattr(threes, f"{colour}_caught")
        if getattr(threes, f"{colour}_unreached") == caught:
            why = "the same points"
            yield from _idle([f"{colour}_unreached"], f"threes.{colour}_caught", why)
    without = threes.red_minus_without
    if without in (None, MELD):
        why = "no book keeps red threes from counting against a side"
        yield from _idle(["red_minus_books"], "threes.red_minus_without", why)
    if without is not None:
        known = (MELD, ANY_KIND, *book.books.kinds)
        yield from unknown_kinds("HF331", "threes.red_minus_without", [without], known)
        yield from _unmet(book)
    if not threes.alike:
        yield from _together(book) if threes.red_together else _sets(book)


def _role_of_red(book: Rulebook) -> Iterator[Clash]:
    """Yield what says more of red threes than what is done with them leaves to say."""
    threes = book.threes
    if not threes.lays_red:
        names = ("red_when", "red_replaced", "red_laid", "red_together", "red_set")
        idle = [*names, "red_all", "red_minus_without", "red_minus_books"]
        why = "red threes are never laid"
        if threes.alike:
            idle += ["red_caught", "red_unreached"]
            why = _AS_BLACK
        yield from _idle(idle, "threes.red", why)
        if threes.alike:
            yield from _named_red(book)
    elif not threes.red_laid and not threes.red_together and threes.red_set is None:
        why = "a red three on the table scores nothing"
        yield from _idle(["red_all", "red_minus_without"], "threes.red_laid", why)
    elif threes.red_best <= 0:
        why = "red threes on the table score for nobody"
        yield from _idle(["red_minus_without"], "threes.red_laid", why)


def _together(book: Rulebook) -> Iterator[Clash]:
    """Yield red threes beyond the deck, and sets beside what so many score."""
    most, named = book.copies("red_three"), len(book.threes.red_together)
    if named > most:
        yield _beyond("threes.red_together", named, f"points of {named}", book)
    why = "what so many red threes score is said there"
    names = ["red_set", "red_set_points", "red_sets"]
    if named >= most:
        names.append("red_laid")
    yield from _idle(names, "threes.red_together", why)


def _named_red(book: Rulebook) -> Iterator[Clash]:
    """Yield lists of cards that name red threes where there are none apart."""
    for path, value in _lists(book, ""):
        if _RED not in value:
            continue
        yield Clash(
            code="HF348",
            severity="warning",
            message=f'"{path}" names red threes, which are none apart here',
            # Of several cards only one changes nothing, not the setting.
            key=path if {*value} == {_RED} else f"{path}.{_RED}",
            label="red_three is no card of its own",
            other="threes.red",
            other_label=_AS_BLACK,
            notes=(
                ("fix 1", "to speak of all threes, name black_three or three instead"),
                ("fix 2", "or leave red_three out"),
            ),
            only_if_said=True,
        )


def _lists(chapter: Any, path: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield every list in a chapter and below, with its dotted name."""
    below = chapter.items() if isinstance(chapter, Mapping) else _fields(chapter)
    for name, value in below:
        here = f"{path}.{name}" if path else str(name)
        if isinstance(value, tuple):
            yield here, value
        elif isinstance(value, Mapping) or attrs.has(type(value)):
            yield from _lists(value, here)


def _fields(chapter: Any) -> Iterator[tuple[str, Any]]:
    return (
        (one.name, getattr(chapter, one.name)) for one in attrs.fields(type(chapter))
    )


def _idle(names: list[str], other: str, why: str) -> Iterator[Clash]:
    return all_pointless("HF339", (f"threes.{name}" for name in names), other, why)


def _unmet(book: Rulebook) -> Iterator[Clash]:
    """Yield books against red threes that no side can have."""
    without, kinds = book.threes.red_minus_without, book.books.kinds
    fitting = [kind for name, kind in kinds.items() if without in (name, ANY_KIND)]
    if not fitting:
        return
    most = sum(most_possible(kind, book) for kind in fitting)
    needed = book.threes.red_minus_books
    if needed > most:
        key = "threes.red_minus_without" if not most else "threes.red_minus_books"
        fix = f"ask for {most} or fewer" if most else "name books that can be made"
        yield Clash(
            code="HF334",
            severity="warning",
            message="red threes always count against every side",
            key=key,
            label=f"asks for {needed} of such books",
            other="deck.packs",
            other_label=f"the cards of the deck make at most {most}",
            notes=(("fix", fix),),
        )


def _beyond(key: str, count: int, label: str, book: Rulebook) -> Clash:
    return Clash(
        code="HF332",
        severity="warning",
        message=f"no side can lay {count} red threes",
        key=key,
        label=label,
        other="deck.packs",
        other_label=f"the deck has {book.copies('red_three')} red threes",
    )


def _sets(book: Rulebook) -> Iterator[Clash]:
    """Yield sets of red threes that nobody can have, and their idle points."""
    size = book.threes.red_set
    if size is None:
        if book.threes.red_set_points != DEFAULT_SET:
            yield from _idle(["red_set_points"], "threes.red_set", "there are no sets")
        yield from _idle(["red_sets"], "threes.red_set", "there are no sets")
    elif size > book.copies("red_three"):
        yield _beyond("threes.red_set", size, f"a set of {size}", book)
    elif 2 * size > book.copies("red_three"):
        why = f"{book.copies('red_three')} red threes make but one set"
        yield from _idle(["red_sets"], "deck.packs", why)
