"""Alerts that colleagues set up for themselves, by person, and what becomes of them when they are handed over."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.errors import MOST_FIGURE_ALERTS
from services.alerts.figures.catalogue import FIGURES
from services.alerts.figures.edit import drop, give, is_resting, own_alerts, watches_the_same
from services.alerts.figures.models import FigureAlert
from services.alerts.figures.rules import Choices, choices, condition_of, stored_values, subject_of
from services.alerts.figures.words import rule_words
from services.staff.holdings import HandOver, Holding, Outcome, Step, for_change
from services.staff.models import Account, Role

_RESTING: Final = "Ruht: Das Konto ist nicht aktiv, oder seine Rolle sieht diese Zahl nicht mehr."
_PAUSED: Final = "Angehalten."
_LIVE = FigureAlert.removed_at.is_(None)


def held(session: Session, _now: datetime) -> Iterator[Holding]:
    """Each live alert."""
    known = choices(session)
    query = select(FigureAlert, Account).join(Account, Account.id == FigureAlert.owner_id)
    for alert, owner in session.execute(query.where(_LIVE).order_by(FigureAlert.id)):
        paused = _PAUSED if alert.paused_at else ""
        yield Holding(
            holder=alert.owner_id,
            kind="figure_alert",
            name=_name(alert, known),
            about="Eigener Hinweis",
            path="/alerts/own",
            facts=[("Wie", "Konsole und Mail" if alert.by_mail else "nur in der Konsole")],
            problem=_RESTING if is_resting(alert, owner) else paused,
            last_at=alert.judged_at,
        )


def steps(over: HandOver) -> Iterator[Step]:
    """The steps for each live alert of the leaver, with the alerts locked."""
    mine = select(FigureAlert).where(FigureAlert.owner_id == over.leaver.id, _LIVE).order_by(FigureAlert.id)
    locked = over.session.scalars(for_change(mine, over)).all()
    known = choices(over.session)
    theirs = list(own_alerts(over.session, over.heir.id))
    for alert in locked:
        outcome, words, carry_out = _judged(over, alert, theirs)
        if outcome == "moves":
            theirs.append(alert)
        seen = {"version": alert.version}
        yield Step("figure_alert", f"figure_alert:{alert.id}", _name(alert, known), outcome, words, seen, carry_out)


def _judged(
    over: HandOver, alert: FigureAlert, theirs: Sequence[FigureAlert]
) -> tuple[Outcome, str, Callable[[], None] | None]:
    """What becomes of it. `theirs`: what the heir has, and gets by the steps before."""
    heir = over.heir.name
    figure = FIGURES.get(alert.figure)
    if figure is None or Role(over.heir.role) not in figure.roles:
        return "stays", f"Die Rolle von {heir} sieht diese Zahl nicht. {_stops(alert)}", _pausing(over, alert)
    if any(watches_the_same(alert, other) for other in theirs):
        return "has_it", f"{heir} hat den gleichen Hinweis schon.", partial(drop, over.session, alert, over.now)
    if len(theirs) >= MOST_FIGURE_ALERTS:
        words = f"{heir} hat schon {MOST_FIGURE_ALERTS} Hinweise, mehr geht nicht. {_stops(alert)}"
        return "stays", words, _pausing(over, alert)
    rest = " Er bleibt angehalten." if alert.paused_at else ""
    return "moves", f"{heir} bekommt ihn.{rest}", partial(give, over.session, alert, over.heir.id, over.now)


def _stops(alert: FigureAlert) -> str:
    return "Der Hinweis bleibt angehalten." if alert.paused_at else "Der Hinweis wird angehalten."


def _pausing(over: HandOver, alert: FigureAlert) -> Callable[[], None] | None:
    return None if alert.paused_at else partial(_pause, over, alert)


def _pause(over: HandOver, alert: FigureAlert) -> None:
    alert.paused_at = over.now
    give(over.session, alert, alert.owner_id, over.now)


def _name(alert: FigureAlert, known: Choices) -> str:
    if alert.figure not in FIGURES:
        return "Eine Zahl, die es nicht mehr gibt"
    values = stored_values(alert)
    return rule_words(subject_of(values, known), condition_of(values))
