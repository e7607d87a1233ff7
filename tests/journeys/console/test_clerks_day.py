"""One working day at the desk: the commonest tasks of a clerk, one after the other in one browser."""

import re
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from services.core.clock import berlin_day, utc_now
from services.core.german import numeric_day
from services.privacy.consent_texts import CURRENT_TERMS
from tests.fixtures.servers import Server
from tests.journeys.axe import violations_within
from tests.journeys.console.clerk import Clerk
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reserving import reserve_before
from tests.journeys.records import Records

_FRIDAY = 4
HOUSEHOLDS = (
    ("Änne", "Süß", "aenne@example.org", "0151 23456789"),
    ("Nele", "Hartwik", "nele.hartwik@example.org", "0170 7654321"),
    ("Anton", "Brandl", "anton@example.org", "0171 1111111"),
    ("Anton", "Brandl", "anton@example.org", "0171 1111111"),
    ("Lena", "Kraus", "kraus@example.org", "0172 2222222"),
    ("Paul", "Kraus", "kraus@example.org", "0172 3333333"),
    ("Ilse", "Amann", "ilse@example.org", "0173 4444444"),
    ("Bernd", "Busch", "bernd@example.org", "0174 5555555"),
    ("Dora", "Engel", "dora@example.org", "0175 6666666"),
)
"""First and last name, address, telephone, in the order of their places."""


def test_a_day_at_the_desk(page: Page, server: Server, sign_in: SignIn, records: Records) -> None:
    for number, (first, last, email, phone) in enumerate(HOUSEHOLDS):
        names = {"first_name": first, "last_name": last, "email": email, "mobile_phone": phone}
        reserve_before(server, **names, monthly_abschlag=60 + number, consent=True, consent_version=CURRENT_TERMS)
    sign_in(page, "staff", name="Miriam Falk")
    page.goto("/admin/")
    expect(page.get_by_role("link", name=f"{len(HOUSEHOLDS)} neue Reservierungen")).to_be_visible()
    clerk = Clerk(page, records, "Miriam Falk")
    clerk.logged()
    find_who_is_on_the_telephone(clerk)
    read_out_the_number(clerk)
    note_and_look_again(clerk)
    correct_name_and_address(clerk)
    fetch_the_evidence(clerk)
    invite_several_and_take_it_back(clerk)
    judge_two_suspicions(clerk)


def find_who_is_on_the_telephone(clerk: Clerk) -> None:
    """By whatever the caller says: the row tells why it is there."""
    reference = clerk.stored("nele.hartwik@example.org")["reference"]
    row = clerk.rows.first
    for words, marked in (("hartwik", ["Hartwik"]), ("2", ["2"]), (reference, [reference])):
        clerk.search(words)
        expect(row.locator("mark")).to_have_text(marked)
        expect(row).to_contain_text("Nele Hartwik")
        expect(row.locator(".found-by")).to_have_count(0)
        expect(clerk.rows).to_have_count(1)
    clerk.search("0170 7654321")
    expect(row).to_contain_text("Telefon beginnt mit 01707654321")
    clerk.open("Nele Hartwik")


def read_out_the_number(clerk: Clerk) -> None:
    expect(clerk.head).not_to_contain_text("7654321")
    clerk.head.get_by_role("button", name="Mobilnummer anzeigen").click()
    expect(clerk.head.get_by_role("link", name="+49 170 7654321")).to_have_attribute("href", "tel:+491707654321")
    assert clerk.logged() == ["reservation.revealed"]


def note_and_look_again(clerk: Clerk) -> None:
    """A day to look again stays when its dialog is opened and left, and is done with one click."""
    clerk.note("Ruft am Nachmittag noch einmal an.")
    today = berlin_day(utc_now())
    day = clerk.dialog.get_by_label("Tag der Wiedervorlage")
    clerk.page.keyboard.press("s")
    clerk.page.keyboard.press("1")
    next_weekday = today + timedelta(days=max(1, 7 - today.weekday() if today.weekday() >= _FRIDAY else 1))
    clerk.told(f"Wiedervorlage: {numeric_day(next_weekday)}.")
    put_off_otherwise(clerk)
    day.fill(today.isoformat())
    clerk.confirm("Wiedervorlage setzen")
    expect(clerk.head).to_contain_text("Heute: Wiedervorlage")
    expect(clerk.head.get_by_role("button", name="Anrufen")).to_be_visible()
    put_off_otherwise(clerk)
    expect(day).to_have_value(today.isoformat())
    clerk.dialog.get_by_role("button", name="Abbrechen").click()
    assert clerk.stored("nele.hartwik@example.org")["follow_up_on"] == today

    clerk.today()
    clerk.take_up("Nachfassen", "Nele Hartwik")
    expect(clerk.head).to_contain_text("Heute: Wiedervorlage")
    clerk.page.keyboard.press("e")
    clerk.told("Wiedervorlage entfernt.")
    expect(clerk.head).not_to_contain_text("Heute")
    assert clerk.stored("nele.hartwik@example.org")["follow_up_on"] is None
    marked = ["operation.set_follow_up", "reservation.set_follow_up"]
    assert clerk.logged() == ["reservation.note_added", *marked, *marked, *marked]


def put_off_otherwise(clerk: Clerk) -> None:
    clerk.head.get_by_role("button", name="Später").click()
    clerk.page.get_by_role("menuitem", name="Anderer Tag").click()


def correct_name_and_address(clerk: Clerk) -> None:
    clerk.correct(**{"Nachname": "Hartwig", "E-Mail-Adresse": "nele.hartwig@example.org"})
    expect(clerk.page.get_by_role("heading", level=1)).to_have_text("Nele Hartwig")
    expect(clerk.history).to_contain_text(re.compile(r"Nachname\s*Hartwik\s*→\s*Hartwig"))
    expect(clerk.history).not_to_contain_text("nele.hartwig@example.org")
    assert clerk.stored("nele.hartwig@example.org")["last_name"] == "Hartwig"
    assert clerk.logged() == ["reservation.edited", "reservation.revealed", "reservation.edited"]


def fetch_the_evidence(clerk: Clerk) -> None:
    """By keyboard, as the document that a court would read; on record."""
    section = clerk.unfold("Einwilligungen und Nachweis")
    expect(section).to_contain_text("Wird protokolliert")
    assert violations_within(clerk.page, ".evidence", (390, 1280)) == []
    section.get_by_role("link", name="Nachweis (PDF)").focus()
    with clerk.page.expect_download() as started:
        clerk.page.keyboard.press("Enter")
    assert started.value.suggested_filename.startswith("nachweis-vg-")
    assert Path(started.value.path()).read_bytes()[:5] == b"%PDF-"
    assert clerk.logged() == ["reservation.evidence_read"]


def invite_several_and_take_it_back(clerk: Clerk) -> None:
    clerk.open_list()
    clerk.select("Ilse Amann", "Bernd Busch", "Dora Engel")
    clerk.start("Einladen")
    expect(clerk.dialog).to_contain_text("10 Minuten")
    expect(clerk.dialog).not_to_contain_text("24 Stunden")
    clerk.confirm("Einladen")
    expect(clerk.dialog.get_by_role("status").first).to_have_text("3 erledigt, 0 abgelehnt")
    assert clerk.mails("contract_invitation") == ["queued"] * 3
    clerk.dialog.get_by_role("button", name="Alles rückgängig machen").click()
    clerk.told("3 Änderungen rückgängig gemacht.")
    assert clerk.mails("contract_invitation") == ["cancelled"] * 3
    assert clerk.stored("ilse@example.org")["state"] == "reserved"

    # They are still selected, to be done otherwise.
    clerk.page.get_by_role("row").filter(has_text="Dora Engel").get_by_role("checkbox").uncheck()
    clerk.start("Einladen")
    clerk.confirm("Einladen")
    clerk.dialog.get_by_role("button", name="Fertig").click()
    done = ["operation.invite", *["reservation.invite"] * 3, "operation.undo_invite"]
    logged = clerk.logged()
    assert logged[:4] == done[:4]
    assert logged[-3:] == ["operation.invite", "reservation.invite", "reservation.invite"]


def judge_two_suspicions(clerk: Clerk) -> None:
    clerk.today()
    clerk.take_up("Dublette prüfen", "Anton Brandl")
    page = clerk.page
    page.get_by_role("link", name="Alle möglichen Dubletten zeigen").click()
    page.get_by_role("region", name=re.compile("Kraus")).get_by_role("button", name="Keine Dublette").click()
    clerk.confirm("Keine Dublette")
    clerk.told("2 Reservierungen: Als keine Dublette vermerkt.")
    expect(page.get_by_role("button", name="Rückgängig", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name=re.compile("Kraus"))).to_have_count(0)
    page.get_by_role("region", name="Anton Brandl").get_by_role("button", name="Zusammenführen").click()
    expect(page.get_by_role("radiogroup", name="Welche bleibt?").get_by_role("radio")).to_have_count(2)
    clerk.confirm("Zusammenführen", "Zweimal abgeschickt")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anton Brandl")
    assert clerk.mails("reservations_merged") == ["queued"]
    logged = clerk.logged()
    assert logged.count("reservation.mark_not_duplicate") == 2
    assert logged[-3:] == ["operation.merge", "reservation.merge", "reservation.merge"]
    clerk.today()
    expect(clerk.work).not_to_contain_text("Dublette")
