"""A table in the net: people join over WebSocket, computers play the other seats.

    python examples/table_server.py whitnack --people 2 --day 2026-08-01

A client is sent what its seat may know and nothing else: its view, and the events as it
saw them. It sends whole plays ("take 9 9 9, A A 2") with the ply they answer. Whoever
loses the connection comes back with the token given at the first hello.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from handfoot import Game, HandfootError, IllegalAction, Record, parse_action, take_back
from handfoot.players import player_class


def daily_seed(day: str, secret: str) -> str:
    """Return the seed of a day; whoever knew it, from the date say, knew every card."""
    return hashlib.blake2b(day.encode(), key=secret.encode()[:64]).hexdigest()


class Table:
    """One game and those who sit at it; computers play what people do not."""

    def __init__(self, game: Game, people: int) -> None:
        self.game = game
        self.people = people
        make = player_class("heuristic")
        self.bots = {seat: make(str(seat)) for seat in range(people, game.seats)}
        self.tokens: dict[str, int] = {}
        self.lines: dict[int, ServerConnection] = {}
        self.told: dict[int, int] = {}
        self.over = asyncio.Event()

    async def serve(self, line: ServerConnection) -> None:
        """Talk with one person until the connection ends."""
        with suppress(ConnectionClosed):
            hello = _message(await line.recv())
            seat = known = self.tokens.get(str(hello.get("token")))
            if seat is None:
                if len(self.tokens) == self.people:
                    await line.close(reason="every seat is taken")
                    return
                seat = len(self.tokens)
                token = secrets.token_urlsafe()
                self.tokens[token] = seat
                await line.send(json.dumps({"seat": seat, "token": token}))
            # The newest connection counts; what it missed it is told again.
            self.lines[seat] = line
            self.told[seat] = 0
            if known is None:
                await self.go_on()
            else:
                await self.tell(seat)
            async for text in line:
                await self.hear(seat, _message(text))

    async def hear(self, seat: int, message: dict[str, Any]) -> None:
        """Do what a person asks for, or say why not."""
        try:
            if message.get("undo"):
                take_back(self.game, seat)
                # What was told of the play is no longer so: all is told again.
                self.told = dict.fromkeys(self.told, 0)
            else:
                action = parse_action(str(message.get("play")))
                self.game.push(action, seat=seat, ply=message.get("ply"))
        except IllegalAction as illegal:
            why = [[refusal.key, refusal.message] for refusal in illegal.refusals]
            await self.send(seat, {"refused": why})
        except HandfootError as error:
            await self.send(seat, {"refused": [["core.text", str(error)]]})
        else:
            await self.go_on()

    async def go_on(self) -> None:
        """Tell everyone what has changed, and let the computers play."""
        game = self.game
        while len(self.tokens) == self.people:
            for seat in list(self.lines):
                await self.tell(seat)
            bot = None if game.turn is None else self.bots.get(game.turn)
            if bot is None:
                break
            game.push(bot.choose(game.view(game.turn)))
        if game.is_over:
            self.over.set()

    async def tell(self, seat: int) -> None:
        """Send a seat its view and the events it has not been told of."""
        since = self.told[seat]
        new = [logged.to_dict() for logged in self.game.events(seat, since=since)]
        self.told[seat] += len(new)
        view = self.game.view(seat).to_dict(with_rules=not since)
        await self.send(seat, {"view": view, "since": since, "events": new})

    async def send(self, seat: int, message: dict[str, Any]) -> None:
        """Send a message to a seat; nothing happens when nobody is there."""
        with suppress(ConnectionClosed):
            await self.lines[seat].send(json.dumps(message))


def _message(text: str | bytes) -> dict[str, Any]:
    """Return what a client sent; anything but a JSON object says nothing."""
    with suppress(ValueError, RecursionError):
        message = json.loads(text)
        return message if isinstance(message, dict) else {}
    return {}


async def main() -> None:
    """Serve one match, to this machine only, then stop."""
    parser = argparse.ArgumentParser(description="Serve one table on this machine.")
    parser.add_argument("rules")
    parser.add_argument("--people", type=int, default=2)
    parser.add_argument("--day", help="play the deal of a day, such as 2026-08-01")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free one")
    parser.add_argument("--seconds", type=float, default=3600, help="stop after this")
    parser.add_argument("--record", type=Path, help="where the record goes")
    asked = parser.parse_args()
    secret = os.environ.get("HANDFOOT_SECRET") or secrets.token_hex()
    seed = daily_seed(asked.day, secret) if asked.day else None
    table = Table(Game(asked.rules, seed=seed), asked.people)
    # Nobody sends long messages in this game, so none are taken.
    async with serve(table.serve, "127.0.0.1", asked.port, max_size=4096) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"ws://127.0.0.1:{port}", flush=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(table.over.wait(), asked.seconds)
    if asked.record:
        asked.record.write_text(Record.from_game(table.game).dumps(), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
