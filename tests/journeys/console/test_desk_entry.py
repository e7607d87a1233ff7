"""A reservation by telephone, entered by keyboard alone, up to the letter in the post."""

import re
from datetime import date

from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.fixtures.browser import Watch
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.filling import CHOICES, CHOSEN, fill_completely
from tests.services.stored import stored


def type_fields(page: Page, *texts: str) -> None:
    """One field after another; an empty text leaves one as it is."""
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Tab")


def choose_the_next_place(page: Page) -> None:
    """On the picture, which has the keys as soon as it is there; the form below it hears none of them."""
    page.get_by_role("button", name="Anderen Platz im Bild wählen").press("Enter")
    dialog = page.get_by_role("dialog", name="Platz im Bild wählen")
    picture = dialog.get_by_role("slider", name="Platz")
    expect(picture).to_be_focused()
    expect(picture).to_have_attribute("aria-valuetext", "Platz 1, frei")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("ArrowRight")
    assert violations_as_it_stands(page, within="[role=dialog]") == []
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)


def test_a_caller_without_a_mailbox_is_entered_by_keyboard_alone(
    page: Page, sign_in: SignIn, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 422")
    page.set_viewport_size({"width": 1280, "height": 800})
    sign_in(page, "staff", name="Aylin Sommer")
    page.goto("/admin/")
    expect(page.get_by_role("link", name="Reservierung anlegen")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_label("Vorname")).to_be_focused()
    type_fields(page, "Klara", "Huber", "0171 3920041", "", "Manchinger Straße 84", "85053", "Ingolstadt")
    page.keyboard.press("Control+Enter")
    first = page.locator(".entry-step", has_text="Strom zu Hause").locator("select, input").first
    expect(first).to_be_focused()
    expect(page.get_by_text("Der Abschlag fehlt.")).to_be_visible()
    assert defects(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})

    page.reload()
    expect(page.get_by_label("Nachname")).to_have_value("Huber")
    first.focus()
    electricity = {name: value.split()[0] for name, value in CHOSEN.items()} | {"monthly_abschlag": "94,00"}
    for _ in electricity:
        type_fields(page, electricity[page.evaluate("document.activeElement.name")])
    expect(page.get_by_text("Der Abschlag fehlt.")).to_have_count(0)
    page.get_by_label("Einmal").press("ArrowDown")
    expect(page.get_by_role("row", name=re.compile("24 Raten.*5,81"))).to_have_class("is-chosen")
    page.get_by_label("Ja, gesagt").press("Space")
    expect(page.get_by_role("button", name=re.compile("Platz 1 reservieren"))).to_be_visible()
    choose_the_next_place(page)
    expect(page.get_by_label("Platz, wenn gewünscht")).to_have_value("2")
    expect(page.get_by_role("button", name=re.compile("Platz 2 reservieren"))).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status", name="Angelegt")).to_contain_text("Die Bestätigung ist ein Brief")
    [row] = stored(records_db, Reservation)
    assert (row["email"], row["payment_plan"], row["spot_number"]) == ("", "24m", 2)
    assert {name: row[name] for name in CHOSEN} == CHOSEN
    expect(page.locator("a[href^='mailto:']")).to_have_count(0)
    expect(page.get_by_text("nur per Brief")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Brief öffnen"))).to_have_attribute(
        "href", re.compile(r"/api/staff/mails/\d+/letter\.pdf")
    )
    page.get_by_role("button", name="Als versandt vermerken").press("Enter")
    expect(page.get_by_text("als versandt vermerkt", exact=True)).to_be_visible()
    assert [mail["state"] for mail in stored(records_db, Mail)] == ["sent"]
    print_all_letters(page)
    assert [mail["state"] for mail in stored(records_db, Mail)] == ["sent", "sent"]


def print_all_letters(page: Page) -> None:
    """The letter is wanted again, and printed with all that wait."""
    go(page, "/admin/mails")
    page.get_by_role("table").get_by_role("link").first.click()
    page.get_by_role("button", name="Noch einmal als Brief").click()
    expect(page.get_by_text("Brief zu drucken")).to_be_visible()
    go(page, "/admin/mails")
    page.get_by_role("button", name="1 Brief drucken").press("Enter")
    dialog = page.get_by_role("dialog", name="Briefe drucken")
    assert violations_as_it_stands(page, within="[role=dialog]") == []
    with page.expect_popup():
        dialog.get_by_role("link", name="1 Brief öffnen").press("Enter")
    dialog.get_by_role("button", name="1 Brief als versandt vermerken").press("Enter")
    expect(page.get_by_text("1 Brief als versandt vermerkt.")).to_be_visible()
    expect(page.get_by_role("button", name="1 Brief drucken")).to_have_count(0)


TYPED = {
    "first_name": "Klara", "last_name": "Huber", "mobile_phone": "0171 3920041", "email": "klara.huber@example.org",
    "street": "Manchinger Straße 84", "postcode": "85053", "town": "Ingolstadt", "monthly_abschlag": "94,00",
    "spot_number": "3", "note": "Ruft am Abend wieder an",
}  # fmt: skip
LABELS = {
    "first_name": "Vorname", "last_name": "Nachname", "mobile_phone": "Telefon, wenn bekannt",
    "email": "E-Mail, wenn es eine gibt",
    "street": "Straße und Nummer", "postcode": "PLZ", "town": "Ort", "monthly_abschlag": "Abschlag im Monat",
    "spot_number": "Platz, wenn gewünscht", "note": "Notiz",
}  # fmt: skip
OTHERS = {
    **{choice.console: choice.value for choice in CHOICES.values()}, "Gutschrift": "6\u00a0Cent", "Paket": "Premium",
    "payment_plan": "48 Raten", "Auf Nachfrage: wodurch": "nicht gefragt", "Solarpark": "Ingolstadt",
    "Ja, gesagt": True,
}  # fmt: skip


def answer_what_it_costs(page: Page) -> None:
    """Callers ask before they say who they are."""
    name = page.get_by_label("Vorname")
    said = page.get_by_role("complementary", name="Das sagen Sie")
    expect(name).to_be_focused()
    expect(said.get_by_text("In 20 Jahren bei")).to_be_visible()
    page.keyboard.press("3")
    expect(page.get_by_label("Standard")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Premium")).to_be_checked()
    expect(said).to_contain_text("Der Haushalt bekommt")
    expect(name).to_have_value("")
    name.focus()
    page.keyboard.press("1")
    expect(page.get_by_role("radio", name="Telefon")).to_be_focused()


def test_every_field_of_the_form_is_filled_and_read_back(page: Page, sign_in: SignIn, records_db: Database) -> None:
    sign_in(page, "staff", name="Aylin Sommer")
    page.goto("/admin/")
    expect(page.get_by_role("link", name="Reservierung anlegen")).to_be_visible()
    page.keyboard.press("c")
    form = page.locator("form.entry")
    answer_what_it_costs(page)
    typed = {label: TYPED[name] for name, label in LABELS.items()}
    fill_completely(form, {"Wie": "Messe", "Tag der Messe": "2026-11-02", **typed, **OTHERS})
    expect(
        page.get_by_text(re.compile(r"Mail mit Zahlen und Link zum Bestätigen, Zeit bis \d\d\.\d\d\.\d{4}\."))
    ).to_be_visible()

    page.reload()
    expect(page.get_by_text(re.compile("Ihr Entwurf vom .* ist noch da"))).to_be_visible()
    for name, text in (TYPED | CHOSEN | {"credit_tenth_ct": "60", "campaign": ""}).items():
        expect(form.locator(f"[name={name}]")).to_have_value(text)
    page.get_by_role("button", name=re.compile("Platz 3 reservieren")).click()
    expect(page.get_by_role("status", name="Angelegt")).to_be_visible()
    [row] = stored(records_db, Reservation)
    kept = {
        **{name: TYPED[name] for name in ("email", "first_name", "last_name", "street", "postcode", "town")},
        **{"spot_number": 3, "annual_kwh": 3000, "payment_plan": "48m", "credit_tenth_ct": 60, **CHOSEN},
        **{"monthly_abschlag_cents": 9400, "received_on": date(2026, 11, 2)},
    }
    assert {name: row[name] for name in kept} == kept
    [mail] = stored(records_db, Mail)
    assert mail["recipient"] == TYPED["email"]
