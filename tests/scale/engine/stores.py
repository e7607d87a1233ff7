"""A store with sealed and open days for reports by an engine, and which models the engine has computed."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from analytics.distributed import computing
from analytics.distributed.files import forget_files
from analytics.engine.offloading import forget_faults
from analytics.report import open_report
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from tests.analytics.test_kept_rows import add
from tests.analytics.visit_rows import NOON, add_touches, add_visits, touch, visits_from
from tests.services.held_clock import HeldClock

DAYS = 3
UNUSUAL: Mapping[str, Any] = {"look_back_days": 47, "half_life_days": 3}
SHOWN = ("marts.visits_by_day", "marts.attribution_by_campaign", "marts.paths")


@pytest.fixture
def forgotten() -> Iterator[None]:
    """What one test found out about an engine is nothing to the next."""
    yield
    forget_faults()
    forget_files()


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models that an engine computed, in order."""
    found: list[str] = []
    plain = computing.compute

    def noting(url: str, model: str, *given: Any) -> Any:
        rows = plain(url, model, *given)
        found.append(model)
        return rows

    monkeypatch.setattr(computing, "compute", noting)
    return found


def fill(db: Database, store: Store) -> None:
    """Days in the rollup, and a last one that is not in a file yet; touches in files, and one that is not."""
    add(db, "reservations")
    for number in range(DAYS):
        add_visits(db, visits_from(NOON + timedelta(days=number), number + 1))
        add_touches(db, [touch(1, number + 1, NOON - timedelta(days=9 * number), utm_source=f"Brief {number} ")])
        if number < DAYS - 1:
            StoreIngest(db, store, HeldClock()).run()
    add_visits(db, visits_from(NOON + timedelta(days=DAYS - 2, hours=3), 1))  # that day is open again


def figures(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of reports with unusual parameters, by model."""
    parameters = {**UNUSUAL, "from_day": date(2026, 1, 1), "to_day": date(2026, 12, 31)}
    with open_report(store, SHOWN, parameters) as run:
        return {name: sorted(run.execute(f"FROM {name}").fetchall(), key=repr) for name in SHOWN}


@pytest.fixture
def local(database_url: str, tmp_path: Path) -> Store:
    """A store that DuckDB computes alone."""
    return Store(database_url, tmp_path / "store")
