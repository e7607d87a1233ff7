"""Periodic work in the console: how it is doing, run now, kept from running."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from services.jobs.models import JobRun
from tests.journeys.axe import violations, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.pages import overflow
from tests.journeys.records import Records

TITLE, NAME = "Abgelaufenes löschen", "forget"
ZOOMED = 640
"""What is left of 1280 px when everything is twice as large."""
WIDTHS = (390, 1280)


def faults(page: Page) -> list[str]:
    """What is wrong with a page to look at, at each width, in the light, in the dark and in forced colours."""
    found = violations(page, WIDTHS) + violations_in_forced_colours(page, WIDTHS)
    for width in (*WIDTHS, ZOOMED):
        page.set_viewport_size({"width": width, "height": 844})
        found += [f"{width} px: wider by {overflow(page)}"] * (overflow(page) > 0)
    page.emulate_media(color_scheme="light", forced_colors="none")
    page.set_viewport_size({"width": 1280, "height": 844})
    return found


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
    page.get_by_role("link", name="Alle Aufgaben").click()
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=TITLE, exact=True))
    expect(row).to_contain_text("„Umzug der Platte“ Miriam Falk")
    row.get_by_role("link", name=TITLE).click()
    page.get_by_role("button", name="Fortsetzen").click()
    expect(page.get_by_role("button", name="Anhalten")).to_be_visible()

    page.goto("/admin/audit")
    expect(page.get_by_text(f"hat Aufgabe {NAME} angehalten.")).to_be_visible()
    expect(page.get_by_text(f"hat Aufgabe {NAME} fortgesetzt.")).to_be_visible()


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
    band = page.get_by_role("region", name="2 Aufgaben brauchen Sie")
    expect(band.get_by_role("listitem").first).to_contain_text("Ausgeblieben")
    assert faults(page) == []
