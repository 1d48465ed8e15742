"""Write ``tests/rulesets/*.scenario.yaml`` from a file of neutral situations.

Each line of the file is one small position of a published ruleset with an action and
its result, in a form of no program. Here stands what each means in the words of this
library: a name in our own prose, the keys of a refusal, what the neutral form leaves
out. Run it again when the language has learnt something new::

    python scripts/remake_scenarios.py SITUATIONS.jsonl

What the language cannot say yet is listed in ``docs/scenarios.md``; the list there is
checked against the one below.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "tests" / "rulesets"

#: Situations that are not written, with the reason.
LEFT_OUT: Final = {
    "C-EARN-06": "an empty lay has no text; tests/play refuse it as an action",
    "C-RESV-04": "an empty lay has no text; tests/play refuse it as an action",
    "C-LADR-11": "a draw that the stock cannot give ends the round here; the language "
    "has no draw that fails and leaves the turn as it was",
    "C-LADR-16": "the lift before the deal is no action, so nobody can score for it "
    "in a game; deal.exact_cut only tells people what it is worth",
    "C-CONS-01": "what a computer partner asks about first is no rule of the game",
}

#: Rulesets played by single players, with the number of seats in the scenarios.
SINGLES: Final = {
    "two-cards-one-discard": 2,
    "individual-freeze-canasta": 2,
    "ladder-to-8500": 3,
}
#: Rulesets of one packet: nothing follows the hand.
ONE_PACKET: Final = ("classic-canasta", "home-canasta", "individual-freeze-canasta")

#: Scores at which rulesets of one packet ask for a minimum.
SCORES: Final = {90: 1500}

BOOKS: Final = {
    "clean": "K K K K K K K",
    "natural": "K K K K K K K",
    "dirty": "Q Q Q Q Q 2 JK",
    "unnatural": "Q Q Q Q Q 2 JK",
    "sevens": "7 7 7 7 7 7 7",
    "wild": "2 2 2 2 2 JK JK",
}

Scenario = dict[str, Any]


def _text(cards: list[str]) -> str:
    return " ".join(cards)


def _refused(*keys: str) -> dict[str, Any]:
    return {"refused": list(keys)}


_KEEP = _refused("going_out.keep", "going_out.books")
_POINTS = {"points": {"0": 15}}

#: For each situation its name, and what to add to or change in what is made of it. A
#: change of ``position``, ``after`` or ``rules`` is merged, another one replaces.
CASES: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    # -- earned-foot-4-packs
    "C-EARN-01": ("Three fives are a meld of fifteen", {}),
    "C-EARN-02": ("A run is no meld", _refused("core.group")),
    "C-EARN-03": ("One natural carries two wilds", {}),
    "C-EARN-04": (
        "Sevens take no wild",
        _refused("wilds.not_on"),
    ),
    "C-EARN-05": ("One natural carries three wilds", {}),
    "C-EARN-07": (
        "The seventh king makes a clean book",
        {"after": {"books": {"0": "clean"}}},
    ),
    "C-EARN-08": ("A fourth wild is one too many", _refused("wilds.most")),
    "C-EARN-09": (
        "A finished book of sevens takes an eighth",
        {"after": {"melds": {"0": ["7 7 7 7 7 7 7 7"]}}},
    ),
    "C-EARN-10": (
        "A finished clean book takes no wild",
        _refused("books.kinds.clean.after"),
    ),
    "C-EARN-11": ("A natural pair takes the whole pile", {}),
    "C-EARN-12": ("Two wilds take the whole pile", {}),
    "C-EARN-13": (
        "A pair of another rank takes nothing",
        {"steps": ["take 6 6 A"], **_refused("core.group")},
    ),
    "C-EARN-14": (
        "A three on top bars the pile",
        _refused("pile.not_on", "core.group"),
    ),
    "C-EARN-15": ("Three aces take the pile and open", {}),
    "C-EARN-16": ("An unfinished meld scores its cards", {}),
    "C-EARN-17": ("A clean book of eights scores 570", {}),
    "C-EARN-18": ("A book of sevens scores 1535", {}),
    "C-EARN-19": ("Held cards are taken off", {}),
    "C-EARN-20": ("With every book and a yes the last card ends the round", {}),
    "C-EARN-21": (
        "Without a book of sevens nobody asks to go out",
        {"steps": ["ask"], **_refused("going_out.books")},
    ),
    "C-EARN-22": (
        "Only the partner answers",
        {
            "position": {"phase": "answer"},
            "steps": [{"seat": 1, "do": "yes"}],
            **_refused("core.turn"),
        },
    ),
    "C-EARN-23": (
        "Nobody reaches the foot without a book of one's own",
        {
            "position": {"hands": {"0": "5 5 5"}, "opened": [0]},
            "steps": ["lay 5 5 5"],
            **_refused("foot.trigger"),
        },
    ),
    # -- two-cards-one-discard
    "C-TWOD-01": ("Fours to eights are worth five", {}),
    "C-TWOD-02": ("Exactly the minimum opens", {}),
    "C-TWOD-03": (
        "Four naturals carry three wilds",
        {"after": {"books": {"0": "dirty"}}},
    ),
    # -- classic-canasta
    "C-CLAS-01": ("One group short of the minimum", _refused("opening.minimum")),
    "C-CLAS-02": ("Two groups reach the minimum together", {}),
    "C-CLAS-03": (
        "A frozen pile needs the minimum as well",
        _refused("opening.minimum"),
    ),
    "C-CLAS-04": ("A natural pair and the minimum take a frozen pile", {}),
    "C-CLAS-05": ("An own meld takes the pile", {"steps": ["take J"]}),
    "C-CLAS-06": (
        "No own meld takes a frozen pile",
        {"steps": ["take J"], **_refused("freezing.by")},
    ),
    "C-CLAS-07": (
        "A wild discarded freezes the pile",
        {"after": {"events": ["Froze"]}},
    ),
    "C-CLAS-08": (
        "A black three on top bars the pile",
        {"steps": ["take K K K"], **_refused("pile.not_on", "pile.needs")},
    ),
    "C-CLAS-09": ("A lone card may not be left behind", _KEEP),
    "C-CLAS-10": ("A canasta and no card left end the round", {}),
    "C-CLAS-11": ("A red three drawn is laid and replaced", {}),
    "C-CLAS-12": (
        "A black three stops the next player",
        {
            "steps": [
                "discard 3b",
                {"do": "take Q Q Q", "refused": ["pile.not_on", "pile.needs"]},
            ]
        },
    ),
    "C-CLAS-13": (
        "Black threes are melded only to go out",
        _refused("melds.going_out_only"),
    ),
    "C-CLAS-14": ("A clean canasta and a red three score 670", {}),
    "C-CLAS-15": ("A red three beside a meld scores 100", {}),
    "C-CLAS-16": ("All four red threes score 800", {}),
    "C-CLAS-17": ("Red threes without a meld count against the side", {}),
    "C-CLAS-18": ("The minimum goes by the score", {}),
    # -- toggle-app-13
    "C-TOGL-01": (
        "An own meld of six does not take the pile",
        {"steps": ["take J"], **_refused("pile.needs")},
    ),
    "C-TOGL-02": (
        "With the switch off an own meld of six takes it",
        {"rules": {"pile": {"own_meld": "any"}}, "steps": ["take J"]},
    ),
    "C-TOGL-03": (
        "The last discard of the hand brings the foot",
        {"after": {"events": ["PacketTaken"]}},
    ),
    "C-TOGL-04": ("Four naturals and three wilds are a book at once", {}),
    "C-TOGL-05": ("A closed book takes no eighth card", _refused("books.after")),
    "C-TOGL-06": (
        "The partner is asked and nobody else answers",
        {
            "steps": ["ask", {"seat": 1, "do": "yes", "refused": ["core.turn"]}],
            "after": {"turn": 2, "phase": "answer"},
        },
    ),
    "C-TOGL-07": (
        "Where the last card is discarded nobody melds it",
        {
            "rules": {"going_out": {"last_card": "discard", "permission": "none"}},
            **_refused("going_out.last_card", "going_out.keep"),
        },
    ),
    # -- home-canasta
    "C-HOME-01": (
        "A finished canasta of one's own takes the pile",
        {"steps": ["take Q on Q"], "after": {"melds": {"0": ["Q Q Q Q Q Q Q Q"]}}},
    ),
    "C-HOME-02": ("A natural and a wild take a pile that is not frozen", {}),
    "C-HOME-03": (
        "The modern table asks for a natural pair",
        {
            "rules": {"pile": {"needs": "natural_pair", "own_meld": "no"}},
            **_refused("pile.needs"),
        },
    ),
    "C-HOME-04": (
        "With an empty stock the pile may be taken, but need not be",
        {
            "position": {"phase": "draw"},
            "steps": ["draw"],
            "after": {"round_over": True},
        },
    ),
    "C-HOME-05": ("An opening is the sum of its groups", {}),
    "C-HOME-06": ("Two cards are no meld", _refused("melds.smallest")),
    "C-HOME-07": ("Wilds never outnumber naturals", _refused("wilds.ratio")),
    "C-HOME-08": ("A canasta is needed before going out", {}),
    "C-HOME-09": ("One canasta is enough to go out", {}),
    "C-HOME-10": ("A meld that leaves one card is one card too large", _KEEP),
    "C-HOME-11": ("The card that finishes the second canasta may be the last", {}),
    # -- individual-freeze-canasta
    "C-INDF-01": ("Three naturals carry three wilds", {}),
    "C-INDF-02": (
        "A meld needs two naturals",
        _refused("wilds.least_naturals", "wilds.ratio"),
    ),
    "C-INDF-03": ("A wild turns a clean book dirty", {}),
    "C-INDF-04": ("A first pickup asks for a natural pair", {}),
    "C-INDF-05": (
        "A wild is no half of the pair of a first pickup",
        _refused("freezing.personal"),
    ),
    "C-INDF-06": (
        "A finished book takes no pile",
        {"steps": ["take 5 on 5"], **_refused("pile.needs")},
    ),
    "C-INDF-07": ("The sheet of a player who went out", {}),
    "C-INDF-08": ("Red threes of a player without a meld", {}),
    # -- ladder-to-8500
    "C-LADR-01": ("Without the right to go out the foot is not emptied", _KEEP),
    "C-LADR-02": ("Two cards of the foot are kept", {}),
    "C-LADR-03": ("The last book may be finished by the last cards", {}),
    "C-LADR-04": ("The hand melded out brings the foot in the same turn", {}),
    "C-LADR-05": ("One card left keeps the foot away", {}),
    "C-LADR-06": ("Going out ends the round", {}),
    "C-LADR-07": (
        "With a last lap everyone else has one more turn",
        {"rules": {"going_out": {"last_lap": "always"}}},
    ),
    "C-LADR-08": ("A short pile is filled from the stock", {}),
    "C-LADR-09": ("A long pile gives the pair's card and five more", {}),
    "C-LADR-10": ("The discards below the top are shuffled again", {}),
    "C-LADR-12": ("With no stock and no pile the round is scored once", {}),
    "C-LADR-13": ("Three fours are no sixty", _refused("opening.minimum")),
    "C-LADR-14": ("The minimum rises by thirty a round", {}),
    "C-LADR-15": ("A clean book of aces scores 640", {}),
    # -- the others
    "C-CONS-02": ("The foot reached by a discard waits for the next turn", {}),
    "C-CAN13-01": ("Three fives are a meld of fifteen", {}),
    "C-CAN13-02": ("One natural is too few", _refused("wilds.least_naturals")),
    "C-CAN13-03": ("A clean book of sevens scores 535", {}),
    "C-RESV-01": (
        "The hand melded out brings the reserve, and a discard is owed",
        {"position": {"hands": {"0": "5 5 5"}, "opened": [0]}, "steps": ["lay 5 5 5"]},
    ),
    "C-RESV-02": (
        "A pickup never brings the reserve",
        {
            "rules": {
                "pile": {"take": "all", "needs": "nothing", "before_opening": "freely"}
            }
        },
    ),
    "C-RESV-03": ("Nobody goes out without a canasta", _refused("going_out.books")),
    "C-SHT15-01": ("A sheet of one clean and one dirty book", {}),
    "C-SEED1-01": ("The sheet of the side that went out", {}),
    "C-SEED1-02": ("The kings below the top do not help to open", {}),
}


class Maker:
    """Makes the scenarios of one situation."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case
        self.state: Mapping[str, Any] = case["state"]
        self.action = case["action"]
        self.expect: Mapping[str, Any] = case["expect"]
        self.rules = case["rules"]
        self.position: dict[str, Any] = {}
        self.after: dict[str, Any] = {}
        self.steps: list[Any] = []

    def make(self) -> list[Scenario]:
        """Return the scenarios, without what ``CASES`` adds."""
        if self.rules in SINGLES:
            self.position["seats"] = SINGLES[self.rules]
        many = getattr(self, f"_{self.case['kind']}")()
        if many is not None:
            return [dict(scenario) for scenario in many]
        return [{"position": self.position, "steps": self.steps, "after": self.after}]

    # -- the table

    def _hand(self, *, fill: bool = True) -> None:
        """Give seat 0 its cards, and where cards must be kept some more."""
        hand = self.state.get("hand")
        foot = self.state.get("foot")
        last = self.state.get("in_foot") or (isinstance(foot, list) and not hand)
        cards = foot if last and isinstance(foot, list) else hand
        if isinstance(cards, list):
            self.position["hands"] = {"0": _text(cards)}
        if last or self.rules in ONE_PACKET:
            if self.rules not in ONE_PACKET:
                self.position["packets"] = {"0": []}
                if self.rules == "toggle-app-13":
                    self.position["packets"]["2"] = []
            kept = isinstance(cards, list) and fill and self.case["kind"] != "go_out"
            if kept and self.rules in ONE_PACKET:
                self.position["hands"]["0"] += " 10 10"
        elif foot is not None:
            self.position["packets"] = {"0": [foot]}

    def _table(self) -> None:
        table = [_text(meld) for meld in self.state.get("table", [])]
        if "book" in self.state:
            table.append(_text(self.state["book"]))
        books = self.state.get("books")
        if isinstance(books, Mapping):
            table += [
                BOOKS[name] for name, count in books.items() for _ in range(count)
            ]
        if table:
            self.position["melds"] = {"0": table}
        elif self.state.get("opened", self.case["kind"] in ("meld", "go_out")):
            self.position["opened"] = [0]

    def _names(self) -> list[str]:
        melds = self.state.get("table", []) or [self.state.get("book", [])]
        return [_rank(meld) for meld in melds]

    def _place(self) -> str:
        to = self.action.get("to")
        return self._names()[0 if to == "book" else to]

    # -- kinds

    def _meld(self) -> None:
        self._hand()
        self._table()
        self.position.setdefault("opened", [0])
        cards = self.action["meld"]
        self.steps = [f"lay {_text(cards)}"]
        if self.expect.get("legal", True):
            self.after["melds"] = {"0": [*self._before(), _text(cards)]}
        if "points" in self.expect:
            self.after["sheet"] = {"0": {"cards melded": self.expect["points"]}}
        if "book" in self.expect:
            self.after["books"] = {"0": self.expect["book"]}
        if "total" in self.expect:
            points = 35
            self.after["sheet"] = {
                "0": {"books.kinds.clean.bonus": 500, "cards melded": points}
            }
            assert self.expect["total"] == 500 + points

    def _before(self) -> list[str]:
        melds: dict[str, list[str]] = self.position.get("melds", {})
        return list(melds.get("0", []))

    def _add(self) -> None:
        self._hand()
        self._table()
        cards = self.action["add"]
        cards = [cards] if isinstance(cards, str) else cards
        self.steps = [f"lay {_text(cards)} on {self._place()}"]
        if "book" in self.expect:
            self.after["books"] = {"0": self.expect["book"]}
        if "bonus" in self.expect:
            key = f"books.kinds.{self.expect['book']}.bonus"
            self.after["sheet"] = {"0": {key: self.expect["bonus"]}}

    _add_to_book = _add

    def _minimum_of(self) -> None:
        """Choose a score at which the minimum is that of the situation."""
        minimum = self.state.get("minimum")
        if self.rules in ONE_PACKET and minimum in SCORES:
            self.position["scores"] = [SCORES[minimum], 0]
        if minimum is not None:
            self.after["minimum"] = {"0": minimum}

    def _open(self) -> None:
        self._hand()
        self._minimum_of()
        groups = ", ".join(_text(group) for group in self.action["open"])
        self.steps = [f"lay {groups}"]
        self._opened()

    def _opened(self) -> None:
        points = self.expect.get("opening_points")
        if points is not None:
            self.after["events"] = [{"Opened": {"side": 0, "points": points}}]

    def _pickup(self) -> None:
        self.position["phase"] = "draw"
        if "turn" not in self.position:
            self.position["turn"] = 0
        self._hand()
        self._table()
        self._minimum_of()
        pile = self.state.get("pile")
        if pile is None:
            below = ["4", "6", "7", "10", "J", "Q"][: self.state["pile_size"] - 1]
            pile = [*below, self.state["top"]]
        self.position["pile"] = pile if len(pile) == 1 else _text(pile)
        top = pile[-1]
        if self.state.get("picked_up_before"):
            self.position["picked_up"] = [0]
        if self.state.get("rule", {}).get("fill_from_stock"):
            self.position["stock"] = 20
            self.after["stock"] = 20 - self.expect.get("stock_used", 0)
        if "open" in self.action:
            groups = ", ".join(_text(group) for group in self.action["open"])
        else:
            groups = _text([*self.action.get("with_hand", []), top])
        self.steps = [f"take {groups}"]
        self._taken(pile, groups)
        self._opened()

    _pickup_open = _pickup

    def _taken(self, pile: list[str], groups: str) -> None:
        if not self.expect.get("legal"):
            self.after["pile"] = len(pile)
            return
        if "table" in self.expect:
            self.after["melds"] = {"0": [_text(meld) for meld in self.expect["table"]]}
        if "pile" in self.expect:
            self.after["pile"] = self.expect["pile"]
        if isinstance(self.expect.get("hand"), list):
            cards = self.position["hands"]["0"].split()
            self.after["hands"] = {"0": _text(cards)}
        if "hand_size" in self.expect:
            self.after["hands"] = {"0": self.expect["hand_size"]}
        if "book" in self.expect:
            self.after["books"] = {"0": self.expect["book"]}
        if "hand_gains" in self.expect:
            held = len(self.position["hands"]["0"].split())
            laid = len(groups.replace(",", " ").split()) - 1
            self.after["hands"] = {"0": held - laid + self.expect["hand_gains"]}

    def _block(self) -> None:
        self.position["hands"] = {
            "0": _text([*self.state["hand"], "10", "10"]),
            "1": _text([*self.state["next_hand"], "10"]),
        }
        self.position["opened"] = [0, 1]
        self.position["pile"] = self.state["pile"]

    def _draw(self) -> None:
        self.position |= {"phase": "draw", "hands": {"0": self.state["hand"]}}
        self.position["stock"] = _text(self.state["stock"])
        self.steps = ["draw"]
        self.after["hands"] = {"0": _text(self.expect["hand"])}
        self.after["red"] = {"0": self.expect["red_threes"]}

    def _discard(self) -> None:
        self.position["hands"] = {"0": _text(self.state["hand"])}
        self.position["pile"] = self.state["pile"]
        self.steps = [f"discard {self.action['discard']}"]
        self.after |= {"pile": len(self.state["pile"]) + 1, "turn": 1}

    def _foot(self) -> None:
        self._hand(fill=False)
        if self.state.get("opened"):
            self.position["opened"] = [0]
        if self.action == "take_pile":
            self.position |= {"phase": "draw", "hands": {"0": 1}, "pile": 20}
            self.steps = ["take"]
            self.after |= {"hands": {"0": self.expect["hand"]}, "packets": {"0": [11]}}
            return
        if isinstance(self.action, dict) and "discard" in self.action:
            self.position["hands"] = {"0": [self.action["discard"]]}
            self.steps = [f"discard {self.action['discard']}"]
        elif isinstance(self.action, dict) and "meld" in self.action:
            self.steps = [f"lay {_text(self.action['meld'])}"]
        if not self.expect.get("legal"):
            return
        hand = self.expect.get("hand", 0 if self.expect.get("hand_empty") else None)
        if isinstance(hand, list) and len(hand) > 1:
            hand = _text(hand)
        self.after["hands"] = {"0": hand}
        reached = self.expect.get("in_foot", self.expect.get("same_turn"))
        if reached is not None:
            self.after["packets"] = {"0": [] if reached else [13]}
        elif "foot_held_for" in self.expect:
            self.after["packets"] = {"0": [self.state["foot"]]}
        if self.expect.get("next_player"):
            self.after |= {"turn": 1, "phase": "draw"}
        else:
            self.after |= {"turn": 0, "phase": "play"}

    def _go_out(self) -> None:
        self.state = {**self.state}
        if self.rules not in ONE_PACKET:
            self.state.setdefault("in_foot", True)
        if self.rules == "reserve-canasta":
            self.state["hand"] = ["9"]
            self.action = {"discard": "9"}
        self._hand()
        if self.rules in ("toggle-app-13", "earned-foot-4-packs", "reserve-canasta"):
            hand = self.state.get("hand") or self.state["foot"]
            cards = hand if len(hand) == 1 else _text(hand)
            self.position["hands"] = {"0": cards}
            self.position["packets"] = {"0": [], "2": []}
        self._table()
        if self.state.get("permission") == "yes":
            self.position["permission"] = "granted"
        self._with_need()
        if isinstance(self.action, dict):
            self._last_play()
        if "round_over" in self.expect:
            self.after["round_over"] = self.expect["round_over"]
        if self.case["id"] == "C-LADR-02":
            self.after["hands"] = {"0": self.expect["foot"]}
        if "largest_legal" in self.expect:
            self.largest = self.expect["largest_legal"]

    def _with_need(self) -> None:
        need = self.state.get("need", 1)
        if need != 1:
            self.changes = {"going_out": {"books": {"any": need}}}

    def _last_play(self) -> None:
        if "meld" in self.action:
            self.steps = [f"lay {_text(self.action['meld'])}"]
        elif "add" in self.action:
            self.steps = [f"lay {_text(self.action['add'])} on {self._place()}"]
            self.position["hands"] = {"0": self.action["add"]}
        else:
            self.steps = [f"discard {self.action['discard']}"]

    def _go_out_right(self) -> None:
        self._table()
        self.after["checklist"] = {"going_out.books": self.expect["value"]}

    def _last_turn(self) -> None:
        self.position |= {
            "hands": {"0": ["9"]},
            "packets": {"0": []},
            "melds": {"0": [BOOKS["clean"], BOOKS["dirty"]]},
        }
        self.steps = ["discard 9"]
        self.after["round_over"] = self.expect["round_over"]
        if "next_player" in self.expect:
            self.after["turn"] = self.expect["next_player"]

    def _permission(self) -> None:
        self._hand(fill=False)
        if self.rules == "toggle-app-13":
            self.position["hands"] = {"0": self.state["hand"]}
            self.position["packets"] = {"0": [], "2": []}
            self._table()

    def _stock_end(self) -> list[Scenario] | None:
        self.position |= {"phase": "draw", "stock": 0}
        if self.rules == "ladder-to-8500":
            self.steps = ["draw"]
            self.after |= {"round_over": True, "events": ["RoundEnded", "RoundScored"]}
            return None
        self._hand()
        self._table()
        self.position["pile"] = self.state["pile"]
        may = {"position": self.position, "steps": ["take Q"], "after": {}}
        need_not = {
            "position": self.position,
            "steps": ["draw"],
            "after": {"round_over": True},
        }
        return [may, need_not]

    def _reshuffle(self) -> None:
        self.position |= {"phase": "draw", "stock": 0, "pile": "4 5 6 7"}
        self.steps = ["draw"]
        self.after |= {"pile": self.expect["pile"], "stock": self.expect["stock"]}
        self.after["events"] = ["StockReshuffled", "Drew"]

    # -- scores

    def _score(self) -> None:
        melds = [_text(m) for m in self.state.get("open_melds", [])]
        melds += [_text(m) for m in self.state.get("books", [])]
        melds += [_text(m) for m in self.state.get("table", [])]
        if melds:
            self.position["melds"] = {"0": melds}
        held = self.state.get("held", [])
        out = self.state.get("went_out")
        self.position["hands"] = {"0": ["4"] if out else _text(held) if held else 0}
        if self.rules not in SINGLES:
            self.position["hands"]["2"] = 0
        if self.rules not in ONE_PACKET:
            seats = ("0",) if self.rules in SINGLES else ("0", "2")
            self.position["packets"] = {seat: [] for seat in seats}
        if self.state.get("red_threes"):
            self.position["red"] = {"0": self.state["red_threes"]}
        if out:
            self.steps = ["discard 4"]
        self.after["points"] = {"0": self.expect["total"]}
        lines = {
            "cards": "cards melded",
            "red_threes": "threes.red_laid",
            "going_out": "going_out.bonus",
            "held": "cards held",
        }
        sheet = {lines[k]: v for k, v in self.expect.items() if k in lines}
        if sheet:
            self.after["sheet"] = {"0": sheet}

    def _score_sheet(self) -> None:
        if self.rules == "seed-001":
            melds = [
                "A A A A A A A",
                "K K K K K K K",
                "Q Q Q Q JK JK JK",
                "J J J J JK JK JK",
                "4 4 4 4 4 4 2",
            ]
            self.position |= {
                "melds": {"0": melds},
                "hands": {"0": ["5"], "2": _text(self.state["held"])},
                "packets": {"0": [], "2": []},
                "permission": "granted",
                "red": {"0": self.state["red_threes"]},
            }
            self.steps = ["discard 5"]
            self.after["sheet"] = {"0": {"cards melded": self.state["cards"]}}
        else:
            self.position |= {
                "melds": {"0": ["4 4 4 4 4 4 4", "5 5 5 5 5 2 2"]},
                "hands": {"0": ["3b"], "2": 0},
                "packets": {"0": [], "2": []},
                "red": {"0": self.state["red_threes"]},
            }
            self.after["sheet"] = {"0": {"cards melded": self.state["cards"]}}
        self.after["points"] = {"0": self.expect["total"]}

    def _red_threes(self) -> None:
        self.position["red"] = {"0": self.state["count"]}
        if self.state["has_melds"]:
            self.position["melds"] = {"0": ["K K K"]}
        self.after["sheet"] = {"0": {"threes.red_laid": self.expect["value"]}}

    def _minimum(self) -> list[Scenario]:
        found = []
        for score, value in zip(
            self.state["scores"], self.expect["values"], strict=True
        ):
            position = {**self.position, "scores": [score, 0]}
            after = {"minimum": {"0": value}}
            found.append({"position": position, "steps": [], "after": after})
        return found

    def _rounds(self) -> list[Scenario]:
        found = []
        for number, value in zip(
            self.state["rounds"], self.expect["values"], strict=True
        ):
            position = {**self.position, "round": number}
            after = {"minimum": {"0": value}}
            found.append({"position": position, "steps": [], "after": after})
        return found


def _rank(meld: list[str]) -> str:
    return next((card for card in meld if card not in ("2", "JK")), "W")


def scenarios_of(case: Mapping[str, Any]) -> list[Scenario]:
    """Return the scenarios of a situation, ready to be written."""
    name, more = CASES[case["id"]]
    maker = Maker(case)
    changes = dict(more.get("rules", {}))
    found = maker.make()
    changes |= getattr(maker, "changes", {})
    rule = case["state"].get("rule", {}) if isinstance(case["state"], dict) else {}
    if rule.get("fill_from_stock"):
        changes["pile"] = {"fill_from_stock": True}
    written = []
    for number, scenario in enumerate(found, 1):
        label = name if len(found) == 1 else f"{name} ({number})"
        whole: Scenario = {"name": f"{label} [{case['id'].removeprefix('C-')}]"}
        if changes:
            whole["rules"] = {"extends": f"./{case['rules']}.yaml", **changes}
        whole["position"] = {**scenario["position"], **more.get("position", {})}
        steps = (
            more.get("steps", scenario["steps"]) if number == 1 else scenario["steps"]
        )
        if steps:
            whole["steps"] = steps
        if "refused" in more:
            whole["refused"] = more["refused"]
        after = {**scenario["after"], **(more.get("after", {}) if number == 1 else {})}
        if after:
            whole["after"] = after
        written.append(whole)
        if getattr(maker, "largest", 0):
            written.append(_largest(whole, maker.largest))
    return written


def _largest(whole: Scenario, count: int) -> Scenario:
    """Return the scenario with the largest meld that is legal."""
    rest = {key: value for key, value in whole.items() if key != "refused"}
    rank = whole["steps"][0].split()[1]
    return {
        **rest,
        "name": whole["name"].replace(" [", " (what is legal) ["),
        "steps": [f"lay {' '.join([rank] * count)}"],
    }


def _yaml(value: Any) -> str:
    """Return plain data in the flow form, short texts plain where YAML allows."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key}: {_yaml(part)}" for key, part in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    if isinstance(value, str):
        return value if _is_plain(value) else json.dumps(value)
    return json.dumps(value)


def _is_plain(text: str) -> bool:
    words = text.split(" ")
    return (
        bool(text)
        and not text[0].isdigit()
        and text not in ("yes", "no")
        and all(
            word and word.replace(".", "").replace("_", "").isalnum() for word in words
        )
    )


def file_text(rules: str, scenarios: list[Scenario]) -> str:
    """Return a scenario file."""
    lines = [
        "# Written by scripts/remake_scenarios.py; change it there.",
        "handfoot_scenarios: 1",
        f"rules: {rules}.yaml",
        "scenarios:",
    ]
    for scenario in scenarios:
        lines.append(f"  - name: {json.dumps(scenario['name'])}")
        for key, value in scenario.items():
            if key != "name":
                lines.append(f"    {key}: {_yaml(value)}")
    return "\n".join([*lines, ""])


def files(cases: list[Mapping[str, Any]]) -> dict[str, str]:
    """Return the text of each file by its name."""
    by_rules: dict[str, list[Scenario]] = defaultdict(list)
    for case in cases:
        if case["id"] not in LEFT_OUT:
            by_rules[case["rules"]] += scenarios_of(case)
    return {
        f"{rules}.scenario.yaml": file_text(rules, scenarios)
        for rules, scenarios in by_rules.items()
    }


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("situations", type=Path, help="the file of situations")
    given = parser.parse_args()
    lines = given.situations.read_text().splitlines()
    found = files([json.loads(line) for line in lines if line.strip()])
    for name, text in found.items():
        (FOLDER / name).write_text(text)
    sys.stdout.write(f"{len(found)} files in {FOLDER}\n")


if __name__ == "__main__":
    main()
