"""What was probably meant by a name that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from handfoot.rules.language.head import HEAD
from handfoot.rules.language.keys import Section
from handfoot.rules.rulebook import all_keys, language

__all__ = ["near", "normal", "setting_names", "where"]

#: Measured: lower suggests too much for words that are no misspellings.
_CUTOFF: Final = 0.75
_LONGEST: Final = 40
# Words that people add to names, and that no name needs, singular as all words there.
_FILLING: Final = frozenset(("a", "an", "any", "at", "of", "the", "to", ""))

# Words that families use for a setting, which spelling cannot find.
_SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "players.counts": (
        "head_count",
        "number_of_players",
        "player_count",
        "seats",
        "min",
        "max",
    ),
    "players.side_size": ("teams", "team", "team_size", "partners", "partnerships"),
    "players.first": ("starts", "first_player", "who_starts"),
    "players.take_back": ("undo", "takeback", "take_backs"),
    "deck.packs": ("packs", "decks", "pack", "number_of_decks", "deck_count"),
    "deck.twos": ("deuces", "wilds_in_a_pack"),
    "deal.hand": ("hand", "hand_size", "hand_cards", "cards_dealt"),
    "deal.foot": ("foot_size", "foot_cards", "second_hand", "talon", "kitty"),
    "deal.knee": ("third_packet", "knee_size"),
    "deal.later_from": ("foot_from", "foot_from_stock"),
    "deal.later_for": ("shared_foot", "common_foot", "pozzetto", "reserve"),
    "deal.upcard": ("turn_up", "starter", "face_up_card", "first_discard"),
    "deal.wrong_upcard": (
        "when_refused",
        "upcard_action",
        "refused_upcard",
        "starter_refused",
    ),
    "stock.when_short": ("reshuffle", "stock_empty", "when_empty", "stock_runs_out"),
    "stock.most_refills": ("reshuffles", "most_reshuffles", "reshuffle_limit"),
    "deal.upcards": ("starter_cards", "upcard_count"),
    "pile.goes_to": ("new_meld_only", "pickup_to"),
    "pile.free_upcard": ("upcard_free", "take_upcard"),
    "discard.first": ("must_discard", "discard_at_once", "forced"),
    "melds.further_naturals": ("second_meld_naturals", "extra_meld_naturals"),
    "books.long_from": ("long_book", "big_book"),
    "threes.red_sets": ("per_set", "every_set"),
    "threes.red_together": ("red_totals", "red_steps"),
    "draw.cards": ("draw", "draw_count", "draws", "cards_drawn"),
    "pile.needs": ("pair", "natural_pair", "pile_pair"),
    "pile.take": (
        "pickup",
        "pick_up",
        "pickup_count",
        "take_pile",
        "pile_cards",
        "top",
        "top_cards",
    ),
    "pile.smallest": ("pile_size", "smallest_pile", "minimum_pile"),
    "pile.not_on": ("blocked_by", "blocks", "stoppers", "blocking"),
    "pile.before_opening": ("pile_before_opening", "open_from_pile"),
    "freezing.by": ("freeze", "frozen", "freezes", "frozen_by", "freezing_cards"),
    "freezing.until": ("thaw", "thaws", "unfreeze", "frozen_until"),
    "freezing.personal": ("personal_freeze", "individual_freeze"),
    "discard.locked_until": ("barred_until",),
    "discard.barred": ("no_discard", "never_discard", "forbidden_discards"),
    "books.kinds.*.ranks": ("cards", "rank", "of"),
    "books.kinds.*.bonus": ("points", "worth", "value", "score"),
    "foot.after_discard": ("pick_up", "picked_up", "taken"),
    "threes.red_laid": ("red_three", "red_threes", "red_three_bonus"),
    "threes.red_caught": (
        "red_three_penalty",
        "red_three_caught",
        "red_three",
        "red_threes",
    ),
    "threes.black_caught": (
        "black",
        "black_three",
        "black_threes",
        "black_three_penalty",
    ),
    "wilds.cards": ("wild_cards", "wild_ranks", "jokers_wild"),
    "wilds.most": (
        "wild_limit",
        "max_wilds",
        "most_wilds",
        "limit",
        "maximum",
        "max",
        "per_book",
        "per_meld",
    ),
    "wilds.least_naturals": ("min_naturals", "least_natural", "naturals"),
    "wilds.start_ratio": ("new_ratio", "first_ratio", "ratio_at_start"),
    "melds.may_join": ("join", "merge", "combine", "may_merge", "may_combine"),
    "wilds.set_free": ("reclaim", "take_back", "free_wilds", "replace_wilds"),
    "wilds.consent": ("ask_before_dirty", "partner_agrees", "ask_partner"),
    "wilds.all_wild": (
        "wild_melds",
        "allow_wild_melds",
        "all_wild_melds",
        "wild_books",
    ),
    "melds.ranks": ("meldable", "meld_ranks", "sets"),
    "melds.runs": ("sequences", "straights", "run", "sequence", "same_suit"),
    "melds.smallest": ("meld_size", "min_meld_size", "smallest_meld"),
    "books.size": ("book_size", "canasta_size", "cards_in_book", "pile_of"),
    "books.after": ("closed", "after_seven", "eighth_card", "add_to_book", "buried"),
    "books.kinds": ("canasta", "canastas", "book", "bonuses", "book_kinds"),
    "opening.minimum": (
        "minimum",
        "opening_minimum",
        "initial_meld",
        "first_meld",
        "minimum_meld",
        "meld_minimum",
        "to_open",
    ),
    "foot.trigger": ("when", "picked_up_when"),
    "going_out.books": (
        "books_needed",
        "clean_books",
        "dirty_books",
        "quota",
        "needs",
        "canastas",
    ),
    "going_out.permission": ("ask", "ask_partner", "may_i_go_out"),
    "going_out.red_threes": ("red_three_for_each_book", "red_three_per_book"),
    "going_out.may_go_out": ("may_end", "allowed", "first_turn"),
    "going_out.least_melded": ("minimum_score", "min_score", "least_score"),
    "going_out.partner": ("partner_condition", "partner_in_foot"),
    "going_out.last_card": ("final_discard", "discard_to_go_out", "last_discard"),
    "going_out.bonus": ("go_out_bonus", "going_out_bonus", "out_bonus"),
    "going_out.keep": ("keep_two", "keep_cards"),
    "round_end.most_turns": ("turn_limit", "max_turns"),
    "scoring.values": ("card_values", "points", "card_points", "values"),
    "scoring.values.ace": ("a",),
    "scoring.values.king": ("k",),
    "scoring.values.queen": ("q",),
    "scoring.values.jack": ("j", "knave"),
    "scoring.values.ten": ("10", "t"),
    "scoring.values.nine": ("9",),
    "scoring.values.eight": ("8",),
    "scoring.values.seven": ("7",),
    "scoring.values.six": ("6",),
    "scoring.values.five": ("5",),
    "scoring.values.four": ("4",),
    "scoring.values.two": ("2", "deuce", "deuces"),
    "scoring.values.joker": ("jk",),
    "scoring.held": ("held_cards", "cards_left", "left_in_hand"),
    "match.rounds": ("rounds", "hands", "deals", "number_of_rounds", "games"),
    "match.order": ("round_order", "random_rounds", "shuffled_rounds"),
    "match.early_target": ("lead", "clear_lead", "runaway", "mercy"),
    "conduct.clock": ("time_limit", "minutes", "time"),
    "match.target": (
        "match_end",
        "match_score",
        "match_points",
        "match_to",
        "target_score",
        "winning_score",
        "play_to",
        "win_score",
        "goal",
    ),
    "match.most_rounds": ("max_rounds", "round_limit"),
    "match.tie": ("tie_break", "tiebreak", "ties", "draw_game"),
    "handfoot": ("version", "schema_version", "language", "language_version"),
    "name": ("title", "game"),
    "extends": ("base", "based_on", "inherits", "parent", "from"),
    "sources": ("source", "url", "reference"),
    "readings": ("notes", "comments", "remarks"),
}


def normal(name: str) -> str:
    """Return a name as settings are spelt: small letters, words joined by ``_``."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name[:_LONGEST].strip())
    return re.sub(r"[\s\-_]+", "_", name).lower()


def near(word: str, candidates: Iterable[str]) -> list[str]:
    """Return the names that ``word`` may be a misspelling of, the nearest first."""
    # Only misspelt names need it.
    import difflib

    by_normal = {normal(one): one for one in candidates}
    found = difflib.get_close_matches(normal(word), [*by_normal], 3, _CUTOFF)
    if not found:
        meant = _bare(normal(word))
        found = [one for one in by_normal if meant and _bare(one) == meant]
    return [by_normal[one] for one in found]


def _bare(name: str) -> frozenset[str]:
    """Return the words of a name, whatever their order, that tell it from others."""
    return frozenset(word.rstrip("s") for word in name.split("_")) - _FILLING


@cache
def setting_names() -> tuple[str, ...]:
    """Return every dotted name that a file may write, chapters included."""
    names = [*HEAD, *language().members]
    names += (key.path for key in all_keys())
    return tuple(dict.fromkeys(names))


@cache
def _open_maps() -> frozenset[str]:
    """Return the groups whose members have names of one's own: ``books.kinds``."""
    return frozenset(p.partition(".*.")[0] for p in setting_names() if ".*." in p)


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    """Return for each word the settings that it may mean elsewhere."""
    found: dict[str, list[str]] = {}
    for path, words in _SYNONYMS.items():
        for word in words:
            found.setdefault(word, []).append(path)
    for path in setting_names():
        chapter, _, rest = path.rpartition(".")
        found.setdefault(rest, []).append(path)
        if chapter:
            found.setdefault(path.replace(".", "_"), []).append(path)
    return {word: tuple(dict.fromkeys(paths)) for word, paths in found.items()}


def where(word: str, group: Section) -> tuple[list[str], list[str]]:
    """Find what an unknown name may mean.

    Args:
        word: The name.
        group: The group of settings in which it stands.

    Returns:
        Names of the same group that may be meant, and dotted names elsewhere.
    """
    here = [*group.members, *(HEAD if not group.path else ())]
    if normal(word) in here:
        return [normal(word)], []
    place, _, _ = group.path.rpartition(".")
    path = f"{place}.*" if place in _open_maps() else group.path
    chapter = f"{path}." if path else ""
    inside = f"{chapter}{normal(word)}".replace(".", "_")
    elsewhere = [
        *_words().get(normal(word), ()),
        *_words().get(inside, ()),
        *([normal(word)] if normal(word) in setting_names() else ()),
    ]
    if elsewhere and not group.path:
        # Chapters are many: a word that families use beats a chapter spelt alike.
        return [], [*dict.fromkeys(path for path in elsewhere if "*" not in path)]
    own = [path[len(chapter) :] for path in elsewhere if _is_of(path, chapter)]
    spelt = near(word, here)
    if own or spelt:
        return [*dict.fromkeys([*own, *spelt])], []
    if not elsewhere:
        everywhere = near(word, _words())
        elsewhere = [path for one in everywhere for path in _words()[one]]
    return [], [*dict.fromkeys(path for path in elsewhere if "*" not in path)]


def _is_of(path: str, chapter: str) -> bool:
    return path.startswith(chapter) and "." not in path[len(chapter) :]
