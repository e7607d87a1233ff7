"""What staff do with a declaration: proposals, steps, their mails, their effects, and who may."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete
from starlette.testclient import TestClient

from services.alerts.check import check_alerts
from services.alerts.models import Alert
from services.core.db.db import Database
from services.declarations.desk.matching import references_in
from services.declarations.models import DeclarationCase, DeclarationChange
from services.mail.models import Mail
from services.offer import SETUP_FEE_CENTS
from services.parks.models import Spot
from services.reservations.models import Reservation, StaffOperation
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.services.declarations.forms import NOTICE, WITHDRAWAL, declare, declared, shell
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do
from tests.services.stored import stored

HOUSEHOLD = "aenne.mueller@example.org"
OPERATIONS = "/api/staff/reservations/operations"
LIST = "/api/staff/declarations"


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock, tmp_path: Path) -> TestClient:
    return make_client(site=shell(tmp_path / "site"), clock=clock, rate_limits="off")


@pytest.fixture
def sign_in(staff_client: StaffClient, client: TestClient) -> Callable[[], TestClient]:
    """A clerk with a fresh session, after days on which the earlier one ended."""
    return lambda: staff_client("staff", client=client)


def reserve(client: TestClient, **changes: Any) -> str:
    answer = client.post("/functions/v1/reserve-spot", json=reservation_body(**changes))
    assert answer.status_code == 200, answer.text
    reference: str = answer.json()["reference"]
    return reference


def conclude(clerk: TestClient, db: Database) -> int:
    """Bring the one reservation to its contract; returns its id."""
    (row,) = stored(db, Reservation)
    now = state_of(clerk).clock()
    for name in ("invite", "contract"):
        assert do(db, name, [row["id"]], now).done == 1
    id_: int = row["id"]
    return id_


def shown(clerk: TestClient, db: Database) -> dict[str, Any]:
    """The one declaration as the console gets it."""
    answer = clerk.get(f"{LIST}/{declared(db)['id']}")
    assert answer.status_code == 200, answer.text
    record: dict[str, Any] = answer.json()
    return record


def step(clerk: TestClient, record: dict[str, Any], name: str, **body: Any) -> Any:
    return clerk.post(f"{LIST}/{record['id']}/{name}", json={"version": record["version"], **body})


def taken(clerk: TestClient, record: dict[str, Any], name: str, **body: Any) -> dict[str, Any]:
    answer = step(clerk, record, name, **body)
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


def matched(client: TestClient, clerk: TestClient, db: Database, address: str = WITHDRAWAL, **changes: str) -> Any:
    """A declaration about the one reservation, matched to it."""
    (row,) = stored(db, Reservation)
    declare(client, address, contract=row["reference"], **changes)
    return taken(clerk, shown(clerk, db), "match", reference=row["reference"])


def mails(db: Database) -> list[tuple[str, str]]:
    """Kind and recipient of the mails about declarations and the end of reservations."""
    about = ("withdrawal", "notice", "declaration", "reservation_cancelled")
    return [(row["kind"], row["recipient"]) for row in stored(db, Mail) if row["kind"].startswith(about)]


# Proposals


def test_references_are_found_in_free_text() -> None:
    for text in ("VG-2222-2222", "Meine Nummer ist vg 2222 2222, glaube ich", "2222-2222 oder VG22222222"):
        assert references_in(text) == ["VG-2222-2222"], text
    for text in ("Platz 217 in Ingolstadt, Januar 2027", "VG-2222-2223"):
        assert references_in(text) == []


@pytest.mark.both_databases
def test_reservations_are_proposed_by_reference_address_and_name(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    by_all = reserve(client)
    by_reference = reserve(client, email="anders@example.org", first_name="Jo", last_name="Anders")
    by_address = reserve(client, email="aenne.mueller+park@example.org", first_name="Ann", last_name="Miller")
    by_name = reserve(client, email="dritte@example.org", first_name="AENNE".title(), last_name="Muller")
    by_name_too = reserve(client, email="vierte@example.org", first_name="Anne", last_name="Müller")
    reserve(client, email="fremd@example.org", first_name="Ganz", last_name="Fremd")
    declare(client, name="Änne Müller", email=HOUSEHOLD, contract=f"{by_all} und {by_reference}")
    proposed = [(one["reference"], one["because"]) for one in shown(clerk, db)["proposals"]]
    assert proposed == [
        (by_all, ["reference", "email", "name"]),
        (by_reference, ["reference"]),
        (by_address, ["email"]),
        (by_name_too, ["name"]),
        (by_name, ["name"]),  # Aenne is Änne, as in the search
    ]


@pytest.mark.parametrize(("days", "is_in_time"), [(14, True), (15, False)])
def test_a_withdrawal_is_in_time_for_fourteen_days_and_may_be_accepted_after_them_all_the_same(
    days: int, is_in_time: bool, client: TestClient, clerk: TestClient, db: Database, clock: HeldClock,
    sign_in: Callable[[], TestClient],
) -> None:  # fmt: skip
    reserve(client)
    conclude(clerk, db)
    clock.advance(days=days)
    clerk = sign_in()
    declare(client, email="anders@example.org", contract=stored(db, Reservation)[0]["reference"])
    (proposal,) = shown(clerk, db)["proposals"]
    facts = [proposal[name] for name in ("concluded_on", "withdrawal_until", "is_in_time")]
    assert facts == ["2026-11-03", "2026-11-17", is_in_time]
    record = taken(clerk, shown(clerk, db), "match", reference=proposal["reference"])
    assert record["reservation"]["is_in_time"] is is_in_time
    assert taken(clerk, record, "accept")["state"] == "accepted"
    assert stored(db, Reservation)[0]["state"] == "withdrawn"
    assert sorted(mails(db)) == [
        ("withdrawal_accepted", "anders@example.org"),
        ("withdrawal_confirmed", HOUSEHOLD),
        ("withdrawal_received", "anders@example.org"),
    ], "one from another address tells the known one too"


def test_a_contract_that_was_taken_back_concludes_nothing(client: TestClient, clerk: TestClient, db: Database) -> None:
    reserve(client)
    (row,) = stored(db, Reservation)
    now = state_of(clerk).clock()
    do(db, "invite", [row["id"]], now)
    operation = do(db, "contract", [row["id"]], now).operation_id
    assert clerk.post(f"/api/staff/operations/{operation}/undo", json={}).status_code == 200
    declare(client, email=HOUSEHOLD)
    (proposal,) = shown(clerk, db)["proposals"]
    assert (proposal["concluded_on"], proposal["is_in_time"]) == (None, None)


# Steps


def test_an_accepted_withdrawal_ends_the_contract_in_the_same_transaction(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock, sign_in: Callable[[], TestClient]
) -> None:
    reserve(client)
    id_ = conclude(clerk, db)
    record = matched(client, clerk, db, email=HOUSEHOLD)
    clock.advance(minutes=20)
    after = taken(clerk, record, "accept", words="Alles Gute im neuen Haus.\nIhr Team")
    assert (after["state"], after["words"]) == ("accepted", "Alles Gute im neuen Haus.\nIhr Team")
    assert [one["name"] for one in after["steps"]] == ["refund"]
    (row,) = stored(db, Reservation)
    assert row["state"] == "withdrawn"
    assert stored(db, Spot)[0]["state"] == "free"
    assert mails(db) == [("withdrawal_received", HOUSEHOLD), ("withdrawal_accepted", HOUSEHOLD)]
    values = stored(db, Mail)[-1]["values"]
    assert (values["outcome"], values["refund_day"]) == ("withdrawn", "17. November 2026")
    clock.advance(days=1)
    kim = sign_in()
    [line] = kim.get("/api/staff/work-lines?kind=refund").json()["data"]
    assert (line["owed_cents"], line["facts"][-1]) == (
        SETUP_FEE_CENTS,
        {"label": "Einrichtung", "value": "79,00\u00a0€"},
    )
    done = taken(kim, after, "refund", **REFUND)
    assert (done["state"], done["steps"]) == ("refunded", [])
    assert done["refunded_at"] == clock.now.isoformat().replace("+00:00", "Z")
    actions = [(one["action"], one["by_name"], one["reservation_reference"]) for one in done["history"]]
    assert actions == [
        ("refund", "Kim Staff", None),
        ("accept", "Kim Staff", None),
        ("match", "Kim Staff", row["reference"]),
    ]
    noted = [done["history"][0][name] for name in ("refunded_cents", "refunded_on", "refund_reference")]
    assert noted == [7900, "2026-11-04", "SEPA 4711"]
    told = [entry for entry in stored(db, AuditEntry) if entry["action"].startswith("declaration.")]
    assert [entry["action"] for entry in told] == [
        *("declaration.received", "declaration.match", "declaration.accept", "declaration.refund")
    ]
    assert told[1]["details"] == {"state": ["received", "matched"], "reservation": id_}
    assert "neuen Haus" not in str(told)
    with db.read() as session:
        assert first_broken_entry(session) is None


def test_before_a_contract_an_accepted_withdrawal_cancels_for_good(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reserve(client)
    record = matched(client, clerk, db, email=HOUSEHOLD)
    taken(clerk, record, "accept")
    (row,) = stored(db, Reservation)
    assert row["state"] == "cancelled"
    assert stored(db, Spot)[0]["state"] == "free"
    assert mails(db) == [("withdrawal_received", HOUSEHOLD), ("withdrawal_accepted", HOUSEHOLD)]
    assert stored(db, Mail)[-1]["values"]["outcome"] == "cancelled"
    (operation,) = stored(db, StaffOperation)
    undone = clerk.post(f"/api/staff/operations/{operation['id']}/undo", json={})
    assert (undone.status_code, undone.json()["code"]) == (409, "undo_not_possible")


def test_where_nothing_is_left_to_end_accepting_leaves_the_reservation_as_it_is(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reserve(client)
    (row,) = stored(db, Reservation)
    clerk.post(f"{OPERATIONS}/cancel", json={"ids": [row["id"]], "reason": "Auf Wunsch"})
    record = matched(client, clerk, db, email=HOUSEHOLD)
    (accept,) = [one for one in record["steps"] if one["name"] == "accept"]
    assert accept["consequences"][0] == "Die Reservierung ist storniert und bleibt, wie sie ist."
    taken(clerk, record, "accept")
    assert stored(db, Reservation)[0]["version"] == row["version"] + 1
    assert stored(db, Mail)[-1]["values"]["outcome"] == "already_ended"


def test_an_accepted_notice_records_its_last_day_and_says_it(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reserve(client)
    conclude(clerk, db)
    record = matched(client, clerk, db, NOTICE, email=HOUSEHOLD)
    missing = step(clerk, record, "accept")
    assert missing.status_code == 422
    assert missing.json()["errors"][0]["field"] == "ends_on"
    past = step(clerk, record, "accept", ends_on="2026-11-02")
    assert past.json()["errors"][0]["code"] == "out_of_range"
    after = taken(clerk, record, "accept", ends_on="2027-01-31")
    assert (after["state"], after["ends_on"], after["steps"]) == ("accepted", "2027-01-31", [])
    assert stored(db, Reservation)[0]["state"] == "contracted"
    assert stored(db, Mail)[-1]["values"]["last_day"] == "31. Januar 2027"


def test_a_declaration_that_fits_none_can_only_be_rejected_with_words(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    declare(client, contract="Ich weiß die Nummer nicht")
    record = taken(clerk, shown(clerk, db), "match", reference=None)
    assert [one["name"] for one in record["steps"]] == ["match", "reject"]
    assert step(clerk, record, "reject", words=" ").status_code == 422
    assert step(clerk, record, "accept").status_code == 409
    after = taken(clerk, record, "reject", words="Wir haben Sie nicht gefunden. Bitte nennen Sie Ihre Referenz.")
    assert (after["state"], after["steps"]) == ("rejected", [])
    mail = stored(db, Mail)[-1]
    assert (mail["kind"], mail["values"]["what"]) == ("declaration_rejected", "Widerruf")
    assert mail["values"]["words"] == "Wir haben Sie nicht gefunden. Bitte nennen Sie Ihre Referenz."


def test_a_reference_that_nobody_has_is_told_at_its_field(client: TestClient, clerk: TestClient, db: Database) -> None:
    declare(client)
    for reference, code in (("VG-2222-2222", "unknown_choice"), ("VG-1", "reference_invalid")):
        problem = step(clerk, shown(clerk, db), "match", reference=reference).json()
        assert [(error["field"], error["code"]) for error in problem["errors"]] == [("reference", code)]


REFUND = {"cents": 7900, "day": "2026-11-04", "reference": "SEPA 4711"}
ALLOWED = {
    "received": {"match"},
    "matched": {"match", "accept", "reject"},
    "accepted": {"refund"},
    "rejected": set(),
    "refunded": set(),
}


def test_every_step_that_the_table_does_not_allow_is_409_and_changes_nothing(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reserve(client)
    record = matched(client, clerk, db, email=HOUSEHOLD)
    (row,) = stored(db, DeclarationChange)
    assert (row["action"], row["version"], row["before"], row["after"]) == (
        *("match", 2),
        {"state": "received", "reservation_id": None},
        {"state": "matched", "reservation_id": stored(db, Reservation)[0]["id"]},
    )
    id_ = record["id"]
    for state, allowed in ALLOWED.items():
        db.write(lambda session, to=state: setattr(session.get(DeclarationCase, id_), "state", to))
        record = shown(clerk, db)
        assert {one["name"] for one in record["steps"]} == allowed
        bodies = {"match": {"reference": None}, "accept": {}, "reject": {"words": "Nein"}, "refund": REFUND}
        before = stored(db, DeclarationCase)
        for name in bodies.keys() - allowed:
            refused = step(clerk, record, name, **bodies[name])
            assert (refused.status_code, refused.json()["code"], refused.json()["state"]) == (409, "wrong_state", state)
        assert stored(db, DeclarationCase) == before


def test_a_stale_step_is_refused_with_the_declaration_as_it_is_now(
    client: TestClient, clerk: TestClient, admin: TestClient, db: Database
) -> None:
    reserve(client)
    record = matched(client, clerk, db, email=HOUSEHOLD)
    taken(admin, record, "reject", words="Doppelt")
    late = step(clerk, record, "accept")
    problem = late.json()
    assert (late.status_code, problem["code"], problem["version"]) == (409, "stale", 3)
    assert problem["current"]["state"] == "rejected"
    assert problem["changed"]["by_name"] == "Kim Admin"
    assert stored(db, Reservation)[0]["state"] == "reserved"


def test_a_reservation_that_was_erased_leaves_the_case_readable(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    declare(client)
    record = shown(clerk, db)
    values = {"state": "matched", "reservation_id": 4711}
    db.write(
        lambda session: [setattr(session.get(DeclarationCase, record["id"]), *pair) for pair in values.items()] and None
    )
    record = shown(clerk, db)
    assert record["reservation"] is None
    assert taken(clerk, record, "accept")["state"] == "accepted"


# Lists, the start page, the alarm


@pytest.mark.both_databases
def test_the_list_is_filtered_by_state_and_kind(client: TestClient, clerk: TestClient, db: Database) -> None:
    for number in range(3):
        declare(client, contract=f"Platz {number}")
    declare(client, NOTICE)
    first, second, *_ = [row["id"] for row in clerk.get(LIST).json()["data"]]
    record = taken(clerk, clerk.get(f"{LIST}/{first}").json(), "match", reference=None)
    taken(clerk, record, "reject", words="Nein")
    taken(clerk, clerk.get(f"{LIST}/{second}").json(), "match", reference=None)

    def ids(query: str) -> list[int]:
        page = clerk.get(f"{LIST}?{query}").json()
        assert page["total"] == len(page["data"])
        return [row["id"] for row in page["data"]]

    everything = ids("")
    assert ids("order=desc") == everything[::-1]
    assert ids("state=open") == everything[1:]
    assert ids("state=received") == everything[2:]
    assert ids("state=matched") == [second]
    assert ids("state=rejected") == [first]
    assert ids("kind=notice") == everything[3:]
    assert ids("kind=withdrawal&state=open") == everything[1:3]
    page = clerk.get(f"{LIST}?per_page=2&page=2").json()
    assert ([row["id"] for row in page["data"]], page["has_next"], page["total"]) == (everything[2:], False, 4)


def test_the_start_page_shows_what_waits_with_what_is_due_first(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock, sign_in: Callable[[], TestClient]
) -> None:
    declare(client, NOTICE)
    clock.advance(days=1)
    number = declare(client)
    clock.advance(days=15)
    lines = sign_in().get("/api/staff/work-lines?kind=declaration").json()["data"]
    assert [line["band"] for line in lines] == ["legal"] * 2
    assert lines[1]["title"] == "Änne Müller"
    assert lines[1]["facts"][0] == {"label": "Erklärung", "value": f"Widerruf {number}"}
    assert (lines[1]["term"]["day"], lines[1]["term"]["ends_on"]) == (14, "2026-11-18")


def test_on_the_tenth_day_an_open_refund_raises_an_alert_until_it_is_settled(
    client: TestClient, db: Database, clock: HeldClock, sign_in: Callable[[], TestClient]
) -> None:
    number = declare(client)
    declare(client, NOTICE)

    def alerts() -> list[dict[str, Any]]:
        check_alerts(db, state_of(client).settings, clock)
        return [row for row in stored(db, Alert) if row["kind"] == "refund_due"]

    clock.advance(days=9)
    assert alerts() == []
    clock.advance(days=1)
    assert [alert["headline"] for alert in alerts()] == [f"Widerruf {number}: Erstattung fällig bis 17.11.2026"]
    clerk = sign_in()
    record = taken(clerk, clerk.get(f"{LIST}/1").json(), "match", reference=None)
    assert [row["closed_at"] for row in alerts()] == [None]
    taken(clerk, record, "reject", words="Nein")
    assert [row["closed_at"] for row in alerts()] == [clock.now]


def test_the_day_of_the_alarm_begins_at_midnight_in_berlin(
    make_client: MakeClient, db: Database, tmp_path: Path
) -> None:
    clock = HeldClock(datetime(2026, 12, 24, 22, 59, 59, tzinfo=UTC))
    client = make_client(site=shell(tmp_path / "site"), clock=clock)
    declare(client)
    for moment, raised in (
        (datetime(2027, 1, 3, 22, 59, 59, tzinfo=UTC), 1),
        (datetime(2027, 1, 2, 22, 59, 59, tzinfo=UTC), 0),
    ):
        db.write(lambda session: session.execute(delete(Alert)) and None)
        clock.now = moment
        check_alerts(db, state_of(client).settings, clock)
        assert len([row for row in stored(db, Alert) if row["kind"] == "refund_due"]) == raised, moment
