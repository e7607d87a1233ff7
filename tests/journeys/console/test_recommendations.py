"""Recommendations in the console: who brings households, without saying who a household is."""

import re

from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from services.referral_codes.models import ReferralCode
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.reserving import reserve
from tests.journeys.records import Records

PERSONAL = ("Nele", "Hartwig", "Yusuf", "Demir", "85049", "1234567", "example.org")


def test_the_leader_board_names_nobody_and_admins_find_the_reservation(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records
) -> None:
    reserve(page, server, first_name="Nele", last_name="Hartwig")
    CodeIssue(records_db, utc_now).issue()
    code = records.only(ReferralCode)["code"]
    reserve(page, server, first_name="Yusuf", last_name="Demir", mobile_phone="0841 555678", referral_code=code)
    reserve(page, server, referral_code="NIRGENDS")
    ReferralWatch(records_db, utc_now).check()

    sign_in(page, "marketing", name="Miriam Falk")
    page.goto("/admin/referrals")
    leader = page.get_by_role("row").nth(1)
    expect(leader).to_contain_text(re.compile(r"Haushalt \w{4}"))
    expect(leader).to_contain_text(f"Code {code}")
    expect(leader).to_contain_text("2.000 kWh")
    said = page.locator("main").inner_text()
    assert defects(page) == []

    page.get_by_role("link", name="Codes").click()
    expect(page.get_by_role("row", name=code)).to_be_visible()
    said += page.locator("main").inner_text()
    assert defects(page) == []

    page.get_by_role("link", name="Verwendungen").click()
    expect(page.get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("row", name=code)).to_contain_text("Kurz nacheinander")
    expect(page.get_by_role("row", name="NIRGENDS")).not_to_contain_text("Kurz nacheinander")
    narrow(page, "Urteil", "Unbekannt")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").last).to_contain_text("Diesen Code hat niemand.")
    said += page.locator("main").inner_text()
    assert defects(page) == []
    assert [word for word in PERSONAL if word in said] == []
    assert page.locator("main").get_by_role("link", name="Haushalt").count() == 0

    sign_in(page, "admin", name="Kim Admin")
    page.goto("/admin/referrals/uses")
    page.get_by_role("row", name=code).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Yusuf Demir")
    section = ReservationPages(page).unfold("Empfehlung")
    expect(section).to_contain_text(code)
    expect(section).to_contain_text("Gültig")
    expect(section).to_contain_text("Kurz nacheinander")
