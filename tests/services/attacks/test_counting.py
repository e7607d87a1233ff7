"""What is refused is counted, for all processes together and without a write for each call."""

from datetime import UTC, datetime, timedelta

import pytest

from services.attacks import keep
from services.attacks.keep import flush, forget_old
from services.attacks.kinds import Kind
from services.attacks.models import PolicyViolation, RefusedCaller, RefusedCount
from services.attacks.observe import connection_counter
from services.attacks.tally import MOST_CALLERS, Tally, Violation
from services.core.db.db import Database
from services.core.http.errors import BadRequest, DatabaseUnavailable, HeadTooLarge, RateLimited, RequestTimeout
from tests.factories import reservation_body
from tests.services.attacks.conftest import OpenProduct, Product
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

OWN = {"Sec-Fetch-Site": "same-origin"}


def test_each_refusal_is_counted_by_its_reason(open_product: OpenProduct) -> None:
    product = open_product(rate_limits="visit=1/60,contact=1/600")
    client = product.client
    for _ in range(3):
        client.post("/api/visits", json={"step": "page_view"}, headers=OWN)
    client.post("/api/staff/session", json={}, headers={"Sec-Fetch-Site": "cross-site"})
    client.get("/", headers=[("Host", "a.example"), ("Host", "b.example")])
    client.post("/api/contact", content=b"x" * 70_000, headers={"Content-Type": "application/json"})
    for _ in range(2):
        client.post("/functions/v1/reserve-spot", json={"homepage": "https://spam.example"})
    client.get("/gibt-es-nicht")
    assert product.calls() == {
        ("rate", "visit"): 2,
        ("cross_site", "cross_site"): 1,
        ("host", ""): 1,
        ("too_large", "too_large"): 1,
        ("reserve", ""): 2,
    }


def test_refusals_that_are_answers_of_a_group_are_counted_too(open_product: OpenProduct) -> None:
    """A reservation beyond a limit is refused within the transaction of its neighbours, not by an exception."""
    product = open_product(rate_limits="reserve=1/600,fill_seconds=0")
    for _ in range(3):
        product.client.post("/functions/v1/reserve-spot", json=reservation_body())
    assert product.calls()["rate", "reserve"] == 2


def test_connections_that_are_refused_or_ended_are_counted() -> None:
    tally = Tally(b"secret", HeldClock())
    count = connection_counter(tally)
    refused = (RateLimited(60, "connections"), DatabaseUnavailable(), HeadTooLarge(), RequestTimeout(), BadRequest())
    for problem in refused:
        count(problem, "192.0.2.7")
    assert {(moment.kind, moment.name): calls for moment, calls in tally.take().calls.items()} == {
        ("rate", "connections"): 1,
        ("shed", "connections"): 1,
        ("too_large", "head_too_large"): 1,
        ("slow", "request_timeout"): 1,
    }


@pytest.mark.both_databases
def test_counts_of_several_processes_add_up_by_minute_and_hour(db: Database) -> None:
    clock = HeldClock(datetime(2026, 11, 3, 10, 59, 30, tzinfo=UTC))
    tallies = [Tally(b"secret", clock) for _ in range(3)]
    for _ in range(2):
        for tally in tallies:
            for _ in range(5):
                tally.count(Kind.RATE, "visit", "192.0.2.7")
            tally.count(Kind.RATE, "visit", "198.51.100.1")
            flush(tally, db)
        clock.advance(minutes=1)
    rows = stored(db, RefusedCount)
    assert sorted((row["span"], row["calls"]) for row in rows) == [(60, 18), (60, 18), (3600, 18), (3600, 18)]
    assert len(stored(db, RefusedCaller)) == 2


def test_a_flood_costs_one_transaction_and_no_more_callers_than_are_told_apart(db: Database) -> None:
    tally = Tally(b"secret", HeldClock())
    for number in range(20_000):
        tally.count(Kind.RATE, "visit", f"10.{number % 256}.{number // 256}.1")
    counts = tally.take()
    assert sum(counts.calls.values()) == 20_000
    assert len(counts.calls) == 1
    assert len(counts.callers) == MOST_CALLERS
    tally.put_back(counts)
    flush(tally, db)
    assert [row["calls"] for row in stored(db, RefusedCount)] == [20_000, 20_000]


def test_no_caller_can_be_found_again_on_another_day(db: Database) -> None:
    """And all addresses of one network are one caller."""
    clock = HeldClock()
    tally = Tally(b"secret", clock)
    for address in ("192.0.2.7", "192.0.2.99", "2001:db8::/64", "2001:db8:0:ff::/64"):
        tally.count(Kind.RATE, "visit", address)
    clock.advance(days=1)
    tally.count(Kind.RATE, "visit", "192.0.2.7")
    flush(tally, db)
    rows = stored(db, RefusedCaller)
    assert len(rows) == 3
    assert len({row["caller"] for row in rows}) == 3
    assert not any("192" in row["caller"] and "." in row["caller"] for row in rows)


def test_what_cannot_be_written_is_written_later(product: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    product.tally.count(Kind.HOST)
    with monkeypatch.context() as patch:
        patch.setattr(keep, "store", _failing)
        flush(product.tally, product.db)
    product.tally.count(Kind.HOST)
    assert product.calls() == {("host", ""): 2}


def _failing(*_: object) -> None:
    raise OSError


def test_made_up_reports_do_not_fill_the_table(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keep, "MOST_ROWS", 10)
    tally = Tally(b"secret", HeldClock())
    for round_ in range(2):
        for number in range(12):
            tally.report(Violation("/", "img-src", f"https://{round_}-{number}.example", "", from_extension=False))
        flush(tally, db)
    tally.report(Violation("/", "img-src", "https://0-3.example", "", from_extension=False))
    flush(tally, db)
    rows = {row["blocked"]: row["calls"] for row in stored(db, PolicyViolation)}
    assert len(rows) == 13
    assert (rows["other"], rows["https://0-3.example"]) == (12, 2)


@pytest.mark.both_databases
def test_old_counts_are_forgotten(db: Database) -> None:
    clock = HeldClock()
    tally = Tally(b"secret", clock)
    for days in (0, 3, 8, 31, 36):
        clock.now = HeldClock().now - timedelta(days=days)
        tally.count(Kind.RATE, "visit", "192.0.2.7")
        tally.report(Violation("/", "img-src", "inline", "", from_extension=False))
        flush(tally, db)
    db.write(lambda session: forget_old(session, HeldClock().now))
    spans = [(row["span"], row["kind"]) for row in stored(db, RefusedCount)]
    assert (spans.count((60, "rate")), spans.count((3600, "rate"))) == (1, 4)
    assert len(stored(db, RefusedCaller)) == 2
    assert len(stored(db, PolicyViolation)) == 3
