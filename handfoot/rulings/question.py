"""A question that people ask at the table, whatever the rules they play by.

It says what somebody sees and wants to do, seen from that chair: my hand, my side's
melds, the pile. Under a ruleset it becomes a position. Cards that nobody named must
not decide the answer, so a question can be set up in several ways (``fill``) that agree
on all that was said and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, get_args

import attrs

from handfoot.cards import RED_THREE, SUITS, Card, parse_cards, text_as_black
from handfoot.errors import HandfootError, NotationError
from handfoot.play.actions import (
    DRAW,
    Action,
    Answer,
    AskToGoOut,
    ChoosePacket,
    Discard,
    Draw,
    EndTurn,
    Lay,
    TakePile,
)
from handfoot.rules.language.scoped import Situation
from handfoot.rules.rulebook import Rulebook
from handfoot.rules.ruleset import RuleSet
from handfoot.rulings.filling import (
    FILLS,
    MORE_HELD,
    MORE_LYING,
    OTHERS,
    filled,
    in_no_row,
    like_top,
    plain_ranks,
)
from handfoot.table.notation import parse_action, parse_group
from handfoot.table.position import Position
from handfoot.table.seating import table_of, usual_seats
from handfoot.table.threes_alike import action_as_black

__all__ = ["Question"]

Partner = Literal["hand", "foot", "played"]


def _action(value: Action | str) -> Action:
    return parse_action(value) if isinstance(value, str) else value


def _groups(values: Iterable[str] | str) -> tuple[str, ...]:
    """Return melds, each a text; in one text commas stand between them."""
    texts = values.split(",") if isinstance(values, str) else values
    return tuple(text.strip() for text in texts if text.strip())


def _actions(values: Iterable[Action | str] | str) -> tuple[Action, ...]:
    texts = (values,) if isinstance(values, str) else values
    return tuple(_action(value) for value in texts)


@attrs.frozen(kw_only=True)
class Question:
    """May this be done? Everything but what is tried has a default.

    Cards are text (``"9 9 K 2 JK"``, suits optional). ``...`` in a hand or a pile means
    "and others": plain cards that fit nothing named here. A list of cards runs from
    bottom to top.

    Attributes:
        tries: What is tried, an action or its text (``"take 9 9 9"``).
        first: What is done before, in order.
        hand: Cards held by the one who tries; those that are played "and others" when
            not given.
        pile: The discard pile, its top card last: ``"... 9"`` is a nine on others. A
            number is a pile of that many cards, none of them known.
        down: Whether the own side has opened; a side with melds has.
        melds: Melds of the own side, each as cards (``"K K K 2"``), or one text with
            commas between them.
        their_melds: Melds of the next side, likewise.
        in_foot: Whether the one who tries plays from the last packet.
        foot: The packet to come, cards or how many.
        partner: Where the partners play from: ``hand``, ``foot`` (the last packet), or
            ``played`` when they have also ended a turn from it. A packet that partners
            share (``deal.later_for``) is reached by all of them once one has taken it.
        first_turn: Whether it is the first turn of the one who tries in this round.
        has_taken: Whether the one who tries has taken the pile in this round.
        round: Number of the round, from 1.
        score: Running total of the own side (points).
        stock: The stock, the next card last; or how many cards.
        permission: What the partners said this turn about going out: ``unasked``,
            ``granted``, ``denied`` or ``advised``.
        seats: Number of players; the ruleset's usual table when not given.
        side_size: Players on a side; the ruleset's usual size when not given.
        table: Further settings of a ``Position``, by seat and side; the one who tries
            sits in seat 0 unless ``turn`` says otherwise.
    """

    tries: Action = attrs.field(converter=_action)
    first: tuple[Action, ...] = attrs.field(default=(), converter=_actions)
    hand: str | int | None = None
    pile: str | int | None = None
    down: bool = False
    melds: tuple[str, ...] = attrs.field(default=(), converter=_groups)
    their_melds: tuple[str, ...] = attrs.field(default=(), converter=_groups)
    in_foot: bool = False
    foot: str | int | None = None
    partner: Partner = "hand"
    first_turn: bool = False
    has_taken: bool = False
    round: int = 1
    score: int = 0
    stock: str | int | None = None
    permission: str = "unasked"
    seats: int | None = None
    side_size: int | None = None
    table: Mapping[str, Any] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be read, or can never be.

        Raises:
            HandfootError: the message begins with the setting.
        """
        for name in ("hand", "pile", "foot", "stock", "melds", "their_melds"):
            for text in _texts(getattr(self, name)):
                try:
                    parse_group(text.replace(OTHERS, " "))
                except NotationError as error:
                    raise HandfootError(f"{name}: {error}") from None
        if self.partner not in get_args(Partner):
            words = ", ".join(get_args(Partner))
            raise HandfootError(f"partner: must be one of {words}")

    @classmethod
    def loads(cls, text: str, *, name: str = "<text>") -> Question:
        """Return the question that a YAML text asks.

        Args:
            text: ``try:`` and the attributes of a question as settings; those of a
                ``Position`` by seat and side may stand beside them.
            name: What to call the text in messages.

        Raises:
            ScenarioError: the text cannot be read; its report says everything why.
        """
        from handfoot.rulings.question_text import question_from

        return question_from(text, name)

    @property
    def steps(self) -> tuple[Action, ...]:
        """Everything that is done, what is tried last."""
        return (*self.first, self.tries)

    @property
    def open_ended(self) -> tuple[str, ...]:
        """Return the settings in which cards were left open."""
        found = [
            name
            for name, cards in (("hand", self.hand), ("pile", self.pile))
            if isinstance(cards, int) or (cards is not None and OTHERS in cards)
        ]
        return tuple(found)

    def position(self, rules: RuleSet, *, fill: int = 0) -> Position:
        """Return the position under a ruleset.

        Args:
            rules: The ruleset.
            fill: Which of the ways to choose the cards that nobody named, from 0 to
                ``FILLS`` - 1.

        Raises:
            HandfootError: something is needed that was not said, or the ruleset does
                not allow this table; the message begins with the setting.
        """
        at = self._at(rules)
        if rules.at(at).threes.alike:
            return self._as_black()._position(rules, at, fill)
        return self._position(rules, at, fill)

    def book(self, rules: RuleSet) -> Rulebook:
        """Return the rules in force at the table of the question."""
        return rules.at(self._at(rules))

    def _at(self, rules: RuleSet) -> Situation:
        return Situation(*self._players(rules), self.round)

    def _as_black(self) -> Question:
        """Return the question with black threes in place of red ones."""

        def read(cards: str | int | None) -> str | int | None:
            return text_as_black(cards) if isinstance(cards, str) else cards

        return attrs.evolve(
            self,
            tries=action_as_black(self.tries),
            first=tuple(map(action_as_black, self.first)),
            hand=read(self.hand),
            pile=read(self.pile),
            foot=read(self.foot),
            stock=read(self.stock),
        )

    def _position(self, rules: RuleSet, at: Situation, fill: int) -> Position:
        seats, size = at.players, at.side_size
        sides, book = seats // size, rules.at(at)
        settings: dict[str, Any] = {
            **self.table,
            "seats": seats,
            "side_size": size,
            "seed": fill,
        }
        turn = settings.get("turn", 0)
        settings.setdefault("phase", _phase(self.steps[0]))
        named = list(self._named())
        plain = plain_ranks((card.kind for card in named), fill)
        if book.melds.runs != "none":
            plain = in_no_row(plain, named)
        of_rank = len(SUITS) * book.deck.packs
        self._add_cards(settings, turn, fill, plain, of_rank)
        self._refuse_red(book)
        self._add_melds(settings, turn % sides, sides)
        self._add_packets(settings, turn, sides)
        for name in ("round", "permission", "stock"):
            value = getattr(self, name)
            if value != _USUAL[name]:
                settings[name] = value
        if self.first_turn:
            settings["turns"] = 1
        if self.has_taken:
            settings["picked_up"] = (turn,)
        if self.score:
            settings["scores"] = [0] * sides
            settings["scores"][turn % sides] = self.score
        return Position(rules, **settings)

    def _players(self, rules: RuleSet) -> tuple[int, int]:
        """Return how many sit at the table, and on a side of it."""
        seats = self.seats or self.table.get("seats") or usual_seats(rules)
        size = self.side_size or self.table.get("side_size")
        if size is None and self.partner != "hand":
            # Who speaks of a partner has one, where the ruleset leaves the choice.
            sizes = rules.side_sizes(seats) if seats in rules["players.counts"] else ()
            size = next((one for one in sizes if one > 1), None)
        return seats, table_of(rules, seats, size)

    # -- cards ------------------------------------------------------------------------

    def _add_cards(
        self,
        settings: dict[str, Any],
        turn: int,
        fill: int,
        plain: list[str],
        of_rank: int,
    ) -> None:
        hands = dict(settings.get("hands", {}))
        hand = self.hand
        # Whatever is held, these may be done or not.
        any_will_do = self.tries == DRAW or isinstance(
            self.tries, Answer | ChoosePacket
        )
        if hand is None and turn not in hands and not any_will_do:
            hand = self._needed()
        if hand is not None:
            hands[turn] = filled(hand, plain, MORE_HELD[fill])
        settings["hands"] = hands
        pile = settings.get("pile") if self.pile is None else self.pile
        named = isinstance(pile, str) and not pile.strip().endswith(OTHERS)
        if any(map(_needs_top, self.steps)) and not named:
            raise HandfootError(
                'pile: say what lies there, the top card last: "K 9", or "... 9" for '
                "a nine on others"
            )
        if isinstance(pile, str) and fill == FILLS - 1:
            # A card below the top could be just what is needed.
            kinds = [card.kind for card in self._named()]
            plain = like_top(pile, kinds, of_rank) + plain
        if pile is not None:
            settings["pile"] = filled(pile, plain, MORE_LYING[fill])

    def _refuse_red(self, book: Rulebook) -> None:
        """Refuse to throw a red three by rules that lay it before one can."""
        threes = book.threes
        waits = threes.keeps_red and not (self.down or self.melds)
        if not threes.lays_red or waits:
            return
        thrown = (step.card for step in self.steps if isinstance(step, Discard))
        if any(card.kind == RED_THREE for card in thrown):
            raise HandfootError(
                f"{self.tries}: nobody holds a red three to discard: by threes.red it "
                "is laid on the table when it reaches a player"
            )

    def _named(self) -> Iterator[Card]:
        """Yield every card that is named."""
        texts = [self.hand, self.pile, self.foot, self.stock]
        texts += [*self.melds, *self.their_melds, *_texts_in(self.table)]
        for text in texts:
            if isinstance(text, str):
                yield from parse_group(text.replace(OTHERS, " ")).cards
        for step in self.steps:
            yield from _played(step)

    def _needed(self) -> str:
        """Return a hand that holds what is tried, and others."""
        if any(not isinstance(step, Draw) for step in self.first):
            raise HandfootError("hand: say which cards are held before the first step")
        tries = self.tries
        if isinstance(tries, AskToGoOut | EndTurn):
            raise HandfootError(f"hand: say which cards are held; {tries} needs them")
        cards = list(_played(tries))
        if _needs_top(tries) and isinstance(self.pile, str):
            top = parse_cards(self.pile.replace(OTHERS, " "))[-1:]
            lying = [card for card in cards if top and card.kind == top[0].kind]
            if lying:
                cards.remove(lying[0])
        return " ".join([*(card.code for card in cards), OTHERS])

    # -- the table --------------------------------------------------------------------

    def _add_melds(self, settings: dict[str, Any], side: int, sides: int) -> None:
        melds = dict(settings.get("melds", {}))
        if self.melds:
            melds[side] = list(self.melds)
        if self.their_melds:
            melds[(side + 1) % sides] = list(self.their_melds)
        settings["melds"] = melds
        if self.down:
            settings["opened"] = [*settings.get("opened", ()), side]

    def _add_packets(self, settings: dict[str, Any], turn: int, sides: int) -> None:
        packets = dict(settings.get("packets", {}))
        if self.foot is not None:
            packets[turn] = [self.foot]
        if self.in_foot:
            packets[turn] = []
        partners = [
            seat
            for seat in range(turn % sides, settings["seats"], sides)
            if seat != turn
        ]
        if self.partner != "hand":
            if not partners:
                raise HandfootError("partner: everyone plays alone at this table")
            packets |= {seat: [] for seat in partners}
        if self.partner == "played":
            settings["played"] = [*settings.get("played", ()), *partners]
        settings["packets"] = packets


_USUAL: Final = {field.name: field.default for field in attrs.fields(Question)}


def _phase(action: Action) -> str:
    match action:
        case Draw() | TakePile():
            return "draw"
        case Answer():
            return "answer"
        case ChoosePacket():
            return "choose"
        case _:
            return "play"


def _needs_top(action: Action) -> bool:
    """Whether the top card of the pile is taken by an action."""
    return isinstance(action, TakePile) or (isinstance(action, Draw) and action.top)


def _played(action: Action) -> Iterator[Any]:
    """Yield the cards that an action names."""
    match action:
        case TakePile(groups) | Lay(groups) | Draw(groups=groups):
            for group in groups:
                yield from group.cards
        case Discard(card):
            yield card


def _texts_in(value: Any) -> Iterator[str]:
    """Yield the texts of cards in settings of a position."""
    for name in ("hands", "packets", "melds", "pile", "stock"):
        yield from _texts(value.get(name))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts([*value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
