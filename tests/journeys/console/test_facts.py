"""What is known of a household is changed where it stands, beside a colleague who does the same; and its place."""

import re
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.staff.models import AuditEntry
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member
from tests.journeys.axe import violations_within
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.filling import CHOICES
from tests.services.reservations.standing import check_invariants, households, reservation, reserve_many
from tests.services.stored import stored


@pytest.fixture
def household(records_db: Database) -> int:
    """The second of three, on place 2."""
    return reserve_many(records_db, utc_now(), households(3))[1]


def facts(page: Page, id_: int) -> Locator:
    page.goto(f"/admin/reservations/{id_}/show")
    found = page.get_by_role("region", name="Haushalt", exact=True)
    expect(found).to_be_visible()
    return found


def write_abschlag(server: Server, db: Database, id_: int, euros: str, name: str) -> None:
    """As the console of a colleague does."""
    body = {"version": reservation(db, id_).version, "monthly_abschlag": euros}
    cookies = {COOKIE: add_member(db, "staff", name=name).token}
    answer = httpx2.patch(
        f"{server.url}/api/staff/reservations/{id_}", json=body, headers=OWN_PAGE, cookies=cookies, timeout=60
    )
    assert answer.is_success, answer.text


def test_a_fact_is_written_over_and_a_colleagues_one_is_chosen_beside_it(
    page: Page, server: Server, household: int, sign_in: SignIn, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 409", "status of 422")
    sign_in(page, "staff", name="Aylin Sommer")
    mine = facts(page, household)
    mine.get_by_role("button", name="Anschrift").press("Enter")
    page.keyboard.type("Feldkirchener Straße 12")
    page.keyboard.press("Enter")
    expect(mine.get_by_role("button", name="Anschrift Feldkirchener Straße 12")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type("00001")
    page.keyboard.press("Enter")
    expect(mine.get_by_role("alert")).to_have_text("Diese Postleitzahl gibt es nicht.")
    said, town = mine.get_by_role("alert").bounding_box(), mine.get_by_label("Ort").bounding_box()
    assert said is not None
    assert town is not None
    assert said["height"] < 45, "in the width of the fact, not of five digits"
    assert town["height"] < 45, "and no input grows with it"
    page.keyboard.press("Escape")
    expect(mine.get_by_role("button", name="Ort 8")).to_be_focused()

    mine.get_by_role("button", name="Abschlag").click()
    page.keyboard.type("120")
    write_abschlag(server, records_db, household, "122,50", name="Jonas Reiter")

    page.keyboard.press("Enter")
    expect(mine.get_by_role("alert")).to_contain_text(re.compile(r"122,50.*Jonas Reiter.*Sie hatten 120 geschrieben"))
    assert violations_within(page, "dl.facts", (390, 1280)) == []
    name, choice = next(iter(CHOICES.items()))
    mine.get_by_role("button", name=choice.console).click()
    mine.get_by_label(choice.console).select_option(choice.other)
    page.keyboard.press("Enter")
    expect(mine.get_by_role("button", name=f"{choice.console} {choice.other}")).to_be_visible()
    expect(mine.get_by_role("button", name="Jonas’ Wert lassen")).to_be_visible()
    mine.get_by_role("button", name="Meinen nehmen").click()
    expect(mine.get_by_role("button", name="Abschlag 120")).to_be_visible()
    row = reservation(records_db, household)
    assert (row.street, row.monthly_abschlag_cents) == ("Feldkirchener Straße 12", 12_000)
    assert getattr(row, name) == choice.other


def test_what_was_typed_is_taken_back_by_its_key_and_a_place_is_chosen_on_the_picture(
    page: Page, household: int, sign_in: SignIn, records_db: Database
) -> None:
    sign_in(page, "staff", name="Aylin Sommer")
    mine = facts(page, household)
    page.keyboard.press("z")
    expect(page.get_by_text("Nichts zurückzunehmen, weil hier in den letzten Tagen nichts getan wurde")).to_be_visible()
    before = reservation(records_db, household)
    page.keyboard.press("b")
    expect(mine.get_by_label("Nachname")).to_be_focused()  # what is corrected most
    page.keyboard.type("Remer")
    page.keyboard.press("Tab")
    expect(mine.get_by_role("textbox", name="Straße")).to_be_focused()
    expect(page.get_by_text("Nachname gespeichert.")).to_be_visible()
    page.keyboard.type("Rosenweg 3")
    page.keyboard.press("Enter")
    expect(mine.get_by_role("button", name="Anschrift Rosenweg 3")).to_be_focused()
    page.keyboard.press("r")  # a letter on a fact leads nowhere
    expect(page).to_have_url(re.compile(f"/reservations/{household}/show"))
    page.keyboard.press("z")
    expect(mine.get_by_role("button", name="Anschrift ergänzen")).to_be_visible()
    page.keyboard.press("z")
    expect(page.get_by_role("heading", level=1)).to_contain_text(before.last_name)
    page.keyboard.press("z")
    expect(page.get_by_text("Nichts zurückzunehmen, weil es schon zurückgenommen ist.")).to_be_visible()
    after = reservation(records_db, household)
    assert (after.last_name, after.street) == (before.last_name, before.street)
    exchange_places(page, household, records_db)
    change_place_and_package(page, household, records_db)
    fetch_the_evidence(page, records_db)


def exchange_places(page: Page, household: int, records_db: Database) -> None:
    """With the household on the next place, which agreed; and back for both."""
    page.get_by_role("button", name="Platz wechseln").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Neuer Platz").fill("3")
    expect(dialog.get_by_role("alert")).to_have_text("Platz 3 ist vergeben.")
    dialog.get_by_label("Mit dem Haushalt auf Platz 3 tauschen").check()
    expect(dialog).to_contain_text("bekommt dafür den Platz 2. Kein Platz wird frei.")
    assert violations_within(page, "[role=dialog]", (390, 1280)) == []
    dialog.get_by_role("button", name="Plätze tauschen").click()
    share = page.get_by_role("region", name="Anteil")
    expect(share).to_contain_text("Platz3")
    others = household + 1
    assert [reservation(records_db, id_).spot_number for id_ in (household, others)] == [3, 2]
    page.keyboard.press("z")
    expect(share).to_contain_text("Platz2")
    assert [reservation(records_db, id_).spot_number for id_ in (household, others)] == [2, 3]


def change_place_and_package(page: Page, household: int, records_db: Database) -> None:
    """By the picture, and by the figures; the package comes back."""
    page.get_by_role("button", name="Platz wechseln").click()
    dialog = page.get_by_role("dialog")
    picture = dialog.get_by_role("slider", name="Platz")
    expect(picture).to_have_attribute("aria-valuetext", "Platz 2, der bisherige")
    picture.press("ArrowRight")
    picture.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("Platz 3 ist nicht frei: seit gestern reserviert.")
    expect(dialog.get_by_label("Neuer Platz")).to_have_value("")
    box = picture.locator("svg").bounding_box()
    assert box is not None
    picture.locator("svg").click(position={"x": box["width"] * 0.99, "y": 5})
    number = int(dialog.get_by_label("Neuer Platz").input_value())
    expect(dialog).to_contain_text(f"bekommt den Platz {number} statt des Platzes 2")
    expect(dialog.get_by_label("Grund")).to_have_value("Auf Wunsch des Haushalts")
    dialog.get_by_role("button", name="Neben Familie oder Nachbarn").click()
    expect(dialog.get_by_label("Grund")).to_have_value("Neben Familie oder Nachbarn")
    dialog.get_by_label("Nicht", exact=False).check()
    perform = dialog.get_by_role("button", name="Platz wechseln")
    expect(perform).to_be_disabled()
    dialog.get_by_label("Warum nicht").fill("Schon besprochen")
    assert violations_within(page, "[role=dialog]", (390, 1280)) == []
    perform.click()
    share = page.get_by_role("region", name="Anteil")
    expect(share).to_contain_text(f"Platz{number}")
    assert reservation(records_db, household).spot_number == number

    share.get_by_role("button", name="Paket ändern").click()
    expect(dialog.get_by_role("row", name="Paket")).to_contain_text("Standard")
    dialog.get_by_label("Premium").check()
    expect(dialog.get_by_role("row", name="Paket")).to_contain_text("Premium")
    expect(dialog).to_contain_text("Das bisherige bleibt als Nachweis erhalten")
    dialog.get_by_label("Grund").fill("Wunsch am Telefon")
    dialog.get_by_role("button", name="Paket oder Zahlung ändern").click()
    expect(share.get_by_role("button", name="Paket ändern: Premium")).to_be_visible()
    # The change of the place is undone for itself, so its button is there as well.
    changed = page.get_by_role("listitem").filter(has_text="Grund: Wunsch am Telefon")
    changed.get_by_role("button", name="Rückgängig machen").click()
    expect(share.get_by_role("button", name="Paket ändern: Standard")).to_be_visible()
    check_invariants(records_db)


def fetch_the_evidence(page: Page, records_db: Database) -> None:
    """By keyboard, as the document that a court would read; on record."""
    section = ReservationPages(page).unfold("Einwilligungen und Nachweis")
    expect(section).to_contain_text("Wird protokolliert")
    assert violations_within(page, ".evidence", (390, 1280)) == []
    section.get_by_role("link", name="Nachweis (PDF)").focus()
    with page.expect_download() as started:
        page.keyboard.press("Enter")
    assert started.value.suggested_filename.startswith("nachweis-vg-")
    assert Path(started.value.path()).read_bytes()[:5] == b"%PDF-"
    assert stored(records_db, AuditEntry)[-1]["action"] == "reservation.evidence_read"
