"""Reservations that staff enter: the use case, and a household without a mailbox."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pypdfium2 as pdfium
import pytest
from starlette.testclient import TestClient

from services.core.contact_details import read_email, read_phone
from services.core.db.db import Database
from services.core.http.errors import ValidationProblem
from services.mail.models import Mail
from services.mail.outbox import lease_due
from services.mail.paper.document import WINDOW
from services.parks.models import Park
from services.privacy.consent_texts import DESK_TEXTS, SPOKEN_TERMS, text_sha256
from services.privacy.models import Consent
from services.reservations.desk.duplicates import suspected
from services.reservations.desk.models import ReservationNote
from services.reservations.desk_entry.enter import enter
from services.reservations.desk_entry.entry import NO_EMAIL, NO_PHONE, Channel, Entry, Household, Wish
from services.reservations.desk_entry.schemas import EnteredOut
from services.reservations.errors import EntryFull, EntryNotBuilt, EntryPaused, UnseenWarnings
from services.reservations.evidence.models import Evidence
from services.reservations.evidence.show import evidence_of
from services.reservations.evidence.words import consent_words
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch
from tests.factories import reservation_body, stored_details, typed_details
from tests.fixtures.pdf import is_accessible
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, set_spots, stored

CLERK = "staff:7"
LETTERS = "/api/staff/mails/letters"


def lives(postcode: str, street: str) -> dict[str, Any]:
    """The details of a household of Ingolstadt."""
    return stored_details(postcode=postcode, street=street, town="Ingolstadt", monthly_abschlag_cents=9400)


WISH = Wish(2000, "24m", 60)
HUBER = Household("Klara", "Huber", lives("85053", "Manchinger Straße 84"), phone=read_phone("0171 3920041"))
OTTO = Household("Otto", "Roth", lives("85049", "Am Stein 3"), phone=read_phone("0841 552211"))
ANNA = Household(
    "Anna", "Berg", stored_details(), email=read_email("anna@example.org", True), phone=read_phone("0170 5551234")
)
Enter = Callable[..., EnteredOut]


@pytest.fixture
def take(db: Database, clock: HeldClock) -> Enter:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]

    def taken(household: Household, channel: Channel = Channel.TELEPHONE, wish: Wish = WISH, **more: Any) -> EnteredOut:
        entry = Entry(household, wish, channel, **more)
        return db.write(lambda session: enter(session, settings, entry, CLERK, clock.now))

    return taken


@pytest.mark.both_databases
def test_a_household_without_a_mailbox_gets_its_place_its_evidence_and_a_letter(
    take: Enter, db: Database, clock: HeldClock
) -> None:
    entered = take(HUBER, note="Ruft wegen der Raten noch einmal an.", campaign="messe-2026")
    [row] = stored(db, Reservation)
    assert (entered.spot_number, entered.by_letter, row["spot_number"]) == (1, True, 1)
    assert (row["email"], row["email_normalized"], row["mailbox"], row["confirm_by"]) == ("", "", "", None)
    assert (row["street"], row["town"], row["channel"]) == ("Manchinger Straße 84", "Ingolstadt", "telephone")
    assert (row["plan_total_cents"], row["instalment_cents"], row["price_mismatch"]) == (137_700, 5738, False)
    [touch] = stored(db, ReservationTouch)
    came = (touch["utm_source"], touch["utm_medium"], touch["utm_campaign"])
    assert came == ("offline", "telefon", "messe-2026")
    assert (row["utm_source"], row["utm_campaign"]) == ("offline", "messe-2026")
    [consent] = stored(db, Consent)
    assert (consent["source"], consent["taken_by"], consent["given_at"]) == ("telephone", CLERK, clock.now)
    assert (consent["text_version"], consent["text_sha256"]) == (SPOKEN_TERMS, text_sha256(SPOKEN_TERMS))
    told = [entry["actor"] for entry in stored(db, AuditEntry) if entry["action"] == "reservation.reserved"]
    assert told == [CLERK]
    assert [(note["author"], note["reservation_id"]) for note in stored(db, ReservationNote)] == [(CLERK, entered.id)]
    [mail] = stored(db, Mail)
    assert (mail["is_letter"], mail["recipient"], mail["state"]) == (True, "", "queued")
    later = clock.now + timedelta(days=400)
    assert db.write(lambda session: lease_due(session, later, 10)) == [], "no sender takes a letter"


def test_the_evidence_says_who_read_which_text_and_notices_a_change(take: Enter, db: Database) -> None:
    entered = take(OTTO, Channel.LETTER, received_on=date(2026, 10, 30))
    spoken = take(HUBER)
    with db.read() as session:
        [written] = evidence_of(session, entered.id).moments
        [heard] = evidence_of(session, spoken.id).moments
    assert consent_words(written) == "schriftlich, Schreiben vom 30.10.2026; aufgenommen von Konto 7 der Konsole"
    assert consent_words(heard).startswith("mündlich am Telefon")
    assert heard.texts[0].content == DESK_TEXTS[SPOKEN_TERMS]
    assert [text.kind.value for text in heard.texts] == ["consent", "terms", "privacy"]
    assert (written.is_intact, heard.is_intact) == (True, True)
    rows = stored(db, Evidence)
    assert [(row["taken_by"], row["received_on"]) for row in rows] == [(CLERK, date(2026, 10, 30)), (CLERK, None)]


def test_with_an_address_it_is_the_ordinary_mail_and_the_ordinary_deadline(
    take: Enter, db: Database, clock: HeldClock
) -> None:
    entered = take(ANNA, Channel.FAIR, received_on=clock.now.date())
    [row] = stored(db, Reservation)
    [mail] = stored(db, Mail)
    assert (entered.by_letter, mail["is_letter"], mail["recipient"]) == (False, False, "anna@example.org")
    assert row["confirm_by"] == clock.now + timedelta(days=14)
    assert mail["values"]["link_seed"]


def test_two_households_without_a_mailbox_share_nothing(take: Enter, db: Database) -> None:
    for first in ("Karl", "Ida", "Rosa", "Hugo"):
        take(
            Household(first, f"{first}sen", lives("85049", "Am Stein 3")), Channel.LETTER, received_on=date(2026, 11, 1)
        )
    assert [row["duplicate_suspected"] for row in stored(db, Reservation)] == [False] * 4
    with db.read() as session:
        assert suspected(session) == []


@pytest.mark.both_databases
def test_what_speaks_against_it_is_passed_over_only_by_name(take: Enter, db: Database) -> None:
    take(ANNA)
    with pytest.raises(UnseenWarnings) as unseen:
        take(ANNA)
    found = unseen.value.members["warnings"]
    assert [one["code"] for one in found] == ["same_mailbox", "same_phone", "same_name"]  # type: ignore[attr-defined]
    with pytest.raises(UnseenWarnings):
        take(ANNA, seen=frozenset({"same_mailbox", "same_phone"}))
    assert len(stored(db, Reservation)) == 1
    take(ANNA, seen=frozenset({"same_mailbox", "same_phone", "same_name"}))
    assert [row["duplicate_suspected"] for row in stored(db, Reservation)] == [False, True]


@pytest.mark.both_databases
def test_a_wished_place_is_given_only_while_it_is_free(take: Enter, db: Database) -> None:
    wished = Wish(2000, "24m", 60, spot_number=41)
    assert take(HUBER, wish=wished).spot_number == 41
    assert faults(lambda: take(OTTO, wish=wished)) == ["spot_number"]
    assert [row["spot_number"] for row in stored(db, Reservation)] == [41]


def test_what_contradicts_itself_is_refused_with_every_field(take: Enter, clock: HeldClock, db: Database) -> None:
    nobody = Household("Klara", "Huber", stored_details(), email=NO_EMAIL, phone=NO_PHONE)
    assert faults(lambda: take(nobody)) == ["mobile_phone", "street", "town"]
    tomorrow = clock.now.date() + timedelta(days=1)
    assert faults(lambda: take(OTTO, Channel.LETTER, received_on=tomorrow)) == ["received_on"]
    assert faults(lambda: take(OTTO, Channel.FAIR)) == ["received_on"]
    elsewhere = Wish(2000, "24m", 60, park="nirgendwo")
    assert faults(lambda: take(OTTO, wish=elsewhere)) == ["park"]
    assert stored(db, Reservation) == []


def test_a_closed_park_takes_nobody(take: Enter, db: Database, clock: HeldClock) -> None:
    def set_column(column: str, value: datetime | None) -> None:
        db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), column, value))

    for column, refusal in (("paused_at", EntryPaused), ("cancelled_at", EntryNotBuilt)):
        set_column(column, clock.now)
        with pytest.raises(refusal):
            take(HUBER)
        set_column(column, None)
    set_spots(db, "blocked", list(range(1, 501)))
    with pytest.raises(EntryFull):
        take(HUBER)
    assert stored(db, Reservation) == []


def faults(call: Callable[[], object]) -> list[str]:
    """The fields that a call is refused for."""
    with pytest.raises(ValidationProblem) as refused:
        call()
    return [str(one["field"]) for one in refused.value.members["errors"]]  # type: ignore[attr-defined]


ROUTE = "/api/staff/reservations"
KLARA = {
    "channel": "telephone",
    "first_name": "Klara",
    "last_name": "Huber",
    "mobile_phone": "0171 3920041",
    **typed_details(street="Manchinger Straße 84", postcode="85053", town="Ingolstadt", monthly_abschlag="94,00"),
    "annual_kwh": 2000,
    "payment_plan": "24m",
    "credit_tenth_ct": 60,
    "consent": True,
    "consent_version": SPOKEN_TERMS,
}
MILLIMETRE = 72 / 25.4


def body(**changes: Any) -> dict[str, Any]:
    return KLARA | changes


def test_a_key_makes_one_reservation_however_often_it_is_sent(clerk: TestClient, db: Database) -> None:
    key = {"Idempotency-Key": "b7c1d5f0"}
    first, again = (clerk.post(ROUTE, json=body(), headers=key) for _ in range(2))
    assert (first.status_code, again.json()) == (200, first.json())
    assert first.json() | {"id": 0, "reference": ""} == {
        "id": 0, "reference": "", "park": "ingolstadt", "spot_number": 1, "by_letter": True,
    }  # fmt: skip
    assert len(stored(db, Reservation)) == 1
    other = clerk.post(ROUTE, json=body(first_name="Karla"), headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
    assert clerk.post(ROUTE, json=body()).json()["code"] == "unseen_warnings", "without a key: asked, not doubled"


def test_every_field_is_told_in_words_for_staff(clerk: TestClient) -> None:
    wrong = body(first_name="", email="nichts", monthly_abschlag="viel", annual_kwh=5, consent=False, spot_number=None)
    told = {one["field"]: one["message"] for one in clerk.post(ROUTE, json=wrong).json()["errors"]}
    assert told == {
        "first_name": "Der Vorname fehlt.",
        "email": "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de.",
        "monthly_abschlag": "Bitte geben Sie den Abschlag in Euro an, zum Beispiel 85,50.",
        "annual_kwh": "Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh.",
        "consent": "Ohne die Zustimmung des Haushalts lässt sich nicht reservieren.",
    }
    stale = clerk.post(ROUTE, json=body(consent_version="spoken-2020")).json()
    assert [one["field"] for one in stale["errors"]] == ["consent"]
    unknown = clerk.post(ROUTE, json=body(campaign="gibt-es-nicht")).json()
    assert [one["field"] for one in unknown["errors"]] == ["campaign"]


def test_the_receipt_comes_from_the_price_book_and_names_the_next_place(clerk: TestClient) -> None:
    asked = {"annual_kwh": 2000, "payment_plan": "24m", "credit_tenth_ct": 60}
    told = clerk.post(f"{ROUTE}/entry/preview", json=asked).json()
    chosen = told["chosen"]
    assert (told["next_spot"], told["free"], told["refusal"]) == (1, 500, None)
    assert (chosen["instalment_cents"], chosen["last_instalment_cents"], chosen["total_cents"]) == (5738, 5726, 145_600)
    assert (chosen["effective_interest_bp"], chosen["surcharge_cents"]) == (581, 7800)
    assert (chosen["least_annual_credit_cents"], chosen["annual_credit_cents"]) == (10_000, 12_000)
    assert [one["share_amount_cents"] for one in told["packages"]] == [69_900, 129_900, 189_900]
    assert [one["effective_interest_bp"] for one in told["plans"]] == [0, 581, 965]


def test_similar_people_are_found_while_somebody_types(clerk: TestClient) -> None:
    clerk.post("/functions/v1/reserve-spot", json=reservation_body(first_name="Clara", last_name="Huber"))
    clerk.post(ROUTE, json=body())
    typed = {"first_name": "Klara", "last_name": "Huber", "postcode": "85053", "mobile_phone": "0171 39200"}
    found = clerk.post(f"{ROUTE}/entry/alike", json=typed).json()["data"]
    assert [(one["first_name"], one["because"], one["is_same"]) for one in found] == [
        ("Klara", "gleicher Name und gleiche Postleitzahl", True),
        ("Clara", "ähnlicher Name", False),
    ]


def test_the_letter_lies_in_the_window_says_what_the_mail_says_and_is_noted_as_posted(
    clerk: TestClient, db: Database
) -> None:
    id_ = clerk.post(ROUTE, json=body()).json()["id"]
    [mail] = stored(db, Mail)
    record = clerk.get(f"{ROUTE}/{id_}").json()
    assert (record["email"], record["channel"]) == ("", "telephone")
    assert [(one["source"], one["taken_by_name"] is not None) for one in record["consents"]] == [("telephone", True)]
    to_print = clerk.get("/api/staff/mails?state=to_print").json()["data"]
    assert [(row["id"], row["state"]) for row in to_print] == [(mail["id"], "to_print")]
    assert clerk.get("/api/staff/mails?state=queued").json()["data"] == []
    answer = clerk.get(f"/api/staff/mails/{mail['id']}/letter.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    pages = list(pdfium.PdfDocument(answer.content))
    text = "\n".join(page.get_textpage().get_text_range() for page in pages).replace("\xa0", " ")
    for said in (
        "Guten Tag Klara Huber,",
        "57,38 €",
        "5,81",
        "1.456 €",
        record["reference"],
        "Ein Anruf oder eine Zeile an uns genügt",
    ):
        assert said in text, said
    for of_a_screen in ("http", "Klick", "dieser Adresse", "diese E-Mail", "■", " ?"):
        assert of_a_screen not in text, of_a_screen
    for line in ("Klara Huber", "Manchinger Straße 84", "85053 Ingolstadt"):
        check_window(pages[0], line)
    posted = clerk.post(f"/api/staff/mails/{mail['id']}/posted")
    assert (posted.status_code, posted.json()["state"]) == (200, "sent")
    assert clerk.post(f"/api/staff/mails/{mail['id']}/posted").json()["code"] == "not_to_print"


def test_letters_of_many_are_one_document_and_who_printed_and_posted_them_is_on_record(
    clerk: TestClient, db: Database
) -> None:
    """Each begins on page 1; households without a letter or an address, and names to write by hand, are named."""
    people = ((), ("小明", "陈"), ("Ohne", "Ort"))
    ids = [
        clerk.post(ROUTE, json=body(**dict(zip(("first_name", "last_name"), names, strict=False)),
                                    mobile_phone=f"0171 392005{n}")).json()["id"]
        for n, names in enumerate(people)
    ]  # fmt: skip
    execute(db.engine, f"UPDATE reservations SET town = '' WHERE id = {ids[2]}")
    assert clerk.post("/functions/v1/reserve-spot", json=reservation_body(last_name="Mailer")).status_code == 200
    of_rows = clerk.post(f"{LETTERS}/preview", json={"reservation_ids": [*ids, ids[2] + 1]}).json()
    printed = [row["id"] for row in stored(db, Mail) if row["is_letter"]][:2]
    assert (of_rows["mail_ids"], of_rows["later"]) == (printed, 0)
    assert [(one["sentence"], one["people"]) for one in of_rows["remarks"]] == [
        ("Für 1 Haushalt ist gerade kein Brief zu drucken.", ["Änne Mailer"]),
        (
            "Für 1 Haushalt fehlt die Anschrift. Bitte ergänzen Sie an der Reservierung Straße und Ort.",
            ["Ohne Ort"],
        ),
        (
            "Für 1 Haushalt fehlen unserer Schrift Zeichen des Namens. Bitte schreiben Sie ihn von Hand auf die Linie.",
            ["小明 陈"],
        ),
    ]
    assert clerk.post(f"{LETTERS}/preview", json={}).json()["mail_ids"] == printed
    answer = clerk.get(f"{LETTERS}.pdf", params={"mail": printed})
    pages = [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(answer.content)]
    told = [re.search(r"Seite (\d+) von (\d+)", page) for page in pages]
    assert [one and one.groups() for one in told] == [("1", "2"), ("2", "2"), ("1", "2"), ("2", "2")]
    assert ("Klara Huber" in pages[0], "________" in pages[2]) == (True, True)
    assert is_accessible(answer.content)
    for wrong in (printed[1] + 1, 10**6):
        assert clerk.get(f"{LETTERS}.pdf", params={"mail": [*printed, wrong]}).status_code in (404, 409)
    assert [clerk.post(f"{LETTERS}/posted", json={"mail_ids": printed}).json()["posted"] for _ in range(2)] == [2, 0]
    assert clerk.post(f"{LETTERS}/preview", json={}).json()["mail_ids"] == []
    noted = [(row["action"], row["subject"]) for row in stored(db, AuditEntry) if row["action"].startswith("mail.")]
    assert noted == [(f"mail.{what}", f"mail:{id_}") for what in ("printed", "posted") for id_ in printed]


def test_a_cancellation_taken_back_withdraws_its_letter(clerk: TestClient, db: Database) -> None:
    id_ = clerk.post(ROUTE, json=body()).json()["id"]
    call = {"ids": [id_], "reason": "Anruf"}
    done = clerk.post(f"{ROUTE}/operations/cancel", json=call)
    assert done.status_code == 200, done.json()
    assert [(row["kind"], row["state"], row["is_letter"]) for row in stored(db, Mail)] == [
        ("reservation_received", "queued", True), ("reservation_cancelled", "queued", True),
    ]  # fmt: skip
    undone = clerk.post(f"/api/staff/operations/{done.json()['operation_id']}/undo", json={})
    assert undone.status_code == 200
    assert [row["state"] for row in stored(db, Mail)] == ["queued", "cancelled"]


def test_reports_count_it_as_offline_by_its_medium_and_never_as_direct(
    clerk: TestClient, marketer: TestClient, db: Database
) -> None:
    clerk.post(ROUTE, json=body())
    clerk.post("/functions/v1/reserve-spot", json=reservation_body(utm_source="", utm_campaign=""))
    assert len(stored(db, Reservation)) == 2
    for field, value in (("utm_source", "offline"), ("utm_medium", "telefon")):
        told = marketer.get("/api/staff/aliases/values", params={"field": field}).json()["data"]
        assert [(one["canonical"], one["reservations"]) for one in told] == [(value, 1)]


NAMES = {
    "Vietnamese": ("Nguyễn Thị", "Ánh", "Nguyễn Thị Ánh"),
    "Kazakh": ("Әлия", "Жұмабаева", "Әлия Жұмабаева"),
    "transliterated": ("Ṣāliḥ", "Ğül", "Ṣāliḥ Ğül"),
    "two hundred wide letters": ("W" * 100, "M" * 100, ""),
    "Chinese": ("小明", "陈", ""),
    "Arabic": ("محمد", "الحسيني", ""),
}
BY_HAND = "Der Name kann nicht gedruckt werden, denn unserer Schrift fehlen Zeichen. Bitte schreiben Sie ihn von Hand."


def test_every_address_is_in_the_window_and_no_letter_becomes_a_question_mark(
    clerk: TestClient, db: Database, subtests: pytest.Subtests
) -> None:
    for number, (kind, (first, last, printed)) in enumerate(NAMES.items()):
        with subtests.test(kind):
            entered = clerk.post(
                ROUTE, json=body(first_name=first, last_name=last, mobile_phone=f"0171 392004{number}")
            )
            assert entered.status_code == 200, entered.text
            mail = stored(db, Mail)[-1]
            page = pdfium.PdfDocument(clerk.get(f"/api/staff/mails/{mail['id']}/letter.pdf").content)[0]
            text = page.get_textpage().get_text_range()
            assert "?" not in text.partition("Guten Tag")[2].partition("\n")[0]
            for line in filter(None, (printed, "Manchinger Straße 84", "85053 Ingolstadt")):
                check_window(page, line)
            lines = clerk.get("/api/staff/work-lines?kind=letter").json()["data"]
            [line] = [one for one in lines if one["path"] == f"/mails/{mail['id']}/show"]
            is_by_hand = kind in ("Chinese", "Arabic")
            assert (line["detail"].endswith(BY_HAND), "________" in text) == (is_by_hand, is_by_hand)


def check_window(page: Any, line: str) -> None:
    left, top, width, height = WINDOW
    x, upper, right, lower = box_of(page, line)
    assert left + 5 <= x < right <= left + width, line
    assert top + 17.7 <= upper < lower <= top + height, line


def box_of(page: Any, words: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of words on a page, in millimetres from its upper left corner."""
    written = page.get_textpage()
    first, count = written.search(words).get_next()
    boxes = [written.get_charbox(place) for place in range(first, first + count)]
    height = page.get_height()
    edges = (
        min(box[0] for box in boxes),
        height - max(box[3] for box in boxes),
        max(box[2] for box in boxes),
        height - min(box[1] for box in boxes),
    )
    left, top, right, bottom = (edge / MILLIMETRE for edge in edges)
    return left, top, right, bottom
