"""Staff actions on alerts: acknowledge them, and change alert rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.check import close
from services.alerts.errors import UnknownAlert, UnknownRule
from services.alerts.inputs import RuleIn
from services.alerts.kinds import KINDS, Kind, measured
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.quiet import quiet_of
from services.core.contact_details import Email, read_email
from services.core.db.edits import assign, columns_of, differing
from services.core.fields import Refused
from services.core.http.errors import FieldError, ValidationProblem
from services.staff import audit
from services.staff.colleagues import Colleague
from services.staff.errors import Stale
from services.staff.models import AccountState, Role

_QUIET = {
    "quiet_from": "Bitte geben Sie an, wann die Ruhe beginnt.",
    "quiet_to": "Bitte geben Sie an, wann die Ruhe endet.",
    "quiet_days": "Bitte wählen Sie, an welchen Tagen die Ruhe beginnt.",
}
_UNITS = {"percent": "einen Wert", "minutes": "eine Zeit", "cents": "einen Betrag", "count": "eine Zahl"}


def note(session: Session, alert_id: int, role: Role, actor: str, now: datetime) -> Alert:
    """Acknowledge an alert; only the first acknowledgement is kept. UnknownAlert."""
    alert = session.get(Alert, alert_id, with_for_update=True)
    if alert is None or role not in KINDS[alert.kind].roles:
        raise UnknownAlert
    if alert.noted_at is None:
        alert.noted_at, alert.noted_by = now, actor
        session.flush()
        details = {"kind": alert.kind, "about": alert.subject}
        audit.append(session, [audit.Event(actor, "alert.noted", f"alert:{alert.id}", details)], now)
    return alert


@dataclass(frozen=True, slots=True)
class Addressing:
    """Accounts by address, to match addresses to colleagues."""

    accounts: Mapping[str, Colleague]
    allow_test_domains: bool


def checked_values(kind: str, body: RuleIn, addressing: Addressing) -> dict[str, Any]:
    """New values of a rule by column; UnknownRule, or ValidationProblem with all errors at once."""
    if kind not in KINDS:
        raise UnknownRule
    faults = _quiet_faults(body)
    values: dict[str, Any] = {"is_on": body.is_on, "to_admins": body.to_admins}
    try:
        values["recipients"] = _recipients(KINDS[kind], body.recipients, addressing)
    except Refused as fault:
        faults.append({"field": "recipients", "code": fault.code, "message": fault.sentence})
    try:
        values["threshold"] = _threshold(KINDS[kind], body.threshold)
    except Refused as fault:
        faults.append({"field": "threshold", "code": fault.code, "message": fault.sentence})
    if faults:
        raise ValidationProblem(faults)
    return columns_of(body, _QUIET) | values


def change_rule(
    session: Session, kind: str, version: int, values: Mapping[str, Any], actor: str, now: datetime
) -> AlertRule:
    """Save changed values; Stale. Disabling a rule closes its open alerts at once."""
    rule = session.get_one(AlertRule, kind, with_for_update=True, populate_existing=True)
    if rule.version != version:
        raise Stale("diese Regel", rule.version)
    changes = differing(rule, values)
    if not changes:
        return rule
    assign(rule, changes)
    rule.version += 1
    rule.changed_at, rule.changed_by = now, actor
    if not rule.is_on:
        close(session, session.scalars(select(Alert).where(Alert.kind == kind, IS_OPEN)).all(), now)
    session.flush()
    # Addresses are personal data; log entries cannot be erased.
    details = {"changed": sorted(changes), **{name: changes[name] for name in _TOLD if name in changes}}
    audit.append(session, [audit.Event(actor, "alert_rule.changed", f"alert_rule:{kind}", details)], now)
    return rule


_TOLD = ("is_on", "threshold")


def _threshold(kind: Kind, given: int | None) -> int | None:
    if not kind.unit:
        return None
    if given is None:
        raise Refused("missing", "Bitte füllen Sie dieses Feld aus.")
    if not kind.least <= given <= kind.most:
        raise Refused("out_of_range", _between(kind))
    return given


def _between(kind: Kind) -> str:
    unit = kind.unit or "percent"
    return f"Bitte geben Sie {_UNITS[unit]} von {measured(unit, kind.least)} bis {measured(unit, kind.most)} an."


def _recipients(kind: Kind, typed: Sequence[str], addressing: Addressing) -> list[int | str]:
    """Each once: colleagues by the id of their account, others by address."""
    found: dict[str, int | str] = {}
    for position, one in enumerate(typed, start=1):
        address, normalized = _address(one, position, addressing.allow_test_domains)
        account = addressing.accounts.get(normalized)
        if account is not None:
            _require_concerned(account, kind, position)
        found.setdefault(normalized, account.id if account else address)
    return list(found.values())


def _address(typed: str, position: int, allow_test_domains: bool) -> Email:
    """The address at this position; refused by the position, since an error never repeats what was typed."""
    try:
        return read_email(typed, allow_test_domains)
    except Refused as fault:
        message = f"Bitte prüfen Sie die {position}. Adresse, zum Beispiel name@beispiel.de."
        raise Refused("email_invalid", message) from fault


def _require_concerned(account: Colleague, kind: Kind, position: int) -> None:
    if account.state is not AccountState.ACTIVE:
        message = f"Die {position}. Adresse gehört zu einem Konto, das abgeschaltet oder noch nicht eingerichtet ist."
        raise Refused("inactive", message)
    if account.role not in kind.roles:
        raise Refused(
            "role", f"Die {position}. Adresse gehört zu einem Konto, dessen Rolle diesen Hinweis nicht sieht."
        )


def _quiet_faults(body: RuleIn) -> list[FieldError]:
    """Quiet times need start, end and days, or none of them, and must leave some time for mails."""
    given = columns_of(body, _QUIET)
    missing = [name for name, value in given.items() if value is None or value == []]
    if missing and len(missing) < len(given):
        return [{"field": name, "code": "missing", "message": _QUIET[name]} for name in missing]
    quiet = quiet_of(body.quiet_from, body.quiet_to, body.quiet_days)
    if quiet is None or not quiet.never_ends:
        return []
    message = "So käme nie eine Mail. Lassen Sie einen Tag oder eine Uhrzeit ohne Ruhe."
    return [{"field": "quiet_days", "code": "never_ends", "message": message}]
