"""The turn machine: start a match, check an action, apply it.

The order of forced things is fixed. At the start of a turn: a packet that waits is
picked up. After a draw or a pickup: red threes are laid and replaced. After a lay, or
the lay of a pickup: an empty hand brings the next packet, or ends the round in the last
one. After a discard: the same, then the turn passes. After a round: score sheets, then
the next deal or the end of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, Never, NoReturn, assert_never

from handfoot.play import (
    asking,
    discard,
    draw,
    firsts,
    foot,
    freeing,
    freezing,
    going_out,
    joining,
    lay,
    lays,
    moment,
    pile,
    threes,
)
from handfoot.play.actions import (
    Action,
    Answer,
    AskToDirty,
    AskToGoOut,
    ChoosePacket,
    Discard,
    Draw,
    EndTurn,
    FreeWilds,
    JoinMelds,
    Lay,
    TakePile,
)
from handfoot.play.chance import Seed
from handfoot.play.events import Log, TurnEnded
from handfoot.play.match import drawn
from handfoot.play.refusals import Refusal
from handfoot.play.round_end import (
    OUT,
    STOCK,
    THREES,
    TURNS,
    deal_round,
    end_round,
    only_threes,
    out_of_turns,
)
from handfoot.play.standing import lay_ready
from handfoot.play.state import (
    ANSWER,
    CHOOSE,
    DRAW,
    GRANTED,
    NOBODY,
    OVER,
    PLAY,
    UNASKED,
    State,
)
from handfoot.rules.ruleset import RuleSet

_PHASE_WORDS = {
    DRAW: "Begin your turn with a draw or by taking the pile.",
    PLAY: "You have drawn already: meld, or discard to end your turn.",
    ANSWER: "Your partner asked you and waits for your answer.",
    CHOOSE: "Choose which packet to play as your hand.",
}


def start(
    rules: RuleSet,
    *,
    seats: int,
    side_size: int,
    seed: Seed,
    dealer: int,
    log: Log = None,
) -> State:
    """Return the state of a new match, its first round dealt.

    Args:
        rules: The ruleset.
        seats: Number of players.
        side_size: Players on a side.
        seed: Seed of all shuffles.
        dealer: Seat that deals round one.
        log: Where events go, ``None`` to make none.
    """
    state = State()
    state.rules = drawn(rules, seats, side_size, seed)
    state.seed = seed
    state.seats = seats
    state.sides = seats // side_size
    state.round = 1
    state.dealer = dealer
    state.scores = [0] * state.sides
    state.sheets = ()
    state.out = NOBODY
    state.phase = DRAW
    if not deal_round(state, log):
        end_round(state, STOCK, log)
    if rules.of_the_moment:
        moment.resettle(state)
    return state


def check(state: State, action: Action) -> Iterator[Refusal]:  # noqa: PLR0912  # one case an action
    """Yield every rule that ``action`` breaks; nothing when it is legal.

    A yes or no needs only the first: nothing further is computed until asked for.

    Raises:
        TypeError: ``action`` is none.
    """
    wrong = _wrong_phase(state, action)
    if state.phase == OVER:
        yield Refusal("match_over", "core.over", "The match is over.")
        return
    if wrong is not None:
        yield wrong
        return
    match action:
        case Answer():
            yield from asking.check_answer(state, action)
        case Draw():
            yield from draw.check(state, action)
        case TakePile():
            yield from pile.check(state, action)
        case Lay():
            yield from lay.check(state, action)
        case Discard():
            yield from discard.check(state, action)
            if state.tables[state.turn % state.sides].plays_first:
                yield from lays.owed(state)
        case AskToGoOut():
            yield from asking.check_ask(state, action)
        case AskToDirty():
            yield from asking.check_dirty(state, action)
        case FreeWilds():
            yield from _check_free(state, action)
        case JoinMelds():
            yield from _check_join(state, action)
        case EndTurn():
            if state.tables[state.turn % state.sides].plays_first:
                yield from lays.owed(state)
            yield from discard.check_end(state)
        case ChoosePacket():
            yield from foot.check_choice(state, action)
        case _:
            assert_never(action)


def _check_free(state: State, action: FreeWilds) -> Iterator[Refusal]:
    """Yield why wilds may not be taken back; after a yes the seat must still go out."""
    refusals = list(freeing.check(state, action))
    yield from refusals
    if state.permission == GRANTED and not refusals:
        after = state.copy()
        freeing.apply(after, action, None)
        if not firsts.can_finish(after, state.turn):
            yield from going_out.must_go_out(state)


def _check_join(state: State, action: JoinMelds) -> Iterator[Refusal]:
    """Yield why melds may not be joined; after a yes the seat must still go out."""
    refusals = list(joining.check(state, action))
    yield from refusals
    if state.permission == GRANTED and not refusals:
        after = state.copy()
        joining.apply(after, action, None)
        if not firsts.can_finish(after, state.turn):
            yield from going_out.must_go_out(state)


def _no_action(action: Never) -> NoReturn:
    """Refuse what is no action at all.

    Raises:
        TypeError: always.
    """
    raise TypeError(
        f"{action!r} is not an action: parse_action makes one of a text, such as "
        f'parse_action("draw")'
    )


def _wrong_phase(state: State, action: Action) -> Refusal | None:
    match action:
        case Draw() | TakePile():
            phase = DRAW
        case Lay() | Discard() | AskToGoOut() | AskToDirty() | EndTurn():
            phase = PLAY
        case FreeWilds() | JoinMelds():
            phase = PLAY
        case ChoosePacket():
            phase = CHOOSE
        case Answer():
            phase = ANSWER
        case _:
            _no_action(action)
    if state.phase == phase:
        return None
    if phase == ANSWER:
        return Refusal(
            "nothing_asked", "core.question", "Nobody has asked you a question."
        )
    return Refusal("wrong_phase", "core.phase", _PHASE_WORDS[state.phase])


def apply(state: State, action: Action, log: Log = None) -> None:
    """Apply an action that was checked, with everything that must follow.

    Args:
        state: The state, changed in place.
        action: A legal action of the seat that is to act.
        log: Where events go, ``None`` to make none.
    """
    _EFFECTS[type(action)](state, action, log)
    if state.rules.of_the_moment:
        moment.resettle(state)


def _draw(state: State, action: Draw, log: Log) -> None:
    if not draw.apply(state, action, log):
        end_round(state, STOCK, log)
    elif action.groups:
        _after_melding(state, log)


def _take_pile(state: State, action: TakePile, log: Log) -> None:
    seat = state.turn
    if not pile.apply(state, action, log):
        end_round(state, STOCK, log)
    elif not state.cards[seat] or state.tables[seat % state.sides].stirs:
        _after_melding(state, log)


def _lay(state: State, action: Lay, log: Log) -> None:
    if not lay_ready(state, action, log):
        lay.apply(state, action, log)
    seat = state.turn
    if not state.cards[seat] or state.tables[seat % state.sides].stirs:
        _after_melding(state, log)


def _join(state: State, action: JoinMelds, log: Log) -> None:
    joining.apply(state, action, log)
    if state.tables[state.turn % state.sides].stirs:
        _after_melding(state, log)


def _discard(state: State, action: Discard, log: Log) -> None:
    discard.apply(state, action, log)
    if state.cards[state.turn]:
        _next_turn(state, log)
    else:
        _after_last_discard(state, log)


def _ask(state: State, action: AskToGoOut, log: Log) -> None:
    asking.apply_ask(state, log)


def _end_turn(state: State, action: EndTurn, log: Log) -> None:
    if log is not None:
        log.append(partial(TurnEnded, state.turn))
    foot.note_played(state, state.turn)
    _next_turn(state, log)


def _choose(state: State, action: ChoosePacket, log: Log) -> None:
    if not foot.apply_choice(state, action, log):
        end_round(state, STOCK, log)


_EFFECTS: Final[dict[type, Callable[[State, Any, Log], None]]] = {
    Draw: _draw,
    TakePile: _take_pile,
    Lay: _lay,
    Discard: _discard,
    AskToGoOut: _ask,
    AskToDirty: asking.apply_dirty,
    FreeWilds: freeing.apply,
    JoinMelds: _join,
    Answer: asking.apply_answer,
    EndTurn: _end_turn,
    ChoosePacket: _choose,
}


def _after_melding(state: State, log: Log) -> None:
    seat = state.turn
    side = seat % state.sides
    tables = state.tables[side]
    if state.cards[seat] and not tables.stirs:
        return
    opened = state.opened_at[side] == state.turns
    if tables.keeps_red and opened and not threes.lay_all_red(state, side, log):
        end_round(state, STOCK, log)
        return
    if tables.earns_packet and state.packets[seat] and foot.is_earned(state, seat):
        if not foot.take_next(state, seat, log):
            end_round(state, STOCK, log)
        return
    if state.cards[seat]:
        return
    if state.held_back:
        # The cards of the pickup are the hand, only not yet: the turn is over.
        _next_turn(state, log)
    elif _out_or_floating(state, seat, log):
        return
    elif not foot.take_next(state, seat, log):
        end_round(state, STOCK, log)
    elif tables.book.foot.after_meld == "ends_turn":
        _next_turn(state, log)


def _after_last_discard(state: State, log: Log) -> None:
    seat = state.turn
    if not state.held_back:
        if _out_or_floating(state, seat, log, discarded=True):
            return
        now = state.tables[seat % state.sides].book.foot.after_discard == "at_once"
        if now and not foot.take_next(state, seat, log):
            end_round(state, STOCK, log)
            return
    _next_turn(state, log)


def _out_or_floating(
    state: State, seat: int, log: Log, *, discarded: bool = False
) -> bool:
    """End the round, or the turn, of a seat without cards; ``False`` if neither."""
    tables = state.tables[seat % state.sides]
    rule = tables.book.going_out
    last = foot.in_last(state, seat)
    if not last and rule.in_packet == "last":
        return False
    unsure = rule.may_float or not last
    fitting = rule.last_card in ("either", "discard" if discarded else "meld")
    if unsure and not (fitting and going_out.may_end(state, seat)):
        if last:
            _next_turn(state, log)
        return last
    lap = rule.last_lap == "always" or (rule.last_lap == "after_meld" and not discarded)
    if state.lap >= 0:
        _next_turn(state, log)
    elif lap:
        state.lap = seat
        _next_turn(state, log)
    else:
        end_round(state, OUT, log)
    return True


def _next_turn(state: State, log: Log) -> None:
    if state.held_back:
        state.give(state.turn, state.held_back)
        state.held_back = b""
    if state.tables[0].ends_early:
        ended = TURNS if out_of_turns(state) else THREES if only_threes(state) else None
        if ended is not None:
            end_round(state, ended, log)
            return
    seat = state.turn = (state.turn + 1) % state.seats
    if seat == state.lap:
        end_round(state, OUT, log)
        return
    if state.frozen_by == seat:
        freezing.begin_turn(state, log)
    state.phase = DRAW
    state.permission = UNASKED
    state.wilds_added = ()
    state.finished = ()
    state.fresh = ()
    state.turns += 1
    if state.cards[seat] or not state.packets[seat]:
        return
    if not foot.take_next(state, seat, log):
        end_round(state, STOCK, log)
    elif (
        state.tables[seat % state.sides].book.foot.after_discard == "instead_of_drawing"
    ):
        state.phase = PLAY
