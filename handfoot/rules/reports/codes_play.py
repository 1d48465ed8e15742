"""The codes of rules that work on paper but not at the table (HF5).

They are found by playing: ``handfoot check --play`` (see ``handfoot.study.lint``).
"""

from __future__ import annotations

from typing import Final

from handfoot.rules.reports.codes import CodeInfo, register

_HEAD: Final = "handfoot: 1\nname: Sunday\nextends: eleven-card\n"


def _info(code: str, title: str, meaning: str, failing: str, mended: str) -> CodeInfo:
    return CodeInfo(code, title, meaning, _HEAD + failing, _HEAD + mended)


register(
    _info(
        "HF501",
        "rounds that hardly ever end by going out",
        "In at least nine of ten rounds played for the check, the stock or the turns "
        "came to an end before anybody could go out. Too much may be asked of whoever "
        "wants to, or there are too few cards for so many players.",
        "going_out: {books: {clean: 8, dirty: 4}}\n",
        "going_out: {books: {clean: 1, dirty: 2}}\n",
    ),
    _info(
        "HF502",
        "sides that rarely open",
        "In the rounds played for the check, fewer than half of the sides opened; the "
        "players of the others only drew and discarded. The opening may be too dear "
        "for the cards that a player holds.",
        "opening: {minimum: 450}\n",
        "opening: {minimum: 120}\n",
    ),
    _info(
        "HF503",
        "matches of more than three hours",
        "The matches played for the check would take people more than three hours, as "
        "handfoot study estimates it from their turns and rounds. Fewer rounds or a "
        "lower target make an evening of it.",
        "match: {rounds: 10}\n",
        "match: {rounds: 4}\n",
    ),
    _info(
        "HF504",
        "a target that is out of reach",
        "In more than half of the matches played for the check, no side reached the "
        "target before match.most_rounds ended the match.",
        "match: {rounds: none, target: 30000, most_rounds: 5}\n",
        "match: {rounds: none, target: 5000, most_rounds: 5}\n",
    ),
)
