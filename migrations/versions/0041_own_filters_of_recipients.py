"""Own filters of recipients, runs that belong together, and who answers for a link."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

breaks_older = True
"""An older server would send recipients with a filter of their own everything."""


def upgrade() -> None:
    op.add_column("report_recipients", sa.Column("filters", sa.JSON(none_as_null=True), nullable=True))
    for column in (
        sa.Column("part_of", _ID, nullable=True),
        sa.Column("narrowed_to", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("narrowing", sa.String(64), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
    ):
        op.add_column("report_runs", column)
    op.create_index("uq_report_runs_part", "report_runs", ["part_of", "narrowing"], unique=True)
    op.add_column("report_links", sa.Column("answered_by", sa.String(80), nullable=True))


def downgrade() -> None:
    op.drop_column("report_links", "answered_by")
    op.drop_index("uq_report_runs_part", "report_runs")
    for name in ("due_at", "narrowing", "narrowed_to", "part_of"):
        op.drop_column("report_runs", name)
    op.drop_column("report_recipients", "filters")
