"""A place changes hands: one household offers it, the other one sees what it would take over, and answers."""

import email
import email.policy
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from services.household.hand_over.models import HandOver
from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.servers import Server
from tests.journeys.axe import expect_clean, expect_clean_as_it_stands
from tests.journeys.conftest import with_jobs
from tests.journeys.filling import fill_completely
from tests.journeys.pages import ENERGY
from tests.journeys.records import Records, eventually
from tests.journeys.tab import follow
from tests.journeys.test_my_reservation import links

pytestmark = with_jobs

BEN = "ben.yilmaz@example.net"
PAGE = "/meine-reservierung"
_LINK = re.compile(r"/meine-reservierung#uebernahme=\S+")


@pytest.fixture
def giver(server: Server, page: Page, records: Records) -> Page:
    """A household that is let in; 2,000 kWh in 24 instalments."""
    assert page.request.post("/functions/v1/reserve-spot", data=reservation_body()).ok
    (link,) = links(server, records, "reservation_received")
    follow(page, link)
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    return page


def offer_link(server: Server, records: Records, kind: str = "hand_over_offered") -> str:
    """The link in the latest mail to the other household."""

    def sent() -> list[str]:
        rows = (row for row in records.rows(Mail) if row["kind"] == kind)
        return [row["message_id"] for row in rows if row["state"] == "sent"]

    eventually(lambda: len(sent()) == len(records.rows(HandOver)), "the offer is sent")
    message_id = sent()[-1]
    (path,) = (path for path in Path(server.mail_dir).glob("*.eml") if message_id in path.read_text("utf-8"))
    body = email.message_from_bytes(path.read_bytes(), policy=email.policy.default).get_body(("plain",))
    assert body is not None
    found = _LINK.search(body.get_content())
    assert found is not None
    return found[0]


def offer(page: Page, look: Callable[[Page], None] = lambda _: None) -> None:
    """Both steps, by keyboard alone; `look` is called at each state."""
    page.get_by_role("button", name="Platz an einen anderen Haushalt weitergeben").press("Enter")
    name = page.get_by_label("Name des anderen Haushalts")
    expect(name).to_be_focused()
    name.press("Enter")
    expect(page.locator("#hand_over_name-fehler")).to_have_text("Bitte geben Sie den Namen an.")
    expect(name).to_be_focused()
    look(page)
    form = page.locator("form").filter(has=name)
    fill_completely(form, {"Name des anderen Haushalts": "Ben Yılmaz", "E-Mail-Adresse des anderen Haushalts": BEN})
    page.get_by_role("button", name="Weiter").press("Enter")
    expect(page.locator(":focus")).to_have_text(f"Angebot an Ben Yılmaz, {BEN}")
    look(page)
    page.get_by_role("button", name="Angebot abschicken").press("Enter")
    expect(page.get_by_role("heading", name="Angeboten: Ben Yılmaz")).to_be_focused()


def fill_in(page: Page) -> None:
    values = {"Vorname": "Ben", "Nachname": "Yılmaz", "Mobilnummer": "0151 23456789"}
    home = {**ENERGY, "Postleitzahl": "80331", "Abschlag im Monat": "64,50"}
    fill_completely(page.locator("form.take-over"), {**values, **home, "Ich stimme den …": True})


def test_a_place_is_offered_looked_at_and_taken_over(
    giver: Page, server: Server, records: Records, new_context: Callable[..., BrowserContext]
) -> None:
    offer(giver, expect_clean_as_it_stands)
    expect_clean_as_it_stands(giver)
    withdrawn = offer_link(server, records)
    giver.get_by_role("button", name="Angebot zurückziehen").click()
    expect(giver.get_by_text("Das Angebot an Ben Yılmaz ist zurückgezogen.")).to_be_visible()
    expect(giver.get_by_role("button", name="Platz an einen anderen Haushalt weitergeben")).to_be_focused()
    offer(giver)
    link = offer_link(server, records)
    other = new_context().new_page()
    other.set_viewport_size({"width": 390, "height": 844})
    heading = other.get_by_role("heading", level=1)
    follow(other, withdrawn)
    expect(heading).to_have_text("Das Angebot wurde zurückgezogen.")
    follow(other, link)
    expect(heading).to_have_text("Änne Müller möchte Ihnen Platz 1 weitergeben.")
    expect(other.locator(".sheet")).to_contain_text("57,38\u00a0€ im Monat")
    expect(other.locator(".button--sun:visible")).to_have_count(1)
    expect_clean(other)
    other.get_by_role("button", name="Zahlen ansehen").press("Enter")
    expect(other.get_by_role("heading", name="Das übernehmen Sie")).to_be_focused()
    other.get_by_role("button", name="Platz 1 kostenlos übernehmen").press("Enter")
    expect(other.get_by_label("Vorname")).to_be_focused()
    expect(other.locator("#consent-fehler")).to_have_text("Bitte stimmen Sie den Nutzungsbedingungen zu.")
    expect_clean_as_it_stands(other)
    fill_in(other)
    assert [row["state"] for row in records.rows(Reservation)] == ["reserved"]
    other.get_by_role("button", name="Platz 1 kostenlos übernehmen").press("Enter")
    expect(heading).to_have_text("Platz 1 gehört jetzt Ihnen.")
    expect(heading).to_be_focused()
    expect(other).to_have_url(re.compile(f"{PAGE}$"))
    expect(other.locator(".own-data")).to_contain_text("Ben Yılmaz")
    expect_clean_as_it_stands(other)
    given, taken = records.rows(Reservation)
    assert (given["state"], taken["state"], taken["spot_number"]) == ("cancelled", "reserved", 1)
    assert (taken["monthly_abschlag_cents"], taken["plan_total_cents"]) == (6_450, 137_700)
    giver.reload()
    expect(giver.get_by_role("heading", name="Link verloren?")).to_be_visible()
    (done,) = links(server, records, "hand_over_done")
    follow(giver, done)
    giver.get_by_role("button", name="Meine Reservierung öffnen").click()
    expect(giver.get_by_role("heading", level=1)).to_have_text("Platz 1 ist übergeben.")
    expect_clean_as_it_stands(giver)
    follow(other, link)
    expect(heading).to_have_text("Dieser Platz gehört schon Ihnen.")
    other.context.close()
