"""An invited household orders its contract on its own page, on a phone and at a desk."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from services.contracts.models import Contract
from services.core.db.db import Database
from services.payments.models import Mandate
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import expect_clean_as_it_stands
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.filling import expect_stored, fill_completely
from tests.journeys.mailbox import Mailbox
from tests.journeys.pages import ENERGY, storage
from tests.journeys.records import Records
from tests.journeys.running_contract import run_contract
from tests.journeys.tab import follow
from tests.journeys.test_my_reservation import PAGE
from tests.services.reservations.standing import do

IBAN = "DE89 3704 0044 0532 0130 00"
CHECKSUM = "In dieser IBAN stimmt eine Ziffer nicht. Bitte vergleichen Sie sie."
OTHERS = "Die Person, der das Konto gehört, ist mit den Lastschriften einverstanden."
DECLARED = {
    "Ich stimme dem Nutzungsvertrag und den AGB zu.": True,
    "Ich erteile das SEPA-Lastschriftmandat für das angegebene Konto. Jeden Betrag kündigen Sie mir vorher an.": True,
}


@pytest.fixture
def server_settings() -> dict[str, object]:
    """Mails are sent."""
    return dict(WITH_JOBS)


def invited(page: Page, server: Server, records: Records, sqlite_url: str, **changes: object) -> Locator:
    """The contract on the page of a household that has fixed its share."""
    assert page.request.post("/functions/v1/reserve-spot", data=reservation_body(**changes)).ok
    link = Mailbox(server, records).only_link("reservation_received")
    follow(page, link)
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    db = Database(sqlite_url)
    do(db, "invite", [records.only(Reservation)["id"]], datetime.now(UTC))
    db.close()
    page.reload()
    page.get_by_role("button", name=re.compile("^Ja, mit ")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Ihr Anteil steht fest.")
    return page.get_by_role("region", name="Ihr Vertrag")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_household_reads_orders_and_keeps_its_contract(
    page: Page, server: Server, records: Records, watch: Watch, sqlite_url: str, tmp_path: Path, width: int
) -> None:
    watch.expect("status of 422 .*/household/contract")
    page.set_viewport_size({"width": width, "height": 844})
    contract = invited(page, server, records, sqlite_url, payment_plan="one-off")
    order = contract.get_by_role("button", name="zahlungspflichtig bestellen")
    expect(contract.locator("[type=checkbox]:checked")).to_have_count(0)
    for text in ("Nutzungsvertrag", "Widerrufsbelehrung", "Informationen vor dem Vertrag", "SEPA-Lastschriftmandat"):
        expect(contract.locator("summary").get_by_text(text).first).to_be_visible()
    order.press("Enter")
    street = contract.get_by_label("Straße und Hausnummer")
    expect(street).to_be_focused()
    expect(street).to_have_accessible_description(re.compile("Bitte geben Sie Straße und Hausnummer an"))
    expect_clean_as_it_stands(page)

    wrong = {"Straße und Hausnummer": "Am Stein 3", "Ort": "Ingolstadt", "IBAN": IBAN.replace("89", "88")}
    fill_completely(
        contract.locator("form"),
        wrong
        | {"Kontoinhaber": "Otto Müller"}
        | DECLARED
        | {
            "Das Konto gehört jemand anderem": True,
            OTHERS: True,
        },
    )
    order.press("Enter")
    iban = contract.get_by_label("IBAN")
    expect(iban).to_be_focused()
    expect(iban).to_have_accessible_description(re.compile(CHECKSUM))
    assert records.rows(Contract) == []

    page.reload()
    expect(street).to_have_value("Am Stein 3")
    expect(contract.get_by_label("Kontoinhaber", exact=True)).to_have_value("Otto Müller")
    expect(iban).to_have_value("")
    assert IBAN[-7:] not in str(storage(page))
    iban.fill(IBAN)
    with page.expect_download() as draft:
        contract.get_by_role("button", name="Alle Texte mit Ihren Angaben als PDF").press("Enter")
    draft.value.save_as(tmp_path / "draft.pdf")
    assert len(pdfium.PdfDocument(tmp_path / "draft.pdf")) > 1

    for label in (OTHERS, *DECLARED):
        contract.get_by_label(label).press("Space")
    order.press("Enter")
    ordered = page.get_by_role("region", name="Ihr Vertrag ist geschlossen")
    expect(ordered.get_by_role("heading", level=2)).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Der Vertrag ist geschlossen.")
    row = records.only(Contract)
    expect(ordered).to_contain_text(row["number"])
    expect(ordered).to_contain_text("Otto Müller, Endung 3000")
    expect(ordered.get_by_role("row")).to_contain_text(["Tag", "79,00\u00a0€", "1.299,00\u00a0€"])
    expect(ordered.get_by_role("heading", name=re.compile("^Widerruf bis "))).to_be_visible()
    expect(ordered.get_by_role("link", name="Vertrag widerrufen")).to_have_attribute("href", "/widerruf")
    assert "contract_draft" not in storage(page)
    with page.expect_download() as papers:
        ordered.get_by_role("link", name="Alle Unterlagen als PDF").press("Enter")
    assert papers.value.suggested_filename == f"vertrag-{row['number'].lower()}.pdf"
    expect_clean_as_it_stands(page)
    db = Database(sqlite_url)
    expect_stored(db, Reservation, {"state": "contracted", "street": "Am Stein 3", "town": "Ingolstadt"})
    expect_stored(db, Mandate, {"holder": "Otto Müller", "last_four": "3000", "is_other_person": True})
    db.close()
    page.reload()
    expect(ordered).to_contain_text(row["number"])
    assert page.url.endswith(PAGE)
    change_account(page, ordered, server, records)


def change_account(page: Page, ordered: Locator, server: Server, records: Records) -> None:
    """Another account, which counts after the click on the link in its mail."""
    ordered.locator("summary").get_by_text("Konto ändern").click()
    typed = {"IBAN": "AT61 1904 3002 3457 3201", "Kontoinhaber": "Änne Müller"}
    mandate = list(DECLARED)[1]
    fill_completely(
        ordered.locator("form"), typed | {"Das Konto gehört jemand anderem": True, OTHERS: True, mandate: True}
    )
    expect_clean_as_it_stands(page)
    ordered.get_by_role("button", name="Link zum Bestätigen schicken").press("Enter")
    expect(ordered.get_by_text("Für das Konto mit der Endung 3201")).to_be_focused()
    expect(ordered).to_contain_text("Otto Müller, Endung 3000")
    link = Mailbox(server, records).only_link("confirm_account")
    follow(page, link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Soll das Konto mit der Endung 3201 gelten?")
    page.get_by_role("button", name="Ja, dieses Konto gilt").click()
    expect(ordered).to_contain_text("Änne Müller, Endung 3201")
    assert [(row["last_four"], row["cause"]) for row in records.rows(Mandate)] == [("3000", "changed"), ("3201", "")]


GIVES = "Ich gebe meinen Nutzungsvertrag ab. Ab dem Tag nach der Übernahme erhält die Gutschriften die andere Person."
BEN = {
    **ENERGY,
    **{"Vorname": "Ben", "Nachname": "Yılmaz", "Mobilnummer": "0151 23456789", "Postleitzahl": "80331"},
    **{"Abschlag im Monat": "64,50", "Straße und Hausnummer": "Isarweg 1", "Ort": "München"},
    **{"IBAN": "DE02 1203 0000 0000 2020 51", "Kontoinhaber": "Mia Yılmaz"},
    **{"Das Konto gehört jemand anderem": True, OTHERS: True},
    "Ich übernehme den Nutzungsvertrag wie in der Vereinbarung beschrieben und stimme den AGB zu.": True,
    "Ich erteile das SEPA-Lastschriftmandat für das angegebene Konto. Jeden Betrag kündigen Sie mir vorher an.": True,
}


@pytest.mark.parametrize("width", [390, 1280])
def test_a_contract_is_passed_on_from_one_page_to_another(
    page: Page,
    server: Server,
    records: Records,
    sqlite_url: str,
    new_context: Callable[..., BrowserContext],
    width: int,
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    invited(page, server, records, sqlite_url, payment_plan="one-off")
    db = Database(sqlite_url)
    run_contract(server, db, records.only(Reservation)["id"])
    page.reload()
    expect(page.get_by_role("region", name="Ihr Vertrag ist geschlossen")).to_be_visible()
    page.get_by_role("button", name="Vertrag an jemand anderen weitergeben").press("Enter")
    name = page.get_by_label("Name des anderen Haushalts")
    form = page.locator("form").filter(has=name)
    fill_completely(
        form, {"Name des anderen Haushalts": "Ben Yılmaz", "E-Mail-Adresse des anderen Haushalts": "ben@example.net"}
    )
    page.get_by_role("button", name="Weiter").press("Enter")
    send = page.get_by_role("button", name="Angebot abschicken")
    send.press("Enter")
    expect(page.get_by_label(GIVES)).to_have_accessible_description("Ohne diese Erklärung geht der Vertrag nicht über.")
    expect_clean_as_it_stands(page)
    page.get_by_label(GIVES).press("Space")
    send.press("Enter")
    expect(page.get_by_role("heading", name="Angeboten: Ben Yılmaz")).to_be_focused()

    other = new_context().new_page()
    other.set_viewport_size({"width": width, "height": 844})
    follow(other, Mailbox(server, records).link("contract_offered"))
    heading = other.get_by_role("heading", level=1)
    expect(heading).to_have_text("Änne Müller möchte Ihnen einen Vertrag weitergeben.")
    taking = other.get_by_role("button", name="Vertrag übernehmen")
    taking.press("Enter")
    expect(other.get_by_label("Vorname")).to_be_focused()
    expect_clean_as_it_stands(other)
    fill_completely(other.locator("form.order"), BEN)
    taking.press("Enter")
    standing = other.get_by_role("region", name="Ihr Vertrag ist geschlossen")
    expect(standing).to_contain_text("Mia Yılmaz, Endung 2051")
    expect(standing).to_contain_text("Zu zahlen ist nichts")
    expect_clean_as_it_stands(other)
    expect_stored(db, Reservation, {"state": "active", "street": "Isarweg 1", "town": "München", "first_name": "Ben"})
    expect_stored(db, Mandate, {"holder": "Mia Yılmaz", "last_four": "2051", "is_other_person": True})
    db.close()
    other.context.close()
