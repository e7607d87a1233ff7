"""A household takes its data along, and has it erased: two presses, after it has read what stays."""

import json

import pytest
from playwright.sync_api import Page, expect

from services.data_protection.models import Erasure
from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.journeys.axe import PHONE_AND_DESK, violations_within
from tests.journeys.conftest import with_jobs
from tests.journeys.pages import overflow
from tests.journeys.records import Records
from tests.journeys.test_my_reservation import ADDRESS, follow, links, reference

pytestmark = with_jobs

__all__ = ["reference"]


@pytest.fixture
def own_page(page: Page, server: Server, records: Records, reference: str) -> str:
    """The page is open in this browser; the reference of the reservation."""
    follow(page, links(server, records, "reservation_received")[0])
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Gerade ist nichts zu tun")
    return reference


def test_a_household_downloads_what_is_stored_about_it(page: Page, own_page: str) -> None:
    with page.expect_download() as begun:
        page.get_by_role("link", name="Als Datei für Programme (JSON)").click()
    exported = json.loads(begun.value.path().read_text("utf-8"))
    assert begun.value.suggested_filename == f"voltigo-{own_page}.json"
    assert exported["tables"][0]["rows"][0]["email"] == ADDRESS
    with page.expect_download() as begun:
        page.get_by_role("link", name="Als PDF zum Lesen").click()
    assert begun.value.path().read_bytes().startswith(b"%PDF")


def test_a_household_reads_what_stays_and_erases_its_data_by_keyboard(
    page: Page, own_page: str, records: Records
) -> None:
    show = page.get_by_role("button", name="Zeigen, was gelöscht würde")
    show.focus()
    page.keyboard.press("Enter")
    parcel = page.get_by_role("article").filter(has_text="Ihre Daten löschen")
    expect(parcel.get_by_role("heading", name="Ihre Daten löschen")).to_be_focused()
    expect(parcel).to_contain_text("Platz 1 geben Sie damit zurück.")
    expect(parcel).to_contain_text("Das lässt sich nicht zurücknehmen.")
    for width in PHONE_AND_DESK:
        page.set_viewport_size({"width": width, "height": 900})
        assert overflow(page) == 0
    assert violations_within(page, ".house__parcels", PHONE_AND_DESK) == []
    parcel.get_by_role("button", name="Nein, behalten").click()
    assert records.rows(Erasure) == []

    show.click()
    expect(parcel.get_by_role("heading", name="Ihre Daten löschen")).to_be_focused()
    page.keyboard.press("Tab")
    expect(parcel.get_by_role("button", name="Ja, meine Daten löschen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihre Daten sind gelöscht.")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert violations_within(page, "main", PHONE_AND_DESK) == []
    row = records.only(Reservation)
    assert (row["state"], row["last_name"], row["postcode"]) == ("cancelled", "Haushalt", "")
    page.reload()
    expect(page.get_by_role("heading", name="Link verloren?")).to_be_visible()
