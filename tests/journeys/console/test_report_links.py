"""A kept report is passed on as a link: who has it reads and saves it without an account, until it is revoked."""

from datetime import timedelta
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from services.core.clock import berlin_day, utc_now
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE
from tests.journeys.axe import expect_clean, violations
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before
from tests.journeys.filling import fill_completely

WIDTHS = (390, 1280)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def test_a_link_is_made_read_without_an_account_and_revoked(
    browser: Browser, page: Page, server: Server, sign_in: SignIn, watch: Watch
) -> None:
    watch.expect("status of 422")
    watch.expect("status of 410")
    reserve_before(server)
    sign_in(page, "marketing", name="Miriam Falk")
    kept = {"report": "overview", "label": "Für die Stadtwerke", "parameters": {}}
    run = page.request.post(f"{server.url}/api/staff/report-runs", data=kept, headers=OWN_PAGE)
    assert run.status == 201, run.text()
    page.goto(f"/admin/reports/kept/{run.json()['id']}")
    page.get_by_role("button", name="Link erstellen").click()
    dialog = page.get_by_role("dialog", name="Link erstellen")
    dialog.get_by_role("button", name="Link erstellen").click()
    expect(dialog.get_by_text("Bitte geben Sie an, für wen der Link ist.")).to_be_visible()
    until = (berlin_day(utc_now()) + timedelta(days=90)).isoformat()
    fill_completely(dialog.locator("form"), {"Für wen ist der Link?": "Stadtwerke, Herbst", "Gilt bis": until})
    dialog.get_by_role("button", name="Link erstellen").click()
    path = urlsplit(page.get_by_label("Adresse des Links").inner_text()).path

    # Openings by programs are not counted, and a browser without a window says that it is one.
    reader = browser.new_context(base_url=server.url, locale="de-DE", user_agent=FIREFOX)
    watch.follow(reader)
    phone = reader.new_page()
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(path)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Überblick")
    expect_clean(phone)
    assert violations(phone, WIDTHS) == []
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("link", name="Zum Inhalt springen")).to_be_focused()
    with phone.expect_download() as file:
        phone.get_by_role("link", name="Als PDF speichern").click()
    assert file.value.path().read_bytes().startswith(b"%PDF-")

    page.get_by_role("button", name="Kopiert, schließen").click()
    page.goto("/admin/reports/kept")
    row = page.get_by_role("row").filter(has_text="Stadtwerke, Herbst")
    expect(row).to_contain_text("2-mal geöffnet")  # the page, and its file
    row.get_by_role("button", name="Widerrufen").click()
    page.get_by_role("dialog").get_by_role("button", name="Widerrufen").click()
    expect(row).to_contain_text("von Miriam Falk")
    expect(row.get_by_role("button", name="Widerrufen")).to_have_count(0)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Dieser Link gilt nicht mehr.")
    assert violations(phone, WIDTHS) == []
    reader.close()
