"""The port that a page is served on, and how people reach it.

The law of this module: sockets and addresses; it knows nothing of what is served.
"""

from __future__ import annotations

import errno
import socket
from typing import Final

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE_4: Final = "0.0.0.0"  # noqa: S104 - the page is for the phones in the house
EVERYWHERE_6: Final = "::"


def bind(port: int, host: str = LOOPBACK) -> socket.socket:
    """Take a port; 0 takes any that is free. Raises OSError when it is taken.

    Without a host it is that of every address, by IPv4 and, where this machine has it, by IPv6.
    """
    if not host:
        return _bind_everywhere(port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")


def _bind_everywhere(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        try:
            return bind(port, EVERYWHERE_6)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise
    return bind(port, EVERYWHERE_4)


def page_address(listening: socket.socket) -> str:
    """Give the page's address, as people on the same network can reach it."""
    host, port = listening.getsockname()[:2]
    if host in {EVERYWHERE_4, EVERYWHERE_6}:
        host = f"{socket.gethostname().partition('.')[0]}.local"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
