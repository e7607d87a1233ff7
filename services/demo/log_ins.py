"""Demo accounts with random passwords, stored in a file readable only by the owner of the demonstration."""

import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import update
from sqlalchemy.orm import Session

from services.core.contact_details import Email
from services.core.db.db import Database
from services.settings import Settings
from services.staff.accounts import accounts
from services.staff.call import Call
from services.staff.inputs import Details
from services.staff.models import Account, Role
from services.staff.setup.setup import Chosen, set_up
from services.staff.sign_in import sessions

_PEOPLE = (
    ("admin", "Miriam Falk", "miriam@voltigo.example"),
    ("staff", "Jonas Reiter", "jonas@voltigo.example"),
    ("staff", "Aylin Sommer", "aylin@voltigo.example"),
    ("marketing", "Lena Voss", "lena@voltigo.example"),
)
_FILE = "log-ins.json"
_LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class LogIn:
    """Sign-in data of a demo account. The id identifies it in the audit log."""

    id: int
    role: str
    name: str
    email: str
    password: str


def make_log_ins(db: Database, settings: Settings, now: datetime) -> list[LogIn]:
    """Accounts set up by invitation links like real ones; the second factor is waived, which only `demo` accepts."""
    return [_set_up(db, settings, now, person) for person in _PEOPLE]


def _set_up(db: Database, settings: Settings, now: datetime, person: tuple[str, str, str]) -> LogIn:
    role, name, email = person
    password = "-".join(secrets.token_hex(3) for _ in range(3))
    token = db.write(lambda session: accounts.create(session, Details(name, Email(email, email), Role(role)), now))
    call = Call(db, settings, now, _LOOPBACK, "Vorführung", "")
    account = set_up(call, token, Chosen(name, None, password)).presence.account

    def waive(session: Session) -> None:
        session.execute(update(Account).where(Account.id == account.id).values(second_factor_waived=True))
        sessions.end_all(session, account.id)

    db.write(waive)
    return LogIn(account.id, role, name, email, password)


def keep(folder: Path, log_ins: Sequence[LogIn]) -> None:
    """Write the file. It is written last: without it the demonstration is incomplete."""
    path = folder / _FILE
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump([asdict(entry) for entry in log_ins], file, ensure_ascii=False, indent=2)


def kept(folder: Path) -> list[LogIn] | None:
    """The log-ins of a complete demonstration; None if there is none."""
    path = folder / _FILE
    if not path.is_file():
        return None
    return [LogIn(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
