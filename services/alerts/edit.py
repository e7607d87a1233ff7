"""Staff actions on alerts: acknowledge them, and change alert rules."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.check import close
from services.alerts.errors import StaleRule, UnknownAlert, UnknownRule
from services.alerts.kinds import KINDS, Kind, measured
from services.alerts.models import IS_OPEN, Alert, AlertRule, rule_values
from services.alerts.quiet import quiet_of
from services.core.contact_details import read_email
from services.core.fields import Fields, Refused, number
from services.core.http.errors import ValidationProblem
from services.staff import audit
from services.staff.colleagues import Colleague
from services.staff.models import AccountState, Role

MOST_RECIPIENTS = 20
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_MISSING = "Bitte füllen Sie dieses Feld aus."
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


def read_rule(kind: str, given: Mapping[str, Any], addressing: Addressing) -> dict[str, Any]:
    """New values of a rule by column; UnknownRule, or ValidationProblem with all errors at once."""
    if kind not in KINDS:
        raise UnknownRule
    fields = Fields(given, [])
    no_recipients: list[int | str] = []
    no_days: list[int] = []
    values: dict[str, Any] = {
        "is_on": fields.read("is_on", _yes_or_no, _MISSING),
        "threshold": fields.read("threshold", _threshold(KINDS[kind]), _MISSING) if KINDS[kind].unit else None,
        "to_admins": fields.read("to_admins", _yes_or_no, _MISSING),
        "recipients": fields.read_optional("recipients", _recipients(KINDS[kind], addressing), no_recipients),
        "quiet_from": fields.read_optional("quiet_from", _time_of_day, None),
        "quiet_to": fields.read_optional("quiet_to", _time_of_day, None),
        "quiet_days": fields.read_optional("quiet_days", _weekdays, no_days),
    }
    if not fields.errors:
        _check_quiet(fields, values)
    if fields.errors:
        raise ValidationProblem(fields.errors)
    return values


def change_rule(
    session: Session, kind: str, version: int, values: Mapping[str, Any], actor: str, now: datetime
) -> AlertRule:
    """Save changed values; StaleRule. Disabling a rule closes its open alerts at once."""
    rule = session.get_one(AlertRule, kind, with_for_update=True, populate_existing=True)
    if rule.version != version:
        raise StaleRule(version=rule.version)
    before = rule_values(rule)
    differing = {name: value for name, value in values.items() if before[name] != value}
    if not differing:
        return rule
    for name, value in differing.items():
        setattr(rule, name, value)
    rule.version += 1
    rule.changed_at, rule.changed_by = now, actor
    if not rule.is_on:
        close(session, session.scalars(select(Alert).where(Alert.kind == kind, IS_OPEN)).all(), now)
    session.flush()
    # Addresses are personal data; log entries cannot be erased.
    details = {"changed": sorted(differing), **{name: differing[name] for name in _TOLD if name in differing}}
    audit.append(session, [audit.Event(actor, "alert_rule.changed", f"alert_rule:{kind}", details)], now)
    return rule


_TOLD = ("is_on", "threshold")


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused("wrong_type", "Diese Angabe muss ja oder nein sein.")
    return value


def _threshold(kind: Kind) -> Callable[[object], int]:
    def rule(value: object) -> int:
        read = number(value)
        if read != int(read):
            raise Refused("not_whole", "Bitte geben Sie eine ganze Zahl an.")
        if not kind.least <= read <= kind.most:
            raise Refused("out_of_range", _between(kind))
        return int(read)

    return rule


def _between(kind: Kind) -> str:
    unit = kind.unit or "percent"
    return f"Bitte geben Sie {_UNITS[unit]} von {measured(unit, kind.least)} bis {measured(unit, kind.most)} an."


def _recipients(kind: Kind, addressing: Addressing) -> Callable[[object], list[int | str]]:
    def rule(value: object) -> list[int | str]:
        if not isinstance(value, list):
            raise Refused("wrong_type", "Diese Angabe muss eine Liste sein.")
        if len(value) > MOST_RECIPIENTS:
            raise Refused("too_many", f"Bitte nennen Sie höchstens {MOST_RECIPIENTS} Adressen.")
        found: dict[str, int | str] = {}
        for position, typed in enumerate(value, start=1):
            address, normalized = _address(typed, position, addressing.allow_test_domains)
            account = addressing.accounts.get(normalized)
            if account is not None:
                _require_concerned(account, kind, position)
            found.setdefault(normalized, account.id if account else address)
        return list(found.values())

    return rule


def _require_concerned(account: Colleague, kind: Kind, position: int) -> None:
    if account.state is not AccountState.ACTIVE:
        message = f"Die {position}. Adresse gehört zu einem Konto, das abgeschaltet oder noch nicht eingerichtet ist."
        raise Refused("inactive", message)
    if account.role not in kind.roles:
        raise Refused(
            "role", f"Die {position}. Adresse gehört zu einem Konto, dessen Rolle diesen Hinweis nicht sieht."
        )


def _address(typed: object, position: int, allow_test_domains: bool) -> tuple[str, str]:
    try:
        return read_email(typed, allow_test_domains)
    except Refused as fault:
        # By position and not by input: errors never repeat what was typed.
        message = f"Bitte prüfen Sie die {position}. Adresse, zum Beispiel name@beispiel.de."
        raise Refused("email_invalid", message) from fault


def _time_of_day(value: object) -> time:
    message = "Bitte geben Sie eine Uhrzeit an, zum Beispiel 22:00."
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise Refused("not_a_time", message)
    return time(int(found[1]), int(found[2]))


def _weekdays(value: object) -> list[int]:
    days = set(value) if isinstance(value, list) and all(type(day) is int for day in value) else {0}
    if not days <= set(range(1, 8)):
        raise Refused("unknown_choice", "Bitte wählen Sie Wochentage.")
    return sorted(days)


def _check_quiet(fields: Fields, values: Mapping[str, Any]) -> None:
    """Quiet times need start, end and days, or none of them, and must leave some time for mails."""
    start, end, days = (values[name] for name in ("quiet_from", "quiet_to", "quiet_days"))
    parts: Sequence[tuple[str, object, str]] = (
        ("quiet_from", start, "Bitte geben Sie an, wann die Ruhe beginnt."),
        ("quiet_to", end, "Bitte geben Sie an, wann die Ruhe endet."),
        ("quiet_days", days, "Bitte wählen Sie, an welchen Tagen die Ruhe beginnt."),
    )
    is_given = [part is not None and part != [] for _, part, _ in parts]
    if any(is_given):
        missing = [(name, words) for (name, _, words), given in zip(parts, is_given, strict=True) if not given]
        fields.errors += [{"field": name, "code": "missing", "message": words} for name, words in missing]
    quiet = quiet_of(start, end, days)
    if quiet is not None and quiet.never_ends:
        message = "So käme nie eine Mail. Lassen Sie einen Tag oder eine Uhrzeit ohne Ruhe."
        fields.errors.append({"field": "quiet_days", "code": "never_ends", "message": message})
