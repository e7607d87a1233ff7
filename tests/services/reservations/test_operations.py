"""Named operations: every one in every state, alone and in bulk, with what follows from each."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.reservations.mails import GRACE
from services.reservations.models import Reservation, ReservationChange, ReservationTag, StaffOperation
from services.reservations.states import HOLDS_A_SPOT, DepositState, ReservationState
from services.reservations.transitions import OPERATIONS, Operation, SpotEffect, UndoRule
from services.staff.models import AuditEntry
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
from tests.services.stored import stored

StaffClient = Callable[..., TestClient]
NOW = HeldClock().now
LATER = NOW + timedelta(hours=1)
MARKS = {"add_tag": {"tag": "Presse"}, "remove_tag": {"tag": "Alt"}, "set_follow_up": {"day": date(2026, 12, 1)}}


def ready_for_marks(db: Database, id_: int) -> None:
    """What the marks need to have something to do."""
    db.write(lambda session: session.add(ReservationTag(tag="Alt", reservation_id=id_)))


def counts(db: Database) -> list[int | None]:
    tables = (ReservationChange, ReservationTag, StaffOperation, Mail, AuditEntry)
    with db.read() as session:
        return [session.scalar(select(func.count()).select_from(table)) for table in tables]


def vars_of(row: Reservation) -> dict[str, object]:
    """Without the words of the search, which are written behind a change."""
    names = (column.name for column in Reservation.__table__.columns if column.name != "search_text")
    return {name: getattr(row, name) for name in names}


def everything(db: Database) -> list[object]:
    tables = (Reservation, ReservationChange, ReservationTag, StaffOperation, Mail, AuditEntry)
    return [stored(db, table) for table in tables]


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_state_allows_what_the_table_says_and_nothing_else(name: str, db: Database) -> None:
    operation = OPERATIONS[name]
    cases = [(state, deposit) for state in ReservationState for deposit in DepositState]
    ids = reserve_many(db, NOW, households(len(cases), solar_share_amount=1))
    for id_, (state, deposit) in zip(ids, cases, strict=True):
        stand(db, NOW, id_, state, deposit)
        ready_for_marks(db, id_)
    for id_, (state, deposit) in zip(ids, cases, strict=True):
        before, counts_before = reservation(db, id_), counts(db)
        is_allowed = state in operation.from_states and deposit in operation.from_deposits
        (result,) = do(db, name, [id_], LATER, **MARKS.get(name, {})).results
        assert (result.outcome == "done") is is_allowed, (name, state, deposit)
        if is_allowed:
            check_effects(db, operation, before)
        else:
            assert result.code in ("wrong_state", "wrong_deposit")
            assert result.detail
            assert counts(db) == counts_before
            assert vars_of(reservation(db, id_)) == vars_of(before)
    check_invariants(db)


def check_effects(db: Database, operation: Operation, before: Reservation) -> None:
    """Everything the table says, and nothing that it does not."""
    after = reservation(db, before.id)
    assert after.state == (operation.to_state or before.state)
    assert after.deposit_state == operation.deposit_after(DepositState(before.deposit_state))
    assert after.version == before.version + 1
    assert after.updated_at == LATER
    if before.state in HOLDS_A_SPOT:
        kinds = {
            SpotEffect.KEEP: "reserved",
            SpotEffect.HOLD: "held",
            SpotEffect.FREE: "free",
            SpotEffect.BLOCK: "blocked",
        }
        assert spot(db, before.spot_number).state == kinds[operation.spot]
    with db.read() as session:
        change = session.scalars(select(ReservationChange).where(ReservationChange.reservation_id == before.id)).one()
        performed = session.get_one(StaffOperation, change.operation_id)
        assert (change.actor, change.action, change.version) == (ACTOR, operation.name, after.version)
        assert change.reason == performed.reason == "Auf Wunsch des Haushalts"
        assert performed.undo_until == (None if operation.undo is UndoRule.NEVER else LATER + timedelta(hours=24))
        subject = AuditEntry.subject == f"reservation:{before.id}"
        audited = session.scalars(select(AuditEntry).where(subject).order_by(AuditEntry.id)).all()
        assert [entry.action for entry in audited] == ["reservation.reserved", f"reservation.{operation.name}"]
        mails = session.scalars(
            select(Mail).where(Mail.subject_ref == f"reservation:{before.id}", Mail.created_at == LATER)
        )
        sent = [(mail.kind, mail.next_attempt_at - LATER) for mail in mails]
    assert sent == ([(operation.mail, GRACE)] if operation.mail else [])


@pytest.mark.both_databases
def test_a_held_spot_is_kept_for_a_day_with_its_kwh(db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    do(db, "cancel", [id_], LATER)
    held = spot(db, 1)
    assert (held.state, held.held_for, held.held_until) == ("held", "undo", LATER + timedelta(hours=24))
    check_invariants(db)


@pytest.mark.both_databases
def test_one_of_two_hundred_mixed_rows_never_stops_the_others(db: Database) -> None:
    ids = reserve_many(db, NOW, households(200))
    for id_ in ids[::4]:
        stand(db, NOW, id_, ReservationState.CONTRACTED)
    performed = do(db, "cancel", [*ids, 999_999], LATER)
    assert [result.id for result in performed.results] == [*ids, 999_999]
    assert performed.done == 150
    refused = {result.id: result.code for result in performed.results if result.outcome == "refused"}
    assert refused == {**dict.fromkeys(ids[::4], "wrong_state"), 999_999: "not_found"}
    changes = stored(db, ReservationChange)
    assert {row["operation_id"] for row in changes} == {performed.operation_id}
    assert len(changes) == 150
    check_invariants(db)


# Over HTTP


def act(client: TestClient, name: str, ids: list[int], **members: object) -> tuple[int, dict]:
    body = {"ids": ids, "reason": "Auf Wunsch"} | members
    response = client.post(f"/api/staff/reservations/operations/{name}", json=body)
    return response.status_code, response.json()


@pytest.mark.both_databases
def test_an_operation_answers_every_row(staff_client: StaffClient, db: Database) -> None:
    staff = staff_client("staff")
    ids = reserve_many(db, NOW, households(2))
    stand(db, NOW, ids[1], ReservationState.ENDED)
    status, answer = act(staff, "invite", ids)
    assert status == 200
    assert (answer["done"], answer["refused"]) == (1, 1)
    assert answer["undo_until"] is not None
    first, second = answer["results"]
    assert (first["outcome"], first["state"], first["version"], first["code"]) == ("done", "invited", 2, None)
    assert (second["outcome"], second["state"], second["version"], second["code"]) == (
        "refused",
        "ended",
        1,
        "wrong_state",
    )
    assert second["detail"] == "Die Reservierung ist beendet und bleibt, wie sie ist."


def test_a_single_refusal_is_409_with_its_reason(staff_client: StaffClient, db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    status, answer = act(staff_client("staff"), "withdraw", [id_])
    assert (status, answer["code"]) == (409, "wrong_state")
    assert "Bitte stornieren Sie die Reservierung" in answer["title"]
    assert stored(db, StaffOperation) == []


@pytest.mark.both_databases
def test_a_decision_on_what_a_colleague_changed_is_409_and_tells_what_and_who(
    staff_client: StaffClient, db: Database
) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    staff = staff_client("staff", name="Miriam Falk")
    assert act(staff, "invite", [id_], version=1)[0] == 200
    status, answer = act(staff_client("staff"), "cancel", [id_], version=1)
    assert (status, answer["code"], answer["version"]) == (409, "stale", 2)
    (change,) = answer["changes"]
    assert (change["actor_name"], change["action"]) == ("Miriam Falk", "invite")
    assert (change["before"], change["after"]) == ({"state": "reserved"}, {"state": "invited"})
    assert act(staff, "cancel", [id_], version=2)[0] == 200


@pytest.mark.both_databases
def test_what_a_decision_does_not_depend_on_never_stops_it(staff_client: StaffClient, db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    staff = staff_client("staff")
    assert act(staff, "add_tag", [id_], tag="Presse", version=1)[0] == 200
    assert act(staff, "set_follow_up", [id_], day="2026-12-01", version=1)[0] == 200
    assert act(staff, "cancel", [id_], version=1)[0] == 200
    assert act(staff, "remove_tag", [id_], tag="Presse", version=1)[0] == 200
    status, answer = act(staff, "set_follow_up", [id_], day="2026-12-24", version=1)
    assert (status, answer["code"]) == (409, "stale")
    assert {"follow_up_on": "2026-12-01"} in [change["after"] for change in answer["changes"]]
    assert act(staff, "add_tag", [id_], tag="Umzug", version=99)[0] == 409


@pytest.mark.parametrize("day", ["2019-12-31", "2100-01-01", "9999-12-31"])
def test_a_day_to_look_again_lies_in_years_that_somebody_can_mean(
    day: str, staff_client: StaffClient, db: Database
) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    status, answer = act(staff_client("staff"), "set_follow_up", [id_], day=day)
    assert (status, answer["errors"][0]["field"]) == (422, "day")
    assert answer["errors"][0]["message"] == "Bitte geben Sie einen Tag zwischen 2020 und 2099 an."
    assert reservation(db, id_).follow_up_on is None


@pytest.mark.both_databases
def test_what_binds_many_is_done_only_with_their_number(staff_client: StaffClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(3))
    for id_ in ids[:2]:
        stand(db, NOW, id_, ReservationState.INVITED)
    staff = staff_client("staff")
    preview = staff.post("/api/staff/reservations/operations/contract/preview", json={"ids": ids}).json()
    assert (preview["allowed"], preview["asks_for_count"]) == (2, True)
    assert [row["sentence"] for row in preview["refused_because"]] == ["1 ist reserviert und bleibt, wie sie ist."]
    before = everything(db)
    assert act(staff, "contract", ids)[0] == 422
    status, answer = act(staff, "contract", ids, confirmed_count=3)
    assert (status, answer["code"], answer["count"]) == (409, "count_changed", 2)
    assert everything(db) == before
    assert act(staff, "contract", ids, confirmed_count=2)[1]["done"] == 2
    stand(db, NOW, ids[2], ReservationState.INVITED)
    assert act(staff, "contract", ids[2:])[0] == 200


@pytest.mark.both_databases
def test_those_left_out_are_counted_by_reason(staff_client: StaffClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(4))
    for id_, state in zip(ids, ["invited", "invited", "contracted", "reserved"], strict=True):
        stand(db, NOW, id_, ReservationState(state))
    path = "/api/staff/reservations/operations/{}/preview"
    staff = staff_client("staff")
    told = staff.post(path.format("invite"), json={"ids": ids}).json()["refused_because"]
    assert told == [
        {"sentence": "2 sind schon eingeladen und bleiben, wie sie sind.", "ids": ids[:2]},
        {"sentence": "1 ist mit Vertrag und bleibt, wie sie ist.", "ids": ids[2:3]},
    ]
    told = staff.post(path.format("refund_deposit"), json={"ids": ids[:2]}).json()["refused_because"]
    assert told[0]["sentence"] == "2 bleiben, wie sie sind: Die Kartenprüfung steht auf „Vorgemerkt“."


@pytest.mark.both_databases
@pytest.mark.parametrize("name", [name for name, operation in OPERATIONS.items() if not operation.is_of_park])
def test_the_preview_says_exactly_once_whether_it_can_be_taken_back(
    name: str, staff_client: StaffClient, db: Database
) -> None:
    operation = OPERATIONS[name]
    (id_,) = reserve_many(db, NOW, households(1, solar_share_amount=1))
    stand(db, NOW, id_, next(iter(operation.from_states)), next(iter(operation.from_deposits)))
    path = f"/api/staff/reservations/operations/{name}/preview"
    sentences = staff_client("admin").post(path, json={"ids": [id_]}).json()["consequences"]
    (about,) = [sentence for sentence in sentences if "ückgängig" in sentence]
    expected = {UndoRule.NEVER: "lässt sich nicht", UndoRule.UNTIL_SENT: "10 Minuten", UndoRule.ALWAYS: "24 Stunden"}
    assert expected[operation.undo] in about


@pytest.mark.parametrize(
    ("name", "body", "field"),
    [
        ("cancel", {"ids": [1]}, "reason"),
        ("cancel", {"ids": [1], "reason": " "}, "reason"),
        ("cancel", {"ids": [1], "reason": "x" * 501}, "reason"),
        ("add_tag", {"ids": [1]}, "tag"),
        ("add_tag", {"ids": [1], "tag": "x" * 41}, "tag"),
        ("invite", {"ids": [1, 2], "version": 1}, "version"),
        ("invite", {"ids": []}, "ids"),
        ("invite", {"ids": list(range(1001))}, "ids"),
    ],
)
def test_what_an_operation_needs_is_asked_for(
    name: str, body: dict, field: str, staff_client: StaffClient, client: TestClient
) -> None:
    response = staff_client("staff").post(f"/api/staff/reservations/operations/{name}", json=body)
    assert response.status_code == 422
    assert [error["field"].split(".")[0] for error in response.json()["errors"]] == [field]


def test_an_unknown_operation_is_404(staff_client: StaffClient, client: TestClient) -> None:
    assert act(staff_client("staff"), "promote", [1])[0] == 404


@pytest.mark.parametrize(("role", "status"), [("marketing", 403), ("staff", 404), ("admin", 404)])
def test_a_park_is_not_called_off_for_single_reservations(
    role: str, status: int, staff_client: StaffClient, db: Database
) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    assert act(staff_client(role), "cancel_park", [id_])[0] == status
    assert reservation(db, id_).state == "reserved"


def test_marketing_may_do_nothing(staff_client: StaffClient, db: Database) -> None:
    (id_,) = reserve_many(db, NOW, households(1))
    for name in OPERATIONS:
        assert act(staff_client("marketing"), name, [id_])[0] == 403
    assert reservation(db, id_).version == 1


@pytest.mark.both_databases
def test_a_preview_tells_the_consequences_and_changes_nothing(staff_client: StaffClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(4))
    stand(db, NOW, ids[1], ReservationState.INVITED, DepositState.VERIFIED)
    stand(db, NOW, ids[3], ReservationState.ENDED)
    before = everything(db)
    staff = staff_client("staff")
    many = staff.post("/api/staff/reservations/operations/cancel/preview", json={"ids": ids}).json()
    assert (many["count"], many["allowed"], many["needs_reason"], many["asks_for_count"]) == (4, 3, True, False)
    assert many["refused_because"] == [{"sentence": "1 ist beendet und bleibt, wie sie ist.", "ids": [ids[3]]}]
    assert many["consequences"] == [
        "3 Reservierungen wechseln zu „Storniert“.",
        "3 Plätze bleiben 24 Stunden gesperrt und werden dann frei.",
        "3 Haushalte erhalten in 10 Minuten eine Mail: „Ihre Reservierung ist storniert“.",
        "Die Vormerkung von 1,00\u00a0€ für die Kartenprüfung entfällt bei 2.",
        "1,00\u00a0€ aus der Kartenprüfung ist noch zurückzugeben bei 1.",
        "Rückgängig machen lässt sich das 24 Stunden lang. Ist die Mail dann schon hinausgegangen, folgt eine "
        "berichtigende.",
    ]
    assert [(row["id"], row["code"]) for row in many["refused"]] == [(ids[3], "wrong_state")]
    one = staff.post("/api/staff/reservations/operations/cancel/preview", json={"ids": ids[:1]}).json()
    assert one["consequences"][:3] == [
        "Die Reservierung wechselt von „Reserviert“ zu „Storniert“.",
        "Der Platz 1 bleibt 24 Stunden gesperrt und wird dann frei.",
        "Der Haushalt erhält in 10 Minuten eine Mail: „Ihre Reservierung ist storniert“.",
    ]
    assert everything(db) == before
