"""Schedules that wait until visits and costs have come in, and what a run waits for."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server sends such a report at once."""


def upgrade() -> None:
    op.add_column("report_schedules", sa.Column("gate", sa.JSON(), nullable=True))
    op.add_column("report_runs", sa.Column("waits_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("report_runs", sa.Column("waits_for", sa.String(300), nullable=True))


def downgrade() -> None:
    op.drop_column("report_runs", "waits_for")
    op.drop_column("report_runs", "waits_until")
    op.drop_column("report_schedules", "gate")
