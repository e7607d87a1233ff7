"""An object store that works, but slowly: reports come late or say so in German, and nothing else waits for it."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import httpx2
import pytest

from services.core.clock import utc_now
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import NOON, add_visits, visits_from
from tests.factories import letters, reservation_body
from tests.fixtures.object_store import ObjectStore
from tests.fixtures.proved import PROVING, proved
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member
from tests.scale.objects.gate import Gate, gate_to
from tests.scale.objects.places import machine

REPORTS = proved(4, 32)
FILES = proved(2, 4)
ROUNDS = 5
SECRET = "a secret for tests that all the servers know"
_LONGEST_SECONDS = 240


@dataclass
class Seen:
    """Seconds of each household's call, by kind; how many rounds ended while no report had; answers of the reports."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    rounds_before_reports: int = 0
    answers: list[httpx2.Response] = field(default_factory=list)


@pytest.fixture
def gate(objects_url: str, lasting_object_store: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    with gate_to(lasting_object_store.variables["AWS_ENDPOINT_URL"]) as gate:
        monkeypatch.setenv("AWS_ENDPOINT_URL", gate.url)
        gate.answers_after, gate.bytes_a_second = proved(0.4, 1.5), 200_000
        yield gate


@pytest.fixture
def start(
    gate: Gate, objects_url: str, sqlite_url: str, start_server: StartServer, tmp_path: Path
) -> Callable[[str], Server]:
    """Servers on one filled store, each with no copies yet."""
    with closing(Database(sqlite_url)) as db:
        for _ in range(FILES):
            add_visits(db, visits_from(NOON, 300))
            settings = machine(objects_url, sqlite_url, tmp_path / "worker")
            StoreIngest(db, store_of(settings), utc_now, chunk_rows=300).run()

    def started(name: str) -> Server:
        given = {"store_url": objects_url, "secret": SECRET, "rate_limits": "off", "scheduler": "off"}
        return start_server(sqlite_url, data_dir=tmp_path / name, **given)

    return started


def under_reports(server: Server, database_url: str, first_household: int) -> Seen:
    """Ask for reports at once, and be a household until the last one has an answer."""
    with closing(Database(database_url)) as db:
        token = add_member(db, "marketing").token
    seen, households = Seen(), iter(range(first_household, first_household + 10_000))
    with ThreadPoolExecutor(REPORTS) as threads, httpx2.Client(base_url=server.url, timeout=60) as http:
        reports = [threads.submit(_report, server, token, number) for number in range(REPORTS)]
        _asked_for.acquire(timeout=60)
        while len(seen.seconds.get("healthz", ())) < ROUNDS or not all(report.done() for report in reports):
            _round(http, next(households), seen)
            if not any(report.done() and report.result().status_code in (200, 201) for report in reports):
                seen.rounds_before_reports += 1
        wait(reports, _LONGEST_SECONDS)
        seen.answers = [report.result() for report in reports]
    return seen


_asked_for = threading.Semaphore(0)


def _report(server: Server, token: str, number: int) -> httpx2.Response:
    """Half of them are read, half are kept, of periods of their own, so that none is answered from memory."""
    first = f"2026-{1 + number % 9:02}-01"
    headers, cookies = {**OWN_PAGE, "Origin": server.url}, {COOKIE: token}
    with httpx2.Client(base_url=server.url, headers=headers, cookies=cookies, timeout=_LONGEST_SECONDS) as http:
        _asked_for.release()
        period = {"from": first, "to": "2026-11-20"}
        if number % 2:
            body = {"report": "overview", "label": f"Lauf {number}", "parameters": period}
            return http.post("/api/staff/report-runs", json=body)
        return http.get("/api/staff/reports/overview", params=period)


def _round(http: httpx2.Client, number: int, seen: Seen) -> None:
    body = reservation_body(
        email=f"haushalt-{number}@example.org",
        mobile_phone=f"0170 {5000000 + number}",
        last_name=f"Nachname{letters(number)}",
    )
    calls: dict[str, Callable[[], httpx2.Response]] = {
        "healthz": lambda: http.get("/healthz"),
        "parks": lambda: http.get("/api/parks"),
        "reserve": lambda: http.post("/functions/v1/reserve-spot", json=body),
    }
    for name, call in calls.items():
        begun = time.perf_counter()
        answer = call()
        seen.seconds.setdefault(name, []).append(time.perf_counter() - begun)
        assert answer.status_code in (200, 409), answer.text  # once the park is full it is 409


@pytest.mark.sample(0)
def test_reports_come_late_or_say_so_and_no_household_waits_for_them(
    start: Callable[[str], Server], gate: Gate, sqlite_url: str
) -> None:
    usual = under_reports(start("usual"), sqlite_url, 1) if PROVING else Seen()
    server = start("slow")
    gate.set("slow")
    slow = under_reports(server, sqlite_url, 20_000)
    for answer in (*usual.answers, *slow.answers):
        is_late = answer.status_code == 503 and answer.json()["code"] in ("busy", "store_silent", "files_unavailable")
        assert is_late or answer.status_code in (200, 201), answer.text
        if is_late:
            said = answer.json()["title"] + answer.json().get("detail", "")
            assert "Gerade werden schon 12 Berichte" in said or "Speicher" in said
    assert any(answer.status_code in (200, 201) for answer in slow.answers)
    assert slow.rounds_before_reports >= ROUNDS, "households were served while every report still waited"
    for name, seconds in usual.seconds.items():
        assert median(slow.seconds[name]) < 3 * median(seconds) + 0.05, name
