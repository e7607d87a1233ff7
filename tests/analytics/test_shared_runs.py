"""Runs that share what they rest on do not disturb each other, however one of them ends."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest

from analytics.engine import instance as instances
from analytics.engine.connection import Connection
from analytics.engine.faults import Interrupted
from analytics.engine.instance import run_of, shared
from analytics.engine.warehouse import open_warehouse
from analytics.report import again, make_own, open_report, renew, rests_on
from analytics.store.catalogue import Store
from analytics.store.files import StoreFault
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from services.store.models import StoreFile
from tests.analytics.visit_rows import NOON, add_visits, visit, visits_from
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored

BY_DAY = "marts.visits_by_day"
_ENDLESS = "SELECT count(*) FROM range(100000000) AS a, range(100000) AS b WHERE a.range * b.range % 7 = 3"
_ALIAS = "INSERT INTO campaign_aliases (field, raw, canonical, created_at, created_by) VALUES "


def visitors(store: Store, first: date, last: date) -> list[int]:
    with open_report(store, [BY_DAY], {"from_day": first, "to_day": last}) as run:
        return [count for (count,) in run.execute(f"SELECT visitors FROM {BY_DAY} ORDER BY day").fetchall()]


def day(number: int) -> date:
    return (NOON + timedelta(days=number)).date()


def five_days(db: Database) -> None:
    """One visitor on the first day, five on the fifth."""
    for number in range(5):
        add_visits(db, visits_from(NOON + timedelta(days=number), number + 1))


def databases(store: Store) -> set[str]:
    """Those that exist beside the asking run's own."""
    with shared(store) as instance, instance.run() as run:
        found = run.connection.execute("SELECT database_name FROM duckdb_databases() WHERE NOT internal").fetchall()
        return {name for (name,) in found} - {run.name}


def kept_tables(store: Store) -> list[str]:
    with shared(store) as instance, instance.run() as run:
        query = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'kept' ORDER BY 1"
        return [name.partition(" ")[0] for (name,) in run.connection.execute(query).fetchall()]


def test_runs_at_once_with_other_parameters_keep_to_their_own(db: Database, store: Store) -> None:
    five_days(db)
    begun = threading.Barrier(4)

    def ask(number: int) -> list[list[int]]:
        begun.wait()
        return [visitors(store, day(number), day(number)) for _ in range(5)]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, range(4)))
    assert found == [[[number + 1]] * 5 for number in range(4)]
    assert databases(store) == {"kept", "memory"}


def test_two_open_runs_have_models_and_tables_of_their_own(db: Database, store: Store) -> None:
    five_days(db)
    whole, first = {"from_day": day(0), "to_day": day(4)}, {"from_day": day(0), "to_day": day(0)}
    counted = f"SELECT sum(visitors)::INT FROM {BY_DAY}"
    with open_report(store, [BY_DAY], whole) as one, open_report(store, [BY_DAY], first) as other:
        one.execute(f"CREATE TEMP TABLE shown AS {counted}")
        other.execute(f"CREATE TEMP TABLE shown AS {counted}")
        again(other, [BY_DAY], {"from_day": day(1), "to_day": day(1)})
        assert (one.execute(counted).fetchall(), other.execute(counted).fetchall()) == ([(15,)], [(2,)])
        assert (one.execute("FROM shown").fetchall(), other.execute("FROM shown").fetchall()) == ([(15,)], [(1,)])


class TestInterrupted:
    """Another thread stops a run in the middle."""

    def _stopped(self, connection: Connection) -> None:
        """Let a statement run, and stop it once it says how far it is."""

        def stop() -> None:
            while connection.query_progress() <= 0:
                time.sleep(0.01)
            connection.interrupt()

        watcher = threading.Thread(target=stop)
        watcher.start()
        try:
            with pytest.raises(Interrupted):
                connection.execute(_ENDLESS)
        finally:
            watcher.join()

    def test_it_leaves_nothing_behind_and_the_next_runs_as_ever(self, db: Database, store: Store) -> None:
        five_days(db)
        expected = visitors(store, day(0), day(4))
        with open_report(store, [BY_DAY]) as run:
            run.execute("CREATE TABLE much AS SELECT range AS n FROM range(100000)")
            self._stopped(run)
            assert run.execute(f"SELECT sum(visitors)::INT FROM {BY_DAY}").fetchall() == [(15,)], "it still works"
        assert databases(store) == {"kept", "memory"}
        assert list(store.runs.iterdir()) == []
        assert visitors(store, day(0), day(4)) == expected

    def test_runs_beside_it_go_on(self, db: Database, store: Store) -> None:
        five_days(db)
        with open_report(store, [BY_DAY]) as other:
            with open_report(store, [BY_DAY]) as run:
                self._stopped(run)
            assert other.execute(f"SELECT sum(visitors)::INT FROM {BY_DAY}").fetchall() == [(15,)]

    def test_it_may_be_stopped_while_it_closes(self, db: Database, store: Store) -> None:
        with pytest.raises(LookupError), open_report(store, [BY_DAY]) as run:
            run.interrupt()
            raise LookupError
        assert databases(store) == {"kept", "memory"}


class TestBetweenRuns:
    """A carrier comes between two runs, or into one."""

    @pytest.mark.both_databases
    def test_the_same_rows_are_the_same_version_wherever_they_lie(self, db: Database, store: Store) -> None:
        clock = HeldClock()
        versions = set()
        five_days(db)
        for _ in range(3):
            with open_report(store, [BY_DAY]) as run:
                versions.add(rests_on(run).version)
                assert run.execute(f"SELECT sum(visitors)::INT FROM {BY_DAY}").fetchall() == [(15,)]
            StoreIngest(db, store, clock).run()
        assert len(versions) == 1
        add_visits(db, [visit()])
        with open_report(store, [BY_DAY]) as run:
            assert rests_on(run).version not in versions

    @pytest.mark.both_databases(sample="sqlite")
    def test_each_run_sees_every_visit_once_through_carrying_merging_and_sweeping(
        self, db: Database, store: Store
    ) -> None:
        clock = HeldClock()
        carrier = StoreIngest(db, store, clock)
        for number in range(1, 15):
            add_visits(db, [visit(clock.now - timedelta(minutes=number), visitor=number)])
            if number in (1, 2, 12, 13, 14):  # at the twelfth, small files are merged
                assert sum(visitors(store, date(2026, 1, 1), date(2026, 12, 31))) == number
            carrier.run()
            if number in (1, 2, 11, 12, 13, 14):
                assert sum(visitors(store, date(2026, 1, 1), date(2026, 12, 31))) == number
        retired = [row["path"] for row in stored(db, StoreFile) if row["retired_at"] is not None]
        assert len(retired) == 12, "small files were merged"
        clock.advance(hours=25)
        carrier.run()
        assert not any((store.folder / path).exists() for path in retired)
        assert sum(visitors(store, date(2026, 1, 1), date(2026, 12, 31))) == 14

    def test_an_open_run_stays_with_what_it_began_with(self, db: Database, store: Store) -> None:
        five_days(db)
        with open_report(store, [BY_DAY]) as run:
            add_visits(db, [visit()])
            StoreIngest(db, store, HeldClock()).run()
            assert sum(visitors(store, day(0), day(4))) == 16
            assert run.execute(f"SELECT sum(visitors)::INT FROM {BY_DAY}").fetchall() == [(15,)]

    def test_a_file_that_is_missing_is_told_although_its_rows_are_kept(self, db: Database, store: Store) -> None:
        five_days(db)
        StoreIngest(db, store, HeldClock()).run()
        assert sum(visitors(store, day(0), day(4))) == 15
        path = next(row["path"] for row in stored(db, StoreFile) if row["dataset"] == "visit_days")
        (store.folder / path).unlink()
        with pytest.raises(StoreFault, match="fehlt"):
            visitors(store, day(0), day(4))


class TestWhatIsKept:
    """It is bounded, and shared only by those who would read or compute the same."""

    @pytest.mark.both_databases
    def test_old_rows_go_with_their_last_user(self, db: Database, store: Store) -> None:
        with open_warehouse(store, {"parks"}) as early:
            for number in range(4):
                execute(db.engine, f"UPDATE parks SET name = 'n{number}'")
                with open_warehouse(store, {"parks"}) as run:
                    assert run.execute("SELECT name FROM source.parks").fetchone() == (f"n{number}",)
            assert kept_tables(store) == ["parks", "parks"], "of the run that is open, and the newest"
            assert early.execute("SELECT name FROM source.parks").fetchone() != ("n3",)
        assert kept_tables(store) == ["parks"]

    def test_results_are_kept_by_parameters_and_only_the_latest(
        self, db: Database, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(instances, "_MOST_RESULTS", 9)
        model, computed = "marts.marketing_days", []
        original = instances.Run.keep

        def remember(self: instances.Run, name: str, *given: Any, **named: Any) -> str:
            computed.append(name.partition(" ")[0])
            return original(self, name, *given, **named)

        monkeypatch.setattr(instances.Run, "keep", remember)
        for number in [*range(9), 8, 8]:
            with open_report(store, [model], {"from_day": day(number), "to_day": day(number)}) as run:
                assert run.execute(f"SELECT count(*) FROM {model}").fetchone() is not None
        assert computed.count(model) == 9, "the last two were there"
        assert computed.count("staging.touch_origins") == 1, "it takes no period"
        assert len([name for name in kept_tables(store) if "." in name]) == 9

    def test_what_a_run_changes_for_itself_nobody_else_sees(self, db: Database, store: Store) -> None:
        execute(db.engine, f"{_ALIAS} ('utm_source', 'fb', 'facebook', '2026-01-01', 'x')")
        models = ["staging.touch_origins", "marts.origin_days"]
        named = "SELECT canonical FROM source.aliases"
        with open_report(store, models) as run, open_report(store, models) as other:
            make_own(run, "aliases")
            run.execute("UPDATE source.aliases SET canonical = 'meta'")
            renew(run, models)
            assert run.execute(named).fetchall() == [("meta",)]
            assert run_of(run).results == set()
            assert other.execute(named).fetchall() == [("facebook",)]
        with open_report(store, models) as later:
            assert later.execute(named).fetchall() == [("facebook",)]

    def test_an_instance_that_is_due_ends_with_its_last_run(
        self, db: Database, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with open_warehouse(store, {"parks"}) as early:
            monkeypatch.setattr(instances, "_LONGEST_SECONDS", -1)
            with open_warehouse(store, {"parks"}) as run:
                assert databases(store) == {"kept", "memory"}, "its own instance knows no other run"
                assert run.execute("SELECT count(*) FROM source.parks").fetchone() is not None
            assert early.execute("SELECT count(*) FROM source.parks").fetchone() is not None

    def test_what_exceeds_the_memory_goes_to_the_disk_and_from_there(self, db: Database, tmp_path: Path) -> None:
        store = Store(str(db.engine.url), tmp_path / "store", "60MB")
        with open_warehouse(store, {"parks"}) as run:
            run.execute("CREATE TABLE much AS SELECT range AS n, hash(range) AS h FROM range(8000000)")
            assert [path.name.partition("-")[0] for path in store.runs.iterdir()] == ["duckdb"]
            assert run.execute("SELECT count(DISTINCT n) FROM much WHERE n < 10").fetchall() == [(10,)]
        with open_warehouse(Store(store.url, tmp_path / "other"), set()):
            assert list(store.runs.iterdir()) == [], "with the instance"


def test_a_run_may_set_nothing_that_opens_the_engine(db: Database, store: Store) -> None:
    with open_warehouse(store, set()) as run:
        run.execute("SET enable_progress_bar = true")
        for setting in ("threads = 8", "enable_external_access = true", "allowed_directories = ['/']"):
            with pytest.raises(duckdb.Error):
                run.execute(f"SET {setting}")


def test_the_memory_is_that_of_the_runs_there_are(db: Database, store: Store) -> None:
    def megabytes() -> int:
        [(text,)] = first.execute("SELECT current_setting('memory_limit')").fetchall()
        return round(float(text.removesuffix(" MiB")) * 1.048576)

    with open_warehouse(store, set()) as first:
        alone = megabytes()
        with open_warehouse(store, set()), open_warehouse(store, set()):
            all_three = megabytes()
        assert (alone, all_three, megabytes()) == (133, 400, 133)


@pytest.mark.parametrize(
    ("limit", "shares"),
    [
        ("400MB", ["133MB", "267MB", "400MB", "400MB"]),
        ("200 MB", ["128MB", "200MB", "200MB", "200MB"]),
        ("60MB", ["60MB"] * 4),
        ("3GB", ["1000MB", "2000MB", "3000MB", "3000MB"]),
        ("1GiB", ["358MB", "716MB", "1074MB", "1074MB"]),
    ],
)
def test_each_run_has_a_third_and_what_it_needs_at_least(limit: str, shares: list[str]) -> None:
    assert [instances.share_of(limit, runs) for runs in (0, 2, 3, 5)] == shares
