"""Several reports in one schedule, and their runs, which belong together."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

breaks_older = True
"""An older server would send only the first report of several, also to those who may not see the others."""


def upgrade() -> None:
    op.add_column("report_schedules", sa.Column("further_reports", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("report_runs", sa.Column("pack_of", _ID, nullable=True))
    op.add_column("report_runs", sa.Column("pack_place", sa.Integer(), nullable=True))
    op.create_index("uq_report_runs_pack", "report_runs", ["pack_of", "pack_place"], unique=True)


def downgrade() -> None:
    """Schedules keep their first report. Runs of the others leave the schedule, which would take them for its own."""
    op.execute("UPDATE report_runs SET schedule_id = NULL WHERE pack_of IS NOT NULL")
    op.drop_index("uq_report_runs_pack", "report_runs")
    op.drop_column("report_runs", "pack_place")
    op.drop_column("report_runs", "pack_of")
    op.drop_column("report_schedules", "further_reports")
