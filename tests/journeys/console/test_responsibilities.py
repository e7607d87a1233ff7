"""Who gets what: an account is deactivated, and its things are handed over; an external address is removed."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.schedules import schedules
from services.schedules.recipients import Chosen
from services.staff.call import Staff
from services.staff.models import Role
from tests.fixtures.staff import Member, add_member
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.filling import fill_completely
from tests.services.responsibilities.desk import PLAN

WIDTHS = (390, 1280)
BANK = "bank@partner.example.org"


@pytest.fixture
def lena(records_db: Database) -> Member:
    """A colleague who receives a report, answers for its schedule, and has entered an external address there."""
    member = add_member(records_db, "marketing", name="Lena Voss")
    add_member(records_db, "marketing", name="Mara Kuhn")
    staff = Staff(member.id, member.email, member.email, Role.MARKETING, 0)
    values: dict[str, Any] = PLAN | {"recipients": [Chosen(member.id, None), Chosen(None, BANK)]}
    records_db.write(lambda session: schedules.add(session, values, staff, utc_now()))
    return member


def test_everything_of_a_colleague_who_leaves_goes_to_another_in_one_step(
    page: Page, lena: Member, sign_in: SignIn
) -> None:
    sign_in(page, "admin", name="Kim Admin")
    page.goto(f"/admin/accounts/{lena.id}/show")
    page.get_by_role("button", name="Konto deaktivieren").click()
    page.get_by_role("dialog").get_by_role("button", name="Konto deaktivieren").click()
    expect(page.get_by_text("steht noch in 2 Einträgen")).to_be_visible()
    page.get_by_role("link", name="Alles übergeben").click()

    dialog = page.get_by_role("dialog", name="Lena Voss: alles übergeben")
    expect(dialog.get_by_role("button", name="Übergeben")).to_be_disabled()
    fill_completely(dialog.locator("form"), {"An wen?": "Mara Kuhn, Marketing"})
    expect(dialog.get_by_role("status")).to_have_text("2 gehen über.")
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="An Mara Kuhn übergeben").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name="Mara Kuhn")).to_contain_text("Jede Woche")
    expect(page.get_by_role("region", name="Lena Voss")).to_have_count(0)
    assert defects(page, WIDTHS) == []

    page.get_by_role("region", name=BANK).get_by_role("button", name="Überall entfernen").click()
    dialog = page.get_by_role("dialog", name="Adresse überall entfernen")
    expect(dialog.get_by_text("Die anderen Empfänger bekommen ihn weiter.")).to_be_visible()
    dialog.get_by_role("button", name="Überall entfernen").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name=BANK)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("region", name="Mara Kuhn")).to_be_visible()
    expect(page.get_by_role("region", name=BANK)).to_have_count(0)
