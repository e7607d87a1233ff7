"""Campaigns in the console: registered, shared by links, paid for, remarked upon."""

from pathlib import Path

import httpx2
from playwright.sync_api import Locator, Page, expect

from services.campaigns.models import Campaign, CampaignCost, ChartNote, ShortLinkHits
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE
from tests.journeys.axe import defects, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.moving import go
from tests.journeys.filling import expect_stored, fill_completely
from tests.journeys.records import Records, eventually

WIDTHS = (390, 1280)
TODAY = berlin_day(utc_now())


def is_sound(page: Page) -> None:
    """No barrier, nothing wider than the window."""
    assert defects(page, WIDTHS) == []


def register(page: Page, name: str, source: str, medium: str, campaign: str) -> None:
    """A campaign is there, the first of its server, as if the person signed in had filled in the form."""
    values = {"name": name, "utm_source": source, "utm_medium": medium, "utm_campaign": campaign}
    answer = page.request.post("/api/staff/campaigns", data=values, headers=OWN_PAGE)
    assert answer.status == 201, answer.text()


def test_a_campaign_is_registered_shared_and_paid_for_and_its_calls_are_counted(
    page: Page, server: Server, sign_in: SignIn, records: Records, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 422")
    sign_in(page, "marketing", name="Miriam Falk")
    page.goto("/admin/campaigns")
    expect(page.get_by_text("Noch ist keine Kampagne angelegt.")).to_be_visible()
    page.get_by_role("link", name="Kampagne anlegen").click()
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_text("Bitte füllen Sie dieses Feld aus.")).to_have_count(4)
    asked = {"Name": "Herbstaktion", "Quelle": "Stadtwerke", "Medium": "print", "Kampagne": "Herbst 2026"}
    paid = {"Beginn": TODAY.isoformat(), "Ende": TODAY.isoformat(), "Budget in €": "1.500,50", "Notiz": "Mit Beilage"}
    fill_completely(page.locator("main form"), {**asked, "Zielseite": "Reservierung (/reservierung)", **paid})
    expect(page.get_by_text("Wird gespeichert als „herbst-2026“.")).to_be_visible()
    is_sound(page)
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_text("stadtwerke / print / herbst-2026")).to_be_visible()
    kept = {"name": "Herbstaktion", "utm_source": "stadtwerke", "budget_cents": 150_050, "note": "Mit Beilage"}
    expect_stored(records_db, Campaign, {**kept, "starts_on": TODAY, "ends_on": TODAY, "landing_path": "/reservierung"})

    links = share_a_link(page)
    visitor = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    sent_on = httpx2.get(f"{server.url}/l/plakat", headers=visitor, timeout=60)
    campaign = "utm_source=stadtwerke&utm_medium=print&utm_campaign=herbst-2026"
    assert sent_on.headers["location"].endswith(f"/faqs?{campaign}&utm_term=strom&utm_content=a1")
    eventually(lambda: [hits["hits"] for hits in records.rows(ShortLinkHits)] == [1], "the call of the short link")
    page.reload()
    expect(links).to_contain_text("1 Aufruf insgesamt")
    links.get_by_role("button", name="Nach Tagen: plakat").click()
    expect(page.get_by_role("dialog").get_by_role("row")).to_have_count(2)
    page.keyboard.press("Escape")
    enter_a_cost_and_a_remark(page, records_db)
    build_a_link(page)

    go(page, "/admin/campaigns/1/show")
    page.get_by_role("button", name="Archivieren").click()
    expect(page.get_by_text("Diese Kampagne ist archiviert.")).to_be_visible()
    go(page, "/admin/campaigns")
    narrow(page, "Zeigen", "archivierte")
    expect(page.get_by_role("row", name="Herbstaktion")).to_contain_text("archiviert")
    is_sound(page)
    page.get_by_role("link", name="Herbstaktion").click()
    expect(links).to_contain_text("/l/plakat")
    assert violations_in_forced_colours(page, WIDTHS) == []


def share_a_link(page: Page) -> Locator:
    """A short link and its picture, in both forms of file."""
    page.get_by_role("button", name="Kurzlink anlegen").click()
    dialog = page.get_by_role("dialog", name="Kurzlink: Herbstaktion")
    target = {"Wunsch nach /l/": "plakat", "Zielseite": "Fragen und Antworten (/faqs)"}
    fill_completely(dialog.locator("form"), {**target, "Inhalt": "a1", "Begriff": "strom"})
    dialog.get_by_role("button", name="Anlegen").click()
    links = page.get_by_role("list", name="Kurzlinks")
    expect(links).to_contain_text("/l/plakat")
    expect(links).to_contain_text("0 Aufrufe insgesamt")
    links.get_by_role("button", name="QR-Code: plakat").click()
    picture = page.get_by_role("img", name="QR-Code zu")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    for button, beginning in (("SVG laden", b"<svg"), ("PNG laden", b"\x89PNG")):
        with page.expect_download() as file:
            page.get_by_role("link", name=button).click()
        assert beginning in Path(file.value.path()).read_bytes()[:200]
    page.get_by_role("button", name="Schließen").click()
    return links


def enter_a_cost_and_a_remark(page: Page, db: Database) -> None:
    costs = page.get_by_role("region", name="Kosten", exact=True)
    dialog = page.get_by_role("dialog")
    costs.get_by_role("button", name="Betrag eintragen").click()
    dialog.get_by_label("Betrag in €").fill("viel")
    dialog.get_by_role("button", name="Speichern").click()
    expect(dialog.get_by_text("Bitte geben Sie einen Betrag ein, etwa 49,90.")).to_be_visible()
    cost = {"Tag": TODAY.isoformat(), "Betrag in €": "1.049,90", "Notiz": "Rechnung 7"}
    fill_completely(dialog.locator("form"), cost)
    dialog.get_by_role("button", name="Speichern").click()
    expect(costs).to_contain_text("Zusammen 1.049,90 €")
    expect_stored(db, CampaignCost, {"day": TODAY, "cents": 104_990, "note": "Rechnung 7"})
    costs.get_by_role("button", name="Entfernen").click()
    dialog.get_by_role("button", name="Entfernen").click()
    expect(costs).to_contain_text("Noch keine Kosten.")

    go(page, "/admin/notes")
    page.get_by_role("button", name="Anmerkung eintragen").click()
    expect(page.locator("label", has_text="Zu sehen")).to_have_attribute("data-shrink", "true")  # not on its value
    remark = {
        "Tag": TODAY.isoformat(), "Was war an diesem Tag?": "Energiemesse", "Zu sehen": "nur in: Herbstaktion",
        "Wurde etwas verschickt oder gesendet?": "Flyer, Beilage, Plakat", "Ab wann?": "9 Uhr",
        "An wie viele? (freiwillig)": "2000",
    }  # fmt: skip
    fill_completely(dialog.locator("form"), remark)
    dialog.get_by_role("button", name="Speichern").click()
    entry = page.get_by_role("listitem").filter(has_text="Energiemesse")
    expect(entry).to_contain_text("nur in Herbstaktion")
    expect(entry).to_contain_text("Flyer, Beilage, Plakat, 9 Uhr, an 2.000 Empfänger")
    entry.get_by_text("Was danach kam").click()
    expect(entry).to_contain_text("Was sie bewirkt hat, steht hier nach")
    sending = {"kind": "print", "hour": 9, "audience": 2000}
    expect_stored(db, ChartNote, {"day": TODAY, "text": "Energiemesse", "campaign_id": 1, **sending})
    is_sound(page)
    page.get_by_role("button", name="Löschen: Energiemesse").click()
    dialog.get_by_role("button", name="Löschen").click()
    expect(page.get_by_text("Noch keine Anmerkung.")).to_be_visible()


def build_a_link(page: Page) -> None:
    """Refused where it would name a person; as far as it is a campaign's, that is said."""
    go(page, "/admin/links/build")
    page.get_by_label("Quelle").fill("post@voltigo.example")
    expect(page.get_by_text("Bitte keine E-Mail-Adresse und keine Telefonnummer")).to_be_visible()
    page.get_by_label("Quelle").fill("Radio")
    expect(page.get_by_text("Im Link steht „radio“.")).to_be_visible()
    expect(page.get_by_role("link", name="Als Kampagne anlegen")).to_have_attribute(
        "href", "/admin/campaigns/create?utm_source=Radio&utm_medium=&utm_campaign="
    )
    page.get_by_label("Kampagne übernehmen").select_option(label="Herbstaktion")
    page.get_by_label("Zielseite").select_option("/reservierung")
    page.get_by_label("Inhalt").fill("gleis 3")
    result = page.get_by_role("region", name="Ihr Link")
    expect(result.get_by_role("status").first).to_contain_text(
        "/reservierung?utm_source=stadtwerke&utm_medium=print&utm_campaign=herbst-2026&utm_content=gleis-3"
    )
    expect(result).to_contain_text("Besuche zählen zur Kampagne Herbstaktion.")
    is_sound(page)
    result.get_by_role("button", name="Kurzlink daraus machen").click()
    dialog = page.get_by_role("dialog", name="Kurzlink: Herbstaktion")
    expect(dialog.get_by_label("Zielseite")).to_have_value("/reservierung")
    dialog.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_text("QR-Code und Aufrufe finden Sie bei der Kampagne")).to_be_visible()
