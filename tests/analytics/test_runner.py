"""The models' documents say what their SQL does, and the runner builds them."""

import re
from datetime import date, datetime
from typing import Any

import pytest

from analytics.definitions import definitions
from analytics.parameters import FILTERS, PARAMETERS, BadParameter
from analytics.runner import UnknownModel, build, in_order, macros_sql, models, needs, parameters_in
from analytics.sources import SCHEMAS
from tests.analytics.given import warehouse

NAMES = sorted(models())


def test_a_model_tells_its_grain_and_every_column_as_its_sql_returns_them(subtests: pytest.Subtests) -> None:
    """And reads known relations and parameters only."""
    with warehouse() as connection:
        build(connection, NAMES)
        for name, model in models().items():
            with subtests.test(name):
                returned = [column[0] for column in connection.execute(f"DESCRIBE {name}").fetchall()]
                assert returned == list(model.columns)
                assert model.grain.startswith("one row per ")
                assert set(model.key) <= set(returned)
                assert needs([name]) <= SCHEMAS.keys()
                assert model.parameters <= PARAMETERS.keys()


def test_every_model_is_short() -> None:
    assert [name for name in NAMES if len(models()[name].sql.splitlines()) >= 120] == []


def test_every_parameter_is_taken_by_a_model() -> None:
    taken = frozenset().union(*(model.parameters for model in models().values()), parameters_in(macros_sql()))
    of_reports = {name for definition in definitions().values() for name in definition.parameters}
    assert PARAMETERS.keys() - taken - of_reports <= {"age_days", "compare", "field", "model", "park"}


def test_a_model_takes_the_parameters_of_the_macros_it_calls() -> None:
    assert set(FILTERS) < models()["marts.visit_origin_days"].parameters
    assert set(FILTERS) < models()["marts.touch_weights"].parameters
    assert {"field", "only_landing_path"} < models()["marts.field_values"].parameters
    assert "field" not in models()["marts.visit_origin_days"].parameters
    assert models()["staging.touch_origins"].parameters == frozenset()


def test_models_are_built_after_what_they_read() -> None:
    built: list[str] = []
    for model in in_order(NAMES):
        assert {name for name in model.reads if not name.startswith("source.")} <= set(built)
        built.append(model.name)
    assert sorted(built) == NAMES


def test_an_unknown_model_is_refused() -> None:
    with warehouse() as connection, pytest.raises(UnknownModel):
        build(connection, ["marts.nothing"])


WRONG: list[tuple[str, Any, str]] = [
    ("look_back_days", 0, "out_of_range"),
    ("look_back_days", 366, "out_of_range"),
    ("look_back_days", 1.5, "not_whole"),
    ("look_back_days", True, "not_whole"),
    ("half_life_days", 0, "out_of_range"),
    ("half_life_days", "7); DROP TABLE source.visits; --", "not_whole"),
    ("from_day", "2026-01-01", "not_a_day"),
    ("from_day", datetime(2026, 1, 1), "not_a_day"),  # noqa: DTZ001
    ("to_day", date(1999, 12, 31), "before_from_day"),
    ("open_days", "2026-01-01", "not_a_list"),
    ("open_days", ["2026-01-01"], "not_a_day"),
    ("open_days", 3, "not_a_list"),
    ("with_bots", 1, "not_a_flag"),
    ("tag", "day", "not_one_of_them"),
    ("no_such_thing", 1, "unknown"),
]


def test_a_wrong_parameter_is_refused_before_anything_is_built(subtests: pytest.Subtests) -> None:
    tables = "SELECT count(*) FROM duckdb_tables() WHERE schema_name = 'marts'"
    with warehouse() as connection:
        for name, value, code in WRONG:
            with subtests.test(f"{name}: {value}"):
                with pytest.raises(BadParameter) as refused:
                    build(connection, ["marts.attribution"], {name: value})
                assert (refused.value.name, refused.value.code) == (name, code)
                assert connection.execute(tables).fetchone() == (0,)


def test_building_again_takes_the_new_parameters() -> None:
    rows = [{"at": "2026-05-01 10:00:00"}, {"at": "2026-05-02 10:00:00"}]
    with warehouse(visits=rows) as connection:
        counts = []
        for day in (date(2026, 5, 1), date(2026, 5, 3)):
            build(connection, ["marts.visit_days"], {"from_day": date(2026, 4, 1), "to_day": day})
            counts.append(connection.execute("SELECT count(*) FROM marts.visit_days").fetchone())
    assert counts == [(1,), (2,)]


def test_days_that_are_not_open_are_not_read() -> None:
    rows = [{"at": f"2026-05-{day:02} 10:00:00"} for day in (1, 2, 3)]
    with warehouse(visits=rows) as connection:
        build(connection, ["staging.visits"], {"open_days": [date(2026, 5, 3), date(2026, 5, 1)]})
        assert connection.execute("SELECT day FROM staging.visits ORDER BY ALL").fetchall() == [
            (date(2026, 5, 1),),
            (date(2026, 5, 3),),
        ]
        build(connection, ["staging.visits"], {"open_days": []})
        assert connection.execute("SELECT day FROM staging.visits").fetchall() == []


def test_no_model_names_a_relation_without_its_schema() -> None:
    """Else `needs` would not know of it."""
    for name in NAMES:
        sql = re.sub(r"--[^\n]*", "", models()[name].sql)
        own = set(re.findall(r"(?:WITH|WITH RECURSIVE|,)\s+([a-z_]+) AS \(", sql))
        read = re.findall(r"\b(?:FROM|JOIN)\s+([a-z_.]+)(?!\()\b", sql)
        assert {found for found in read if "." not in found} <= own, name


def test_without_rows_every_share_is_unknown() -> None:
    definition = definitions()["overview"]
    table = definition.table("totals")
    with warehouse() as connection:
        build(connection, list(definition.models))
        (row,) = connection.execute(table.sql).fetchall()
    shares = [value for column, value in zip(table.columns, row, strict=True) if column.kind == "share_ppm"]
    assert shares == [None] * len(shares)
    assert len(shares) > 2
