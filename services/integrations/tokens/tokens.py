"""Machine tokens for reading the results of scheduled reports: issue, revoke, authenticate.

256 random bits after the prefix `vgr_`, by which scanners recognise a leaked token; only the SHA-256 is stored. A
refusal never says whether a token is unknown, expired or revoked.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import end_of_berlin_day
from services.core.fields import Fields, Refused, text
from services.core.http.errors import FieldError, ValidationProblem
from services.integrations.errors import TokenRefused, UnknownToken
from services.integrations.models import MachineToken
from services.integrations.tokens.token_fields import read_day
from services.staff import audit

PREFIX: Final = "vgr_"
_SHOWN: Final = 8
_LONGEST_NAME: Final = 80
_MOST_SCHEDULES: Final = 100
_NO_CHOICE: list[int] = []
_SEEN_EVERY: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Validated fields of a token; `schedules` None: all, `expires_at` None: never."""

    name: str
    schedules: list[int] | None
    expires_at: datetime | None


def read_wanted(body: Mapping[str, Any], now: datetime) -> Wanted:
    """Validate the fields of a token; raises ValidationProblem. `expires_on` is its last day in Berlin."""
    faults: list[FieldError] = []
    fields = Fields(body, faults)
    name = fields.read("name", lambda value: text(value, _LONGEST_NAME), "Bitte geben Sie einen Namen an.")
    schedules: list[int] | None = fields.read_optional("schedules", _schedules, _NO_CHOICE)
    last_day: date | None = fields.read_optional("expires_on", lambda value: read_day(value, now), date.max)
    if name is None or last_day is None or faults:
        raise ValidationProblem(faults)
    return Wanted(name, schedules or None, None if last_day == date.max else end_of_berlin_day(last_day))


def _schedules(value: object) -> list[int]:
    numbers = value if isinstance(value, list) and len(value) <= _MOST_SCHEDULES else []
    if not numbers or not all(type(one) is int and 0 < one < 2**63 for one in numbers):
        raise Refused("unknown_choice", "Bitte wählen Sie mindestens einen Bericht, oder alle.")
    return sorted(set(numbers))


def add(session: Session, wanted: Wanted, actor: str, now: datetime) -> tuple[MachineToken, str]:
    """Issue a token: its row, and the plain token for its client."""
    token = PREFIX + secrets.token_urlsafe(32)
    row = MachineToken(
        name=wanted.name,
        beginning=token[: len(PREFIX) + _SHOWN],
        token_hash=hash_of(token),
        schedules=wanted.schedules,
        created_by=actor,
        created_at=now,
        expires_at=wanted.expires_at,
    )
    session.add(row)
    session.flush()
    details = {"schedules": "all" if wanted.schedules is None else wanted.schedules}
    audit.append(session, [audit.Event(actor, "machine_token.added", f"machine_token:{row.id}", details)], now)
    return row, token


def revoke(session: Session, token_id: int, actor: str, now: datetime) -> MachineToken:
    """Revoke a token at once; a second call changes nothing. Raises UnknownToken."""
    row = session.get(MachineToken, token_id, with_for_update=True, populate_existing=True)
    if row is None:
        raise UnknownToken
    if row.revoked_at is None:
        row.revoked_at, row.revoked_by = now, actor
        audit.append(session, [audit.Event(actor, "machine_token.revoked", f"machine_token:{row.id}")], now)
    return row


def all_tokens(session: Session) -> Sequence[MachineToken]:
    """Every token ever issued, latest first."""
    return session.scalars(select(MachineToken).order_by(MachineToken.id.desc())).all()


def admitted(session: Session, token: str, now: datetime) -> MachineToken:
    """The row of a valid token, with its use recorded; raises TokenRefused."""
    row = session.scalars(select(MachineToken).where(MachineToken.token_hash == hash_of(token))).one_or_none()
    if row is None or not is_valid(row, now):
        raise TokenRefused
    if row.last_used_at is None or now - row.last_used_at >= _SEEN_EVERY:
        row.last_used_at = now
    return row


def is_valid(row: MachineToken, now: datetime) -> bool:
    """Neither revoked nor expired."""
    return row.revoked_at is None and (row.expires_at is None or row.expires_at > now)


def reads(row: MachineToken, schedule_id: int) -> bool:
    """Whether its scope covers a schedule."""
    return row.schedules is None or schedule_id in row.schedules


def hash_of(token: str) -> str:
    """The hash stored for a token."""
    return hashlib.sha256(token.encode()).hexdigest()
