"""The main job: arrive by a campaign, look around, reserve; screen, database and mail tell the same."""

import email
import email.policy
import re
from pathlib import Path

import pypdfium2 as pdfium
from playwright.sync_api import Page, expect

from services.mail.models import Mail
from services.parks.models import Spot
from services.privacy.models import Consent
from services.reservations.models import Reservation
from services.visits.models import ReservationTouch
from services.visits.touches import FLAT_FIELDS
from tests.fixtures.servers import Server
from tests.journeys.conftest import with_jobs
from tests.journeys.filling import CHOSEN, fill_completely
from tests.journeys.pages import CONTACT, ENERGY, Calls, ReservationForm, alive, euro, expect_stored, visit
from tests.journeys.records import Records, eventually

pytestmark = with_jobs

ARRIVAL = "/?utm_source=newsletter&utm_medium=email&utm_campaign=herbst&ref=FREUND-1"


def test_a_household_reserves_its_place(page: Page, server: Server, records: Records) -> None:
    form, calls = ReservationForm(page), Calls(page)
    _look_around(page)
    _fill(form)
    shown = page.locator("aside.receipt").inner_text().replace("\xa0", " ")
    form.submit.click()
    form.expect_thanks(1)
    reference = page.locator(".thanks__reference strong").inner_text()

    _check_reservation(records, reference, shown)
    _check_origin_and_consent(records)
    text = _check_mail(records, server.mail_dir, reference, shown)
    expect_stored(page, {"touches", *FLAT_FIELDS})

    page.reload()
    alive(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 1 von 500 reserviert!")
    expect(page.locator(".thanks__reference strong")).to_have_text(reference)
    page.go_back()
    alive(page)
    page.go_forward()
    form.expect_thanks(1)
    assert len(calls.keys) == 1
    assert records.spots_reserved() == [1]
    assert len(records.rows(Mail)) == 1
    _check_that_together_is_one_amount(page, shown, text)


def _look_around(page: Page) -> None:
    visit(page, ARRIVAL)
    page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
    expect(page).to_have_title("Kontakt: schreiben Sie uns | Voltigo")
    for name in ("Impressum", "Datenschutz"):
        page.get_by_role("contentinfo").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    page.reload()
    alive(page)
    page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
    page.wait_for_url("**/reservierung")
    alive(page)


def _fill(form: ReservationForm) -> None:
    """Every field, by keyboard."""
    fields = form.page.locator("main form")
    fill_completely(fields, ENERGY)
    form.next("zum Solarpaket")
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()
    share = {"Solarpaket": "Premium", "Erwartete Gutschrift": "5.5", "Zahlungsplan": "24 Raten"}
    fill_completely(fields, {**ENERGY, **share, **CONTACT, "Ich stimme den …": True})


def _check_reservation(records: Records, reference: str, shown: str) -> None:
    row = records.only(Reservation)
    expected = {
        "reference": reference,
        "park_id": "ingolstadt",
        "spot_number": 1,
        "state": "reserved",
        "first_name": "Änne",
        "last_name": "Müller-Öztürk",
        "email": "aenne@example.org",
        "mobile_phone": "0151 23456789",
        "mobile_phone_e164": "+4915123456789",
        "postcode": "85049",
        **CHOSEN,
        "monthly_abschlag_cents": 8550,
        "annual_kwh": 3000,
        "payment_plan": "24m",
        "credit_tenth_ct": 55,
        "share_amount_cents": 189900,
        "plan_total_cents": 201300,
        "instalment_cents": 8388,
        "last_instalment_cents": 8376,
        "effective_interest_bp": 581,
        "total_credits_cents": 330000,
        "minimum_total_cents": 300000,
        "setup_fee_cents": 7900,
        "deposit_cents": 100,
        "deposit_state": "reserved",
        "price_mismatch": False,
        "utm_source": "newsletter",
        "utm_campaign": "herbst",
        "referral_code": "FREUND-1",
    }
    assert {name: row[name] for name in expected} == expected
    figures = (
        "plan_total_cents",
        "instalment_cents",
        "last_instalment_cents",
        "total_credits_cents",
    )
    for name in (*figures, "setup_fee_cents"):
        assert euro(row[name]).replace(",00 €", " €") in shown, name
    assert "5,81 %" in shown
    taken = [spot["number"] for spot in records.rows(Spot) if spot["state"] == "reserved"]
    assert taken == [1]


def _check_origin_and_consent(records: Records) -> None:
    touch = records.only(ReservationTouch)
    expected = {
        "position": 1,
        "utm_source": "newsletter",
        "utm_medium": "email",
        "utm_campaign": "herbst",
        "utm_term": "",
        "utm_content": "",
        "referral_code": "FREUND-1",
        "referrer_host": "",
        "landing_path": "/",
    }
    assert {name: touch[name] for name in expected} == expected
    consent = records.only(Consent)
    assert (consent["purpose"], consent["text_version"], consent["source"]) == ("terms", "2026-12-01", "explicit")


def _check_mail(records: Records, folder: Path, reference: str, shown: str) -> str:
    eventually(lambda: records.only(Mail)["state"] == "sent", "the mail is sent")
    row = records.only(Mail)
    assert (row["recipient"], row["values"]["spot_number"], row["values"]["reference"]) == (
        "aenne@example.org",
        1,
        reference,
    )
    [path] = folder.glob("*.eml")
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain",))
    assert body is not None
    text = body.get_content().replace("\xa0", " ")
    assert message["To"] == "aenne@example.org"
    assert "Platz 1 von 500" in text
    assert f"Ihre Referenz: {reference}" in text
    for figure in ("2.013 €", "83,88 €", "83,76 €", "5,81 %", "3.300 €", "13,9 Jahren", "12,7 Jahren"):
        assert figure in shown, figure
        assert figure in text, figure
    return text


def _check_that_together_is_one_amount(page: Page, shown: str, mail: str) -> None:
    """With the 79 € of setting up in it: in the form, in the mail, on the household's page, on its PDF."""
    assert "2.092 €" in shown
    assert "Mit dem Vertrag: 79 € (Einrichtung, einmal)" in mail
    assert "Zusammen: 2.092 € (Jahresgebühr 0 €)" in mail
    link = re.search(r"/meine-reservierung#link=\S+", mail)
    assert link
    page.goto(link[0])
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(page.locator(".sheet [data-row=sum] dd")).to_have_text(re.compile(r"2\.092\s€"))
    with page.expect_download() as started:
        page.get_by_role("link", name="Ihre Reservierung als PDF, eine Seite").click()
    document = pdfium.PdfDocument(started.value.path())
    assert "Zusammen Jahresgebühr 0 € 2.092 €" in " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
