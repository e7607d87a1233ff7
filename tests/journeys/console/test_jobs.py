"""Periodic work in the console: how it is doing, run now, kept from running."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.jobs.models import JobRun
from services.jobs.registry import planned_jobs
from services.jobs.runner import Runner
from services.schedules import schedules as store
from services.schedules.recipients import Chosen
from services.settings import Settings
from services.staff.call import Staff
from services.staff.models import Role
from tests.fixtures.servers import Server
from tests.fixtures.staff import add_member
from tests.journeys.axe import defects, violations, violations_in_forced_colours
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.pages import overflow
from tests.journeys.records import Records
from tests.services.held_clock import HeldClock

TITLE, NAME = "Abgelaufenes löschen", "forget"
ZOOMED = 640
"""What is left of 1280 px when everything is twice as large."""
WIDTHS = (390, 1280)


def faults(page: Page) -> list[str]:
    """What is wrong with a page to look at, at each width, in the light, in the dark and in forced colours."""
    found = defects(page, WIDTHS) + violations_in_forced_colours(page, WIDTHS)
    page.set_viewport_size({"width": ZOOMED, "height": 844})
    found += [f"{ZOOMED} px: wider by {overflow(page)}"] * (overflow(page) > 0)
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": 1280, "height": 844})
    return found


@with_jobs
def test_a_run_asked_for_twice_runs_once_and_stays_in_the_history(
    page: Page, sign_in: SignIn, records: Records
) -> None:
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/jobs")
    expect(page.get_by_text("Das Uhrwerk läuft")).to_be_visible()
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=TITLE, exact=True))
    expect(row).to_contain_text("jede Stunde")
    row.get_by_text("als Nächstes").focus()
    page.keyboard.press("Enter")
    expect(row.get_by_role("list", name=f"Nächste Termine: {TITLE}").locator("time")).to_have_count(5)
    assert faults(page) == []

    row.get_by_role("link", name=TITLE).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("button", name="Jetzt ausführen").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Fertig nach")).to_contain_text("Gelöscht, was abgelaufen war.")
    by_hand = page.get_by_role("row").filter(has_text="von Hand, Miriam Falk")
    expect(by_hand).to_contain_text("Erledigt")
    expect(page.get_by_role("button", name="Jetzt ausführen")).to_be_focused()
    assert faults(page) == []

    page.reload()
    expect(by_hand).to_have_count(1)
    assert [run["state"] for run in records.rows(JobRun) if run["trigger"] == "manual"] == ["done"]


@pytest.mark.sample(0)
@with_jobs
def test_a_job_is_paused_with_a_reason_and_resumed(page: Page, sign_in: SignIn) -> None:
    sign_in(page, "admin", name="Miriam Falk")
    page.goto(f"/admin/jobs/{NAME}")
    page.get_by_role("button", name="Anhalten").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Grund")).to_be_focused()
    dialog.get_by_role("button", name="Anhalten").click()
    expect(dialog).to_contain_text("Bitte nennen Sie einen Grund.")
    assert violations(page, WIDTHS) == []
    dialog.get_by_label("Grund").fill("Umzug der Platte")
    dialog.get_by_role("button", name="Anhalten").click()
    expect(page.get_by_role("heading", name="Angehalten")).to_be_visible()
    expect(page.get_by_role("button", name="Fortsetzen")).to_be_focused()
    page.get_by_role("link", name="Alle Abläufe").click()
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=TITLE, exact=True))
    expect(row).to_contain_text("„Umzug der Platte“ Miriam Falk")
    row.get_by_role("link", name=TITLE).click()
    page.get_by_role("button", name="Fortsetzen").click()
    expect(page.get_by_role("button", name="Anhalten")).to_be_visible()

    page.goto("/admin/audit")
    expect(page.get_by_text(f"hat den Ablauf {NAME} angehalten.")).to_be_visible()
    expect(page.get_by_text(f"hat den Ablauf {NAME} fortgesetzt.")).to_be_visible()


@pytest.mark.sample(0)
@with_jobs
def test_what_failed_and_a_clockwork_that_stands_come_first(page: Page, sign_in: SignIn) -> None:
    sign_in(page, "admin")

    def troubled(route: Route) -> None:
        answer: dict[str, Any] = route.fetch().json()
        for job, health in zip(answer["data"][-2:], ("failed", "missed"), strict=True):
            job |= {"health": health, "health_words": f"„{job['title']}“: Die Datenbank war nicht erreichbar."}
        route.fulfill(json={**answer, "is_alive": False})

    page.route("**/api/staff/jobs", troubled)
    page.goto("/admin/jobs")
    expect(page.get_by_role("alert")).to_contain_text("Das Uhrwerk steht")
    band = page.get_by_role("region", name="2 Abläufe brauchen Sie")
    expect(band.get_by_role("listitem").first).to_contain_text("Ausgeblieben")


@pytest.mark.parametrize("server_settings", [{"scheduler": "off"}])
def test_a_job_that_failed_and_one_that_nobody_ran_are_told_until_an_instance_makes_up_for_them(
    page: Page, sign_in: SignIn, server: Server, records_db: Database
) -> None:
    """The only instance with jobs was there three hours ago: one of them failed then, and since then nobody came."""
    clock = HeldClock((utc_now() - timedelta(hours=3)).replace(second=0, microsecond=0))
    report = _schedule_for_nobody(records_db, clock.now)
    settings = Settings(_env_file=None, data_dir=server.data_dir)  # type: ignore[call-arg]
    jobs = {job.name: job for job in planned_jobs(settings, records_db, clock)}
    clock.advance(minutes=-1)
    assert Runner(records_db, clock).note_plan([jobs[NAME], jobs[report]]), "it has the slot before it"
    clock.advance(minutes=1)
    _run_as_an_instance(records_db, clock, [jobs[NAME], jobs[report]])

    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/jobs")
    expect(page.get_by_role("alert")).to_contain_text("Das Uhrwerk steht")
    band = page.get_by_role("region", name="2 Abläufe brauchen Sie").get_by_role("listitem")
    expect(band.nth(0)).to_contain_text("Ausgeblieben")
    expect(band.nth(0)).to_contain_text(f"„{TITLE}“ hätte am")
    expect(band.nth(1)).to_contain_text("Fehlgeschlagen")
    expect(band.nth(1)).to_contain_text("Kein Empfänger darf ihn bekommen: Konto abgeschaltet.")
    assert faults(page) == []

    page.goto(f"/admin/jobs/{report}")
    failed = page.get_by_role("row").filter(has_text="Kein Empfänger darf ihn bekommen: Konto abgeschaltet.")
    expect(failed).to_contain_text("Fehlgeschlagen")

    clock.now = utc_now()
    _run_as_an_instance(records_db, clock, [jobs[NAME]])
    page.goto(f"/admin/jobs/{NAME}")
    expect(page.get_by_role("row").filter(has_text="nachgeholt")).to_contain_text("Erledigt")
    page.goto("/admin/jobs")
    expect(page.get_by_text("Das Uhrwerk läuft")).to_be_visible()
    expect(page.get_by_role("region", name="Ein Ablauf braucht Sie")).to_contain_text("Für niemanden")
    assert faults(page) == []


def _run_as_an_instance(db: Database, clock: HeldClock, jobs: list[Job]) -> None:
    """What an instance does that comes to a slot of each, and then ends."""
    runner = Runner(db, clock)
    assert runner.note_plan(jobs)
    assert [runner.attend(job) for job in jobs] == [True] * len(jobs)
    assert runner.stop(30)


def _schedule_for_nobody(db: Database, slot: datetime) -> str:
    """The job of a schedule that is due at this moment of each day, and whose only recipient has left."""
    owner, gone = add_member(db, "admin"), add_member(db, "marketing", state="disabled")
    at = f"{slot.astimezone(BERLIN):%H:%M}"
    values: dict[str, Any] = {
        "name": "Für niemanden", "report": "overview", "parameters": {}, "period": "last_7_days",
        "timing": {"kind": "daily", "time": at, "weekdays": [], "month_day": None}, "zone": "Europe/Berlin",
        "recipients": [Chosen(gone.id, None)], "formats": ["csv"], "least_rows": 0,
        "retention_days": 90,
    }  # fmt: skip
    staff, a_day_before = Staff(owner.id, "Kim", owner.email, Role.ADMIN, 0), slot - timedelta(days=1)
    return f"report-schedule:{db.write(lambda session: store.add(session, values, staff, a_day_before).id)}"
