"""Groups that may and that may not be laid, each judged by the engine."""

from __future__ import annotations

from collections.abc import Iterator

from handfoot.cards import BLACK_THREE, JOKER, KIND_WORDS, Card
from handfoot.rulecard.card import Example, Examples
from handfoot.rulecard.judge import Judge, cards_of
from handfoot.rulecard.telling import Telling
from handfoot.rules.language.cases import numbers_in_words
from handfoot.rules.language.phrases import amount
from handfoot.rules.language.words import kinds_of, listed

# The ranks that read best in an example come first.
_LIKED = ("nine", "king", "queen", "ten", "eight", "seven", "jack", "ace", "six")

Group = tuple[Card, ...]


def examples(telling: Telling) -> Examples | None:
    """Return a few groups that show the limits of melds in force."""
    judge = _judge(telling)
    found: dict[str, Example] = {}
    for what, cards in _groups(judge):
        refusals = judge.refusals(cards)
        if refusals is None:
            continue
        reason = refusals[0].message if refusals else ""
        action = str(judge.action(cards))
        example = Example(_shown(cards), what, not refusals, reason, action)
        found.setdefault(example.cards, example)
    shown = sorted(found.values(), key=lambda example: not example.legal)
    if not shown:
        return None
    lead = f"New melds that are legal, and some that are not{_when(telling)}"
    return Examples(lead, tuple(shown))


def most_wilds(telling: Telling) -> tuple[str, ...]:
    """Say how many wilds a meld of each size may hold, as the engine counts them."""
    judge = _judge(telling)
    book = judge.book
    if not book.wilds.kinds:
        return ()
    sizes: dict[int, list[int]] = {}
    for size in range(book.melds.smallest, book.books.size + 1):
        sizes.setdefault(_most_wilds(judge, size), []).append(size)
    parts = [
        f"{amount(most, 'wilds') if most else 'no wild'} among "
        f"{numbers_in_words(same)} cards"
        for most, same in sizes.items()
    ]
    limits = ("wilds.start_most", "wilds.start_ratio", "wilds.per_turn")
    later = any(
        case.value not in (None, "same") for p in limits for case in telling.cases(p)
    )
    what = "A new meld" if later else "A meld"
    return (f"{what} may hold at most{_when(telling)}: {listed(parts)}.",)


def _judge(telling: Telling) -> Judge:
    book = telling.rules.at(telling.first)
    ranks = kinds_of(book.melds.ranks, frozenset(book.wilds.kinds))
    liked = (KIND_WORDS.index(word) for word in _LIKED)
    rank = next((kind for kind in liked if kind in ranks), min(ranks))
    return Judge(telling.rules, telling.first, rank)


def _when(telling: Telling) -> str:
    """Say in which round the examples hold, where that matters."""
    paths = telling.keys_below("melds", "wilds", "books.size")
    varies = any(case.rounds or case.totals for p in paths for case in telling.cases(p))
    return ", in round 1" if varies else ""


def _shown(cards: Group) -> str:
    return " ".join("Joker" if card.kind == JOKER else str(card) for card in cards)


def _groups(judge: Judge) -> Iterator[tuple[str, Group]]:
    """Yield what each example shows, and its cards."""
    smallest, size = judge.book.melds.smallest, judge.book.books.size
    yield "smallest meld without wilds", judge.cards(smallest, 0)
    yield "too few cards", judge.cards(smallest - 1, 0)
    if judge.book.wilds.kinds:
        yield from _mixed(judge, smallest, size)
        yield from _wilds_alone(judge, smallest)
    yield "a book without wilds", judge.cards(size, 0)
    yield from _runs(judge, smallest, size)
    yield "more cards than a book", judge.cards(size + 1, 0)
    yield "two ranks", (*judge.cards(smallest - 1, 0), _other(judge))
    yield "threes", cards_of(BLACK_THREE, smallest)


def _runs(judge: Judge, smallest: int, size: int) -> Iterator[tuple[str, Group]]:
    row = judge.row(size)
    if len(row) > smallest:
        yield "a run in one suit", row[:smallest]
        yield "a gap in a run", (*row[: smallest - 1], row[smallest])
        if judge.book.wilds.kinds:
            yield "a wild in a run", (*row[: smallest - 1], *judge.cards(0, 1))
    if len(row) == size:
        yield "a book in a row", row


def _mixed(judge: Judge, smallest: int, size: int) -> Iterator[tuple[str, Group]]:
    most = [_most_wilds(judge, count) for count in range(size + 1)]
    first = next((count for count in range(smallest, size + 1) if most[count]), None)
    if first is None:
        yield "with a wild", judge.cards(smallest - 1, 1)
        return
    for count, what in ((first, "smallest meld with wilds"), (size, "a book")):
        wilds = most[count]
        if not wilds:
            continue
        noun = "wild" if wilds == 1 else "wilds"
        yield f"{what}: {wilds} {noun} at most", judge.cards(count - wilds, wilds)
        if count > wilds + 1:
            cards = judge.cards(count - wilds - 1, wilds + 1)
            yield "one wild too many", cards


def _most_wilds(judge: Judge, count: int) -> int:
    """Return the most wilds that a meld of so many cards may hold beside naturals."""
    return max((w for w in range(1, count) if judge.allows(count - w, w)), default=0)


def _wilds_alone(judge: Judge, smallest: int) -> Iterator[tuple[str, Group]]:
    size = judge.book.books.size
    legal = next((n for n in range(1, size + 1) if judge.allows(0, n)), None)
    if legal is None:
        yield "wilds alone", judge.cards(0, smallest)
        return
    yield "wilds alone", judge.cards(0, legal)
    if legal > smallest:
        yield "too few wilds alone", judge.cards(0, legal - 1)


def _other(judge: Judge) -> Card:
    game = judge.game
    held = game.state.hands[0] if game is not None else []
    taken = {judge.rank, BLACK_THREE, *judge.book.wilds.kinds}
    kinds = [k for k, count in enumerate(held) if count and k not in taken]
    return cards_of(kinds[-1] if kinds else BLACK_THREE, 1)[0]
