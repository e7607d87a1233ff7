"""Periodic work in the console: how it is doing, run now, kept from running."""

from playwright.sync_api import Page, expect

from services.jobs.models import JobRun
from tests.journeys.axe import defects, violations_in_forced_colours
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.filling import fill_completely
from tests.journeys.pages import overflow
from tests.journeys.records import Records

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
def test_a_run_asked_for_twice_runs_once_and_its_job_is_paused_with_a_reason(
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

    page.get_by_role("button", name="Anhalten").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Grund")).to_be_focused()
    fill_completely(dialog.locator("form"), {"Grund": "Umzug der Platte"})
    dialog.get_by_role("button", name="Anhalten").click()
    expect(page.get_by_role("heading", name="Angehalten")).to_be_visible()
    expect(page.get_by_role("button", name="Fortsetzen")).to_be_focused()
    page.get_by_role("link", name="Alle Abläufe").click()
    expect(row).to_contain_text("„Umzug der Platte“ Miriam Falk")
    row.get_by_role("link", name=TITLE).click()
    page.get_by_role("button", name="Fortsetzen").click()
    expect(page.get_by_role("button", name="Anhalten")).to_be_visible()
