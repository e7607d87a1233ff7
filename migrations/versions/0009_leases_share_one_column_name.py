"""One column name for leases in every table: `leased_until`."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

breaks_older = True
"""Renamed at once, not added beside the old one: two columns would be two leases, and a server that reads the one
would run a job that a server writing the other has under way. Older servers turn unready and run no more jobs."""

_TABLES = ("job_runs", "store_watermarks")


def upgrade() -> None:
    for table in _TABLES:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN lease_until TO leased_until")


def downgrade() -> None:
    for table in _TABLES:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN leased_until TO lease_until")
