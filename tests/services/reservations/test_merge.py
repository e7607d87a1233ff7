"""Suspected duplicates, and making one reservation of several."""

from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.mail.models import Mail
from services.reservations.desk.change_share import Choice, change_share
from services.reservations.desk.duplicates import DuplicateWatch, merge, suspected, suspects_of
from services.reservations.desk.inputs import MergeIn, ReservationNoteIn
from services.reservations.desk.notes import add, shown_notes
from services.reservations.desk.perform import Request
from services.reservations.desk.undo import undo
from services.reservations.desk.undoable import undoable
from services.reservations.errors import OperationRefused
from services.reservations.models import Reservation, ReservationChange, ReservationTag, StaffOperation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import CHANGE_SHARE
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.refusals import refusals
from tests.services.reservations.standing import (
    ACTOR,
    check_invariants,
    do,
    households,
    reservation,
    reserve_many,
    spot,
    stand,
    vars_of,
)
from tests.services.stored import stored

NOW = HeldClock().now
LATER = NOW + timedelta(hours=1)


def groups(db: Database) -> list[tuple[int, ...]]:
    """After the job has looked."""
    DuplicateWatch(db, HeldClock()).look()
    with db.read() as session:
        return [group.ids for group in suspected(session)]


def set_columns(db: Database, id_: int, **values: object) -> None:
    def unit(session: Session) -> None:
        row = session.get_one(Reservation, id_)
        for name, value in values.items():
            setattr(row, name, value)

    db.write(unit)


def note(db: Database, id_: int, text: str) -> None:
    db.write(lambda session: add(session, id_, ReservationNoteIn(text=text), ACTOR, NOW))


def read_notes(db: Database, id_: int) -> list[tuple[str, str | None]]:
    """What stands on the page of a reservation, and about which other one it was written."""
    with db.read() as session:
        notes = shown_notes(session, id_, ACTOR, LATER)
    return [(one.text, one.from_reservation and one.from_reservation.reference) for one in notes]


def share(db: Database, id_: int, now: datetime) -> None:
    """Premium, paid at once."""
    request, wanted = Request(CHANGE_SHARE, (id_,), ACTOR, "Das größere gilt"), Choice(3000, "one-off")
    db.write(lambda session: change_share(session, request, wanted, now, instalments_offered=True))


CALL = {"follow_up_on": date(2026, 12, 3), "follow_up_subject": "Anrufen"}


def follow_up(db: Database, id_: int) -> tuple[date | None, str | None]:
    row = reservation(db, id_)
    return row.follow_up_on, row.follow_up_subject


def do_merge(db: Database, *ids: int) -> int:
    return db.write(lambda session: merge(session, ids, ACTOR, "Dieselbe Familie", LATER))


# Suspects


@pytest.mark.both_databases
def test_same_address_telephone_or_name_at_one_postcode_are_suspects(db: Database) -> None:
    ids = reserve_many(db, NOW, households(9))
    assert groups(db) == []
    set_columns(
        db, ids[1], email_normalized="haushalt0@example.org", mailbox="haushalt0@example.org", duplicate_suspected=True
    )
    set_columns(db, ids[3], mobile_phone_e164=reservation(db, ids[2]).mobile_phone_e164)
    set_columns(db, ids[5], last_name="He")
    set_columns(db, ids[7], last_name="Hg", postcode="10115")
    assert groups(db) == [(ids[4], ids[5]), (ids[2], ids[3]), (ids[0], ids[1])]


@pytest.mark.both_databases
def test_a_name_in_another_spelling_is_the_same_name(db: Database) -> None:
    spellings = ("DUBLETTA-MÜLLER", "Dubletta-Mueller", "dubletta-muller", "Dubletta-M\u00fcller")
    ids = reserve_many(db, NOW, households(2 + len(spellings)))
    set_columns(db, ids[0], first_name="Anna", last_name="Dubletta-Müller")
    for id_, last in zip(ids[1:], spellings, strict=False):
        set_columns(db, id_, first_name="ANNA", last_name=last)
    set_columns(db, ids[-1], first_name="Anna", last_name="Dubletta-Müller", postcode="10115")
    assert groups(db) == [tuple(ids[:-1])]
    with db.read() as session:
        assert suspects_of(session, session.get_one(Reservation, ids[0])) == ids[1:-1]


def test_groups_that_share_a_member_are_one(db: Database) -> None:
    ids = reserve_many(db, NOW, households(4))
    set_columns(db, ids[2], mobile_phone_e164=reservation(db, ids[0]).mobile_phone_e164)
    set_columns(db, ids[2], last_name="Hd")
    assert groups(db) == [(ids[0], ids[2], ids[3])]
    with db.read() as session:
        assert suspects_of(session, session.get_one(Reservation, ids[2])) == [ids[0], ids[3]]


def test_what_is_over_or_was_checked_is_no_suspect_until_somebody_new_comes(db: Database) -> None:
    ids = reserve_many(db, NOW, households(3, mobile_phone="0170 5555555"))
    do(db, "cancel", [ids[2]], NOW)
    assert groups(db) == [(ids[0], ids[1])]
    do(db, "mark_not_duplicate", ids[:2], NOW)
    assert groups(db) == []
    (newcomer,) = reserve_many(db, NOW, households(1, mobile_phone="0170 5555555", email="neu@example.org"))
    assert groups(db) == [(ids[0], ids[1], newcomer)]


def test_a_newcomer_is_flagged_once_and_that_is_recorded(db: Database) -> None:
    ids = reserve_many(db, NOW, households(2, mobile_phone="0170 5555555"))
    watch = DuplicateWatch(db, HeldClock())
    assert (watch.look(), watch.look()) == (1, 0)
    assert [reservation(db, id_).duplicate_suspected for id_ in ids] == [False, True]
    (row,) = stored(db, ReservationChange)
    assert (row["reservation_id"], row["actor"], row["action"]) == (ids[1], "system", "flag_duplicate")
    check_invariants(db)


# Merging


@pytest.mark.both_databases
def test_the_earlier_stays_and_the_later_points_to_it(db: Database) -> None:
    first, second, third = reserve_many(db, NOW, households(3))
    set_columns(db, third, created_at=NOW - timedelta(days=1))
    note(db, third, "Rief an.")
    note(db, first, "Zieht um.")
    do(db, "add_tag", [second], NOW, tag="Presse")
    do(db, "add_tag", [third], NOW, tag="Alt")
    stand(db, NOW, second, ReservationState.INVITED, DepositState.VERIFIED)
    touches = stored(db, ReservationTouch)
    assert do_merge(db, first, second, third) == third
    kept, dropped, other = (reservation(db, id_) for id_ in (third, first, second))
    assert (kept.state, spot(db, kept.spot_number).state) == ("reserved", "reserved")
    assert read_notes(db, third) == [("Zieht um.", dropped.reference), ("Rief an.", None)]
    assert read_notes(db, first) == [("Zieht um.", None)]
    for row, deposit in ((dropped, "waived"), (other, "verified")):
        assert (row.state, row.merged_into_id, row.duplicate_checked_at) == ("cancelled", third, LATER)
        assert row.deposit_state == deposit
        held = spot(db, row.spot_number)
        assert (held.state, held.held_until) == ("held", LATER + timedelta(hours=24))
    with db.read() as session:
        tags = session.execute(select(ReservationTag.reservation_id, ReservationTag.tag)).all()
    assert sorted(map(tuple, tags)) == sorted([(second, "Presse"), (third, "Alt"), (third, "Presse")])
    assert stored(db, ReservationTouch) == touches
    check_invariants(db)


def test_a_merger_is_recorded_for_all_and_told_once(db: Database) -> None:
    first, second = reserve_many(db, NOW, households(2))
    do_merge(db, second, first)
    merged = [row for row in stored(db, ReservationChange) if row["action"] == "merge"]
    assert {row["reservation_id"] for row in merged} == {first, second}
    assert {row["operation_id"] for row in merged} == {stored(db, StaffOperation)[0]["id"]}
    assert [row["action"] for row in stored(db, AuditEntry)][2:] == [
        "operation.merge", "reservation.merge", "reservation.merge",
    ]  # fmt: skip
    mail = stored(db, Mail)[2:]
    assert [(row["kind"], row["subject_ref"]) for row in mail] == [("reservations_merged", f"reservation:{first}")]
    assert mail[0]["values"]["dropped_references"] == [reservation(db, second).reference]
    assert mail[0]["values"]["card_check"] == "none"


def test_what_cannot_be_merged_is_refused_whole(db: Database) -> None:
    first, second, third = reserve_many(db, NOW, households(3))
    stand(db, NOW, second, ReservationState.CONTRACTED)
    stand(db, NOW, third, ReservationState.ENDED)
    for ids in ((first, second), (first, third), (first, 999_999)):
        before = [stored(db, table) for table in (Reservation, ReservationChange, StaffOperation, Mail)]
        with pytest.raises(OperationRefused):
            do_merge(db, *ids)
        assert [stored(db, table) for table in (Reservation, ReservationChange, StaffOperation, Mail)] == before
    check_invariants(db)


def test_one_place_and_the_package_of_the_other_and_each_is_taken_back_by_itself(db: Database) -> None:
    """The survivor is chosen for its place; then it gets the other's package. Both undos are independent."""
    first, second = reserve_many(db, NOW, households(2))
    share(db, first, NOW)
    before = {id_: vars_of(reservation(db, id_)) for id_ in (first, second)}
    assert db.write(lambda session: merge(session, (first, second), ACTOR, "Zweimal", LATER, kept_id=second)) == second
    share(db, second, LATER)
    kept = reservation(db, second)
    assert (kept.spot_number, kept.annual_kwh, kept.payment_plan) == (before[second]["spot_number"], 3000, "one-off")
    assert spot(db, kept.spot_number).state == "reserved"
    check_invariants(db)
    for name in ("merge", "change_share"):
        with db.read() as session:
            found = {one.name: one for one in undoable(session, session.get_one(Reservation, second), LATER)}
        undone = db.write(lambda session, id_=found[name].operation_id: undo(session, id_, ACTOR, "staff", LATER))
        assert undone.done == len(undone.results)
        check_invariants(db)
    told = ("version", "updated_at")
    for id_, values in before.items():
        now = vars_of(reservation(db, id_))
        assert {name: now[name] for name in now if name not in told} == {
            name: values[name] for name in values if name not in told
        }


def test_an_undone_merger_leaves_everything_as_it_was(db: Database) -> None:
    first, second = reserve_many(db, NOW, households(2))
    note(db, second, "Zieht um.")
    do(db, "add_tag", [second], NOW, tag="Presse")
    set_columns(db, second, **CALL)
    before = [vars_of(reservation(db, id_)) for id_ in (first, second)]
    do_merge(db, first, second)
    with db.read() as session:
        found = undoable(session, session.get_one(Reservation, second), LATER)[0]
    db.write(lambda session: session.execute(update(Mail).values(state="sent")) and None)
    undone = db.write(lambda session: undo(session, found.operation_id, ACTOR, "staff", LATER))
    assert undone.done == 2
    for old, id_ in zip(before, (first, second), strict=True):
        changed = {"version": old["version"] + 2, "updated_at": LATER}
        assert vars_of(reservation(db, id_)) == old | changed
    assert [(row["reservation_id"], row["tag"]) for row in stored(db, ReservationTag)] == [(second, "Presse")]
    assert (read_notes(db, first), read_notes(db, second)) == ([], [("Zieht um.", None)])
    last = stored(db, Mail)[-1]
    assert (last["kind"], last["subject_ref"]) == ("reservation_reinstated", f"reservation:{second}")
    check_invariants(db)


def test_the_earliest_follow_up_is_taken_over_and_one_set_since_outlasts_the_undo(db: Database) -> None:
    first, second, third = reserve_many(db, NOW, households(3))
    set_columns(db, second, **CALL)
    set_columns(db, third, follow_up_on=date(2026, 12, 1), follow_up_subject="Vertrag zurück?")
    do_merge(db, first, second, third)
    assert [follow_up(db, id_) for id_ in (first, second, third)] == [
        (date(2026, 12, 1), "Vertrag zurück?; Anrufen"),
        (None, None),
        (None, None),
    ]
    do(db, "set_follow_up", [first], LATER, day=date(2026, 12, 24))
    with db.read() as session:
        found = undoable(session, session.get_one(Reservation, second), LATER)[0]
    db.write(lambda session: undo(session, found.operation_id, ACTOR, "staff", LATER))
    assert [follow_up(db, id_)[0] for id_ in (first, second, third)] == [
        date(2026, 12, 24),
        CALL["follow_up_on"],
        date(2026, 12, 1),
    ]


def test_subjects_too_long_for_one_field_are_those_of_the_first_that_has_one(db: Database) -> None:
    first, second, third = reserve_many(db, NOW, households(3))
    set_columns(db, first, follow_up_on=date(2026, 12, 1))
    set_columns(db, second, follow_up_on=date(2026, 12, 2), follow_up_subject="Vertrag zurück? " * 5)
    set_columns(db, third, follow_up_on=date(2026, 12, 3), follow_up_subject="Umzug " * 15)
    do_merge(db, first, second, third)
    assert follow_up(db, first) == (date(2026, 12, 1), "Vertrag zurück? " * 5)


def test_a_merger_comes_back_whole_or_not_at_all(db: Database) -> None:
    first, second = reserve_many(db, NOW, households(2))
    do_merge(db, first, second)
    do(db, "cancel", [first], LATER)
    with pytest.raises(OperationRefused):
        db.write(lambda session: undo(session, 1, ACTOR, "staff", LATER))
    assert (reservation(db, second).state, spot(db, 2).state) == ("cancelled", "held")


@pytest.mark.both_databases
def test_suspects_are_listed_in_pages_oldest_member_first(staff_client: StaffClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(6))
    for one, other in ((0, 3), (1, 4), (2, 5)):
        alike = update(Reservation).where(Reservation.id == ids[other])
        phone = reservation(db, ids[one]).mobile_phone_e164
        db.write(
            lambda session, alike=alike, phone=phone: session.execute(alike.values(mobile_phone_e164=phone)) and None
        )
    DuplicateWatch(db, HeldClock()).look()
    staff = staff_client("staff")
    first = staff.get("/api/staff/reservations/duplicates?per_page=2").json()
    second = staff.get("/api/staff/reservations/duplicates?per_page=2&page=2").json()
    assert (first["has_next"], first["total"], second["has_next"], second["total"]) == (True, 3, False, 3)
    members = [[row["id"] for row in group["members"]] for group in first["data"] + second["data"]]
    assert members == [[ids[2], ids[5]], [ids[1], ids[4]], [ids[0], ids[3]]]
    shown = staff.get(f"/api/staff/reservations/{ids[0]}").json()
    assert [row["id"] for row in shown["duplicates"]] == [ids[3]]


def test_a_merger_answers_the_one_that_stays(staff_client: StaffClient, db: Database) -> None:
    first, second = reserve_many(db, NOW, households(2))
    staff = staff_client("staff")
    answer = staff.post("/api/staff/reservations/merge", json={"ids": [second, first], "reason": "Dieselbe Familie"})
    assert answer.status_code == 200, answer.text
    kept = answer.json()
    assert (kept["id"], kept["state"], kept["undo"]["name"]) == (first, "reserved", "merge")
    undone = staff.post(f"/api/staff/operations/{kept['undo']['operation_id']}/undo", json={})
    assert undone.status_code == 200
    assert undone.json()["done"] == 2
    assert reservation(db, second).state == "reserved"


def test_another_than_the_earliest_stays_with_its_place_and_package_and_comes_back(
    staff_client: StaffClient, db: Database
) -> None:
    first, second, third = reserve_many(db, NOW, households(3))
    set_columns(db, second, annual_kwh=3000, payment_plan="48m")
    before = [vars_of(reservation(db, id_)) for id_ in (first, second, third)]
    staff = staff_client("staff")
    body = {"ids": [first, second, third], "reason": "Dieselbe Familie", "kept_id": second}
    stranger = staff.post("/api/staff/reservations/merge", json={**body, "kept_id": third + 1})
    assert [fault["field"] for fault in stranger.json()["errors"]] == ["kept_id"]
    kept = staff.post("/api/staff/reservations/merge", json=body).json()
    assert (kept["id"], kept["spot_number"], kept["annual_kwh"]) == (second, before[1]["spot_number"], 3000)
    rows = [reservation(db, id_) for id_ in (first, second, third)]
    assert [row.merged_into_id for row in rows] == [second, None, second]
    assert [row.state for row in rows] == ["cancelled", "reserved", "cancelled"]
    undone = staff.post(f"/api/staff/operations/{kept['undo']['operation_id']}/undo", json={})
    assert undone.json()["done"] == 3
    after = [vars_of(reservation(db, id_)) for id_ in (first, second, third)]
    aside = {"version", "updated_at", "duplicate_checked_at"}
    assert [one | dict.fromkeys(aside) for one in after] == [one | dict.fromkeys(aside) for one in before]


def test_a_merger_needs_two_to_ten_and_a_reason() -> None:
    for body, field in (
        ({"ids": [1], "reason": "x"}, "ids"),
        ({"ids": [1, 1], "reason": "x"}, "ids"),
        ({"ids": list(range(1, 12)), "reason": "x"}, "ids"),
        ({"ids": [1, 2]}, "reason"),
    ):
        assert [fault["field"] for fault in refusals(MergeIn, body)] == [field], body


def test_what_cannot_be_merged_is_409(staff_client: StaffClient, db: Database) -> None:
    first, second = reserve_many(db, NOW, households(2))
    stand(db, NOW, second, ReservationState.CONTRACTED)
    staff = staff_client("staff")
    answer = staff.post("/api/staff/reservations/merge", json={"ids": [first, second], "reason": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")
    assert reservation(db, second).reference in answer.json()["title"]
