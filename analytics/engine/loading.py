"""Loads the tables a run needs: from the cache, or else from database and files."""

from collections.abc import Collection, Hashable
from dataclasses import dataclass

from analytics.engine.connection import parquet, quoted
from analytics.engine.instance import Instance, Run
from analytics.engine.offloading import ROLLUP_MODEL, offloaded_rollup, shown
from analytics.engine.relations import RELATIONS
from analytics.engine.rollup import ROLLUP_TYPES, open_days
from analytics.engine.snapshots import Snapshot
from analytics.engine.state import State
from analytics.runner import create, set_parameters
from analytics.store.catalogue import Store, above_position
from analytics.store.datasets import DATASETS, ROLLUP, Relation

OPEN = "open_visit_days"
"""Visits of days not covered by the rollup, aggregated in the same way."""
STORED_TOUCHES = "stored_touches"
_FRESH = {f"fresh_{name}": name for name in DATASETS}


def fresh(dataset: str) -> str:
    """Rows of a dataset above its watermark, not yet in files."""
    return f"fresh_{dataset}"


@dataclass(frozen=True, slots=True)
class Loader:
    """Loads from one snapshot, described by `picture` and `state`."""

    store: Store
    instance: Instance
    run: Run
    picture: Snapshot
    state: State

    def tables(self, names: Collection[str]) -> dict[str, str]:
        """Tables with the rows of relations, `fresh_…`, `stored_touches`, `visit_days` and `open_visit_days`.

        They are held until the run ends. Call it only once: it ends the database snapshot.
        """
        found = self._found(names)
        if len(found) < len(names):
            # Other runs that need the same tables wait, and then find them cached.
            with self.instance.loading:
                found |= self._found([name for name in names if name not in found])
                self._read([name for name in names if name not in found], found)
        return found

    def _found(self, names: Collection[str]) -> dict[str, str]:
        tables = {name: self.run.table(name, self._state_of(name)) for name in names}
        return {name: table for name, table in tables.items() if table is not None}

    def _state_of(self, name: str) -> Hashable:
        if name in RELATIONS:
            return self.state.of_relation(name)
        if name in _FRESH:
            return self.state.of_fresh(_FRESH[name])
        if name == OPEN:
            return self.state.of_files("visits"), self.state.of_files(ROLLUP), self.state.of_fresh("visits")
        return self.state.of_files("touches" if name == STORED_TOUCHES else name)

    def _read(self, missing: list[str], found: dict[str, str]) -> None:
        """Read missing tables and add them to `found`."""
        if OPEN in missing and fresh("visits") not in {*missing, *found}:
            found |= self._found([fresh("visits")])
            missing = [*missing, *({fresh("visits")} - found.keys())]
        relations = {name: self._relation(name) for name in missing if name in RELATIONS or name in _FRESH}
        for name, relation in relations.items():
            self.picture.take(name, relation.select(self.picture.dialect, self._condition(name)))
        for name, rows in self.picture.read():
            self.run.connection.register("rows", rows)
            found[name] = self._keep(name, relations[name].cleaned(self.picture.dialect, "rows"))
            self.run.connection.unregister("rows")
            self.instance.compress()
        for name in {ROLLUP, STORED_TOUCHES}.intersection(missing):
            found[name] = self._keep(name, self._stored(name))
            self.instance.compress()
        if OPEN in missing:
            found[OPEN] = self._add_up_open_days(found[fresh("visits")])

    def _relation(self, name: str) -> Relation:
        return RELATIONS[name] if name in RELATIONS else DATASETS[_FRESH[name]].relation

    def _condition(self, name: str) -> str:
        if name in RELATIONS:
            return ""
        return above_position(self.picture.dialect, self.state.catalogue.watermark(_FRESH[name]))

    def _keep(self, name: str, rows: str) -> str:
        return self.run.keep(name, self._state_of(name), rows)

    def _stored(self, name: str) -> str:
        dataset = "touches" if name == STORED_TOUCHES else name
        columns = DATASETS["touches"].types if name == STORED_TOUCHES else ROLLUP_TYPES
        if not (files := self.state.catalogue.of(dataset)):
            nothing = ", ".join(f'NULL::{kind} AS "{column}"' for column, kind in columns.items())
            return f"SELECT {nothing} WHERE false"
        chosen = ", ".join(f'"{column}"' for column in columns)
        return f"SELECT {chosen} FROM {parquet(self.run.places.of(files))}"

    def _add_up_open_days(self, fresh_visits: str) -> str:
        """In a separate database: models of the same names will be created in that of the run."""
        found = self.run.connection.execute(f"SELECT DISTINCT day FROM {fresh_visits}").fetchall()
        days = open_days(self.state.catalogue, (day for (day,) in found))
        dataset = DATASETS["visits"]
        parts = [f"SELECT {dataset.chosen()} FROM {fresh_visits}"]
        files = [
            file
            for file in self.state.catalogue.of("visits")
            if any(file.first_day <= day <= file.last_day for day in days)
        ]
        if files:
            condition = f"day IN ({', '.join(f'DATE {quoted(day)}' for day in sorted(days))})"
            fresh_rows = self.run.connection.sql(parts[0]).to_arrow_table
            if (rows := offloaded_rollup(self.store, files, condition, fresh_rows)) is not None:
                with shown(self.run.connection, ROLLUP_MODEL, rows) as select:
                    return self._keep(OPEN, select)
            paths = parquet(self.run.places.of(files))
            parts.append(f"SELECT {dataset.stored} FROM {paths} WHERE {condition}")
        columns = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in ROLLUP_TYPES.items())
        with self.instance.run() as apart:
            apart.connection.execute(f"CREATE VIEW source.visits AS {' UNION ALL '.join(parts)}")
            set_parameters(apart.connection, {})
            create(apart.connection, ["marts.visit_days"])
            rows = f"SELECT {columns} FROM marts.visit_days"
            return self.run.keep(OPEN, self._state_of(OPEN), rows, by=apart.connection)
