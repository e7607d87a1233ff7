"""An administrator looks at the console as marketing: sees what it sees, changes nothing, and leaves."""

import pytest
from playwright.sync_api import Page, expect

from services.campaigns.models import ChartNote
from services.staff.models import AuditEntry
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.records import Records


@pytest.mark.parametrize("server_settings", [{"scheduler": "off"}])
def test_an_administrator_looks_as_marketing_and_leaves(
    page: Page, server: Server, sign_in: SignIn, records: Records, watch: Watch
) -> None:
    watch.expect("status of 403 .*/api/staff/notes")
    reserve(page, server, last_name="Hartwig")
    sign_in(page, "admin", name="Kim Admin")
    page.goto("/admin/account")
    page.get_by_role("button", name="Ansehen als Marketing").click()
    band = page.get_by_role("region", name="Ansicht als andere Rolle")
    expect(band).to_contain_text("Sie sehen die Konsole als Marketing.")

    page.goto("/admin/reservations")
    main = page.get_by_role("main")
    expect(main.get_by_text("Haushalt ", exact=False).first).to_be_visible()
    expect(main).not_to_contain_text("Hartwig")
    page.goto("/admin/notes")
    page.get_by_role("button", name="Anmerkung eintragen").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Was war an diesem Tag?").fill("Messe in Ingolstadt")
    dialog.get_by_role("button", name="Speichern").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Dabei lässt sich nichts ändern.")
    expect(dialog.get_by_label("Was war an diesem Tag?")).to_have_value("Messe in Ingolstadt")
    assert records.rows(ChartNote) == []
    dialog.get_by_role("button", name="Abbrechen").click()

    band.get_by_role("button", name="Beenden").click()
    expect(band).to_have_count(0)
    page.goto("/admin/audit")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Kim Admin sieht die Konsole nicht mehr als Marketing an.")
    actions = [row["action"] for row in records.rows(AuditEntry)]
    assert actions[-2:] == ["staff.view_started", "staff.view_ended"]
