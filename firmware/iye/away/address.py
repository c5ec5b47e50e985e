"""Where the broker is, and how a board makes itself known to it.

The law of this module: what is given is checked here, whole, before anything is connected.
"""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
"""The schemes a broker's address can have, with their usual ports."""


class AddressError(ValueError):
    """A broker's address, or what belongs to it, that cannot be used, in a sentence.

    `field` is the setting that it is about.
    """

    def __init__(self, sentence: str, field: str = "broker") -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class Address:
    """A broker; `tls` None is a connection that others on the way can read."""

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    tls: ssl.SSLContext | None = None

    def __str__(self) -> str:
        """Give it as people write it, without the password."""
        return f"{'mqtt' if self.tls is None else 'mqtts'}://{self.host}:{self.port}"


def parse_address(
    url: str, *, user: str = "", password_file: str = "", ca_file: str = ""
) -> Address:
    """Read mqtt://HOST:PORT, or mqtts:// for TLS, and the files that go with it.

    Raises AddressError.
    """
    scheme, host, port = check_address(url, user=user, password_file=password_file, ca_file=ca_file)
    password = _password(password_file) if password_file else None
    tls = _context(ca_file) if scheme == "mqtts" else None
    return Address(host, port, user or None, password, tls)


def check_address(
    url: str, *, user: str = "", password_file: str = "", ca_file: str = ""
) -> tuple[str, str, int]:
    """Give a broker's scheme, host and port; no file is read. Raises AddressError."""
    scheme, host, port = _parts(url)
    if ca_file and scheme != "mqtts":
        raise AddressError(f"a ca_file is for mqtts://, not {scheme}://", "ca_file")
    if password_file and not user:
        raise AddressError("a password_file is of no use without a user", "password_file")
    return scheme, host, port


def _parts(url: str) -> tuple[str, str, int]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressError(f"{url!r} is no broker's address: {error}") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise AddressError(f"{url!r} is no broker's address: say mqtt://HOST or mqtts://HOST")
    if not _can_be_looked_up(parts.hostname):
        raise AddressError(
            f"{url!r} is no broker's address: look at the dots of its name, between which stand 1"
            " to 63 letters"
        )
    if parts.username or parts.password:
        raise AddressError("a broker's address is shown: put user and password into the settings")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise AddressError(f"{url!r} says too much: a broker's address ends with its port")
    return parts.scheme, parts.hostname, port or PORTS[parts.scheme]


def _can_be_looked_up(host: str) -> bool:
    """Tell whether a network can be asked for a machine of this name; else asking fails."""
    try:
        return bool(host.encode("idna"))
    except UnicodeError:
        return False


def _password(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8").strip("\r\n")
    except OSError as error:
        said = f"cannot read the password in {file}: {error.strerror}"
        raise AddressError(said, "password_file") from None
    except UnicodeDecodeError:
        said = f"the password in {file} is not UTF-8 text: write it anew"
        raise AddressError(said, "password_file") from None


def _context(ca_file: str) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=ca_file or None)
    except (OSError, ssl.SSLError) as error:
        said = f"cannot use the certificates in {ca_file}: {error}"
        raise AddressError(said, "ca_file") from None
    context.sslsocket_class = _Socket
    return context


class _Socket(ssl.SSLSocket):
    """A socket that is closed when the two do not come to trust each other: paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - as it is there
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise
