"""A household's own page: from the mail, without a password, to every change, and back in when the link is lost."""

import email
import email.policy
import re
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.mail.models import Mail
from services.parks.models import Spot
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import PHONE_AND_DESK, expect_clean, violations
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.filling import fill_completely
from tests.journeys.pages import storage, visit
from tests.journeys.records import Records, eventually

ADDRESS = "aenne.mueller@example.org"
PAGE = "/meine-reservierung"
_LINK = re.compile(r"https?://\S+/meine-reservierung#link=\S+")


@pytest.fixture
def server_settings() -> dict[str, object]:
    """Mails are sent."""
    return dict(WITH_JOBS)


@pytest.fixture
def reference(server: Server, page: Page) -> str:
    """One reservation, 2,000 kWh in 24 instalments."""
    answer = page.request.post("/functions/v1/reserve-spot", data=reservation_body())
    assert answer.ok
    return str(answer.json()["reference"])


def links(server: Server, records: Records, kind: str, to: str = "") -> list[str]:
    """The links in the mails of a kind, to an address where one is named; oldest first."""

    def sent() -> list[str]:
        rows = (row for row in records.rows(Mail) if row["kind"] == kind and row["state"] == "sent")
        return [row["message_id"] for row in rows if to in row["recipient"]]

    eventually(lambda: bool(sent()), f"a mail {kind} is sent")
    found = []
    for message_id in sent():
        (path,) = (path for path in Path(server.mail_dir).glob("*.eml") if message_id in path.read_text("utf-8"))
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        body = message.get_body(("plain",))
        assert body is not None
        if match := _LINK.search(body.get_content()):
            found.append(PAGE + "#" + match[0].partition("#")[2])
    return found


def follow(page: Page, link: str) -> None:
    """Open a link of a mail in the same tab, as from a mail program: the page is loaded."""
    page.goto("about:blank")
    page.goto(link)


@pytest.mark.usefixtures("either_width")
def test_confirm_change_give_back_and_take_back(page: Page, server: Server, records: Records, reference: str) -> None:
    """The whole way of one household, in one browser."""
    (link,) = links(server, records, "reservation_received")
    follow(page, link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 1 ist reserviert. Stimmt Ihre Adresse?")
    assert records.only(Reservation)["email_confirmed_at"] is None
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean(page)
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    expect(heading).to_be_focused()
    assert records.only(Reservation)["email_confirmed_at"] is not None
    expect(page).to_have_url(re.compile(f"{PAGE}$"))
    expect(page.locator(".button--sun:visible")).to_have_count(0)
    expect(page.get_by_role("heading", name="Zwei von fünf Schritten sind erledigt.")).to_be_visible()
    expect(page.locator(".sheet")).to_contain_text("57,38\u00a0€ im Monat")
    expect(page.locator(".covered")).to_contain_text("14,6 Jahren")
    expect_clean(page)
    change_package(page, records)
    give_back_and_keep(page, records)
    page.reload()
    expect(heading).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    page.evaluate("() => sessionStorage.setItem('step2', 'begun beside it')")
    page.get_by_role("button", name="Abmelden").click()
    expect(heading).to_have_text("Meine Reservierung")
    assert storage(page)["step2"] == "begun beside it"
    page.reload()
    expect(heading).to_have_text("Meine Reservierung")


def test_the_page_prints_on_two_pages_and_its_paper_on_one(
    page: Page, server: Server, records: Records, reference: str
) -> None:
    (link,) = links(server, records, "reservation_received")
    follow(page, link)
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    papers = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Unterlagen"))
    paper = papers.get_by_role("link", name="Ihre Reservierung als PDF, eine Seite")
    paper.focus()
    with page.expect_download() as started:
        page.keyboard.press("Enter")
    assert started.value.suggested_filename == "reservierung-platz-1.pdf"
    document = pdfium.PdfDocument(started.value.path())
    assert len(document) == 1
    assert reference in document[0].get_textpage().get_text_range()
    document.close()
    for width in PHONE_AND_DESK:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 2, width
    page.emulate_media(media="print")
    for hidden in (".head", ".foot", ".house button", ".papers", ".friends"):
        assert page.locator(f"{hidden}:visible").count() == 0, hidden


def change_package(page: Page, records: Records) -> None:
    """By keyboard alone: the old and the new figures, then the press."""
    page.get_by_role("button", name="Anteil ändern").press("Enter")
    expect(page.get_by_role("heading", name="Anteil ändern")).to_be_focused()
    page.get_by_role("radio", name="Standard").press("ArrowRight")
    table = page.get_by_role("table", name="Bisher und neu nebeneinander")
    expect(table.get_by_role("row", name="Erwartet im Jahr, bei 5 Cent")).to_contain_text("100\u00a0€150\u00a0€")
    expect(table.get_by_role("row", name="Zusammen")).to_contain_text("1.456\u00a0€2.092\u00a0€")
    expect(page.locator(".button--sun:visible")).to_have_count(1)
    expect_clean(page)
    page.get_by_role("button", name="Auf Premium, 24 Raten ändern").press("Enter")
    expect(page.get_by_role("button", name="Anteil ändern")).to_be_focused()
    expect(page.locator(".sheet")).to_contain_text("Premium, 24 Raten")
    row = records.only(Reservation)
    assert (row["annual_kwh"], row["plan_total_cents"], row["spot_number"]) == (3000, 201_300, 1)


def give_back_and_keep(page: Page, records: Records) -> None:
    page.get_by_role("button", name="Platz zurückgeben").click()
    expect(page.get_by_text("Platz 1 wirklich zurückgeben?")).to_be_visible()
    assert records.only(Reservation)["state"] == "reserved"
    page.get_by_role("button", name="Ja, zurückgeben").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Platz 1 ist zurückgegeben.")
    expect(page.locator(".lead")).to_contain_text("rückgängig machen bis morgen, ")
    assert records.only(Reservation)["state"] == "cancelled"
    assert [row["held_for"] for row in records.rows(Spot) if row["state"] == "held"] == ["undo"]
    expect_clean(page)
    page.get_by_role("button", name="Platz 1 behalten").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    assert records.only(Reservation)["state"] == "reserved"


@pytest.mark.sample(0)
@pytest.mark.usefixtures("either_width")
def test_a_lost_link_comes_again_by_reference_and_address(
    page: Page, server: Server, records: Records, reference: str, watch: Watch
) -> None:
    watch.expect("status of 422 .*/household/links")
    visit(page, PAGE)
    page.get_by_role("button", name="Link zuschicken").click()
    expect(page.get_by_label("Referenz")).to_be_focused()
    expect(page.locator("#reference-fehler")).to_have_text("Bitte geben Sie Ihre Referenz an.")
    expect(page.locator("#email-fehler")).to_have_text("Bitte geben Sie Ihre E-Mail-Adresse an.")
    expect_clean(page)
    typed = reference.lower().replace("-", " ")
    fill_completely(page.locator("form.door"), {"Referenz": typed, "E-Mail-Adresse": "fremd@example.org"})
    page.get_by_role("button", name="Link zuschicken").click()
    same = page.get_by_text("Wenn Referenz und Adresse zusammenpassen, ist der Link unterwegs")
    expect(same).to_be_visible()
    page.get_by_label("E-Mail-Adresse").fill(ADDRESS)
    page.get_by_role("button", name="Link zuschicken").press("Enter")
    (link,) = links(server, records, "confirm_address")
    expect(same).to_be_visible()
    follow(page, link)
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    follow(page, link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Dieser Link wurde schon benutzt.")
    expect_clean(page)
    page.get_by_role("button", name="Neuen Link zuschicken").click()
    expect(page.get_by_text("Der neue Link ist unterwegs")).to_be_visible()
    (again,) = links(server, records, "page_link")
    follow(page, again)
    page.get_by_role("button", name="Meine Reservierung öffnen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")


@pytest.mark.usefixtures("reference")
@pytest.mark.usefixtures("either_width")
def test_name_telephone_and_address_are_corrected(page: Page, server: Server, records: Records, watch: Watch) -> None:
    watch.expect("status of 422 .*/reservation/contact")
    (link,) = links(server, records, "reservation_received")
    follow(page, link)
    page.get_by_role("button", name="Ja, das ist meine Adresse").click()
    page.get_by_role("button", name="Name und Telefon ändern").click()
    form = page.locator("form").filter(has=page.get_by_label("Mobilnummer"))
    fill_completely(form, {"Vorname": "Ayşe", "Nachname": "Özkan", "Mobilnummer": "12"})
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_label("Mobilnummer")).to_be_focused()
    expect(page.locator("#mobile_phone-fehler")).to_be_visible()
    expect_clean(page)
    page.get_by_label("Mobilnummer").fill("0171 9876543")
    page.get_by_role("button", name="Speichern").click()
    data = page.locator(".own-data")
    expect(data).to_contain_text("Ayşe Özkan")
    expect(data).to_contain_text("Gespeichert. Eine Bestätigung ist per E-Mail unterwegs.")
    page.get_by_role("button", name="E-Mail-Adresse ändern").click()
    form = page.locator("form").filter(has=page.get_by_label("Neue E-Mail-Adresse"))
    fill_completely(form, {"Neue E-Mail-Adresse": "neu@example.net"})
    page.get_by_role("button", name="Link dorthin schicken").click()
    expect(data).to_contain_text("Wir haben an neu@example.net geschrieben.")
    assert records.only(Reservation)["email"] == ADDRESS
    (new,) = links(server, records, "confirm_new_address")
    follow(page, new)
    page.get_by_role("button", name="Ja, diese Adresse gilt").click()
    expect(page.locator(".own-data")).to_contain_text("neu@example.net")
    assert records.only(Reservation)["email"] == "neu@example.net"


@pytest.mark.parametrize(
    ("state", "is_confirmed", "said"),
    [
        ("reserved", True, "Hier geht es zu Ihrem Platz 1."),
        ("contracted", True, "Hier geht es zu Ihrem Platz 1."),
        ("contracted", False, "Platz 1 ist reserviert. Stimmt Ihre Adresse?"),
        ("cancelled", True, "Ihre Reservierung für Platz 1 ist beendet."),
        ("expired", False, "Es geht um Platz 1. Stimmt Ihre Adresse?"),
    ],
)
def test_a_link_says_what_it_leads_to_by_now(
    page: Page, server: Server, records: Records, reference: str, state: str, is_confirmed: bool, said: str
) -> None:
    """The first mail, followed after what became of the place."""
    (link,) = links(server, records, "reservation_received")
    now = datetime.now(UTC) if is_confirmed else None
    records.add(update(Reservation).values(state=state, email_confirmed_at=now))
    follow(page, link)
    expect(page.get_by_role("heading", level=1)).to_have_text(said)
    expect(page.locator(".plot__flag--large")).to_have_count(0 if state in ("cancelled", "expired") else 1)


def test_a_link_that_nobody_sent_says_so(page: Page, watch: Watch) -> None:
    watch.expect("status of 404 .*/links/look")
    visit(page, f"{PAGE}#link={'a' * 44}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dieser Link gilt nicht.")
    expect(page.get_by_label("Referenz")).to_be_visible()
    assert violations(page, PHONE_AND_DESK) == []
