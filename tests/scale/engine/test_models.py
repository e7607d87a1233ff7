"""The golden cases of everything that an engine computes, and of all it reads on the way, on the engine."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from analytics.distributed.computing import model_rows
from analytics.distributed.engine import Engine
from analytics.distributed.translation import column_types, view_name
from analytics.parameters import literals
from analytics.runner import build, in_order, models, needs
from tests.analytics.given import warehouse
from tests.analytics.test_cases import CASES, ordered, rows_of

DISTRIBUTED = [model.name for model in models().values() if model.is_distributed]
COMPUTED = {model.name.split(".")[1]: model.name for model in in_order(DISTRIBUTED)}


def _cases() -> Iterator[Path]:
    for name in COMPUTED:
        yield from sorted((CASES / name).glob("*.toml"))


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", sorted(_cases()), ids=lambda path: f"{path.parent.name}: {path.stem}")
def test_golden_case(path: Path, distributed: Engine) -> None:
    case = tomllib.loads(path.read_text())
    name = COMPUTED[path.parent.name]
    with warehouse(**{relation: rows_of(table) for relation, table in case["given"].items()}) as connection:
        for relation in needs([name]):
            rows = connection.sql(f"FROM source.{relation}").to_arrow_table()
            distributed.put(view_name(f"source.{relation}"), rows)
    found = model_rows(distributed, name, literals(case.get("parameters", {}))).to_pylist()
    columns = case["expect"][0]
    shown = [{column: row[column] for column in columns} for row in found]
    assert ordered(shown) == ordered(rows_of(case["expect"]))


def test_models_that_read_single_visits_or_touches_are_computed_there() -> None:
    """Everything that reads them is distributed, is read by such a model only on the way, or is a step of few rows."""
    assert {
        "marts.visit_days",
        "marts.raw_spellings",
        "marts.attribution_days",
        "marts.credit_cells",
        "marts.paths",
    } == {*DISTRIBUTED}
    assert all(models()[name].is_table for name in DISTRIBUTED)
    assert {"staging.sessions", "staging.visits", "marts.touch_weights", "marts.reservation_paths"} <= {
        *COMPUTED.values()
    }


@pytest.mark.parametrize("name", DISTRIBUTED)
def test_columns_come_as_duckdb_has_them(name: str) -> None:
    with warehouse() as connection:
        build(connection, [name])
        described = connection.execute(f"DESCRIBE {name}").fetchall()
    assert dict(column_types(name)) == {column: kind for column, kind, *_ in described}
