"""From something that happened to a receiver that knows it: once, signed, retried, without a name in it."""

import threading
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.household.deadlines import CONFIRMATION, lapse_due
from services.household.give_up import give_up, take_back
from services.integrations import endpoints, queue
from services.integrations.delivery import WebhookDelivery
from services.integrations.events import EVENTS
from services.integrations.models import DeliveryState, WebhookSecret
from services.mail.models import Mail
from services.reports.models import ReportRun
from services.reservations.desk.undo import undo
from services.reservations.models import Reservation
from services.schedules.runs import FailedBecause
from services.staff import audit
from services.staff.models import AuditEntry
from tests.fixtures.http_peer import HttpPeer, listening_http, status
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import add_member
from tests.services.held_clock import HeldClock
from tests.services.integrations.receiving import (
    ACTOR,
    KEY,
    add_endpoint,
    attempts,
    deliverer,
    deliveries,
    endpoint_of,
    is_signed,
    told,
)
from tests.services.reservations.standing import do, households, reserve_many

pytestmark = pytest.mark.both_databases(sample="postgresql")

CANARIES = {
    "first_name": "Kanarina",
    "last_name": "Vogelsang",
    "email": "kanarina@vogelsang.example",
    "mobile_phone": "0170 7654321",
    "postcode": "98765",
}
TRACES = ("Kanarina", "Vogelsang", "vogelsang", "7654321", "98765", "Auf Wunsch des Haushalts")


def reserve(db: Database, clock: HeldClock, count: int = 1) -> list[int]:
    return reserve_many(db, clock(), households(count))


def test_deliveries_of_a_clock_that_was_ahead_are_due(db: Database, clock: HeldClock, http_peer: HttpPeer) -> None:
    endpoint, _ = add_endpoint(db, clock, http_peer.url)
    clock.advance(days=2)
    reserve(db, clock)
    http_peer.answers.append(status(503))
    assert deliverer(db, clock).deliver_due() == Counter({DeliveryState.WAITING: 1})
    assert endpoint_of(db, endpoint).rests_until is not None
    clock.advance(days=-2)
    assert deliverer(db, clock).deliver_due() == Counter({DeliveryState.DELIVERED: 1})


def test_a_reservation_is_told_step_by_step_without_a_name(db: Database, clock: HeldClock, http_peer: HttpPeer) -> None:
    _, secret = add_endpoint(db, clock, http_peer.url)
    kept, dropped = reserve_many(db, clock(), households(2, **CANARIES))
    for name in ("invite", "contract", "activate", "end"):
        do(db, name, [kept], clock())
    do(db, "add_tag", [kept], clock(), tag="Presse")
    cancelled = do(db, "cancel", [dropped], clock())
    db.write(lambda session: undo(session, cancelled.operation_id, ACTOR, "admin", clock()))
    assert deliverer(db, clock).deliver_due() == Counter({DeliveryState.DELIVERED: 8})
    bodies = told(http_peer.received)
    assert [(body["type"], body["data"]["id"], body["data"]["state"]) for body in bodies] == [
        ("reservation.created", kept, "reserved"),
        ("reservation.created", dropped, "reserved"),
        ("reservation.invited", kept, "invited"),
        ("reservation.contracted", kept, "contracted"),
        ("reservation.activated", kept, "active"),
        ("reservation.ended", kept, "ended"),
        ("reservation.cancelled", dropped, "cancelled"),
        ("reservation.undone", dropped, "reserved"),
    ]
    assert set(bodies[0]["data"]) == {"id", "reference", "park", "spot", "state", "package", "annual_kwh"}
    assert (bodies[0]["data"]["package"], bodies[0]["data"]["spot"]) == ("Standard", 1)
    sequences = [body["sequence"] for body in bodies]
    assert sequences == sorted(set(sequences))
    for received in http_peer.received:
        assert is_signed(received, secret)
        everything = received.body.decode() + repr(received.headers) + received.line
        assert [trace for trace in TRACES if trace in everything] == []


def test_what_happened_before_a_webhook_was_there_is_not_told(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    reserve(db, clock)
    deliverer(db, clock).deliver_due()
    add_endpoint(db, clock, http_peer.url, ["reservation.invited"])
    (second,) = reserve_many(db, clock(), [households(2)[1]])
    do(db, "invite", [second], clock())
    deliverer(db, clock).deliver_due()
    assert [body["type"] for body in told(http_peer.received)] == ["reservation.invited"]


def test_a_merged_reservation_is_told_as_cancelled_and_the_kept_one_not_at_all(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    from services.reservations.desk.duplicates import merge

    add_endpoint(db, clock, http_peer.url, ["reservation.cancelled"])
    kept, dropped = reserve_many(db, clock(), households(2, last_name="Gleich"))
    db.write(lambda session: merge(session, [kept, dropped], ACTOR, "Doppelt", clock()))
    deliverer(db, clock).deliver_due()
    assert [(body["data"]["id"], body["data"]["state"]) for body in told(http_peer.received)] == [
        (dropped, "cancelled")
    ]


def test_what_a_household_does_itself_is_told_like_what_staff_do(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    first, second = reserve(db, clock, 2)
    add_endpoint(db, clock, http_peer.url, ["reservation.cancelled", "reservation.expired", "reservation.undone"])
    db.write(lambda session: give_up(session, first, clock()))
    db.write(lambda session: take_back(session, first, clock()))
    is_due = update(Reservation).where(Reservation.id == second)
    db.write(lambda session: session.execute(is_due.values(email_confirmed_at=None, confirm_by=clock())))
    db.write(lambda session: lapse_due(CONFIRMATION, session, clock(), 0))
    deliverer(db, clock).deliver_due()
    assert [(body["type"], body["data"]["id"], body["data"]["state"]) for body in told(http_peer.received)] == [
        ("reservation.cancelled", first, "cancelled"),
        ("reservation.undone", first, "reserved"),
        ("reservation.expired", second, "expired"),
    ]


def test_five_hundred_then_two_hundred_is_one_event_with_one_id(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    id_, secret = add_endpoint(db, clock, http_peer.url)
    reserve(db, clock)
    http_peer.answers = [status(500), status(503, "Retry-After: 90")]
    job = deliverer(db, clock)
    assert job.deliver_due() == Counter({DeliveryState.WAITING: 1})
    assert job.deliver_due() == Counter(), "not before its time"
    assert endpoint_of(db, id_).failures == 1
    clock.advance(seconds=6)
    job.deliver_due()
    (delivery,) = deliveries(db)
    assert delivery.next_attempt_at == clock() + timedelta(seconds=90), "as long as the receiver asked for"
    clock.advance(seconds=91)
    assert job.deliver_due() == Counter({DeliveryState.DELIVERED: 1})
    assert len({one.headers["webhook-id"] for one in http_peer.received}) == 1
    assert len({one.body for one in http_peer.received}) == 1
    stamps = [int(one.headers["webhook-timestamp"]) for one in http_peer.received]
    assert stamps == sorted(set(stamps)), "each attempt bears its own moment, so that none is refused as old"
    assert all(is_signed(one, secret) for one in http_peer.received)
    assert [(one.number, one.status, one.problem) for one in attempts(db)] == [
        (1, 500, "refused"),
        (2, 503, "refused"),
        (3, 204, None),
    ]
    (endpoint,) = [endpoint_of(db, id_)]
    assert (endpoint.failures, endpoint.failing_since, endpoint.rests_until) == (0, None, None)


def test_after_twelve_attempts_an_event_is_given_up_and_can_be_sent_anew(
    db: Database, clock: HeldClock, http_peer: HttpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "PAUSED_AFTER", timedelta(days=30))
    id_, _ = add_endpoint(db, clock, http_peer.url, ["reservation.created"])
    reserve(db, clock)
    http_peer.answers = [status(500)] * queue.MOST_TRIES
    job = deliverer(db, clock)
    waited = []
    for _ in range(queue.MOST_TRIES):
        job.deliver_due()
        (delivery,) = deliveries(db)
        waited.append(delivery.next_attempt_at - clock())
        clock.advance(days=1)
    assert (delivery.state, delivery.attempts) == ("failed", 12)
    assert all(delay * 0.8 <= wait <= delay for wait, delay in zip(waited, queue.DELAYS, strict=False))
    assert job.deliver_due() == Counter()
    assert db.write(lambda session: endpoints.replay_failed(session, id_, ACTOR, clock())) == 1
    assert job.deliver_due() == Counter({DeliveryState.DELIVERED: 1})
    assert len({one.headers["webhook-id"] for one in http_peer.received}) == 1
    assert len(attempts(db)) == 13


def test_a_receiver_that_fails_for_a_day_is_paused_and_administrators_are_told(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    admin, other = add_member(db, "admin", now=clock()), add_member(db, "staff", now=clock())
    id_, _ = add_endpoint(db, clock, http_peer.url, ["reservation.created"])
    reserve(db, clock)
    http_peer.default = status(500)
    job = deliverer(db, clock)
    while endpoint_of(db, id_).paused_at is None:
        assert job.deliver_due()[DeliveryState.WAITING] == 1
        clock.now = deliveries(db)[0].next_attempt_at + timedelta(minutes=15)
    endpoint = endpoint_of(db, id_)
    assert (endpoint.paused_by, endpoint.paused_because) == ("system", "refused")
    assert timedelta(days=1) <= endpoint.paused_at - endpoint.failing_since <= timedelta(days=2)
    with db.read() as session:
        (mail,) = session.scalars(select(Mail).where(Mail.kind == "webhook_paused"))
        last = session.scalars(select(AuditEntry).order_by(AuditEntry.id.desc()).limit(1)).one()
    assert (mail.recipient, mail.values["link"]) == (admin.email, f"https://voltigo.example/admin/webhooks/{id_}")
    assert mail.recipient != other.email
    assert (last.actor, last.action, last.details) == ("system", "webhook.paused", {"because": "refused"})
    seen = len(http_peer.received)
    reserve_many(db, clock(), [households(2)[1]])
    assert job.deliver_due() == Counter()
    assert len(http_peer.received) == seen
    http_peer.default = status(204)
    db.write(lambda session: endpoints.resume(session, id_, ACTOR, clock()))
    assert job.deliver_due() == Counter({DeliveryState.DELIVERED: 2}), "what was collected meanwhile arrives as well"


def test_a_receiver_that_is_gone_is_paused_at_once(db: Database, clock: HeldClock, http_peer: HttpPeer) -> None:
    id_, _ = add_endpoint(db, clock, http_peer.url)
    reserve(db, clock)
    http_peer.answers = [status(410)]
    deliverer(db, clock).deliver_due()
    assert endpoint_of(db, id_).paused_because == "gone"


def test_a_failing_receiver_is_asked_once_not_for_every_event(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    add_endpoint(db, clock, http_peer.url)
    healthy = HttpPeer()
    http_peer.default = status(500)
    with listening_http(healthy):
        add_endpoint(db, clock, healthy.url)
        reserve(db, clock, 20)
        job = deliverer(db, clock)
        assert job.deliver_due() == Counter({DeliveryState.DELIVERED: 20, DeliveryState.WAITING: 1})
    assert len(http_peer.received) == 1


def test_killed_between_sending_and_noting_the_same_id_comes_again(
    db: Database, clock: HeldClock, http_peer: HttpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_endpoint(db, clock, http_peer.url)
    reserve(db, clock)

    def die(self: WebhookDelivery, due: queue.Due) -> None:
        self._send(due)
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr(WebhookDelivery, "_deliver", die)
        # A killed process gives nothing back either.
        dying.setattr(queue, "release_endpoint", lambda *_args: None)
        with pytest.raises(SystemExit):
            deliverer(db, clock).deliver_due()
    (delivery,) = deliveries(db)
    assert (delivery.state, delivery.attempts, delivery.problem) == ("waiting", 1, "interrupted")
    assert deliverer(db, clock).deliver_due() == Counter(), "the lease of the dead still stands"
    clock.advance(seconds=61)
    assert deliverer(db, clock).deliver_due() == Counter({DeliveryState.DELIVERED: 1})
    first, second = http_peer.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body


def test_two_processes_tell_each_event_once_and_in_order(
    database_url: str, db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    add_endpoint(db, clock, http_peer.url, ["reservation.created"])
    ids = reserve(db, clock, 25)
    others = [Database(database_url) for _ in range(3)]
    begin = threading.Barrier(len(others))

    def work(own: Database) -> None:
        begin.wait()
        job = deliverer(own, clock)
        while any(one.state == "waiting" for one in deliveries(own)) or not deliveries(own):
            job.deliver_due()

    threads = [threading.Thread(target=work, args=(own,)) for own in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for own in others:
        own.close()
    assert [body["data"]["id"] for body in told(http_peer.received)] == ids
    assert {one.attempts for one in deliveries(db)} == {1}


def test_a_late_result_changes_nothing_that_another_process_has_begun(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    id_, _ = add_endpoint(db, clock, http_peer.url)
    reserve(db, clock)
    job = deliverer(db, clock)
    http_peer.answers = [status(500)]
    job.deliver_due()
    late = queue.Due(deliveries(db)[0].id, id_, deliveries(db)[0].message_id, "{}", 1)
    clock.advance(minutes=1)
    job.deliver_due()
    db.write(lambda session: queue.note(session, late, queue.Answer(1, None, "timed_out"), clock(), clock()))
    (delivery,) = deliveries(db)
    assert (delivery.state, delivery.problem) == ("delivered", None)
    assert endpoint_of(db, id_).failures == 0


def test_for_a_day_after_a_rotation_both_secrets_sign(db: Database, clock: HeldClock, http_peer: HttpPeer) -> None:
    id_, old = add_endpoint(db, clock, http_peer.url)
    _, new = db.write(lambda session: endpoints.rotate(session, id_, ACTOR, KEY.encode(), clock()))
    assert old != new
    job = deliverer(db, clock)
    reserve(db, clock)
    job.deliver_due()
    clock.advance(hours=24)
    reserve_many(db, clock(), [households(2)[1]])
    job.deliver_due()
    during, after = http_peer.received
    assert (is_signed(during, old), is_signed(during, new)) == (True, True)
    assert (is_signed(after, old), is_signed(after, new)) == (False, True)


def test_the_database_alone_does_not_hold_the_secret(db: Database, clock: HeldClock, http_peer: HttpPeer) -> None:
    _, secret = add_endpoint(db, clock, http_peer.url)
    with db.read() as session:
        (row,) = session.scalars(select(WebhookSecret))
    assert secret not in repr(vars(row))
    reserve(db, clock)
    deliverer(db, clock, secret="another secret of the installation").deliver_due()
    assert http_peer.received == [], "better nothing than something no receiver would believe"
    assert deliveries(db)[0].problem == "secret_changed"


def test_a_removed_webhook_gets_nothing_more(db: Database, clock: HeldClock, http_peer: HttpPeer) -> None:
    id_, _ = add_endpoint(db, clock, http_peer.url)
    reserve(db, clock)
    http_peer.answers = [status(500)]
    job = deliverer(db, clock)
    job.deliver_due()
    db.write(lambda session: endpoints.remove(session, id_, ACTOR, clock()))
    clock.advance(hours=1)
    assert job.deliver_due() == Counter()
    assert len(http_peer.received) == 1


@pytest.mark.parametrize("why", FailedBecause)
def test_a_failed_run_says_whether_it_was_computed(
    why: FailedBecause, db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    step = "delivery" if why is FailedBecause.DELIVERY else "computation"

    def unit(session: Session) -> None:
        run = ReportRun(
            report="overview", parameters={}, trigger="scheduled", state="failed", label="", created_by="system",
            created_at=clock(), started_at=clock(), schedule_id=7,
        )  # fmt: skip
        session.add(run)
        session.flush()
        audit.append(
            session, [audit.Event("system", "report_run.failed", f"report_run:{run.id}", {"why": why.value})], clock()
        )

    add_endpoint(db, clock, http_peer.url)
    db.write(unit)
    deliverer(db, clock).deliver_due()
    [body] = told(http_peer.received)
    assert (body["type"], body["data"]["failed_step"]) == ("report_run.failed", step)
    page = (ROOT / "services/integrations/WEBHOOKS.md").read_text(encoding="utf-8")
    assert f"| `{step}` |" in page


def test_a_run_of_a_schedule_is_told_without_what_staff_wrote(
    db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    def unit(session: Session) -> None:
        run = {
            "report": "overview", "parameters": {}, "trigger": "scheduled", "state": "delivered", "rows": 12,
            "label": "Für Kanarina Vogelsang", "created_by": "staff:1", "created_at": clock(), "started_at": clock(),
            "schedule_id": 7, "sha256": "ab" * 32,
        }  # fmt: skip
        told_run, trial = ReportRun(**run), ReportRun(**run, is_test=True)
        session.add_all([told_run, trial])
        session.flush()
        actions = ("report_run.generated", "report_run.delivered")
        events = [audit.Event("system", name, f"report_run:{one.id}") for one in (trial, told_run) for name in actions]
        audit.append(session, events, clock())

    add_endpoint(db, clock, http_peer.url)
    db.write(unit)
    deliverer(db, clock).deliver_due()
    bodies = told(http_peer.received)
    assert [body["type"] for body in bodies] == ["report_run.generated", "report_run.delivered"]
    data = bodies[1]["data"]
    assert (data["schedule"], data["report"], data["rows"], data["sha256"]) == (7, "overview", 12, "ab" * 32)
    assert data["url"] == "https://voltigo.example/api/reports/7/runs/latest.parquet"
    assert [trace for trace in TRACES if trace in http_peer.received[1].body.decode()] == []


def test_what_receivers_are_told_to_do_verifies_a_delivery(
    db: Database, clock: HeldClock, http_peer: HttpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The example of the documentation, run as it stands there."""
    text = (ROOT / "services/integrations/WEBHOOKS.md").read_text(encoding="utf-8")
    example: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], example)
    _, secret = add_endpoint(db, clock, http_peer.url)
    reserve(db, clock)
    deliverer(db, clock).deliver_due()
    (received,) = http_peer.received
    monkeypatch.setattr("time.time", lambda: clock().timestamp() + 299)
    assert example["is_ours"](secret, received.headers, received.body)
    assert not example["is_ours"](secret, received.headers, received.body + b" ")
    monkeypatch.setattr("time.time", lambda: clock().timestamp() + 301)
    assert not example["is_ours"](secret, received.headers, received.body)
    assert [event for event in EVENTS if f"`{event}`" not in text and f"`.{event.partition('.')[2]}`" not in text] == []


def test_every_action_that_is_told_exists_and_has_words() -> None:
    from services.integrations.events import _TYPES
    from services.reservations.transitions import STATE_OPERATIONS

    assert set(_TYPES.values()) == set(EVENTS)
    for operation in STATE_OPERATIONS:
        assert f"reservation.{operation.name}" in _TYPES
