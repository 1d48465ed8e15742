"""Why an action is refused."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen
class Refusal:
    """One rule that an action breaks.

    Attributes:
        code: Stable word for programs, such as ``opening_short``.
        key: Dotted ruleset key that decides, or a ``core.*`` key for what every
            ruleset shares (turn order, holding the cards one plays).
        message: One sentence for the player.
        wanted: What the rule asks for.
        found: What the action offers.
        origin: Where the key was set (``lake.yaml:7``), empty for ``core.*`` keys.
    """

    code: str
    key: str
    message: str
    wanted: Any = None
    found: Any = None
    origin: str = ""

    def __str__(self) -> str:
        return self.message

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON: a field for each attribute."""
        return attrs.asdict(self)


CORE_KEYS = {
    "core.turn": "Only the player whose turn it is acts.",
    "core.phase": "A turn is a draw or a pickup, then melds, then a discard.",
    "core.over": "Nobody acts once the match is over.",
    "core.discard": "A turn ends with a discard while any card may be discarded.",
    "core.packet": "A packet is chosen once, before the first turn.",
    "core.pile": "Only a card that lies in the pile is taken from it.",
    "core.held": "You play only cards that you hold.",
    "core.group": "A group is a set of one rank, with or without wilds, or a run where "
    "the rules have runs.",
    "core.target": "Cards are added to a meld of your own side that exists.",
    "core.stale": "An action answers the position it was made for.",
    "core.question": "A partner answers when asked, and only then.",
    "core.last_packet": "Going out is possible only in the last packet.",
}
