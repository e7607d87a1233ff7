"""A park is confirmed: every household with a place is told, once, and site and pages say the same."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Park, ParkChange
from services.parks.site_facts import site_facts
from services.reservations.desk.duplicates import merge
from services.reservations.desk.parks import confirm as confirmation
from services.reservations.desk.parks.confirm import Wish
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.undo import undo
from services.reservations.errors import CountChanged
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.transitions import LAPSE, OPERATIONS
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do, households, reserve_many
from tests.services.stored import stored

NOW = HeldClock().now
PILOT = "/api/staff/parks/ingolstadt"
CONFIRMATION = f"{PILOT}/confirmation"
NOTE = "Der Netzanschluss ist zugesagt. Nächster Schritt: Im Februar beginnt der Bau."


def body(count: int) -> dict[str, Any]:
    return {"confirmed_count": count, "note": NOTE, "reason": "Zusage vom 2. November"}


def mails(db: Database) -> list[dict[str, Any]]:
    return [mail for mail in stored(db, Mail) if mail["kind"] == "park_confirmed"]


def pilot(db: Database) -> dict[str, Any]:
    return next(row for row in stored(db, Park) if row["id"] == "ingolstadt")


def test_the_preview_counts_who_is_written_to_and_changes_nothing(db: Database, staff_client: StaffClient) -> None:
    ids = reserve_many(db, NOW, households(5))
    do(db, "cancel", ids[:2], NOW)
    told = staff_client("staff").get(CONFIRMATION).json()
    assert told["households"] == 3
    assert told["consequences"][0] == (
        "3 Haushalte mit einem Platz erhalten in 10 Minuten eine Mail: „Ihr Solarpark ist bestätigt“."
    )
    assert "10 Minuten" in told["lasting"]
    assert (mails(db), pilot(db)["confirmed_at"]) == ([], None)


def test_every_household_with_a_place_is_told_and_the_site_says_it(
    client: TestClient, db: Database, staff_client: StaffClient
) -> None:
    ids = reserve_many(db, NOW, households(4))
    do(db, "cancel", ids[:1], NOW)
    confirmed = update(Reservation).where(Reservation.id == ids[1]).values(email_confirmed_at=NOW)
    db.write(lambda session: session.execute(confirmed) and None)
    clerk = staff_client("staff", client=client)
    shown = clerk.post(CONFIRMATION, json=body(3))
    assert shown.status_code == 200, shown.text
    assert (shown.json()["confirmed_at"] is not None, shown.json()["progress_note"]) == (True, NOTE)
    ordered = mails(db)
    assert [mail["values"]["last_name"] for mail in ordered] == ["Hb", "", ""], "no name to an unconfirmed address"
    assert {mail["values"]["note"] for mail in ordered} == {NOTE}
    assert {mail["next_attempt_at"] - mail["created_at"] for mail in ordered} == {timedelta(minutes=10)}
    assert all(mail["values"]["taken"] for mail in ordered)
    public = client.get("/api/parks/ingolstadt").json()
    assert (public["confirmed_on"] is not None, public["progress_note"]) == (True, NOTE)
    with db.read() as session:
        facts = next(one for one in site_facts(session) if one.id == "ingolstadt")
    assert facts.progress().startswith("Bestätigt am ")
    assert facts.progress().endswith(NOTE)
    again = clerk.post(CONFIRMATION, json=body(3)).json()
    assert again["code"] == "already_confirmed"
    assert clerk.get(CONFIRMATION).json()["code"] == "already_confirmed"


def test_another_number_than_the_preview_told_confirms_nothing(db: Database) -> None:
    reserve_many(db, NOW, households(2))
    with pytest.raises(CountChanged):
        db.write(lambda session: confirmation.confirm(session, "ingolstadt", Wish(1, NOTE, ""), "staff:1", NOW))
    assert (mails(db), pilot(db)["confirmed_at"]) == ([], None)


def test_it_is_taken_back_as_long_as_nobody_was_told(db: Database, staff_client: StaffClient) -> None:
    reserve_many(db, NOW, households(2))
    before = {name: pilot(db)[name] for name in ("progress_note", "progress_on", "confirmed_at")}
    clerk = staff_client("staff")
    clerk.post(CONFIRMATION, json=body(2))
    assert clerk.post(f"{CONFIRMATION}/take-back", json={"reason": " "}).status_code == 422
    taken = clerk.post(f"{CONFIRMATION}/take-back", json={"reason": "Falscher Park"})
    assert taken.json()["confirmed_at"] is None
    assert {name: pilot(db)[name] for name in before} == before
    assert {mail["state"] for mail in mails(db)} == {"cancelled"}
    assert clerk.post(f"{CONFIRMATION}/take-back", json={"reason": "noch einmal"}).json()["code"] == "not_confirmed"
    assert clerk.post(CONFIRMATION, json=body(2)).status_code == 200, "and confirmed again"
    assert [mail["state"] for mail in mails(db)] == ["cancelled", "cancelled", "queued", "queued"]
    actions = [change["action"] for change in stored(db, ParkChange)]
    assert actions == ["confirmed", "confirmation_taken_back", "confirmed"]
    logged = [entry["action"] for entry in stored(db, AuditEntry) if entry["action"].startswith("park.")]
    assert logged == ["park.confirmed", "park.confirmation_taken_back", "park.confirmed"]


@pytest.mark.parametrize("ending", ["cancel", "lapse", "merge"])
def test_who_has_no_place_any_more_is_not_told_unless_it_gets_it_back(
    db: Database, staff_client: StaffClient, ending: str
) -> None:
    ids = reserve_many(db, NOW, households(3))
    clerk = staff_client("staff")
    clerk.post(CONFIRMATION, json=body(3))
    waiting = mails(db)
    ended = end(db, ending, ids)
    assert [mail["state"] for mail in mails(db)] == ["queued", "queued", "cancelled"]
    (change,) = (row for row in stored(db, ReservationChange) if row["reservation_id"] == ids[2])
    assert (change["before"]["withheld_mails"], change["after"]["withheld_mails"]) == ([], ["park_confirmed"])
    db.write(lambda session: undo(session, ended, "staff:7", "admin", NOW, ids))
    assert mails(db) == waiting, "at the same moment as the others"
    ended = end(db, ending, ids)
    assert clerk.post(f"{CONFIRMATION}/take-back", json={"reason": "Falscher Park"}).status_code == 200
    db.write(lambda session: undo(session, ended, "staff:7", "admin", NOW, ids))
    assert [mail["state"] for mail in mails(db)] == ["cancelled"] * 3, "what was taken back is announced to nobody"
    assert clerk.post(CONFIRMATION, json=body(3)).status_code == 200
    end(db, ending, ids)
    sent = update(Mail).where(Mail.id == mails(db)[3]["id"]).values(state="sent", sent_at=NOW)
    db.write(lambda session: session.execute(sent) and None)
    refused = clerk.post(f"{CONFIRMATION}/take-back", json={"reason": "Zu spät"})
    assert (refused.status_code, refused.json()["code"]) == (409, "mail_sent"), "once a household was told it stays"
    assert [mail["state"] for mail in mails(db)[3:]] == ["sent", "queued", "cancelled"]
    assert pilot(db)["confirmed_at"] is not None


def end(db: Database, ending: str, ids: list[int]) -> int:
    """The last of the reservations ends; answers the operation."""
    if ending == "merge":
        db.write(lambda session: merge(session, [ids[0], ids[2]], "staff:7", "Doppelt", NOW))
    else:
        operation = LAPSE if ending == "lapse" else OPERATIONS[ending]
        db.write(lambda session: perform(session, Request(operation, (ids[2],), "staff:7", "Auf Wunsch"), NOW))
    return int(stored(db, StaffOperation)[-1]["id"])


@pytest.mark.parametrize("is_being_sent", [False, True])
def test_an_invitation_waits_for_a_place_too(db: Database, *, is_being_sent: bool) -> None:
    """A mail that a sender holds is not torn from it: it may have left already."""
    ids = reserve_many(db, NOW, households(1))
    do(db, "invite", ids, NOW)
    leased = update(Mail).where(Mail.kind == "contract_invitation").values(leased_until=NOW + timedelta(minutes=5))
    db.write(lambda session: session.execute(leased if is_being_sent else select(1)) and None)
    do(db, "expire", ids, NOW)
    states = {mail["kind"]: mail["state"] for mail in stored(db, Mail)}
    assert states["contract_invitation"] == ("queued" if is_being_sent else "cancelled")
    assert (states["reservation_received"], states["reservation_expired"]) == ("queued", "queued")
