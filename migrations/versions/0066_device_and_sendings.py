"""Visits and touches know the class of the device; a note on a day may be a sending, with its hour and audience."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("visits", "reservation_touches"):
        op.add_column(table, sa.Column("device", sa.String(20), server_default=sa.text("'unknown'"), nullable=False))

    op.add_column("chart_notes", sa.Column("kind", sa.String(20)))
    op.add_column("chart_notes", sa.Column("hour", sa.SmallInteger))
    op.add_column("chart_notes", sa.Column("audience", sa.Integer))


def downgrade() -> None:
    for column in ("audience", "hour", "kind"):
        op.drop_column("chart_notes", column)
    for table in ("reservation_touches", "visits"):
        op.drop_column(table, "device")
