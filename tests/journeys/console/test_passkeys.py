"""Passkeys in a real browser with a virtual authenticator: made, used for each step, and removed."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.staff.models import AuditEntry
from services.staff.passkeys.models import Passkey
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import PASSWORD, Member, add_member, sign_in_browser
from tests.journeys.axe import defects, violations
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.passkeys import VirtualAuthenticator
from tests.journeys.console.test_first_account import let_confirmations_run_out
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records

WIDTHS = (390, 1280)
PASSKEYS = {"name": "Passkeys"}


@pytest.fixture
def server_settings(own_port: int) -> dict[str, object]:
    """Browsers offer no passkeys at 127.0.0.1, which is where the server listens."""
    return {"public_url": f"http://localhost:{own_port}"}


@pytest.fixture
def site_url(own_port: int, server: Server) -> str:
    return f"http://localhost:{own_port}"


@pytest.fixture
def member(records_db: Database) -> Member:
    return add_member(records_db, "staff", name="Miriam Falk")


@pytest.fixture
def authenticator(page: Page, site_url: str, member: Member, watch: Watch) -> VirtualAuthenticator:
    """Of Miriam Falk's computer, where she is signed in."""
    watch.expect(r"request to another host: http://localhost:\d+/")
    sign_in_browser(page.context, site_url, member)
    return VirtualAuthenticator(page)


def add_passkey(page: Page, name: str = "") -> None:
    section = page.get_by_role("region", **PASSKEYS)
    section.get_by_role("button", name="Passkey hinzufügen").click()
    if name:
        fill_completely(section.locator("form"), {"Name des Passkeys": name})
    section.get_by_role("button", name="Passkey anlegen").click()


def sign_out(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Miriam Falk")).click()
    page.get_by_role("menuitem", name="Abmelden").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anmelden")


def is_in(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Heute")


@pytest.mark.own_tab
def test_a_passkey_is_made_and_serves_for_every_step(
    page: Page, authenticator: VirtualAuthenticator, member: Member, records_db: Database, records: Records,
    watch: Watch,
) -> None:  # fmt: skip
    watch.expect("status of 403")
    page.goto("/admin/account")
    section = page.get_by_role("region", **PASSKEYS)
    expect(section).to_contain_text("ohne Passwort und Code")
    add_passkey(page)
    expect(page.get_by_text("Ihr Passkey ist eingerichtet.")).to_be_visible()
    expect(section.get_by_role("listitem")).to_contain_text("noch nicht benutzt")
    (made,) = authenticator.credentials()
    assert (made["isResidentCredential"], made["rpId"]) == (True, "localhost")
    assert records.only(Passkey)["account_id"] == member.id

    authenticator.answer(is_present=False)  # else the browser would fill it in by itself
    sign_out(page)
    expect(page.get_by_label("E-Mail-Adresse")).to_have_attribute("autocomplete", "username webauthn")
    button = page.get_by_role("button", name="Mit Passkey anmelden")
    expect(button).to_be_visible()
    assert violations(page) == []
    authenticator.answer()
    button.click()
    is_in(page)

    authenticator.answer(is_present=False)
    sign_out(page)
    page.get_by_label("E-Mail-Adresse").fill(member.email)
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Weiter").click()
    second = page.get_by_role("button", name="Passkey statt Code")
    expect(second).to_be_visible()
    assert violations(page) == []
    authenticator.answer()
    second.click()
    is_in(page)

    page.goto("/admin/account")
    let_confirmations_run_out(records_db)
    section.get_by_role("button", name=re.compile("entfernen$")).click()
    page.get_by_role("dialog", name=re.compile("entfernen")).get_by_role("button", name="Entfernen").click()
    question = page.get_by_role("dialog", name="Bitte bestätigen Sie, dass Sie es sind")
    expect(question.get_by_role("button", name="Mit Passkey bestätigen")).to_be_visible()
    assert violations(page) == []
    question.get_by_role("button", name="Mit Passkey bestätigen").click()
    expect(page.get_by_text("Der Passkey ist entfernt.")).to_be_visible()
    expect(section.get_by_role("listitem")).to_have_count(0)
    assert records.rows(Passkey) == []
    done = [row["action"] for row in records.rows(AuditEntry)]
    assert [action for action in done if "passkey" in action] == [
        "staff.passkey_added",
        *["staff.passkey_used"] * 3,
        "staff.passkey_removed",
    ]


@pytest.mark.own_tab
def test_the_browser_offers_it_in_the_field_of_the_address(
    page: Page, authenticator: VirtualAuthenticator, watch: Watch
) -> None:
    """The virtual authenticator takes what it is offered at once, as a user would who picks the first line."""
    watch.expect("status of 401")  # who is there: nobody yet
    page.goto("/admin/account")
    add_passkey(page)
    expect(page.get_by_text("Ihr Passkey ist eingerichtet.")).to_be_visible()
    assert page.evaluate("PublicKeyCredential.isConditionalMediationAvailable()")
    page.context.clear_cookies()
    page.goto("/admin/sign-in")
    is_in(page)


@pytest.mark.own_tab
def test_what_the_browser_refuses_is_said_in_german_and_loses_nothing(
    page: Page, authenticator: VirtualAuthenticator, records: Records, watch: Watch
) -> None:
    page.goto("/admin/account")
    section = page.get_by_role("region", **PASSKEYS)
    authenticator.answer(is_verified=False)
    add_passkey(page, "Mein Laptop")
    problem = section.get_by_role("alert")
    expect(problem).to_contain_text("Es wurde kein Passkey angelegt.")
    expect(section.get_by_label("Name des Passkeys")).to_have_value("Mein Laptop")
    authenticator.answer()
    section.get_by_role("button", name="Passkey anlegen").click()
    expect(section.get_by_role("listitem")).to_contain_text("Mein Laptop")

    add_passkey(page, "Mein Laptop, noch einmal")
    expect(problem).to_contain_text("Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.")
    section.get_by_role("button", name="Abbrechen").click()
    section.get_by_role("button", name="Mein Laptop umbenennen").click()
    fill_completely(section.locator("form"), {"Name des Passkeys": "Laptop im Büro"})
    section.get_by_label("Name des Passkeys").press("Enter")
    expect(section.get_by_role("listitem")).to_contain_text("Laptop im Büro")
    assert records.only(Passkey)["name"] == "Laptop im Büro"
    assert defects(page, WIDTHS) == []


@pytest.mark.own_tab
def test_under_another_address_the_page_leads_to_where_they_work(
    page: Page, server: Server, site_url: str, sign_in: SignIn, watch: Watch
) -> None:
    sign_in(page, "staff", name="Miriam Falk")
    page.goto(f"{server.url}/admin/account")
    section = page.get_by_role("region", **PASSKEYS)
    expect(section).to_contain_text(f"Passkeys gelten nur unter {site_url}.")
    expect(section.get_by_role("link", name="Dort öffnen")).to_have_attribute("href", f"{site_url}/admin/account")
    expect(section.get_by_role("button")).to_have_count(0)
    assert violations(page) == []
