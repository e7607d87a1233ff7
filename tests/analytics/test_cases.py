"""The models' golden cases: small enough to check by hand, one TOML each below `cases/<model>/`.

`given.<relation>` and `expect` are tables with `columns` and `rows`. In both `"null"` stands for no value. `expect`
names the columns it is about, and then all rows of the model, in any order.
"""

import tomllib
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from analytics.runner import build, models
from tests.analytics.given import warehouse

CASES = Path(__file__).with_name("cases")


def expected_rows(table: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a table of a case."""
    plain = [[None if value == "null" else value for value in row] for row in table["rows"]]
    return [dict(zip(table["columns"], row, strict=True)) for row in plain]


def comparable(value: Any) -> Any:
    """The value as cases write it."""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    return value.isoformat() if isinstance(value, date) else value


def ordered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """In an order that nulls do not disturb."""
    return sorted(rows, key=lambda row: [(value is None, str(type(value)), value) for value in row])


@pytest.mark.parametrize("path", sorted(CASES.glob("*/*.toml")), ids=lambda path: f"{path.parent.name}: {path.stem}")
def test_case(path: Path) -> None:
    case = tomllib.loads(path.read_text())
    name = next(name for name in models() if name.split(".")[1] == path.parent.name)
    expected = expected_rows(case["expect"])
    columns = case["expect"]["columns"]
    with warehouse(**{relation: expected_rows(table) for relation, table in case["given"].items()}) as connection:
        build(connection, [name], case.get("parameters"))
        found = connection.execute(f"SELECT {', '.join(map(_quoted, columns))} FROM {name}").fetchall()
        _assert_grain(connection, name)
    plain = [tuple(comparable(value) for value in row) for row in found]
    assert ordered(plain) == ordered([tuple(comparable(v) for v in row.values()) for row in expected])


def _quoted(column: str) -> str:
    return f'"{column}"'


def _assert_grain(connection: Any, name: str) -> None:
    key = ", ".join(map(_quoted, models()[name].key))
    twice = connection.execute(f"SELECT {key} FROM {name} GROUP BY {key} HAVING count(*) > 1").fetchall()
    assert twice == [], f"{name} is not unique by {key}"


def test_every_model_has_a_case() -> None:
    assert {path.name for path in CASES.iterdir()} == {name.split(".")[1] for name in models()}
