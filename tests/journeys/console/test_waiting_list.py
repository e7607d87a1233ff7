"""The waiting list in the console: found, offered, moved, taken off; and two clerks at one household."""

import re
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import update

from services.core.db.db import Database
from services.waiting_list.models import WaitingEntry, WaitingOffer
from services.waiting_list.rows import recount
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import defects, violations, violations_as_it_stands, violations_in_forced_colours
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.lists import narrow
from tests.journeys.console.reserving import reserve
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records
from tests.services.household.own_page import OWN_PAGE
from tests.services.waiting_list.line import PARK, open_small_park

WIDTHS = (390, 1440)
NAMES = ("Nele Hartwig", "Omar Yıldız", "Pia Łukasz")


def full_park(page: Page, server: Server, db: Database, spots: int = 3) -> None:
    """A small park without a free place, and three households that wait with confirmed addresses."""
    open_small_park(db, spots=spots, kwh=None)
    for _ in range(spots):
        reserve(page, server)
    for name in NAMES:
        wish = {"name": name, "annual_kwh": 2000, "payment_plan": "48m"}
        body = wish | {"email": f"{name.split()[0].lower()}@example.org"}
        answer = httpx2.post(f"{server.url}/api/waiting-list/entries", json=body, headers=OWN_PAGE, timeout=60)
        assert answer.is_success, answer.text

    def confirm(session) -> None:  # type: ignore[no-untyped-def]
        session.execute(update(WaitingEntry).values(confirmed_at=datetime.now(UTC)))
        recount(session, PARK)

    db.write(confirm)


def one_more_place(db: Database, spots: int = 4) -> None:
    """A place that is free while the list has not been served yet."""
    open_small_park(db, spots=spots, kwh=None)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def step(page: Page, name: str, reason: str, **others: str) -> None:
    """Open a step's dialog and fill it."""
    page.get_by_role("button", name=name, exact=True).click()
    fill_completely(dialog(page).locator("form"), {"Grund": reason, **others})


def confirm(page: Page, name: str) -> None:
    dialog(page).get_by_role("button", name=name, exact=True).click()
    expect(dialog(page)).to_have_count(0)


def names(page: Page) -> list[str]:
    return [re.split(r"\s{2,}|\n", row)[0] for row in page.locator("tbody tr td:nth-child(2) a").all_inner_texts()]


def test_a_place_is_offered_out_of_turn_and_the_order_changed(
    page: Page, server: Server, sign_in: SignIn, records_db: Database
) -> None:
    full_park(page, server, records_db)
    one_more_place(records_db)
    sign_in(page, "staff")
    page.goto("/admin/")
    page.get_by_role("link", name="Reservierungen", exact=True).click()
    page.get_by_role("link", name="Warteliste", exact=True).click()
    park = page.get_by_role("region", name="Solarpark Ingolstadt")
    expect(park.get_by_role("img")).to_have_accessible_name(
        "4 Plätze: 3 vergeben, 0 gehalten, 0 angeboten, 0 gesperrt, 1 frei."
    )
    expect(park).to_contain_text("3 Haushalte warten.")
    expect(page.get_by_role("row")).to_have_count(4)
    assert violations(page, WIDTHS) == []
    page.get_by_label("Name oder E-Mail").fill("omar")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_role("link", name="Omar Yıldız").click()
    step(page, "Platz anbieten", "Zieht im Januar ein.")
    expect(dialog(page)).to_contain_text("Der Haushalt, der vor ihm steht und warten kann, wird übergangen")
    assert violations_as_it_stands(page, WIDTHS) == []
    confirm(page, "Platz anbieten")
    expect(page.get_by_role("heading", name="Angebot läuft")).to_be_visible()
    history = page.get_by_role("region", name="Verlauf").get_by_role("listitem")
    expect(history.first).to_contain_text("Platz 4 mit 2.000 kWh angeboten")
    expect(history.first).to_contain_text("Zieht im Januar ein.")
    assert defects(page, WIDTHS) == []
    assert violations_in_forced_colours(page, WIDTHS) == []
    page.goto("/admin/waiting-list")
    expect(park.get_by_role("img")).to_have_accessible_name(re.compile("1 angeboten, 0 gesperrt, 0 frei"))
    page.get_by_role("link", name="Pia Łukasz").click()
    step(page, "Verschieben", "War zuerst am Telefon.", **{"Neue Stelle": "1"})
    expect(dialog(page)).to_contain_text("Von Stelle 3 an Stelle 1.")
    confirm(page, "Verschieben")
    right = {"Richtige E-Mail-Adresse": "pia.lukasz@example.net"}
    step(page, "Adresse berichtigen", "Hat sich vertippt.", **right)
    expect(dialog(page)).to_contain_text("so lange wird ihm nichts angeboten")
    page.emulate_media(forced_colors="none")
    assert violations_as_it_stands(page, WIDTHS) == []
    confirm(page, "Adresse berichtigen")
    address = page.get_by_role("definition").filter(has_text="p•••@example.net")
    expect(address).to_contain_text("nicht bestätigt")
    address.get_by_role("button", name="E-Mail-Adresse anzeigen").click()
    expect(page.get_by_role("link", name="pia.lukasz@example.net")).to_be_visible()
    expect(history.first).to_contain_text("Adresse berichtigt")
    page.goto("/admin/waiting-list")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Pia Łukasz")
    assert names(page)[0] == "Pia Łukasz"


def test_an_offer_about_to_end_leads_from_today_to_its_household(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records
) -> None:
    full_park(page, server, records_db)
    one_more_place(records_db)
    sign_in(page, "staff")
    page.goto("/admin/waiting-list/1/show")
    step(page, "Platz anbieten", "An der Reihe.")
    confirm(page, "Platz anbieten")
    soon = update(WaitingOffer).values(expires_at=datetime.now(UTC) + timedelta(hours=5))
    records_db.write(lambda session: session.execute(soon) and None)
    page.goto("/admin/")
    work = page.get_by_role("region", name="Zu erledigen")
    # In the evening the offer ends tomorrow, and what is due today comes first.
    work.get_by_role("button", name=re.compile("Angebot der Warteliste läuft ab")).click()
    page.get_by_role("region", name="Die Aufgabe").get_by_role("link", name="Platz 4").click()
    step(page, "Von der Liste nehmen", "Hat abgesagt.")
    expect(dialog(page)).to_contain_text("Platz 4 geht sofort an den nächsten Haushalt.")
    confirm(page, "Von der Liste nehmen")
    expect(page.get_by_role("heading", name="Ausgeschieden")).to_be_visible()
    assert [row["state"] for row in records.rows(WaitingEntry)] == ["left", "offered", "waiting"]
    page.goto("/admin/waiting-list")
    narrow(page, "Einträge", "beendet")
    expect(page.get_by_role("row").last).to_contain_text("Nele Hartwig")


@pytest.mark.sample(0)
def test_a_colleague_who_was_faster_is_named_and_what_was_typed_stays(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records, watch: Watch
) -> None:
    watch.expect("status of 409")
    full_park(page, server, records_db)
    sign_in(page, "staff")
    page.goto("/admin/waiting-list/1/show")
    step(page, "Einmal auslassen", "Ist verreist.")
    faster = update(WaitingEntry).where(WaitingEntry.id == 1).values(version=9)
    records_db.write(lambda session: session.execute(faster) and None)
    dialog(page).get_by_role("button", name="Einmal auslassen").click()
    expect(dialog(page).get_by_role("alert")).to_contain_text("Inzwischen geändert. Noch ist nichts ausgeführt")
    expect(dialog(page).get_by_label("Grund")).to_have_value("Ist verreist.")
    assert not records.rows(WaitingEntry)[0]["is_skipped"]
    assert violations_as_it_stands(page, WIDTHS) == []
    confirm(page, "Trotzdem ausführen")
    expect(page.get_by_role("region", name="Wartet")).to_contain_text("wird einmal ausgelassen")


def test_marketing_has_no_way_to_the_list(page: Page, read_as: SignIn) -> None:
    read_as(page, "marketing")
    page.goto("/admin/reservations")
    expect(page.get_by_role("link", name="Stufen", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Warteliste")).to_have_count(0)
