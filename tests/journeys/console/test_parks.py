"""Parks in the console: the field of spots, blocking, limits, editing."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from services.core.db.db import Database
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely
from tests.journeys.pages import overflow

PARK = "/admin/parks/ingolstadt/show"
WIDTHS = (390, 1280)
COLUMNS, ROWS = 50, 10


def field(page: Page) -> Locator:
    """The picture of all spots, as assistive technology meets it."""
    return page.get_by_role("slider", name="Platz")


def point_at(page: Page, number: int, **click: Any) -> None:
    """Click the middle of a spot's cell in the wide picture."""
    box = page.locator(".park-field-choice svg").bounding_box()
    assert box is not None
    column, row = (number - 1) % COLUMNS, (number - 1) // COLUMNS
    x, y = (column + 0.45) / COLUMNS * box["width"], (row + 0.4) / ROWS * box["height"]
    page.locator(".park-field-choice svg").click(position={"x": x, "y": y}, **click)


def test_spots_are_blocked_and_released_with_a_result_for_each(page: Page, server: Server, sign_in: SignIn) -> None:
    reserve(page, server)
    sign_in(page, "staff", name="Miriam Falk")
    page.goto(PARK)
    point_at(page, 20)
    point_at(page, 23, modifiers=["Shift"])
    point_at(page, 1, modifiers=["Control"])
    expect(page.get_by_label("Plätze", exact=True)).to_have_value("1, 20–23")
    page.get_by_role("button", name="5 Plätze sperren").click()
    expect(page.get_by_text("Bitte nennen Sie einen Grund.")).to_be_visible()
    page.get_by_label("Grund").fill("Wechselrichter wird getauscht")
    page.get_by_role("button", name="5 Plätze sperren").click()
    result = page.get_by_role("status").filter(has_text="gesperrt")
    expect(result).to_contain_text("4 Plätze gesperrt. 1 Platz nicht:")
    expect(result).to_contain_text("Platz 1: Der Platz ist vergeben.")
    expect(page.get_by_role("button", name="Gesperrt 4")).to_be_visible()

    point_at(page, 21)
    panel = page.get_by_role("region", name="Platz 21")
    expect(panel).to_contain_text("Wechselrichter wird getauscht")
    expect(panel).to_contain_text("Miriam Falk")

    page.get_by_label("Plätze", exact=True).fill("19 bis 23")
    page.get_by_label("Grund").fill("Fertig")
    page.get_by_role("button", name="5 Plätze freigeben").click()
    freed = page.get_by_role("status").filter(has_text="freigegeben")
    expect(freed).to_contain_text("4 Plätze freigegeben. 1 Platz nicht:")
    expect(page.get_by_role("region", name="Verlauf")).to_contain_text("Plätze: 20–23")


def test_the_field_is_walked_by_keys_and_by_its_legend_and_says_each_spot(
    page: Page, server: Server, sign_in: SignIn
) -> None:
    reserve(page, server, first_name="Nele", last_name="Hartwig")
    sign_in(page, "staff")
    page.goto(PARK)
    expect(page.get_by_role("region", name="Verlauf")).to_be_visible()
    expect(page.get_by_role("region", name="Park absagen")).to_have_count(0)  # which is for the administration
    field(page).focus()
    expect(field(page)).to_have_attribute("aria-valuetext", "Platz 1, neu seit gestern, Nele Hartwig")
    page.keyboard.press("ArrowDown")
    expect(field(page)).to_have_attribute("aria-valuetext", "Platz 51, frei")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_label("Plätze", exact=True)).to_have_value("51–52")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("link", name="Nele Hartwig")).to_be_visible()

    # The legend leaves one state strong and lists it.
    page.get_by_role("button", name="Frei 499").click()
    rows = page.get_by_role("region", name="Stand „Frei“ als Liste").get_by_role("row")
    expect(rows).to_have_count(2)
    rows.get_by_role("button", name="Plätze 2 bis 500").click()
    expect(page.get_by_label("Plätze", exact=True)).to_have_value("2–500")
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []


def test_a_limit_below_what_is_taken_needs_a_reason(page: Page, server: Server, sign_in: SignIn, watch: Any) -> None:
    watch.expect("status of 409")
    for _ in range(3):
        reserve(page, server)
    sign_in(page, "staff")
    page.goto(PARK)
    limits = page.get_by_role("region", name="Grenzen")
    expect(limits).to_contain_text("3 von 500 belegt: 3 reserviert")
    limits.get_by_role("button", name="Grenzen ändern").click()
    dialog = page.get_by_role("dialog", name="Grenzen: Solarpark Ingolstadt")
    dialog.get_by_label("Plätze").fill("2")
    dialog.get_by_role("button", name="Speichern").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Der höchste vergebene Platz ist Platz 3")
    expect(dialog.get_by_role("button", name="Trotzdem überbuchen")).to_be_disabled()
    assert violations_as_it_stands(page) == []
    dialog.get_by_label("Grund für die Überbuchung").fill("Ein Haushalt zieht weg")
    dialog.get_by_role("button", name="Trotzdem überbuchen").click()
    expect(page.get_by_role("button", name="Überbucht 1")).to_be_visible()
    expect(limits).to_contain_text("Der Park ist überbucht")

    limits.get_by_role("button", name="Grenzen ändern").click()
    dialog.get_by_label("Plätze").fill("10.000")
    dialog.get_by_label("Strom in kWh im Jahr").fill("20.000.000")
    dialog.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("button", name="Frei 9.997")).to_be_visible()
    expect(page.get_by_role("region", name="Verlauf")).to_contain_text("Grenze der Plätze: 2 → 10.000")


@pytest.mark.sample(0)
def test_ten_thousand_spots_are_a_few_paths(page: Page, server: Server, sign_in: SignIn, records_db: Database) -> None:
    sign_in(page, "staff")
    page.goto(PARK)
    page.get_by_role("button", name="Grenzen ändern").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Plätze").fill("10.000")
    dialog.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("button", name="Frei 10.000")).to_be_visible()
    assert page.locator(".park-field-choice svg *").count() < 20
    field(page).focus()
    took = page.evaluate(
        """async () => {
          const field = document.querySelector('.park-field-choice'), start = performance.now()
          for (let step = 0; step < 50; step++) {
            field.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))
            await new Promise(requestAnimationFrame)
          }
          return (performance.now() - start) / 50
        }"""
    )
    expect(field(page)).to_have_attribute("aria-valuenow", "51")
    assert took < 100, f"{took:.0f} ms a step"


@pytest.mark.sample(0)
def test_two_clerks_edit_one_park(page: Page, browser: Browser, server: Server, sign_in: SignIn, watch: Any) -> None:
    watch.expect("status of 409")
    sign_in(page, "staff", name="Miriam Falk")
    page.goto("/admin/parks/ingolstadt")
    page.get_by_label("Zeitplan").fill("Q4 2026")

    context = browser.new_context(base_url=server.url, locale="de-DE")
    watch.follow(context)
    other = context.new_page()
    sign_in(other, "admin", name="Kim Admin")
    other.goto("/admin/parks/ingolstadt")
    other.get_by_label("Haushalte laut Projekt").fill("viele")
    other.get_by_role("button", name="Speichern").click()
    expect(other.get_by_text("Bitte geben Sie eine Zahl ein")).to_be_visible()
    other.get_by_label("Haushalte laut Projekt").fill("420")
    other.get_by_role("button", name="Speichern").click()
    expect(other.get_by_role("region", name="Angaben")).to_contain_text("420")
    context.close()

    page.get_by_role("button", name="Speichern").click()
    versions = page.get_by_role("region", name="Kim Admin hat diesen Park inzwischen geändert")
    expect(versions.get_by_role("row", name="Zeitplan")).to_contain_text("Q4 2026")
    expect(versions.get_by_role("row", name="Haushalte laut Projekt")).to_contain_text("420")
    assert violations_as_it_stands(page) == []
    versions.get_by_role("button", name="So speichern").click()
    facts = page.get_by_role("region", name="Angaben")
    expect(facts).to_contain_text("Q4 2026")
    expect(facts).to_contain_text("420")


def test_the_list_of_parks_is_accessible(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    page.goto("/admin/parks")
    expect(page.get_by_role("link", name="Solarpark Ingolstadt")).to_be_visible()
    assert violations(page, WIDTHS) == []
    page.goto("/admin/parks/ingolstadt")
    expect(page.get_by_label("Zeitplan")).to_be_visible()
    assert violations(page, WIDTHS) == []


def test_a_park_is_called_off_once_its_name_is_typed(page: Page, server: Server, sign_in: SignIn) -> None:
    for number in range(2):
        reserve(page, server, email=f"haushalt{number}@example.org")
    sign_in(page, "admin", name="Pia Adler")
    page.goto(PARK)
    page.get_by_role("region", name="Park absagen").get_by_role("button").click()
    dialog = page.get_by_role("dialog", name="Park absagen: Solarpark Ingolstadt")
    expect(dialog).to_contain_text("2 Reservierungen wechseln zu „Park abgesagt“.")
    expect(dialog).to_contain_text("498 freie Plätze werden gesperrt.")
    expect(dialog).to_contain_text("Das lässt sich nicht rückgängig machen.")
    done = dialog.get_by_role("button", name="Endgültig absagen")
    why = {"Grund": "Der Netzanschluss wurde nicht genehmigt"}
    fill_completely(dialog.locator("form"), why | {"Name des Parks": "Ingolstad"})
    expect(done).to_be_disabled()
    dialog.get_by_label("Name des Parks").fill("Ingolstadt")
    assert violations_as_it_stands(page) == []
    done.click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name="Abgesagt")).to_contain_text("wird nicht gebaut")
    history = page.get_by_role("region", name="Verlauf")
    expect(history).to_contain_text("Park abgesagt")
    expect(history).to_contain_text("Pia Adler")
    expect(history).to_contain_text("Der Netzanschluss wurde nicht genehmigt")
    for gone in ("Neue Reservierungen", "Grenzen", "Park absagen"):
        expect(page.get_by_role("region", name=gone)).to_have_count(0)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0, width
    page.goto("/admin/parks")
    expect(page.get_by_role("region", name="Solarpark Ingolstadt")).to_contain_text("Abgesagt am")
    page.goto("/admin/")
    expect(page.get_by_role("heading", name="Solarpark München-Ost")).to_be_visible()


@pytest.mark.sample(0)
def test_what_came_in_meanwhile_is_told_before_a_park_is_called_off(
    page: Page, server: Server, sign_in: SignIn, watch: Watch
) -> None:
    watch.expect("status of 409")
    reserve(page, server)
    sign_in(page, "admin")
    page.goto(PARK)
    page.get_by_role("region", name="Park absagen").get_by_role("button").click()
    dialog = page.get_by_role("dialog", name="Park absagen: Solarpark Ingolstadt")
    expect(dialog).to_contain_text("Die Reservierung wechselt von „Reserviert“ zu „Park abgesagt“.")
    reserve(page, server, email="spaet@example.org")
    dialog.get_by_label("Grund").fill("Der Netzanschluss fehlt")
    dialog.get_by_label("Name des Parks").fill("Ingolstadt")
    dialog.get_by_role("button", name="Endgültig absagen").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Bestätigt haben Sie 1, möglich ist es jetzt bei 2.")
    expect(dialog).to_contain_text("2 Reservierungen wechseln")
    expect(dialog.get_by_label("Grund")).to_have_value("Der Netzanschluss fehlt")
    dialog.get_by_role("button", name="Endgültig absagen").click()
    expect(page.get_by_role("region", name="Abgesagt")).to_be_visible()
