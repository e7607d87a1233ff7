"""Runs the checks and remembers their results, so that one that turns red can be told."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final, get_args

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.settings import Settings
from services.setup_checks.checks import CHECKS
from services.setup_checks.models import SetupCheck, SetupConfirmation
from services.setup_checks.result import Check, CheckName, Ground, Result, State, Step, first_open

EVERY_CHECK: Final[tuple[CheckName, ...]] = get_args(CheckName)
HOURLY: Final[tuple[CheckName, ...]] = ("public_address",)
QUARTERLY: Final[tuple[CheckName, ...]] = tuple(name for name in EVERY_CHECK if name not in HOURLY)
"""Every quarter of an hour."""
_LONGEST_WORDS: Final = 400
_INSERTION: Final = Insertion(SetupCheck.__table__, lambda insert: insert.on_conflict_do_nothing())


@dataclass(frozen=True, slots=True)
class Standing:
    """A check with its result of this moment. `checked_at`: when it last connected, for one that does; None: never."""

    check: Check
    result: Result
    checked_at: datetime | None
    confirmed: SetupConfirmation | None


def recheck(db: Database, settings: Settings, clock: Clock, names: Iterable[CheckName] = EVERY_CHECK) -> int:
    """Run these checks, each connection outside of a transaction, and keep the results; returns how many are open."""
    found = 0
    for name in names:
        check = CHECKS[name]
        steps = check.probe(settings) if check.probe else ()
        now = clock()
        result = db.write(lambda session, c=check, s=steps, n=now: _keep(session, c, s, settings, n))  # type: ignore[misc]
        found += result.state is State.OPEN
    return found


def _keep(session: Session, check: Check, steps: Sequence[Step], settings: Settings, now: datetime) -> Result:
    confirmed = _confirmations(session).get(check.name)
    result = check.look(Ground(session, settings, now, steps, confirmed))
    values: dict[str, Any] = {
        "state": result.state.value,
        "words": result.words[:_LONGEST_WORDS],
        "steps": [asdict(step) for step in steps],
        "fingerprint": check.fingerprint(session, settings),
        "checked_at": now,
    }
    _INSERTION.run(session, [{"name": check.name, "ok_at": None, **values}])
    row = session.get_one(SetupCheck, check.name, with_for_update=True)
    for column, value in values.items():
        setattr(row, column, value)
    row.ok_at = now if result.state is State.OK else row.ok_at
    session.flush()
    return result


def standings(session: Session, settings: Settings, now: datetime) -> list[Standing]:
    """Every check as of now: what needs no connection is looked at, of the others the last steps are judged."""
    rows = {row.name: row for row in session.scalars(select(SetupCheck))}
    confirmed = _confirmations(session)
    return [_standing(session, settings, now, rows.get(name), CHECKS[name], confirmed) for name in EVERY_CHECK]


def _standing(
    session: Session,
    settings: Settings,
    now: datetime,
    row: SetupCheck | None,
    check: Check,
    confirmed: Mapping[str, SetupConfirmation],
) -> Standing:
    is_of_now = row is not None and row.fingerprint == check.fingerprint(session, settings)
    steps = [_step(stored) for stored in row.steps] if row is not None and is_of_now else None
    ground = Ground(session, settings, now, steps, confirmed.get(check.name))
    checked_at = row.checked_at if row is not None and is_of_now else None
    return Standing(check, check.look(ground), checked_at if check.probe else now, ground.confirmed)


def _step(stored: Mapping[str, Any]) -> Step:
    return Step(stored["label"], State(stored["state"]), stored["words"], stored["milliseconds"])


def _confirmations(session: Session) -> dict[str, SetupConfirmation]:
    """The last confirmation of each check."""
    last = (
        select(func.max(SetupConfirmation.id))
        .where(SetupConfirmation.confirmed_at.is_not(None))
        .group_by(SetupConfirmation.name)
    )
    rows = session.scalars(select(SetupConfirmation).where(SetupConfirmation.id.in_(last)))
    return {row.name: row for row in rows}


def turned_red(session: Session) -> list[SetupCheck]:
    """Checks that were in order once and were open when they last ran."""
    is_red = (SetupCheck.state == State.OPEN.value) & SetupCheck.ok_at.is_not(None)
    return list(session.scalars(select(SetupCheck).where(is_red).order_by(SetupCheck.name)))


def has_logged_in(session: Session, settings: Settings) -> bool:
    """Whether the last connection to the mail server, with these settings, failed at no step."""
    row = session.get(SetupCheck, "mail_server")
    is_of_now = row is not None and row.fingerprint == CHECKS["mail_server"].fingerprint(session, settings)
    steps = [_step(stored) for stored in row.steps] if row is not None and is_of_now else []
    return bool(steps) and first_open(steps) is None
