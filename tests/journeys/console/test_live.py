"""Two clerks at once: each sees the other, and what the other changes, without a reload and without anything moving."""

from playwright.sync_api import Browser, Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.moving import go
from tests.journeys.console.reserving import reserve
from tests.services.reservations.standing import households, reserve_many

LIST = "/admin/reservations"


def test_a_colleague_is_seen_changed_rows_are_marked_and_a_broken_line_heals(
    browser: Browser,
    page: Page,
    server: Server,
    sign_in: SignIn,
    records_db: Database,
    watch: Watch,
    browser_context_args: dict[str, object],
) -> None:
    _, second, _ = reserve_many(records_db, utc_now(), households(3))
    sign_in(page, "staff", name="Aylin Sommer")
    page.set_viewport_size({"width": 1440, "height": 900})  # narrower ones have no column for the last change
    page.goto(LIST)
    row = page.locator("tbody tr").filter(has=page.locator(f"a[href$='/reservations/{second}/show']"))
    expect(page.locator(".live[data-state=live]")).to_be_empty()
    place = row.bounding_box()

    elsewhere = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    watch.follow(elsewhere)
    colleague = elsewhere.new_page()
    sign_in(colleague, "staff", name="Jonas Reiter")
    colleague.goto(f"{LIST}/{second}/show")
    expect(row).to_contain_text("Jonas Reiter ist auch hier.")
    colleague.get_by_label("Notiz", exact=True).focus()
    expect(row).to_contain_text("Jonas Reiter ist auch hier und schreibt.")

    colleague.get_by_role("button", name="Abschlag").click()
    colleague.keyboard.type("123,45")
    colleague.keyboard.press("Enter")
    expect(row.get_by_text("gerade, Jonas")).to_be_visible()
    reserve(page, server, last_name="Weiß")
    added = page.get_by_role("button", name="1 neue oben zeigen")
    expect(added).to_be_visible()
    assert row.bounding_box() == place, "a changed row stays where it is"
    expect(page.get_by_role("main")).not_to_contain_text("Weiß")
    assert violations(page, (1440,)) == []
    added.click()
    expect(page.get_by_role("main")).to_contain_text("Weiß")
    expect(row.get_by_text("gerade, Jonas")).to_have_count(0)

    go(page, f"{LIST}/{second}/show")
    expect(page.get_by_role("status").filter(has_text="Jonas Reiter ist auch hier")).to_be_visible()
    expect(colleague.get_by_role("status").filter(has_text="Aylin Sommer ist auch hier")).to_be_visible()
    elsewhere.close()

    page.goto(LIST)
    expect(page.locator(".live[data-state=live]")).to_be_empty()
    expect(row).to_be_visible()  # nothing is on its way
    page.context.set_offline(True)
    expect(page.get_by_text("Nicht live", exact=True)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".live[data-state=live]")).to_be_empty()
