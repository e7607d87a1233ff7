"""Reservations that staff enter: the use case, and a household without a mailbox."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from services.core.contact_details import read_email, read_phone
from services.core.db.db import Database
from services.core.http.errors import ValidationProblem
from services.mail.models import Mail
from services.mail.outbox import lease_due
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
from tests.services.held_clock import HeldClock
from tests.services.stored import set_spots, stored

CLERK = "staff:7"
WISH = Wish("Stadtwerke München", "2", 9400, 2000, "24m", 60)
KLARA = Household("Klara", "Huber", "85053", "Manchinger Straße 84", "Ingolstadt", phone=read_phone("0171 3920041"))
OTTO = Household("Otto", "Roth", "85049", "Am Stein 3", "Ingolstadt", phone=read_phone("0841 552211"))
ANNA = Household("Anna", "Berg", "85049", email=read_email("anna@example.org", True), phone=read_phone("0170 5551234"))
Enter = Callable[..., EnteredOut]


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


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
    entered = take(KLARA, note="Ruft wegen der Raten noch einmal an.", campaign="messe-2026")
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
    spoken = take(KLARA)
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
    without = {"phone": NO_PHONE, "street": "Am Stein 3", "town": "Ingolstadt"}
    for first in ("Karl", "Ida", "Rosa", "Hugo"):
        take(Household(first, f"{first}sen", "85049", **without), Channel.LETTER, received_on=date(2026, 11, 1))
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
    wished = Wish("Stadtwerke München", "2", 9400, 2000, "24m", 60, spot_number=41)
    assert take(KLARA, wish=wished).spot_number == 41
    assert faults(lambda: take(OTTO, wish=wished)) == ["spot_number"]
    assert [row["spot_number"] for row in stored(db, Reservation)] == [41]


def test_what_contradicts_itself_is_refused_with_every_field(take: Enter, clock: HeldClock, db: Database) -> None:
    nobody = Household("Klara", "Huber", "85053", email=NO_EMAIL, phone=NO_PHONE)
    assert faults(lambda: take(nobody)) == ["mobile_phone", "street", "town"]
    tomorrow = clock.now.date() + timedelta(days=1)
    assert faults(lambda: take(OTTO, Channel.LETTER, received_on=tomorrow)) == ["received_on"]
    assert faults(lambda: take(OTTO, Channel.FAIR)) == ["received_on"]
    elsewhere = Wish("Stadtwerke München", "2", 9400, 2000, "24m", 60, park="nirgendwo")
    assert faults(lambda: take(OTTO, wish=elsewhere)) == ["park"]
    assert stored(db, Reservation) == []


def test_a_closed_park_takes_nobody(take: Enter, db: Database, clock: HeldClock) -> None:
    def set_column(column: str, value: datetime | None) -> None:
        db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), column, value))

    for column, refusal in (("paused_at", EntryPaused), ("cancelled_at", EntryNotBuilt)):
        set_column(column, clock.now)
        with pytest.raises(refusal):
            take(KLARA)
        set_column(column, None)
    set_spots(db, "blocked", list(range(1, 501)))
    with pytest.raises(EntryFull):
        take(KLARA)
    assert stored(db, Reservation) == []


def faults(call: Callable[[], object]) -> list[str]:
    """The fields that a call is refused for."""
    with pytest.raises(ValidationProblem) as refused:
        call()
    return [str(one["field"]) for one in refused.value.members["errors"]]  # type: ignore[attr-defined]
