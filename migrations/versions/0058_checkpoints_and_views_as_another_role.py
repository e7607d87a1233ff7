"""Checkpoints of the audit log are kept nowhere here, and a session has the role of its account."""

import sqlalchemy as sa
from alembic import op

from migrations.removed import drop_column, drop_table

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None

breaks_older = True
"""An older server writes checkpoints each hour, and reads the role as which a session looks at the console."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    drop_table("audit_checkpoints")
    drop_column("staff_sessions", "viewing_as", "viewing_until", keep=False)  # half an hour of one session


def downgrade() -> None:
    op.add_column("staff_sessions", sa.Column("viewing_as", sa.String(20)))
    op.add_column("staff_sessions", sa.Column("viewing_until", sa.DateTime(timezone=True)))
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
