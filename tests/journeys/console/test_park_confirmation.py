"""What is decided about a park: confirmed for all at once, taken back in time, and called off with what is owed."""

import re
from datetime import UTC, datetime

from playwright.sync_api import Page, expect
from sqlalchemy import update

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Park
from services.reservations.desk.parks import cancel
from services.reservations.desk.parks.cancel import Wish
from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records

WIDTHS = (390, 1280)
NOTE = "Der Netzanschluss ist zugesagt. Im Februar beginnt der Bau."
SHOW = "/admin/parks/ingolstadt/show"


def confirmed_mails(records: Records) -> list[str]:
    return [mail["state"] for mail in records.rows(Mail) if mail["kind"] == "park_confirmed"]


def test_a_park_is_confirmed_for_all_at_once_and_taken_back_in_time(
    page: Page, server: Server, sign_in: SignIn, records: Records
) -> None:
    reserve(page, server)
    reserve(page, server)
    sign_in(page, "staff")
    page.goto(SHOW)
    page.get_by_role("button", name="Park bestätigen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 Haushalte mit einem Platz erhalten in 10 Minuten eine Mail")
    button = dialog.get_by_role("button", name="Bestätigen, 2 Mails")
    expect(button).to_be_disabled()
    told = {"Auskunft für Haushalte": NOTE, "Vermerk für uns (freiwillig)": "Beschluss vom Montag"}
    fill_completely(dialog.locator("form"), told)
    assert violations_as_it_stands(page) == []
    button.click()
    sheet = page.get_by_role("region", name="Bestätigung", exact=True)
    expect(sheet).to_contain_text("Bestätigt am")
    expect(page.locator(".MuiSnackbar-root")).to_have_count(0)  # it may lie over half a link, and goes by itself
    assert violations_as_it_stands(page) == []
    assert confirmed_mails(records) == ["queued", "queued"]
    site = page.context.new_page()
    site.goto("/pilot")
    expect(site.locator("main")).to_contain_text(re.compile(rf"Bestätigt am .*{re.escape(NOTE)}"))
    site.close()
    sheet.get_by_role("button", name="Bestätigung zurücknehmen").click()
    fill_completely(dialog.locator("form"), {"Grund": "Falscher Park."})
    dialog.get_by_role("button", name="Zurücknehmen").click()
    expect(sheet).to_contain_text("Noch nicht bestätigt.")
    assert confirmed_mails(records) == ["cancelled", "cancelled"]
    assert records.rows(Park)[0]["confirmed_at"] is None


def test_a_park_that_is_called_off_lists_what_is_owed_and_until_when(
    page: Page, server: Server, sign_in: SignIn, records_db: Database
) -> None:
    reserve(page, server, last_name="Hartwig")
    reserve(page, server)
    checked = update(Reservation).where(Reservation.id == 1).values(deposit_state="verified")
    records_db.write(lambda session: session.execute(checked) and None)
    wish = Wish("Ingolstadt", 2, "Der Netzanschluss fehlt")
    records_db.write(lambda session: cancel.cancel(session, "ingolstadt", wish, "staff:1", datetime.now(UTC)))
    sign_in(page, "staff")
    page.goto(SHOW)
    refunds = page.get_by_role("region", name=re.compile("^Erstattungen"))
    expect(refunds).to_contain_text("Ein Haushalt, zusammen höchstens 1,00 €. Einer hat nichts bezahlt.")
    expect(refunds.get_by_role("row").last).to_contain_text("Hartwig")
    assert defects(page, WIDTHS) == []
    refunds.get_by_role("button", name="Exportieren").click()
    with page.expect_download() as file:
        page.get_by_role("dialog").get_by_role("button", name="Exportieren").click()
    assert file.value.suggested_filename.endswith("-1-zeile-de.csv")
