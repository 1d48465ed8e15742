"""Hand and Foot house rules as data: one engine plays every ruleset.

>>> from handfoot import Game
>>> game = Game("whitnack", seats=4, seed=7)
>>> game.turn, game.phase
(1, 'draw')
>>> events = game.push(next(iter(game.legal_actions)))
>>> game.phase
'play'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handfoot.cards import Card as Card
    from handfoot.cards import parse_card as parse_card
    from handfoot.cards import parse_cards as parse_cards
    from handfoot.errors import HandfootError as HandfootError
    from handfoot.errors import IllegalAction as IllegalAction
    from handfoot.errors import NotationError as NotationError
    from handfoot.errors import RecordError as RecordError
    from handfoot.errors import RulesetError as RulesetError
    from handfoot.errors import ScenarioError as ScenarioError
    from handfoot.errors import ScoreError as ScoreError
    from handfoot.play.actions import Action as Action
    from handfoot.play.actions import Answer as Answer
    from handfoot.play.actions import AskToDirty as AskToDirty
    from handfoot.play.actions import AskToGoOut as AskToGoOut
    from handfoot.play.actions import ChoosePacket as ChoosePacket
    from handfoot.play.actions import Discard as Discard
    from handfoot.play.actions import Draw as Draw
    from handfoot.play.actions import EndTurn as EndTurn
    from handfoot.play.actions import FreeWilds as FreeWilds
    from handfoot.play.actions import Group as Group
    from handfoot.play.actions import JoinMelds as JoinMelds
    from handfoot.play.actions import Lay as Lay
    from handfoot.play.actions import TakePile as TakePile
    from handfoot.play.events import Answered as Answered
    from handfoot.play.events import Asked as Asked
    from handfoot.play.events import AskedToDirty as AskedToDirty
    from handfoot.play.events import BlackThreesLaid as BlackThreesLaid
    from handfoot.play.events import Dealt as Dealt
    from handfoot.play.events import Discarded as Discarded
    from handfoot.play.events import Drew as Drew
    from handfoot.play.events import DrewTop as DrewTop
    from handfoot.play.events import Event as Event
    from handfoot.play.events import Froze as Froze
    from handfoot.play.events import Laid as Laid
    from handfoot.play.events import LaidBelow as LaidBelow
    from handfoot.play.events import MatchEnded as MatchEnded
    from handfoot.play.events import MeldsJoined as MeldsJoined
    from handfoot.play.events import Opened as Opened
    from handfoot.play.events import PacketBecameStock as PacketBecameStock
    from handfoot.play.events import PacketChosen as PacketChosen
    from handfoot.play.events import PacketShown as PacketShown
    from handfoot.play.events import PacketTaken as PacketTaken
    from handfoot.play.events import RedThreeLaid as RedThreeLaid
    from handfoot.play.events import RoundBegan as RoundBegan
    from handfoot.play.events import RoundEnded as RoundEnded
    from handfoot.play.events import RoundScored as RoundScored
    from handfoot.play.events import StockReshuffled as StockReshuffled
    from handfoot.play.events import Thawed as Thawed
    from handfoot.play.events import TookPile as TookPile
    from handfoot.play.events import TopCardSeen as TopCardSeen
    from handfoot.play.events import TurnEnded as TurnEnded
    from handfoot.play.events import UpcardTurned as UpcardTurned
    from handfoot.play.events import WentOut as WentOut
    from handfoot.play.events import WildsFreed as WildsFreed
    from handfoot.play.events import event_from_dict as event_from_dict
    from handfoot.play.refusals import Refusal as Refusal
    from handfoot.play.scoring import Line as Line
    from handfoot.play.scoring import Sheet as Sheet
    from handfoot.players import PLAYER_NAMES as PLAYER_NAMES
    from handfoot.players import Player as Player
    from handfoot.players import player_class as player_class
    from handfoot.rules.checking.schema import rules_schema as rules_schema
    from handfoot.rules.loading import check_rules as check_rules
    from handfoot.rules.loading import load_rules as load_rules
    from handfoot.rules.loading import loads_rules as loads_rules
    from handfoot.rules.reading.shipped import variant_names as variant_names
    from handfoot.rules.reports.problems import Report as Report
    from handfoot.rules.ruleset import RuleSet as RuleSet
    from handfoot.rulings.question import Question as Question
    from handfoot.rulings.ruling import Ruling as Ruling
    from handfoot.rulings.ruling import Survey as Survey
    from handfoot.rulings.ruling import ask as ask
    from handfoot.rulings.ruling import survey as survey
    from handfoot.scorekeeping.objections import Objection as Objection
    from handfoot.scorekeeping.sheet import ScoreSheet as ScoreSheet
    from handfoot.table.answers import ExitAnswer as ExitAnswer
    from handfoot.table.answers import OpeningAnswer as OpeningAnswer
    from handfoot.table.answers import TakeAnswer as TakeAnswer
    from handfoot.table.following import apply_events as apply_events
    from handfoot.table.game import Game as Game
    from handfoot.table.game import Logged as Logged
    from handfoot.table.game import Outcome as Outcome
    from handfoot.table.notation import parse_action as parse_action
    from handfoot.table.notation import parse_group as parse_group
    from handfoot.table.plan import Plan as Plan
    from handfoot.table.position import Position as Position
    from handfoot.table.record import Record as Record
    from handfoot.table.scenario import Scenario as Scenario
    from handfoot.table.scenario import load_scenarios as load_scenarios
    from handfoot.table.scenario import loads_scenarios as loads_scenarios
    from handfoot.table.takeback import may_take_back as may_take_back
    from handfoot.table.takeback import take_back as take_back
    from handfoot.table.telling import tell as tell
    from handfoot.table.view_data import view_schema as view_schema
    from handfoot.table.views import TableMeld as TableMeld
    from handfoot.table.views import View as View

__version__ = "0.1.0"

# Where each public name lives; a module is imported when one of its names is used.
_HOMES = {
    "Action": "play.actions",
    "Answer": "play.actions",
    "Answered": "play.events",
    "AskToDirty": "play.actions",
    "AskToGoOut": "play.actions",
    "Asked": "play.events",
    "AskedToDirty": "play.events",
    "BlackThreesLaid": "play.events",
    "Card": "cards",
    "ChoosePacket": "play.actions",
    "Dealt": "play.events",
    "Discard": "play.actions",
    "Discarded": "play.events",
    "Draw": "play.actions",
    "Drew": "play.events",
    "DrewTop": "play.events",
    "EndTurn": "play.actions",
    "Event": "play.events",
    "ExitAnswer": "table.answers",
    "Froze": "play.events",
    "Game": "table.game",
    "FreeWilds": "play.actions",
    "Group": "play.actions",
    "HandfootError": "errors",
    "IllegalAction": "errors",
    "JoinMelds": "play.actions",
    "Laid": "play.events",
    "LaidBelow": "play.events",
    "Lay": "play.actions",
    "Line": "play.scoring",
    "Logged": "table.game",
    "MatchEnded": "play.events",
    "MeldsJoined": "play.events",
    "NotationError": "errors",
    "Objection": "scorekeeping.objections",
    "Opened": "play.events",
    "OpeningAnswer": "table.answers",
    "Outcome": "table.game",
    "PLAYER_NAMES": "players",
    "PacketBecameStock": "play.events",
    "PacketChosen": "play.events",
    "PacketShown": "play.events",
    "PacketTaken": "play.events",
    "Plan": "table.plan",
    "Player": "players",
    "Position": "table.position",
    "Question": "rulings.question",
    "Record": "table.record",
    "RecordError": "errors",
    "RedThreeLaid": "play.events",
    "Refusal": "play.refusals",
    "Report": "rules.reports.problems",
    "RoundBegan": "play.events",
    "RoundEnded": "play.events",
    "RoundScored": "play.events",
    "RuleSet": "rules.ruleset",
    "RulesetError": "errors",
    "Ruling": "rulings.ruling",
    "Scenario": "table.scenario",
    "ScenarioError": "errors",
    "ScoreError": "errors",
    "ScoreSheet": "scorekeeping.sheet",
    "Sheet": "play.scoring",
    "StockReshuffled": "play.events",
    "Survey": "rulings.ruling",
    "TableMeld": "table.views",
    "TakeAnswer": "table.answers",
    "TakePile": "play.actions",
    "Thawed": "play.events",
    "TookPile": "play.events",
    "TopCardSeen": "play.events",
    "TurnEnded": "play.events",
    "UpcardTurned": "play.events",
    "View": "table.views",
    "WentOut": "play.events",
    "WildsFreed": "play.events",
    "apply_events": "table.following",
    "ask": "rulings.ruling",
    "check_rules": "rules.loading",
    "event_from_dict": "play.events",
    "load_rules": "rules.loading",
    "load_scenarios": "table.scenario",
    "loads_rules": "rules.loading",
    "loads_scenarios": "table.scenario",
    "may_take_back": "table.takeback",
    "parse_action": "table.notation",
    "parse_card": "cards",
    "parse_cards": "cards",
    "parse_group": "table.notation",
    "player_class": "players",
    "rules_schema": "rules.checking.schema",
    "survey": "rulings.ruling",
    "take_back": "table.takeback",
    "tell": "table.telling",
    "variant_names": "rules.reading.shipped",
    "view_schema": "table.view_data",
}

__all__ = ["__version__", *sorted(_HOMES)]  # noqa: PLE0604  # names come from the table


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'handfoot' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"handfoot.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
