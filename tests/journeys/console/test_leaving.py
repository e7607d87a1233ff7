"""A colleague leaves: the account is switched off, and what hangs on it goes to another in the same dialog."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.schedules import schedules
from services.schedules.recipients import Chosen
from services.staff.call import Staff
from services.staff.models import Role
from services.tasks import changes
from tests.fixtures.staff import Member, add_member
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.filling import fill_completely
from tests.services.reservations.standing import do, households, reserve_many
from tests.services.tasks.leaving_desk import PLAN

WIDTHS = (390, 1280)


@pytest.fixture
def lena(records_db: Database) -> Member:
    """A colleague who receives a report, answers for its schedule, and has taken a follow-up."""
    member = add_member(records_db, "admin", name="Lena Voss")
    add_member(records_db, "admin", name="Mara Kuhn")
    add_member(records_db, "staff", name="Theo Blum")
    staff, now = Staff(member.id, member.email, member.email, Role.ADMIN, 0), utc_now()
    ids = reserve_many(records_db, now, households(1))
    do(records_db, "set_follow_up", ids, now, day=berlin_day(now))
    line = ("follow_up", str(ids[0]))
    records_db.write(lambda session: changes.assign(session, line, (member.id, 0), staff, now))
    values: dict[str, Any] = PLAN | {"recipients": [Chosen(member.id, None)]}
    records_db.write(lambda session: schedules.add(session, values, staff, now))
    return member


def test_everything_of_a_colleague_who_leaves_goes_to_another_in_one_step(
    page: Page, lena: Member, sign_in: SignIn
) -> None:
    sign_in(page, "admin", name="Kim Admin")
    page.goto(f"/admin/accounts/{lena.id}/show")
    page.get_by_role("button", name="Konto deaktivieren").click()
    dialog = page.get_by_role("dialog", name="Lena Voss: Konto deaktivieren")
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    heir = dialog.get_by_label("Wer übernimmt, was an dem Konto hängt?")
    heir.select_option("Theo Blum, Sachbearbeitung")
    expect(dialog.get_by_role("status")).to_contain_text("Theo Blum übernimmt 1 Eintrag. 2 bleiben bei diesem Konto")
    expect(dialog.get_by_role("listitem").filter(has_not_text="bleibt")).to_contain_text("Wiedervorlage: Änne H")
    assert violations_as_it_stands(page) == []
    assert defects(page, WIDTHS) == []

    heir.select_option("Niemand")
    dialog.get_by_role("button", name="Konto deaktivieren").click()
    expect(dialog).to_have_count(0)
    rest = page.get_by_role("region", name="Was noch an dem Konto hängt")
    expect(rest.get_by_role("listitem")).to_have_count(3)
    rest.get_by_role("button", name="Übergeben").click()
    dialog = page.get_by_role("dialog", name="Lena Voss: übergeben")
    expect(dialog.get_by_role("button", name="Übergeben")).to_be_disabled()
    fill_completely(dialog.locator("form"), {"Wer übernimmt, was an dem Konto hängt?": "Mara Kuhn, Administration"})
    expect(dialog.get_by_role("status")).to_have_text("Mara Kuhn übernimmt 3 Einträge.")
    dialog.get_by_role("button", name="Übergeben").click()
    expect(rest).to_have_count(0)
