"""Relations that a report fills while it runs: the comparison period, what models found in it, and what happened.

Models that explain a change read both periods at once. The comparison period is computed first; its rows are kept here
before the same models are built for the other one.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Final, NamedTuple

from analytics.engine.connection import Connection
from analytics.runner import needs

_KEPT: Final[Mapping[str, str]] = {"origins_before": "marts.change_origins"}
"""The model whose rows of the comparison period a relation holds."""
_PERIOD: Final = "compared_period"
EVENTS: Final = "events"
FILLED: Final = frozenset({*_KEPT, _PERIOD, EVENTS})
"""Their names. They are created empty with the run."""


class Event(NamedTuple):
    """Something that happened on a day in Berlin. `kind` is a code, `words` and `can_change` are German, `path` is the
    console's page about it, or empty.
    """

    day: date
    kind: str
    words: str
    can_change: str
    path: str


def keep_compared(connection: Connection, models: Collection[str], period: tuple[date, date]) -> None:
    """Keep what the models read of the comparison period, which the connection is set to."""
    wanted = needs(models)
    if _PERIOD in wanted:
        connection.execute(f"INSERT INTO source.{_PERIOD} VALUES (?, ?)", list(period))
    for relation, model in _KEPT.items():
        if relation in wanted:
            connection.execute(f"INSERT INTO source.{relation} BY NAME FROM {model}")


def put_events(connection: Connection, events: Iterable[Event]) -> None:
    """Make known what happened, and nothing else, for the models that list it."""
    connection.execute(f"DELETE FROM source.{EVENTS}")
    rows = [list(event) for event in events]
    if rows:
        connection.executemany(f"INSERT INTO source.{EVENTS} VALUES (?, ?, ?, ?, ?)", rows)
