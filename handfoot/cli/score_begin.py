"""Beginning a match at a real table, or going on with one."""

from __future__ import annotations

import re
from pathlib import Path

import attrs

from handfoot.cli.look import BLACK, Look
from handfoot.cli.prompt import LineReader
from handfoot.errors import HandfootError, ScoreError
from handfoot.rules.language.words import listed
from handfoot.rules.lot import KEY, rounds_by_lot
from handfoot.rules.ruleset import RuleSet
from handfoot.scorekeeping.keeping import Keeper
from handfoot.scorekeeping.reading import is_sheet
from handfoot.scorekeeping.seating import Seating, seating, split_names
from handfoot.scorekeeping.sheet import ScoreSheet

__all__ = ["Wish", "opened", "order_of", "sides_of"]

_LEAVE = ("quit", "exit", "q")


@attrs.frozen
class Wish:
    """What was asked for.

    Attributes:
        path: The score sheet that was named; ``None`` where rules were.
        name: The name as it was given.
        rules: The ruleset, ``None`` where a score sheet was named.
        sides: Who plays; empty where nobody said it.
        dealer: Who deals first; ``None`` where nobody said it.
        order: The rounds as the lot has them; ``None`` where nobody said it.
        out: Where to keep the sheet.
        html: Where to write its page.
    """

    path: Path | None
    name: str
    rules: RuleSet | None
    sides: list[tuple[str, ...]]
    dealer: str | None
    order: tuple[int, ...] | None
    out: Path | None
    html: Path | None


def sides_of(rules: RuleSet | None, text: str) -> list[tuple[str, ...]]:
    """Return the sides that are written in one line.

    Raises:
        HandfootError: nobody says where a side ends.
    """
    if "/" in text:
        return [split_names(side) for side in text.split("/")]
    names = split_names(text)
    known = rules is not None and len(names) in rules["players.counts"]
    size = rules.side_size(len(names)) if rules is not None and known else 1
    if size > 1:
        pairs = [names[at : at + size] for at in range(0, len(names), size)]
        example = " / ".join(", ".join(pair) for pair in pairs)
        raise HandfootError(f"put a slash between the sides, as in: {example}")
    return [(name,) for name in names]


def order_of(text: str) -> tuple[int, ...]:
    """Return the rounds that are written in one line, such as ``3 1 4 2``.

    Raises:
        HandfootError: something there is no number of a round.
    """
    words = text.replace(",", " ").split()
    wrong = [word for word in words if not (word.isascii() and word.isdecimal())]
    if wrong or not words:
        raise HandfootError(
            f"order: write the numbers of the rounds, such as 3 1 4 2, not {text!r}"
        )
    return tuple(map(int, words))


def opened(look: Look, reader: LineReader, wish: Wish) -> Keeper | None:
    """Return the file to keep, begun anew or gone on with; ``None`` to leave.

    Raises:
        HandfootError: the table that is asked for cannot be, or the file holds another.
    """
    path = wish.path or wish.out or _free_name(wish.name)
    if path.exists():
        keeper = Keeper(path)
        other = _other_match(keeper.sheet, wish)
        if other:
            keeper.close()
            raise ScoreError(
                f"{path} holds {other}: go on with it by `handfoot score {path}`, or "
                "keep this one elsewhere with --out"
            )
        now = keeper.sheet.round
        look.line(f"Going on with {path}" + (f", round {now}." if now else "."))
        return keeper
    sheet = _begun(look, reader, wish)
    if sheet is None:
        return None
    keeper = Keeper(path, sheet)
    look.line(
        f"Kept in {path}: every answer at once. To go on later: handfoot score {path}"
    )
    order = listed(sheet.table.players)
    look.line(f"The deal goes round in this order: {order}.")
    return keeper


def _free_name(name: str) -> Path:
    """Return where a match is kept: the unfinished one of this name, or a new one."""
    word = re.sub(r"[^a-z0-9]+", "-", Path(name).stem.lower()).strip("-") or "sheet"
    number = 1
    while True:
        path = Path(f"score-{word}{f'-{number}' if number > 1 else ''}.yaml")
        if not path.exists():
            return path
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        # What is broken is not passed over: it would seem to be lost.
        if is_sheet(text) and ScoreSheet.loads(text, name=str(path)).round is not None:
            return path
        number += 1


def _other_match(sheet: ScoreSheet, wish: Wish) -> str:
    """Return what a file holds, if that is another match than the one asked for."""
    if wish.rules is not None and not _are_same(wish.rules, sheet.rules):
        if wish.rules.name == sheet.rules.name:
            return f"a match by other rules than {wish.name} has now"
        return f"a match of {sheet.rules.name}"
    if wish.sides and tuple(wish.sides) != sheet.table.sides:
        return f"a match of {' against '.join(sheet.names)}"
    first = sheet.table.dealer_of(1)
    if wish.dealer is not None and sheet.table.player(wish.dealer) != first:
        return f"a match that {first} began to deal"
    return ""


def _are_same(wished: RuleSet, found: RuleSet) -> bool:
    """Whether a match is played by the rules that are asked for."""
    if "by_lot" in str(wished[KEY]):
        # A sheet holds its own rules, the rounds as they were drawn.
        return wished.name == found.name
    return wished.digest == found.digest


def _begun(look: Look, reader: LineReader, wish: Wish) -> ScoreSheet | None:
    """Return a new score sheet; what is not said is asked for, ``None`` to leave."""
    assert wish.rules is not None
    table = _table(look, reader, wish, wish.rules)
    while table is not None:
        lot = wish.order
        if lot is None and rounds_by_lot(
            wish.rules, len(table.players), table.side_size
        ):
            said = reader.read("In which order does the lot put the rounds?: ")
            if said is None or said.casefold() in _LEAVE:
                return None
        else:
            said = None
        try:
            lot = lot if said is None else order_of(said)
            first = table.dealer_of(1)
            return ScoreSheet(wish.rules, table.sides, dealer=first, order=lot)
        except HandfootError as error:
            if said is None:
                raise
            look.line(("No: ", BLACK), str(error))
    return None


def _table(
    look: Look, reader: LineReader, wish: Wish, rules: RuleSet
) -> Seating | None:
    """Return who plays and who deals first; ``None`` to leave."""
    if wish.sides:
        return seating(rules, wish.sides, wish.dealer)
    look.line((rules.name, BLACK))
    table = _seated(look, reader, rules)
    if table is None or wish.dealer is not None:
        return table and seating(rules, table.sides, wish.dealer)
    while True:
        usual = table.dealer_of(1)
        said = reader.read(f"Who deals first? [{usual}]: ")
        if said is None or said.casefold() in _LEAVE:
            return None
        try:
            return seating(rules, table.sides, said or usual)
        except HandfootError as error:
            look.line(("No: ", BLACK), str(error))


def _seated(look: Look, reader: LineReader, rules: RuleSet) -> Seating | None:
    counts = listed(rules["players.counts"], "or")
    alone = all(rules.side_size(count) == 1 for count in rules["players.counts"])
    how = (
        "commas between them, as in: Red, Blue, Green"
        if alone
        else "a comma between partners and a slash between sides, as in: "
        "East, West / You, Mate"
    )
    look.line(f"Who plays? {counts} players; {how}")
    while True:
        said = reader.read("Players: ")
        if said is None or said.casefold() in _LEAVE:
            return None
        try:
            return seating(rules, sides_of(rules, said))
        except HandfootError as error:
            look.line(("No: ", BLACK), str(error))
