"""Forms around one household: every field of each is filled by keyboard and saved once, and what arrived is read back.

A field that a table here does not name fails its test. Which journey fills which form stands in `filled_forms.py`.
"""

import re
from collections.abc import Mapping
from datetime import date, timedelta

import httpx2
import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.declarations.models import DeclarationCase
from services.messages.models import Conversation, Message
from services.reservations.desk.models import OperationRequest, ReservationNote
from services.reservations.models import Reservation, ReservationChange, ReservationTag
from services.reservations.states import DepositState, ReservationState
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE, add_member
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.filling import CHOICES, Values, expect_stored, fill_completely
from tests.services.reservations.standing import households, reservation, reserve_many, stand

TODAY = berlin_day(utc_now())
LATER, WITH_THE_NOTE = TODAY + timedelta(days=30), TODAY + timedelta(days=40)
REASON = {"Grund": "So am Telefon gesagt"}
UNTOLD = {"Haushalt benachrichtigen": "Nicht", "Warum nicht": "Weiß es schon"}

FACTS: dict[str, tuple[Values, Mapping[str, object]]] = {
    "Name": ({"Vorname": "Yusuf", "Nachname": "Demir-Çelik"}, {"first_name": "Yusuf", "last_name": "Demir-Çelik"}),
    "Anschrift": ({"Straße und Hausnummer": "Feldkirchener Straße 12 a"}, {"street": "Feldkirchener Straße 12 a"}),
    "Ort": ({"Postleitzahl": "85053", "Ort": "Ingolstadt"}, {"postcode": "85053", "town": "Ingolstadt"}),
    **{one.console: ({one.console: one.other}, {name: one.other}) for name, one in CHOICES.items()},
    "Abschlag": ({"Abschlag in Euro": "122,50"}, {"monthly_abschlag_cents": 12_250}),
    "E-Mail-Adresse": ({"E-Mail-Adresse": "yusuf.demir@example.org"}, {"email": "yusuf.demir@example.org"}),
    "Mobilnummer": ({"Mobilnummer": "0171 3920041"}, {"mobile_phone_e164": "+491713920041"}),
    "Wiedervorlage": ({"Tag der Wiedervorlage": LATER.isoformat()}, {"follow_up_on": LATER}),
}

OPERATIONS: dict[str, tuple[ReservationState, DepositState, Values, Mapping[str, object]]] = {
    "Stornieren": (ReservationState.RESERVED, DepositState.RESERVED, {**REASON, **UNTOLD}, {"action": "cancel"}),
    "Beenden": (ReservationState.ACTIVE, DepositState.VERIFIED, REASON, {"action": "end"}),
    "Widerruf eintragen": (ReservationState.CONTRACTED, DepositState.VERIFIED, REASON, {"action": "withdraw"}),
    "Kartenprüfung erlassen": (
        *(ReservationState.RESERVED, DepositState.RESERVED),
        *(REASON, {"action": "waive_deposit"}),
    ),
    "Erstattung vermerken": (
        *(ReservationState.CANCELLED, DepositState.VERIFIED),
        {"Betrag in Euro": "0,50", "Erstattet am": TODAY.isoformat(), "Verwendungszweck (freiwillig)": "SEPA 4711"},
        {"after": {"refunded_cents": 50, "refunded_on": TODAY.isoformat(), "refund_reference": "SEPA 4711"}},
    ),
    "Wiedervorlage setzen": (
        *(ReservationState.RESERVED, DepositState.RESERVED),
        {"Tag der Wiedervorlage": LATER.isoformat(), "Worum geht es? (freiwillig)": "Rückruf"},
        {"action": "set_follow_up"},
    ),
    "Merkmal setzen": (
        *(ReservationState.RESERVED, DepositState.RESERVED),
        *({"Merkmal": "Presse"}, {"action": "add_tag"}),
    ),
    "Paket oder Zahlung ändern": (
        *(ReservationState.RESERVED, DepositState.RESERVED),
        {"Paket": "Premium", "Zahlung": "48 Raten", **REASON, **UNTOLD},
        {"action": "change_share"},
    ),
    "Platz wechseln": (
        *(ReservationState.RESERVED, DepositState.RESERVED),
        {"Neuer Platz": "77", **REASON, **UNTOLD},
        {"action": "move_spot"},
    ),
    "Wieder aufnehmen": (
        *(ReservationState.CANCELLED, DepositState.WAIVED),
        *(REASON, {"action": "reopen"}),
    ),
}

BUTTONS = {
    "Merkmal setzen": "+ Merkmal",
    "Paket oder Zahlung ändern": "Paket ändern",
    "Platz wechseln": "Platz wechseln",
    "Wieder aufnehmen": "Wieder aufnehmen",
}
"""Those that do not stand among all operations."""
SOME_OPERATIONS = (
    "Stornieren",
    "Erstattung vermerken",
    "Paket oder Zahlung ändern",
    "Platz wechseln",
    "Wieder aufnehmen",
)
"""One of each form."""


@pytest.fixture(scope="module", autouse=True)
def ids(module_db: Database) -> list[int]:
    return reserve_many(module_db, utc_now(), households(len(OPERATIONS) + 6))


def open_record(page: Page, id_: int) -> ReservationPages:
    page.goto(f"/admin/reservations/{id_}/show")
    pages = ReservationPages(page)
    expect(pages.facts.first).to_be_visible()
    return pages


def test_every_fact_of_a_household_is_written_and_a_note_is_pinned_and_comes_back_on_a_day(
    page: Page, write_as: SignIn, module_db: Database, ids: list[int]
) -> None:
    id_ = ids[0]
    write_as(page, "staff")
    pages = open_record(page, id_)
    editor = page.locator(".fact-editor")
    for label, (values, kept) in FACTS.items():
        if label in values:
            pages.open_fact(label)
        else:
            pages.facts.get_by_role("button", name=re.compile(f"^{label} ")).click()
        fill_completely(editor, values)
        page.keyboard.press("Enter")
        expect(editor).to_have_count(0)
        expect_stored(module_db, Reservation, {"id": id_, **kept})
    pages.open_fact("Merkmale")
    fill_completely(editor, {"Merkmale": "Presse, Bestandskunde"})
    page.keyboard.press("Enter")
    for tag in ("Presse", "Bestandskunde"):
        expect_stored(module_db, ReservationTag, {"reservation_id": id_, "tag": tag})

    form = page.locator("form.note-field")
    fill_completely(form, {"Notiz": "Ruft am Abend an."})
    form.get_by_role("button", name="+ Merkmal").click()
    tag_form = page.get_by_role("dialog").locator("form")
    fill_completely(tag_form, {"Merkmal": "Rückruf"})
    tag_form.get_by_role("button", name="Merkmal setzen").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(form.get_by_label("Notiz", exact=True)).to_have_value("Ruft am Abend an.")  # it is not sent with the tag
    form.get_by_role("button", name="Anruf").click()
    expect(form.get_by_role("radio", name="Erreicht", exact=True)).to_be_focused()
    fill_completely(form.locator(".note-call"), {"Anruf": "Erreicht", "Minuten": "4"})
    form.get_by_role("button", name="Anheften").click()
    form.get_by_role("button", name="Wiedervorlage mit der Notiz setzen").click()
    page.get_by_role("menuitem", name=re.compile("Anderer Tag")).click()
    tools = form.locator(".note-tools")  # the day is chosen once it is left
    fill_completely(tools, {"Tag der Wiedervorlage mit der Notiz": WITH_THE_NOTE.isoformat()})
    form.get_by_role("button", name=re.compile("Anruf speichern")).click()
    expect_stored(module_db, ReservationNote, {"reservation_id": id_, "text": "Ruft am Abend an.", "talked_minutes": 4})
    expect_stored(module_db, Reservation, {"id": id_, "follow_up_on": WITH_THE_NOTE})


def test_each_operation_is_filled_and_done(
    page: Page, write_as: SignIn, module_db: Database, ids: list[int], subtests: Subtests
) -> None:
    write_as(page, "admin")
    for id_, operation in zip(ids[1:], proved(SOME_OPERATIONS, tuple(OPERATIONS)), strict=False):
        with subtests.test(operation):
            fill_operation(page, module_db, id_, operation)


def fill_operation(page: Page, db: Database, id_: int, operation: str) -> None:
    state, deposit, values, kept = OPERATIONS[operation]
    stand(db, utc_now(), id_, state, deposit)
    pages = open_record(page, id_)
    if operation == "Wiedervorlage setzen":
        page.keyboard.press("s")
        page.get_by_role("menuitem", name="Anderer Tag").click()
    elif operation in BUTTONS:
        page.get_by_role("button", name=re.compile(f"^{re.escape(BUTTONS[operation])}")).click()
    else:
        pages.operate(operation)
    fill_completely(pages.dialog.locator("form"), values)
    pages.dialog.get_by_role("button", name=operation, exact=True).click()
    expect(pages.dialog).to_have_count(0)
    reason = {"reason": values["Grund"]} if "Grund" in values else {}
    expect_stored(db, ReservationChange, {"reservation_id": id_, **kept, **reason})
    row = reservation(db, id_)
    if operation == "Wiedervorlage setzen":
        assert (row.follow_up_on, row.follow_up_subject) == (LATER, "Rückruf")
    if operation == "Paket oder Zahlung ändern":
        assert (row.annual_kwh, row.payment_plan) == (3000, "48m")
    if operation == "Platz wechseln":
        assert row.spot_number == 77


def test_a_pair_is_merged_a_message_written_for_later_and_a_request_withdrawn(
    page: Page, write_as: SignIn, module_db: Database, ids: list[int], subtests: Subtests
) -> None:
    kept, gone, addressed = ids[-5:-2]
    write_as(page, "staff")
    with subtests.test("merge"):
        page.goto("/admin/reservations")
        for id_ in (kept, gone):
            name = reservation(module_db, id_).last_name
            link = page.get_by_role("link", name=f"Änne {name}", exact=True)
            page.get_by_role("row").filter(has=link).get_by_role("checkbox").check()
        page.get_by_role("button", name="Weitere Vorgänge").click()
        page.get_by_role("menuitem", name="Zusammenführen").click()
        form = page.get_by_role("dialog").locator("form")
        fill_completely(form, REASON)
        form.get_by_role("button", name="Zusammenführen").click()
        expect_stored(module_db, Reservation, {"id": gone, "merged_into_id": kept})
    with subtests.test("message"):
        page.goto(f"/admin/messages/new/{addressed}")
        form = page.get_by_role("form", name="Nachricht schreiben")
        form.get_by_role("button", name="Später senden").click()
        at = f"{LATER.isoformat()}T08:30"
        fill_completely(form, {"Betreff": "Ihr Platz", "Text": "Guten Tag,\nes geht voran.", "Senden am": at})
        form.get_by_role("button", name=re.compile("^Senden am")).click()
        expect_stored(module_db, Message, {"reply_text": "Guten Tag,\nes geht voran."})
        expect_stored(module_db, Conversation, {"reservation_id": addressed, "subject": "Ihr Platz"})
    with subtests.test("request"):
        many = reserve_many(module_db, utc_now(), households(26, last_name="Viele"))
        for id_ in many:
            stand(module_db, utc_now(), id_, ReservationState.CONTRACTED)
        add_member(module_db, "staff")
        wish = {"ids": many, "confirmed_count": len(many), "reason": "Der Park ist am Netz"}
        asked = page.request.post("/api/staff/operation-requests/activate", data=wish, headers=OWN_PAGE)
        assert asked.ok, asked.text()
        page.goto("/admin/operation-requests")
        page.get_by_role("button", name="Zurückziehen").click()
        form = page.get_by_role("dialog").locator("form")
        fill_completely(form, REASON)
        form.get_by_role("button", name="Zurückziehen").click()
        expect(page.get_by_text("Gerade wartet nichts auf eine Freigabe.")).to_be_visible()
        expect_stored(module_db, OperationRequest, {"state": "refused"})


def declare(server: Server, path: str, **typed: str) -> None:
    body = {"name": "Änne Müller", "email": "nele@example.org", "notice_kind": "ordinary", "step": "confirm"}
    answer = httpx2.post(f"{server.url}{path}", data=body | typed, timeout=60)
    assert answer.is_success, answer.text


def test_a_notice_is_matched_and_accepted_and_another_one_rejected(
    page: Page, write_as: SignIn, module_server: Server, module_db: Database, ids: list[int]
) -> None:
    id_ = ids[-1]
    stand(module_db, utc_now(), id_, ReservationState.ACTIVE, DepositState.VERIFIED)
    reference = reservation(module_db, id_).reference
    for contract in ("Platz 900", "Platz 901"):
        declare(module_server, "/kuendigen", contract=contract)
    write_as(page, "staff")

    def step(number: int, name: str, values: Values) -> None:
        page.goto(f"/admin/declarations/{number}/show")
        page.get_by_role("button", name=name, exact=True).click()
        form = page.get_by_role("dialog").locator("form")
        fill_completely(form, values)
        form.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)

    step(1, "Zuordnen", {"Worum geht es?": "Passt zu keiner", "Andere Referenz": reference})
    step(1, "Annehmen", {"Letzter Tag des Vertrags": "2099-12-31", "Ihre Worte dazu (freiwillig)": "Alles Gute."})
    expect_stored(module_db, DeclarationCase, {"reservation_id": id_, "ends_on": date(2099, 12, 31)})
    expect_stored(module_db, DeclarationCase, {"declaration_id": 1, "words": "Alles Gute."})
    step(2, "Zuordnen", {"Worum geht es?": "Passt zu keiner", "Andere Referenz": ""})
    step(2, "Ablehnen", {"Grund, in Ihren Worten": "Diesen Vertrag gibt es nicht."})
    expect_stored(module_db, DeclarationCase, {"declaration_id": 2, "words": "Diesen Vertrag gibt es nicht."})
