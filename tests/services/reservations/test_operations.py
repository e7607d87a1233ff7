"""Named operations: every one in every state, alone and in bulk, with what follows from each."""

import json
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.http.errors import ValidationProblem
from services.mail.models import Mail
from services.reports.labels import WORDS
from services.reservations.desk.inputs import OperationIn, requested
from services.reservations.desk.outcomes import consequences, refusal
from services.reservations.desk.parks.spots import PARK_ACTIONS
from services.reservations.desk.perform import named
from services.reservations.errors import UnknownOperation
from services.reservations.labels import DEPOSIT, STATE
from services.reservations.mails import GRACE
from services.reservations.models import Reservation, ReservationChange, ReservationTag, StaffOperation
from services.reservations.states import HOLDS_A_SPOT, DepositState, ReservationState
from services.reservations.transitions import EDIT, OPERATIONS, STATE_OPERATIONS, UNOFFERED
from services.staff.errors import Forbidden
from services.staff.models import AuditEntry
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
)
from tests.services.stored import stored

NOW = HeldClock().now
LATER = NOW + timedelta(hours=1)
REASON = "Auf Wunsch des Haushalts"
MARKS = {"add_tag": {"tag": "Presse"}, "remove_tag": {"tag": "Alt"}, "set_follow_up": {"day": date(2026, 12, 1)}}

EARLY, HOLDING, ANY = "reserved invited", "reserved invited contracted active", " ".join(ReservationState)
STAYS = {card.value: card.value for card in DepositState}
"""The card check as it was."""
ENDS = STAYS | {"reserved": "waived"}
"""A reservation is over: a card that was never charged is released, and 1 € that was taken stays to be given back."""
TABLE: dict[str, tuple[str, str | None, dict[str, str], str, str | None, str]] = {
    "invite": ("reserved", "invited", STAYS, "keep", "contract_invitation", "until_sent"),
    "decide": ("invited", None, STAYS, "keep", "share_decided", "until_sent"),
    "contract": ("invited", "contracted", STAYS, "keep", "contract_closed", "until_sent"),
    "activate": ("contracted", "active", STAYS, "keep", "supply_begins", "until_sent"),
    "end": ("active", "ended", STAYS, "hold", "supply_ended", "until_sent"),
    "cancel": (EARLY, "cancelled", ENDS, "hold", "reservation_cancelled", "always"),
    "expire": (EARLY, "expired", ENDS, "hold", "reservation_expired", "always"),
    "withdraw": ("contracted active", "withdrawn", ENDS, "free", "withdrawal_confirmed", "never"),
    "cancel_park": (HOLDING, "park_cancelled", ENDS, "block", "park_cancelled", "never"),
    "verify_deposit": (HOLDING, None, dict.fromkeys(("reserved", "failed"), "verified"), "keep", None, "always"),
    "fail_deposit": (HOLDING, None, {"reserved": "failed"}, "keep", None, "always"),
    "refund_deposit": (ANY, None, {"verified": "refunded"}, "keep", None, "always"),
    "waive_deposit": (HOLDING, None, dict.fromkeys(("reserved", "failed"), "waived"), "keep", None, "always"),
    **dict.fromkeys(
        ("add_tag", "remove_tag", "set_follow_up", "mark_price_checked", "mark_not_duplicate"),
        (ANY, None, STAYS, "keep", None, "always"),
    ),
}
"""From which states into which, the card check before and after, what becomes of the spot, the mail, and the undo."""
SPOTS = {"keep": "reserved", "hold": "held", "free": "free", "block": "blocked"}


def test_the_state_machine_is_that_of_the_table() -> None:
    assert OPERATIONS.keys() == TABLE.keys()
    for name, (states, to_state, cards, spot_effect, mail, undo) in TABLE.items():
        operation = OPERATIONS[name]
        assert (operation.to_state, operation.spot, operation.mail, operation.undo) == (
            to_state, spot_effect, mail, undo,
        ), name  # fmt: skip
        for state in ReservationState:
            for card in DepositState:
                row = Reservation(state=state.value, deposit_state=card.value, price_mismatch=True)
                refused = refusal(operation, row)
                code = "wrong_state" if state not in states.split() else "wrong_deposit" if card not in cards else None
                assert (refused and refused.code) == code, (name, state, card)
                assert code is not None or operation.deposit_after(card) == cards[card], (name, state, card)


def test_an_operation_does_what_the_table_says_and_nothing_else(db: Database) -> None:
    """Each from each of its states, with each card check in turn, and one that it refuses beside them."""
    cases: defaultdict[str, list[tuple[int, str, str]]] = defaultdict(list)
    wanted = [
        (name, state, list(cards)[number % len(cards)])
        for name, (states, _, cards, *_) in TABLE.items()
        for number, state in enumerate(states.split()[:4] * (3 if cards is ENDS else 1))
    ]
    ids = reserve_many(db, NOW, households(len(wanted) + 1, solar_share_amount=1))
    stand(db, NOW, ids[-1], ReservationState.ENDED, DepositState.WAIVED)
    for id_, (name, state, card) in zip(ids, wanted, strict=False):
        stand(db, NOW, id_, ReservationState(state), DepositState(card))
        db.write(lambda session, id_=id_: session.add(ReservationTag(tag="Alt", reservation_id=id_)))
        cases[name].append((id_, state, card))
    for name, rows in cases.items():
        before = {row["id"]: row for row in stored(db, Reservation)}
        refused = [] if "ended" in TABLE[name][0] else [ids[-1]]
        performed = do(db, name, [*(id_ for id_, _, _ in rows), *refused], LATER, **MARKS.get(name, {}))
        assert [row.outcome for row in performed.results] == ["done"] * len(rows) + ["refused"] * len(refused)
        assert all(row.detail for row in performed.results[len(rows) :])
        check_effects(db, name, rows, before)
    assert reservation(db, ids[-1]).version == 1
    check_invariants(db)


def check_effects(db: Database, name: str, rows: list[tuple[int, str, str]], before: dict[int, dict]) -> None:
    """Everything that the table says of these rows."""
    _, to_state, cards, effect, mail, undo = TABLE[name]
    after = {row["id"]: row for row in stored(db, Reservation)}
    performed = stored(db, StaffOperation)[-1]
    changes = {row["reservation_id"]: row for row in stored(db, ReservationChange) if row["action"] == name}
    entries, mails = stored(db, AuditEntry), stored(db, Mail)
    assert performed["undo_until"] == (None if undo == "never" else LATER + timedelta(hours=24))
    for id_, state, card in rows:
        row, subject = after[id_], f"reservation:{id_}"
        assert (row["state"], row["deposit_state"]) == (to_state or state, cards[card]), (name, state, card)
        assert (row["version"], row["updated_at"]) == (before[id_]["version"] + 1, LATER)
        if state in HOLDS_A_SPOT:
            assert spot(db, row["spot_number"]).state == SPOTS[effect]
        change = changes[id_]
        assert (change["actor"], change["version"]) == (ACTOR, row["version"])
        assert change["reason"] == performed["reason"] == REASON
        assert change["operation_id"] == performed["id"]
        audited = [entry["action"] for entry in entries if entry["subject"] == subject]
        assert audited == ["reservation.reserved", f"reservation.{name}"]
        sent = [(one["kind"], one["next_attempt_at"] - LATER) for one in mails
                if one["subject_ref"] == subject and one["created_at"] == LATER]  # fmt: skip
        assert sent == ([(mail, GRACE)] if mail else [])
    others = after.keys() - {id_ for id_, _, _ in rows}
    assert all(after[id_] == before[id_] for id_ in others), "nothing else moved"


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
    held = spot(db, 2)
    assert (held.state, held.held_for, held.held_until) == ("held", "undo", LATER + timedelta(hours=24))
    check_invariants(db)


UNDONE = {"never": "lässt sich nicht", "until_sent": "10 Minuten", "always": "24 Stunden"}


def test_the_preview_says_exactly_once_whether_it_can_be_taken_back() -> None:
    for name, operation in OPERATIONS.items():
        row = Reservation(state=next(iter(operation.from_states)), deposit_state="reserved", spot_number=1)
        [about] = [sentence for sentence in consequences(operation, [row]) if "ückgängig" in sentence]
        assert UNDONE[operation.undo] in about, name


NEEDED = [
    ("cancel", {"ids": [1]}, "reason"),
    ("cancel", {"ids": [1], "reason": " "}, "reason"),
    ("add_tag", {"ids": [1]}, "tag"),
    ("invite", {"ids": [1, 2], "version": 1}, "version"),
]
REFUSED = [
    ({"ids": [1], "reason": "x" * 501}, "reason", None),
    ({"ids": [1], "tag": "x" * 41}, "tag", None),
    ({"ids": []}, "ids", None),
    ({"ids": list(range(1, 1002))}, "ids", None),
    *(
        ({"ids": [1], "day": day}, "day", "Bitte geben Sie einen Tag zwischen 2020 und 2099 an.")
        for day in ("2019-12-31", "2100-01-01", "9999-12-31")
    ),
]


def test_what_an_operation_needs_is_asked_for() -> None:
    for name, body, field in NEEDED:
        with pytest.raises(ValidationProblem) as problem:
            requested(OPERATIONS[name], OperationIn.model_validate(body), ACTOR)
        assert [one["field"] for one in problem.value.members["errors"]] == [field], (name, body)  # type: ignore[attr-defined]
    for body, field, message in REFUSED:
        [fault] = refusals(OperationIn, body)
        assert fault["field"] == field and message in (None, fault["message"]), body


def test_who_may_call_an_operation_by_name() -> None:
    for name, operation in OPERATIONS.items():
        if operation.is_of_park:
            continue
        assert named(name, "staff") is named(name, "admin") is operation
        with pytest.raises(Forbidden):
            named(name, "marketing")
    for name in ("promote", "cancel_park", "give_up"):
        for role in ("staff", "admin"):
            with pytest.raises(UnknownOperation):
                named(name, role)


# Over HTTP


def everything(db: Database) -> list[object]:
    tables = (Reservation, ReservationChange, ReservationTag, StaffOperation, Mail, AuditEntry)
    return [stored(db, table) for table in tables]


def act(client: TestClient, name: str, ids: list[int], **members: object) -> tuple[int, dict]:
    body = {"ids": ids, "reason": "Auf Wunsch"} | members
    response = client.post(f"/api/staff/reservations/operations/{name}", json=body)
    return response.status_code, response.json()


def test_an_operation_answers_every_row_and_those_left_out_by_reason(staff_client: StaffClient, db: Database) -> None:
    staff = staff_client("staff")
    ids = reserve_many(db, NOW, households(5))
    for id_, state in zip(ids, ("reserved", "ended", "invited", "invited", "contracted"), strict=True):
        stand(db, NOW, id_, ReservationState(state))
    path = "/api/staff/reservations/operations/{}/preview"
    told = staff.post(path.format("invite"), json={"ids": ids[2:]}).json()["refused_because"]
    assert told == [
        {"sentence": "2 sind schon eingeladen und bleiben, wie sie sind.", "ids": ids[2:4]},
        {"sentence": "1 ist mit Vertrag und bleibt, wie sie ist.", "ids": ids[4:]},
    ]
    told = staff.post(path.format("refund_deposit"), json={"ids": ids[2:4]}).json()["refused_because"]
    assert told[0]["sentence"] == "2 bleiben, wie sie sind: Die Kartenprüfung steht auf „Offen“."
    status, answer = act(staff, "invite", ids[:2])
    assert (status, answer["done"], answer["refused"], answer["undo_until"] is not None) == (200, 1, 1, True)
    shown = [tuple(row[name] for name in ("outcome", "state", "version", "code")) for row in answer["results"]]
    assert shown == [("done", "invited", 2, None), ("refused", "ended", 1, "wrong_state")]
    assert answer["results"][1]["detail"] == "Die Reservierung ist beendet und bleibt, wie sie ist."
    status, answer = act(staff, "withdraw", ids[:1])
    assert (status, answer["code"]) == (409, "wrong_state"), "a single refusal is a problem"
    assert "Bitte stornieren Sie die Reservierung" in answer["title"]
    assert len(stored(db, StaffOperation)) == 1
    assert act(staff, "promote", ids)[0] == act(staff, "cancel_park", ids)[0] == 404
    assert [e["field"] for e in act(staff, "cancel", ids, reason="")[1]["errors"]] == ["reason"]


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
    assert (change["before"]["state"], change["after"]["state"]) == ("reserved", "invited")
    assert act(staff, "cancel", [id_], version=2)[0] == 200


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


def test_what_binds_many_is_done_only_with_their_number(staff_client: StaffClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(3))
    for id_ in ids[:2]:
        stand(db, NOW, id_, ReservationState.CONTRACTED)
    staff = staff_client("staff")
    preview = staff.post("/api/staff/reservations/operations/activate/preview", json={"ids": ids}).json()
    assert (preview["allowed"], preview["asks_for_count"]) == (2, True)
    assert [row["sentence"] for row in preview["refused_because"]] == ["1 ist reserviert und bleibt, wie sie ist."]
    before = everything(db)
    assert act(staff, "activate", ids)[0] == 422
    status, answer = act(staff, "activate", ids, confirmed_count=3)
    assert (status, answer["code"], answer["count"]) == (409, "count_changed", 2)
    assert everything(db) == before
    assert act(staff, "activate", ids, confirmed_count=2)[1]["done"] == 2
    stand(db, NOW, ids[2], ReservationState.CONTRACTED)
    assert act(staff, "activate", ids[2:])[0] == 200


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
        "Die Kartenprüfung entfällt bei 2.",
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


GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "reservation_words.json").read_text(encoding="utf-8"))


def test_every_state_card_check_and_event_has_the_words_of_the_table() -> None:
    assert {str(state): STATE[state] for state in ReservationState} == {
        name: one["words"] for name, one in GOLDEN["states"].items()
    }
    assert {str(state): DEPOSIT[state] for state in DepositState} == GOLDEN["deposits"]
    assert WORDS["state"] == {name: one["words"] for name, one in GOLDEN["states"].items()}, "reports say the same"
    actions = {operation.name for operation in STATE_OPERATIONS} | {*UNOFFERED} | {*PARK_ACTIONS, "reserved", "reopen"}
    actions -= {EDIT.name}  # no change of state, so no event of a spot
    assert actions - GOLDEN["spot_events"].keys() == set()


def test_of_many_those_are_named_whom_a_clerk_would_rather_ask_first(
    db: Database, client: TestClient, staff_client: StaffClient
) -> None:
    ids = reserve_many(db, NOW, households(4))
    failed, unread, both, fine = ids
    stand(db, NOW, failed, ReservationState.RESERVED, DepositState.FAILED, email_confirmed_at=NOW)
    stand(db, NOW, both, ReservationState.RESERVED, DepositState.FAILED)
    stand(db, NOW, fine, ReservationState.RESERVED, email_confirmed_at=NOW)
    clerk = staff_client("staff", client=client)

    def warned(name: str, of: list[int], **more: bool) -> list[tuple[str, list[int]]]:
        answer = clerk.post(f"/api/staff/reservations/operations/{name}/preview", json={"ids": of, **more})
        assert answer.status_code == 200, answer.text
        return [(one["sentence"], [who["id"] for who in one["people"]]) for one in answer.json()["warnings"]]

    card = "ist die Kartenprüfung gescheitert."
    address = "ist die E-Mail-Adresse nicht bestätigt: Vielleicht liest die Mail niemand."
    assert warned("invite", ids) == [
        (f"Bei 2 Haushalten {card}", [failed, both]),
        (f"Bei 2 Haushalten {address}", [unread, both]),
    ]
    assert warned("invite", [failed, fine]) == [(f"Bei 1 Haushalt {card}", [failed])]
    assert warned("cancel", ids, notify=False) == [], "nobody gets a mail, and the card no longer matters"
    assert [who for _, who in warned("cancel", ids)] == [[unread, both]]
    assert warned("invite", [failed]) == [], "the record shows it"
    done = clerk.post("/api/staff/reservations/operations/invite", json={"ids": ids}).json()
    with db.read() as session:
        names = [f"{row.first_name} {row.last_name}, Platz {row.spot_number}" for row in session.query(Reservation)]
    assert [row["name"] for row in done["results"]] == names
