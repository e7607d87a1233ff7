"""One working day at the desk: from the empty installation to the last of the ten commonest tasks."""

import re
from datetime import timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import update

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.core.german import numeric_day
from services.mail.models import Mail
from services.parks.models import Spot
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.conftest import with_jobs
from tests.journeys.console.clerk import Clerk
from tests.journeys.console.reserving import reserve
from tests.journeys.console.setting_up import invite_a_clerk, set_up_the_first_account
from tests.journeys.pages import ReservationForm
from tests.journeys.records import Records, eventually
from tests.services.reservations.standing import check_invariants

_FRIDAY = 4
TYPED = {"E-Mail-Adresse": "aenne@example.org", "Vorname": "Änne", "Nachname": "Süß", "Mobilnummer": "0151 23456789"}
OTHERS = (
    ("Nele", "Hartwik", "nele.hartwik@example.org", "0170 7654321"),
    ("Anton", "Brandl", "anton@example.org", "0171 1111111"),
    ("Anton", "Brandl", "anton@example.org", "0171 1111111"),
    ("Lena", "Kraus", "kraus@example.org", "0172 2222222"),
    ("Paul", "Kraus", "kraus@example.org", "0172 3333333"),
    ("Ilse", "Amann", "ilse@example.org", "0173 4444444"),
    ("Bernd", "Busch", "bernd@example.org", "0174 5555555"),
    ("Dora", "Engel", "dora@example.org", "0175 6666666"),
    ("Frida", "Groß", "frida.gros@example.org", "0176 7777777"),
)
"""Who reserves beside the one at the public form: first and last name, address, telephone."""


@pytest.fixture
def desk(browser: Browser, browser_context_args: dict[str, object], watch: Watch) -> Page:
    """The clerk's own browser, watched too."""
    context = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    watch.follow(context)
    return context.new_page()


@with_jobs
def test_a_day_from_the_empty_installation_to_the_last_task(
    page: Page, desk: Page, server: Server, records: Records, records_db: Database, watch: Watch
) -> None:
    watch.expect("status of 409")
    set_up_the_first_account(page, server)
    invite_a_clerk(page, desk, server)
    let_households_reserve(desk, server)
    clerk = Clerk(desk, records, "Miriam Falk")
    desk.goto("/admin/")
    expect(desk.get_by_role("link", name="10 neue Reservierungen")).to_be_visible()
    clerk.logged()

    find_who_is_on_the_telephone(clerk)
    read_out_the_number(clerk)
    note_and_look_again(clerk)
    correct_name_and_address(clerk)
    invite_several_and_take_it_back(clerk)
    cancel_after_a_colleague_was_faster(clerk, page)
    judge_two_suspicions(clerk)
    enter_contracts(clerk)
    resend_what_did_not_arrive(clerk, server, records_db)
    withhold_a_spot_and_give_it_back(clerk, records)
    take_the_list_away(clerk)
    check_invariants(records_db)
    desk.context.close()


def let_households_reserve(desk: Page, server: Server) -> None:
    """One through the form, the others through the same call."""
    form = ReservationForm(desk)
    form.open()
    form.complete(**TYPED)
    form.submit.click()
    form.expect_thanks(1)
    for number, (first, last, email, phone) in enumerate(OTHERS):
        names = {"first_name": first, "last_name": last, "email": email, "mobile_phone": phone}
        assert reserve(desk, server, **names, household_size=str(number % 4 + 1)) == number + 2


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


def cancel_after_a_colleague_was_faster(clerk: Clerk, colleague: Page) -> None:
    """The reason stays, what happened is told, and the next click goes by what is stored now."""
    clerk.find("engel", "Dora Engel")
    clerk.operate("Stornieren")
    clerk.dialog.get_by_label("Grund").fill("Zieht nach Wien")
    other = Clerk(colleague, clerk.records, "Kim Roth")
    other.find("engel", "Dora Engel")
    other.start("Einladen")
    other.confirm("Einladen")
    expect(other.state()).to_contain_text("Eingeladen")

    clerk.confirm("Stornieren")
    changed = clerk.dialog.get_by_role("alert", name="Inzwischen geändert")
    expect(changed).to_contain_text("Kim Roth")
    expect(changed).to_contain_text("Eingeladen")
    expect(clerk.dialog.get_by_label("Grund")).to_have_value("Zieht nach Wien")
    assert clerk.logged() == []
    clerk.confirm("Trotzdem ausführen")
    expect(clerk.state()).to_contain_text("Storniert")
    assert clerk.stored("dora@example.org")["state"] == "cancelled"
    cancelled = clerk.history.get_by_role("listitem").filter(has_text="Grund: Zieht nach Wien")
    cancelled.get_by_role("button", name="Rückgängig machen").click()
    expect(clerk.state()).to_contain_text("Eingeladen")
    assert clerk.stored("dora@example.org")["state"] == "invited"
    assert clerk.mails("reservation_cancelled") == ["cancelled"]
    assert clerk.logged()[:2] == ["operation.cancel", "reservation.cancel"]


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
    clerk.confirm("Zusammenführen", "Zweimal abgeschickt")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anton Brandl")
    assert clerk.mails("reservations_merged") == ["queued"]
    logged = clerk.logged()
    assert logged.count("reservation.mark_not_duplicate") == 2
    assert logged[-3:] == ["operation.merge", "reservation.merge", "reservation.merge"]
    clerk.today()
    expect(clerk.work).not_to_contain_text("Dublette")


def enter_contracts(clerk: Clerk) -> None:
    """What binds households is done over many only once their number was typed."""
    clerk.open_list()
    clerk.select("Ilse Amann", "Bernd Busch")
    clerk.page.get_by_role("button", name="Weitere Vorgänge").click()
    clerk.page.get_by_role("menuitem", name="Vertrag eintragen").click()
    button = clerk.dialog.get_by_role("button", name="Vertrag eintragen (2)")
    number = clerk.dialog.get_by_label("Zahl der Reservierungen")
    expect(number).to_be_visible()
    expect(button).to_be_disabled()
    number.fill("3")
    expect(button).to_be_disabled()
    number.fill("2")
    button.click()
    expect(clerk.dialog.get_by_role("status").first).to_have_text("2 erledigt, 0 abgelehnt")
    clerk.dialog.get_by_role("button", name="Fertig").click()
    assert {clerk.stored(f"{who}@example.org")["state"] for who in ("ilse", "bernd")} == {"contracted"}
    assert clerk.mails("contract_closed") == ["queued"] * 2
    assert clerk.logged() == ["operation.contract", "reservation.contract", "reservation.contract"]


def resend_what_did_not_arrive(clerk: Clerk, server: Server, db: Database) -> None:
    typo, right = "frida.gros@example.org", "frida.gross@example.org"
    refused = update(Mail).where(Mail.recipient == typo).values(state="failed", last_error="550 mailbox unknown")
    eventually(lambda: typo in recipients(server), "the first mail")
    db.write(lambda session: session.execute(refused) and None)
    clerk.today()
    clerk.page.reload()
    expect(clerk.work).to_contain_text("Das Postfach gibt es nicht.")
    clerk.find("frida", "Frida Groß")
    clerk.correct(**{"E-Mail-Adresse": right})
    expect(clerk.history).to_contain_text("nicht zugestellt")
    refused_one = clerk.history.get_by_role("listitem").filter(has_text="nicht zugestellt")
    refused_one.get_by_role("button", name="Ansehen").click()
    clerk.dialog.get_by_role("button", name=re.compile("^Erneut senden an f")).click()
    nobody = "Ohne Mailserver heißt das: Sie liegt als Datei auf dem Server und erreicht niemanden."
    clerk.told(f"Die Mail wird erneut gesendet. {nobody}")
    eventually(lambda: right in recipients(server), "the mail to the corrected address")
    assert clerk.logged() == ["reservation.revealed", "reservation.edited", "mail.retried"]


def recipients(server: Server) -> list[str]:
    """To whom mails were sent."""
    files = server.mail_dir.glob("*.eml")
    return [str(message_from_bytes(file.read_bytes(), policy=policy.default)["to"]) for file in files]


def withhold_a_spot_and_give_it_back(clerk: Clerk, records: Records) -> None:
    def state() -> str:
        [spot] = [row for row in records.rows(Spot) if (row["park_id"], row["number"]) == ("ingolstadt", 20)]
        return str(spot["state"])

    page = clerk.page
    page.goto("/admin/parks/ingolstadt/show")
    page.get_by_role("slider", name="Platz").focus()
    expect(page.get_by_role("region", name="Platz 1")).to_contain_text("Änne Süß")
    for verb, past, reason, after in (
        ("sperren", "gesperrt", "Wechselrichter wird getauscht", "blocked"),
        ("freigeben", "freigegeben", "Wieder am Netz", "free"),
    ):
        page.get_by_label("Plätze", exact=True).fill("20")
        page.get_by_label("Grund").fill(reason)
        page.get_by_role("button", name=f"1 Platz {verb}").click()
        expect(page.get_by_role("status").filter(has_text=f"1 Platz {past}.")).to_be_visible()
        assert state() == after
    assert clerk.logged() == ["park.spots_blocked", "park.spots_released"]


def take_the_list_away(clerk: Clerk) -> None:
    clerk.search("hartwig")
    expect(clerk.rows).to_have_count(1)
    clerk.page.get_by_role("button", name="1 Zeile exportieren", exact=True).click()
    clerk.dialog.get_by_role("radio", name=re.compile("^CSV")).first.check()
    with clerk.page.expect_download() as download:
        clerk.dialog.get_by_role("button", name="1 Zeile exportieren", exact=True).click()
    lines = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 2
    assert "Hartwig" in lines[1]
    assert clerk.logged()[-1] == "export.fetched"
