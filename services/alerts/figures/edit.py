"""Use cases of alerts on figures: add, change, pause, resume, remove, hand over. Each has its audit entry."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.alerts.errors import (
    MOST_FIGURE_ALERTS,
    CannotTakeOver,
    SameFigureAlert,
    TooManyFigureAlerts,
    UnknownFigureAlert,
)
from services.alerts.figures.catalogue import FIGURES
from services.alerts.figures.mails import withdraw
from services.alerts.figures.models import IS_OPEN, FigureAlert, FigureAlertOpening
from services.alerts.figures.rules import COLUMNS
from services.core.db.edits import assign, differing
from services.staff import audit
from services.staff.call import Staff
from services.staff.errors import Stale
from services.staff.models import Account, AccountState, Role

_LIVE = FigureAlert.removed_at.is_(None)
_WATCHED = ("figure", "scope", "scope_value", "kind", "threshold", "days", "direction", "false_alarms")
"""Columns that decide what is found; without the ways of being told."""


def is_resting(alert: FigureAlert, owner: Account | None) -> bool:
    """Whether its owner may not be told any more: the account is not active, or its role may not see the figure."""
    is_active = owner is not None and owner.state == AccountState.ACTIVE.value
    figure = FIGURES.get(alert.figure)
    return not is_active or owner is None or figure is None or Role(owner.role) not in figure.roles


def own_alerts(session: Session, account_id: int) -> Sequence[FigureAlert]:
    """The live alerts of a colleague, the newest first."""
    own = (FigureAlert.owner_id == account_id) & _LIVE
    return session.scalars(select(FigureAlert).where(own).order_by(FigureAlert.id.desc())).all()


def resting_alerts(session: Session) -> list[tuple[FigureAlert, Account]]:
    """Alerts whose owner is not told any more, for the administration."""
    query = select(FigureAlert, Account).join(Account, Account.id == FigureAlert.owner_id).where(_LIVE)
    rows = session.execute(query.order_by(FigureAlert.id)).all()
    return [(alert, owner) for alert, owner in rows if is_resting(alert, owner)]


def find(session: Session, alert_id: int, staff: Staff, *, lock: bool = False) -> FigureAlert:
    """An alert of the caller; for the administration also one that rests. Raises UnknownFigureAlert."""
    row = session.get(FigureAlert, alert_id, with_for_update=lock, populate_existing=True)
    if row is None or row.removed_at is not None:
        raise UnknownFigureAlert
    is_others = staff.role is Role.ADMIN and is_resting(row, session.get(Account, row.owner_id))
    if row.owner_id != staff.id and not is_others:
        raise UnknownFigureAlert
    return row


def add(session: Session, values: Mapping[str, Any], staff: Staff, now: datetime) -> FigureAlert:
    """Add an alert of the caller. Raises TooManyFigureAlerts, SameFigureAlert."""
    # Two saves at once of one person wait for each other here.
    session.get(Account, staff.id, with_for_update=True)
    _refuse_too_many(session, staff.id)
    _refuse_same(session, staff.id, values, None)
    row = FigureAlert(**values, owner_id=staff.id, version=1, created_at=now, changed_at=now)
    session.add(row)
    session.flush()
    _tell(session, row, "created", staff.actor, now)
    return row


def edit(
    session: Session, alert_id: int, version: int, values: Mapping[str, Any], staff: Staff, now: datetime
) -> FigureAlert:
    """Save changed values; an alert that watches something else from now on forgets what was found.

    Raises UnknownFigureAlert, Stale, SameFigureAlert.
    """
    row = _own(session, alert_id, staff)
    if row.version != version:
        raise Stale("diesen Hinweis", row.version)
    changes = differing(row, values)
    if not changes:
        return row
    _refuse_same(session, row.owner_id, values, row.id)
    assign(row, changes)
    if changes.keys() & set(_WATCHED):
        _begin_again(session, row, now)
    _changed(session, row, "changed", staff.actor, now, fields=sorted(changes))
    return row


def pause(session: Session, alert_id: int, staff: Staff, now: datetime) -> FigureAlert:
    """Watch no longer until it is resumed. No effect if already paused."""
    row = _own(session, alert_id, staff)
    if row.paused_at is None:
        row.paused_at = now
        _begin_again(session, row, now)
        _changed(session, row, "paused", staff.actor, now)
    return row


def resume(session: Session, alert_id: int, staff: Staff, now: datetime) -> FigureAlert:
    """Watch again from the last whole day on."""
    row = _own(session, alert_id, staff)
    if row.paused_at is not None:
        row.paused_at = None
        _changed(session, row, "resumed", staff.actor, now)
    return row


def remove(session: Session, alert_id: int, staff: Staff, now: datetime) -> None:
    """Delete it; the caller's own, or one that rests."""
    row = find(session, alert_id, staff, lock=True)
    row.removed_at = now
    _begin_again(session, row, now)
    _changed(session, row, "removed", staff.actor, now)


def hand_over(session: Session, alert_id: int, account_id: int, staff: Staff, now: datetime) -> FigureAlert:
    """Give it to a colleague. Raises CannotTakeOver, TooManyFigureAlerts, SameFigureAlert."""
    row = find(session, alert_id, staff, lock=True)
    heir = session.get(Account, account_id, with_for_update=True)
    if heir is None or heir.state != AccountState.ACTIVE.value or Role(heir.role) not in FIGURES[row.figure].roles:
        raise CannotTakeOver
    _refuse_too_many(session, heir.id)
    _refuse_same(session, heir.id, {name: getattr(row, name) for name in COLUMNS}, row.id)
    before = row.owner_id
    give(session, row, heir.id, now)
    _tell(session, row, "handed_over", staff.actor, now, owner_before=before, owner=heir.id)
    return row


def give(session: Session, row: FigureAlert, account_id: int, now: datetime) -> None:
    """Make the account the owner of a locked alert, which is judged afresh; without an audit entry."""
    row.owner_id = account_id
    _begin_again(session, row, now)
    row.version += 1
    row.changed_at = now
    session.flush()


def drop(session: Session, row: FigureAlert, now: datetime) -> None:
    """Delete a locked alert; without an audit entry."""
    row.removed_at = now
    give(session, row, row.owner_id, now)


def watches_the_same(row: FigureAlert, other: FigureAlert) -> bool:
    """Whether both find the same, however they tell it."""
    return all(getattr(row, name) == getattr(other, name) for name in _WATCHED)


def note_test(session: Session, row: FigureAlert, actor: str, now: datetime) -> None:
    """Write down that a test mail was asked for."""
    _tell(session, row, "tested", actor, now)


def _own(session: Session, alert_id: int, staff: Staff) -> FigureAlert:
    row = find(session, alert_id, staff, lock=True)
    if row.owner_id != staff.id:
        raise UnknownFigureAlert
    return row


def _begin_again(session: Session, row: FigureAlert, now: datetime) -> None:
    """Forget what was found: an open alert ends without a mail."""
    row.judged_day = row.judged_at = row.state = row.value = None
    opening = session.scalar(select(FigureAlertOpening).where(FigureAlertOpening.alert_id == row.id, IS_OPEN))
    if opening is not None:
        opening.closed_at = now
        opening.over_mailed_at = now
        withdraw(session, opening, now)


def _refuse_too_many(session: Session, account_id: int) -> None:
    own = select(func.count()).select_from(FigureAlert).where((FigureAlert.owner_id == account_id) & _LIVE)
    if (session.scalar(own) or 0) >= MOST_FIGURE_ALERTS:
        raise TooManyFigureAlerts


def _refuse_same(session: Session, account_id: int, values: Mapping[str, Any], but: int | None) -> None:
    for row in own_alerts(session, account_id):
        if row.id != but and all(getattr(row, name) == values[name] for name in _WATCHED):
            raise SameFigureAlert


def _changed(session: Session, row: FigureAlert, what: str, actor: str, now: datetime, **details: Any) -> None:
    row.version += 1
    row.changed_at = now
    session.flush()
    _tell(session, row, what, actor, now, **details)


def _tell(session: Session, row: FigureAlert, what: str, actor: str, now: datetime, **details: Any) -> None:
    told = {"figure": row.figure, "kind": row.kind, **details}
    audit.append(session, [audit.Event(actor, f"figure_alert.{what}", f"figure_alert:{row.id}", told)], now)
