"""Reports in the console: kept as they are, passed on as a link that needs no account, and removed."""

from datetime import timedelta
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from services.core.clock import berlin_day, utc_now
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, expect_clean
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before
from tests.journeys.filling import fill_completely

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def test_a_report_is_kept_passed_on_as_a_link_revoked_and_removed(
    browser: Browser, page: Page, server: Server, sign_in: SignIn, watch: Watch
) -> None:
    watch.expect("status of 422", "status of 410")
    reserve_before(server)
    sign_in(page, "marketing", name="Miriam Falk")
    page.goto("/admin/reports/overview?compare=previous")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.get_by_role("button", name="Festhalten").click()
    dialog = page.get_by_role("dialog", name="Bericht festhalten")
    dialog.get_by_label("Name").fill("")
    dialog.get_by_role("button", name="Festhalten").click()
    expect(dialog.get_by_text("Bitte geben Sie dem festgehaltenen Bericht einen Namen.")).to_be_visible()
    fill_completely(dialog.locator("form"), {"Name": "Für die Stadtwerke"})
    dialog.get_by_role("button", name="Festhalten").click()
    page.get_by_role("dialog", name="Festgehalten").get_by_role("link", name="Ansehen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Für die Stadtwerke")
    band = page.get_by_role("region", name="Festgehaltener Stand")
    expect(band).to_contain_text("So war es am")
    expect(band).to_contain_text("Vergleich: Zeitraum davor")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert defects(page) == []

    page.get_by_role("button", name="Link erstellen").click()
    dialog = page.get_by_role("dialog", name="Link erstellen")
    dialog.get_by_role("button", name="Link erstellen").click()
    expect(dialog.get_by_text("Bitte geben Sie an, für wen der Link ist.")).to_be_visible()
    until = (berlin_day(utc_now()) + timedelta(days=90)).isoformat()
    link = {"Für wen ist der Link?": "Stadtwerke, Herbst", "Gilt bis": until, "Ohne Geld: Kosten, …": True}
    fill_completely(dialog.locator("form"), link)
    dialog.get_by_role("button", name="Link erstellen").click()
    path = urlsplit(page.get_by_label("Adresse des Links").inner_text()).path
    page.get_by_role("button", name="Kopiert, schließen").click()

    # Openings by programs are not counted, and a browser without a window says that it is one.
    reader = browser.new_context(base_url=server.url, locale="de-DE", user_agent=FIREFOX)
    watch.follow(reader)
    phone = reader.new_page()
    phone.goto(path)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Überblick")
    expect_clean(phone)
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("link", name="Zum Inhalt springen")).to_be_focused()
    with phone.expect_download() as file:
        phone.get_by_role("link", name="Als PDF speichern").click()
    assert file.value.path().read_bytes().startswith(b"%PDF-")

    page.goto("/admin/reports/kept")
    row = page.get_by_role("row").filter(has_text="Stadtwerke, Herbst")
    expect(row).to_contain_text("2-mal geöffnet")  # the page, and its file
    assert defects(page) == []
    row.get_by_role("button", name="Widerrufen").click()
    page.get_by_role("dialog").get_by_role("button", name="Widerrufen").click()
    expect(row).to_contain_text("von Miriam Falk")
    expect(row.get_by_role("button", name="Widerrufen")).to_have_count(0)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Dieser Link gilt nicht mehr.")
    reader.close()

    page.get_by_role("link", name="Für die Stadtwerke", exact=True).first.click()
    page.get_by_role("button", name="Löschen").click()
    dialog = page.get_by_role("dialog", name="„Für die Stadtwerke“ löschen?")
    dialog.get_by_role("button", name="Löschen").click()
    expect(dialog.get_by_text("Bitte nennen Sie den Grund.")).to_be_visible()
    fill_completely(dialog.locator("form"), {"Grund": "Falscher Zeitraum"})
    dialog.get_by_role("button", name="Löschen").click()
    expect(page.get_by_text("Noch ist kein Bericht festgehalten.")).to_be_visible()
