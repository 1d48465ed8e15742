"""An environment for reinforcement learning: a match as a PettingZoo AEC environment.

Needs ``pip install handfoot[rl]``. Every seat is an agent (``seat_0``, ``seat_1`` ...).
What an agent observes is made from the view of its seat alone.

**Actions.** An action is a number: the place of a legal action in the canonical list of
the position (``view.legal_actions``), of which ``action_mask`` says how many there are.
So the same number means something else in each position. What it means there stands in
the row of that number in ``actions`` (see ``ACTION_COLUMNS``); ``env.action(number)``
is the action itself.

The list is cut off at ``most_actions``: draws, discards, answers and questions come
first and always fit, so that only lays and pickups of a position with very many of them
can be left out; ``left_out`` in the infos says how many were. The list is canonical: it
does not hold every legal play, but leads to every table that can be reached.

**Rewards.** When a round ends, each agent gets the points of its side less the mean of
the other sides; before that nothing. All rewards together are zero for each side size.

>>> from handfoot.rl import env  # doctest: +SKIP
>>> table = env("whitnack", seats=4, rounds=1)  # doctest: +SKIP
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from handfoot.cards import JOKER, KIND_WORDS, KINDS
from handfoot.errors import HandfootError
from handfoot.play.actions import (
    NEW,
    Action,
    Answer,
    AskToDirty,
    AskToGoOut,
    ChoosePacket,
    Discard,
    Draw,
    EndTurn,
    FreeWilds,
    Group,
    Lay,
    TakePile,
)
from handfoot.play.placing import RANK_TEXT
from handfoot.play.state import WILD_RANK
from handfoot.rules.ruleset import RuleSet
from handfoot.table.game import Game
from handfoot.table.views import View

__all__ = ["ACTION_COLUMNS", "HandFootEnv", "env", "observation_columns"]

_PHASES: Final = ("choose", "draw", "play", "answer")
# Kinds of cards and the wilds, as ranks of melds.
_RANKS: Final = (*KIND_WORDS, "wilds")
_DOERS: Final = (
    *(Draw, Discard, AskToGoOut, AskToDirty, FreeWilds, Answer, EndTurn, ChoosePacket),
)

#: What the columns of a row of ``actions`` say.
ACTION_COLUMNS: Final = (
    *("draw", "take", "lay", "discard", "ask", "yes", "no", "end", "choose"),
    "number",  # of the packet chosen, cards dug for, or discards drawn; of the meld
    "groups",  # how many groups are laid
    # Groups said to begin a new meld, where the cards could also go elsewhere.
    *("new", "new.cards", "new.jokers", "new.wilds"),
    *KIND_WORDS,  # cards named, by kind; of a question about wilds, of its
    # answers, and where wilds are taken back (a row with none of the first columns),
    # the rank of the meld
    *(f"jokers.{rank}" for rank in _RANKS),  # jokers laid, by the rank they go to
    *(f"wilds.{rank}" for rank in _RANKS),  # other wilds
)


def observation_columns(seats: int, sides: int) -> tuple[str, ...]:
    """Return what the numbers of ``observation`` say, in order.

    Sides and seats are counted from one's own: side 0 is one's own, seat 1 is the next
    to play.
    """
    own = ("my_turn", *_PHASES, "round", "stock", "pile", "frozen", "ply")
    cards = (
        *(f"hand.{kind}" for kind in KIND_WORDS),
        *(f"top.{k}" for k in KIND_WORDS),
    )
    counts = tuple(f"{what}.{r}" for what in ("naturals", "wilds") for r in _RANKS)
    of_side = ("score", "opened", "minimum", "red_threes", "books", "clean", *counts)
    return (
        *own,
        *cards,
        *(f"side_{side}.{name}" for side in range(sides) for name in of_side),
        *(f"seat_{seat}.{n}" for seat in range(seats) for n in ("held", "packets")),
    )


class HandFootEnv(AECEnv[str, dict[str, Any], int | None]):
    """A match as an AEC environment; ``env`` wraps it in the usual checks.

    Args:
        rules: A ruleset, the name of a shipped variant, or the path of a file.
        seats: Number of players.
        rounds: Rounds of an episode; the whole match when not given.
        most_actions: Size of the action space, at least 64.
        render_mode: ``ansi`` for text, or nothing.

    Raises:
        HandfootError: the ruleset does not allow this table, or it has what the
            numbers do not tell, such as runs.
        RulesetError: the ruleset cannot be loaded.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "handfoot_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: RuleSet | str | Path,
        *,
        seats: int = 4,
        rounds: int | None = None,
        most_actions: int = 256,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if most_actions < 64:  # noqa: PLR2004  # said in the docstring
            raise HandfootError("most_actions must be 64 or more")
        self.game = Game(rules, seats, seed=0)
        tables = self.game.state.tables
        if any(one.runs or one.tells_colours for one in tables):
            raise HandfootError(
                "the numbers of this environment tell no suits, on which runs depend "
                "and wilds matched by colour; play a ruleset with melds.runs: none and "
                "another pile.wild_top than matching_colour"
            )
        if any(one.joins for one in tables):
            raise HandfootError(
                "the numbers of this environment name one meld, and a join is of two; "
                "play a ruleset with melds.may_join: false"
            )
        self.render_mode = render_mode
        self._rounds = rounds
        self._most = most_actions
        self._seed: int | str = secrets.token_hex(16)
        self._episode = 0
        self._listed: tuple[Action, ...] = ()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        columns = len(observation_columns(seats, self.game.sides))
        shape = (most_actions, len(ACTION_COLUMNS))
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Dict(
                {
                    "observation": _numbers((columns,), np.int32),
                    "action_mask": Box(0, 1, (most_actions,), np.int8),
                    "actions": _numbers(shape, np.int16),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {
            agent: Discrete(most_actions) for agent in self.possible_agents
        }

    # -- PettingZoo -------------------------------------------------------------------

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # PettingZoo asks for it
    ) -> None:
        """Deal a new match.

        Args:
            seed: Seed of this and the following episodes; the same seed gives the same
                deals on every machine.
            options: Not used.
        """
        if seed is not None:
            self._seed, self._episode = seed, 0
        old = self.game
        self.game = Game(old.rules, old.seats, seed=f"rl {self._seed} {self._episode}")
        self._episode += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on(0)

    def step(self, action: int | None) -> None:
        """Do an action for the agent to act.

        Raises:
            HandfootError: there is no action of that number here.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.push(self.action(action))

    def push(self, action: Action) -> None:
        """Do an action for the agent to act that need not have a number.

        So a computer player may sit in for an agent: give what it chooses.

        Raises:
            IllegalAction: the rules do not allow it.
        """
        agent = self.agent_selection
        before = self.game.scores
        self.game.push(action)
        self._cumulative_rewards[agent] = 0.0
        gained = [a - b for a, b in zip(self.game.scores, before, strict=True)]
        for place, name in enumerate(self.possible_agents):
            mine = gained[place % len(gained)]
            others = (sum(gained) - mine) / max(len(gained) - 1, 1)
            self.rewards[name] = float(mine - others)
        self._go_on(self.possible_agents.index(agent))
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, as arrays; the mask is empty when others act."""
        view = self.view(agent)
        mask = np.zeros(self._most, np.int8)
        rows = np.zeros((self._most, len(ACTION_COLUMNS)), np.int16)
        if self.agents and agent == self.agent_selection:
            listed, wild = self._listed, view.tables.wild
            about = view.asked_about or ""
            mask[: len(listed)] = 1
            if listed:
                rows[: len(listed)] = [_row(action, wild, about) for action in listed]
        seen = np.array(_observed(view), np.int32)
        return {"observation": seen, "action_mask": mask, "actions": rows}

    def render(self) -> str | None:
        """Return the table as the seat to act sees it, where ``ansi`` was asked for."""
        if self.render_mode is None:
            return None
        return str(self.view(self.agent_selection))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    # -- handfoot ---------------------------------------------------------------------

    def view(self, agent: str) -> View:
        """Return the view of an agent's seat."""
        return self.game.view(self.possible_agents.index(agent))

    def action(self, number: int | None) -> Action:
        """Return the action that a number stands for in this position.

        Raises:
            HandfootError: there is no action of that number here.
        """
        if number is None or not 0 <= number < len(self._listed):
            raise HandfootError(
                f"{number} is no action here: there are {len(self._listed)}"
            )
        return self._listed[number]

    def _go_on(self, seat: int) -> None:
        """Find who acts next and what it may do."""
        game = self.game
        done = self._rounds is not None and game.round > self._rounds
        if game.turn is None or done:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[seat]
            self._listed = ()
            return
        self.agent_selection = self.possible_agents[game.turn]
        listed = list(game.legal_actions)
        if len(listed) > self._most:
            listed.sort(key=lambda action: not isinstance(action, _DOERS))
        self._listed = tuple(listed[: self._most])
        self.infos[self.agent_selection] = {"left_out": len(listed) - len(self._listed)}


def env(
    rules: RuleSet | str | Path,
    *,
    seats: int = 4,
    rounds: int | None = None,
    most_actions: int = 256,
    render_mode: str | None = None,
) -> AECEnv[str, dict[str, Any], int | None]:
    """Return the environment in PettingZoo's usual checks; see ``HandFootEnv``.

    An action that the mask forbids ends the episode with a reward of -1.
    """
    plain: AECEnv[str, dict[str, Any], int | None] = HandFootEnv(
        rules,
        seats=seats,
        rounds=rounds,
        most_actions=most_actions,
        render_mode=render_mode,
    )
    legal = wrappers.TerminateIllegalWrapper(plain, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


def _numbers(shape: tuple[int, ...], kind: type[np.signedinteger[Any]]) -> Box:
    limits = np.iinfo(kind)
    return Box(limits.min, limits.max, shape, kind)


@lru_cache(maxsize=1 << 14)
def _row(action: Action, wild: tuple[bool, ...], about: str) -> tuple[int, ...]:
    """Return an action in numbers (see ``ACTION_COLUMNS``).

    Args:
        action: The action.
        wild: Whether a kind is wild, by kind.
        about: The meld that a partner asks about, if it is one.
    """
    word = str(action).partition(" ")[0].replace("dig", "take")
    groups = action.groups if isinstance(action, Draw | Lay | TakePile) else ()
    cards, wilds = [0] * KINDS, [0] * len(_RANKS) * 2
    number = 0
    match action:
        case Discard(card=card):
            cards[card.kind] = 1
        case ChoosePacket(number=number) | TakePile(count=number):
            pass
        case Draw(top=True):
            number = 1
        case AskToDirty() | FreeWilds() | Answer():
            name = about if isinstance(action, Answer) else action.onto
            if name:
                rank, number = _target(Group((), name), wild)
                cards[rank] = 1
    for group in groups:
        rank, place = _target(group, wild)
        number = max(number, place)
        for card in group.cards:
            cards[card.kind] += 1
            if wild[card.kind]:
                wilds[rank + len(_RANKS) * (card.kind != JOKER)] += 1
    new = [group for group in groups if group.onto == NEW]
    begun = [card.kind for group in new for card in group.cards]
    jokers, begun_wilds = begun.count(JOKER), sum(wild[kind] for kind in begun)
    doing = [int(word == name) for name in ACTION_COLUMNS[:9]]
    fresh = (len(new), len(begun), jokers, begun_wilds)
    return (*doing, number, len(groups), *fresh, *cards, *wilds)


def _target(group: Group, wild: tuple[bool, ...]) -> tuple[int, int]:
    """Return the rank of the meld that a group goes to, and its number if said."""
    text, _, place = group.onto.partition("#")
    if text in RANK_TEXT:
        return RANK_TEXT.index(text), int(place or 0)
    naturals = (card.kind for card in group.cards if not wild[card.kind])
    return next(naturals, WILD_RANK), 0


def _observed(view: View) -> list[int]:
    """Return what a seat knows in numbers (see ``observation_columns``)."""
    me, mine = view.seat or 0, view.side or 0
    found = [int(view.turn == me), *(int(view.phase == name) for name in _PHASES)]
    found += [view.round, view.stock, view.pile, int(view.frozen), view.ply]
    found += view.hand_counts
    top = [0] * KINDS
    if view.top is not None:
        top[view.top.kind] = 1
    found += top
    for step in range(view.sides):
        found += _of_side(view, (mine + step) % view.sides)
    for step in range(view.seats):
        seat = (me + step) % view.seats
        found += [view.held(seat), sum(view.packets_left(seat))]
    return found


def _of_side(view: View, side: int) -> list[int]:
    naturals, wilds = [0] * len(_RANKS), [0] * len(_RANKS)
    books = clean = 0
    size = view.tables.size
    for rank, natural, wild in view.meld_counts(side):
        naturals[rank] += natural
        wilds[rank] += wild
        if natural + wild >= size:
            books += 1
            clean += not wild
    reds = len(view.red_threes(side))
    state = [view.scores[side], int(view.opened(side)), view.minimum(side), reds]
    return [*state, books, clean, *naturals, *wilds]
