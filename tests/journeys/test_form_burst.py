"""While so many places are unconfirmed that the next has to be confirmed first: from the form to the place."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.reservations.models import Reservation
from services.waiting_list.models import WaitingEntry
from tests.factories import letters, reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import expect_clean, expect_clean_as_it_stands
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.mailbox import Mailbox
from tests.journeys.pages import ReservationForm
from tests.journeys.records import Records
from tests.journeys.tab import follow

SETTINGS = {**WITH_JOBS, "rate_limits": "fill_seconds=0,confirm_burst_percent=1"}
pytestmark = pytest.mark.parametrize("server_settings", [SETTINGS])
TITLE = "Fast geschafft: Bitte bestätigen Sie Ihre Adresse."


@pytest.fixture
def beset(page: Page, server: Server) -> None:
    """Ten households have come within minutes and not confirmed yet: as many as may be."""
    for number in range(10):
        other = reservation_body(
            email=f"andere{number}@web.de",
            mobile_phone=f"0170 {7654000 + number}",
            last_name=f"H{letters(number).lower()}",
        )
        assert page.request.post("/functions/v1/reserve-spot", data=other).ok


@pytest.mark.usefixtures("beset")
def test_the_form_is_kept_and_the_link_makes_it_a_place_as_long_as_there_is_one(
    page: Page, server: Server, form: ReservationForm, records: Records, watch: Watch
) -> None:
    watch.expect("status of 409")
    form.complete()
    form.submit.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(TITLE)
    expect(heading).to_be_focused()
    (entry,) = records.rows(WaitingEntry)
    expect(page.get_by_role("main")).to_contain_text(f"Öffnen Sie unsere E-Mail an {entry['email']} und bestätigen")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"Sie haben bis \w+, \d+\. \w+ 20\d\d, "))
    expect_clean(page)
    page.reload()
    expect(heading).to_have_text(TITLE)
    page.go_back()
    expect(form.submit).to_be_visible()
    page.go_forward()
    expect(heading).to_have_text(TITLE)
    assert len(records.rows(Reservation)) == 10
    follow(page, Mailbox(server, records, entry["email"]).link("confirm_first"))
    expect(heading).to_have_text("Noch ein Klick, dann gilt Ihr Platz.")
    expect_clean_as_it_stands(page)
    page.get_by_role("button", name="Adresse bestätigen und Platz nehmen").click()
    expect(page).to_have_url(re.compile(r"/reservierung/danke\?spot=11$"))
    row = records.rows(Reservation)[-1]
    expect(page.get_by_role("main")).to_contain_text(row["reference"])
    assert (row["spot_number"], row["email_confirmed_at"] is not None) == (11, True)

    form.open()
    form.complete(**{"E-Mail-Adresse": "spaeter@example.org", "Mobilnummer": "0171 7654321", "Nachname": "Spät"})
    form.submit.click()
    expect(heading).to_have_text(TITLE)
    link = Mailbox(server, records, "spaeter@example.org").link("confirm_first")
    records.fill_park()
    follow(page, link)
    page.get_by_role("button", name="Adresse bestätigen und Platz nehmen").click()
    expect(heading).to_have_text("Ihre Stelle auf der Liste: 1")
    expect(page.get_by_role("main")).to_contain_text("Leider waren schon alle Plätze vergeben.")
    assert records.rows(WaitingEntry)[-1]["confirmed_at"] is not None
