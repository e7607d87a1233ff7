"""Reports and the rollup of a store with an engine: the same figures, and the same again where it fails."""

import signal
import socket
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from analytics.distributed import computing, engine
from analytics.engine import offloading
from analytics.engine.faults import Interrupted
from analytics.engine.instance import run_of
from analytics.engine.offloading import engine_computed, engine_fault, forget_faults
from analytics.report import open_report
from analytics.store.catalogue import Store
from services.checks.check import Ground, Level
from services.checks.look_work import engine as engine_check
from services.core.db.db import Database
from services.settings import Settings
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import NOON, add_visits, visits_from
from tests.fixtures.engines import running_engine
from tests.scale.engine.stores import DAYS, UNUSUAL, computed, figures, fill, forgotten, local
from tests.services.held_clock import HeldClock

__all__ = ["computed", "forgotten", "local"]
pytestmark = pytest.mark.usefixtures("forgotten")


@pytest.mark.sample(0)
def test_reports_are_equal_and_the_engine_has_computed_them(
    db: Database, local: Store, engine_url: str, computed: list[str]
) -> None:
    fill(db, local)
    alone = figures(local)
    assert alone["marts.paths"] and alone["marts.visits_by_day"] and not computed
    assert figures(replace(local, engine_url=engine_url)) == alone
    assert {*computed} == {"marts.visit_days", "marts.attribution_days", "marts.credit_cells", "marts.paths"}


@pytest.mark.sample(0)
def test_the_rollup_is_equal_whoever_adds_it_up(
    db: Database, local: Store, engine_url: str, computed: list[str], tmp_path: Path
) -> None:
    elsewhere = replace(local, engine_url=engine_url)
    add_visits(db, [one for day in range(DAYS) for one in visits_from(NOON + timedelta(days=day), day + 1)])
    StoreIngest(db, elsewhere, HeldClock()).run()
    assert computed == ["marts.visit_days"]
    parameters = {"from_day": NOON.date(), "to_day": (NOON + timedelta(days=DAYS)).date()}
    with open_report(local, ["marts.visits_by_day"], parameters) as run:
        found = run.execute("SELECT visitors FROM marts.visits_by_day ORDER BY day").fetchall()
    assert found == [(1,), (2,), (3,)]


@pytest.mark.sample(0)
def test_an_engine_that_is_gone_changes_no_figure(db: Database, local: Store, computed: list[str]) -> None:
    fill(db, local)
    alone = figures(local)
    with running_engine() as running:
        store = replace(local, engine_url=running.url)
        running.kill()
        assert figures(store) == alone
        assert computed == []
        assert engine_fault(running.url)


@pytest.mark.sample(0)
def test_an_engine_that_stands_still_changes_no_figure(
    db: Database, local: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes connections and says nothing."""
    monkeypatch.setattr(engine, "_CONNECT_SECONDS", 0.5)
    fill(db, local)
    alone = figures(local)
    with running_engine() as running:
        running.process.send_signal(signal.SIGSTOP)
        assert figures(replace(local, engine_url=running.url)) == alone
        assert engine_fault(running.url) == "it does not answer"


@pytest.mark.sample(0)
def test_it_is_asked_again_after_a_while(
    db: Database, local: Store, engine_url: str, computed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(db, local)
    store = replace(local, engine_url=engine_url)
    with monkeypatch.context() as broken:
        broken.setattr(computing, "compute", _breaks)
        figures(store)
    assert engine_fault(engine_url) == "broken"
    figures(replace(store, memory_limit="300MB"))  # with another limit it keeps nothing of the run before
    assert computed == []
    monkeypatch.setattr(offloading, "_PAUSE_SECONDS", 0.0)
    figures(replace(store, memory_limit="200MB"))
    assert computed and engine_fault(engine_url) == "" and engine_computed(engine_url)


def _breaks(*_given: Any) -> None:
    raise engine.EngineFault("broken")


@pytest.mark.sample(0)
def test_a_report_can_be_stopped_while_the_engine_computes(
    db: Database, local: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(db, local)
    is_computing = Event()
    monkeypatch.setattr(computing, "model_rows", _endless(is_computing))
    stopped: list[Any] = []

    def stop(connection: Any) -> None:
        run = run_of(connection)

        def wait_and_stop() -> None:
            is_computing.wait(60)
            run.stop()
            stopped.append(True)

        Thread(target=wait_and_stop, daemon=True).start()

    with running_engine() as running:  # one that goes on with what was asked last
        store = replace(local, engine_url=running.url)
        with pytest.raises(Interrupted), open_report(store, ["marts.paths"], UNUSUAL, on_open=stop):
            pass
    assert stopped


def _endless(is_computing: Event) -> Any:
    def rows(session: engine.Engine, *_given: Any) -> Any:
        is_computing.set()
        many = "range(3000000)"
        return session.rows(f"SELECT sum(a.id % 7 + b.id % 5) AS s FROM {many} AS a CROSS JOIN {many} AS b")

    return rows


@pytest.mark.sample(0)
def test_the_check_of_operation_tells(database_url: str, db: Database, engine_url: str) -> None:
    def found(url: str, *, is_thorough: bool = True) -> Any:
        settings = Settings(_env_file=None, database_url=database_url, engine_url=url)
        return engine_check.look(Ground(settings, db, is_thorough=is_thorough))

    assert found("").level is Level.OK
    assert found(engine_url).words == "Sie antwortet."
    forget_faults()
    assert "noch nicht gebraucht" in found(engine_url, is_thorough=False).words
    with socket.create_server(("127.0.0.1", 0)) as taken:
        silent = found(f"sc://127.0.0.1:{taken.getsockname()[1]}")
    assert silent.level is Level.HINT
    assert silent.words.startswith("Sie rechnet nicht mit. Gemeldet wurde: „")


def test_settings_reach_the_store(tmp_path: Path) -> None:
    given = Settings(_env_file=None, data_dir=tmp_path, engine_url="sc://127.0.0.1:15002", engine_files="/mnt/store/")
    store = store_of(given)
    assert (store.engine_url, store.files_for_engine) == ("sc://127.0.0.1:15002", "/mnt/store")
    assert store_of(Settings(_env_file=None, data_dir=tmp_path)).files_for_engine == f"file://{tmp_path}/store"
