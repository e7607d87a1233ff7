"""Simulates scheduled reports with different last runs: delivered, rejected by a mailbox, too few rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from services.core.clock import berlin_day
from services.demo.log_ins import LogIn
from services.demo.scene import Scene
from services.jobs.runner import Runner
from services.schedules import schedules as store
from services.schedules.inputs import ScheduleIn, values_of
from services.schedules.jobs import schedule_job
from services.schedules.recipients import Reading
from services.schedules.runs import finalize
from services.schedules.views import offers
from services.staff.call import Staff
from services.staff.colleagues import colleagues_by_address
from services.staff.models import Role

_RUN_BEFORE: Final = timedelta(minutes=12)
_OLD_ADDRESS: Final = "buero-alt@voltigo.example"
"""External address whose mailbox no longer exists."""
_CHOSEN: Final[Mapping[str, Mapping[str, Any]]] = {
    "weekly_overview": {},
    "spot_capacity": {"recipients": [_OLD_ADDRESS]},
    "reservations_list": {"least_rows": 500},
}


def schedule_reports(scene: Scene, log_ins: Sequence[LogIn], until: datetime) -> None:
    """Save some of the ready-made schedules and run each once."""
    scene.clock.move_to(until - _RUN_BEFORE)
    found = next(entry for entry in log_ins if entry.role == Role.ADMIN.value)
    admin = Staff(found.id, found.name, found.email, Role.ADMIN, 0)
    scene.unknown_mailboxes.add(_OLD_ADDRESS)
    ready = {offer.key: offer.schedule.model_dump(by_alias=True) for offer in offers(admin)}
    for key, changes in _CHOSEN.items():
        recipients = [admin.email, *changes.get("recipients", ())]
        id_ = _save(scene, admin, {**ready[key], **changes, "recipients": recipients})
        _ask(scene, admin, id_)
        _run_waiting(scene)
    scene.run_jobs()
    finalize(scene.db, scene.clock)


def _run_waiting(scene: Scene) -> None:
    """Compute what was asked for, as the jobs of an installation do; the demonstration has none while it is made."""
    runner = Runner(scene.db, scene.clock)
    for run_id, name in runner.free_runs():
        if job := schedule_job(scene.db, scene.settings, scene.clock, name):
            runner.take(job, run_id)


def _ask(scene: Scene, admin: Staff, schedule_id: int) -> None:
    scene.write(lambda session, now: store.ask(session, schedule_id, admin, now, is_test=False) and None)


def _save(scene: Scene, owner: Staff, given: Mapping[str, Any]) -> int:
    with scene.db.read() as session:
        accounts = colleagues_by_address(session)
    reading = Reading(owner.role, berlin_day(scene.clock()), accounts, (), allow_test_domains=True)
    values = values_of(ScheduleIn.model_validate(given), reading)
    schedule: int = scene.write(lambda session, now: store.add(session, values, owner, now).id)
    return schedule
