"""The waiting list of a full park: entered with two fields, a place offered, accepted or declined, a lost link."""

import email
import email.policy
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Spot
from services.reservations.models import Reservation
from services.reservations.release import release_due
from services.waiting_list.deadlines import serve_waiting_lists
from services.waiting_list.models import WaitingEntry, WaitingOffer
from tests.factories import reservation_body
from tests.fixtures.servers import Server
from tests.journeys.axe import expect_clean
from tests.journeys.conftest import with_jobs
from tests.journeys.filling import fill_completely
from tests.journeys.pages import ReservationForm, visit
from tests.journeys.records import Records, eventually
from tests.journeys.test_my_reservation import links
from tests.journeys.test_park_state import expect_served
from tests.services.waiting_list.line import open_small_park

pytestmark = with_jobs

PAGE = "/warteliste"
_LINK = re.compile(r"https?://\S+/warteliste#link=\S+")


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


def link_of(server: Server, records: Records, kind: str, to: str = "") -> str:
    """The first link in the latest mail of a kind, to an address where one is named."""

    def sent() -> list[str]:
        rows = (row for row in records.rows(Mail) if row["kind"] == kind and row["state"] == "sent")
        return [row["message_id"] for row in rows if to in row["recipient"]]

    eventually(lambda: bool(sent()), f"a mail {kind} is sent")
    (path,) = (path for path in Path(server.mail_dir).glob("*.eml") if sent()[-1] in path.read_text("utf-8"))
    body = email.message_from_bytes(path.read_bytes(), policy=email.policy.default).get_body(("plain",))
    assert body is not None
    match = _LINK.search(body.get_content())
    assert match is not None
    return PAGE + "#" + match[0].partition("#")[2]


def follow(page: Page, link: str) -> None:
    page.goto("about:blank")
    page.goto(link)


def enter(page: Page, server: Server, records: Records, name: str = "Yusuf Demir", position: int = 1) -> None:
    """Enter the list by its two fields, and confirm by the link of the mail."""
    address = f"{name.lower().replace(' ', '.')}@example.org"
    visit(page, PAGE)
    form = page.locator("form.join").filter(has=page.get_by_role("button", name="Auf die Warteliste"))
    form.get_by_role("button", name="Ändern").click()
    wish = {"Paket": "Standard", "Zahlung": "Einmal"}
    fill_completely(form, {"Ihr Name": name, "Ihre E-Mail-Adresse": address, **wish})
    page.get_by_role("button", name="Auf die Warteliste").press("Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(f"Ihre Stelle auf der Liste: {position}")
    follow(page, link_of(server, records, "waiting_joined", address))
    expect(page.get_by_role("button", name="Ja, das ist meine Adresse")).to_be_visible()
    assert [row["confirmed_at"] for row in records.rows(WaitingEntry) if row["email"] == address] == [None]
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(heading).to_have_text(f"Ihre Stelle auf der Liste: {position}")
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
    follow(page, link_of(server, records, "waiting_offer"))
    expect(heading).to_have_text("Platz 2 ist für Sie frei.")
    page.get_by_role("button", name="Angebot ansehen").click()
    expect(page.get_by_role("link", name="Platz 2 annehmen")).to_be_visible()
    expect(page.get_by_role("heading", name="Was dann passiert")).to_be_visible()
    expect_clean(page)
    page.get_by_role("link", name="Platz 2 annehmen").click()
    expect(heading).to_have_text("Platz 2 ist für Sie gehalten")
    page.get_by_label("Postleitzahl").fill("85049")
    page.reload()
    expect(heading).to_have_text("Platz 2 ist für Sie gehalten")


@pytest.mark.usefixtures("full")
def test_an_offer_that_runs_out_goes_to_the_next_household_which_accepts(
    page: Page, server: Server, records: Records, db: Database
) -> None:
    """Somebody gives a place back on its own page, the first on the list is silent, the second takes it."""
    first, second = page, page.context.browser.new_context(base_url=server.url).new_page()  # type: ignore[union-attr]
    enter(first, server, records)
    enter(second, server, records, "Ida Brandt", position=2)
    give_back_elsewhere(page, server, records)
    a_day_passes(db)
    follow(first, link_of(server, records, "waiting_offer", "yusuf.demir@"))
    expect(first.get_by_role("heading", level=1)).to_have_text("Platz 1 ist für Sie frei.")
    three_days_pass(db)
    first.reload()
    expect(first.get_by_role("main")).to_contain_text("Der Eintrag zu diesem Link ist beendet.")
    expect_clean(first)
    accept(second, link_of(server, records, "waiting_offer", "ida.brandt@"))
    # Of how many: the pages learn of a park's new size some seconds later.
    expect(second.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Platz 1 von \d+ reserviert!$"))
    assert [(row["state"], row["last_name"]) for row in records.rows(Reservation) if row["spot_number"] == 1][1:] == [
        ("reserved", "Brandt")
    ]
    assert [row["state"] for row in records.rows(WaitingEntry)] == ["expired", "accepted"]
    second.context.close()


def a_day_passes(db: Database) -> None:
    """What was given back a day ago is free now, and is offered."""
    db.write(lambda session: session.execute(update(Spot).values(held_until=datetime.now(UTC))) and None)
    assert release_due(db, lambda: datetime.now(UTC)) == 1
    serve_waiting_lists(db, lambda: datetime.now(UTC))


def three_days_pass(db: Database) -> None:
    """The offer is over, without an answer."""
    db.write(lambda session: session.execute(update(WaitingOffer).values(expires_at=datetime.now(UTC))) and None)
    serve_waiting_lists(db, lambda: datetime.now(UTC))


def give_back_elsewhere(page: Page, server: Server, records: Records) -> None:
    """The household of the only place gives it back, in a browser of its own."""
    (link,) = links(server, records, "reservation_received")
    elsewhere = page.context.browser.new_context(base_url=server.url).new_page()  # type: ignore[union-attr]
    elsewhere.goto(link)
    elsewhere.get_by_role("button", name="Ja, das ist meine Adresse").click()
    elsewhere.get_by_role("button", name="Platz zurückgeben").click()
    elsewhere.get_by_role("button", name="Ja, zurückgeben").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Platz 1 ist zurückgegeben.")
    elsewhere.context.close()


def accept(page: Page, link: str) -> None:
    """Take the offered place, with everything that a reservation asks for."""
    follow(page, link)
    page.get_by_role("button", name="Angebot ansehen").click()
    page.get_by_role("link", name="Platz 1 annehmen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 1 ist für Sie gehalten")
    form = ReservationForm(page)
    form.unlock()
    form.fill({"Mobilnummer": "0171 2345678"})
    expect(form.field("Nachname")).to_have_value("Brandt")
    form.consent.check()
    form.submit.click()
