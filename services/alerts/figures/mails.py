"""Mails of alerts on figures, to their owner: one when an alert opens, one when it is over; not in quiet times."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.figures.links import judged_days, path_of
from services.alerts.figures.models import FigureAlert, FigureAlertOpening
from services.alerts.figures.rules import Choices, choices, condition_of, stored_values, subject_of
from services.alerts.figures.words import over_words, rule_words
from services.alerts.mails import CONSOLE
from services.alerts.quiet import quiet_of, quiet_until
from services.core.contact_details import deliverable_address
from services.core.german import numeric_day
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.console import FigureAlertMail
from services.mail.outbox import Order
from services.settings import Settings
from services.staff.models import Account

LATEST: Final = timedelta(days=2)
"""An alert that has been over for longer is not mailed about any more."""


def order_due(session: Session, settings: Settings, eligible: Mapping[int, Account], now: datetime) -> None:
    """Queue the mails that are due. `eligible`: owners by alert who may be told; the others get none."""
    known = choices(session)
    opened = FigureAlertOpening.closed_at.is_(None) & FigureAlertOpening.mailed_at.is_(None)
    over = (
        (FigureAlertOpening.closed_at > now - LATEST)
        & FigureAlertOpening.mailed_at.is_not(None)
        & FigureAlertOpening.over_mailed_at.is_(None)
    )
    query = select(FigureAlertOpening, FigureAlert).join(FigureAlert, FigureAlert.id == FigureAlertOpening.alert_id)
    for opening, alert in session.execute(query.where(opened | over).with_for_update()).all():
        owner = eligible.get(alert.id)
        if owner is None or not alert.by_mail or _is_quiet(alert, now):
            continue
        state = "opened" if opening.closed_at is None else "over"
        values = stored_values(alert)
        path = path_of(session, values, judged_days(values, opening.day))
        letters = _Letters(alert, owner, known, settings)
        mail = letters.of(state, opening.headline, _words(opening, state), path)
        _order(session, owner, alert, f"figure-alert:{opening.id}:{state}", mail, now)
        if state == "opened":
            opening.mailed_at = now
        else:
            opening.over_mailed_at = now
    session.flush()


def order_test(session: Session, settings: Settings, alert: FigureAlert, owner: Account, now: datetime) -> None:
    """Queue a test mail to the owner, at once and also in quiet times."""
    known = choices(session)
    values = stored_values(alert)
    headline = rule_words(subject_of(values, known), condition_of(values))
    words = "Das ist ein Test. Schlägt der Hinweis an, steht hier, was gefunden wurde und an welchen Tagen."
    mail = _Letters(alert, owner, known, settings).of("test", headline, words, path_of(session, values, None))
    _order(session, owner, alert, f"figure-alert-test:{alert.id}:{now.timestamp():.6f}", mail, now)


def withdraw(session: Session, opening: FigureAlertOpening, now: datetime) -> None:
    """Withdraw the mail about an opening if it has not left yet; then none is sent when it is over either."""
    if outbox.cancel(session, [f"figure-alert:{opening.id}:opened"], now):
        opening.over_mailed_at = now


def _words(opening: FigureAlertOpening, state: str) -> str:
    if state == "opened" or opening.over_day is None:
        return opening.words
    return f"Seit dem {numeric_day(opening.over_day)} ist es wieder anders. Gemeldet hatten wir: {opening.words}"


def _is_quiet(alert: FigureAlert, now: datetime) -> bool:
    return quiet_until(quiet_of(alert.quiet_from, alert.quiet_to, alert.quiet_days), now) is not None


@dataclass(frozen=True, slots=True)
class _Letters:
    """What mails of one alert have in common."""

    alert: FigureAlert
    owner: Account
    known: Choices
    settings: Settings

    def of(self, state: str, headline: str, words: str, path: str) -> FigureAlertMail:
        values: dict[str, Any] = stored_values(self.alert)
        condition = condition_of(values)
        console = f"{self.settings.public_url}{CONSOLE}"
        return FigureAlertMail(
            name=self.owner.name,
            state=state,
            headline=headline,
            words=words,
            rule=rule_words(subject_of(values, self.known), condition),
            over=over_words(condition),
            link=f"{console}{path}",
            settings_link=f"{console}/alerts/own?alert={self.alert.id}",
        )


def _order(
    session: Session, owner: Account, alert: FigureAlert, key: str, mail: FigureAlertMail, now: datetime
) -> None:
    address = deliverable_address(owner.email, owner.email_normalized)
    outbox.order(session, [Order(mail.kind, address, f"figure_alert:{alert.id}", key, to_values(mail))], now)
