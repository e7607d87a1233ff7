"""`/metrics` of a real server: what it says, what it never says, and that a database that is away does not end it."""

import re
import socket
import urllib.request
from functools import partial
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from services.core.clock import utc_now
from services.core.db.db import Database
from services.operation import metrics as figures
from services.operation.metrics import FigureReader
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.servers import Server, StartServer, environment_of, process_of
from tests.services.core.test_logs import KEY, TRACES, ask, stands_in, visit_every_route
from tests.services.stored import execute, wait_for
from tests.services.test_cli import voltigo

pytestmark = pytest.mark.both_databases

ROUTE = "/functions/v1/reserve-spot"
RULES = Path(figures.__file__).parent / "alerts.yml"


def port_of(server: Server) -> int:
    """The free port that the log announces."""
    log = server.data_dir / "server.log"
    found = wait_for(lambda: re.findall(r'"port":(\d+),"event":"metrics_served"', log.read_text()))
    return int(found[-1])


def scrape(server: Server) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port_of(server)}/metrics", timeout=60) as answer:
        return answer.read().decode()


def value(text: str, name: str, **labels: str) -> float | None:
    """One sample; None where there is none."""
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name and labels.items() <= sample.labels.items():
                return float(sample.value)
    return None


@pytest.mark.both_databases(sample="postgresql")
def test_requests_and_figures_of_the_business_are_told_without_anything_personal(
    database_url: str, start_server: StartServer
) -> None:
    server = start_server(database_url, metrics_address="0", trusted_proxies="127.0.0.0/8")
    statuses = visit_every_route(server, idempotency_key=KEY)
    assert statuses[0] == 200
    for number in range(30):
        ask(server, "GET", f"/api/kanarina/{number}")
        ask(server, "KANARINA", "/api/parks")
    text = scrape(server)
    assert [trace for trace in TRACES if stands_in(trace.lower(), text.lower())] == []
    requests = partial(value, text, "voltigo_http_requests_total")
    assert (requests(route=ROUTE, method="POST", status="2xx") or 0) >= 2
    assert (requests(route="unmatched", method="GET", status="4xx") or 0) >= 30
    assert (value(text, "voltigo_http_request_duration_seconds_count", route=ROUTE) or 0) >= 5
    assert value(text, "voltigo_database_up") == 1
    assert value(text, "voltigo_reservations", park="ingolstadt", state="reserved") == 1
    assert value(text, "voltigo_reservations_made_total", park="ingolstadt") == 1
    assert value(text, "voltigo_reservations_unconfirmed", park="ingolstadt") == 1
    assert value(text, "voltigo_spots", park="ingolstadt", state="free") == 499
    assert value(text, "voltigo_database_write_group_size_count") is not None
    assert value(text, "process_resident_memory_bytes") is not None
    with socket.create_connection(("127.0.0.1", server.port)):
        wait_for(lambda: (value(scrape(server), "voltigo_http_connections") or 0) >= 1)
    assert value(text, "voltigo_build_info") == 1
    routes = {sample.labels["route"] for family in text_string_to_metric_families(text) for sample in family.samples
              if "route" in sample.labels}  # fmt: skip
    assert all(route in ("unmatched", "site", "/admin") or route.startswith("/") for route in routes)
    assert not [route for route in routes if re.search(r"\d", route.replace("/v1/", ""))], "templates, not addresses"
    check_names_and_help_texts(text)


def check_names_and_help_texts(text: str) -> None:
    """They follow the conventions, and rules use names that exist."""
    families = {family.name: family for family in text_string_to_metric_families(text)}
    ours = [family for name, family in families.items() if name.startswith("voltigo_")]
    assert len(ours) >= 20
    for family in ours:
        assert family.documentation.endswith("."), family.name
        if family.type == "counter":
            assert all(sample.name.endswith("_total") for sample in family.samples)
        if "duration" in family.name or "oldest" in family.name:
            assert family.name.endswith("_seconds")
    known = set(families) | {sample.name for family in families.values() for sample in family.samples}
    known |= {f"{name}_{part}" for name in families for part in ("bucket", "count", "sum", "total")}
    used = set(re.findall(r"\b(?:voltigo|process)_[a-z_]+", RULES.read_text()))
    assert len(used) > 8
    known.add("voltigo_replica_usable")  # where there is a replica: tests/scale/replica/test_telling.py reads it
    assert used - known == set()


def test_a_port_in_use_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        for command, more in (("serve", {"port": 0}), ("worker", {})):
            ended = voltigo(tmp_path, command, metrics_address=port, **more)
            assert (ended.returncode, ended.stdout) == (1, "")
            assert "VOLTIGO_METRICS_ADDRESS nennt einen anderen Port." in ended.stderr


def test_a_database_that_is_away_leaves_the_other_figures(
    postgresql_url: str, start_server: StartServer, postgresql_databases: PostgresqlDatabases
) -> None:
    server = start_server(postgresql_url, metrics_address="0", scheduler="off")
    with postgresql_databases.unreachable(postgresql_url):
        text = scrape(server)
    assert value(text, "voltigo_database_up") == 0
    assert value(text, "voltigo_spots") is None
    assert value(text, "voltigo_http_requests_in_flight") is not None


def test_many_scrapes_read_the_database_once(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[object] = []
    real = figures.read_figures

    def counted(*given: object) -> object:
        reads.append(given)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(figures, "read_figures", counted)
    reader = FigureReader(db, utc_now, lambda: frozenset({"deliver-mail"}))
    assert all(reader.latest() is not None for _ in range(50))
    assert len(reads) == 1
    monkeypatch.setattr(figures, "KEPT_SECONDS", 0.0)
    execute(db.engine, "ALTER TABLE alerts RENAME TO alerts_away")
    assert reader.latest() is None
    execute(db.engine, "ALTER TABLE alerts_away RENAME TO alerts")
    wait_for(lambda: reader.latest() is not None)
    reader.close()


def test_a_worker_tells_its_own_figures(sqlite_url: str, tmp_path: Path) -> None:
    script, log = tmp_path / "worker.py", tmp_path / "server.log"
    script.write_text("from services.cli import app; app(['worker'])")
    worker = process_of(environment_of(sqlite_url, tmp_path, {"metrics_address": 0}), log, script)
    running = Server("", 0, tmp_path, worker)
    try:
        assert running.next_line().startswith("Voltigo führt die Abläufe aus."), log.read_text()
        wait_for(lambda: value(scrape(running), "voltigo_job_runs_total", outcome="done"))
        assert value(scrape(running), "process_resident_memory_bytes")
    finally:
        assert running.stop() == 0
        assert worker.stdout is not None
        worker.stdout.close()
