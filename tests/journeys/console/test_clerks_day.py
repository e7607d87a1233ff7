"""A morning at the desk that is worked through by keys alone."""

import re
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.mail.models import Mail
from services.messages.models import Conversation
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import ReservationState
from services.waiting_list.models import WaitingEntry
from tests.factories import reservation_body
from tests.fixtures.servers import Server
from tests.journeys.axe import (
    PHONE_AND_DESK,
    defects,
    violations_as_it_stands,
    violations_in_forced_colours,
)
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.staff_calls import call_as
from tests.journeys.console.test_declarations import declare
from tests.journeys.console.test_messages import ask
from tests.journeys.console.test_waiting_list import wait_for_a_place
from tests.journeys.filling import fill_completely
from tests.journeys.records import Records
from tests.services.reservations.lists import as_csv, people
from tests.services.reservations.standing import do, households, reservation, reserve_many, stand
from tests.services.waiting_list.line import open_small_park

MANY = 26
"""More than one person may bind alone."""
MOST_STOPS = 60
"""Of the tabulator, from one end of a page to the other."""
KEYS = 3
HAS_FOCUS = "one => one === document.activeElement"
BANDS = ("Gesetzliche Frist", "Jemand wartet", "Heute", "Rückstand", "Noch nicht fällig")


def test_a_morning_by_keyboard_alone(
    page: Page, server: Server, sign_in: SignIn, records: Records, records_db: Database, tmp_path: Path
) -> None:
    """All that waits on „Heute“ is worked off, a free place offered and a list entered: nothing here clicks."""
    sign_in(page, "staff", name="Aylin Sommer")
    reference = prepare_a_morning(server, records_db)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/admin/")
    expect(page.locator(".queue-group h2")).to_have_text([re.compile(f"{name} [12]$") for name in BANDS])
    morning = Morning(page, records)
    accept_a_withdrawal(morning, reference)
    note_a_refund(morning)
    approve_what_a_colleague_asked_for(morning)
    answer_a_message(morning)
    write_down_a_call(morning)
    merge_two(morning)
    offer_a_place(morning)
    enter_a_list(morning, tmp_path)
    morning.today()
    expect(page.locator(".queue-group h2")).to_have_text([re.compile("Rückstand 1$")])


def prepare_a_morning(server: Server, db: Database) -> str:
    """Something of each kind to do; answers the reference that a withdrawal names."""
    now, today = utc_now(), berlin_day(utc_now())
    pair = [reservation_body(first_name="Anton", last_name="Brandl", email="anton@example.org") for _ in range(2)]
    bodies = [*households(4), *pair, *households(MANY, last_name="Viele")]
    owed, called, left_over, leaving, *others = reserve_many(db, now, bodies)
    do(db, "verify_deposit", [owed], now)
    do(db, "cancel", [owed], now)
    do(db, "set_follow_up", [called], now, day=today, subject="Wegen des Zählers")
    do(db, "set_follow_up", [left_over], now, day=today - timedelta(days=30))
    ask(server, reservation(db, called).reference)
    withdrawn = reservation(db, leaving)
    declare(server, contract=withdrawn.reference, email=withdrawn.email)
    for id_ in others[:2]:
        stand(db, now, id_, ReservationState.RESERVED, duplicate_suspected=True)
    for id_ in others[2:]:
        stand(db, now, id_, ReservationState.CONTRACTED)
    wish = {"ids": others[2:], "confirmed_count": MANY, "reason": "Der Park ist am Netz"}
    call_as(server, db, "staff", "/api/staff/operation-requests/activate", wish)
    open_small_park(db, spots=len(bodies), kwh=None)
    wait_for_a_place(server, db, "Nele Hartwig")
    open_small_park(db, spots=len(bodies) + 2, kwh=None)
    return withdrawn.reference


class Morning:
    """One clerk's keys."""

    def __init__(self, page: Page, records: Records) -> None:
        self.page = page
        self.records = records
        self.rows = page.locator(".queue-row")
        self.task = page.get_by_role("region", name="Die Aufgabe")
        self.dialog = page.get_by_role("dialog")
        self.glance = page.get_by_role("region", name="Auf einen Blick")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def write(self, text: str) -> None:
        """The first letters as keys, which must not be taken for those of the page; the rest at once."""
        self.page.keyboard.type(text[:KEYS])
        self.page.keyboard.insert_text(text[KEYS:])

    def reach(self, target: Locator) -> None:
        """Go on with the tabulator until it has the focus."""
        expect(target).to_be_enabled()
        found = target.element_handle()  # looked for once: to look for a role reads the whole page
        for _ in range(MOST_STOPS):
            if found.evaluate(HAS_FOCUS):
                return
            self.page.keyboard.press("Tab")
            if not found.evaluate("one => one.isConnected"):
                found = target.element_handle()
        raise AssertionError(f"not within {MOST_STOPS} stops: {target}")

    def button(self, name: str, within: Locator | None = None) -> None:
        self.reach((within or self.page).get_by_role("button", name=name, exact=True))
        self.press("Enter")

    def today(self) -> None:
        self.press("h")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Heute")
        expect(self.rows.first).to_be_visible()

    def begin(self, task: str) -> None:
        """The next line is this, and Enter does its work."""
        self.today()
        expect(self.task.get_by_role("heading", level=2)).to_contain_text(f"{task}: ")
        self.press("Enter")

    def find(self, page: str) -> None:
        self.press("/")
        self.write(page)
        expect(self.page.get_by_role("option").filter(has_text=page).first).to_have_attribute("aria-selected", "true")
        self.press("Enter")
        expect(self.dialog).to_have_count(0)


def accept_a_withdrawal(morning: Morning, reference: str) -> None:
    """Matched, accepted, refunded, and with its history."""
    page, dialog = morning.page, morning.dialog
    morning.begin("Erklärung prüfen")
    expect(page.get_by_role("region", name="Wortlaut")).to_contain_text("Hiermit widerrufe ich")
    morning.button("Zuordnen")
    expect(dialog.get_by_role("radio", name=reference)).to_be_checked()
    expect(dialog).to_contain_text("Referenz genannt, gleiche Adresse")
    assert violations_as_it_stands(page) == []
    morning.press("Control+Enter")
    expect(dialog).to_have_count(0)
    morning.button("Annehmen")
    expect(dialog).to_contain_text("Die Reservierung wechselt von „Reserviert“ zu „Storniert“.")
    expect(dialog).to_contain_text("Das lässt sich nicht rückgängig machen.")
    morning.reach(dialog.get_by_label("Ihre Worte dazu"))
    morning.write("Alles Gute.")
    morning.button("Annehmen", dialog)
    expect(dialog).to_have_count(0)
    morning.button("Erstattung vermerken")
    refund = {"Betrag in Euro": "79,00", "Erstattet am": "2026-11-02", "Verwendungszweck (freiwillig)": "SEPA 4711"}
    fill_completely(dialog.locator("form"), refund)
    morning.press("Enter")
    expect(morning.glance).to_contain_text("Erstattet")
    history = page.get_by_role("region", name="Verlauf").get_by_role("listitem")
    expect(history).to_have_count(4)
    expect(history.first).to_contain_text(re.compile(r"Erstattung vermerkt: 79,00\s€ am 02\.11\.2026, SEPA 4711"))
    expect(history.nth(2)).to_contain_text(f"Zugeordnet zu {reference}")
    sent = [mail["kind"] for mail in morning.records.rows(Mail) if "withdrawal" in mail["kind"]]
    assert sent == ["withdrawal_received", "withdrawal_accepted"]
    assert defects(page) == []
    assert violations_in_forced_colours(page, PHONE_AND_DESK) == []


def note_a_refund(morning: Morning) -> None:
    """Of a card check, of which a part is given back."""
    page, today = morning.page, berlin_day(utc_now())
    morning.begin("Erstatten")
    dialog = page.get_by_role("dialog", name="Erstattung vermerken")
    expect(dialog.get_by_label("Betrag in Euro")).to_have_value("1")
    assert violations_as_it_stands(page) == []
    refund = {"Betrag in Euro": "0,50", "Erstattet am": today.isoformat()}
    fill_completely(dialog.locator("form"), {**refund, "Verwendungszweck (freiwillig)": "SEPA 4712"})
    morning.press("Enter")
    expect(page.locator(".queue-undo")).to_contain_text("Erledigt: Erstatten")
    noted = morning.records.rows(ReservationChange)[-1]["after"]
    assert (noted["refunded_cents"], noted["refunded_on"]) == (50, today.isoformat())
    assert noted["refund_reference"] == "SEPA 4712"


def approve_what_a_colleague_asked_for(morning: Morning) -> None:
    """With names and reason in sight; and taken back by who approved it."""
    page = morning.page
    morning.begin("Freigeben")
    section = page.get_by_role("region", name=f"Lieferung beginnen: {MANY} Reservierungen")
    expect(section).to_be_focused()
    expect(section).to_contain_text("Vorgelegt von Kim Staff")
    expect(section).to_contain_text("Grund: Der Park ist am Netz")
    morning.reach(section.get_by_text(f"{MANY} Haushalte mit Namen"))
    morning.press("Enter")
    expect(section.get_by_role("link", name="Änne Viele", exact=True)).to_have_count(MANY)
    assert defects(page) == []
    assert violations_in_forced_colours(page) == []
    morning.button(f"Freigeben ({MANY})")
    settled = page.get_by_role("region", name="Zuletzt entschieden")
    expect(settled).to_contain_text("Freigegeben von Aylin Sommer. Alle erledigt.")
    expect(page.get_by_text("Gerade wartet nichts auf eine Freigabe.")).to_be_visible()
    recent = page.get_by_role("region", name="Letzte Vorgänge")
    expect(recent).to_contain_text(f"Lieferung begonnen: {MANY} Reservierungen")
    morning.button("Alles rückgängig machen", recent)
    expect(page.get_by_text(f"{MANY} Änderungen rückgängig gemacht.")).to_be_visible()
    expect(recent).to_contain_text("Zurückgenommen von Aylin Sommer")
    expect(page.get_by_role("button", name="Alles rückgängig machen")).to_have_count(0)


def answer_a_message(morning: Morning) -> None:
    """Taken back once, and sent."""
    page, rows = morning.page, morning.rows
    page.set_viewport_size({"width": 1440, "height": 900})
    morning.begin("Antworten")
    text = page.get_by_label("Text", exact=True)
    expect(text).to_be_focused()
    left = rows.count()
    page.keyboard.type("Guten Tag, gern.")
    assert violations_as_it_stands(page) == []
    morning.press("Control+Enter")
    on_its_way = page.get_by_role("region", name="Unterwegs")
    expect(on_its_way).to_contain_text("Eine Zelle ist eine Minute.")
    expect(rows).to_have_count(left - 1)
    morning.press("z")
    expect(text).to_have_value("Guten Tag, gern.")
    expect(rows).to_have_count(left)
    expect(text).to_be_focused()
    morning.press("Control+Enter")
    expect(on_its_way).to_be_visible()
    expect(rows).to_have_count(left - 1)
    expect(text).to_have_count(0)
    assert morning.records.only(Conversation)["state"] == "waiting"
    morning.press("j")
    expect(on_its_way).to_have_count(0)


def write_down_a_call(morning: Morning) -> None:
    """The park's limit is looked at before it."""
    morning.begin("Grenze prüfen")
    expect(morning.page.get_by_role("heading", level=1)).to_have_text("Solarpark Ingolstadt")
    morning.today()
    left = morning.rows.count()
    morning.press("e")
    expect(morning.rows).to_have_count(left - 1)
    expect(morning.task).to_contain_text("Wegen des Zählers")
    morning.press("n")
    morning.write("Ruft morgen an")
    morning.press("Control+Enter")
    history = morning.page.get_by_role("region", name="Notiz und Verlauf").get_by_role("listitem")
    expect(history.first).to_contain_text("Ruft morgen an")
    expect(history).to_have_count(5)
    morning.press("e")
    # Nothing else is due, so what was left over is open.
    expect(morning.page.locator(".queue-group h2")).to_have_text([re.compile(f"{name} 1$") for name in BANDS[3:]])
    expect(morning.task.get_by_role("heading", level=2)).to_contain_text("Nachfassen: ")


def merge_two(morning: Morning) -> None:
    page = morning.page
    morning.press("j")
    expect(morning.task.get_by_role("heading", level=2)).to_contain_text("Dublette prüfen: ")
    morning.press("Enter")
    morning.button("Zusammenführen", page.get_by_role("region", name="Anton Brandl"))
    expect(page.get_by_role("radiogroup", name="Welche bleibt?").get_by_role("radio")).to_have_count(2)
    expect(morning.dialog.get_by_label("Grund")).to_be_focused()
    morning.write("Zweimal abgeschickt")
    morning.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anton Brandl")
    merged = [mail["state"] for mail in morning.records.rows(Mail) if mail["kind"] == "reservations_merged"]
    assert merged == ["queued"]


def offer_a_place(morning: Morning) -> None:
    """To the first who waits."""
    page = morning.page
    morning.find("Warteliste")
    expect(page.get_by_role("link", name="Nele Hartwig")).to_be_visible()
    morning.press("j", "Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nele Hartwig")
    morning.button("Platz anbieten")
    morning.reach(morning.dialog.get_by_label("Grund"))
    morning.write("Zieht im Januar ein.")
    morning.press("Control+Enter")
    expect(morning.glance).to_contain_text("Angebot läuft")
    assert morning.records.only(WaitingEntry)["state"] == "offered"


def enter_a_list(morning: Morning, folder: Path) -> None:
    """The last free place goes to who signed at a fair."""
    page = morning.page
    path = folder / "messe.csv"
    path.write_text(as_csv(people(1)), encoding="utf-8")
    morning.find("Einlesen")
    expect(page.get_by_role("heading", name="Einlesen", level=1)).to_be_focused()  # then it stays where it is
    morning.reach(page.get_by_label("Datei wählen"))
    with page.expect_file_chooser() as chooser:
        page.evaluate("() => null")  # once this is answered, the browser knows that the test takes its window over
        morning.press("Enter")
    chooser.value.set_files(path)
    expect(page.get_by_role("button", name="Eine Reservierung eintragen")).to_be_enabled()
    morning.reach(page.get_by_label("Wo die Einwilligungen liegen"))
    morning.write("Ordner 7")
    morning.button("Eine Reservierung eintragen")
    expect(page.get_by_role("region", name="Ergebnis")).to_contain_text("eingetragen")
    assert morning.records.rows(Reservation)[-1]["email"] == "h0@example.org"
