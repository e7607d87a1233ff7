"""„Versuche“: what cannot be found is refused with the reason; what can is begun, seen by visitors, and ended."""

import re

from playwright.sync_api import Browser, Page, expect

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.test_report_links import FIREFOX
from tests.services.experiments.conftest import many_visits

QUESTION = "Bringt ein kürzerer Knopf mehr begonnene Formulare?"
TEXT = "Platz sichern"
LEAST = "Ab welchem Unterschied lohnt es sich? (%)"
NAMES_AN_ARM = "async running => /&quot;variant&quot;/.test(await (await fetch('/')).text()) === running"
"""Servers read which experiments run every few seconds."""


def draft(page: Page, percent: int) -> None:
    """Fill the dialog that is open, all but what it already holds, and wait until it is gone."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Was möchten Sie wissen?").fill(QUESTION)
    dialog.get_by_label("Text der Website").select_option(label="Startseite: Knopf zum Reservieren")
    dialog.get_by_label("Was Variante B zeigt").fill(TEXT)
    dialog.get_by_label(LEAST).fill(str(percent))
    dialog.get_by_role("button", name="Entwurf speichern").click()
    expect(dialog).to_be_hidden()


def stop(page: Page, reason: str) -> None:
    """End the running experiment that is shown."""
    page.get_by_role("button", name="Vorzeitig beenden").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Beenden")).to_be_disabled()
    dialog.get_by_label("Grund").fill(reason)
    dialog.get_by_role("button", name="Beenden").click()
    expect(dialog).to_be_hidden()


def see_the_page(visitor: Page) -> None:
    """One of both texts, and nothing stored on the device."""
    answer = visitor.goto("/")
    assert answer and "set-cookie" not in answer.all_headers()
    button = visitor.locator("[data-slot='home_reserve.0']").first
    expect(button).to_have_text(re.compile(rf"^({TEXT}|Anteil reservieren)$"))
    assert visitor.context.cookies() == []


def test_an_experiment_is_refused_begun_seen_without_a_cookie_and_ended(
    browser: Browser, page: Page, server: Server, sign_in: SignIn, records_db: Database, watch: Watch
) -> None:
    many_visits(records_db, berlin_day(utc_now()), days=20, visitors=60, every=6)
    sign_in(page, "marketing", name="Miriam Falk")
    page.goto("/admin/experiments")
    expect(page.get_by_text("Noch kein Versuch.")).to_be_visible()
    page.get_by_role("button", name="Versuch entwerfen").click()
    draft(page, 10)
    expect(page.get_by_text("So geht es nicht.")).to_be_visible()
    expect(page.get_by_role("region", name="Plan")).to_contain_text(
        re.compile(
            r"Mit 60 Besuchen dieser Seite am Tag bräuchte es \d+ Wochen, um einen Unterschied von 10 % zu finden"
        )
    )
    begin = page.get_by_role("button", name="Versuch beginnen")
    expect(begin).to_be_disabled()

    page.get_by_role("button", name="Entwurf ändern").click()
    draft(page, 50)
    expect(page.get_by_text("Dauer mindestens 4 Wochen.")).to_be_visible()
    expect(page.get_by_text("So geht es nicht.")).to_have_count(0)
    begin.click()
    expect(page.get_by_role("region", name="Frage")).to_contain_text("läuft")
    assert defects(page, (390, 1280)) == []
    page.get_by_role("link", name="Versuche").first.click()
    row = page.get_by_role("row").filter(has_text=QUESTION)
    expect(row).to_contain_text("läuft")

    # A browser without a window says so, and programs get the page as it is.
    away = browser.new_context(base_url=server.url, locale="de-DE", user_agent=FIREFOX)
    watch.follow(away)
    visitor = away.new_page()
    see_the_page(visitor)
    visitor.wait_for_function(NAMES_AN_ARM, arg=True, polling=500)
    see_the_page(visitor)

    row.get_by_role("link", name=QUESTION).click()
    stop(page, "Der Preis hat sich geändert")
    expect(page.get_by_role("region", name="Frage")).to_contain_text("Grund: Der Preis hat sich geändert")
    page.get_by_role("link", name="Versuche").first.click()
    expect(row).to_contain_text("vorzeitig beendet")
    visitor.wait_for_function(NAMES_AN_ARM, arg=False, polling=500)
    away.close()
