"""The live stream: what one instance commits arrives at every other, once, and in order."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from starlette.testclient import TestClient

from services.core.clock import utc_now
from services.core.db.db import Database
from services.staff import audit
from services.staff.live.feed import LiveFeed
from services.staff.live.news import MOST
from services.staff.sign_in import sessions
from tests.factories import reservation_body
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import COOKIE, OWN_PAGE, Member, StaffClient, add_member

Message = dict[str, Any]
QUIET = {"scheduler": "off", "rate_limits": "off"}


class Stream:
    """An open stream; what was received so far, and the id a browser would go on from."""

    def __init__(self, lines: Iterator[str], last_id: str) -> None:
        self._lines = lines
        self.received: list[Message] = []
        self.last_id = last_id

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is wanted."""
        for line in self._lines:
            name, _, value = line.partition(": ")
            if name == "id":
                self.last_id = value
            elif name == "data":
                self.received.append(json.loads(value))
                if wanted(self.received[-1]):
                    return self.received[-1]
        raise AssertionError(f"the stream ended; it said {self.received}")

    def has_ended(self) -> bool:
        return all(not line.startswith("data") for line in self._lines)


@contextmanager
def streaming(server: Server, member: Member, back: int = 0, **headers: str) -> Iterator[Stream]:
    cookies = {COOKIE: member.token}
    sent = {"Accept": "text/event-stream", **headers}
    with (
        httpx2.Client(timeout=60, cookies=cookies) as http,
        http.stream("GET", f"{server.url}/api/staff/live?back_seconds={back}", headers=sent) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert next(lines) == "retry: 2000"
        yield Stream(lines, next(lines).removeprefix("id: "))


def call(server: Server, member: Member, method: str, path: str, body: object = None) -> httpx2.Response:
    with httpx2.Client(timeout=60, cookies={COOKIE: member.token}, headers=OWN_PAGE) as http:
        return http.request(method, f"{server.url}/api/staff/{path}", json=body)


def reserve(server: Server) -> int:
    answer = httpx2.post(f"{server.url}/functions/v1/reserve-spot", json=reservation_body(), timeout=60)
    return int(answer.json()["spot_number"])


def change_of(number: int) -> Callable[[Message], bool]:
    return lambda message: message["type"] == "change" and message["number"] == number


def viewers_of(number: int, names: list[str]) -> Callable[[Message], bool]:
    def is_wanted(message: Message) -> bool:
        is_theirs = message["type"] == "viewers" and message["reservation_id"] == number
        return is_theirs and [one["name"] for one in message["viewers"]] == names

    return is_wanted


def write_changes(db: Database, count: int) -> None:
    events = [audit.Event("system", "reservation.edited", f"reservation:{number}") for number in range(1, count + 1)]
    db.write(lambda session: audit.append(session, events, utc_now()))


@pytest.mark.both_databases(sample="postgresql")
def test_two_instances_tell_each_other_and_a_broken_line_misses_nothing(
    database_url: str, start_server: StartServer, db: Database
) -> None:
    here, there = (start_server(database_url, **QUIET) for _ in range(2))
    anna, ben, marketer = (add_member(db, role) for role in ("staff", "admin", "marketing"))
    reserve(there)
    tab = str(uuid4())
    with streaming(here, anna) as seen, streaming(here, marketer) as masked:
        shown = call(there, ben, "PUT", f"live/tabs/{tab}", {"reservation_id": 1, "is_typing": True})
        assert shown.status_code == 204, shown.text
        message = seen.until(viewers_of(1, ["Kim Admin"]))
        assert message["viewers"][0] == {"account_id": ben.id, "name": "Kim Admin", "is_typing": True}
        edited = call(there, ben, "PATCH", "reservations/1", {"version": 1, "tags": ["Presse"]})
        assert edited.status_code == 200, edited.text
        change = seen.until(change_of(1))
        assert (change["topic"], change["action"]) == ("reservation", "reservation.edited")
        assert (change["by_account"], change["by_name"]) == (ben.id, "Kim Admin")
        call(there, ben, "DELETE", f"live/tabs/{tab}")
        seen.until(viewers_of(1, []))
        anonymous = masked.until(change_of(1))
        assert (anonymous["by_account"], anonymous["by_name"]) == (None, None)
        last = seen.last_id
    assert "viewers" not in {message["type"] for message in masked.received}

    write_changes(db, 3)
    with streaming(there, anna, **{"Last-Event-ID": last}) as again:
        again.until(change_of(3))
        assert [message["number"] for message in again.received] == [1, 2, 3]
        last = again.last_id
    write_changes(db, MOST + 1)
    with streaming(there, anna, **{"Last-Event-ID": last}) as behind:
        assert behind.until(lambda message: message["type"] != "viewers")["type"] == "many"


def test_a_stream_begins_with_what_changed_before_it_was_open(
    database_url: str, start_server: StartServer, db: Database
) -> None:
    """What a page read before may be older than that. A line that breaks before it told anything goes on from there."""
    server = start_server(database_url, **QUIET)
    member = add_member(db, "staff")
    write_changes(db, 2)
    with streaming(server, member, back=60) as late:
        before = late.last_id
        late.until(change_of(2))
        assert [message["number"] for message in late.received] == [1, 2]
    with streaming(server, member) as silent:
        assert silent.last_id == late.last_id
    for headers in ({"Last-Event-ID": before}, {"Last-Event-ID": silent.last_id}):
        with streaming(server, member, back=60, **headers) as again:
            assert again.last_id == headers["Last-Event-ID"]
    write_changes(db, 3)
    with streaming(server, member, **{"Last-Event-ID": silent.last_id}) as again:
        again.until(change_of(3))
        assert [message["number"] for message in again.received] == [1, 2, 3]


def test_a_stream_that_looks_back_while_the_reader_ends_gets_a_new_one(db: Database) -> None:
    class Slow(LiveFeed):
        """Answers once the reader, which has no stream, has ended."""

        def _end_before(self, back: timedelta) -> int:
            reader = self._reader
            assert reader is not None
            asyncio.run_coroutine_threadsafe(asyncio.wait([reader]), reader.get_loop()).result()
            return super()._end_before(back)

    async def listens() -> bool:
        feed = Slow(db, utc_now, Event())
        async with feed.subscribed(sees_people=True, last_id=None):
            pass
        async with feed.subscribed(sees_people=True, last_id=None, back=timedelta(seconds=5)):
            return feed._reader is not None and not feed._reader.done()

    assert asyncio.run(listens())


def test_streams_end_with_the_process_and_take_no_slot_of_other_calls(
    database_url: str, start_server: StartServer, db: Database
) -> None:
    server = start_server(database_url, **QUIET)
    member = add_member(db, "staff")
    with streaming(server, member) as first:
        with ExitStack() as stack:
            for _ in range(20):
                stack.enter_context(streaming(server, member))
            assert call(server, member, "GET", "today").status_code == 200
        assert server.stop() == 0
        assert first.has_ended()


@pytest.mark.sample(0)
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="resident memory is read from /proc, as Linux has it"
)
def test_fifty_open_consoles_cost_less_than_20_megabytes(
    database_url: str, start_server: StartServer, db: Database
) -> None:
    server = start_server(database_url, **QUIET)
    member = add_member(db, "staff")
    with streaming(server, member) as first:
        write_changes(db, 3)
        first.until(change_of(3))
        before = resident_bytes(server)
        with ExitStack() as stack:
            streams = [stack.enter_context(streaming(server, member)) for _ in range(50)]
            write_changes(db, 3)
            for stream in streams:
                stream.until(change_of(3))
            grown = resident_bytes(server) - before
    print(f"50 open consoles: {grown / 1024 / 1024:.1f} MB")
    assert grown < 20 * 1024 * 1024, f"{grown / 1024 / 1024:.1f} MB"


def resident_bytes(server: Server) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def test_a_stream_is_no_use_of_the_session(database_url: str, start_server: StartServer, db: Database) -> None:
    server = start_server(database_url, **QUIET)
    long_ago = utc_now() - sessions.IDLE / 2
    member = add_member(db, "staff", now=long_ago)
    with streaming(server, member):
        pass
    with db.read() as session:
        assert sessions.of_account(session, member.id, utc_now())[0].last_seen_at == long_ago


def test_who_may_listen(client: TestClient, staff_client: StaffClient) -> None:
    for role, status in (("marketing", 403), ("staff", 204)):
        body = {"reservation_id": 1}
        assert staff_client(role).put(f"/api/staff/live/tabs/{uuid4()}", json=body).status_code == status
    assert client.get("/api/staff/live").status_code == 401
    assert staff_client("staff").get("/api/staff/live?back_seconds=3601").status_code == 422
    refused = staff_client("staff").put(f"/api/staff/live/tabs/{uuid4()}", json={"reservation_id": "x"})
    assert refused.status_code == 422
