"""An empty score sheet to print: columns for what is scored, rows for rounds."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO
from typing import Final

from handfoot.rules.language.cases import number as figure
from handfoot.rules.language.phrases import capital
from handfoot.rules.language.scoped import ByScore, forms_in, written
from handfoot.rules.lot import rounds_by_lot
from handfoot.rules.ruleset import RuleSet
from handfoot.scorekeeping.brief import brief
from handfoot.scorekeeping.countable import BOOKS, HELD, OF, OUT, Field
from handfoot.scorekeeping.fields import fields
from handfoot.scorekeeping.html import page
from handfoot.scorekeeping.seating import Seating, seating
from handfoot.scorekeeping.style import print_style
from handfoot.table.seating import table_of, usual_seats

__all__ = ["blank_csv", "blank_html"]

#: Rows where no number of rounds ends a match.
_ROWS: Final = 8
#: Points of height for all rows, on paper that lies on its long side or stands.
_LYING, _STANDING = 455, 680
_HEADS: Final = 46
_HIGHEST, _FONT = 36, 8.0
#: More sides than these stand below each other in one table, round by round.
_FEW_SIDES: Final = 3
_IN_HAND: Final = frozenset(
    {HELD, "red_caught", "black_caught", "red_unreached", "black_unreached"}
)
#: Rows that a page has room for.
_MOST_ROWS: Final = 54


def blank_html(
    rules: RuleSet,
    sides: Sequence[str | Sequence[str]] = (),
    *,
    players: int | None = None,
    side_size: int | None = None,
) -> str:
    """Return an empty score sheet as an HTML page that prints on one sheet of paper.

    Args:
        rules: The ruleset.
        sides: The players of each side; lines to write names on when not given.
        players: Head count of a sheet without names; the usual one when not given.
        side_size: Players on a side of a sheet without names.

    Raises:
        HandfootError: the ruleset does not allow the table.
    """
    named = bool(sides)
    table = _table_of(rules, sides, players, side_size)
    rounds = _rounds(table)
    wide = len(table.sides) <= _FEW_SIDES
    room = _LYING - _HEADS * len(table.sides) if wide else _STANDING - _HEADS
    row = min(_HIGHEST, room / (len(table.sides) * len(rounds)))
    css = print_style(font=_FONT, columns=1, wide=wide, row=row)
    body = _body(table, rounds, named=named)
    return page(f"{rules.name}: empty score sheet", css, body)


def blank_csv(
    rules: RuleSet,
    sides: Sequence[str | Sequence[str]] = (),
    *,
    players: int | None = None,
    side_size: int | None = None,
) -> str:
    """Return an empty table of rows to fill in; the arguments are those of the page.

    Raises:
        HandfootError: the ruleset does not allow the table.
    """
    table = _table_of(rules, sides, players, side_size)
    rounds = _rounds(table)
    names: dict[str, None] = {}
    for number in rounds:
        for side in range(len(table.sides)):
            for field in fields(table, side, number, 0):
                plain = field.part if field.group == BOOKS else field.name
                # Without names there is no column for what a player holds.
                nobody = field.group == HELD and not sides
                names[HELD if nobody else plain] = None
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["round", "side", *sorted(names, key=_place)])
    for number in rounds:
        writer.writerows([number, name] for name in table.names)
    return text.getvalue()


def _place(name: str) -> bool:
    """Keep the columns of held points together, behind what lies on the table."""
    return name.partition(".")[0] in _IN_HAND


def _table_of(
    rules: RuleSet,
    sides: Sequence[str | Sequence[str]],
    players: int | None,
    side_size: int | None,
) -> Seating:
    """Return the table of some sides, or of as many players without names."""
    if not sides:
        count = players or usual_seats(rules)
        step = count // table_of(rules, count, side_size)
        seats = [f"Player {seat + 1}" for seat in range(count)]
        sides = [seats[side::step] for side in range(step)]
    return seating(rules, sides)


def _rounds(table: Seating) -> list[int]:
    rule = table.rules.at(table.situation(1, 0)).match
    most = max(1, min(_ROWS, _MOST_ROWS // len(table.sides)))
    last = min(rule.rounds or most, rule.most_rounds)
    extra = rule.rounds is not None and rule.tie == "extra_round"
    return [*range(1, last + 1 + extra)]


def _body(table: Seating, rounds: list[int], *, named: bool) -> Iterator[str]:
    yield "<header>"
    yield f"<h1>{escape(table.rules.name)}</h1>"
    for said in _notes(table, rounds):
        yield f"<p>{escape(said)}</p>"
    yield "</header>"
    yield "<main>"
    if len(table.sides) <= _FEW_SIDES:
        for side in range(len(table.sides)):
            yield from _table(table, [side], rounds, named=named)
    else:
        yield from _table(table, [*range(len(table.sides))], rounds, named=named)
    yield "</main>"


def _notes(table: Seating, rounds: list[int]) -> Iterator[str]:
    """Yield what a table must know that no column says."""
    rules = table.rules
    bands = [
        form for form in forms_in(rules["opening.minimum"]) if isinstance(form, ByScore)
    ]
    for form in bands:
        said = ", ".join(f"{k}: {v}" for k, v in written(form)["by_score"].items())
        yield f"Opening minimum by the side's total: {said}."
    rule = rules.at(table.situation(1, 0)).match
    ends = []
    if rule.rounds is not None:
        ends.append(f"after round {rule.rounds}")
    if rule.target is not None:
        ends.append(f"when a side has {rule.target:,}")
    if rule.early_target is not None:
        ends.append(
            f"when a side has {rule.early_target:,} and more than all others together"
        )
    more = "; a tie is played off" if rule.tie == "extra_round" else ""
    lowest = "; the lowest total wins" if rule.winner == "lowest" else ""
    yield f"The match ends {' or '.join(ends)}{more}{lowest}."
    if rounds_by_lot(rules, len(table.players), table.side_size):
        yield "Lots tell in which order these rounds are played: each once."
    for number in rounds:
        known = brief(table, number, (0,) * len(table.sides))
        facts = [*known.changing(table.names)]
        if facts:
            yield f"Round {number}: {'; '.join(facts)}."


def _table(
    table: Seating, sides: list[int], rounds: list[int], *, named: bool
) -> Iterator[str]:
    """Yield one table: the rounds of a side, or round by round the rows of all."""
    columns = _columns(table, sides[0], rounds)
    line = '<span class="write">&nbsp;</span>'
    names = [escape(table.names[side]) if named else line for side in sides]
    alone = len(sides) == 1
    what = f"Side {sides[0]}" if alone else "All sides"
    yield f'<section class="blank narrow" aria-label="{what}">'
    yield "<table>"
    if alone:
        yield f"<caption>{names[0]}</caption>"
    heads = "" if alone else '<th scope="col">Name</th>'
    heads += "".join(
        f'<th scope="col">{escape(title)}<small>{escape(note)}</small></th>'
        for title, note in columns
    )
    yield f'<thead><tr><th scope="col">Round</th>{heads}</tr></thead>'
    for number in rounds:
        yield "<tbody>"
        span = "" if alone else f' rowspan="{len(sides)}"'
        first = f'<th scope="rowgroup"{span}>{_round(table, number, named=named)}</th>'
        for name in names:
            own = "" if alone else f'<td data-of="Name">{name if named else ""}</td>'
            cells = "".join(
                f'<td data-of="{escape(f"{title} {note}".strip())}"></td>'
                for title, note in columns
            )
            yield f"<tr>{first}{own}{cells}</tr>"
            first = ""
        yield "</tbody>"
    yield "</table>"
    yield "</section>"


def _round(table: Seating, number: int, *, named: bool) -> str:
    """Return the head of a round: its number, what opens, who deals."""
    known = brief(table, number, (0,) * len(table.sides))
    facts = []
    if not _by_score(table):
        facts.append(f"open {known.minimum_words(table.names)}")
    if named:
        facts.append(f"{known.dealer} deals")
    return f"{number}<small>{escape(', '.join(facts))}</small>"


def _by_score(table: Seating) -> bool:
    forms = forms_in(table.rules["opening.minimum"])
    return any(isinstance(form, ByScore) for form in forms)


def _columns(table: Seating, side: int, rounds: list[int]) -> list[tuple[str, str]]:
    """Return title and note of each column: every field of every round."""
    found: dict[str, Field] = {}
    each: dict[str, set[int]] = {}
    for number in rounds:
        for field in fields(table, side, number, 0):
            # Nobody needs a column of his own for each partner on paper.
            name = HELD if field.group == HELD else field.name
            found.setdefault(name, field)
            each.setdefault(name, set()).add(field.each)
    columns = [
        (_title(name, field), _note(field, each[name])) for name, field in found.items()
    ]
    sets = _sets(table, rounds)
    if "red_laid" in found and sets:
        place = [*found].index("red_laid")
        title, note = columns[place]
        columns[place] = title, f"{note}; {sets}".removeprefix("; ")
    return [*columns, ("Round", "points"), ("Total", "")]


def _sets(table: Seating, rounds: list[int]) -> str:
    """Say how many red threes together score what, where that is no product."""
    rules = [table.rules.at(table.situation(n, 0)).threes for n in rounds]
    lists = dict.fromkeys(rule.red_together for rule in rules if rule.red_together)
    if lists:
        return " / ".join(", ".join(map(figure, points)) for points in lists)
    sets = {(rule.red_set, rule.red_set_points) for rule in rules if rule.red_set}
    return " / ".join(f"{count} make {figure(score)}" for count, score in sorted(sets))


def _title(name: str, field: Field) -> str:
    if name == HELD:
        return "Cards held"
    if field.group.startswith(OF):
        kind = field.group.removeprefix(OF).replace("_", " ")
        return f"{capital(kind)} else {field.part}"
    if field.group == BOOKS:
        return capital(field.part.replace("_", " "))
    short = {
        OUT: "Out",
        "melded": "Cards melded",
        "red_laid": "Red 3s laid",
        "black_laid": "Black 3s aside",
        "red_caught": "Red 3s in hands",
        "black_caught": "Black 3s in hands",
        "red_unreached": "Red 3s in packets",
        "black_unreached": "Black 3s in packets",
        "opened_first": "First to open",
        "at_once": "Books at once",
        "never_taken": "Packets not taken",
    }
    return short.get(name, capital(field.label))


def _note(field: Field, each: set[int]) -> str:
    if field.kind == "points":
        return "minus" if field.group == HELD else "points"
    if field.kind == "number":
        return field.note
    worth = sorted(each - {0})
    if len(worth) != 1:
        return " / ".join(map(figure, worth))
    return f"× {figure(worth[0])}" if field.kind == "count" else f"{worth[0]:+,}"
