"""Positions set up in part: what matters is said, the rest is filled in.

The cards that are named are taken from the deck; whatever is not said is filled from
the cards left over, in a fixed way: other hands and packets to their dealt sizes, then
the stock. The same position text always gives the same game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.table.setting_up import Cards, build


@attrs.frozen
class Position:
    """A position to set up; everything but the ruleset has a default.

    Cards are written as text (``"9 9 K 2 JK"``, suits optional) or as a number of cards
    that do not matter. Lists run bottom to top: the last card of ``pile`` is its top,
    the last card of ``stock`` is drawn next.

    Attributes:
        rules: Ruleset, shipped variant or path.
        seats: Number of players; four where the ruleset allows it, else its smallest
            table, when not given.
        side_size: Players on a side; the ruleset's usual size when not given.
        round: Number of the round, from 1.
        turn: Seat that is to act (or whose turn it is, while a partner answers).
        turns: Turns begun in this round, with that of ``turn``; when not given it is
            the first, or where a player's first turn has rules of its own a second one.
        phase: ``draw``, ``play``, ``answer``, or ``choose`` before anybody has chosen
            a packet as the hand (``turn`` chooses first).
        hands: Cards held, by seat.
        packets: Packets not yet taken, by seat, next one first; an empty list says that
            the seat plays from its last packet. In the phase ``choose`` all packets.
        melds: Melds by side, each as cards (``"K K K 2"``).
        begun: Seats that began the melds, by side and in the order of its melds, where
            ``wilds.consent`` asks; its first seat when not given.
        opened: Sides that have opened; a side with melds has. Where every player opens
            alone, seats; if no seat of a side with melds is named, all of it have.
        red: Red threes laid, by side (how many).
        black: Black threes laid aside, by side (how many).
        pile: The discard pile. Whether it is frozen follows from its cards, as if each
            had been discarded in turn, the top one by the player before ``turn``.
        picked_up: Seats that have taken the pile this round.
        stock: The stock; a text gives its top cards, a number its size.
        scores: Running totals of the sides (points).
        played: Seats that have ended a turn from their last packet.
        permission: What the partners said this turn about going out: ``unasked``,
            ``granted``, ``denied`` or ``advised``.
        dealer: Seat that dealt.
        seed: Seed of later shuffles.
    """

    rules: RuleSet | str | Path
    seats: int | None = None
    side_size: int | None = None
    round: int = 1
    turn: int = 0
    turns: int | None = None
    phase: str = "play"
    hands: Mapping[int, Cards] = attrs.field(factory=dict)
    packets: Mapping[int, Sequence[Cards]] = attrs.field(factory=dict)
    melds: Mapping[int, Sequence[str]] = attrs.field(factory=dict)
    begun: Mapping[int, Sequence[int]] = attrs.field(factory=dict)
    opened: Sequence[int] = ()
    red: Mapping[int, int] = attrs.field(factory=dict)
    black: Mapping[int, int] = attrs.field(factory=dict)
    pile: Cards = 0
    picked_up: Sequence[int] = ()
    stock: Cards | None = None
    scores: Sequence[int] | None = None
    played: Sequence[int] = ()
    permission: str = "unasked"
    dealer: int | None = None
    seed: int | str = 0

    def game(self) -> Game:
        """Return a game that begins in this position.

        Raises:
            HandfootError: the position is impossible, with what is wrong.
        """
        return Game.at(build(self))

    @classmethod
    def loads(
        cls, text: str, *, name: str = "<text>", folder: str | Path | None = None
    ) -> Position:
        """Return the position that a YAML text describes.

        Args:
            text: The attributes of a position as settings; ``rules`` is a name, a path
                or a map of changes.
            name: What to call the text in messages.
            folder: Where rules named by a path lie; none unless said.

        Raises:
            ScenarioError: the text is wrong, or the position is impossible; its report
                says everything why, with the places.
        """
        from handfoot.table.position_text import position_from_text

        return position_from_text(text, name, None if folder is None else Path(folder))

    def to_yaml(self) -> str:
        """Return the position as a text that ``loads`` reads back."""
        from handfoot.table.position_text import position_text

        return position_text(self)
