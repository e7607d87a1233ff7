"""Forms of the public site that no other journey fills completely: every field by keyboard, then sent.

A field that is not named here fails its test. Which journey fills which form stands in `filled_forms.py`.
"""

import re

from playwright.sync_api import Page, expect

from services.contact.models import ContactMessage
from services.reservations.models import Reservation
from tests.journeys.filling import fill_completely
from tests.journeys.pages import ContactForm, ReservationForm, visit
from tests.journeys.records import Records


def test_a_reservation_with_every_choice(module_server: object, form: ReservationForm, module_records: Records) -> None:
    home = {
        "Postleitzahl": "85053",
        "Ihr Stromversorger": "Stadtwerke München",
        "Personen im Haushalt": "5+",
        "Abschlag im Monat": "112,40",
    }
    first = form.page.locator("main form")
    fill_completely(first, home)
    form.next("zum Solarpaket")
    expect(form.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()
    share = {"Solarpaket": "Premium", "Erwartete Gutschrift": "7", "Zahlungsplan": "48 Raten"}
    whom = {
        "Vorname": "Yusuf",
        "Nachname": "Demir-Çelik",
        "E-Mail-Adresse": "yusuf.demir@example.org",
        "Mobilnummer": "0171 3920041",
    }
    fill_completely(first, {**home, **share, **whom, "Ich stimme den …": True})
    form.submit.click()
    expect(form.page).to_have_url(re.compile(r"/reservierung/danke\?spot="))
    [row] = [row for row in module_records.rows(Reservation) if row["email"] == "yusuf.demir@example.org"]
    kept = {
        "postcode": "85053",
        "energy_provider": "Stadtwerke München",
        "household_size": "5+",
        "monthly_abschlag_cents": 11_240,
        "annual_kwh": 3000,
        "credit_tenth_ct": 70,
        "payment_plan": "48m",
        "first_name": "Yusuf",
        "last_name": "Demir-Çelik",
        "mobile_phone_e164": "+491713920041",
    }
    assert {name: row[name] for name in kept} == kept


def test_a_share_is_chosen_and_arrives_as_an_enquiry(
    module_server: object, page: Page, module_records: Records
) -> None:
    visit(page, "/dashboard/invest")
    fill_completely(
        page.locator("main form"),
        {"Projekt wählen": "München-Ost", "Betrag in Euro": "1.500", "Zahlungsart wählen": "Überweisung"},
    )
    page.get_by_role("button", name="Anteil sichern").click()
    letter = ContactForm(page)
    expect(letter.field("Betrag in Euro")).to_have_value("1500")
    whom = {
        "Vor- und Nachname": "Ida Ott",
        "E-Mail-Adresse": "ida.ott@example.org",
        "Telefon (freiwillig)": "0841 12345",
    }
    share = {"Solarpark": "München-Ost", "Betrag in Euro": "1.500", "Zahlungsart": "Überweisung"}
    said = {"Worum geht es?": "Anteil sichern", "Ihre Nachricht": "Wann geht es los?"}
    fill_completely(letter.form, {**whom, **said, **share})
    letter.submit.click()
    expect(letter.sent).to_be_visible()
    [row] = [row for row in module_records.rows(ContactMessage) if row["email"] == "ida.ott@example.org"]
    assert (row["project"], row["amount_cents"], row["payment_method"]) == ("munich", 150_000, "bank")


def test_everything_in_the_calculator_is_chosen(page: Page) -> None:
    visit(page, "/solar-gutschriftsrechner")
    fill_completely(
        page.locator("main"),
        {"Paket": "Premium", "Welchem Szenario folgen die Diagramme?": "Optimistisch", "Zahlung": "24"},
    )
    page.get_by_role("link", name="Jetzt Solar-Anteil sichern").click()
    expect(page).to_have_url(re.compile("/reservierung#paket=3000&zahlung=24m&cent=8$"))
