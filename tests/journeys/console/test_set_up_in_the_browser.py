"""An empty installation becomes one that works, in the browser alone: from the link that the server tells at its start
to a second colleague and to a household that has confirmed its place, by a real mail server.
"""

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy

import pytest
from aiosmtpd.smtp import AuthResult
from playwright.sync_api import BrowserContext, Page, expect

from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.smtp import SmtpPeer, listening
from tests.journeys.axe import violations
from tests.journeys.conftest import with_jobs
from tests.journeys.console.setting_up import Person, told_path
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records, eventually

PASSWORD = "post: geheim@haus"
_LINK = re.compile(r"https?://\S+(/meine-reservierung#link=\S+)")
COMPANY = {
    "Firma": "Sonnenhof & Söhne GmbH",
    "Straße und Hausnummer": "Sonnenallee 7",
    "Postleitzahl und Ort": "85049 Ingolstadt",
    "E-Mail-Adresse der Firma": "kontakt@sonnenhof.example",
    "Telefon": "+49 841 123456",
    "Vertreten durch": "Dr. Änne Özkan",
    "Registergericht": "Amtsgericht Ingolstadt",
    "Registernummer": "HRB 12345",
    "Umsatzsteuer-ID": "DE123456789",
    "Absicherung der Gutschriften": "Ihre Gutschriften sichert eine Bürgschaft der Musterbank & Co.",
    "Rückbau des Parks": "Den Rückbau bezahlt die Parkgesellschaft.",
    "Ansprechperson": "Miriam Falk",
    "Sprechzeiten": "Montag bis Freitag, 9 bis 16 Uhr",
    "Bild der Ansprechperson": "",
    "Seite für Termine": "https://termine.sonnenhof.example",
    "Öffentliche Adresse": "",
}


@pytest.fixture
def post() -> Iterator[SmtpPeer]:
    """A mail server that lets in one account."""

    def authenticate(_server: object, _session: object, _envelope: object, _kind: str, data: object) -> AuthResult:
        is_right = getattr(data, "password", b"") == PASSWORD.encode()
        return AuthResult(success=is_right, handled=False, message=None if is_right else "535 5.7.8 wrong password")

    peer = SmtpPeer()
    with listening(peer, authenticator=authenticate, auth_require_tls=False):
        yield peer


def texts(peer: SmtpPeer, to: str) -> list[str]:
    """What came to an address."""
    mails = [message_from_bytes(content, policy=policy.default) for content in list(peer.received)]
    bodies = [mail.get_body(("plain",)) for mail in mails if mail["to"] == to]
    return [body.get_content() for body in bodies if body]


@with_jobs
def test_from_the_told_link_to_a_colleague_and_a_confirmed_place(
    page: Page,
    colleague: Page,
    server: Server,
    records: Records,
    watch: Watch,
    post: SmtpPeer,
    new_context: Callable[..., BrowserContext],
) -> None:
    watch.expect("status of 409")
    first = Person(page, "Kim Roth", "kim.roth@example.org")
    page.goto(told_path(server))
    first.introduce()
    first.choose_password()
    first.scan()
    first.enrol()
    first.is_in()

    _bring_in(page, colleague)
    _enter(page, post)

    household = new_context().new_page()
    assert "Sonnenhof &amp; Söhne GmbH" in household.request.get("/impressum").text()
    body = reservation_body(email="aenne@example.org")
    assert household.request.post("/functions/v1/reserve-spot", data=body).ok
    eventually(lambda: bool(texts(post, "aenne@example.org")), "the mail of the reservation")
    [mail] = texts(post, "aenne@example.org")
    assert "Sonnenhof & Söhne GmbH" in mail
    link = _LINK.search(mail)
    assert link is not None
    household.goto(link[1])
    household.get_by_role("button", name="Ja, das ist meine Adresse").click()
    expect(household.get_by_role("heading", level=1)).to_have_text("Ihr Platz 1. Gerade ist nichts zu tun.")
    household.context.close()
    assert records.only(Reservation)["email_confirmed_at"] is not None


def _bring_in(page: Page, colleague: Page) -> None:
    """No mail leaves yet: the link of the invitation is handed over."""
    page.goto("/admin/state")
    page.get_by_role("link", name="Person einladen").click()
    dialog = page.get_by_role("dialog", name="Person einladen")
    whom = {"Name": "Jonas Reh", "E-Mail-Adresse": "jonas@example.org", "Rolle": "Administration"}
    fill_completely(dialog.locator("form"), whom)
    dialog.get_by_role("button", name="Einladen").click()
    shown = page.get_by_role("dialog", name="Link für Jonas Reh")
    expect(shown.get_by_role("button", name="Link kopieren")).to_be_visible()
    link = shown.locator("code").inner_text()
    shown.get_by_role("button", name="Fertig").click()
    second = Person(colleague, "Jonas Reh", "jonas@example.org")
    colleague.goto(link)
    second.choose_password()
    second.scan()
    second.enrol()
    second.is_in()


def _enter(page: Page, post: SmtpPeer) -> None:
    """What is missing is named; a test mail says what the server answers before anything is saved."""
    page.goto("/admin/state")
    company = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Firma", exact=True))
    expect(company).to_contain_text("Es fehlen: Firma, Straße und Hausnummer, Telefon,")
    company.get_by_role("link", name="Eintragen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Firma und Mailserver")
    expect(page.get_by_text("Es fehlt noch:")).to_be_visible()
    host, port = post.url.removeprefix("smtp://").split(":")
    account = {"Mailserver": host, "Port": port, "Verschlüsselung": "keine, nur zu diesem Rechner"}
    sender = {"Konto": "post@sonnenhof.example", "Absender der Mails": "Sonnenhof <post@sonnenhof.example>"}
    form = page.locator("form.sheet")
    fill_completely(form, {**COMPANY, **account, **sender, "Passwort": "falsch"})
    test = page.get_by_role("region", name="Testmail")
    fill_completely(test.locator("form"), {"Testmail an": "kim@haushalt.example"})
    test.get_by_role("button", name="Testmail senden").click()
    expect(test.get_by_role("alert")).to_contain_text("Anmeldung scheitert: Server sagt: 535 5.7.8 wrong password")
    assert violations(page) == []
    page.get_by_label("Passwort").fill(PASSWORD)
    test.get_by_role("button", name="Testmail senden").click()
    expect(test.get_by_role("status")).to_contain_text("hat die Testmail an kim@haushalt.example angenommen")
    form.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Gespeichert. Es gilt ab jetzt auf der Website und in Mails.")).to_be_visible()
    expect(page.get_by_text("Es fehlt noch:")).to_have_count(0)
    assert "Bürgschaft der Musterbank &amp; Co." in page.request.get("/wenn-etwas-schiefgeht").text()
    [told] = texts(post, "kim@haushalt.example")
    code = re.search(r"\b\d{6}\b", told)
    assert code is not None
    fill_completely(test.locator("form").last, {"Code aus der Testmail": code[0]})
    test.get_by_role("button", name="Ankunft bestätigen").click()
    expect(page.get_by_text("Angekommen. Der Postausgang ist in Ordnung.")).to_be_visible()
    page.get_by_role("link", name="Zurück zum Zustand").click()
    broken = page.get_by_role("region", name="Nicht in Ordnung")
    expect(broken.get_by_role("heading", name="Öffentliche Adresse")).to_be_visible()
    for name in ("Firma", "Mailserver", "Zweite Administration"):
        expect(broken.get_by_role("heading", name=name, exact=True)).to_have_count(0)
