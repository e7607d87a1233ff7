"""Checkpoints of the audit log are printed or mailed when asked for, and kept nowhere here."""

import sqlalchemy as sa
from alembic import op

from migrations.removed import drop_table

revision = "0058"
down_revision = "0055"
branch_labels = None
depends_on = None

breaks_older = True
"""An older server writes checkpoints each hour."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    drop_table("audit_checkpoints")


def downgrade() -> None:
    op.create_table(
        "audit_checkpoints",
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.Column("last_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.String(length=200), nullable=False),
        sa.Column("time_stamp", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_audit_checkpoints"),
    )
