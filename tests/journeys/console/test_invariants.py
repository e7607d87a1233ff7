"""What the administration sees of the nightly checks, and a clerk of a household's evidence."""

from pathlib import Path

from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.invariants.prove import INVARIANTS
from services.privacy.consent_texts import CURRENT_TERMS
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.servers import Server
from tests.journeys.axe import violations_within
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.test_jobs import faults
from tests.journeys.records import Records
from tests.services.stored import execute


@with_jobs
def test_the_checks_run_on_a_press_and_name_what_does_not_fit(page: Page, sign_in: SignIn, sqlite_url: str) -> None:
    sign_in(page, "admin", name="Miriam Falk")
    page.goto("/admin/invariants")
    summary = page.get_by_role("region").filter(has=page.get_by_role("button", name="Jetzt prüfen"))
    expect(page.get_by_role("heading", name="Prüfungen", level=1)).to_be_visible()
    button = page.get_by_role("button", name="Jetzt prüfen")
    button.focus()
    page.keyboard.press("Enter")
    expect(summary).to_contain_text(f"Alle {len(INVARIANTS)} Prüfungen bestanden.")
    expect(button).to_be_focused()
    assert faults(page) == []

    database = Database(sqlite_url)
    execute(database.engine, "UPDATE parks SET kwh_taken = kwh_taken + 1 WHERE id = 'ingolstadt'")
    database.close()
    button.click()
    expect(summary).to_contain_text(f"1 von {len(INVARIANTS)} Prüfungen nicht bestanden.")
    broken = page.get_by_role("listitem").filter(has_text="Nicht bestanden")
    expect(broken).to_contain_text("Eine Stelle passt nicht:")
    assert faults(page) == []
    broken.get_by_role("link", name="Park ingolstadt").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ingolstadt")


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
