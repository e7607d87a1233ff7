"""The mails of one reservation, where the clerk looks at it."""

from email import message_from_bytes, policy
from email.message import EmailMessage

from playwright.sync_api import Page, expect

from services.mail.models import Mail
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.fixtures.servers import Server
from tests.journeys.axe import ENDS, violations_as_it_stands
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.reserving import reserve
from tests.journeys.records import Records, eventually


def sent_mails(server: Server) -> list[EmailMessage]:
    """Everything that left, the oldest first."""
    files = sorted(server.mail_dir.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
    return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]


@with_jobs
def test_a_mail_is_read_beside_the_reservation_and_goes_to_the_corrected_address(
    page: Page, server: Server, sign_in: SignIn, records: Records
) -> None:
    reserve(page, server, email="aene.mueller@example.org")
    eventually(lambda: len(sent_mails(server)) == 1, "the household's mail")
    sign_in(page, "staff", name="Miriam Falk")
    pages = ReservationPages(page)
    page.goto(f"/admin/reservations/{records.only(Reservation)['id']}/show")
    expect(pages.facts).to_contain_text("a•••@example.org")
    address = pages.open_fact("E-Mail-Adresse")
    expect(address).to_have_value("aene.mueller@example.org")
    expect(address).to_be_focused()
    pages.correct(**{"E-Mail-Adresse": "aenne.mueller@example.org"})
    assert [row["details"]["field"] for row in records.rows(AuditEntry) if row["action"].endswith("revealed")] == [
        "email"
    ]

    page.get_by_role("navigation", name="Im Verlauf zeigen").get_by_role("button", name="Nachrichten").click()
    mails = pages.history.locator("ol").get_by_role("listitem")
    expect(mails).to_have_count(2)
    eventually(lambda: len(sent_mails(server)) == 2, "the link to the corrected address")
    first, link = sent_mails(server)
    assert (first["to"], link["to"]) == ("aene.mueller@example.org", "aenne.mueller@example.org")
    received = mails.last
    expect(received).to_contain_text(first["subject"])
    expect(received).to_contain_text("gesendet")
    received.get_by_role("button", name="Ansehen").click()
    expect(pages.dialog.get_by_role("heading", name=first["subject"])).to_be_visible()
    preview = pages.dialog.frame_locator("iframe")
    expect(preview.locator("body")).to_contain_text("Ihr Platz liegt im Solarpark Ingolstadt: im Bild der gelbe,")
    expect(preview.get_by_role("heading", level=1)).to_have_css("color", "rgb(15, 61, 36)")
    assert violations_as_it_stands(page, ENDS) == []
    pages.dialog.get_by_role("button", name="Erneut senden an a•••@example.org").click()
    expect(page.get_by_text("Die Mail wird erneut gesendet.")).to_be_visible()
    expect(mails).to_have_count(3)

    eventually(lambda: len(sent_mails(server)) == 3, "the first mail again")
    again = sent_mails(server)[-1]
    assert (again["to"], again["subject"]) == (link["to"], first["subject"])
    assert {mail["state"] for mail in records.rows(Mail)} == {"sent"}
