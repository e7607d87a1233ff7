"""Many visits at once, a server that dies under them, and what is left of a visitor on the disk."""

import asyncio
import threading
from collections import Counter
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import func, select

from services.core.db.db import Base, Database
from services.visits.models import Visit
from tests.fixtures.servers import Server, StartServer
from tests.services.core.test_logs import log_of
from tests.services.visits.conftest import FIREFOX, OWN_SCRIPT, visit_body

pytestmark = pytest.mark.both_databases(sample="postgresql")

QUIET = {"scheduler": "off", "rate_limits": "off"}


def report_all(
    servers: list[str], marks: list[str], *, clients: int, headers: dict[str, str] | None = None
) -> set[str]:
    """Report a visit for each mark, `clients` at a time; answers the marks of those that were acknowledged."""
    acknowledged: set[str] = set()

    async def send(http: httpx2.AsyncClient, turn: asyncio.Semaphore, number: int, mark: str) -> None:
        body = visit_body(touch={"utm_campaign": mark})
        async with turn:
            try:
                address = f"{servers[number % len(servers)]}/api/visits"
                answer = await http.post(
                    address, json=body, headers=OWN_SCRIPT | {"User-Agent": FIREFOX, **(headers or {})}
                )
            except httpx2.TransportError:
                return
        if answer.status_code == 204:
            acknowledged.add(mark)

    async def run() -> None:
        turn = asyncio.Semaphore(clients)
        limits = httpx2.Limits(max_connections=clients)
        async with httpx2.AsyncClient(timeout=60, limits=limits) as http:
            await asyncio.gather(*(send(http, turn, number, mark) for number, mark in enumerate(marks)))

    asyncio.run(run())
    return acknowledged


def stored_marks(db: Database) -> Counter[str]:
    with db.read() as session:
        return Counter(session.scalars(select(Visit.utm_campaign)))


def test_64_callers_on_two_servers_lose_and_double_nothing(
    database_url: str, start_server: StartServer, db: Database
) -> None:
    servers = [start_server(database_url, **QUIET).url for _ in range(2)]
    marks = [f"m{number}" for number in range(320)]
    assert report_all(servers, marks, clients=64) == set(marks)
    assert stored_marks(db) == Counter(marks)
    with db.read() as session:
        assert session.scalar(select(func.count(Visit.visitor.distinct()))) == 1


def test_a_killed_server_loses_no_acknowledged_visit(
    database_url: str, start_server: StartServer, db: Database
) -> None:
    server = start_server(database_url, **QUIET)
    marks = [f"m{number}" for number in range(1000)]
    acknowledged: set[str] = set()
    load = threading.Thread(target=lambda: acknowledged.update(report_all([server.url], marks, clients=64)))
    load.start()
    while sum(stored_marks(db).values()) < 200:  # the load itself bounds the wait
        pass
    server.kill()
    load.join()
    kept = stored_marks(db)
    assert len(acknowledged) < len(marks), "the kill came too late to prove anything"
    assert len(acknowledged) >= 100
    assert acknowledged <= set(kept)
    assert set(kept.values()) == {1}


ADDRESS = "198.51.100.77"
BROWSER = "Schnabelbrowser/7.3 (Vogelhaus)"
TRACES = (ADDRESS, "Schnabelbrowser", "Vogelhaus", "kanarina@example.org", "kanarina", "geheimer-weg")


def visit_as_somebody(server: Server) -> None:
    headers = OWN_SCRIPT | {"X-Forwarded-For": ADDRESS, "User-Agent": BROWSER}
    headers["Referer"] = "https://vogelhaus.example/Vogelhaus"
    touch = {"utm_source": "google", "utm_content": "kanarina@example.org"}
    with httpx2.Client(base_url=server.url, headers=headers, timeout=20) as http:
        path = "/geheimer-weg/kanarina"
        assert http.post("/api/visits", json=visit_body(path=path, touch=touch)).status_code == 204
        assert http.post("/api/visits", json=visit_body(step="kanarina")).status_code == 422
        assert http.post("/api/visits?kanarina=1", content=b"kanarina").status_code == 400
        assert http.get("/l/kanarina?utm_source=Vogelhaus").status_code == 404
    report_all([server.url], ["a-campaign-to-be-found"], clients=1, headers=headers)


def test_neither_address_nor_browser_is_in_the_database_or_the_logs(sqlite_url: str, start_server: StartServer) -> None:
    """All bytes of the files, logs of the database included."""
    server = start_server(sqlite_url, rate_limits="on", trusted_proxies="127.0.0.0/8")
    visit_as_somebody(server)
    log = log_of(server)
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    kept = b"".join(file.read_bytes() for file in [*path.parent.glob("voltigo.sqlite3*"), *_files(server.data_dir)])
    assert b"a-campaign-to-be-found" in kept, "or the search finds nothing at all"
    assert [trace for trace in TRACES if trace.encode() in kept or trace in log] == []


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_neither_address_nor_browser_is_in_any_row_of_postgresql(
    postgresql_url: str, start_server: StartServer
) -> None:
    server = start_server(postgresql_url, rate_limits="on", trusted_proxies="127.0.0.0/8")
    visit_as_somebody(server)
    log = log_of(server)
    db = Database(postgresql_url)
    with db.read() as session:
        rows = [session.execute(select(table)).all() for table in Base.metadata.sorted_tables]
    db.close()
    kept = repr(rows)
    assert "a-campaign-to-be-found" in kept
    assert [trace for trace in TRACES if trace in kept or trace in log] == []
