"""A notice in the console: found, matched, rejected by two clerks at once. A withdrawal is in `test_clerks_day.py`."""

from typing import Any

import httpx2
from playwright.sync_api import Locator, Page, Route, expect
from sqlalchemy import update

from services.core.db.db import Database
from services.declarations.models import DeclarationCase
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.records import Records

WIDTHS = (390, 1280)
HOUSEHOLD = "nele@example.org"


def declare(server: Server, path: str = "/widerruf", **changes: str) -> None:
    """Declare as a household does, without a browser."""
    typed = {"name": "Änne Müller", "contract": "Platz 1", "email": HOUSEHOLD, "notice_kind": "ordinary"}
    answer = httpx2.post(f"{server.url}{path}", data={**typed, **changes, "step": "confirm"}, timeout=60)
    assert answer.is_success, answer.text


def only(records: Records) -> dict[str, Any]:
    return records.only(DeclarationCase)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def step(page: Page, name: str) -> None:
    """Open a step's dialog."""
    page.get_by_role("button", name=name, exact=True).click()
    expect(dialog(page)).to_be_visible()


def confirm(page: Page, name: str) -> None:
    dialog(page).get_by_role("button", name=name, exact=True).click()
    expect(dialog(page)).to_have_count(0)


def test_a_notice_that_fits_none_is_rejected_although_a_colleague_was_faster(
    page: Page, server: Server, sign_in: SignIn, records: Records, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 409", "status of 422")
    declare(server, "/kuendigen")
    sign_in(page, "staff")
    page.goto("/admin/declarations")
    expect(page.get_by_role("heading", name="Erklärungen")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(2)
    assert violations(page, WIDTHS) == []
    page.get_by_role("link", name="Änne Müller").click()
    step(page, "Zuordnen")
    dialog(page).get_by_label("Andere Referenz").fill("VG-1")
    dialog(page).get_by_role("button", name="Zuordnen").click()
    expect(dialog(page)).to_contain_text("Diese Referenz stimmt nicht.")
    dialog(page).get_by_label("Andere Referenz").fill("")
    dialog(page).get_by_role("radio", name="Passt zu keiner").check()
    confirm(page, "Zuordnen")
    step(page, "Ablehnen")
    reason = dialog(page).get_by_label("Grund, in Ihren Worten")
    reason.fill("Wir haben Sie nicht gefunden.")

    def take_before(route: Route) -> None:
        """A colleague, after this page has read the case for the last time."""
        faster = update(DeclarationCase).values(version=3)
        records_db.write(lambda session: session.execute(faster) and None)
        route.continue_()

    page.route("**/declarations/1/reject", take_before, times=1)
    dialog(page).get_by_role("button", name="Ablehnen").click()
    expect(dialog(page).get_by_role("alert")).to_contain_text("Inzwischen geändert. Noch ist nichts ausgeführt")
    expect(reason).to_have_value("Wir haben Sie nicht gefunden.")
    assert only(records)["state"] == "matched"
    assert violations_as_it_stands(page) == []
    confirm(page, "Trotzdem ausführen")
    expect(page.get_by_role("region", name="Auf einen Blick")).to_contain_text("Abgelehnt")
    assert only(records)["words"] == "Wir haben Sie nicht gefunden."
