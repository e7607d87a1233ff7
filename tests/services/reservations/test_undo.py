"""Taking an operation back: until when, of what, and what the household hears of it."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from services.core.clock import BERLIN
from services.core.db.db import Database
from services.mail.models import Mail
from services.reservations.desk.edit import Edit, save
from services.reservations.desk.schemas import PerformedOut
from services.reservations.desk.undo import undo
from services.reservations.desk.undoable import offered, undoable
from services.reservations.errors import UndoNotPossible, UndoOver
from services.reservations.models import Reservation, ReservationChange, ReservationTag, StaffOperation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import OPERATIONS, UndoRule
from tests.fixtures.staff import add_member
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import (
    ACTOR,
    check_invariants,
    do,
    households,
    reservation,
    reserve_many,
    spot,
    stand,
)
from tests.services.reservations.test_operations import MARKS, ready_for_marks, vars_of
from tests.services.stored import stored

StaffClient = Callable[..., TestClient]
NOW = HeldClock().now
DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)
TEN_MINUTES = timedelta(minutes=10)


def take_back(db: Database, performed: PerformedOut, now: datetime, only: list[int] | None = None) -> PerformedOut:
    return db.write(lambda session: undo(session, performed.operation_id or 0, "staff:8", "staff", now, only))


def mails(db: Database, id_: int) -> list[tuple[str, str]]:
    """Kind and state of the mails of a reservation after the first."""
    with db.read() as session:
        query = select(Mail).where(Mail.subject_ref == f"reservation:{id_}").order_by(Mail.id)
        return [(mail.kind, mail.state) for mail in session.scalars(query)][1:]


def mark_all_sent(db: Database, now: datetime) -> None:
    db.write(lambda session: session.execute(update(Mail).values(state="sent", sent_at=now)) and None)


@pytest.mark.both_databases
@pytest.mark.parametrize("name", [name for name, entry in OPERATIONS.items() if entry.undo is not UndoRule.NEVER])
def test_an_undo_brings_every_value_back(name: str, db: Database) -> None:
    operation = OPERATIONS[name]
    (id_,) = reserve_many(db, NOW, households(1, solar_share_amount=1))
    ready_for_marks(db, id_)
    state = next(state for state in ReservationState if state in operation.from_states)
    deposit = next(deposit for deposit in DepositState if deposit in operation.from_deposits)
    stand(db, NOW, id_, state, deposit)
    before, tags = vars_of(reservation(db, id_)), stored(db, ReservationTag)
    performed = do(db, name, [id_], NOW, **MARKS.get(name, {}))
    undone = take_back(db, performed, NOW + SECOND)
    assert (undone.done, undone.undo_until) == (1, None)
    after = vars_of(reservation(db, id_))
    assert after == before | {"version": before["version"] + 2, "updated_at": NOW + SECOND}
    assert stored(db, ReservationTag) == tags
    assert mails(db, id_) == ([(operation.mail, "cancelled")] if operation.mail else [])
    check_invariants(db)


@pytest.mark.parametrize("name", [name for name, entry in OPERATIONS.items() if entry.undo is UndoRule.NEVER])
def test_what_binds_the_household_is_not_undone(name: str, db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    stand(db, NOW, id_, next(iter(sorted(OPERATIONS[name].from_states))))
    performed = do(db, name, [id_], NOW)
    assert performed.undo_until is None
    with pytest.raises(UndoNotPossible):
        db.write(lambda session: undo(session, performed.operation_id or 0, ACTOR, "admin", NOW))
    assert reservation(db, id_).state == OPERATIONS[name].to_state


@pytest.mark.both_databases
def test_the_last_second_of_the_day_still_counts(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    performed = do(db, "cancel", [id_], NOW)
    assert take_back(db, performed, NOW + DAY - SECOND).done == 1
    assert (reservation(db, id_).state, spot(db, 1).state) == ("reserved", "reserved")


def test_after_twenty_four_hours_it_is_over(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    performed = do(db, "cancel", [id_], NOW)
    with pytest.raises(UndoOver):
        take_back(db, performed, NOW + DAY)
    assert (reservation(db, id_).state, spot(db, 1).state) == ("cancelled", "held")


def test_twice_is_refused(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    performed = do(db, "cancel", [id_], NOW)
    take_back(db, performed, NOW)
    with pytest.raises(UndoNotPossible):
        take_back(db, performed, NOW)
    assert [row["action"] for row in stored(db, ReservationChange)] == ["cancel", "undo_cancel"]


@pytest.mark.both_databases
def test_a_row_changed_since_stays_as_it_is_and_the_others_come_back(db: Database) -> None:
    ids = reserve_many(db, NOW, households(3))
    db.write(lambda session: session.execute(update(Reservation).values(deposit_state="verified")) and None)
    performed = do(db, "cancel", ids, NOW)
    do(db, "refund_deposit", [ids[1]], NOW)
    do(db, "add_tag", [ids[2]], NOW, tag="Rückfrage")
    undone = take_back(db, performed, NOW + SECOND)
    assert [(row.outcome, row.code) for row in undone.results] == [
        ("done", None), ("refused", "changed_since"), ("done", None),
    ]  # fmt: skip
    assert [reservation(db, id_).state for id_ in ids] == ["reserved", "cancelled", "reserved"]
    check_invariants(db)


@pytest.mark.both_databases
def test_one_of_many_can_be_taken_back_alone(db: Database) -> None:
    ids = reserve_many(db, NOW, households(3))
    performed = do(db, "cancel", ids, NOW)
    take_back(db, performed, NOW, only=[ids[1]])
    assert [reservation(db, id_).state for id_ in ids] == ["cancelled", "reserved", "cancelled"]
    rest = take_back(db, performed, NOW)
    assert [row.code for row in rest.results] == [None, "changed_since", None]
    check_invariants(db)


def test_an_invitation_that_was_sent_stands(db: Database) -> None:
    ids = reserve_many(db, NOW, households(2))
    performed = do(db, "invite", ids, NOW)
    first = Mail.subject_ref == f"reservation:{ids[0]}"
    db.write(lambda session: session.execute(update(Mail).where(first).values(state="sent")) and None)
    undone = take_back(db, performed, NOW + SECOND)
    assert [(row.outcome, row.code) for row in undone.results] == [("refused", "mail_sent"), ("done", None)]
    assert [reservation(db, id_).state for id_ in ids] == ["invited", "reserved"]
    assert mails(db, ids[1]) == [("contract_invitation", "cancelled")]


@pytest.mark.both_databases
def test_a_mail_under_way_counts_as_sent(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    performed = do(db, "invite", [id_], NOW)
    leased = {"leased_until": NOW + timedelta(minutes=2), "attempts": 1}
    db.write(lambda session: session.execute(update(Mail).values(leased)) and None)
    assert [row.code for row in take_back(db, performed, NOW + SECOND).results] == ["mail_sent"]


def test_a_cancellation_that_was_told_is_corrected_by_mail(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    performed = do(db, "cancel", [id_], NOW)
    mark_all_sent(db, NOW)
    assert take_back(db, performed, NOW + SECOND).done == 1
    assert mails(db, id_) == [("reservation_cancelled", "sent"), ("reservation_reinstated", "queued")]


@pytest.mark.both_databases
def test_what_is_done_again_is_told_again(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    take_back(db, do(db, "invite", [id_], NOW), NOW)
    do(db, "invite", [id_], NOW)
    assert mails(db, id_) == [("contract_invitation", "cancelled"), ("contract_invitation", "queued")]


def test_what_can_be_taken_back_is_known_beforehand(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))

    def found(now: datetime) -> str | None:
        with db.read() as session:
            return next((one.name for one in undoable(session, reservation(db, id_), now)), None)

    assert found(NOW) is None
    performed = do(db, "invite", [id_], NOW)
    assert performed.undo_until == NOW + TEN_MINUTES
    assert found(NOW + TEN_MINUTES - SECOND) == "invite"
    assert found(NOW + TEN_MINUTES) is None
    mark_all_sent(db, NOW)
    assert found(NOW) is None
    cancelled = do(db, "cancel", [id_], NOW)
    assert found(NOW + DAY - SECOND) == "cancel"
    assert found(NOW + DAY) is None
    take_back(db, cancelled, NOW)
    assert found(NOW) is None
    assert performed.operation_id != cancelled.operation_id


def test_over_http_with_its_refusals(
    staff_client: StaffClient, make_client: Callable[..., TestClient], db: Database
) -> None:
    clock = HeldClock()
    client = make_client(clock=clock)
    staff = staff_client("staff", client=client)
    (id_,) = reserve_many(db, NOW, households(1))
    body = {"ids": [id_], "reason": "Doppelt angelegt"}
    done = staff.post("/api/staff/reservations/operations/cancel", json=body).json()
    address = f"/api/staff/operations/{done['operation_id']}/undo"
    assert staff_client("marketing", client=client).post(address, json={}).status_code == 403
    assert staff.post("/api/staff/operations/999/undo", json={}).status_code == 404
    answer = staff.post(address, json={})
    assert answer.status_code == 200
    assert [(row["outcome"], row["state"], row["version"]) for row in answer.json()["results"]] == [
        ("done", "reserved", 3)
    ]
    again = staff.post(address, json={})
    assert (again.status_code, again.json()["code"]) == (409, "undo_not_possible")
    late = staff.post("/api/staff/reservations/operations/expire", json=body).json()["operation_id"]
    clock.advance(hours=24)
    staff = staff_client("staff", client=client)
    over = staff.post(f"/api/staff/operations/{late}/undo", json={})
    assert (over.status_code, over.json()["code"]) == (409, "undo_over")
    assert stored(db, StaffOperation)[1]["undone_at"] is None


ME, JONAS = "staff:8", "staff:9"
LATER: dict[str, Callable[[Database, int, str, datetime], object]] = {
    "nothing": lambda _db, _id, _actor, _at: None,
    "postcode": lambda db, id_, actor, at: edit(db, id_, actor, at, postcode="85049"),
    "last_name": lambda db, id_, actor, at: edit(db, id_, actor, at, last_name="Vonderau"),
    "tag": lambda db, id_, actor, at: do(db, "add_tag", [id_], at, actor=actor, tag="Rückruf"),
    "follow_up": lambda db, id_, actor, at: do(db, "set_follow_up", [id_], at, actor=actor, day=date(2026, 12, 1)),
    "card": lambda db, id_, actor, at: do(db, "verify_deposit", [id_], at, actor=actor),
    "state": lambda db, id_, actor, at: do(db, next_operation(db, id_), [id_], at, actor=actor),
}
"""What happens to the reservation after the operation, by whom."""
FIRST: dict[str, Callable[[Database, int, datetime], PerformedOut]] = {
    "cancel": lambda db, id_, at: do(db, "cancel", [id_], at, actor=ME),
    "invite": lambda db, id_, at: do(db, "invite", [id_], at, actor=ME),
    "edited": lambda db, id_, at: edit(db, id_, ME, at, postcode="85055"),
    "add_tag": lambda db, id_, at: do(db, "add_tag", [id_], at, actor=ME, tag="Messe"),
    "set_follow_up": lambda db, id_, at: do(db, "set_follow_up", [id_], at, actor=ME, day=date(2026, 11, 20)),
    "fail_deposit": lambda db, id_, at: do(db, "fail_deposit", [id_], at, actor=ME),
}
"""What I do first."""
TOUCHES = {
    "cancel": set(),
    "invite": {"state"},
    "edited": {"postcode"},
    "add_tag": {"tag"},
    "set_follow_up": {"follow_up"},
    "fail_deposit": {"card", "state"},
}
"""What changes a member that the operation changed or depended on."""
SAID = {
    "postcode": "die Postleitzahl", "tag": "die Merkmale", "follow_up": "die Wiedervorlage",
    "card": "die Kartenprüfung", "state": "den Stand",
}  # fmt: skip
IMPOSSIBLE = {("cancel", "state"), ("cancel", "card")}
INTERLEAVINGS = [
    (first, later, actor)
    for first in FIRST
    for later in LATER
    for actor in (ME, JONAS)
    if (first, later) not in IMPOSSIBLE and not (later == "nothing" and actor == JONAS)
]


def next_operation(db: Database, id_: int) -> str:
    return "invite" if reservation(db, id_).state == ReservationState.RESERVED else "contract"


def edit(db: Database, id_: int, actor: str, at: datetime, **columns: str) -> PerformedOut:
    """A correction of facts, as the desk saves it."""
    version = reservation(db, id_).version
    db.write(lambda session: save(session, id_, version, Edit(columns, None), actor, at))
    operation = stored(db, StaffOperation)[-1]
    return PerformedOut.of(operation["id"], operation["undo_until"], [])


@pytest.mark.both_databases
@pytest.mark.parametrize(("first", "later", "actor"), INTERLEAVINGS)
def test_an_undo_lasts_until_somebody_changes_the_same(first: str, later: str, actor: str, db: Database) -> None:
    add_member(db, "staff", id=9, name="Jonas Reiter")
    (id_,) = reserve_many(db, NOW, households(1))
    before = vars_of(reservation(db, id_))
    performed = FIRST[first](db, id_, NOW)
    LATER[later](db, id_, actor, NOW + SECOND)
    between = vars_of(reservation(db, id_))
    with db.read() as session:
        offer = offered(session, reservation(db, id_), NOW + 2 * SECOND, ME)
        found = undoable(session, reservation(db, id_), NOW + 2 * SECOND)
    ids = [one.operation_id for one in found]
    undone = take_back(db, performed, NOW + 2 * SECOND)
    after = vars_of(reservation(db, id_))
    (change,) = [row for row in stored(db, ReservationChange) if row["action"] == first and row["version"] == 2]
    if later in TOUCHES[first]:
        assert (undone.done, undone.results[0].code, after) == (0, "changed_since", between)
        who, ending = ("Sie", "haben") if actor == ME else ("Jonas Reiter", "hat")
        because = f"weil {who} seitdem {SAID[later]} geändert {ending}."
        assert undone.results[0].detail == f"Das geht nicht mehr, {because}"
        assert performed.operation_id not in ids
        assert actor == ME or offer.because == f"Nichts zurückzunehmen, {because}"
    else:
        assert undone.done == 1, undone.results
        assert performed.operation_id in ids
        assert offer.undo is not None
        assert offer.undo.operation_id == (performed.operation_id if actor == JONAS else ids[0])
        own = {name for name in change["before"] if name in between}
        kept = own | {"version", "updated_at"}
        assert {name: after[name] for name in own} == {name: before[name] for name in own}
        rest = {name: value for name, value in between.items() if name not in kept}
        assert {name: after[name] for name in rest} == rest
    check_invariants(db)


@pytest.mark.both_databases
@pytest.mark.parametrize("first", FIRST)
def test_after_its_time_the_key_says_why_nothing_is_taken_back(first: str, db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    until = FIRST[first](db, id_, NOW).undo_until
    assert until == NOW + (TEN_MINUTES if first == "invite" else DAY)

    def offer(now: datetime, actor: str = ME) -> str:
        with db.read() as session:
            found = offered(session, reservation(db, id_), now, actor)
            return found.undo.name if found.undo else found.because

    assert offer(until - SECOND) == first
    assert offer(until - SECOND, JONAS) == (
        first if first != "edited" else
        "Nichts zurückzunehmen, weil hier in den letzten Tagen nichts getan wurde, was sich zurücknehmen lässt."
    )  # fmt: skip
    local = until.astimezone(BERLIN)
    assert offer(until) == f"Nichts zurückzunehmen, weil die Frist um {local:%H:%M} abgelaufen ist."
    if first == "invite":
        mark_all_sent(db, until)
        assert offer(until) == f"Nichts zurückzunehmen, weil die Mail um {local:%H:%M} hinausgegangen ist."


def test_what_is_taken_back_is_not_taken_back_again(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    take_back(db, FIRST["cancel"](db, id_, NOW), NOW)
    with db.read() as session:
        because = offered(session, reservation(db, id_), NOW, ME).because
    assert because == "Nichts zurückzunehmen, weil es schon zurückgenommen ist."
