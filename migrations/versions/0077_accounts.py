"""Accounts that a household has asked for and not confirmed yet, reminders of payments, and instalments paid early."""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0076"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "account_changes",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id"), nullable=False, unique=True),
        sa.Column("seed_sha256", sa.String(64), nullable=False, unique=True),
        sa.Column("holder", sa.String(70), nullable=False),
        sa.Column("iban", sa.Text(), nullable=False),
        sa.Column("iban_mark", sa.String(64), nullable=False),
        sa.Column("last_four", sa.String(4), nullable=False),
        sa.Column("is_other_person", sa.Boolean(), nullable=False),
        sa.Column("asked_at", moment, nullable=False),
        sa.Column("expires_at", moment, nullable=False),
    )
    op.create_index("ix_account_changes_expires_at", "account_changes", ["expires_at"])
    op.create_table(
        "payment_reminders",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id"), nullable=False),
        sa.Column("claim_key", sa.String(160), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.UniqueConstraint("claim_key", "step"),
    )
    op.create_index("ix_payment_reminders_contract_id", "payment_reminders", ["contract_id"])
    op.create_table(
        "early_payments",
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id"), primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("agreed_at", moment, nullable=False),
    )
    op.add_column("debit_notices", sa.Column("ended_at", moment))
    op.create_table(
        "reminder_stops",
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id"), primary_key=True, autoincrement=False),
        sa.Column("at", moment, nullable=False),
    )


def downgrade() -> None:
    op.drop_column("debit_notices", "ended_at")
    op.drop_table("early_payments")
    op.drop_table("reminder_stops")
    op.drop_table("payment_reminders")
    op.drop_table("account_changes")
