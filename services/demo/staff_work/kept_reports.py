"""Simulates reports kept by marketing shortly before now, and later changes to their figures."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.campaigns.aliases import aliases
from services.campaigns.aliases.schemas import AliasIn
from services.campaigns.costs import by_hand as costs
from services.campaigns.costs.schemas import CostIn
from services.campaigns.models import Campaign
from services.core.clock import berlin_day
from services.core.storage.installed import files_of
from services.demo.scene import Scene
from services.reports.kept.keep import KeepRequest, keep_report
from services.reports.parameters import read_parameters
from services.reports.run import ReportContext
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.store.place import store_of

_KEPT_BEFORE: Final = timedelta(minutes=50)
_CHANGED_BEFORE: Final = timedelta(minutes=20)
_LATE_CENTS: Final = 4_900
_SPELLING: Final = AliasIn(field="utm_source", raw="whatsapp", canonical="messenger")
_LEAVING: Final = 2


def keep_reports(scene: Scene, until: datetime) -> None:
    """Keep three reports, of last month and of ninety days; then late costs, an alias and cancellations follow."""
    scene.clock.move_to(until - _KEPT_BEFORE)
    today = berlin_day(scene.clock())
    last = today.replace(day=1) - timedelta(days=1)
    month = {"from": last.replace(day=1), "to": last}
    quarter = {"from": today - timedelta(days=89), "to": today, "compare": "previous"}
    _keep(scene, "overview", f"Monatsbericht {last:%m/%Y}", month)
    _keep(scene, "breakdown", "Quellen, für die Budgetrunde", {**quarter, "field": "utm_source"})
    _keep(scene, "overview", "Für die Runde am Montag", quarter)
    scene.clock.move_to(until - _CHANGED_BEFORE)
    _enter_late_costs(scene, today - timedelta(days=1))
    scene.write(lambda session, now: aliases.add(session, _SPELLING, scene.marketer, now))
    _let_go(scene)


def _keep(scene: Scene, name: str, label: str, given: Mapping[str, object]) -> None:
    definition = definitions()[name]
    now = scene.clock()
    told = [
        (key, str(value))
        for key, value in given.items()
        if {"from": "from_day", "to": "to_day"}.get(key, key) in definition.parameters
    ]
    context = ReportContext(scene.db, store_of(scene.settings), now)
    wanted = KeepRequest(context, files_of(scene.settings), scene.marketer, label)
    keep_report(wanted, definition, read_parameters(definition, told, berlin_day(now)))


def _enter_late_costs(scene: Scene, day: date) -> None:
    """Costs the local paper billed a day late."""

    def unit(session: Session, now: datetime) -> None:
        id_ = session.scalar(select(Campaign.id).where(Campaign.archived_at.is_(None)).order_by(Campaign.id.desc()))
        if id_ is not None:
            late = CostIn(cents=_LATE_CENTS, note="Rechnung kam später")
            costs.set_cost(session, id_, day, late, scene.marketer, now)

    scene.write(unit)


def _let_go(scene: Scene) -> None:
    with scene.db.read() as session:
        latest = select(Reservation.id).where(Reservation.state == ReservationState.RESERVED.value)
        ids = list(session.scalars(latest.order_by(Reservation.id.desc()).limit(_LEAVING)))
    if ids:
        scene.operate("cancel", ids, scene.clerks[0], "Zieht doch nicht um")
