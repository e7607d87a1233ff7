"""A household's own page: from the mail, without a password, to every change, and back in when the link is lost."""

import json
import re
from datetime import UTC, datetime

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.data_protection.models import Erasure
from services.parks.models import Spot
from services.payments.models import CardCheck
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import (
    PHONE_AND_DESK,
    expect_clean,
    expect_clean_as_it_stands,
    violations,
    violations_as_it_stands,
)
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.filling import fill_completely
from tests.journeys.mailbox import Mailbox
from tests.journeys.pages import alive, storage, visit
from tests.journeys.records import Records
from tests.journeys.tab import follow

ADDRESS = "aenne.mueller@example.org"
NEW = "neu@example.net"
PAGE = "/meine-reservierung"


@pytest.fixture
def server_settings() -> dict[str, object]:
    """Mails are sent."""
    return dict(WITH_JOBS)


@pytest.fixture
def reference(server: Server, page: Page) -> str:
    """One reservation, 2,000 kWh in 24 instalments."""
    answer = page.request.post("/functions/v1/reserve-spot", data=reservation_body())
    assert answer.ok
    return str(answer.json()["reference"])


def test_the_whole_way_of_one_household_in_one_browser(
    page: Page, server: Server, records: Records, reference: str, watch: Watch
) -> None:
    """On a phone: confirm, change, correct, take along, give back and take back, in again without a link, erase."""
    watch.expect("status of 422 .*/reservation/contact", "status of 422 .*/household/links")
    page.set_viewport_size({"width": 390, "height": 844})
    link = Mailbox(server, records).only_link("reservation_received")
    follow(page, link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 1 ist reserviert. Stimmt Ihre Adresse?")
    assert records.only(Reservation)["email_confirmed_at"] is None
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean(page)
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    expect(heading).to_be_focused()
    assert records.only(Reservation)["email_confirmed_at"] is not None
    expect(page).to_have_url(re.compile(f"{PAGE}$"))
    expect(page.locator(".button--sun:visible")).to_have_count(0)
    expect(page.get_by_role("heading", name="Zwei von fünf Schritten sind erledigt.")).to_be_visible()
    expect(page.locator(".sheet")).to_contain_text("57,38\u00a0€ im Monat")
    expect(page.locator(".covered")).to_contain_text("14,6 Jahren")
    expect_clean(page)
    take_along(page, reference)
    change_package(page, records)
    check_card(page, records)
    correct_name_and_telephone(page)
    give_back_and_keep(page, records)
    page.reload()
    expect(heading).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    change_address(page, server, records)
    page.evaluate("() => sessionStorage.setItem('step2', 'begun beside it')")
    page.get_by_role("button", name="Abmelden").click()
    expect(heading).to_have_text("Meine Reservierung")
    assert storage(page)["step2"] == "begun beside it"
    page.reload()
    expect(heading).to_have_text("Meine Reservierung")
    alive(page)
    come_in_without_a_link(page, server, records)
    erase_by_keyboard(page, records)


def take_along(page: Page, reference: str) -> None:
    """The sheet of the reservation, what is stored, and the page itself on paper."""
    paper = page.get_by_role("link", name="Ihre Reservierung als PDF, eine Seite")
    paper.focus()
    with page.expect_download() as started:
        page.keyboard.press("Enter")
    assert started.value.suggested_filename == "reservierung-platz-1.pdf"
    document = pdfium.PdfDocument(started.value.path())
    assert len(document) == 1
    assert reference in document[0].get_textpage().get_text_range()
    document.close()
    with page.expect_download() as started:
        page.get_by_role("link", name="Als Datei für Programme (JSON)").click()
    exported = json.loads(started.value.path().read_text("utf-8"))
    assert started.value.suggested_filename == f"voltigo-{reference}.json"
    assert exported["tables"][0]["rows"][0]["email"] == ADDRESS
    with page.expect_download() as started:
        page.get_by_role("link", name="Als PDF zum Lesen").click()
    assert started.value.path().read_bytes().startswith(b"%PDF")
    page.emulate_media(media="print")
    for hidden in (".head", ".foot", ".house button", ".papers", ".friends"):
        assert page.locator(f"{hidden}:visible").count() == 0, hidden
    page.emulate_media(media="null")
    for width in PHONE_AND_DESK[::-1]:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 2, width


def check_card(page: Page, records: Records) -> None:
    """By keyboard alone, on the simulated provider's page: refused first, then confirmed at the bank."""
    section = page.locator(".house__card")
    section.get_by_role("button", name="Karte jetzt prüfen").press("Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Simulation: 1 € auf Ihrer Karte vormerken?")
    expect_clean_as_it_stands(page)
    page.get_by_role("button", name="Karte abgelehnt").press("Enter")
    expect(section).to_contain_text("Die Bank hat die Karte abgelehnt. Auf Ihrer Karte ist nichts vorgemerkt.")
    section.get_by_role("button", name="Noch einmal versuchen").press("Enter")
    page.get_by_role("button", name="Bestätigung der Bank nötig").press("Enter")
    expect(heading).to_have_text("Simulation: Ihre Bank fragt nach")
    page.get_by_role("button", name="Bei der Bank bestätigen").press("Enter")
    expect(section).to_contain_text("Ihre Karte ist geprüft, und die Vormerkung von 1\u00a0€ ist aufgehoben.")
    assert [row["state"] for row in records.rows(CardCheck)] == ["failed", "released"]
    assert violations_as_it_stands(page, within=".house__card") == []


def change_package(page: Page, records: Records) -> None:
    """By keyboard alone: the old and the new figures, then the press."""
    page.get_by_role("button", name="Anteil ändern").press("Enter")
    expect(page.get_by_role("heading", name="Anteil ändern")).to_be_focused()
    page.get_by_role("radio", name="Standard").press("ArrowRight")
    table = page.get_by_role("table", name="Bisher und neu nebeneinander")
    expect(table.get_by_role("row", name="Erwartet im Jahr")).to_contain_text("150\u00a0€3.000\u00a0kWh × 5\u00a0Cent")
    expect(table.get_by_role("row", name="Zusammen")).to_contain_text("1.456\u00a0€2.092\u00a0€")
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean_as_it_stands(page)
    page.get_by_role("button", name="Auf Premium, 24 Raten ändern").press("Enter")
    expect(page.get_by_role("button", name="Anteil ändern")).to_be_focused()
    expect(page.locator(".sheet")).to_contain_text("Premium, 24 Raten")
    row = records.only(Reservation)
    assert (row["annual_kwh"], row["plan_total_cents"], row["spot_number"]) == (3000, 201_300, 1)


def give_back_and_keep(page: Page, records: Records) -> None:
    page.get_by_role("button", name="Platz zurückgeben").click()
    expect(page.get_by_text("Platz 1 wirklich zurückgeben?")).to_be_visible()
    assert records.only(Reservation)["state"] == "reserved"
    page.get_by_role("button", name="Ja, zurückgeben").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 1 ist zurückgegeben.")
    expect(page.locator(".lead")).to_contain_text("rückgängig machen bis morgen, ")
    assert records.only(Reservation)["state"] == "cancelled"
    assert [row["held_for"] for row in records.rows(Spot) if row["state"] == "held"] == ["undo"]
    expect_clean_as_it_stands(page)
    page.get_by_role("button", name="Platz 1 behalten").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    assert records.only(Reservation)["state"] == "reserved"


def correct_name_and_telephone(page: Page) -> None:
    page.get_by_role("button", name="Name und Telefon ändern").click()
    form = page.locator("form").filter(has=page.get_by_label("Mobilnummer"))
    fill_completely(form, {"Vorname": "Ayşe", "Nachname": "Özkan", "Mobilnummer": "12"})
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_label("Mobilnummer")).to_be_focused()
    expect(page.locator("#mobile_phone-fehler")).to_be_visible()
    expect_clean_as_it_stands(page)
    page.get_by_label("Mobilnummer").fill("0171 9876543")
    page.get_by_role("button", name="Speichern").click()
    data = page.locator(".own-data")
    expect(data).to_contain_text("Ayşe Özkan")
    expect(data).to_contain_text("Gespeichert. Eine Bestätigung ist per E-Mail unterwegs.")


def change_address(page: Page, server: Server, records: Records) -> None:
    page.get_by_role("button", name="E-Mail-Adresse ändern").click()
    form = page.locator("form").filter(has=page.get_by_label("Neue E-Mail-Adresse"))
    fill_completely(form, {"Neue E-Mail-Adresse": NEW})
    page.get_by_role("button", name="Link dorthin schicken").click()
    expect(page.locator(".own-data")).to_contain_text(f"Wir haben an {NEW} geschrieben.")
    assert records.only(Reservation)["email"] == ADDRESS
    new = Mailbox(server, records).only_link("confirm_new_address")
    follow(page, new)
    page.get_by_role("button", name="Ja, diese Adresse gilt").click()
    expect(page.locator(".own-data")).to_contain_text(NEW)
    assert records.only(Reservation)["email"] == NEW


def come_in_without_a_link(page: Page, server: Server, records: Records) -> None:
    """By the address; the page tells nobody whether it knows it. A link opens the page in another browser too."""
    page.get_by_role("button", name="Link zuschicken").click()
    expect(page.get_by_label("E-Mail-Adresse")).to_be_focused()
    expect(page.locator("#email-fehler")).to_have_text("Bitte geben Sie Ihre E-Mail-Adresse an.")
    expect_clean_as_it_stands(page)
    fill_completely(page.locator("form.door"), {"E-Mail-Adresse": "fremd@example.org"})
    page.get_by_role("button", name="Link zuschicken").click()
    same = page.get_by_text("Wenn zu dieser Adresse ein Platz gehört, ist der Link unterwegs")
    expect(same).to_be_visible()
    page.get_by_label("E-Mail-Adresse").fill(NEW)
    page.get_by_role("button", name="Link zuschicken").press("Enter")
    link = Mailbox(server, records).only_link("page_link")
    expect(same).to_be_visible()
    follow(page, link)
    page.get_by_role("button", name="Meine Reservierung öffnen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    again = page.context.new_page()
    again.goto(link)
    expect(again.get_by_role("heading", level=1)).to_have_text("Hier geht es zu Ihrem Platz 1.")
    expect_clean_as_it_stands(again)
    again.close()


def erase_by_keyboard(page: Page, records: Records) -> None:
    """After the household has read what stays."""
    show = page.get_by_role("button", name="Zeigen, was gelöscht würde")
    show.focus()
    page.keyboard.press("Enter")
    parcel = page.get_by_role("article").filter(has_text="Ihre Daten löschen")
    expect(parcel.get_by_role("heading", name="Ihre Daten löschen")).to_be_focused()
    expect(parcel).to_contain_text("Platz 1 geben Sie damit zurück.")
    expect(parcel).to_contain_text("Das lässt sich nicht zurücknehmen.")
    expect_clean_as_it_stands(page)
    parcel.get_by_role("button", name="Nein, behalten").click()
    assert records.rows(Erasure) == []

    show.click()
    expect(parcel.get_by_role("heading", name="Ihre Daten löschen")).to_be_focused()
    page.keyboard.press("Tab")
    expect(parcel.get_by_role("button", name="Ja, meine Daten löschen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihre Daten sind gelöscht.")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect_clean_as_it_stands(page)
    row = records.only(Reservation)
    assert (row["state"], row["last_name"], row["postcode"]) == ("cancelled", "Haushalt", "")
    page.reload()
    expect(page.get_by_role("heading", name="Link verloren?")).to_be_visible()


STATES = (
    ("reserved", True, "Hier geht es zu Ihrem Platz 1."),
    ("contracted", True, "Hier geht es zu Ihrem Platz 1."),
    ("contracted", False, "Platz 1 ist reserviert. Stimmt Ihre Adresse?"),
    ("cancelled", True, "Ihre Reservierung für Platz 1 ist beendet."),
    ("expired", False, "Es geht um Platz 1. Stimmt Ihre Adresse?"),
)


@pytest.mark.usefixtures("reference")
def test_a_link_says_what_it_leads_to_by_now(
    page: Page, server: Server, records: Records, watch: Watch, subtests: pytest.Subtests
) -> None:
    """The first mail, followed after what became of the place; and a link that nobody sent."""
    link = Mailbox(server, records).only_link("reservation_received")
    for state, is_confirmed, said in STATES:
        with subtests.test(state=state, is_confirmed=is_confirmed):
            now = datetime.now(UTC) if is_confirmed else None
            records.add(update(Reservation).values(state=state, email_confirmed_at=now))
            follow(page, link)
            expect(page.get_by_role("heading", level=1)).to_have_text(said)
            expect(page.locator(".plot__flag--large")).to_have_count(0 if state in ("cancelled", "expired") else 1)
    watch.expect("status of 404 .*/links/look")
    visit(page, f"{PAGE}#link={'a' * 44}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dieser Link gilt nicht.")
    expect(page.get_by_role("button", name="Link zuschicken")).to_be_visible()
    assert violations(page, PHONE_AND_DESK) == []
