"""The first account: from the link that the server issues to the console, back in, and what stays protected."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.core.clock import utc_now
from services.core.db.db import Database
from services.staff.models import Account, StaffSession
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import add_member
from tests.journeys.axe import violations
from tests.journeys.console.moving import go
from tests.journeys.console.setting_up import PASSWORD, Person, told_path
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records


class FirstPerson(Person):
    """Who makes the first account, and comes back."""

    def make_account(self) -> None:
        """Name, address and password; the form does not take a weak one."""
        self.introduce()
        password = self.page.get_by_label("Passwort", exact=True)
        go_on = self.page.get_by_role("button", name="Weiter zum zweiten Faktor")
        password.fill("Sommer26")
        expect(self.page.get_by_text("noch 4.")).to_be_visible()
        expect(go_on).to_be_disabled()
        password.fill("Passwort123456")
        go_on.click()
        expect(self.page.get_by_text("Dieses Passwort ist leicht zu erraten.")).to_be_visible()
        self.choose_password()

    def scan_in_both_schemes(self) -> None:
        for scheme in ("dark", "light"):
            self.page.emulate_media(color_scheme=scheme)
            self.scan()
        assert violations(self.page) == []

    def leave(self) -> None:
        self.page.get_by_role("button", name=f"Angemeldet: {self.name}").click()
        self.page.get_by_role("menuitem", name="Abmelden").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Anmelden")

    def sign_in(self) -> None:
        """The first step, with the password."""
        fill_completely(self.page.locator("form"), {"E-Mail-Adresse": self.email, "Passwort": PASSWORD})
        self.page.get_by_role("button", name="Weiter").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Code eingeben")

    def prove(self, label: str, code: str) -> None:
        """The second step."""
        fill_completely(self.page.locator("form"), {label: code})
        self.page.get_by_role("button", name="Anmelden", exact=True).click()


def let_confirmations_run_out(db: Database) -> None:
    """As after a quarter of an hour, by which time the app also shows another code."""
    ago = utc_now() - timedelta(minutes=1)
    db.write(lambda session: session.execute(update(StaffSession).values(confirmed_until=ago)) and None)
    db.write(lambda session: session.execute(update(Account).values(totp_last_counter=0)) and None)


@pytest.mark.parametrize("server_settings", [{"rate_limits": "on"}])
def test_from_the_first_link_to_a_console_in_use(
    page: Page, server: Server, records_db: Database, records: Records, watch: Watch
) -> None:
    watch.expect("status of 401", "status of 403", "status of 404", "status of 422")
    link = told_path(server)
    person = FirstPerson(page, "Kim Roth", "kim.roth@example.org")
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Konsole einrichten")
    person.make_account()
    person.scan_in_both_schemes()
    recovery = person.enrol()
    person.is_in()

    person.leave()
    person.sign_in()
    person.prove("Code aus Ihrer App", person.proved)
    expect(page.get_by_role("alert")).to_have_text(
        "Dieser Code stimmt nicht oder wurde schon verwendet. Bitte nehmen Sie den nächsten."
    )
    person.prove("Code aus Ihrer App", person.code(later=1))
    person.is_in()

    person.leave()
    person.sign_in()
    page.get_by_role("button", name="Wiederherstellungscode benutzen").click()
    person.prove("Wiederherstellungscode", recovery[3])
    person.is_in()

    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Dieser Link geht nicht")
    expect(page.get_by_role("alert")).to_contain_text("wurde schon verwendet")

    colleague = add_member(records_db, "staff", name="Jonas Reh")
    go(page, "/admin/accounts")
    page.get_by_role("link", name="Jonas Reh").click()
    let_confirmations_run_out(records_db)
    page.get_by_role("radio", name=re.compile("^Marketing")).check()
    page.get_by_role("button", name="Speichern").click()
    question = page.get_by_role("dialog", name="Bitte bestätigen Sie, dass Sie es sind")
    proof = {"Passwort": PASSWORD, "Code aus Ihrer App": person.code()}
    fill_completely(question.locator("form"), proof)
    assert violations(page) == []
    question.get_by_role("button", name="Bestätigen").click()
    expect(page.get_by_text("Gerade ist die Person nirgends angemeldet.")).to_be_visible()
    roles = {row["id"]: row["role"] for row in records.rows(Account)}
    assert roles[colleague.id] == "marketing"
