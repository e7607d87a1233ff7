"""Taking an operation back: until when, of what, and what the household hears of it."""

import threading
from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import product

import pytest
from sqlalchemy import select, update

from services.core.clock import BERLIN
from services.core.db.db import Database
from services.core.schedules import Every
from services.jobs.registry import all_jobs
from services.mail.models import Mail
from services.reservations.desk.edit import Edit, save
from services.reservations.desk.schemas import PerformedOut
from services.reservations.desk.undo import undo
from services.reservations.desk.undoable import offered, undoable
from services.reservations.errors import UndoNotPossible, UndoOver
from services.reservations.models import Reservation, ReservationChange, ReservationTag, StaffOperation
from services.reservations.release import release_due
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import OPERATIONS, UndoRule
from services.schema.migrate import downgrade, migrate
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, add_member
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
    vars_of,
)
from tests.services.reservations.test_operations import MARKS
from tests.services.stored import stored

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


def test_an_undo_brings_every_value_back_but_of_what_binds_the_household(db: Database) -> None:
    ids = reserve_many(db, NOW, households(len(OPERATIONS), solar_share_amount=1))
    db.write(lambda session: session.add_all(ReservationTag(tag="Alt", reservation_id=id_) for id_ in ids))
    for id_, (name, operation) in zip(ids, OPERATIONS.items(), strict=True):
        state = next(state for state in ReservationState if state in operation.from_states)
        stand(db, NOW, id_, state, next(deposit for deposit in DepositState if deposit in operation.from_deposits))
        before, tags = vars_of(reservation(db, id_)), stored(db, ReservationTag)
        performed = do(db, name, [id_], NOW, **MARKS.get(name, {}))
        if operation.undo is UndoRule.NEVER:
            assert performed.undo_until is None
            with pytest.raises(UndoNotPossible):
                db.write(lambda session, of=performed: undo(session, of.operation_id or 0, ACTOR, "admin", NOW))
            assert reservation(db, id_).state == operation.to_state
            continue
        undone = take_back(db, performed, NOW + SECOND)
        assert (undone.done, undone.undo_until) == (1, None), name
        after = vars_of(reservation(db, id_))
        assert after == before | {"version": before["version"] + 2, "updated_at": NOW + SECOND}, name
        assert stored(db, ReservationTag) == tags
        assert mails(db, id_) == ([(operation.mail, "cancelled")] if operation.mail else [])
    check_invariants(db)


@pytest.mark.both_databases
def test_the_last_second_of_the_day_still_counts_and_what_is_taken_back_is_not_taken_back_again(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    performed = do(db, "cancel", [id_], NOW)
    with pytest.raises(UndoOver):
        take_back(db, performed, NOW + DAY)
    assert (reservation(db, id_).state, spot(db, 1).state) == ("cancelled", "held")
    assert take_back(db, performed, NOW + DAY - SECOND).done == 1
    assert (reservation(db, id_).state, spot(db, 1).state) == ("reserved", "reserved")
    with pytest.raises(UndoNotPossible):
        take_back(db, performed, NOW)
    assert [row["action"] for row in stored(db, ReservationChange)] == ["cancel", "undo_cancel"]
    with db.read() as session:
        because = offered(session, reservation(db, id_), NOW + DAY, ME).because
    assert because == "Nichts zurückzunehmen, weil es schon zurückgenommen ist."


def test_a_follow_up_ends_with_the_place_and_comes_back_with_it_unless_another_was_set_meanwhile(db: Database) -> None:
    ids = reserve_many(db, NOW, households(2))
    do(db, "set_follow_up", ids, NOW, day=date(2026, 12, 1), subject="Wegen des Zählers")
    performed = do(db, "cancel", ids, NOW)
    assert [reservation(db, id_).follow_up_on for id_ in ids] == [None, None]
    do(db, "set_follow_up", ids[1:], NOW, day=date(2026, 12, 3), subject="Fragen, warum")
    assert take_back(db, performed, NOW).done == 2
    assert [(row.state, row.follow_up_on, row.follow_up_subject) for row in (reservation(db, id_) for id_ in ids)] == [
        ("reserved", date(2026, 12, 1), "Wegen des Zählers"),
        ("reserved", date(2026, 12, 3), "Fragen, warum"),
    ]


def test_the_upgrade_ends_the_follow_ups_of_what_is_over_but_those_set_since(db: Database) -> None:
    before, since, held = ids = reserve_many(db, NOW, households(3))
    do(db, "cancel", [since], NOW)
    do(db, "set_follow_up", ids, NOW, day=date(2026, 12, 1))
    do(db, "cancel", [before], NOW)
    as_it_was = update(Reservation).where(Reservation.id == before).values(follow_up_on=date(2026, 12, 1))
    db.write(lambda session: session.execute(as_it_was) and None)
    downgrade(db, "0068")
    migrate(db)
    days = [reservation(db, id_).follow_up_on for id_ in (before, since, held)]
    assert days == [None, date(2026, 12, 1), date(2026, 12, 1)]


def test_a_row_changed_since_stays_as_it_is_and_the_others_come_back(db: Database) -> None:
    ids = reserve_many(db, NOW, households(4))
    db.write(lambda session: session.execute(update(Reservation).values(deposit_state="verified")) and None)
    performed = do(db, "cancel", ids, NOW)
    do(db, "refund_deposit", [ids[1]], NOW)
    do(db, "add_tag", [ids[2]], NOW, tag="Rückfrage")
    take_back(db, performed, NOW, only=ids[3:])
    assert [reservation(db, id_).state for id_ in ids] == ["cancelled"] * 3 + ["reserved"], "one of many, alone"
    undone = take_back(db, performed, NOW + SECOND)
    assert [row.code for row in undone.results] == [None, "changed_since", None, "changed_since"]
    assert [reservation(db, id_).state for id_ in ids] == ["reserved", "cancelled", "reserved", "reserved"]
    check_invariants(db)


def test_what_was_told_stands_or_is_corrected_by_mail_and_what_is_done_again_is_told_again(db: Database) -> None:
    sent, leaving, waiting, cancelled = ids = reserve_many(db, NOW, households(4))
    performed, over = do(db, "invite", ids[:3], NOW), do(db, "cancel", [cancelled], NOW)
    leased = {"leased_until": NOW + timedelta(minutes=2), "attempts": 1}
    for id_, values in ((sent, {"state": "sent"}), (cancelled, {"state": "sent"}), (leaving, leased)):
        of_row = update(Mail).where(Mail.subject_ref == f"reservation:{id_}").values(values)
        db.write(lambda session, of_row=of_row: session.execute(of_row) and None)
    undone = take_back(db, performed, NOW + SECOND)
    assert [row.code for row in undone.results] == ["mail_sent", "mail_sent", None]
    assert [reservation(db, id_).state for id_ in ids[:3]] == ["invited", "invited", "reserved"]
    assert mails(db, waiting) == [("contract_invitation", "cancelled")]
    do(db, "invite", [waiting], NOW)
    assert mails(db, waiting) == [("contract_invitation", "cancelled"), ("contract_invitation", "queued")]
    assert take_back(db, over, NOW + SECOND).done == 1
    assert mails(db, cancelled) == [("reservation_cancelled", "sent"), ("reservation_reinstated", "queued")]


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


def test_over_http_with_its_refusals(staff_client: StaffClient, make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    client = make_client(clock=clock)
    staff = staff_client("staff", client=client)
    (id_,) = reserve_many(db, NOW, households(1))
    body = {"ids": [id_], "reason": "Doppelt angelegt"}
    done = staff.post("/api/staff/reservations/operations/cancel", json=body).json()
    address = f"/api/staff/operations/{done['operation_id']}/undo"
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


def next_operation(db: Database, id_: int) -> str:
    return "invite" if reservation(db, id_).state == ReservationState.RESERVED else "contract"


def edit(db: Database, id_: int, actor: str, at: datetime, **columns: str) -> PerformedOut:
    """A correction of facts, as the desk saves it."""
    version = reservation(db, id_).version
    db.write(lambda session: save(session, id_, version, Edit(columns, None), actor, at))
    operation = stored(db, StaffOperation)[-1]
    return PerformedOut.of(operation["id"], operation["undo_until"], [])


def test_an_undo_lasts_until_somebody_changes_the_same(db: Database) -> None:
    """Each first step, each later one, by me and by a colleague."""
    add_member(db, "staff", id=9, name="Jonas Reiter")
    cases = [
        (first, later, actor)
        for first, later, actor in product(FIRST, LATER, (ME, JONAS))
        if not (first == "cancel" and later in ("state", "card")) and not (later == "nothing" and actor == JONAS)
    ]
    for id_, (first, later, actor) in zip(reserve_many(db, NOW, households(len(cases))), cases, strict=True):
        before = vars_of(reservation(db, id_))
        performed = FIRST[first](db, id_, NOW)
        LATER[later](db, id_, actor, NOW + SECOND)
        between = vars_of(reservation(db, id_))
        with db.read() as session:
            offer = offered(session, reservation(db, id_), NOW + 2 * SECOND, ME)
            ids = [one.operation_id for one in undoable(session, reservation(db, id_), NOW + 2 * SECOND)]
        undone = take_back(db, performed, NOW + 2 * SECOND)
        after = vars_of(reservation(db, id_))
        if later in TOUCHES[first]:
            assert (undone.done, undone.results[0].code, after) == (0, "changed_since", between), (first, later)
            who, ending = ("Sie", "haben") if actor == ME else ("Jonas Reiter", "hat")
            because = f"weil {who} seitdem {SAID[later]} geändert {ending}."
            assert undone.results[0].detail == f"Das geht nicht mehr, {because}"
            assert performed.operation_id not in ids
            assert actor == ME or offer.because == f"Nichts zurückzunehmen, {because}"
            continue
        assert undone.done == 1, (first, later, undone.results)
        assert performed.operation_id in ids and offer.undo is not None
        assert offer.undo.operation_id == (performed.operation_id if actor == JONAS else ids[0])
        change = next(row for row in stored(db, ReservationChange) if row["operation_id"] == performed.operation_id)
        own = {name for name in change["before"] if name in between}
        assert {name: after[name] for name in own} == {name: before[name] for name in own}
        rest = between.keys() - own - {"version", "updated_at"}
        assert {name: after[name] for name in rest} == {name: between[name] for name in rest}
    check_invariants(db)


def test_after_its_time_the_key_says_why_nothing_is_taken_back(db: Database) -> None:
    for id_, first in zip(reserve_many(db, NOW, households(len(FIRST))), FIRST, strict=True):
        until = FIRST[first](db, id_, NOW).undo_until
        assert until == NOW + (TEN_MINUTES if first == "invite" else DAY)

        def offer(now: datetime, actor: str = ME, id_: int = id_) -> str:
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


def undo_at(db: Database, performed: PerformedOut, now: HeldClock) -> PerformedOut:
    return db.write(lambda session: undo(session, performed.operation_id or 0, "staff:8", "staff", now()))


@pytest.mark.both_databases
def test_a_spot_is_released_when_its_day_is_over_and_not_before(db: Database) -> None:
    ids = reserve_many(db, NOW, households(3))
    do(db, "cancel", ids[1:], NOW)
    assert release_due(db, HeldClock(NOW + DAY - SECOND)) == 0
    assert [spot(db, number).state for number in (1, 2, 3)] == ["reserved", "held", "held"]
    assert release_due(db, HeldClock(NOW + DAY)) == 2
    assert [spot(db, number).state for number in (1, 2, 3)] == ["reserved", "free", "free"]
    check_invariants(db)
    assert release_due(db, HeldClock(NOW + DAY)) == 0
    changes = [(row["reservation_id"], row["actor"], row["after"]) for row in stored(db, ReservationChange)[2:]]
    assert changes == [(ids[1], "system", {"spot": "free"}), (ids[2], "system", {"spot": "free"})]
    entries = [(row["action"], row["subject"], row["details"]) for row in stored(db, AuditEntry)[-2:]]
    assert entries == [
        ("reservation.release_spot", f"reservation:{id_}", {"park": "ingolstadt", "spot": number})
        for id_, number in zip(ids[1:], (2, 3), strict=True)
    ]


def test_the_kwh_of_the_latest_holder_are_taken_off(db: Database) -> None:
    """Number 1 is given, cancelled, released, given again to another package, and cancelled again."""
    (first,) = reserve_many(db, NOW, households(1))
    do(db, "cancel", [first], NOW)
    release_due(db, HeldClock(NOW + DAY))
    small = {"annual_kwh": 1000, "expected_annual_credit": 60, "payment_plan": "one-off"}
    (second,) = reserve_many(db, NOW + DAY, households(1, **small))
    assert reservation(db, second).spot_number == 1
    do(db, "add_tag", [first], NOW + DAY, tag="später geändert")
    do(db, "cancel", [second], NOW + DAY)
    check_invariants(db)
    assert release_due(db, HeldClock(NOW + 2 * DAY)) == 1
    check_invariants(db)


def test_an_undo_keeps_the_spot_before_the_release_and_is_refused_after_it(db: Database) -> None:
    """Also one whose clock was read within the day, while the job was quicker to the lock."""
    (id_,) = reserve_many(db, NOW, households(1))
    undo_at(db, do(db, "cancel", [id_], NOW), HeldClock(NOW + DAY - SECOND))
    assert release_due(db, HeldClock(NOW + DAY)) == 0
    assert (reservation(db, id_).state, spot(db, 1).state) == ("reserved", "reserved")
    performed = do(db, "cancel", [id_], NOW)
    release_due(db, HeldClock(NOW + DAY))
    late = undo_at(db, performed, HeldClock(NOW + DAY - SECOND))
    assert [row.code for row in late.results] == ["changed_since"]
    with pytest.raises(UndoOver):
        undo_at(db, performed, HeldClock(NOW + DAY))
    assert (reservation(db, id_).state, spot(db, 1).state) == ("cancelled", "free")
    check_invariants(db)


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize("first", ["undo", "release"])
def test_undo_and_release_at_the_same_moment_leave_one_winner(first: str, db: Database) -> None:
    ids = reserve_many(db, NOW, households(6))
    operations = [do(db, "cancel", [id_], NOW) for id_ in ids]
    barrier = threading.Barrier(2)
    undone: list[str | None] = []

    def take_back_all() -> None:
        barrier.wait()
        for performed in operations:
            undone.append(undo_at(db, performed, HeldClock(NOW + DAY - SECOND)).results[0].code)

    def release_all() -> None:
        barrier.wait()
        release_due(db, HeldClock(NOW + DAY))

    runs: list[Callable[[], None]] = [take_back_all, release_all]
    threads = [threading.Thread(target=run) for run in (runs if first == "undo" else runs[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for id_, code in zip(ids, undone, strict=True):
        row = reservation(db, id_)
        expected = ("reserved", "reserved") if code is None else ("cancelled", "free")
        assert (row.state, spot(db, row.spot_number).state) == expected
    check_invariants(db)


def test_the_job_stands_in_the_registry_and_runs_every_minute(db: Database, database_url: str) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    do(db, "cancel", [id_], NOW)
    settings = Settings(_env_file=None, database_url=database_url)  # type: ignore[call-arg]
    jobs = {job.name: job for job in all_jobs(settings, db, HeldClock(NOW + DAY))}
    assert jobs["release-spots"].rule == Every(60)
    jobs["release-spots"].run()
    assert spot(db, 1).state == "free"
