"""The page after reserving, in the browser that has reserved: the address, its correction, the step that is missing."""

import re
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from services.mail.models import Mail
from services.referral_codes.models import ReferralCode
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.smtp import SmtpPeer
from tests.journeys.axe import expect_clean
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.filling import fill_completely
from tests.journeys.pages import CONTACT, ReservationForm, visit
from tests.journeys.records import Records, eventually
from tests.journeys.test_my_reservation import links

NO_SERVER = "Ohne Mailserver heißt das: Die E-Mail liegt auf dem Server und erreicht niemanden."


def reserve(page: Page, email: str) -> None:
    """Through the form, as a household does."""
    form = ReservationForm(page)
    visit(page, "/reservierung")
    form.complete(**CONTACT | {"E-Mail-Adresse": email})
    form.submit.click()
    form.expect_thanks(1)


@pytest.mark.parametrize("width", [pytest.param(390), pytest.param(1280, marks=pytest.mark.sample(0))])
def test_a_mistyped_address_is_corrected_and_confirmed(
    page: Page, server: Server, records: Records, watch: Watch, width: int
) -> None:
    watch.expect("status of 422 .*/just-reserved/email")
    reserve(page, "aenne@wbe.example.org")
    card = page.locator(".confirm")
    expect(card).to_contain_text(f"Wir haben an aenne@wbe.example.org geschrieben. {NO_SERVER}")
    [former] = links(server, records, "reservation_received", "aenne@wbe.example.org")
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean(page)
    page.set_viewport_size({"width": width, "height": 844})
    page.get_by_role("button", name="Falsch geschrieben? Ändern").click()
    page.get_by_label("Richtige E-Mail-Adresse").fill("aenne@")
    page.get_by_role("button", name="Berichtigen").click()
    expect(page.get_by_label("Richtige E-Mail-Adresse")).to_be_focused()
    expect(page.locator("#email-fehler")).to_contain_text("Bitte prüfen Sie die E-Mail-Adresse")
    expect_clean(page)
    page.set_viewport_size({"width": width, "height": 844})
    fill_completely(page.locator("form.confirm__form"), {"Richtige E-Mail-Adresse": "aenne@web.example.org"})
    page.get_by_role("button", name="Berichtigen").press("Enter")
    expect(card).to_contain_text("Berichtigt. Ein Link an die erste Adresse gilt nicht mehr.")
    expect(card).to_contain_text("Wir haben an aenne@web.example.org geschrieben.")
    assert records.only(Reservation)["email"] == "aenne@web.example.org"
    watch.expect("status of 404 .*/links/look")
    wrong = page.context.new_page()
    wrong.goto(former)
    expect(wrong.get_by_role("heading", level=1)).to_have_text("Dieser Link gilt nicht.")
    expect(wrong.get_by_role("main")).to_contain_text("die E-Mail-Adresse Ihrer Reservierung wurde inzwischen geändert")
    expect(wrong.get_by_label("Referenz")).to_be_visible()
    wrong.close()
    page.reload()
    expect(card).to_contain_text("Wir haben an aenne@web.example.org geschrieben.")
    page.get_by_role("button", name="Schon bestätigt? Nachsehen").click()
    expect(card).to_contain_text("Noch nicht bestätigt.")
    mailbox = page.context.new_page()
    mailbox.goto(links(server, records, "reservation_received", "aenne@web.example.org")[-1])
    mailbox.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(mailbox.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    mailbox.close()
    page.get_by_role("button", name="Schon bestätigt? Nachsehen").click()
    expect(card).to_contain_text("Ihre Adresse ist bestätigt. Gerade ist nichts mehr zu tun.")
    steps = page.locator(".thanks__text > ol")
    expect(steps.get_by_role("listitem")).to_have_count(2)
    expect(steps).not_to_contain_text("bestätigen Sie")
    expect(page.get_by_role("link", name="Frist als Kalenderdatei")).to_have_count(0)
    expect(page.locator(".button--sun:visible")).to_have_count(0)
    expect_clean(page)


@pytest.mark.usefixtures("server")
def test_what_to_keep_from_the_page(page: Page, records: Records) -> None:
    """The mailbox of a known provider, the calendar file, the own link, and one sheet of paper."""
    reserve(page, "aenne.mueller@gmx.de")
    button = page.get_by_role("link", name="Postfach bei gmx.de öffnen (öffnet in neuem Tab)")
    expect(button).to_have_attribute("href", "https://www.gmx.net/")
    row = records.only(Reservation)
    calendar = unquote(page.get_by_role("link", name="Frist als Kalenderdatei").get_attribute("href") or "")
    lines = calendar.partition(",")[2].split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert f"DTEND:{row['confirm_by']:%Y%m%dT%H%M%SZ}" in lines
    assert all(len(line.encode()) <= 75 for line in lines)
    assert calendar.count("BEGIN:VEVENT") == 1, "nothing but the deadline has a day"
    code = records.only(ReferralCode)["code"]
    expect(page.locator(".confirm__friend code")).to_have_text(re.compile(rf"/\?ref={code}$"))
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


@pytest.fixture
def server_settings(request: pytest.FixtureRequest) -> dict[str, object]:
    """A server that sends by SMTP where the test has a mail server."""
    if "smtp_peer" not in request.fixturenames:
        return dict(WITH_JOBS)
    return {**WITH_JOBS, "smtp_url": request.getfixturevalue("smtp_peer").url}


@pytest.mark.usefixtures("server")
def test_a_mailbox_that_refuses_our_mail_is_told_and_the_right_one_gets_it(
    page: Page, records: Records, smtp_peer: SmtpPeer
) -> None:
    smtp_peer.refuses = {"aenne@example.org": "550 5.1.1 user unknown"}
    reserve(page, "aenne@example.org")
    deadline = records.only(Reservation)["confirm_by"]
    eventually(lambda: records.only(Mail)["state"] == "failed", "the mail is refused")
    page.reload()
    card = page.locator(".confirm")
    expect(card.get_by_role("alert")).to_have_text("Ihr Postfach hat unsere E-Mail abgelehnt.")
    expect(card).to_contain_text("Bis ")
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean(page)
    page.get_by_label("Richtige E-Mail-Adresse").fill("aenne.mueller@example.org")
    page.get_by_role("button", name="Berichtigen").click()
    expect(card).to_contain_text("Wir haben an aenne.mueller@example.org geschrieben. Bis ")
    expect(card.get_by_role("alert")).to_have_count(0)
    eventually(lambda: len(smtp_peer.received) == 1, "the mail reaches the right address")
    assert records.only(Reservation)["confirm_by"] == deadline


ONE_A_DAY = {**WITH_JOBS, "rate_limits": "acknowledgement=1/86400,fill_seconds=0"}


@pytest.mark.parametrize("server_settings", [ONE_A_DAY], ids=["one a day"])
def test_beyond_the_mails_of_a_day_none_is_told_of_and_the_link_is_had_elsewhere(
    page: Page, server: Server, records: Records, watch: Watch
) -> None:
    watch.expect("status of 409 .*/reserve-spot")
    address = CONTACT["E-Mail-Adresse"]
    assert page.request.post("/functions/v1/reserve-spot", data=reservation_body(email=address, monthly_abschlag=51)).ok
    visit(page, "/reservierung")
    form = ReservationForm(page)
    form.complete()
    form.submit.click()
    page.get_by_role("button", name="Weiteren Platz reservieren").click()
    form.expect_thanks(2)
    card = page.locator(".confirm")
    expect(card).to_contain_text(
        f"An {address} gingen heute schon mehrere E-Mails, deshalb schicken wir keine weitere."
    )
    expect(page.get_by_role("main")).not_to_contain_text("geschrieben.")
    expect_clean(page)
    reference = page.locator(".reference").inner_text()
    card.get_by_role("link", name="Meine Reservierung").click()
    page.get_by_label("Referenz").fill(reference)
    page.get_by_label("E-Mail-Adresse").fill(address)
    page.get_by_role("button", name="Link zuschicken").click()
    expect(page.locator(".door").get_by_role("status")).to_contain_text(NO_SERVER)
    assert len(links(server, records, "confirm_address", address)) == 1
    page.go_back()
    expect(card).to_contain_text(f"Wir haben an {address} geschrieben.")


@pytest.mark.usefixtures("server")
def test_a_link_to_the_page_shows_no_address(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    """Only the browser that has reserved knows the key: another one sees the place, and no more."""
    reserve(page, "aenne.mueller@example.org")
    expect(page.locator(".confirm")).to_contain_text("Wir haben an aenne.mueller@example.org geschrieben.")
    other = new_context().new_page()
    other.goto(page.url)
    expect(other.get_by_role("heading", level=1)).to_have_text("Platz 1 von 500 reserviert!")
    other.wait_for_load_state("networkidle")
    assert "aenne" not in other.content()
    expect(other.locator(".confirm")).to_have_count(0)
