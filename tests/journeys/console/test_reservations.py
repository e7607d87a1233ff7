"""One clerk, one reservation: found, opened, corrected, cancelled, taken back; and what marketing sees of it."""

import re

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.journeys.axe import ENDS, defects, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.pages import HeldBack
from tests.services.reservations.standing import check_invariants, households, reserve_many

OTHER = {"email": "nele.hartwik@example.org", "first_name": "Nele", "last_name": "Hartwik"}
PERSONAL = ("Hartwik", "hartwik@", "Nele", "0170", "85049", "Haushalt7@")


@pytest.fixture
def reserved(records_db: Database) -> list[int]:
    """Thirty households, the last one Nele Hartwik."""
    return reserve_many(records_db, utc_now(), [*households(29), reservation_body(**OTHER)])


@pytest.fixture
def pages(page: Page) -> ReservationPages:
    return ReservationPages(page)


def test_a_clerk_finds_corrects_cancels_and_takes_back(
    page: Page, pages: ReservationPages, sign_in: SignIn, reserved: list[int], records_db: Database
) -> None:
    sign_in(page, "staff", name="Miriam Falk")
    pages.open_list()
    expect(page.get_by_text("30 Reservierungen")).to_be_visible()
    pages.search("hartwik")
    expect(pages.rows).to_have_count(1)
    pages.open("Nele Hartwik")

    page.goto(page.url.removesuffix("/show"))  # where a form for it was once
    pages.correct(Nachname="Hartwig", Merkmale="Presse, Umzug")
    pages.correct(Merkmale="Umzug")
    expect(page.get_by_role("region", name="Arbeit")).not_to_contain_text("Presse")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nele Hartwig")
    history = pages.history
    expect(history).to_contain_text("von Ihnen")
    expect(history).to_contain_text(re.compile(r"Nachname\s*Hartwik\s*→\s*Hartwig"))

    pages.operate("Stornieren")
    expect(pages.dialog).to_contain_text("24 Stunden")
    pages.confirm("Stornieren", "Zieht um")
    expect(pages.state()).to_contain_text("Storniert")
    cancelled = history.get_by_role("listitem").filter(has_text="Grund: Zieht um")
    undo = cancelled.get_by_role("button", name="Rückgängig machen")  # the corrections have one of their own
    expect(cancelled).to_contain_text("bis morgen")
    undo.click()
    expect(pages.state()).to_contain_text("Neu")
    expect(undo).to_have_count(0)
    check_invariants(records_db)


def test_rows_of_another_search_say_nothing_of_the_one_under_way(
    page: Page, pages: ReservationPages, sign_in: SignIn, reserved: list[int]
) -> None:
    sign_in(page)
    pages.open_list()
    held = HeldBack(page, "**/api/staff/reservations?*")
    pages.search("hartwik")
    expect(page.get_by_role("status").filter(has_text="werden gesucht")).to_be_visible()
    expect(pages.rows).to_have_count(25)
    expect(page.locator("tbody mark")).to_have_count(0)
    expect(page.locator("tbody .found-by")).to_have_count(0)
    held.release()
    expect(pages.rows).to_have_count(1)
    expect(page.locator("tbody mark")).to_have_text("Hartwik")


@pytest.mark.own_tab
def test_contact_data_show_after_a_click_that_is_on_record_and_hide_again(
    page: Page, pages: ReservationPages, sign_in: SignIn, reserved: list[int]
) -> None:
    sign_in(page)
    pages.open_list("?filter=%7B%22q%22%3A%22hartwik%22%7D")
    pages.open("Nele Hartwik")
    expect(pages.head).to_contain_text("n•••@example.org")
    page.clock.install()
    pages.head.get_by_role("button", name="E-Mail-Adresse anzeigen").click()
    expect(pages.head).to_contain_text("nele.hartwik@example.org")
    expect(pages.head).to_contain_text("noch")
    expect(pages.history).to_contain_text("E-Mail-Adresse angezeigt von Ihnen")
    page.clock.run_for(61_000)
    expect(pages.head).not_to_contain_text("nele.hartwik@example.org")


def test_lists_and_pages_are_accessible_and_fit_a_phone(
    page: Page, pages: ReservationPages, sign_in: SignIn, reserved: list[int]
) -> None:
    sign_in(page)
    pages.open_list()
    page.get_by_role("checkbox", name="Alle auf dieser Seite auswählen").check()
    expect(page.get_by_text("25 Einträge ausgewählt")).to_be_visible()
    assert violations_as_it_stands(page, ENDS) == []
    for path in (f"/reservations/{reserved[-1]}/show", "/board", "/reservations"):
        page.goto(f"/admin{path}")
        page.get_by_role("main").get_by_text("Hartwik").first.wait_for()
        assert defects(page) == [], path


def test_keys_alone_lead_from_the_list_to_a_reservation_and_on(
    page: Page, pages: ReservationPages, sign_in: SignIn, reserved: list[int]
) -> None:
    sign_in(page)
    pages.open_list()
    for key in ("j", "j", "x"):
        page.keyboard.press(key)
    expect(page.get_by_text("1 Eintrag ausgewählt")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/reservations/\d+/show$"))
    second = page.url
    # The address changes before the page of the next one is there, which is the one that hears the keys.
    place = page.get_by_role("navigation", name="In der Liste")
    expect(place).to_contain_text("2 von")
    page.keyboard.press("j")
    expect(page).not_to_have_url(second)
    expect(place).to_contain_text("3 von")
    page.keyboard.press("k")
    expect(page).to_have_url(second)
    expect(place).to_contain_text("2 von")
    expect(page.get_by_label("Auf einen Blick").get_by_role("button", name="Vorgänge")).to_be_visible()
    page.keyboard.press("x")
    expect(pages.dialog.get_by_role("heading", name="Vorgänge")).to_be_visible()


def test_marketing_sees_pseudonyms_and_nothing_personal(
    page: Page, pages: ReservationPages, sign_in: SignIn, reserved: list[int]
) -> None:
    sign_in(page, "marketing")
    answers: list[str] = []

    def keep(answer: Response) -> None:
        if "/api/staff/reservations" in answer.url or "/api/staff/search" in answer.url:
            answers.append(answer.text())

    page.on("response", keep)
    pages.open_list()
    expect(pages.rows.first).to_contain_text("Haushalt ")
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect(page.get_by_role("columnheader", name="Platz")).to_have_count(0)
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Suchen: Seite").fill("hartwik")
    expect(pages.dialog).to_contain_text("Keine Seite heißt so")
    page.get_by_role("combobox", name="Suchen: Seite").fill("kampa")
    expect(pages.dialog.get_by_role("option").first).to_have_text("Marketing: Kampagnen")
    expect(pages.dialog.get_by_role("option").filter(has_text="Reservierung anlegen")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(pages.dialog).to_have_count(0)
    pages.rows.first.get_by_role("link").click()
    expect(page.get_by_role("region", name="Weg zur Reservierung")).to_be_visible()
    for absent in ("Bearbeiten", "Stornieren", "anzeigen"):
        expect(page.get_by_role("button", name=absent)).to_have_count(0)
    page.goto("/admin/board")
    expect(page.get_by_role("link", name=re.compile("Haushalt")).first).to_be_visible()
    expect(page.get_by_text("Platz", exact=False)).to_have_count(0)
    page.remove_listener("response", keep)
    said = "".join([*answers, page.content()])
    assert [word for word in PERSONAL if word in said] == []


def test_of_two_clerks_the_slower_one_sees_both_versions_and_loses_nothing(
    browser: Browser,
    page: Page,
    pages: ReservationPages,
    sign_in: SignIn,
    reserved: list[int],
    watch: Watch,
    browser_context_args: dict[str, object],
) -> None:
    watch.expect("status of 409")
    path = f"/admin/reservations/{reserved[-1]}/show"
    sign_in(page, "staff", name="Kim Roth")
    page.goto(path)
    pages.open_fact("Nachname").fill("Hartwig-Meier")
    pages.open_fact("Vorname").fill("Nelly")

    elsewhere = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    watch.follow(elsewhere)
    other = ReservationPages(elsewhere.new_page())
    sign_in(other.page, "staff", name="Miriam Falk")
    other.page.goto(path)
    other.correct(Nachname="Hartwig", Merkmale="Umbenannt")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Nele Hartwig")
    elsewhere.close()

    pages.open_fact("Nachname").press("Enter")
    versions = pages.facts.get_by_role("alert")
    expect(versions).to_contain_text(re.compile(r"Hartwig.*Miriam Falk.*Sie hatten Hartwig-Meier geschrieben"))
    expect(versions.get_by_role("button", name="Miriams Wert lassen")).to_be_visible()
    assert violations_as_it_stands(page) == []
    versions.get_by_role("button", name="Meinen nehmen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nelly Hartwig-Meier")
    expect(page.get_by_role("region", name="Arbeit")).to_contain_text("Umbenannt")


def test_two_clerks_write_notes_at_once_and_none_is_refused_or_lost(
    browser: Browser,
    page: Page,
    pages: ReservationPages,
    sign_in: SignIn,
    reserved: list[int],
    browser_context_args: dict[str, object],
    watch: Watch,
) -> None:
    path = f"/admin/reservations/{reserved[-1]}/show"
    elsewhere = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    watch.follow(elsewhere)
    other = ReservationPages(elsewhere.new_page())
    for clerk, name in ((pages, "Kim Roth"), (other, "Miriam Falk")):
        sign_in(clerk.page, "staff", name=name)
        clerk.page.goto(path)
        clerk.page.get_by_label("Notiz", exact=True).fill(f"Notiz von {name}.")
    other.page.get_by_role("button", name="Notiz speichern").click()
    expect(other.history).to_contain_text("Notiz von Miriam Falk.")
    other.correct(Nachname="Hartwig")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Nele Hartwig")
    elsewhere.close()

    # A draft waits while its page is left.
    page.get_by_role("link", name="Reservierungen", exact=True).first.click()
    expect(pages.rows.first).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Notiz", exact=True)).to_have_value("Notiz von Kim Roth.")
    page.get_by_role("button", name="Anheften", exact=True).first.click()
    page.get_by_role("button", name="Notiz speichern").click()
    pinned = pages.history.get_by_role("listitem").filter(has_text="Notiz von Kim Roth.")
    expect(pinned.get_by_role("button", name="Lösen")).to_be_visible()
    expect(pages.history.get_by_role("listitem").filter(has_text="Notiz von Miriam Falk.")).to_be_visible()
    assert violations_as_it_stands(page) == []
    pinned.get_by_role("button", name="Zurückziehen").click()
    expect(pages.history).to_contain_text("Zurückgezogen um")
