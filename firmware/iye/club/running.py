"""Runs the club's view: the line to the broker, the window, the page's server.

The law of this module: it wires. The page is served whether or not the broker is reached.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from importlib.metadata import version

from iye.away.address import Address
from iye.club.clubhouse import Clubhouse
from iye.club.server import Pages
from iye.club.watcher import Watcher
from iye.club.window import Window
from iye.companion.guard import Hosts
from iye.companion.server import make_server
from iye.ending import end
from iye.signals import ending_signals


async def run_club(
    address: Address, listening: socket.socket, hosts: Hosts, ready: Callable[[], None]
) -> None:
    """Serve the club's page until a signal asks for the end; `ready` is told once it is served."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in ending_signals():
        loop.add_signal_handler(number, stop.set)
    window = Window(Clubhouse(), version=version("iye-board"), broker=str(address))
    server = make_server(Pages(window).app(hosts))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    watching = asyncio.create_task(Watcher(address, window).run())
    stopping = asyncio.create_task(stop.wait())
    while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.005)
    ready()
    await asyncio.wait((serving, watching, stopping), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await serving
    window.close()
    await end(watching, stopping)
    if not watching.cancelled():
        watching.result()
