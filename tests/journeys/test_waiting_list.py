"""The waiting list of a full park: entered with two fields, a place offered and accepted, a lost link.

An offer that nobody answers goes to the next household in `test_promises.py`.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.waiting_list.deadlines import serve_waiting_lists
from services.waiting_list.models import WaitingEntry
from tests.factories import reservation_body
from tests.fixtures.servers import Server
from tests.journeys.axe import expect_clean, expect_clean_as_it_stands
from tests.journeys.conftest import with_jobs
from tests.journeys.filling import fill_completely
from tests.journeys.mailbox import Mailbox
from tests.journeys.pages import visit
from tests.journeys.records import Records
from tests.journeys.tab import follow
from tests.journeys.test_park_state import expect_served
from tests.services.waiting_list.line import open_small_park

pytestmark = with_jobs

PAGE = "/warteliste"


@pytest.fixture
def db(sqlite_url: str, server: Server) -> Iterator[Database]:
    """The server's own database: what staff, other households and time do there."""
    db = Database(sqlite_url)
    yield db
    db.close()


@pytest.fixture
def full(page: Page, db: Database) -> None:
    """A park of one place, reserved by another household."""
    open_small_park(db, spots=1, kwh=None)
    other = reservation_body(email="andere@example.org", mobile_phone="0170 7654321")
    assert page.request.post("/functions/v1/reserve-spot", data=other).ok


def a_place_becomes_free(db: Database) -> None:
    """One more place in the park is, to the list, one that was given back."""
    open_small_park(db, spots=2, kwh=None)
    serve_waiting_lists(db, lambda: datetime.now(UTC))


def enter(page: Page, server: Server, records: Records) -> None:
    """Enter the list by its two fields, and confirm by the link of the mail."""
    name, address = "Yusuf Demir", "yusuf.demir@example.org"
    visit(page, PAGE)
    form = page.locator("form.join").filter(has=page.get_by_role("button", name="Auf die Warteliste"))
    form.get_by_role("button", name="Ändern").click()
    wish = {"Paket": "Standard", "Zahlung": "Einmal"}
    fill_completely(form, {"Ihr Name": name, "Ihre E-Mail-Adresse": address, **wish})
    page.get_by_role("button", name="Auf die Warteliste").press("Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ihre Stelle auf der Liste: 1")
    follow(page, Mailbox(server, records, address).link("waiting_joined"))
    expect(page.get_by_role("button", name="Ja, das ist meine Adresse")).to_be_visible()
    assert [row["confirmed_at"] for row in records.rows(WaitingEntry) if row["email"] == address] == [None]
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(heading).to_have_text("Ihre Stelle auf der Liste: 1")
    expect(page).to_have_url(re.compile(f"{PAGE}$"))


def change_wish(page: Page, records: Records) -> None:
    """Another package and plan, and back."""
    for wish, stored in (
        ({"Paket": "Basic", "Zahlung": "24 Raten"}, (1000, "24m")),
        ({"Paket": "Standard", "Zahlung": "Einmal"}, (2000, "one-off")),
    ):
        page.get_by_role("button", name="Paket ändern").click()
        form = page.locator("form.join").filter(has=page.get_by_role("button", name="Abbrechen"))
        fill_completely(form, wish)
        form.get_by_role("button", name="Übernehmen").click()
        expect(form).to_have_count(0)
        row = records.only(WaitingEntry)
        assert (row["annual_kwh"], row["payment_plan"]) == stored


@pytest.mark.usefixtures("full")
def test_from_the_full_park_to_the_reserved_place(page: Page, server: Server, records: Records, db: Database) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect_served(server, "/", "Auf die Warteliste")
    visit(page, "/")
    page.get_by_role("main").get_by_role("link", name="Auf die Warteliste").first.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Alle 1 Plätze sind vergeben.")
    expect(page.locator(".lead").first).to_contain_text("Nummer 1")
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    page.get_by_label("Ihre E-Mail-Adresse").fill("yusuf.demir@gmial.com")
    page.get_by_label("Ihr Name").focus()
    page.get_by_role("button", name="Meinten Sie yusuf.demir@gmail.com?").click()
    expect(page.get_by_label("Ihre E-Mail-Adresse")).to_have_value("yusuf.demir@gmail.com")
    expect_clean(page)
    page.locator(".lost summary").click()
    lost = page.locator(".lost form")
    fill_completely(lost, {"E-Mail-Adresse auf der Liste": "yusuf.demir@example.org"})
    lost.get_by_role("button", name="Link zuschicken").click()
    expect(lost).to_contain_text("Wenn diese Adresse auf der Liste steht, ist der Link unterwegs")
    enter(page, server, records)
    expect_clean(page)
    change_wish(page, records)
    a_place_becomes_free(db)
    follow(page, Mailbox(server, records).link("waiting_offer"))
    expect(heading).to_have_text("Platz 2 ist für Sie frei.")
    page.get_by_role("button", name="Angebot ansehen").click()
    expect(page.get_by_role("link", name="Platz 2 annehmen")).to_be_visible()
    expect(page.get_by_role("heading", name="Was dann passiert")).to_be_visible()
    expect_clean_as_it_stands(page)
    page.get_by_role("link", name="Platz 2 annehmen").click()
    expect(heading).to_have_text("Platz 2 ist für Sie gehalten")
    page.get_by_label("Postleitzahl").fill("85049")
    page.reload()
    expect(heading).to_have_text("Platz 2 ist für Sie gehalten")
