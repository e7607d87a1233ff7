"""Messages in the console: one of the contact form is answered from a template, taken back, sent, and done; by keys."""

import re

import httpx2
from playwright.sync_api import Page, expect

from services.messages.models import Conversation
from services.reservations.models import Reservation
from tests.factories import contact_body
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.console.reserving import reserve
from tests.journeys.records import Records, eventually

HOUSEHOLD = "nele@example.org"


def ask(server: Server, reference: str, email: str = HOUSEHOLD) -> None:
    """Write as a household does, without a browser."""
    body = contact_body(email=email, reference=reference, message="Wie geht es jetzt weiter?")
    answer = httpx2.post(f"{server.url}/api/contact", json=body, timeout=60)
    assert answer.is_success, answer.text


@with_jobs
def test_a_message_is_answered_from_a_template_taken_back_and_sent(
    page: Page, server: Server, sign_in: SignIn, records: Records, watch: Watch
) -> None:
    watch.expect("status of 422")  # the file that is refused
    reserve(page, server, email=HOUSEHOLD)
    ask(server, records.only(Reservation)["reference"])
    sign_in(page, "staff")
    page.goto("/admin/?kind=conversation")
    expect(page.get_by_role("region", name="Die Aufgabe").get_by_role("button", name="Antworten")).to_be_visible()
    page.keyboard.press("Enter")
    text, send = page.get_by_label("Text", exact=True), page.get_by_role("button", name="Senden, geht um")
    expect(text).to_be_focused()
    go(page, "/admin/messages")
    expect(page.get_by_role("row").last).to_contain_text("Wie geht es jetzt weiter?")
    assert defects(page) == []
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(send).to_be_disabled()
    page.keyboard.press("t")
    page.keyboard.press("1")
    expect(text).to_be_focused()
    expect(text).to_have_value(re.compile("Ihr Platz 1 im Solarpark Ingolstadt"))
    page.keyboard.press("Control+End")
    page.keyboard.type(" Ihre Rate: {rate}")
    expect(send).to_be_disabled()
    page.get_by_role("button", name="{rate}").click()
    page.keyboard.type("5 Euro.")
    expect(send).to_be_enabled()
    written = text.input_value()
    assert written.endswith("Ihre Rate: 5 Euro.")
    page.get_by_label("Dateien wählen").set_input_files(
        [
            {"name": "Plan.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 Plan"},
            {"name": "Spiel.exe", "mimeType": "application/pdf", "buffer": b"MZ\x90"},
        ]
    )
    files = page.get_by_role("list", name="Angehängte Dateien").get_by_role("listitem")
    expect(files.filter(has_text="Spiel.exe")).to_contain_text("lässt sich nicht anhängen")
    expect(files.filter(has_text="Plan.pdf")).to_contain_text("13 Byte")
    page.reload()
    expect(text).to_have_value(written)
    expect(files).to_have_count(1)
    assert defects(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})

    text.press("Control+Enter")
    on_its_way = page.get_by_role("region", name="Unterwegs")
    expect(on_its_way).to_contain_text("Eine Zelle ist eine Minute.")
    assert records.only(Conversation)["state"] == "waiting"
    sent = page.get_by_role("list", name="Dateien").get_by_role("link", name="Plan.pdf")
    expect(sent).to_be_visible()
    page.keyboard.press("z")
    expect(text).to_have_value(written)
    expect(files).to_have_count(1)
    assert records.only(Conversation)["state"] == "open"

    text.press("Control+Enter")
    on_its_way.get_by_role("button", name="Jetzt schon senden").click()
    eventually(lambda: any("[NA-" in mail.read_text() for mail in server.mail_dir.glob("*.eml")), "the answer")
    (mail,) = (mail.read_text() for mail in server.mail_dir.glob("*.eml") if "[NA-" in mail.read_text())
    assert 'filename="Plan.pdf"' in mail
    page.reload()
    expect(page.get_by_role("list").get_by_text("gesendet heute")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Wieder aufnehmen")).to_be_visible()


def test_the_arrows_follow_the_list_and_a_new_fact_is_taken_over_by_one_key_and_back(
    page: Page, server: Server, sign_in: SignIn, records: Records
) -> None:
    reserve(page, server, email=HOUSEHOLD)
    reference = records.only(Reservation)["reference"]
    for message in ("Die älteste.", "Wir ziehen um, die neue Postleitzahl ist 85072.", "Die neueste."):
        body = contact_body(email=HOUSEHOLD, reference=reference, message=message)
        assert httpx2.post(f"{server.url}/api/contact", json=body, timeout=60).is_success
    sign_in(page, "staff")
    page.goto("/admin/messages")
    rows = page.get_by_role("row").filter(has=page.get_by_role("link"))
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("Die neueste.")
    rows.first.get_by_role("link").click()
    order = page.get_by_role("navigation", name="Weitere Nachrichten")
    expect(order).to_contain_text("Zu beantworten, 1 von 3")
    page.keyboard.press("j")
    expect(order).to_contain_text("Zu beantworten, 2 von 3")
    offered = page.get_by_role("region", name="Neu in der Nachricht")
    expect(offered).to_contain_text("85072")
    assert defects(page) == []
    page.keyboard.press("b")
    expect(page.get_by_text("Postleitzahl in die Reservierung übernommen.")).to_be_visible()
    eventually(lambda: records.only(Reservation)["postcode"] == "85072", "the new postcode")
    page.get_by_role("button", name="Rückgängig").click()
    eventually(lambda: records.only(Reservation)["postcode"] == "85049", "the old postcode")
    expect(offered).to_contain_text("85072")
