"""Parks in the console: the field of spots, blocked and released; confirmed for all at once; called off for good."""

import re
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.mail.models import Mail
from services.parks.models import Park
from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records

COLUMNS, ROWS = 50, 10
NOW = datetime.now(UTC)
NOTE = "Der Netzanschluss ist zugesagt. Im Februar beginnt der Bau."


def point_at(page: Page, number: int, **click: Any) -> None:
    """Click the middle of a spot's cell in the wide picture."""
    box = page.locator(".park-field-choice svg").bounding_box()
    assert box is not None
    column, row = (number - 1) % COLUMNS, (number - 1) // COLUMNS
    x, y = (column + 0.45) / COLUMNS * box["width"], (row + 0.4) / ROWS * box["height"]
    page.locator(".park-field-choice svg").click(position={"x": x, "y": y}, **click)


def test_spots_are_blocked_the_field_walked_by_keys_the_park_confirmed_and_called_off(
    page: Page, server: Server, sign_in: SignIn, records: Records
) -> None:
    reserve(page, server, first_name="Nele", last_name="Hartwig")
    sign_in(page, "staff", name="Miriam Falk")
    page.goto("/admin/parks")
    expect(page.get_by_role("link", name="Solarpark Ingolstadt")).to_be_visible()
    assert defects(page) == []
    page.set_viewport_size({"width": 1280, "height": 844})
    page.get_by_role("link", name="Solarpark Ingolstadt").click()
    numbers, reason = page.get_by_label("Plätze", exact=True), page.get_by_label("Grund")
    expect(page.get_by_role("region", name="Park absagen")).to_have_count(0)  # which is for the administration
    point_at(page, 20)
    point_at(page, 23, modifiers=["Shift"])
    point_at(page, 1, modifiers=["Control"])
    expect(numbers).to_have_value("1, 20–23")
    page.get_by_role("button", name="5 Plätze sperren").click()
    expect(page.get_by_text("Bitte nennen Sie einen Grund.")).to_be_visible()
    reason.fill("Wechselrichter wird getauscht")
    page.get_by_role("button", name="5 Plätze sperren").click()
    result = page.get_by_role("status").filter(has_text="gesperrt")
    expect(result).to_contain_text("4 Plätze gesperrt. 1 Platz nicht:")
    expect(result).to_contain_text("Platz 1: Der Platz ist vergeben.")
    expect(page.get_by_role("button", name="Gesperrt 4")).to_be_visible()
    point_at(page, 21)
    panel = page.get_by_role("region", name="Platz 21")
    expect(panel).to_contain_text("Wechselrichter wird getauscht")
    expect(panel).to_contain_text("Miriam Falk")
    numbers.fill("19 bis 23")
    reason.fill("Fertig")
    page.get_by_role("button", name="5 Plätze freigeben").click()
    freed = page.get_by_role("status").filter(has_text="freigegeben")
    expect(freed).to_contain_text("4 Plätze freigegeben. 1 Platz nicht:")
    expect(page.get_by_role("region", name="Verlauf")).to_contain_text("Plätze: 20–23")

    field = page.get_by_role("slider", name="Platz")
    field.focus()
    page.keyboard.press("Home")
    expect(field).to_have_attribute("aria-valuetext", "Platz 1, neu seit gestern, Nele Hartwig")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-valuetext", "Platz 51, frei")
    page.keyboard.press("Shift+ArrowRight")
    expect(numbers).to_have_value("51–52")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("link", name="Nele Hartwig")).to_be_visible()
    # The legend leaves one state strong and lists it.
    page.get_by_role("button", name="Frei 499").click()
    rows = page.get_by_role("region", name="Stand „Frei“ als Liste").get_by_role("row")
    rows.get_by_role("button", name="Plätze 2 bis 500").click()
    expect(numbers).to_have_value("2–500")
    assert defects(page) == []
    assert violations_in_forced_colours(page) == []

    def mails() -> list[str]:
        return [mail["state"] for mail in records.rows(Mail) if mail["kind"] == "park_confirmed"]

    # What is decided about the park is for the administration.
    reserve(page, server)
    records.add(update(Reservation).where(Reservation.id == 1).values(deposit_state="verified", email_confirmed_at=NOW))
    sign_in(page, "admin", name="Pia Adler")
    page.set_viewport_size({"width": 1280, "height": 844})
    page.emulate_media(forced_colors="none", color_scheme="light")
    page.reload()
    page.get_by_role("button", name="Park bestätigen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 Haushalte mit einem Platz erhalten in 10 Minuten eine Mail")
    confirm = dialog.get_by_role("button", name="Bestätigen, 2 Mails")
    expect(confirm).to_be_disabled()
    told = {"Auskunft für Haushalte": NOTE, "Vermerk für uns (freiwillig)": "Beschluss vom Montag"}
    fill_completely(dialog.locator("form"), told)
    confirm.click()
    sheet = page.get_by_role("region", name="Bestätigung", exact=True)
    expect(sheet).to_contain_text("Bestätigt am")
    assert mails() == ["queued", "queued"]
    site = page.request.get("/api/parks").text()
    assert NOTE in site
    invitations = page.get_by_role("region", name="Einladungen zum Vertrag")
    expect(invitations).to_contain_text("Noch einzuladen1Vorerst übergangen1")
    invitations.get_by_role("button", name="Die nächsten einladen").click()
    many = dialog.get_by_label("Wie viele Haushalte")
    many.fill("2")
    expect(dialog).to_contain_text("Bitte geben Sie eine Zahl von 1 bis 1 ein.")
    fill_completely(dialog.locator("form"), {"Wie viele Haushalte": "1"})
    expect(dialog).to_contain_text("1 Haushalt wird eingeladen, in der Reihenfolge der Plätze: Platz 1, zusammen")
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="1 einladen").click()
    expect(invitations).to_contain_text("Noch ohne Antwort1")
    page.get_by_role("button", name="Rückgängig", exact=True).click()
    expect(invitations).to_contain_text("Noch einzuladen1Vorerst übergangen1")
    sheet.get_by_role("button", name="Bestätigung zurücknehmen").click()
    fill_completely(dialog.locator("form"), {"Grund": "Falscher Park."})
    dialog.get_by_role("button", name="Zurücknehmen").click()
    expect(sheet).to_contain_text("Noch nicht bestätigt.")
    assert mails() == ["cancelled", "cancelled"]
    assert records.rows(Park)[0]["confirmed_at"] is None

    page.get_by_role("region", name="Park absagen").get_by_role("button").click()
    expect(dialog).to_contain_text("2 Reservierungen wechseln zu „Park abgesagt“.")
    expect(dialog).to_contain_text("498 freie Plätze werden gesperrt.")
    expect(dialog).to_contain_text("Das lässt sich nicht rückgängig machen.")
    why = {"Grund": "Der Netzanschluss wurde nicht genehmigt", "Name des Parks": "Ingolstadt"}
    fill_completely(dialog.locator("form"), why)
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Endgültig absagen").click()
    expect(page.get_by_role("region", name="Abgesagt")).to_contain_text("wird nicht gebaut")
    history = page.get_by_role("region", name="Verlauf")
    expect(history).to_contain_text(re.compile("Park abgesagt.*Pia Adler", re.DOTALL))
    expect(history).to_contain_text("Der Netzanschluss wurde nicht genehmigt")
    for gone in ("Neue Reservierungen", "Grenzen", "Park absagen"):
        expect(page.get_by_role("region", name=gone)).to_have_count(0)
    refunds = page.get_by_role("region", name=re.compile("^Erstattungen"))
    expect(refunds).to_contain_text("Ein Haushalt, zusammen höchstens 1,00 €. Einer hat nichts bezahlt.")
    expect(refunds.get_by_role("row").last).to_contain_text("Hartwig")
    assert defects(page) == []
    refunds.get_by_role("button", name="Exportieren").click()
    with page.expect_download() as file:
        dialog.get_by_role("button", name="Exportieren").click()
    assert file.value.suggested_filename.endswith("-1-zeile-de.csv")
    page.goto("/admin/parks")
    expect(page.get_by_role("region", name="Solarpark Ingolstadt")).to_contain_text("Abgesagt am")
