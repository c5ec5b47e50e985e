"""A Mosquitto on loopback that nobody enters without TLS, a user and a password.

The law of this module: the authority, the certificates and the passwords are made here, and are
worth nothing anywhere else. Restart the broker after changing what it shows or whom it lets in.
"""

from __future__ import annotations

import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import trustme

from broker_rig import LOOPBACK, Mosquitto
from iye.away.address import Address, parse_address

USER, PASSWORD = "club", "an owl and nine suns"


class Guarded:
    """The broker, and the files by which a board is let in."""

    def __init__(self, folder: Path) -> None:
        self.authority = trustme.CA()
        self._folder = folder
        self._certificate, self._users = folder / "server.pem", folder / "users"
        self._rights = folder / "rights"
        self.ca_file, self.password_file = folder / "authority.pem", folder / "password"
        self.authority.cert_pem.write_to_path(self.ca_file)
        self.password_file.write_text(f"{PASSWORD}\n", encoding="utf-8")
        self.certify(LOOPBACK)
        self.let_in(PASSWORD)
        self.allow("topic readwrite #")
        self.broker = Mosquitto(
            folder,
            f"certfile {self._certificate}",
            f"keyfile {self._certificate}",
            "allow_anonymous false",
            f"password_file {self._users}",
            f"acl_file {self._rights}",
            "user root",  # else one started by root could not read what pytest's folders hold
        )

    def certify(
        self, name: str, by: trustme.CA | None = None, until: datetime | None = None
    ) -> None:
        """Have the broker show a certificate for a name, by the authority or another."""
        made = (by or self.authority).issue_cert(name, not_after=until)
        made.private_key_and_cert_chain_pem.write_to_path(self._certificate)

    def let_in(self, password: str) -> None:
        """Have the broker let the user in with this password, and nobody else."""
        program = shutil.which("mosquitto_passwd")
        assert program is not None, "Debian's mosquitto has to be installed: apt install mosquitto"
        subprocess.run([program, "-b", "-c", self._users, USER, password], check=True)
        self._users.chmod(0o600)

    def allow(self, *rights: str) -> None:
        """Give the user these rights and no others, in the broker's words."""
        self._rights.write_text("\n".join((f"user {USER}", *rights, "")), encoding="utf-8")
        self._rights.chmod(0o600)

    def address(self, host: str = LOOPBACK, *, ca: bool = True) -> Address:
        """Give where it is, as a board's settings do."""
        return parse_address(
            f"mqtts://{host}:{self.broker.port}",
            user=USER,
            password_file=str(self.password_file),
            ca_file=str(self.ca_file) if ca else "",
        )
