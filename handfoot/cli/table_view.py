"""The table as one seat may see it, for a terminal of 80 columns or less."""

from __future__ import annotations

from itertools import groupby

from rich.table import Table
from rich.text import Text

from handfoot.cli.look import BLACK, DIM, Look
from handfoot.play.scoring import Sheet
from handfoot.rules.language.scoped import Situation, resolve
from handfoot.rules.language.words import books_named
from handfoot.table.telling import side_name
from handfoot.table.views import TableMeld, View

_PHASES = {
    "draw": "draw, or take the pile",
    "play": "meld, or discard to end the turn",
    "answer": "answer yes or no",
    "choose": "choose the packet to play as your hand",
}
_PACKETS = ("foot", "knee")


def show_table(look: Look, view: View) -> None:
    """Print everything that the seat of ``view`` sees."""
    look.heading(_heading(view))
    _show_middle(look, view)
    for side in range(view.sides):
        show_side(look, view, side)
    _show_others(look, view)
    for seat in range(view.seats):
        _show_face_up(look, view, seat)
    if view.seat is not None:
        show_hand(look, view)
        # Whoever answers is asked about another's way out.
        if view.phase != "answer" and not view.packets_left(view.seat):
            show_checklist(look, view)


def _heading(view: View) -> str:
    size = view.seats // view.sides
    at = Situation(view.seats, size)
    rounds = resolve(view.rules["match.rounds"], at)
    target = resolve(view.rules["match.target"], at)
    number = f"Round {view.round}"
    if rounds is not None:
        number += f" of {rounds}"
    if target is not None:
        number += f", to {target}"
    if view.turn is None:
        return f"{number} · the match is over"
    if view.turn == view.seat:
        return f"{number} · your turn: {_PHASES[view.phase]}"
    return f"{number} · {view.names[view.turn]} to play"


def _show_middle(look: Look, view: View) -> None:
    pile = Text.assemble(("Pile ", BLACK), f"{view.pile}")
    if view.top is not None:
        pile.append(", top ").append_text(look.card(view.top))
    if view.frozen:
        pile.append(", frozen")
    stock = Text.assemble(("Stock ", BLACK), f"{view.stock}")
    look.flow([pile, stock], indent=0)


def side_words(view: View, side: int) -> str:
    """Return what to call a side, its reader as "You"."""
    name = side_name(view.names, side, view.sides, view.seat)
    return name[:1].upper() + name[1:]


def show_side(look: Look, view: View, side: int) -> None:
    """Print a side: its total, its red threes, its books and its melds."""
    facts = [Text(f"{view.scores[side]} points")]
    if not view.opened(side):
        facts.append(Text(f"needs {view.minimum(side)} to open"))
    red = view.red_threes(side)
    if red:
        facts.append(Text("red threes ").append_text(look.cards(red)))
    head = Text(side_words(view, side), BLACK)
    look.flow([head, *facts], indent=0)
    show_melds(look, view, side)


def show_melds(look: Look, view: View, side: int, indent: int = 2) -> None:
    """Print the books and the melds of a side."""
    melds = view.melds(side)
    books: dict[str, list[str]] = {}
    for meld in melds:
        if meld.book is not None:
            count = len(meld.cards)
            more = f" ({count})" if count > view.tables.size else ""
            books.setdefault(meld.book, []).append(meld.name + more)
    look.flow([_books(look, kind, names) for kind, names in books.items()], indent)
    look.flow([_meld(look, meld) for meld in melds if meld.book is None], indent)


def _books(look: Look, kind: str, names: list[str]) -> Text:
    word = books_named(kind, len(names))
    return Text.assemble((word, "green" if look.signs else ""), " ", " ".join(names))


def _meld(look: Look, meld: TableMeld) -> Text:
    name = Text(meld.name, BLACK)
    # A run is read from low to high, whoever laid which end.
    cards = sorted(meld.cards) if meld.run else meld.cards
    return Text.assemble(name, f" ({len(meld.cards)}) ", look.cards(cards))


def packets_words(view: View, seat: int) -> str:
    """Return the packets a seat has still to take: ``+ foot 13``; empty for none."""
    sizes = view.packets_left(seat)
    if len(sizes) == len(view.tables.packets):
        # The hand is yet to be chosen among them.
        return f" + {len(sizes)} packets"
    names = _PACKETS[: len(sizes)][::-1]
    of = "the side's " if view.tables.book.deal.later_for == "side" else ""
    return "".join(
        f" + {of}{name} {size or 'from the stock'}"
        for name, size in zip(names, sizes, strict=False)
    )


def _show_others(look: Look, view: View) -> None:
    items = []
    for seat in range(view.seats):
        if seat == view.seat:
            continue
        packets = packets_words(view, seat)
        where = packets or (" in the foot" if _has_foot(view) else "")
        held = f"{view.held(seat)}{where}"
        style = BLACK if seat == view.turn else ""
        items.append(Text.assemble((view.names[seat], style), " ", held))
    look.flow(items, indent=0)


def _show_face_up(look: Look, view: View, seat: int) -> None:
    """Print what is seen of the packets of which a seat has yet to choose."""
    name = "You" if seat == view.seat else view.names[seat]
    for number, packet in enumerate(view.packets_shown(seat), start=1):
        top = ", top card" if len(packet) == 1 else ""
        look.line((f"{name}, packet {number}{top}", BLACK))
        kinds = groupby(sorted(packet), key=lambda card: card.kind)
        look.flow([look.cards(tuple(same)) for _, same in kinds], gap="  ")


def _has_foot(view: View) -> bool:
    return len(view.tables.packets) > 1


def show_hand(look: Look, view: View) -> None:
    """Print the own cards, sorted, cards of a kind together."""
    assert view.seat is not None
    cards = view.hand
    packets = packets_words(view, view.seat)
    where = packets or (" in the foot" if _has_foot(view) else "")
    look.line(("Your cards ", BLACK), f"{len(cards)}{where}")
    kinds = groupby(cards, key=lambda card: card.kind)
    look.flow([look.cards(same) for _, same in kinds], gap="  ")


def show_checklist(look: Look, view: View) -> None:
    """Print what going out asks for, and what of it is done."""
    items = [
        Text.assemble(look.mark(done), " ", _condition(key, done, words))
        for key, done, words in view.going_out_checklist()
        if words != MET or key not in _OF_PARTNERS
    ]
    look.line(("To go out", BLACK))
    look.flow(items)


MET = "met"
# Many rules ask nothing of the partner; then nothing need be said when it is met.
_OF_PARTNERS = ("going_out.partner", "going_out.permission")


def _condition(key: str, done: bool, words: str) -> str:
    if done and key == "core.last_packet":
        return "in the last packet"
    return words.rstrip(".")


def show_sheets(look: Look, view: View, sheets: tuple[Sheet, ...]) -> None:
    """Print the score sheets of a round side by side, one column for each side."""
    table = Table(box=None, pad_edge=False, header_style=BLACK)
    table.add_column(f"Round {sheets[0].round}", no_wrap=True)
    for sheet in sheets:
        table.add_column(side_words(view, sheet.side), justify="right")
    for label in _labels(sheets):
        table.add_row(label, *(_line(sheet, label) for sheet in sheets))
    table.add_row("this round", *(str(sheet.points) for sheet in sheets), style=BLACK)
    table.add_row("before", *(str(sheet.before) for sheet in sheets), style=DIM)
    table.add_row("total", *(str(sheet.total) for sheet in sheets), style=BLACK)
    look.console.print(table)


def _labels(sheets: tuple[Sheet, ...]) -> list[str]:
    """Return the labels of all sheets, in the order that each sheet has them."""
    labels: list[str] = []
    for sheet in sheets:
        place = 0
        for line in sheet.lines:
            if line.label in labels:
                place = labels.index(line.label) + 1
            else:
                labels.insert(place, line.label)
                place += 1
    return labels


def _line(sheet: Sheet, label: str) -> str:
    for line in sheet.lines:
        if line.label == label:
            return f"({line.count}) {line.points:5}"
    return ""
