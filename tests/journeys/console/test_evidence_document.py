"""What a clerk reads of a household's evidence."""

from pathlib import Path

from playwright.sync_api import Page, expect

from services.privacy.consent_texts import CURRENT_TERMS
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.servers import Server
from tests.journeys.axe import violations_within
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.records import Records


def test_a_clerk_fetches_the_evidence_of_a_reservation(
    page: Page, sign_in: SignIn, server: Server, records: Records, tmp_path: Path
) -> None:
    body = reservation_body(consent=True, consent_version=CURRENT_TERMS)
    assert page.request.post("/functions/v1/reserve-spot", data=body).ok
    sign_in(page, "staff", name="Miriam Falk")
    page.goto(f"/admin/reservations/{records.only(Reservation)['id']}/show")
    section = ReservationPages(page).unfold("Einwilligungen und Nachweis")
    expect(section).to_contain_text("Wird protokolliert")
    assert violations_within(page, ".evidence", (390, 1280)) == []
    link = section.get_by_role("link", name="Nachweis (PDF)")
    link.focus()
    with page.expect_download() as started:
        page.keyboard.press("Enter")
    target = tmp_path / "nachweis.pdf"
    started.value.save_as(target)
    assert started.value.suggested_filename.startswith("nachweis-vg-")
    assert target.read_bytes()[:5] == b"%PDF-"
    entry = records.rows(AuditEntry)[-1]
    assert (entry["action"], entry["details"]) == ("reservation.evidence_read", {"form": "document"})
