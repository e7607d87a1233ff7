"""The queue at the desk: worked through by keyboard alone, and seen alike in two browsers."""

import re
from datetime import timedelta

from playwright.sync_api import Browser, Page, expect
from sqlalchemy import update

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.factories import contact_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.console.conftest import SignIn
from tests.journeys.records import Records
from tests.services.reservations.standing import do, households, reserve_many

LINES = 10


def test_ten_lines_are_worked_through_by_keyboard_alone(
    page: Page, server: Server, sign_in: SignIn, records: Records, records_db: Database
) -> None:
    today = berlin_day(utc_now())
    ids = reserve_many(records_db, utc_now(), households(LINES))
    for n, id_ in enumerate(ids):
        do(records_db, "set_follow_up", [id_], utc_now(), day=today - timedelta(days=LINES - n))
    sign_in(page, "staff", name="Aylin Sommer")
    page.goto("/admin/")
    rows = page.locator(".queue-row")
    pane = page.get_by_role("region", name="Die Aufgabe").get_by_role("heading", level=2)
    undo = page.locator(".queue-undo")
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
    expect(page).to_have_url(re.compile(r"/reservations/\d+/show"))
    page.go_back()
    expect(rows).to_have_count(LINES)
    for left in range(LINES - 1, -1, -1):
        page.keyboard.press("e")
        expect(rows).to_have_count(left)
    expect(page.get_by_text("Alles erledigt.")).to_be_visible()
    assert [row["follow_up_on"] for row in records.rows(Reservation)] == [None] * LINES


def test_enter_on_a_message_leads_to_its_answer_and_on_a_pair_to_the_pair(
    page: Page, server: Server, sign_in: SignIn, records_db: Database
) -> None:
    assert page.request.post("/api/contact", data=contact_body(reference=None)).ok
    ids = reserve_many(records_db, utc_now(), households(4))
    for one, other in (ids[:2], ids[2:]):
        alike = {"mobile_phone_e164": f"+4917010000{one:02}", "duplicate_suspected": True}
        both = update(Reservation).where(Reservation.id.in_((one, other)))
        records_db.write(lambda session, both=both, alike=alike: session.execute(both.values(alike)) and None)
    sign_in(page, "staff", name="Aylin Sommer")
    page.goto("/admin/?kind=conversation")
    pane = page.get_by_role("region", name="Die Aufgabe")
    expect(pane.get_by_role("link", name="Antworten")).to_be_visible()
    page.keyboard.press("Enter")
    answer = page.get_by_label("Text", exact=True)
    expect(answer).to_be_focused()
    page.keyboard.type("Guten Tag, das erledigen wir gern.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Geht um")).to_be_visible()

    page.goto("/admin/?kind=duplicate")
    expect(page.locator(".queue-row")).to_have_count(2)
    page.keyboard.press("j")
    expect(page.locator(".queue-row").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"/reservations/duplicates\?group={ids[2]}$"))
    expect(page.get_by_role("button", name="Zusammenführen")).to_have_count(1)
    expect(page.get_by_role("link", name="Alle möglichen Dubletten zeigen")).to_be_visible()

    page.goto("/admin/?kind=conversation")
    expect(page.get_by_text("Von dieser Art steht hier nichts.")).to_be_visible()


def test_two_open_queues_agree_and_a_taken_line_shows_by_whom(
    browser: Browser,
    page: Page,
    server: Server,
    sign_in: SignIn,
    records_db: Database,
    watch: Watch,
    browser_context_args: dict[str, object],
) -> None:
    ids = reserve_many(records_db, utc_now(), households(2))
    do(records_db, "set_follow_up", ids, utc_now(), day=berlin_day(utc_now()))
    elsewhere = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    watch.follow(elsewhere)
    colleague = elsewhere.new_page()
    sign_in(page, "staff", name="Aylin Sommer")
    sign_in(colleague, "staff", name="Jonas Reiter")
    for tab in (page, colleague):
        tab.goto("/admin/?whose=free")
        expect(tab.locator(".queue-row")).to_have_count(2)
        expect(tab.get_by_text("Live", exact=True)).to_be_visible()
    colleague.keyboard.press("a")
    expect(page.locator(".queue-row")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Team")).click()
    expect(page).to_have_url(re.compile("/admin/?$"))
    expect(page.locator(".queue-row").filter(has_text="bei Jonas Reiter").locator(".initials")).to_have_text("JR")
    page.get_by_role("button", name=re.compile("^Zurückgestellt")).click()
    expect(page).to_have_url(re.compile("whose=snoozed"))
    expect(page.get_by_text("Nichts ist zurückgestellt.")).to_be_visible()
    elsewhere.close()
