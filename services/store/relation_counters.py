"""Compacts the change counters of tables: on PostgreSQL every change adds a row."""

from sqlalchemy import text
from sqlalchemy.orm import Session

_SUM_UP = text(
    "WITH gone AS (DELETE FROM relation_marks RETURNING relation, changes) "
    "INSERT INTO relation_marks (relation, changes) SELECT relation, sum(changes) FROM gone GROUP BY relation"
)


def sum_up_marks(session: Session) -> None:
    """Merge the rows of each table into one; the sum stays. On SQLite the triggers keep a single row anyway.

    Takes only rows of finished transactions, so it neither waits for writers nor blocks them. Two concurrent calls each
    merge the rows they took themselves.
    """
    if session.connection().dialect.name == "postgresql":
        session.execute(_SUM_UP)
