"""Contracts."""

import sqlalchemy as sa
from alembic import op

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "contracts",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("number", sa.String(20), nullable=False, unique=True),
        sa.Column("state", sa.String(20), nullable=False),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("contracts")
