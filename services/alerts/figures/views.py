"""Alerts on figures as the console shows them."""

from collections.abc import Iterable, Sequence
from datetime import time
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.errors import MOST_FIGURE_ALERTS
from services.alerts.figures.catalogue import FIGURES, figures_for
from services.alerts.figures.check import GONE
from services.alerts.figures.edit import is_resting, own_alerts, resting_alerts
from services.alerts.figures.judging.conditions import State
from services.alerts.figures.links import judged_days, path_of
from services.alerts.figures.models import FigureAlert, FigureAlertOpening
from services.alerts.figures.rules import COLUMNS, Choices, choices, condition_of, stored_values, subject_of
from services.alerts.figures.schemas import (
    AlertFigureOut,
    AlertFiguresOut,
    ChoiceOut,
    FigureAlertOut,
    FigureAlertsOut,
    HeirOut,
    OpeningOut,
    StateName,
)
from services.alerts.figures.words import over_words, rule_words, unknown_words, value_words
from services.core.german import numeric_day
from services.staff.call import Staff
from services.staff.models import Account, AccountState, Role

_SHOWN_OPENINGS: Final = 5
_RESTING: Final = "Ruht: Das Konto ist nicht aktiv, oder seine Rolle sieht diese Zahl nicht mehr."
_GONE: Final = "Ruht: Die Kampagne, die Quelle oder den Park gibt es nicht mehr. Bitte ändern oder löschen Sie ihn."


def figures_out(session: Session, role: Role) -> AlertFiguresOut:
    """What this role may watch. Campaigns and sources are told to roles that see them."""
    figures = figures_for(role)
    scopes = {scope for figure in figures for scope in figure.scopes}
    known = choices(session)

    def options(scope: Any) -> list[ChoiceOut]:
        found = known.options[scope] if scope in scopes else []
        return [ChoiceOut(value=value, label=label) for value, label in found]

    return AlertFiguresOut(
        figures=[AlertFigureOut.model_validate(figure, from_attributes=True) for figure in figures],
        campaigns=options("campaign"),
        sources=options("source"),
        channel_groups=options("channel_group"),
        parks=options("park"),
        most=MOST_FIGURE_ALERTS,
    )


def alerts_out(session: Session, staff: Staff) -> FigureAlertsOut:
    """The caller's alerts, and for the administration those that rest."""
    known = choices(session)
    own = own_alerts(session, staff.id)
    resting: list[tuple[FigureAlert, Account]] = []
    heirs: Sequence[Account] = ()
    if staff.role is Role.ADMIN:
        resting = [(alert, owner) for alert, owner in resting_alerts(session) if owner.id != staff.id]
    if resting:
        active = Account.state == AccountState.ACTIVE.value
        heirs = session.scalars(select(Account).where(active).order_by(Account.name, Account.id)).all()
    openings = _openings(session, [*own, *(alert for alert, _ in resting)])
    caller = session.get(Account, staff.id)
    return FigureAlertsOut(
        own=[_out(session, alert, caller, known, openings.get(alert.id, [])) for alert in own],
        resting=[
            _out(session, alert, owner, known, openings.get(alert.id, [])).model_copy(update={"owner_name": owner.name})
            for alert, owner in resting
        ],
        heirs=[HeirOut(id=one.id, name=one.name) for one in heirs],
        most=MOST_FIGURE_ALERTS,
    )


def alert_out(session: Session, alert: FigureAlert) -> FigureAlertOut:
    """One alert."""
    owner = session.get(Account, alert.owner_id)
    return _out(session, alert, owner, choices(session), _openings(session, [alert]).get(alert.id, []))


def _openings(session: Session, alerts: Iterable[FigureAlert]) -> dict[int, list[FigureAlertOpening]]:
    ids = [alert.id for alert in alerts]
    query = select(FigureAlertOpening).where(FigureAlertOpening.alert_id.in_(ids))
    found: dict[int, list[FigureAlertOpening]] = {}
    for opening in session.scalars(query.order_by(FigureAlertOpening.id.desc())):
        found.setdefault(opening.alert_id, []).append(opening)
    return found


def _out(
    session: Session,
    alert: FigureAlert,
    owner: Account | None,
    known: Choices,
    openings: Sequence[FigureAlertOpening],
) -> FigureAlertOut:
    values = stored_values(alert)
    # What ended may have been of another figure: only what is open is sure to be of these values.
    days = judged_days(values, openings[0].day) if openings and openings[0].closed_at is None else None
    condition = condition_of(values)
    state, state_words = _state(alert, owner, known, openings)
    entered = {name: values[name] for name in COLUMNS if name not in ("quiet_from", "quiet_to")}
    return FigureAlertOut(
        **entered,
        id=alert.id,
        quiet_from=_clock(alert.quiet_from),
        quiet_to=_clock(alert.quiet_to),
        rule=rule_words(subject_of(values, known), condition),
        over=over_words(condition),
        state=state,
        state_words=state_words,
        judged_at=alert.judged_at,
        openings=[
            OpeningOut(headline=one.headline, words=one.words, opened_at=one.opened_at, over_at=one.closed_at)
            for one in openings[:_SHOWN_OPENINGS]
        ],
        path=path_of(session, values, days),
        owner_name=None,
        version=alert.version,
    )


def _state(
    alert: FigureAlert, owner: Account | None, known: Choices, openings: Sequence[FigureAlertOpening]
) -> tuple[StateName, str]:
    """A code for programs and a sentence for people."""
    if is_resting(alert, owner):
        return "resting", _RESTING
    if alert.state == GONE or known.label(alert.scope, alert.scope_value) is None:
        return "gone", _GONE
    if alert.paused_at is not None:
        return "paused", "Angehalten. Es wird nicht geprüft."
    if openings and openings[0].closed_at is None:
        return "open", openings[0].words
    return _judged_state(alert)


def _judged_state(alert: FigureAlert) -> tuple[StateName, str]:
    figure = FIGURES[alert.figure]
    if alert.state == State.UNKNOWN.value:
        return "unknown", f"Noch nicht zu beurteilen: {unknown_words(condition_of(stored_values(alert)), figure)}"
    if alert.judged_day is None:
        return "new", "Noch nicht geprüft. Die erste Prüfung folgt in wenigen Minuten."
    value = "" if alert.value is None else f" Zuletzt: {value_words(figure.unit, alert.value)}."
    return "clear", f"In Ordnung bis zum {numeric_day(alert.judged_day)}.{value}"


def _clock(moment: time | None) -> str | None:
    return None if moment is None else f"{moment:%H:%M}"
