"""The next households of a confirmed park are invited, in the order of their places."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Park
from services.reservations.desk.parks import invite
from services.reservations.models import Reservation, ReservationChange
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do, households, reserve_many
from tests.services.stored import stored

NOW = HeldClock().now
INVITATIONS = "/api/staff/parks/ingolstadt/invitations"


@pytest.fixture
def ids(db: Database) -> list[int]:
    """Of eight households with confirmed addresses in a confirmed park."""
    found = reserve_many(db, NOW, households(8))
    for change in (
        update(Reservation).values(email_confirmed_at=NOW),
        update(Park).where(Park.id == "ingolstadt").values(confirmed_at=NOW),
    ):
        db.write(lambda session, change=change: session.execute(change) and None)
    return list(found)


def invited(db: Database) -> list[int]:
    rows = sorted(stored(db, Reservation), key=lambda row: row["spot_number"])
    return [row["spot_number"] for row in rows if row["state"] == "invited"]


def set_columns(db: Database, id_: int, **values: Any) -> None:
    change = update(Reservation).where(Reservation.id == id_).values(**values)
    db.write(lambda session: session.execute(change) and None)


def test_the_preview_says_whom_and_what_and_changes_nothing(db: Database, ids: list[int]) -> None:
    set_columns(db, ids[1], email_confirmed_at=None)
    set_columns(db, ids[2], deposit_state="failed")
    set_columns(db, ids[3], email="", email_normalized="", email_confirmed_at=None)
    with db.read() as session:
        told = invite.preview(session, "ingolstadt", 3, NOW).model_dump()
    assert told == {
        "households": 3,
        "consequences": [
            "3 Haushalte werden eingeladen, in der Reihenfolge der Plätze: Platz 1 bis 5, zusammen 6.000 kWh im Jahr.",
            "In 10 Minuten gehen 2 Mails hinaus: „Ihre Einladung zum Vertrag“.",
            "1 Brief liegt dann zum Drucken bereit.",
            "Antworten können sie bis Dienstag, 1. Dezember 2026, 11:30 Uhr. Vorher gehen zwei Erinnerungen hinaus.",
            "Wer bis dahin nicht antwortet, verliert den Platz; einen Tag lang lässt er sich noch zurückholen.",
            "2 Haushalte werden übergangen: Adresse nicht bestätigt, oder die Kartenprüfung ist gescheitert.",
        ],
        "lasting": "Zurücknehmen lässt sich das, solange keine Mail hinausgegangen ist: 10 Minuten.",
    }
    assert invited(db) == []


def test_batches_follow_the_places_and_each_is_undone_as_one(
    db: Database, staff_client: StaffClient, ids: list[int]
) -> None:
    clerk = staff_client("staff")
    first = clerk.post(INVITATIONS, json={"most": 3, "confirmed_count": 3}).json()
    assert (first["done"], invited(db)) == (3, [1, 2, 3])
    second = clerk.post(INVITATIONS, json={"most": 500, "confirmed_count": 5}).json()
    assert (second["done"], len(invited(db))) == (5, 8)
    assert {row["decide_by"] - row["invited_at"] for row in stored(db, Reservation)} == {timedelta(days=28)}
    clerk.post(f"/api/staff/operations/{second['operation_id']}/undo", json={})
    assert invited(db) == [1, 2, 3]
    states = [mail["state"] for mail in stored(db, Mail) if mail["kind"] == "contract_invitation"]
    assert states == ["queued"] * 3 + ["cancelled"] * 5


def test_the_funnel_counts_where_each_household_stands(db: Database, staff_client: StaffClient, ids: list[int]) -> None:
    set_columns(db, ids[0], email_confirmed_at=None)
    clerk = staff_client("staff")
    clerk.post(INVITATIONS, json={"most": 5, "confirmed_count": 5})
    do(db, "decide", ids[1:4], NOW)
    do(db, "contract", ids[1:2], NOW)
    do(db, "cancel", ids[4:5], NOW)
    ordered = {
        "reservation_id": ids[2],
        "at": NOW,
        "actor": "household",
        "action": "order_contract",
        "reason": "",
        "version": 9,
    }
    db.write(lambda session: session.add(ReservationChange(**ordered, before={}, after={})))
    assert clerk.get(INVITATIONS).json() == {
        "may_invite": True, "ready": 2, "passed_over": 1, "invited": 5, "decided": 3, "ordered": 2, "contracted": 1,
        "unanswered": 1, "lapsed": 0, "declined": 1,
    }  # fmt: skip
    assert not any(clerk.get("/api/staff/parks/munich/invitations").json().values()), "another park has its own"


@pytest.mark.parametrize(
    ("columns", "code"),
    [({"confirmed_at": None}, "not_confirmed"), ({"cancelled_at": NOW}, "park_cancelled")],
    ids=["not confirmed", "called off"],
)
def test_a_park_that_is_not_to_be_built_invites_nobody(
    db: Database, staff_client: StaffClient, ids: list[int], columns: dict[str, Any], code: str
) -> None:
    assert ids
    db.write(lambda session: session.execute(update(Park).where(Park.id == "ingolstadt").values(**columns)) and None)
    clerk = staff_client("staff")
    assert clerk.get(INVITATIONS).json()["may_invite"] is False
    assert clerk.post(f"{INVITATIONS}/preview", json={"most": 5}).json()["code"] == code
    assert clerk.post(INVITATIONS, json={"most": 5, "confirmed_count": 5}).json()["code"] == code
    assert invited(db) == []


def test_another_number_than_the_preview_counted_invites_nobody(
    db: Database, staff_client: StaffClient, ids: list[int]
) -> None:
    do(db, "cancel", ids[:6], NOW)
    refused = staff_client("staff").post(INVITATIONS, json={"most": 5, "confirmed_count": 5})
    assert (refused.status_code, refused.json()["code"], invited(db)) == (409, "count_changed", [])


def test_how_many_has_to_be_a_number_that_one_operation_takes(staff_client: StaffClient, ids: list[int]) -> None:
    assert ids
    clerk = staff_client("staff")
    for most in (None, 0, -1, 1001, "viele", 2.5):
        assert clerk.post(f"{INVITATIONS}/preview", json={"most": most}).status_code == 422, most


def test_nobody_is_left_to_invite(db: Database, staff_client: StaffClient, ids: list[int]) -> None:
    do(db, "cancel", ids, NOW)
    told = staff_client("staff").post(f"{INVITATIONS}/preview", json={"most": 5}).json()
    assert (told["households"], told["consequences"]) == (0, ["Niemand wartet auf eine Einladung."])
