"""Mandates: whose account may be debited for a contract."""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0074"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_ACTIVE = sa.text("ended_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "mandates",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(35), nullable=False, unique=True),
        sa.Column("holder", sa.String(70), nullable=False),
        sa.Column("iban", sa.Text(), nullable=False),
        sa.Column("iban_mark", sa.String(64), nullable=False),
        sa.Column("last_four", sa.String(4), nullable=False),
        sa.Column("is_other_person", sa.Boolean(), nullable=False),
        sa.Column("channel", sa.String(20), nullable=False),
        sa.Column("signed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("cause", sa.String(20), nullable=False),
        sa.CheckConstraint("channel IN ('online', 'letter', 'telephone')", name="channel"),
        sa.UniqueConstraint("contract_id", "version"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_mandates_active", "mandates", ["contract_id"], unique=True, postgresql_where=_ACTIVE, sqlite_where=_ACTIVE
    )
    op.create_index("ix_mandates_iban_mark", "mandates", ["iban_mark"])


def downgrade() -> None:
    op.drop_table("mandates")
