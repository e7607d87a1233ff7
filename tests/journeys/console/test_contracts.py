"""An order by letter, its instalments agreed to, another one's refused, and the park on the grid; then what is in the
way of a contract's end, and another holder.
"""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import update

from services.contracts.models import Contract
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.parks.models import Park
from services.payments import ledger
from services.payments.ledger import Booking
from services.payments.models import Mandate
from services.reservations.models import Reservation
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.filling import Values, expect_stored, fill_completely
from tests.journeys.running_contract import ALL, run_contract
from tests.services.reservations.standing import do, households, reserve_many

pytestmark = pytest.mark.usefixtures("server")
TODAY_ = berlin_day(utc_now())
TODAY = TODAY_.isoformat()
ORDER: Values = {
    "Eingegangen am": TODAY,
    "Straße und Hausnummer": "Am Stein 3",
    "Ort zur Postleitzahl…": "Ingolstadt",
    "IBAN": "DE89 3704 0044 0532 0130 00",
    "Ich stimme dem Nutzungsvertrag…": True,
    "Ich erteile das SEPA-Lastschriftmandat…": True,
    "Ich habe die Kreditinformation…": True,
}
BY_LETTER: Values = {
    **ORDER,
    "Wie die Bestellung kam": "Brief",
    "Wem das Konto gehört": "Otto Hartwig",
    "Das Konto gehört jemand anderem": True,
    "Die Person, der das Konto gehört…": True,
}
BY_TELEPHONE: Values = {
    **ORDER,
    "Wie die Bestellung kam": "Telefon",
    "Wem das Konto gehört": "Änne Müller",
    "Das Konto gehört jemand anderem": False,
}

OTHER_ACCOUNT: Values = {
    "Wie es kam": "Telefon",
    "Eingegangen am": TODAY,
    "IBAN": "AT61 1904 3002 3457 3201",
    "Wem das Konto gehört": "Änne Müller",
    "Das Konto gehört jemand anderem": True,
    "Die Person, der das Konto gehört…": True,
    "Ich erteile das SEPA-Lastschriftmandat…": True,
}


def decided_households(db: Database) -> list[int]:
    """Two that have fixed their share in a park that will be built."""
    now = utc_now()
    ids = reserve_many(db, now, households(2, payment_plan="24m"))
    do(db, "invite", ids, now)
    do(db, "decide", ids, now)
    db.write(lambda session: session.execute(update(Park).values(confirmed_at=now)) and None)
    return ids


def enter(page: Page, values: Values) -> Locator:
    """Enter the order of the reservation that is open; its section."""
    section = page.get_by_role("region", name="Vertrag", exact=True)
    section.get_by_role("button", name="Bestellung eintragen").click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), values)
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Eintragen").click()
    expect(dialog).to_have_count(0)
    return section


def decide(page: Page, section: Locator, button: str, reason: Values) -> None:
    section.get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), reason)
    dialog.get_by_role("button", name=button).click()
    expect(dialog).to_have_count(0)


def test_orders_by_letter_and_telephone_are_entered_and_decided_and_the_park_goes_on_the_grid(
    page: Page, sign_in: SignIn, records_db: Database
) -> None:
    first, second = decided_households(records_db)
    sign_in(page, "admin", name="Pia Adler")
    page.goto(f"/admin/reservations/{first}/show")
    section = enter(page, BY_LETTER)
    expect(section).to_contain_text("Raten zu entscheiden")
    expect(section).to_contain_text("IBAN endet auf 3000")
    expect_stored(records_db, Contract, {"state": "asked", "signed_by": "letter"})
    expect_stored(records_db, Mandate, {"holder": "Otto Hartwig", "is_other_person": True})
    decide(page, section, "Raten zusagen", {"Grundlage (freiwillig)": "Selbstauskunft"})
    expect(section.get_by_role("heading", name="Zahlungsplan")).to_be_visible()
    expect_stored(records_db, Contract, {"state": "concluded", "decided_because": "Selbstauskunft"})
    section.get_by_role("button", name="Alle 25 Zahlungen zeigen").click()
    expect(section.get_by_role("row")).to_have_count(26)
    section.get_by_role("button", name="Anderes Konto eintragen").click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), OTHER_ACCOUNT)
    assert violations_as_it_stands(page) == []
    dialog.get_by_role("button", name="Eintragen").click()
    expect(dialog).to_have_count(0)
    expect(section).to_contain_text("IBAN endet auf 3201")
    assert violations(page, (390, 1280)) == []
    with page.expect_download() as papers:
        section.get_by_role("link", name="Unterlagen (PDF)").click()
    assert papers.value.suggested_filename.endswith("-v1.pdf")

    page.goto(f"/admin/reservations/{second}/show")
    section = enter(page, BY_TELEPHONE)
    decide(page, section, "Raten ablehnen", {"Grund": "Keine Auskunft"})
    expect(section).to_contain_text("Raten abgelehnt")
    expect(section.get_by_role("button", name="Bestellung eintragen")).to_be_visible()

    page.goto("/admin/contracts")
    rows = page.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Raten abgelehnt")
    assert violations(page, (390, 1280)) == []
    page.get_by_role("link", name=re.compile("^Änne")).last.click()
    expect(page).to_have_url(re.compile(f"/reservations/{first}/show"))

    page.goto("/admin/parks/ingolstadt/show")
    grid = page.get_by_role("region", name="Netzanschluss")
    grid.get_by_role("button", name="Tag eintragen").click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), {"Tag des Netzanschlusses": TODAY})
    dialog.get_by_role("button", name="Eintragen").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Noch beginnt kein Vertrag, einer folgt nach der Widerrufsfrist.")).to_be_visible()
    expect(grid).to_contain_text("Am Netz seit dem")
    assert violations_as_it_stands(page) == []


TRANSFER: Values = {
    "Wodurch": "Geerbt",
    "Nachweis, zum Beispiel…": "Erbschein vom 2. Mai",
    "Wie die Erklärung kam": "Brief",
    "Eingegangen am": TODAY,
    "Vorname": "Ben",
    "Nachname": "Yılmaz",
    "E-Mail, wenn es eine gibt": "ben.yilmaz@example.net",
    "Telefon, wenn bekannt": "0151 23456789",
    "Straße und Hausnummer": "Isarweg 1",
    "Postleitzahl": "80331",
    "Ort": "München",
    "Personen": "2",
    "Versorger": "Andere",
    "Abschlag im Monat": "85,50",
    "IBAN für die Gutschriften": "DE02 1203 0000 0000 2020 51",
    "Wem das Konto gehört": "Mia Yılmaz",
    "Das Konto gehört jemand anderem": True,
    "Ich übernehme den Nutzungsvertrag…": True,
    "Ich erteile das SEPA-Lastschriftmandat…": True,
    "Die Person, der das Konto gehört…": True,
}


def running_contract(server: Server, db: Database, paid: int = ALL) -> tuple[int, int]:
    """The id of a reservation, and that of its contract."""
    now = utc_now()
    (id_,) = reserve_many(db, now, households(1, payment_plan="one-off"))
    do(db, "invite", [id_], now)
    do(db, "decide", [id_], now)
    return id_, run_contract(server, db, id_, paid)


def opened(page: Page, reservation_id: int) -> Locator:
    """The contract of a record, unfolded."""
    page.goto(f"/admin/reservations/{reservation_id}/show")
    page.get_by_role("heading", name="Vertrag", exact=True).click()
    return page.get_by_role("region", name="Vertrag", exact=True)


def test_what_is_in_the_way_of_an_end_is_listed_with_its_cure(
    page: Page, sign_in: SignIn, server: Server, records_db: Database
) -> None:
    id_, contract = running_contract(server, records_db, 0)
    claim = ledger.Claim(contract, "setup", TODAY_, 7900)
    booking = Booking(TODAY_, "job", utc_now())
    records_db.write(lambda session: ledger.claim_due(session, claim, booking))
    sign_in(page, "staff")
    section = opened(page, id_)
    expect(section).to_contain_text(re.compile(r"79,00\s€ offen|noch 1\.378,00\s€ zu zahlen"))
    expect(section.get_by_role("button", name="Vertrag übertragen")).to_have_count(0)
    ReservationPages(page).operate("Beenden")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile(r"79,00\s€ sind fällig und nicht bezahlt\."))
    assert violations(page, (390, 1280)) == []
    dialog.get_by_role("link", name="Zu den Zahlungen").click()
    expect(page).to_have_url(re.compile("/admin/payments"))


def test_an_heir_takes_a_contract_over(page: Page, sign_in: SignIn, server: Server, records_db: Database) -> None:
    id_, _ = running_contract(server, records_db)
    sign_in(page, "staff")
    section = opened(page, id_)
    section.get_by_role("button", name="Vertrag übertragen").click()
    dialog = page.get_by_role("dialog")
    fill_completely(dialog.locator("form"), TRANSFER)
    assert violations(page, (390, 1280)) == []
    dialog.get_by_role("button", name="Übertragen").click()
    expect(dialog).to_have_count(0)
    expect(section).to_contain_text("Der Vertrag ist beendet.")
    expect_stored(records_db, Contract, {"cause": "inherited", "begins_on": TODAY_ + timedelta(1), "total_cents": 0})
    expect_stored(records_db, Mandate, {"holder": "Mia Yılmaz", "is_other_person": True})
    expect_stored(records_db, Reservation, {"state": "active", "street": "Isarweg 1", "first_name": "Ben"})
