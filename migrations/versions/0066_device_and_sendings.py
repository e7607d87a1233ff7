"""Visits and touches know the class of the device."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("visits", "reservation_touches"):
        op.add_column(table, sa.Column("device", sa.String(20), server_default=sa.text("'unknown'"), nullable=False))


def downgrade() -> None:
    for table in ("reservation_touches", "visits"):
        op.drop_column(table, "device")
