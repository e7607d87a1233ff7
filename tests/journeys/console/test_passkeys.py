"""Passkeys in a real browser with a virtual authenticator: made, used for each step, and removed."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.staff.models import AuditEntry
from services.staff.passkeys.models import Passkey
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import PASSWORD, add_member, sign_in_browser
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.console.passkeys import VirtualAuthenticator
from tests.journeys.console.test_first_account import let_confirmations_run_out
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records


@pytest.fixture
def server_settings(own_port: int) -> dict[str, object]:
    """Browsers offer no passkeys at 127.0.0.1, which is where the server listens."""
    return {"public_url": f"http://localhost:{own_port}"}


@pytest.fixture
def site_url(own_port: int, server: Server) -> str:
    return f"http://localhost:{own_port}"


def sign_out(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Miriam Falk")).click()
    page.get_by_role("menuitem", name="Abmelden").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anmelden")


def is_in(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Heute")


@pytest.mark.own_tab
def test_a_passkey_is_made_and_serves_for_every_step(
    page: Page, site_url: str, records_db: Database, records: Records, watch: Watch
) -> None:
    watch.expect(r"request to another host: http://localhost:\d+/", "status of 403", "status of 401")
    member = add_member(records_db, "staff", name="Miriam Falk")
    sign_in_browser(page.context, site_url, member)
    authenticator = VirtualAuthenticator(page)
    page.goto("/admin/account")
    section = page.get_by_role("region", name="Passkeys")
    expect(section).to_contain_text("ohne Passwort und Code")

    # What the browser refuses is said in German, and nothing that was typed is lost.
    authenticator.answer(is_verified=False)
    section.get_by_role("button", name="Passkey hinzufügen").click()
    fill_completely(section.locator("form"), {"Name des Passkeys": "Mein Laptop"})
    section.get_by_role("button", name="Passkey anlegen").click()
    expect(section.get_by_role("alert")).to_contain_text("Es wurde kein Passkey angelegt.")
    expect(section.get_by_label("Name des Passkeys")).to_have_value("Mein Laptop")
    authenticator.answer()
    section.get_by_role("button", name="Passkey anlegen").click()
    expect(page.get_by_text("Ihr Passkey ist eingerichtet.")).to_be_visible()
    expect(section.get_by_role("listitem")).to_contain_text(re.compile("Mein Laptop.*noch nicht benutzt", re.DOTALL))
    section.get_by_role("button", name="Passkey hinzufügen").click()
    section.get_by_role("button", name="Passkey anlegen").click()
    expect(section.get_by_role("alert")).to_contain_text("Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.")
    section.get_by_role("button", name="Abbrechen").click()
    section.get_by_role("button", name="Mein Laptop umbenennen").click()
    fill_completely(section.locator("form"), {"Name des Passkeys": "Laptop im Büro"})
    section.get_by_label("Name des Passkeys").press("Enter")
    expect(section.get_by_role("listitem")).to_contain_text("Laptop im Büro")
    assert defects(page) == []
    (made,) = authenticator.credentials()
    assert (made["isResidentCredential"], made["rpId"]) == (True, "localhost")
    kept = records.only(Passkey)
    assert (kept["account_id"], kept["name"]) == (member.id, "Laptop im Büro")

    # Else the authenticator would answer by itself what the page offers in the field of the address.
    page.evaluate("() => { PublicKeyCredential.isConditionalMediationAvailable = async () => false }")
    sign_out(page)
    expect(page.get_by_label("E-Mail-Adresse")).to_have_attribute("autocomplete", "username webauthn")
    button = page.get_by_role("button", name="Mit Passkey anmelden")
    expect(button).to_be_visible()
    button.click()
    is_in(page)

    sign_out(page)
    page.get_by_label("E-Mail-Adresse").fill(member.email)
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Weiter").click()
    second = page.get_by_role("button", name="Passkey statt Code")
    expect(second).to_be_visible()
    assert violations_as_it_stands(page) == []
    second.click()
    is_in(page)

    # Offered in the field of the address: the authenticator takes it at once, as who picks the first line.
    page.context.clear_cookies()
    page.goto("/admin/sign-in")
    is_in(page)

    page.goto("/admin/account")
    let_confirmations_run_out(records_db)
    section.get_by_role("button", name=re.compile("entfernen$")).click()
    page.get_by_role("dialog", name=re.compile("entfernen")).get_by_role("button", name="Entfernen").click()
    question = page.get_by_role("dialog", name="Bitte bestätigen Sie, dass Sie es sind")
    expect(question.get_by_role("button", name="Mit Passkey bestätigen")).to_be_visible()
    question.get_by_role("button", name="Mit Passkey bestätigen").click()
    expect(page.get_by_text("Der Passkey ist entfernt.")).to_be_visible()
    expect(section.get_by_role("listitem")).to_have_count(0)
    assert records.rows(Passkey) == []
    done = [row["action"] for row in records.rows(AuditEntry) if "passkey" in row["action"]]
    assert [done[0], *done[-5:]] == ["staff.passkey_added", *["staff.passkey_used"] * 4, "staff.passkey_removed"]
