"""One run: what it rests on, and the same models built again on it."""

from datetime import date, timedelta

import pytest

from analytics.parameters import BadParameter
from analytics.report import again, open_report
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from tests.analytics.visit_rows import NOON, add_visits, visits_from
from tests.services.held_clock import HeldClock

BY_DAY = "marts.visits_by_day"
_VISITORS = f"SELECT day, visitors FROM {BY_DAY} ORDER BY day"


def _day(number: int) -> date:
    return (NOON + timedelta(days=number)).date()


def _three_days(db: Database, store: Store) -> None:
    """One visitor on the first day and two on the second, both in the rollup, and three who are not in a file yet."""
    for number in range(3):
        add_visits(db, visits_from(NOON + timedelta(days=number), number + 1))
        if number < 2:
            StoreIngest(db, store, HeldClock()).run()


def test_the_same_run_answers_for_another_period(db: Database, store: Store) -> None:
    _three_days(db, store)
    with open_report(store, [BY_DAY], {"from_day": _day(1), "to_day": _day(2)}) as run:
        assert run.execute(_VISITORS).fetchall() == [(_day(1), 2), (_day(2), 3)]
        run.execute(f"CREATE TEMP TABLE shown AS SELECT * FROM {BY_DAY}")
        again(run, [BY_DAY], {"from_day": _day(0), "to_day": _day(1)})
        assert run.execute(_VISITORS).fetchall() == [(_day(0), 1), (_day(1), 2)]
        assert run.execute("SELECT day FROM shown ORDER BY day").fetchall() == [(_day(1),), (_day(2),)]


def test_a_wrong_parameter_of_the_second_period_is_refused(db: Database, store: Store) -> None:
    with open_report(store, [BY_DAY]) as run, pytest.raises(BadParameter, match="before_from_day"):
        again(run, [BY_DAY], {"from_day": _day(1), "to_day": _day(0)})
