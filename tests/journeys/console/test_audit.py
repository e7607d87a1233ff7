"""The log in the console."""

from playwright.sync_api import Page, expect

from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.pages import overflow

WIDTHS = (390, 1280)


def test_what_happened_is_read_filtered_and_verified(page: Page, server: Server, sign_in: SignIn) -> None:
    reserve(page, server)
    sign_in(page, "admin", name="Kim Admin")
    page.goto("/admin/parks/ingolstadt/show")
    page.get_by_label("Plätze", exact=True).fill("7–9")
    page.get_by_label("Grund").fill("Vermessung")
    page.get_by_role("button", name="3 Plätze sperren").click()
    expect(page.get_by_text("3 Plätze gesperrt.")).to_be_visible()

    page.goto("/admin/audit")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Kim Admin hat in Park ingolstadt 3 Plätze gesperrt.")
    expect(page.get_by_role("row").nth(2)).to_contain_text("Ein Haushalt hat einen Platz reserviert")
    page.get_by_text("Zeigen zu Eintrag 1").click()
    expect(page.get_by_role("row").nth(2)).to_contain_text("annual_kwh")
    page.get_by_role("button", name="Kette prüfen").click()
    expect(page.get_by_text("Alle 2 Einträge sind unverändert.")).to_be_visible()
    assert violations(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) == 0
    page.get_by_label("Aktion").select_option(label="in Park Plätze gesperrt")
    expect(page.get_by_role("row")).to_have_count(2)


def test_staff_do_not_read_the_log(page: Page, sign_in: SignIn) -> None:
    sign_in(page, "staff")
    page.goto("/admin/audit")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kein Zugriff")
