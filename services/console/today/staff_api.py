"""Staff API for the start page."""

from datetime import date
from typing import Literal

from pydantic import BaseModel

from services.campaigns.costs.arrivals import pending_count
from services.checks.check import Ground
from services.checks.setup import NEEDS, still_open
from services.console.today.today import Task, Today, today
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.openapi import problems
from services.parks.fullness import ParkFullness
from services.staff.access import AnyStaffOf, StaffRouter
from services.staff.models import Role

router = StaffRouter(tag="today")


class ItemOut(BaseModel):
    """A park to be looked at; `level` in per cent."""

    id: str
    title: str
    detail: str
    level: int | None


class TaskOut(BaseModel):
    """How much of one kind there is, and the first few."""

    kind: Literal["capacity"]
    count: int
    items: list[ItemOut]


class DayOut(BaseModel):
    day: date
    count: int


class PackageOut(BaseModel):
    annual_kwh: int
    count: int


class PlanCountOut(BaseModel):
    payment_plan: str
    count: int


class ParkPlacesOut(BaseModel):
    id: str
    name: str
    free: int
    total: int


class ChartsOut(BaseModel):
    """Reservations made on each of the last thirty days; what the active ones chose; free places."""

    per_day: list[DayOut]
    packages: list[PackageOut]
    plans: list[PlanCountOut]
    parks: list[ParkPlacesOut]


class SetupOut(BaseModel):
    """The checks of the set-up that are open, by their titles, and how many there are in all."""

    open: list[str]
    total: int


class TodayOut(BaseModel):
    """`new_since_yesterday` counts from midnight of yesterday in Berlin. `cost_files`: files of costs that arrived and
    wait for a decision, for marketing and the administration. `setup` is for the administration.
    """

    tasks: list[TaskOut]
    new_since_yesterday: int
    cost_files: int | None
    charts: ChartsOut
    setup: SetupOut | None


@router.get("/today", operation_id="get_today", responses=problems(401, 403, 503))
def get_today(staff: AnyStaffOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> TodayOut:
    """Parks that are nearly full, and the charts; no household is named."""
    with db.read() as session:
        now = clock()
        setup = _setup_out(Ground(settings, db, clock, session)) if staff.role == Role.ADMIN else None
        cost_files = pending_count(session) if staff.role in (Role.ADMIN, Role.MARKETING) else None
        return _out(today(session, now), cost_files, setup)


def _setup_out(ground: Ground) -> SetupOut:
    return SetupOut(open=[need.title for need in still_open(ground)], total=len(NEEDS))


def _out(page: Today, cost_files: int | None, setup: SetupOut | None) -> TodayOut:
    return TodayOut(
        tasks=[_task_out(task) for task in page.tasks],
        new_since_yesterday=page.new_since_yesterday,
        cost_files=cost_files,
        charts=ChartsOut(
            per_day=[DayOut(day=day, count=count) for day, count in page.per_day],
            packages=[PackageOut(annual_kwh=kwh, count=count) for kwh, count in page.packages],
            plans=[PlanCountOut(payment_plan=plan, count=count) for plan, count in page.plans],
            parks=[_places_out(found) for found in page.parks],
        ),
        setup=setup,
    )


def _places_out(found: ParkFullness) -> ParkPlacesOut:
    return ParkPlacesOut(
        id=found.park.id, name=found.park.name, free=found.fullness.left, total=found.fullness.spot_limit
    )


def _task_out(task: Task) -> TaskOut:
    return TaskOut.model_validate(task, from_attributes=True)
