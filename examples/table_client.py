"""A small client of ``table_server.py``, played by a script instead of a person.

    python examples/table_client.py ws://127.0.0.1:8765 --drop-every 40

It knows views and events only. Groups are prepared in a plan and sent as one play; the
first play that can be taken back is taken back once; and where the connection drops,
here on purpose, it comes back and goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from handfoot import Action, Answer, Dealt, Draw, Laid, Logged, RuleSet, View


class Client:
    """What one person knows of the table.

    Args:
        url: Where the server is.
        drop_every: Drop the connection after so many views; 0 for never.
    """

    def __init__(self, url: str, drop_every: int = 0) -> None:
        self.url = url
        self.drop_every = drop_every
        self.token = ""
        self.rules: RuleSet | None = None
        self.events: list[Logged] = []
        self.view: View | None = None
        self.seen = self.drops = self.undone = self.refused = 0
        self.over = False
        self.checklist: tuple[tuple[str, bool, str], ...] = ()

    async def run(self) -> None:
        """Play until the match is over, coming back after every drop."""
        while not self.over:
            with suppress(ConnectionClosed):
                async with connect(self.url) as line:
                    await self.talk(line)

    async def talk(self, line: ClientConnection) -> None:
        """Talk with the server until the connection or the match ends."""
        await line.send(json.dumps({"token": self.token}))
        async for text in line:
            message = json.loads(text)
            self.token = message.get("token", self.token)
            self.refused += "refused" in message
            if "view" in message:
                self.learn(message)
                self.seen += 1
                if self.over:
                    return
                if self.drop_every and self.seen % self.drop_every == 0:
                    self.drops += 1
                    return
            answer = self.answer()
            if answer is not None:
                await line.send(json.dumps(answer))

    def learn(self, message: dict[str, Any]) -> None:
        """Take in a new view, and the events since the last one."""
        self.view = View.from_dict(message["view"], rules=self.rules)
        self.rules = self.view.rules
        # Told from the start: the connection was lost, or a play taken back.
        del self.events[message["since"] :]
        self.events += map(Logged.from_dict, message["events"])
        self.checklist = self.view.going_out_checklist()
        self.over = self.view.turn is None

    def answer(self) -> dict[str, Any] | None:
        """Return what to send now, if anything."""
        view = self.view
        if view is None or view.turn is None or view.turn != view.seat:
            return None
        last = self.events[-1].event if self.events else None
        mine = isinstance(last, Laid) and last.seat == view.seat
        if mine and not self.undone and view.phase == "play":
            self.undone += 1
            return {"undo": True}
        return {"play": str(choose(view)), "ply": view.ply}


def choose(view: View) -> Action:
    """Return a simple play: out if possible, else down, else the first discard."""
    if view.phase == "answer":
        return Answer(yes=True)
    if view.phase == "draw":
        pickup = view.can_take_pile()
        return pickup.ways[0] if pickup.now and pickup.ways else Draw()
    leaving = view.can_go_out()
    if leaving.now and leaving.way:
        return leaving.way[0]
    opening = view.can_open()
    if opening.now and opening.cheapest:
        # As a person would: group by group, played when nothing is missing.
        plan = view.plan()
        for group in opening.cheapest.groups:
            plan.add(group)
        if not plan.missing and not plan.refusals:
            return plan.action()
    lays = [action for action in view.may_lay() if view.opened(view.side or 0)]
    return lays[0] if lays else view.legal_actions[-1]


def main() -> None:
    """Play one match and say how it ended."""
    parser = argparse.ArgumentParser(description="Play at a table of table_server.")
    parser.add_argument("url")
    parser.add_argument("--drop-every", type=int, default=0)
    asked = parser.parse_args()
    client = Client(asked.url, asked.drop_every)
    asyncio.run(client.run())
    view = client.view
    assert view is not None
    dealt = [e.event for e in client.events if isinstance(e.event, Dealt)]
    end = {
        "seat": view.seat,
        "scores": view.scores,
        "hand": [str(card) for one in dealt[: view.seats] for card in one.cards or ()],
        "events": len(client.events),
        "drops": client.drops,
        "undone": client.undone,
        "refused": client.refused,
        "missing": [why for _, met, why in client.checklist if not met],
    }
    print(json.dumps(end))


if __name__ == "__main__":
    main()
