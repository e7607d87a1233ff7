"""What runs share: read once, and read again as soon as a single row of it is another."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import insert, select, text

from analytics.engine.loading import Loader
from analytics.engine.relations import RELATIONS
from analytics.engine.warehouse import open_warehouse, rests_on
from analytics.store.catalogue import Store
from services.core.db.db import Base, Database
from services.store.ingest import sum_up_marks
from services.store.models import RelationMark
from tests.analytics.any_rows import any_row
from tests.analytics.visit_rows import NOON, add_touches, add_visits, touch, visit
from tests.services.stored import execute, stored

_PARK, _SPOT = {"park_id": "ingolstadt"}, {"spot_number": 1}
_BEFORE: dict[str, tuple[str, ...]] = {
    "reservation_changes": ("reservations",),
    "campaign_costs": ("campaigns",),
    "short_links": ("campaigns",),
    "short_link_hits": ("campaigns", "short_links"),
    "referral_uses": ("reservations", "referral_codes"),
    "told_origins": ("reservations",),
    "contracts": ("reservations",),
    "early_payments": ("contracts",),
    "ledger_postings": ("ledger_entries",),
}
"""What must be there first."""
_ROWS: dict[str, dict[str, Any]] = {
    "parks": {"id": "elsewhere", "status": "Planung"},
    "park_changes": {**_PARK, "after": {"spot_limit": 3}},
    "spots": {**_PARK, "number": 9_999, "state": "free"},
    "reservations": {"id": 1, **_PARK, **_SPOT, "state": "reserved", "deposit_state": "reserved"},
    "reservation_changes": {"reservation_id": 1, "before": {"state": "reserved"}, "after": {"state": "invited"}},
    "campaigns": {"id": 1},
    "campaign_costs": {"campaign_id": 1},
    "campaign_aliases": {"field": "utm_source"},
    "short_links": {"id": 1, "campaign_id": 1},
    "short_link_hits": {"short_link_id": 1},
    "referral_codes": {"id": 1, "kind": "partner"},
    "referral_uses": {"reservation_id": 1, "code_id": 1, "verdict": "valid"},
    "told_origins": {"reservation_id": 1},
    "contracts": {"id": 1, "reservation_id": 1, "state": "asked", "signed_by": "letter"},
    "early_payments": {"contract_id": 1},
    "ledger_entries": {"id": 1},
    "ledger_postings": {"entry_id": 1, "account": "bank"},
}
_CHANGED = {
    "parks": "name = 'y'",
    "park_changes": "action = 'y'",
    "spots": "state = 'blocked'",
    "reservations": "annual_kwh = annual_kwh + 1",
    "reservation_changes": "action = 'y'",
    "campaigns": "name = 'y'",
    "campaign_costs": "cents = cents + 1",
    "campaign_aliases": "canonical = 'y'",
    "contract_targets": "cents = cents + 1",
    "chart_notes": "text = 'y'",
    "short_links": "slug = 'y'",
    "short_link_hits": "hits = hits + 1",
    "referral_codes": "code = 'y'",
    "referral_uses": "raw_code = 'y'",
    "told_origins": "answer = 'y'",
    "contracts": "ended_on = '2027-01-01'",
    "early_payments": "cents = 2",
}


def add(db: Database, name: str) -> None:
    """A row of that table, and of those it hangs on where they have none."""
    for needed in (*_BEFORE.get(name, ()), name):
        table = Base.metadata.tables[needed]

        def unit(session: Any, table: Any = table, needed: str = needed) -> None:
            if needed == name or session.execute(select(table)).first() is None:
                session.execute(insert(table), [any_row(table, **_ROWS.get(needed, {}))])

        db.write(unit)


def rows_of(store: Store, name: str) -> tuple[list[Any], str]:
    with open_warehouse(store, {name}) as run:
        return run.execute(f"SELECT * FROM source.{name} ORDER BY ALL").fetchall(), rests_on(run).version


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What had to be read, and was not there from an earlier run."""
    names: list[str] = []
    original = Loader._read

    def remember(self: Loader, missing: list[str], found: dict[str, str]) -> None:
        names.extend(missing)
        original(self, missing, found)

    monkeypatch.setattr(Loader, "_read", remember)
    yield names


@pytest.mark.both_databases  # what counts changes is a trigger of each database
def test_a_run_sees_every_change_that_was_committed_before_it(
    db: Database, store: Store, read: list[str], subtests: pytest.Subtests
) -> None:
    for name, relation in RELATIONS.items():  # a table comes after those it hangs on
        read.clear()
        with subtests.test(name):
            at_first = rows_of(store, name)
            add(db, relation.table)
            added = rows_of(store, name)
            if relation.changes == "added":  # triggers refuse any other change
                assert (len(added[0]), read) == (len(at_first[0]) + 1, [name] * 2)
                assert rows_of(store, name) == added != at_first
                assert read == [name] * 2
                continue
            execute(db.engine, f"UPDATE {relation.table} SET {_CHANGED[relation.table]}")
            changed = rows_of(store, name)
            assert len(added[0]) == len(at_first[0]) + 1
            assert added[0] != changed[0]
            assert len({at_first[1], added[1], changed[1]}) == 3, "each has a version of its own"
            assert read == [name] * 3
            assert rows_of(store, name) == changed
            assert read == [name] * 3, "what is as it was is not read again"


@pytest.mark.both_databases
def test_a_run_sees_that_rows_are_gone(db: Database, store: Store) -> None:
    for name in ("campaign_costs", "chart_notes", "short_link_hits", "spots"):
        add(db, RELATIONS[name].table)
        before = rows_of(store, name)
        execute(db.engine, f"DELETE FROM {RELATIONS[name].table}")
        after = rows_of(store, name)
        assert (len(before[0]) > 0, after[0]) == (True, []), name
        assert before[1] != after[1], name


@pytest.mark.both_databases
def test_a_change_that_is_taken_back_is_no_change(db: Database, store: Store, read: list[str]) -> None:
    add(db, "campaigns")
    before = rows_of(store, "campaigns")

    def fail(session: Any) -> None:
        session.execute(text("UPDATE campaigns SET name = 'y'"))
        raise LookupError

    with pytest.raises(LookupError):
        db.write(fail)
    assert rows_of(store, "campaigns") == before
    assert read == ["campaigns"]


def test_a_change_elsewhere_leaves_the_version_as_it_is(db: Database, store: Store, read: list[str]) -> None:
    before = rows_of(store, "campaigns")
    add(db, "chart_notes")
    add_visits(db, [visit()])
    assert rows_of(store, "campaigns") == before
    assert read == ["campaigns"]


@pytest.mark.both_databases
def test_every_relation_that_is_counted_has_a_mark(db: Database) -> None:
    marked = {row["relation"] for row in stored(db, RelationMark)}
    assert marked == {relation.table for relation in RELATIONS.values() if relation.changes == "counted"}


@pytest.mark.both_databases
def test_visits_and_touches_are_read_again_when_there_are_more(db: Database, store: Store, read: list[str]) -> None:
    add(db, "reservations")
    for number in (1, 2):
        add_visits(db, [visit(visitor=number)])
        add_touches(db, [touch(1, number)])
        for _again in range(2):
            with open_warehouse(store, {"visits", "touches"}) as run:
                assert run.execute("SELECT count(*) FROM source.visits").fetchall() == [(number,)]
                assert run.execute("SELECT count(*) FROM source.touches").fetchall() == [(number,)]
    assert sorted(read) == ["fresh_touches", "fresh_touches", "fresh_visits", "fresh_visits", "stored_touches"]


def test_a_run_tells_what_it_rests_on(db: Database, store: Store) -> None:
    add(db, "reservations")
    add_visits(db, [visit(NOON), visit(NOON, visitor=2)])
    with open_warehouse(store, {"campaigns"}) as run:
        assert (rests_on(run).visits, rests_on(run).reservations) == (2, 1)


def test_a_run_that_fails_while_it_reads_leaves_nothing_half_read(
    db: Database, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(db, "campaigns")

    def fail(*_arguments: object) -> str:
        raise LookupError

    with monkeypatch.context() as patch, pytest.raises(LookupError):
        patch.setattr(Loader, "_stored", fail)
        with open_warehouse(store, {"campaigns", "every_visit_day"}):
            pass
    assert list(store.runs.iterdir()) == []
    with open_warehouse(store, {"campaigns", "every_visit_day"}) as run:
        assert run.execute("SELECT count(*) FROM source.campaigns").fetchall() == [(1,)]


@pytest.mark.both_databases
def test_marks_are_summed_up_and_say_the_same(db: Database, store: Store, read: list[str]) -> None:
    add(db, "campaigns")
    for number in range(5):
        execute(db.engine, f"UPDATE campaigns SET name = 'n{number}'")
    before = rows_of(store, "campaigns")
    for _ in range(2):
        db.write(sum_up_marks)
        assert len(stored(db, RelationMark)) == sum(one.changes == "counted" for one in RELATIONS.values())
    assert rows_of(store, "campaigns") == before
    assert read == ["campaigns"]
    execute(db.engine, "UPDATE campaigns SET name = 'last'")
    assert rows_of(store, "campaigns")[1] != before[1]
