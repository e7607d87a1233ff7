"""Who works here: accounts, sessions, one-time links, recovery codes; what the audit log is searched by."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "staff_accounts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_normalized", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("totp_seed", sa.String(length=64), nullable=True),
        sa.Column("totp_last_counter", sa.BigInteger(), nullable=False),
        sa.Column("second_factor_waived", sa.Boolean(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("last_seen_at", _MOMENT, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("role IN ('admin', 'staff', 'marketing')", name=op.f("ck_staff_accounts_role")),
        sa.CheckConstraint("state IN ('invited', 'active', 'disabled')", name=op.f("ck_staff_accounts_state")),
        sa.PrimaryKeyConstraint("id", name="pk_staff_accounts"),
        sa.UniqueConstraint("email_normalized", name="uq_staff_accounts_email_normalized"),
    )
    op.create_table(
        "staff_sessions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("stage", sa.String(length=10), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("last_seen_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("confirmed_until", _MOMENT, nullable=True),
        sa.Column("pending_totp_seed", sa.String(length=64), nullable=True),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.CheckConstraint("stage IN ('code', 'enrol', 'full')", name=op.f("ck_staff_sessions_stage")),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_staff_sessions_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_staff_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_staff_sessions_token_hash"),
    )
    op.create_index("ix_staff_sessions_account_id", "staff_sessions", ["account_id"], unique=False)
    op.create_index("ix_staff_sessions_expires_at", "staff_sessions", ["expires_at"], unique=False)
    op.create_table(
        "staff_links",
        sa.Column("id", _ID, nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("account_id", _ID, nullable=True),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.CheckConstraint("purpose IN ('first_account', 'invitation', 'reset')", name=op.f("ck_staff_links_purpose")),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_staff_links_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_staff_links"),
        sa.UniqueConstraint("token_hash", name="uq_staff_links_token_hash"),
    )
    op.create_index("ix_staff_links_account_id", "staff_links", ["account_id"], unique=False)
    op.create_table(
        "staff_recovery_codes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_staff_recovery_codes_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_staff_recovery_codes"),
    )
    op.create_index(
        "ix_staff_recovery_codes_account_id_code_hash",
        "staff_recovery_codes",
        ["account_id", "code_hash"],
        unique=True,
    )
    for column in ("action", "actor", "at"):
        op.create_index(f"ix_audit_entries_{column}", "audit_entries", [column], unique=False)


def downgrade() -> None:
    for column in ("at", "actor", "action"):
        op.drop_index(f"ix_audit_entries_{column}", table_name="audit_entries")
    op.drop_index("ix_staff_recovery_codes_account_id_code_hash", table_name="staff_recovery_codes")
    op.drop_table("staff_recovery_codes")
    op.drop_index("ix_staff_links_account_id", table_name="staff_links")
    op.drop_table("staff_links")
    op.drop_index("ix_staff_sessions_expires_at", table_name="staff_sessions")
    op.drop_index("ix_staff_sessions_account_id", table_name="staff_sessions")
    op.drop_table("staff_sessions")
    op.drop_table("staff_accounts")
