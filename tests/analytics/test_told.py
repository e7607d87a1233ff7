"""The report of told origins where there is nothing to tell."""

from analytics.definitions import REPORTS, read_definition
from analytics.runner import build
from tests.analytics.given import warehouse


def test_without_rows_every_share_is_unknown() -> None:
    definition = read_definition(REPORTS / "told")
    with warehouse(reservations=[]) as connection:
        build(connection, list(definition.models))
        [row] = connection.execute(definition.table("totals").sql).fetchall()
    assert row == (0, 0, None, 0)
