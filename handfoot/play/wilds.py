"""Wild cards at the table: the limits that a meld must keep at every size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from handfoot.cards import KIND_WORDS
from handfoot.play.refusals import Refusal
from handfoot.rules.language.words import plural
from handfoot.rules.melds import LEAST_NATURALS
from handfoot.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from handfoot.play.tables import Tables

# How many naturals each wild of a meld asks for, and whether one more is needed.
_RATIO = {"twice": (2, 0), "more": (1, 1), "equal": (1, 0), "any": (0, 0)}


def may_join(tables: Tables, naturals: int, wilds: int) -> bool:
    """Whether the last wild of a meld may have joined it later (``wilds.ratio``)."""
    return keeps_ratio(tables.book.wilds.ratio, naturals, wilds)


def keeps_ratio(ratio: str, naturals: int, wilds: int) -> bool:
    """Whether ``naturals`` stand in the proportion that ``wilds.ratio`` asks for."""
    each, more = _RATIO[ratio]
    return not wilds or naturals >= each * wilds + more


def shapes(
    book: Rulebook, rank: int, *, new: bool = False
) -> tuple[tuple[bool, ...], ...]:
    """Return for each number of naturals and wilds whether a meld may look so.

    Args:
        book: The rules.
        rank: The rank.
        new: Whether it may from the start.
    """
    # Packs that are added may bring more of a rank than the deck has.
    most = most_wilds = limit = book.books.size
    if book.books.grow:
        most = max(most, 4 * book.deck.packs)
        most_wilds = max(most_wilds, (4 + book.deck.jokers) * book.deck.packs)
        limit = most + most_wilds
    word = KIND_WORDS[rank]
    whole = word in book.melds.whole_only
    least = book.books.size if whole else book.melds.smallest
    pure = word in book.wilds.not_on
    fits = book.wilds.begins if new else book.wilds.fits
    return _shapes(fits, most, 0 if pure else most_wilds, least, limit)


def run_shapes(book: Rulebook, *, new: bool = False) -> tuple[tuple[bool, ...], ...]:
    """Return the same for a run, of any suit, that may hold wilds."""
    longest = book.melds.longest_run(book.wilds.cards)
    most = longest if book.books.grow else min(longest, book.books.size)
    fits = book.wilds.begins if new else book.wilds.fits
    found = _shapes(fits, most, most, book.melds.smallest, most)
    none = (False,) * (most + 1)
    return (*(none,) * LEAST_NATURALS, *found[LEAST_NATURALS:])


@lru_cache(maxsize=256)
def _shapes(
    fits: Callable[[int, int], bool], most: int, most_wilds: int, least: int, limit: int
) -> tuple[tuple[bool, ...], ...]:
    """Return shapes by how many naturals, wilds, and cards of both there may be."""
    return tuple(
        [
            tuple(
                [
                    n > 0 and least <= n + w <= limit and (not w or fits(n, w))
                    for w in range(most_wilds + 1)
                ]
            )
            for n in range(most + 1)
        ]
    )


def wild_sizes(book: Rulebook) -> tuple[bool, ...]:
    """Return for each size whether a meld of wilds alone may have it."""
    most = (
        (4 + book.deck.jokers) * book.deck.packs if book.books.grow else book.books.size
    )
    least = book.wilds.all_wild_smallest
    return tuple(book.wilds.all_wild and least <= n for n in range(most + 1))


def wilds_counted(count: int) -> str:
    """Return so many wilds in words: ``1 wild``, ``3 wilds``."""
    return f"{count} wild" if count == 1 else f"{count} wilds"


def at_most_wilds(count: int) -> str:
    """Return a limit of wilds in words: ``no wilds``, ``at most 3 wilds``."""
    return f"at most {wilds_counted(count)}" if count else "no wilds"


def naturals_counted(count: int) -> str:
    """Return so many naturals in words: ``1 natural``, ``3 naturals``."""
    return f"{count} natural" if count == 1 else f"{count} naturals"


def broken_limits(
    tables: Tables,
    rank: int,
    naturals: int,
    wilds: int,
    *,
    new: bool = False,
    takes: bool = True,
) -> Iterator[Refusal]:
    """Yield the limits of wilds that a meld of one rank breaks.

    Args:
        tables: Rules of the side.
        rank: The rank.
        naturals: The naturals of the meld.
        wilds: Its wilds.
        new: Whether it is laid with all of them.
        takes: Whether some of the wilds are laid now.
    """
    rule = tables.book.wilds
    if not wilds:
        return
    yield from no_wilds_on(tables, rank, wilds)
    steps = rule.steps
    if steps and (wilds > len(steps) or naturals < steps[wilds - 1]):
        needed = steps[wilds - 1] if wilds <= len(steps) else None
        yield Refusal(
            "wild_steps",
            "wilds.steps",
            f"A meld never holds {wilds} wilds."
            if needed is None
            else f"Wild number {wilds} of a meld needs {needed} naturals; this one "
            f"would have {naturals}.",
            wanted=needed,
            found=naturals,
        )
    found = f"{naturals_counted(naturals)} and {wilds_counted(wilds)}"
    own = rule.start_ratio != "same"
    ratio = rule.ratio_at_start if new else rule.ratio
    each, more = _RATIO[ratio]
    # What began by another ratio may always take naturals.
    if not keeps_ratio(ratio, naturals, wilds) and not (own and not (new or takes)):
        wanted = each * wilds + more
        yield Refusal(
            "too_many_to_begin" if own and new else "too_many_wilds",
            "wilds.start_ratio" if own and new else "wilds.ratio",
            f"With {wilds_counted(wilds)} a {'new ' * (own and new)}meld needs at "
            f"least {naturals_counted(wanted)}; this one would have {naturals}.",
            wanted=wanted,
            found=naturals,
        )
    if rule.most is not None and wilds > rule.most:
        yield Refusal(
            "wild_cap",
            "wilds.most",
            f"A meld holds {at_most_wilds(rule.most)}; this one would have {found}.",
            wanted=rule.most,
            found=wilds,
        )
    if naturals < rule.least_naturals:
        yield Refusal(
            "too_few_naturals",
            "wilds.least_naturals",
            f"A meld with wilds holds at least "
            f"{naturals_counted(rule.least_naturals)}; this "
            f"one would have {found}.",
            wanted=rule.least_naturals,
            found=naturals,
        )


def no_wilds_on(tables: Tables, rank: int, wilds: int) -> Iterator[Refusal]:
    """Yield a refusal when a meld of a rank takes no wild."""
    if rank < len(KIND_WORDS) and KIND_WORDS[rank] in tables.book.wilds.not_on:
        yield Refusal(
            "no_wilds_on_rank",
            "wilds.not_on",
            f"A meld of {plural(KIND_WORDS[rank])} takes no wild.",
            wanted=0,
            found=wilds,
        )


def broken_wild_meld(tables: Tables, size: int) -> Iterator[Refusal]:
    """Yield what is wrong with a meld of ``size`` wilds alone."""
    rule = tables.book.wilds
    if not rule.all_wild:
        yield Refusal(
            "no_wild_melds",
            "wilds.all_wild",
            "A meld needs natural cards: wilds alone may not be melded.",
            wanted=False,
            found=size,
        )
    elif size < rule.all_wild_smallest:
        yield Refusal(
            "wild_meld_too_short",
            "wilds.all_wild_smallest",
            f"A meld of wilds begins with {rule.all_wild_smallest} cards; this one "
            f"has {size}.",
            wanted=rule.all_wild_smallest,
            found=size,
        )
