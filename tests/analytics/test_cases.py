"""The models' golden cases: small enough to check by hand, one TOML each below `cases/<model>/`.

`given.<relation>` and `expect` are tables whose first row names the columns. In both `"null"` stands for no value.
`expect` names the columns it is about, and then all rows of the model, in any order.
"""

import tomllib
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from analytics.runner import create, models, set_parameters
from tests.analytics.given import warehouse

CASES = Path(__file__).with_name("cases")


def rows_of(table: list[list[Any]]) -> list[dict[str, Any]]:
    """The rows of a table of a case."""
    columns, *rows = table
    return [
        {name: None if value == "null" else value for name, value in zip(columns, row, strict=True)} for row in rows
    ]


def comparable(value: Any) -> Any:
    """The value as cases write it."""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    return value.isoformat() if isinstance(value, date) else value


def ordered(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Values as cases write them, in an order that nulls do not disturb."""
    plain = [tuple(map(comparable, row.values())) for row in rows]
    return sorted(plain, key=lambda row: [(value is None, str(type(value)), value) for value in row])


@pytest.mark.parametrize("path", sorted(CASES.glob("*/*.toml")), ids=lambda path: f"{path.parent.name}: {path.stem}")
def test_case(path: Path) -> None:
    case = tomllib.loads(path.read_text())
    name = next(name for name in models() if name.split(".")[1] == path.parent.name)
    columns, key = (", ".join(f'"{column}"' for column in names) for names in (case["expect"][0], models()[name].key))
    with warehouse(**{relation: rows_of(table) for relation, table in case.get("given", {}).items()}) as connection:
        set_parameters(connection, case.get("parameters", {}))
        create(connection, [name])
        found = connection.execute(f"SELECT {columns} FROM {name}").fetchall()
        twice = connection.execute(f"SELECT {key} FROM {name} GROUP BY {key} HAVING count(*) > 1").fetchall()
    assert ordered([dict(zip(case["expect"][0], row, strict=True)) for row in found]) == ordered(
        rows_of(case["expect"])
    )
    assert twice == [], f"{name} is not unique by {key}"


def test_every_model_has_a_case() -> None:
    assert {path.name for path in CASES.iterdir()} == {name.split(".")[1] for name in models()}
