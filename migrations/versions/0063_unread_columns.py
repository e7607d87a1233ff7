"""Columns that were written and never read: of the backups, of schedules, and of the files of their runs."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None
contracts = "0062"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.drop_column("backup_state", "failed_at")
    op.drop_column("backup_state", "snapshot")
    op.drop_column("backup_state", "verified_snapshot")
    op.drop_column("report_artefacts", "table_name")
    op.drop_column("report_schedules", "last_sent_at")


def downgrade() -> None:
    op.add_column("report_schedules", sa.Column("last_sent_at", _MOMENT))
    op.add_column("report_artefacts", sa.Column("table_name", sa.String(60)))
    op.add_column("backup_state", sa.Column("verified_snapshot", sa.String(60)))
    op.add_column("backup_state", sa.Column("snapshot", sa.String(60)))
    op.add_column("backup_state", sa.Column("failed_at", _MOMENT))
