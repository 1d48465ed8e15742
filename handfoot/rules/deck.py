"""The deck: how many packs, and what is in them."""

from __future__ import annotations

import attrs

from handfoot.cards import pack
from handfoot.rules.language.keys import BY_ROUND, Chapter, key


@attrs.frozen(repr=False)
class Deck(Chapter):
    """How many packs are shuffled together, and what is in them."""

    packs: int = key(
        5,
        about="Packs of 52 cards and their jokers, shuffled together.",
        says="Shuffle together {value} packs.",
        example={"per_player": 1, "plus": 1},
        unit="packs",
        least=1,
        most=20,
        scopes=BY_ROUND,
    )
    jokers: int = key(
        2,
        about="Jokers in each pack.",
        says="Each pack has {value} jokers.",
        example=4,
        unit="cards",
        least=0,
        most=4,
        scopes=BY_ROUND,
    )
    twos: int = key(
        4,
        about="Twos in each pack, for packs that are sold with fewer wild cards.",
        says={
            4: "",
            1: "Each pack has one two.",
            "else": "Each pack has {value} twos.",
        },
        example=3,
        unit="cards",
        least=1,
        most=4,
        scopes=BY_ROUND,
    )
    set_aside: int = key(
        0,
        about="Cards left out of the game unseen in each round.",
        says={
            0: "",
            "else": "Set aside {value} unseen for the round.",
        },
        example=81,
        unit="cards",
        least=0,
        most=400,
    )

    @property
    def pack(self) -> int:
        """Cards in a pack."""
        return 48 + self.twos + self.jokers

    @property
    def one_pack(self) -> bytes:
        """The faces of a pack."""
        return pack(self.jokers, self.twos)

    @property
    def cards(self) -> int:
        """Cards that a round is played with."""
        return self.packs * self.pack - self.set_aside

    @property
    def sum(self) -> str:
        """How the cards of a round come about, as a sum."""
        packs = f"{self.packs} pack{'s' if self.packs > 1 else ''}"
        aside = f" - {self.set_aside} set aside" if self.set_aside else ""
        return f"{packs} x {self.pack} cards{aside} = {self.cards} cards"

    def copies(self, word: str) -> int:
        """Return how many cards of a card word all packs together have."""
        few = {
            "joker": self.jokers,
            "two": self.twos,
            "black_three": 2,
            "red_three": 2,
        }
        return few.get(word, 4) * self.packs
