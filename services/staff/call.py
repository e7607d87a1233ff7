"""What every use case of the staff side needs to know about the call it serves."""

from dataclasses import dataclass
from datetime import datetime

from services.core.db.db import Database
from services.settings import Settings
from services.staff.models import Account, Role, StaffSession, Stage


@dataclass(frozen=True, slots=True)
class Call:
    """One call: where it writes, when, whence, and the cookie it brought (empty without one)."""

    db: Database
    settings: Settings
    now: datetime
    address: str
    device: str
    token: str
    known_device: str = ""
    """The cookie of a browser somebody has signed in with before; see known_devices."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody with a living session, at whatever stage."""

    session: StaffSession
    account: Account
    stage: Stage

    @property
    def actor(self) -> str:
        """As the audit log names them."""
        return f"staff:{self.account.id}"

    def is_confirmed(self, now: datetime) -> bool:
        """Whether password and code were asked for recently enough."""
        until = self.session.confirmed_until
        return until is not None and now < until


@dataclass(frozen=True, slots=True)
class Staff:
    """Somebody fully signed in: what an endpoint is told about who calls."""

    id: int
    name: str
    email: str
    role: Role
    session_id: int

    @property
    def actor(self) -> str:
        """As the audit log names them."""
        return f"staff:{self.id}"
