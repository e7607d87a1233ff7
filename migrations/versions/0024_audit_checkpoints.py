"""How long the audit log was and how it ended, sealed, hour by hour."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_checkpoints",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.Column("last_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_checkpoints"),
    )


def downgrade() -> None:
    op.drop_table("audit_checkpoints")
