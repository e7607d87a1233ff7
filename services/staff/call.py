"""Context of a staff call, passed to every use case: database, time, origin, session."""

from dataclasses import dataclass
from datetime import datetime

from services.core.db.db import Database
from services.settings import Settings
from services.staff.models import Account, Role, StaffSession, Stage


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its database, time, client address and browser, and its session cookie (empty without one)."""

    db: Database
    settings: Settings
    now: datetime
    address: str
    device: str
    token: str
    known_device: str = ""
    """The cookie of a browser used to sign in before; see known_devices."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A live session at any stage of the log-in, with its account."""

    session: StaffSession
    account: Account
    stage: Stage

    @property
    def actor(self) -> str:
        """Its name in the audit log."""
        return f"staff:{self.account.id}"

    def is_confirmed(self, now: datetime) -> bool:
        """Whether password and code were confirmed recently enough."""
        until = self.session.confirmed_until
        return until is not None and now < until


@dataclass(frozen=True, slots=True)
class Staff:
    """A fully signed-in caller, as endpoints receive it."""

    id: int
    name: str
    email: str
    role: Role
    session_id: int

    @property
    def actor(self) -> str:
        """Its name in the audit log."""
        return f"staff:{self.id}"
