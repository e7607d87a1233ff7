"""The queue over HTTP: every kind of work, whose it is, until when it can be put off, how it ends."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Park
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import ReservationState
from services.tasks.queue import Line, urgency
from services.tasks.source import Subject
from services.tasks.sources import SOURCES
from tests.factories import contact_body
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do, households, reserve_many, stand
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")

WORK = "/api/staff/work-lines"
SignIn = MakeClient


@pytest.fixture
def app(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock)


@pytest.fixture
def kim(app: TestClient, staff_client: SignIn) -> TestClient:
    return staff_client("staff", client=app)


def lines(browser: TestClient, query: str = "") -> list[dict[str, Any]]:
    answer = browser.get(f"{WORK}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


def act(browser: TestClient, line: dict[str, Any], verb: str, **body: Any) -> Any:
    path = f"{WORK}/{line['kind']}/{line['subject_id']}/{verb}"
    return browser.post(path, json={"version": line["version"], **body})


def set_columns(db: Database, id_: int, **values: object) -> None:
    one = update(Reservation).where(Reservation.id == id_)
    db.write(lambda session: session.execute(one.values(values)) and None)


WHERE = {
    "follow_up": r"/reservations/\d+/show",
    "refund": r"/declarations/\d+/show",
    "deposit_refund": r"/reservations/\d+/show",
    "park_refund": r"/parks/\w+/show#refunds",
    "card_failed": r"/reservations/\d+/show",
    "card_hangs": r"/reservations/\d+/show",
    "debit_returned": r"/reservations/\d+/show",
    "unallocated_payment": "/payments#unallocated",
    "bank_run": "/payments#runs",
    "bank_refund": "/payments#runs",
    "refused_mail": r"/refused-mails#mail-\d+",
    "failed_mail": r"/mails/\d+/show",
    "conversation": r"/messages/\d+#message-text",
    "letter": r"/mails/\d+/show",
    "duplicate": r"/reservations/duplicates\?group=\d+",
    "declaration": r"/declarations/\d+/show",
    "waiting_offer": r"/waiting-list/\d+/show",
    "price_mismatch": r"/reservations/\d+/show",
    "hand_over": r"/reservations/\d+/show",
    "contract_due": r"/reservations/\d+/show",
    "instalments": r"/reservations/\d+/show",
    "operation_request": r"/operation-requests#request-\d+",
    "capacity": r"/parks/\w+/show",
}
"""Where a line of each kind is worked on."""


REFUND = {"cents": 100, "day": "2026-11-02", "reference": "SEPA 4711"}


def test_every_kind_of_a_reservation_has_its_line_with_due_day_and_band(
    db: Database, kim: TestClient, app: TestClient, clock: HeldClock
) -> None:
    """Tuesday, 3 November 2026; the first was made on the Thursday before."""
    ids = reserve_many(db, clock.now, households(9, solar_share_amount=1))
    do(db, "mark_price_checked", ids[1:], clock.now)
    refused = {"state": "failed", "last_error": "550 mailbox unavailable"}
    db.write(lambda session: session.execute(update(Mail).where(Mail.id == 1).values(refused)) and None)
    ours = {"state": "failed", "last_error": "KeyError while rendering"}
    db.write(lambda session: session.execute(update(Mail).where(Mail.id == 2).values(ours)) and None)
    db.write(lambda session: session.execute(update(Mail).where(Mail.id == 3).values(is_letter=True)) and None)
    set_columns(db, ids[0], created_at=clock.now - timedelta(days=5))
    set_columns(db, ids[1], mobile_phone_e164="+491701000000", duplicate_suspected=True)
    follow_up = f"/api/staff/reservations/{ids[2]}/follow-up"
    kim.put(follow_up, json={"day": "2026-11-02", "seen": None, "subject": "Wegen des Zählers"})
    do(db, "set_follow_up", ids[3:4], clock.now, day=date(2026, 11, 8))
    do(db, "fail_deposit", ids[4:5], clock.now)
    do(db, "invite", ids[6:7], clock.now)
    do(db, "decide", ids[6:7], clock.now)
    do(db, "verify_deposit", ids[5:6], clock.now)
    stand(db, clock.now, ids[5], ReservationState.CANCELLED)
    set_columns(db, ids[5], deposit_state="verified")
    app.post("/api/contact", json=contact_body())
    db.write(lambda session: session.execute(update(Park).values(spot_limit=9)) and None)

    found = {(line["kind"], line["band"]): line for line in lines(kim)}
    assert [(*key, line["due_on"]) for key, line in found.items()] == [
        ("deposit_refund", "legal", "2026-11-17"),
        ("conversation", "waiting", "2026-11-04"),
        ("letter", "waiting", "2026-11-04"),
        ("contract_due", "waiting", "2026-11-05"),
        ("follow_up", "today", "2026-11-02"),
        ("price_mismatch", "today", "2026-11-02"),
        ("capacity", "today", "2026-11-03"),
        ("card_failed", "later", "2026-11-04"),
        ("failed_mail", "later", "2026-11-04"),
        ("refused_mail", "later", "2026-11-04"),
        ("duplicate", "later", "2026-11-05"),
        ("follow_up", "later", "2026-11-08"),
    ]
    assert {key: line["act"] for (key, _), line in found.items() if line["act"] != "page"} == {
        "deposit_refund": "refund", "conversation": "answer", "follow_up": "call", "card_failed": "call",
    }  # fmt: skip
    told = found["follow_up", "today"]
    assert (told["title"], told["detail"], told["spot_number"]) == ("Änne Hc", "Wegen des Zählers", 3)
    assert (told["verb"], told["phone"], told["path"]) == ("Nachfassen", "•••• 0002", f"/reservations/{ids[2]}/show")
    assert found["price_mismatch", "today"]["facts"][0]["label"] == "Paketpreis"
    assert found["refused_mail", "later"]["detail"] == "Das Postfach gibt es nicht."
    assert found["letter", "waiting"]["path"] == "/mails/3/show"
    assert act(kim, found["letter", "waiting"], "done").json()["can_undo"] is False
    assert next(mail["state"] for mail in stored(db, Mail) if mail["id"] == 3) == "sent"
    refund = found["deposit_refund", "legal"]
    assert refund["term"] == {
        "starts_on": "2026-11-03", "ends_on": "2026-11-17", "legal_ends_on": "2026-11-17", "day": 0, "days": 14,
    }  # fmt: skip
    page = kim.get(f"{WORK}?per_page=3&page=2&kind=follow_up").json()
    assert (page["total"], page["data"]) == (2, [])
    assert {kind["name"]: kind["count"] for kind in page["kinds"]}["follow_up"] == 2
    assert page["bands"] == [{"name": "today", "count": 1}, {"name": "later", "count": 1}]
    for line in lines(kim):
        assert re.fullmatch(WHERE[line["kind"]], line["path"]), line
        if line["ending"] == "page":
            continue
        ended = act(kim, line, "done", **REFUND if line["act"] == "refund" else {}).json()
        assert ended["can_undo"] is not line["is_final"], line
        assert ended["can_undo"] or line["step_sentence"].endswith("Das lässt sich nicht zurücknehmen."), line
        if ended["can_undo"]:
            assert act(kim, {**line, "version": ended["version"]}, "undo").status_code == 200, line


def test_every_line_can_be_described_and_ends_as_its_kind_says() -> None:
    assert WHERE.keys() == SOURCES.keys()
    for source in SOURCES.values():
        assert source.button or source.step is None, source.name
        assert source.step or (source.reverse, source.final_sentence) == (None, ""), source.name
        assert source.final_sentence == "" or source.final_sentence.endswith("."), source.name
        assert source.label != source.verb


def test_the_most_urgent_comes_first_by_band_day_moment_kind_and_number() -> None:
    day, at = date(2026, 11, 2), datetime(2026, 11, 2, 9, tzinfo=UTC)
    order = [
        ("refund", "1", day + timedelta(days=9), None), ("letter", "1", day, None),
        ("card_failed", "7", day, at), ("duplicate", "8", day, at + timedelta(hours=1)),
        ("duplicate", "9", day, None), ("duplicate", "10", day, None), ("price_mismatch", "1", day, None),
        ("follow_up", "4", day - timedelta(days=30), None), ("duplicate", "2", day + timedelta(days=1), None),
    ]  # fmt: skip
    lines = [Line(SOURCES[kind], Subject(id_, due_on, at=at), None, due_on) for kind, id_, due_on, at in order]
    found = sorted((lines[n] for n in (3, 7, 0, 5, 8, 1, 6, 4, 2)), key=lambda line: urgency(line, day))
    assert found == lines
    bands = [line.band(day) for line in found]
    assert bands == ["legal", "waiting", *["today"] * 5, "backlog", "later"]


def test_work_is_left_over_once_the_administrators_know_of_it() -> None:
    """A follow-up of Friday is work of Monday; from Tuesday on it is left over."""
    follow_up = Line(SOURCES["follow_up"], Subject("1", date(2026, 10, 30)), None, date(2026, 10, 30))
    days = [date(2026, 10, 29), date(2026, 10, 30), date(2026, 11, 2), date(2026, 11, 3)]
    assert [follow_up.band(day) for day in days] == ["later", "today", "today", "backlog"]


def test_a_follow_up_goes_with_its_reservation_and_one_that_is_set_afterwards_stands(
    db: Database, kim: TestClient, clock: HeldClock
) -> None:
    """Whatever ended it; taking the end back brings the line back as well."""
    ids = reserve_many(db, clock.now, households(3))
    do(db, "set_follow_up", ids, clock.now, day=date(2026, 11, 3))
    cancelled = do(db, "cancel", ids[:1], clock.now, reason="Umzug")
    stand(db, clock.now, ids[1], ReservationState.CONTRACTED)
    do(db, "withdraw", ids[1:2], clock.now)
    assert [line["reservation_id"] for line in lines(kim)] == ids[2:]
    assert kim.post(f"/api/staff/operations/{cancelled.operation_id}/undo", json={}).status_code == 200
    assert [line["reservation_id"] for line in lines(kim)] == [ids[0], ids[2]]
    do(db, "cancel", ids[2:], clock.now, reason="Umzug")
    do(db, "set_follow_up", ids[2:], clock.now, day=date(2026, 11, 2), subject="Ist das Geld da?")
    assert [line["detail"] for line in lines(kim)] == ["Ist das Geld da?", "Wiedervorlage"]


def test_a_line_says_what_it_was_set_for_and_not_what_was_noted_since(
    db: Database, kim: TestClient, clock: HeldClock
) -> None:
    [id_] = reserve_many(db, clock.now, households(1))
    notes = f"/api/staff/reservations/{id_}/notes"
    first = {"text": "Fragt nach dem Vertrag.\nAb 17 Uhr", "follow_up_on": "2026-11-03"}
    assert kim.post(notes, json=first).status_code == 201
    assert kim.post(notes, json={"text": "Hat die Adresse geändert"}).status_code == 201
    assert [line["detail"] for line in lines(kim)] == ["Fragt nach dem Vertrag."]


def test_a_refund_is_noted_with_its_amount_its_day_and_its_reference(
    db: Database, kim: TestClient, clock: HeldClock
) -> None:
    [id_] = reserve_many(db, clock.now, households(1))
    do(db, "verify_deposit", [id_], clock.now)
    stand(db, clock.now, id_, ReservationState.CANCELLED)
    set_columns(db, id_, deposit_state="verified")
    [line] = lines(kim)
    assert line["owed_cents"] == 100
    for given, field in (({}, "cents"), ({**REFUND, "cents": 0}, "cents"), ({**REFUND, "day": "2026-11-04"}, "day")):
        refused = act(kim, line, "done", **given)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, field)
    assert act(kim, line, "done", **REFUND).status_code == 200
    last = stored(db, ReservationChange)[-1]
    assert last["after"] == {
        "deposit_state": "refunded",
        **{"refunded_cents": 100, "refunded_on": "2026-11-02", "refund_reference": "SEPA 4711"},
    }
    assert lines(kim) == []


def test_a_line_is_taken_once_and_the_other_hears_by_whom(
    db: Database, app: TestClient, kim: TestClient, staff_client: SignIn, clock: HeldClock
) -> None:
    do(db, "set_follow_up", reserve_many(db, clock.now, households(1)), clock.now, day=date(2026, 11, 3))
    jonas = staff_client("admin", client=app, name="Jonas Reiter")
    marketing = staff_client("marketing", client=app)
    [line] = lines(kim, "whose=free")
    assert act(jonas, line, "assign", assignee_id=jonas.member.id).json() == {"version": 1, "can_undo": True}  # type: ignore[attr-defined]
    late = act(kim, line, "assign", assignee_id=kim.member.id)  # type: ignore[attr-defined]
    assert (late.status_code, late.json()["code"]) == (409, "work_changed")
    assert late.json()["title"].startswith("Jonas Reiter war schneller.")
    [taken] = lines(jonas, "whose=mine")
    assert taken["assignee"]["name"] == "Jonas Reiter"
    assert (lines(kim, "whose=free"), lines(kim, "whose=mine")) == ([], [])
    nobody = act(kim, taken, "assign", assignee_id=marketing.member.id)  # type: ignore[attr-defined]
    assert nobody.json()["code"] == "no_assignee"
    assert act(kim, taken, "undo").json()["can_undo"] is False
    assert [one["assignee"] for one in lines(kim)] == [None]


def test_a_term_limits_how_long_a_line_is_put_off(
    db: Database, app: TestClient, staff_client: SignIn, clock: HeldClock
) -> None:
    """A card check taken on 3 November goes back until the 17th; on Friday the 13th little time is left."""
    [id_] = reserve_many(db, clock.now, households(1))
    stand(db, clock.now, id_, ReservationState.CANCELLED)
    set_columns(db, id_, deposit_state="verified")
    do(db, "set_follow_up", [id_], clock.now, day=date(2026, 11, 3))
    clock.advance(days=10)
    kim = staff_client("staff", client=app)
    refund = next(line for line in lines(kim) if line["kind"] == "deposit_refund")
    days = [(one["name"], one["day"], one["is_allowed"]) for one in refund["snooze_choices"]]
    assert days == [
        ("tomorrow", "2026-11-16", True), ("monday", "2026-11-17", True), ("week", "2026-11-20", False),
    ]  # fmt: skip
    late = act(kim, refund, "snooze", until="2026-11-20")
    assert (late.json()["code"], late.json()["title"]) == (
        "snoozed_too_long", "Frist endet am Di 17.11., später geht nicht.",
    )  # fmt: skip
    assert act(kim, refund, "snooze", until="2026-11-13").json()["errors"][0]["field"] == "until"
    assert act(kim, refund, "snooze", until="2026-11-16").status_code == 200
    assert [line["kind"] for line in lines(kim)] == ["follow_up"]
    [asleep] = lines(kim, "whose=snoozed")
    assert (asleep["snoozed_until"], asleep["due_on"]) == ("2026-11-16", "2026-11-17")
    clock.advance(days=3)
    kim = staff_client("staff", client=app)
    assert [line["kind"] for line in lines(kim)] == ["deposit_refund", "follow_up"]
    assert kim.get(WORK).json()["counts"] == {
        "mine": 0, "team": 2, "free": 2, "snoozed": 0, "escalated": 2, "done_today": 0,
    }  # fmt: skip


def test_a_step_ends_the_cause_and_is_taken_back_with_it(db: Database, kim: TestClient, clock: HeldClock) -> None:
    [id_] = reserve_many(db, clock.now, households(1))
    do(db, "set_follow_up", [id_], clock.now, day=date(2026, 11, 3))
    [line] = lines(kim)
    done = act(kim, line, "done").json()
    assert (done["can_undo"], lines(kim)) == (True, [])
    shown = kim.get(f"/api/staff/reservations/{id_}").json()
    assert (shown["follow_up_on"], shown["follow_up_subject"]) == (None, None)
    assert kim.get(WORK).json()["counts"]["done_today"] == 1
    assert act(kim, {**line, "version": done["version"]}, "undo").status_code == 200
    [again] = lines(kim)
    assert (again["due_on"], again["can_undo"]) == ("2026-11-03", False)
    assert act(kim, {**again, "version": again["version"]}, "undo").json()["code"] == "nothing_to_undo"
    assert kim.get(WORK).json()["counts"]["done_today"] == 0


def test_a_mark_hides_a_line_until_there_is_a_new_cause(db: Database, kim: TestClient, clock: HeldClock) -> None:
    reserve_many(db, clock.now, households(9))
    park = update(Park).where(Park.id == "ingolstadt")
    db.write(lambda session: session.execute(park.values(spot_limit=11)) and None)
    [line] = lines(kim)
    assert act(kim, line, "done").status_code == 200
    assert lines(kim) == []
    assert act(kim, line, "done").json()["code"] == "not_found"
    db.write(lambda session: session.execute(park.values(spot_limit=9)) and None)
    [fuller] = lines(kim)
    assert (fuller["detail"], fuller["assignee"]) == ("9 von 9 belegt: 9 reserviert.", None)
    assert act(kim, {**fuller, "kind": "unheard_of"}, "done").status_code == 404


def test_a_decision_ends_on_its_own_page(db: Database, kim: TestClient, clock: HeldClock) -> None:
    ids = reserve_many(db, clock.now, households(2))
    set_columns(db, ids[1], mobile_phone_e164="+491701000000", duplicate_suspected=True)
    [line] = lines(kim)
    assert (line["path"], line["ending"]) == (f"/reservations/duplicates?group={ids[0]}", "page")
    pairs = "/api/staff/reservations/duplicates"
    [pair] = kim.get(f"{pairs}?group={ids[0]}").json()["data"]
    assert [member["id"] for member in pair["members"]] == ids
    assert kim.get(f"{pairs}?group={ids[1]}").json()["data"] == []
    assert act(kim, line, "done").json()["code"] == "ends_elsewhere"
