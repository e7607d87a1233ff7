"""The console's frame in a real browser: its own strict policy, one heading, nothing another host would see."""

import re

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.fixtures.staff import add_member
from tests.journeys.axe import expect_clean

SIGNED_OUT = "status of 401"
"""What the browser itself writes when nobody is signed in."""


@pytest.fixture
def staffed(server: Server, sqlite_url: str) -> None:
    """Somebody has an account, so the console is set up."""
    database = Database(sqlite_url)
    add_member(database)
    database.close()


@pytest.mark.usefixtures("staffed")
def test_whoever_is_not_signed_in_meets_the_log_in_page_with_its_strict_policy(page: Page, watch: Watch) -> None:
    watch.expect(SIGNED_OUT, "Content Security Policy")
    page.goto("/admin/reservations?page=2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anmelden")
    expect(page).to_have_url(re.compile(r"/admin/sign-in$"))
    expect(page).to_have_title("Anmelden | Voltigo Konsole")
    expect(page.get_by_label("E-Mail-Adresse")).to_be_focused()
    # Styles made in the browser pass the policy, one without the nonce is refused.
    answer = page.request.get("/admin/sign-in")
    assert "unsafe" not in answer.headers["content-security-policy"]
    expect(page.get_by_role("heading", level=1)).to_have_css("color", "rgb(15, 61, 36)")
    page.evaluate(
        "() => { const sheet = document.createElement('style');"
        " sheet.textContent = 'body { background: red !important }'; document.head.append(sheet) }"
    )
    expect(page.locator("body")).to_have_css("background-color", "rgb(245, 239, 224)")
    expect_clean(page)


def test_before_the_first_account_the_page_says_where_its_link_is(page: Page, server: Server, watch: Watch) -> None:
    watch.expect(SIGNED_OUT)
    page.goto("/admin")
    expect(page.get_by_role("heading", level=1)).to_have_text("Noch kein Konto")
    expect(page).to_have_url(re.compile(r"/admin/sign-in$"))
    expect(page).to_have_title("Noch kein Konto | Voltigo Konsole")
    expect(page.get_by_text("Konsole einrichten")).to_be_visible()
    expect(page.get_by_label("E-Mail-Adresse")).to_have_count(0)
    expect_clean(page)
