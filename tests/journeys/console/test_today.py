"""The start page of the console: the park, the work worked through by keyboard alone, what came in."""

import re

import httpx2
import pytest
from playwright.sync_api import Page, expect

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.fixtures.servers import Server
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before
from tests.journeys.records import Records
from tests.services.reservations.standing import do, households, reserve_many

pytestmark = pytest.mark.xdist_group("console, today")

LINES = 4
REVEALED = "reservation.revealed"


def take_first_line(server: Server, db: Database) -> None:
    """Jonas Reiter takes it, in another browser."""
    jonas = add_member(db, "staff", name="Jonas Reiter")
    with httpx2.Client(base_url=server.url, cookies={COOKIE: jonas.token}, headers=OWN_PAGE, timeout=60) as client:
        line = client.get("/api/staff/work-lines").json()["data"][0]
        path = f"/api/staff/work-lines/{line['kind']}/{line['subject_id']}/assign"
        taken = client.post(path, json={"assignee_id": jonas.id, "version": line["version"]})
    assert taken.status_code == 200, taken.text


def test_the_work_is_done_by_keyboard_alone_and_a_line_that_a_colleague_takes_shows_by_whom(
    page: Page, server: Server, sign_in: SignIn, records: Records, records_db: Database
) -> None:
    today = berlin_day(utc_now())
    do(records_db, "set_follow_up", reserve_many(records_db, utc_now(), households(LINES)), utc_now(), day=today)
    sign_in(page, "staff", name="Aylin Sommer")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/admin/?whose=free")
    rows = page.locator(".queue-row")
    pane = page.get_by_role("region", name="Die Aufgabe").get_by_role("heading", level=2)
    undo = page.locator(".queue-undo")
    expect(rows).to_have_count(LINES)
    expect(page.locator(".live[data-state=live]")).to_be_empty()
    take_first_line(server, records_db)
    expect(rows).to_have_count(LINES - 1)
    page.get_by_role("button", name=re.compile("^Team")).click()
    expect(page).to_have_url(re.compile("/admin/?$"))
    expect(rows.filter(has_text="bei Jonas Reiter").locator(".initials")).to_have_text("JR")

    page.reload()
    expect(rows).to_have_count(LINES)
    first = pane.inner_text()
    page.keyboard.press("a")
    expect(rows.first).to_contain_text("bei Aylin Sommer")
    page.keyboard.press("j")
    expect(rows.nth(1)).to_be_focused()
    expect(pane).not_to_have_text(first)
    page.keyboard.press("k")
    expect(pane).to_have_text(first)

    page.keyboard.press("s")
    page.keyboard.press("2")
    expect(rows).to_have_count(LINES - 1)
    expect(pane).not_to_have_text(first)
    page.keyboard.press("z")
    expect(rows).to_have_count(LINES)
    expect(undo).to_contain_text("Zurückgenommen")
    page.keyboard.press("e")
    expect(rows).to_have_count(LINES - 1)
    expect(undo).to_contain_text("Erledigt: Nachfassen")
    page.keyboard.press("z")
    expect(rows).to_have_count(LINES)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile(r"^\+49 170"))).to_be_focused()
    assert [row["details"]["field"] for row in records.rows(AuditEntry) if row["action"] == REVEALED] == ["phone"]
    expect(rows).to_have_count(LINES)
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Erreicht", exact=True)).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_have_text("Bitte sagen Sie, ob Sie jemanden erreicht haben.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+Enter")
    history = page.get_by_role("region", name="Notiz und Verlauf").get_by_role("listitem")
    expect(history.first).to_contain_text("Anruf nicht erreicht von Ihnen")
    called = records.only(ReservationNote)
    assert (called["text"], called["talked_minutes"], called["called_at"] is None) == ("", None, False)
    for left in range(LINES - 1, -1, -1):
        page.keyboard.press("e")
        expect(rows).to_have_count(left)
    expect(page.get_by_text("Alles erledigt.")).to_be_visible()
    assert violations_as_it_stands(page) == []
    assert [row["follow_up_on"] for row in records.rows(Reservation)] == [None] * LINES


@pytest.fixture(scope="module")
def prepared(prepared_console: Server) -> None:
    """Three new reservations: two that may be one, and one with another price than ours."""
    for euros in (60, 70):
        reserve_before(prepared_console, email="doppelt@example.org", monthly_abschlag=euros)
    reserve_before(prepared_console, last_name="Weiß", expected_annual_credit=160)


FETCHED_CHARTS = "() => performance.getEntries().map(({ name }) => name).filter(name => name.includes('/Plot-'))"


def test_the_page_begins_with_work_and_the_rest_follows(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "staff")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/admin/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Heute")
    rows = page.get_by_role("region", name="Zu erledigen").locator(".queue-row")
    expect(rows).to_have_count(2)
    heights = rows.evaluate_all("rows => rows.map(row => row.closest('li').getBoundingClientRect().height)")
    assert heights == [36, 36]
    expect(rows.first).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("region", name="Die Aufgabe")).to_contain_text("Aufgabe 1 von 2")
    expect(page.get_by_role("img", name=re.compile("500 Plätze: 3 Neu seit gestern, 497 Frei"))).to_be_visible()
    for name in ("Zu erledigen", "Einzelheiten"):
        box = page.get_by_label(name, exact=True).bounding_box()
        assert box and box["y"] + box["height"] <= 900.5, "work fills the first screen"
    expect(page.get_by_role("link", name="3 neue Reservierungen")).to_be_visible()
    expect(page.get_by_role("region", name="Neueste Reservierungen", exact=True).get_by_role("row")).to_have_count(4)
    assert page.evaluate(FETCHED_CHARTS) == [], "what draws charts is fetched with the first that comes into view"
    page.mouse.wheel(0, 2000)
    days = page.get_by_role("region", name="Reservierungen je Tag", exact=True)
    days.get_by_text("Als Tabelle").click()
    expect(days.get_by_role("row")).to_have_count(31)
    expect(days.locator("svg.recharts-surface")).to_be_visible()
    assert len(page.evaluate(FETCHED_CHARTS)) == 1
    assert defects(page) == []
    assert violations_in_forced_colours(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    rows.first.click()
    sheet = page.get_by_role("dialog", name="Aufgabe")
    expect(sheet.get_by_role("heading", level=2)).to_be_visible()
    assert violations_as_it_stands(page, (390,), ".queue-sheet") == []
    sheet.get_by_role("button", name="Schließen").click()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("link", name="Neu seit gestern 3").click()
    expect(page.get_by_role("button", name="Neu seit gestern 3")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Plätze 1 bis 3", exact=True)).to_be_visible()


def test_the_administration_sees_all_its_pages_and_marketing_no_name(page: Page, read_prepared_as: SignIn) -> None:
    read_prepared_as(page, "admin")
    page.goto("/admin/")
    hidden = page.get_by_role("navigation", name="Konsole").evaluate("nav => nav.scrollHeight - nav.clientHeight")
    assert hidden == 0, "the administration sees all its pages at once"

    read_prepared_as(page, "marketing")
    page.goto("/admin/")
    expect(page.get_by_role("link", name=re.compile("^Haushalt "))).to_have_count(3)
    expect(page.get_by_role("region", name="Pakete", exact=True)).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("Weiß")
    expect(page.get_by_role("link", name="Zum Park")).to_have_count(0)
    page.goto("/admin/reservations")
    expect(page.get_by_role("link", name=re.compile("^Haushalt ")).first).to_be_visible()
    expect(page.get_by_role("columnheader", name="Platz")).to_have_count(0)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.get_by_role("link", name=re.compile("^Haushalt ")).first.click()
    expect(page.get_by_role("region", name="Weg zur Reservierung")).to_be_visible()
    for absent in ("Bearbeiten", "Stornieren", "anzeigen"):
        expect(page.get_by_role("button", name=absent)).to_have_count(0)
    expect(page.locator("body")).not_to_contain_text(re.compile("Weiß|example.org|0170|85049"))
    page.goto("/admin/parks")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kein Zugriff")
