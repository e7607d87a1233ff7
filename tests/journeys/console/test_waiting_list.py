"""The waiting list in the console: found, offered, moved, corrected, taken off."""

import re
from datetime import UTC, datetime, timedelta

import httpx2
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import update

from services.core.db.db import Database
from services.waiting_list.models import WaitingEntry, WaitingOffer
from services.waiting_list.rows import recount
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records
from tests.services.household.own_page import OWN_PAGE
from tests.services.waiting_list.line import PARK, open_small_park

NAMES = ("Nele Hartwig", "Omar Yıldız", "Pia Łukasz")


def full_park(page: Page, server: Server, db: Database, spots: int = 3) -> None:
    """A small park without a free place, and three households that wait with confirmed addresses."""
    open_small_park(db, spots=spots, kwh=None)
    for _ in range(spots):
        reserve(page, server)
    wait_for_a_place(server, db, *NAMES)


def wait_for_a_place(server: Server, db: Database, *names: str) -> None:
    """Households with confirmed addresses, in this order."""
    for name in names:
        wish = {"name": name, "annual_kwh": 2000, "payment_plan": "48m"}
        body = wish | {"email": f"{name.split()[0].lower()}@example.org"}
        answer = httpx2.post(f"{server.url}/api/waiting-list/entries", json=body, headers=OWN_PAGE, timeout=60)
        assert answer.is_success, answer.text

    def confirm(session) -> None:  # type: ignore[no-untyped-def]
        session.execute(update(WaitingEntry).values(confirmed_at=datetime.now(UTC)))
        recount(session, PARK)

    db.write(confirm)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def step(page: Page, name: str, reason: str, **others: str) -> None:
    """Open a step's dialog and fill it."""
    page.get_by_role("button", name=name, exact=True).click()
    fill_completely(dialog(page).locator("form"), {"Grund": reason, **others})


def confirm(page: Page, name: str) -> None:
    dialog(page).get_by_role("button", name=name, exact=True).click()
    expect(dialog(page)).to_have_count(0)


def test_places_are_offered_the_order_changed_and_an_entry_taken_off(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records
) -> None:
    full_park(page, server, records_db)
    open_small_park(records_db, spots=4, kwh=None)  # a place that is free while the list has not been served yet
    sign_in(page, "staff")
    page.goto("/admin/reservations")
    page.get_by_role("link", name="Warteliste", exact=True).click()
    park = page.get_by_role("region", name="Solarpark Ingolstadt")
    expect(park.get_by_role("img")).to_have_accessible_name(
        "4 Plätze: 3 vergeben, 0 gehalten, 0 angeboten, 0 gesperrt, 1 frei."
    )
    expect(park).to_contain_text("3 Haushalte warten.")
    expect(page.get_by_role("row")).to_have_count(4)
    assert defects(page) == []
    page.get_by_label("Name oder E-Mail").fill("omar")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("link", name="Omar Yıldız").click()
    step(page, "Platz anbieten", "Zieht im Januar ein.")
    expect(dialog(page)).to_contain_text("Der Haushalt, der vor ihm steht und warten kann, wird übergangen")
    confirm(page, "Platz anbieten")
    expect(page.get_by_role("region", name="Auf einen Blick")).to_contain_text("Angebot läuft")
    history = page.get_by_role("region", name="Verlauf").get_by_role("listitem")
    expect(history.first).to_contain_text("Platz 4 mit 2.000 kWh angeboten")
    expect(history.first).to_contain_text("Zieht im Januar ein.")
    assert defects(page) == []

    page.goto("/admin/waiting-list")
    expect(park.get_by_role("img")).to_have_accessible_name(re.compile("1 angeboten, 0 gesperrt, 0 frei"))
    page.get_by_role("link", name="Pia Łukasz").click()
    step(page, "Verschieben", "War zuerst am Telefon.", **{"Neue Stelle": "1"})
    expect(dialog(page)).to_contain_text("Von Stelle 3 an Stelle 1.")
    confirm(page, "Verschieben")
    page.get_by_role("button", name="Notiz", exact=True).click()
    fill_completely(dialog(page).locator("form"), {"Notiz, zum Beispiel…": "Rief an, hat bis Freitag Zeit."})
    confirm(page, "Notiz")
    expect(history.first).to_contain_text("Rief an, hat bis Freitag Zeit.")
    step(page, "Adresse berichtigen", "Hat sich vertippt.", **{"Richtige E-Mail-Adresse": "pia.lukasz@example.net"})
    expect(dialog(page)).to_contain_text("so lange wird ihm nichts angeboten")
    confirm(page, "Adresse berichtigen")
    address = page.get_by_role("definition").filter(has_text="p•••@example.net")
    expect(address).to_contain_text("nicht bestätigt")
    address.get_by_role("button", name="E-Mail-Adresse anzeigen").click()
    expect(page.get_by_role("link", name="pia.lukasz@example.net")).to_be_visible()
    expect(history.first).to_contain_text("Adresse berichtigt")
    page.goto("/admin/waiting-list")
    expect(page.locator("tbody tr").first).to_contain_text("Pia Łukasz")

    soon = update(WaitingOffer).values(expires_at=datetime.now(UTC) + timedelta(hours=5))
    records.add(soon)
    page.goto("/admin/")
    work = page.get_by_role("region", name="Zu erledigen")
    # In the evening the offer ends tomorrow, and what is due today comes first.
    work.get_by_role("button", name=re.compile("Angebot der Warteliste läuft ab")).click()
    page.get_by_role("region", name="Die Aufgabe").get_by_role("link", name="Platz 4").click()
    step(page, "Von der Liste nehmen", "Hat abgesagt.")
    expect(dialog(page)).to_contain_text("Platz 4 geht sofort an den nächsten Haushalt.")
    confirm(page, "Von der Liste nehmen")
    expect(page.get_by_role("region", name="Auf einen Blick")).to_contain_text("Ausgeschieden")
    # Pia stands first, but her address is to be confirmed again.
    assert [row["state"] for row in records.rows(WaitingEntry)] == ["offered", "left", "waiting"]
    page.goto("/admin/waiting-list")
    narrow(page, "Einträge", "beendet")
    expect(page.get_by_role("row").last).to_contain_text("Omar Yıldız")
