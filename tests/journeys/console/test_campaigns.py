"""Campaigns in the console: registered, shared by links, paid for, remarked upon."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import delete

from services.campaigns.models import ShortLinkHits
from services.core.clock import utc_now
from services.core.db.db import Database
from services.settings import Settings
from services.staff.models import StaffSession
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE, PASSWORD, add_member, sign_in_browser
from tests.journeys.axe import defects, violations, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.pages import press_unless_gone
from tests.journeys.records import Records, eventually

WIDTHS = (390, 1280)


def is_sound(page: Page) -> None:
    """No barrier, nothing wider than the window."""
    assert defects(page, WIDTHS) == []


def key_of(server: Server) -> bytes:
    """The running server's secret, written by whichever of the two asks first."""
    return Settings(_env_file=None, data_dir=server.data_dir).secret_key


def register(page: Page, name: str, source: str, medium: str, campaign: str) -> None:
    """A campaign is there, the first of its server, as if the person signed in had filled in the form."""
    values = {"name": name, "utm_source": source, "utm_medium": medium, "utm_campaign": campaign}
    answer = page.request.post("/api/staff/campaigns", data=values, headers=OWN_PAGE)
    assert answer.status == 201, answer.text()


def open_first(page: Page, name: str) -> None:
    """Open its page and wait until it is at rest: while charts are still coming, buttons move, and a click may miss."""
    page.goto("/admin/campaigns/1/show")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_text("Als Tabelle")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_campaign_is_registered_shared_and_its_calls_are_counted(
    page: Page, browser: Browser, server: Server, sign_in: SignIn, records: Records, tmp_path: Path
) -> None:
    sign_in(page, "marketing", name="Miriam Falk")
    page.goto("/admin/campaigns")
    expect(page.get_by_text("Noch ist keine Kampagne angelegt.")).to_be_visible()
    page.get_by_role("link", name="Kampagne anlegen").click()
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_text("Bitte füllen Sie dieses Feld aus.")).to_have_count(4)
    page.get_by_label("Name").fill("Herbstaktion")
    page.get_by_label("Quelle").fill("Stadtwerke")
    page.get_by_label("Medium").fill("print")
    page.get_by_label("Kampagne", exact=True).fill("Herbst 2026")
    expect(page.get_by_text("Wird gespeichert als „herbst-2026“.")).to_be_visible()
    page.get_by_label("Budget in €").fill("1.500,50")
    is_sound(page)
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_text("„Herbst 2026“ als „herbst-2026“")).to_be_visible()
    expect(page.get_by_text("stadtwerke / print / herbst-2026")).to_be_visible()

    page.get_by_role("button", name="Kurzlink anlegen").click()
    dialog = page.get_by_role("dialog", name="Kurzlink: Herbstaktion")
    dialog.get_by_label("Wunsch nach /l/").fill("Herbst")
    dialog.get_by_label("Zielseite").select_option("/faqs")
    dialog.get_by_label("Inhalt").fill("plakat")
    dialog.get_by_role("button", name="Anlegen").click()
    links = page.get_by_role("list", name="Kurzlinks")
    expect(links).to_contain_text("/l/herbst")
    expect(links).to_contain_text("0 Aufrufe insgesamt")
    links.get_by_role("button", name="QR-Code: herbst").click()
    picture = page.get_by_role("img", name="QR-Code zu")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    with page.expect_download() as svg:
        page.get_by_role("link", name="SVG laden").click()
    assert svg.value.suggested_filename == "voltigo-herbst.svg"
    assert b"<svg" in Path(svg.value.path()).read_bytes()
    with page.expect_download() as png:
        page.get_by_role("link", name="PNG laden").click()
    assert Path(png.value.path()).read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Schließen").click()

    visitor = browser.new_context(base_url=server.url, user_agent="Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
    arrival = visitor.new_page()
    arrival.goto("/l/herbst")
    expect(arrival).to_have_url(
        f"{server.url}/faqs?utm_source=stadtwerke&utm_medium=print&utm_campaign=herbst-2026&utm_content=plakat"
    )
    visitor.close()
    eventually(lambda: [hits["hits"] for hits in records.rows(ShortLinkHits)] == [1], "the call of the short link")
    page.reload()
    expect(links).to_contain_text("1 Aufruf insgesamt")
    links.get_by_role("button", name="Nach Tagen: herbst").click()
    expect(page.get_by_role("dialog").get_by_role("row")).to_have_count(2)
    page.keyboard.press("Escape")
    is_sound(page)
    page.get_by_role("button", name="Archivieren").click()
    expect(page.get_by_text("Diese Kampagne ist archiviert.")).to_be_visible()
    page.goto("/admin/campaigns")
    narrow(page, "Zeigen", "archivierte")
    expect(page.get_by_role("row", name="Herbstaktion")).to_contain_text("archiviert")
    is_sound(page)
    page.get_by_role("link", name="Herbstaktion").click()
    expect(links).to_contain_text("/l/herbst")
    assert violations_in_forced_colours(page, WIDTHS) == []


def test_costs_and_remarks_are_entered_changed_and_removed(page: Page, sign_in: SignIn) -> None:
    sign_in(page, "marketing")
    register(page, "Newsletter", "newsletter", "email", "november")
    open_first(page, "Newsletter")
    costs = page.get_by_role("region", name="Kosten", exact=True)
    costs.get_by_role("button", name="Betrag eintragen").click()
    dialog = page.get_by_role("dialog", name="Betrag eintragen")
    dialog.get_by_label("Betrag in €").fill("viel")
    dialog.get_by_role("button", name="Speichern").click()
    expect(dialog.get_by_text("Bitte geben Sie einen Betrag ein, etwa 49,90.")).to_be_visible()
    dialog.get_by_label("Betrag in €").fill("1.049,90")
    dialog.get_by_role("button", name="Speichern").click()
    expect(costs).to_contain_text("Zusammen 1.049,90 €")
    costs.get_by_role("button", name="Ändern").click()
    page.get_by_role("dialog").get_by_label("Betrag in €").fill("20")
    page.get_by_role("dialog").get_by_role("button", name="Speichern").click()
    expect(costs).to_contain_text("Zusammen 20,00 €")
    costs.get_by_role("button", name="Entfernen").click()
    page.get_by_role("dialog").get_by_role("button", name="Entfernen").click()
    expect(costs).to_contain_text("Noch keine Kosten.")

    notes = page.get_by_role("region", name="Anmerkungen")
    notes.get_by_role("button", name="Anmerkung eintragen").click()
    page.get_by_label("Was war an diesem Tag?").fill("Energiemesse")
    page.get_by_role("dialog").get_by_role("button", name="Speichern").click()
    expect(notes).to_contain_text("Energiemesse")
    page.goto("/admin/notes")
    expect(page.get_by_role("listitem").filter(has_text="Energiemesse")).to_contain_text("nur in Newsletter")
    is_sound(page)
    page.get_by_role("button", name="Anmerkung eintragen").click()
    expect(page.locator("label", has_text="Zu sehen")).to_have_attribute("data-shrink", "true")  # not on its value
    page.get_by_role("dialog").get_by_role("button", name="Abbrechen").click()
    page.get_by_role("button", name="Löschen: Energiemesse").click()
    page.get_by_role("dialog").get_by_role("button", name="Löschen").click()
    expect(page.get_by_text("Noch keine Anmerkung.")).to_be_visible()


@pytest.mark.sample(0)
def test_two_people_edit_one_campaign_and_unsaved_words_are_asked_about(
    page: Page, browser: Browser, server: Server, sign_in: SignIn, watch: Any
) -> None:
    watch.expect("status of 409")
    sign_in(page, "marketing")
    register(page, "Frühling", "zeitung", "print", "fruehling")
    open_first(page, "Frühling")
    page.get_by_role("link", name="Bearbeiten").click()
    page.get_by_label("Name").fill("Frühlingsaktion")
    page.get_by_role("link", name="Zurück zur Kampagne").click()
    expect(page.get_by_role("dialog", name="Ihre Änderungen sind nicht gespeichert")).to_be_visible()
    page.get_by_role("button", name="Hier bleiben").click()
    expect(page.get_by_label("Name")).to_have_value("Frühlingsaktion")

    context = browser.new_context(base_url=server.url, locale="de-DE")
    watch.follow(context)
    other = context.new_page()
    sign_in(other, "admin")
    other.goto("/admin/campaigns/1")
    other.get_by_label("Name").fill("Lenz")
    other.get_by_label("Notiz").fill("Anzeige auf Seite 3")
    other.get_by_role("button", name="Speichern").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Lenz")
    context.close()

    page.get_by_role("button", name="Speichern").click()
    versions = page.get_by_role("region", name="inzwischen geändert")
    expect(versions.get_by_role("row", name="Name")).to_contain_text("Lenz")
    expect(versions.get_by_role("row", name="Notiz")).to_contain_text("wird übernommen")
    versions.get_by_label(re.compile("Name: Meine Angabe behalten")).check()
    assert violations(page, WIDTHS) == []
    versions.get_by_role("button", name="So speichern").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Frühlingsaktion")
    expect(page.get_by_text("Anzeige auf Seite 3")).to_be_visible()

    page.goto("/admin/campaigns/create")
    page.get_by_label("Name").fill("Noch einmal")
    page.get_by_label("Quelle").fill("zeitung")
    page.get_by_label("Medium").fill("print")
    page.get_by_label("Kampagne", exact=True).fill("fruehling")
    expect(page.get_by_text("Eine Kampagne mit genau diesen drei Werten gibt es schon.")).to_be_visible()
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_role("alert")).to_contain_text("Ihre Eingaben sind noch da.")
    expect(page.get_by_label("Name")).to_have_value("Noch einmal")


COME_BACK = """() => {
  window.dispatchEvent(new Event('visibilitychange'))
  return document.querySelector('h1')?.textContent === 'Anmelden'
}"""
"""Until it is noticed: a call that was already under way when the session ended stands for the first one."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("notices", ["when saving", "by itself"])
def test_what_was_typed_is_there_after_the_session_ended_and_a_new_log_in(
    notices: str, page: Page, server: Server, records_db: Database, watch: Any
) -> None:
    watch.expect("status of 401")
    member = add_member(records_db, "marketing")
    sign_in_browser(page.context, server.url, member)
    register(page, "Sommer", "radio", "audio", "sommer")
    open_first(page, "Sommer")
    page.get_by_role("link", name="Bearbeiten").click()
    page.get_by_label("Notiz").fill("Läuft bis Ende August, danach auswerten.")
    records_db.write(lambda session: session.execute(delete(StaffSession)))
    if notices == "by itself":
        page.wait_for_function(COME_BACK, polling=500)
        expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()
    press_unless_gone(page, "Speichern")
    page.get_by_label("E-Mail-Adresse").fill(member.email)
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Code aus Ihrer App")).to_be_visible()
    page.get_by_label("Code aus Ihrer App").fill(member.code(utc_now(), key_of(server)))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Notiz")).to_have_value("Läuft bis Ende August, danach auswerten.")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sommer")
    expect(page.get_by_text("Läuft bis Ende August, danach auswerten.")).to_be_visible()


def test_a_link_is_built_and_shortened(page: Page, sign_in: SignIn, watch: Any) -> None:
    watch.expect("status of 422")
    sign_in(page, "marketing")
    register(page, "Plakate", "plakat", "print", "bahnhof")
    page.goto("/admin/links/build")
    page.get_by_label("Quelle").fill("post@voltigo.example")
    expect(page.get_by_text("Bitte keine E-Mail-Adresse und keine Telefonnummer")).to_be_visible()
    page.get_by_label("Quelle").fill("Radio")
    expect(page.get_by_text("Im Link steht „radio“.")).to_be_visible()
    expect(page.get_by_role("link", name="Als Kampagne anlegen")).to_have_attribute(
        "href", "/admin/campaigns/create?utm_source=Radio&utm_medium=&utm_campaign="
    )
    page.get_by_label("Kampagne übernehmen").select_option(label="Plakate")
    page.get_by_label("Zielseite").select_option("/reservierung")
    page.get_by_label("Inhalt").fill("gleis 3")
    result = page.get_by_role("region", name="Ihr Link")
    expect(result.get_by_role("status").first).to_contain_text(
        "/reservierung?utm_source=plakat&utm_medium=print&utm_campaign=bahnhof&utm_content=gleis-3"
    )
    expect(result).to_contain_text("Besuche zählen zur Kampagne Plakate.")
    is_sound(page)
    result.get_by_role("button", name="Kurzlink daraus machen").click()
    dialog = page.get_by_role("dialog", name="Kurzlink: Plakate")
    expect(dialog.get_by_label("Zielseite")).to_have_value("/reservierung")
    dialog.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_text("QR-Code und Aufrufe finden Sie bei der Kampagne")).to_be_visible()


def test_clerks_have_no_business_with_campaigns(page: Page, read_as: SignIn) -> None:
    read_as(page, "staff")
    for path in ("campaigns", "links/build", "costs", "aliases", "notes", "referrals", "site-check"):
        page.goto(f"/admin/{path}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Kein Zugriff")
    expect(page.get_by_role("link", name="Reservierungen")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^(Marketing|Kampagnen)$"))).to_have_count(0)
