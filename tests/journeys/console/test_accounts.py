"""The team in the console: from an invitation to the first log-in, and out again."""

from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.staff.models import Account
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import PASSWORD
from tests.journeys.axe import defects, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.console.setting_up import Person, close_the_link, mailed_path
from tests.journeys.filling import expect_stored, fill_completely

WIDTHS = (390, 1280)


@with_jobs
def test_from_the_invitation_to_the_first_day_and_out(
    page: Page, colleague: Page, server: Server, sign_in: SignIn, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 401")
    sign_in(page, "admin", name="Kim Admin")
    page.goto("/admin/accounts")
    page.get_by_role("button", name="Person einladen").click()
    dialog = page.get_by_role("dialog", name="Person einladen")
    whom = {"Name": "Jonas Reh", "E-Mail-Adresse": "jonas@example.org", "Rolle": "Sachbearbeitung"}
    fill_completely(dialog.locator("form"), whom)
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Einladen").click()
    close_the_link(page, "Jonas Reh")
    row = page.get_by_role("row").filter(has_text="Jonas Reh")
    expect(row).to_contain_text("Eingeladen")

    jonas = Person(colleague, "Jonas Reh", "jonas@example.org")
    colleague.goto(mailed_path(server, jonas.email))
    jonas.choose_password()
    jonas.scan()
    jonas.enrol()
    jonas.is_in()

    row.get_by_role("link").click()
    expect(page.get_by_role("region", name="Sitzungen", exact=True).get_by_role("row")).to_have_count(2)
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    form = page.get_by_role("region", name="Ändern", exact=True).locator("form")
    changed = {"Name": "Jonas Weber", "E-Mail-Adresse": "jonas.weber@example.org", "Rolle": "Marketing"}
    fill_completely(form, changed)
    expect(page.get_by_text("Mit der neuen Rolle enden alle Sitzungen")).to_be_visible()
    form.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Gerade ist die Person nirgends angemeldet.")).to_be_visible()
    expect_stored(records_db, Account, {"name": "Jonas Weber", "email": changed["E-Mail-Adresse"], "role": "marketing"})
    colleague.get_by_role("link", name="Nachrichten").click()
    expect(colleague.get_by_role("heading", level=1)).to_have_text("Anmelden")
    page.get_by_role("button", name="Konto deaktivieren").click()
    page.get_by_role("dialog").get_by_role("button", name="Konto deaktivieren").click()
    expect(page.get_by_role("button", name="Konto wieder aktivieren")).to_be_visible()

    go(page, "/admin/account")
    form = page.get_by_role("region", name="Passwort", exact=True).locator("form")
    fill_completely(form, {"Bisheriges Passwort": PASSWORD, "Neues Passwort": "ein Feld voller Margeriten"})
    form.get_by_role("button", name="Passwort ändern").click()
    expect(page.get_by_text("Ihr Passwort ist geändert.")).to_be_visible()
