"""Keeps the marks of relations few: on PostgreSQL every change adds a row."""

from sqlalchemy import text
from sqlalchemy.orm import Session

_SUM_UP = text(
    "WITH gone AS (DELETE FROM relation_marks RETURNING relation, changes) "
    "INSERT INTO relation_marks (relation, changes) SELECT relation, sum(changes) FROM gone GROUP BY relation"
)


def sum_up_marks(session: Session) -> None:
    """Make one row of the many of each relation; their sum stays. SQLite's triggers keep one row anyway.

    Takes only rows of finished transactions, so it waits for nobody and nobody for it. Of two at once each sums up the
    rows that it took itself.
    """
    if session.connection().dialect.name == "postgresql":
        session.execute(_SUM_UP)
