"""Accounts, the audit log, mails, and what the calls of one process share with another."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_BYTEWISE = sa.String(length=320).with_variant(sa.String(length=320, collation="C"), "postgresql")


def upgrade() -> None:
    _create_audit_checkpoints()
    _create_audit_entries()
    _create_idempotency_keys()
    _create_installation()
    _create_mails()
    _create_rate_counts()
    _create_staff_accounts()
    _create_staff_operations()
    _create_saved_views()
    _create_staff_links()
    _create_staff_recovery_codes()
    _create_staff_sessions()
    _create_export_links()


def downgrade() -> None:
    op.drop_table("export_links")
    op.drop_table("staff_sessions")
    op.drop_table("staff_recovery_codes")
    op.drop_table("staff_links")
    op.drop_table("saved_views")
    op.drop_table("staff_operations")
    op.drop_table("staff_accounts")
    op.drop_table("rate_counts")
    op.drop_table("mails")
    op.drop_table("installation")
    op.drop_table("idempotency_keys")
    op.drop_table("audit_entries")
    op.drop_table("audit_checkpoints")


def _create_audit_checkpoints() -> None:
    op.create_table(
        "audit_checkpoints",
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.Column("last_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_checkpoints"),
    )


def _create_audit_entries() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=80), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("previous_hash", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
        sa.UniqueConstraint("hash", name="uq_audit_entries_hash"),
        sa.UniqueConstraint("previous_hash", name="uq_audit_entries_previous_hash"),
    )
    op.create_index("ix_audit_entries_action", "audit_entries", ["action"])
    op.create_index("ix_audit_entries_actor", "audit_entries", ["actor"])
    op.create_index("ix_audit_entries_at", "audit_entries", ["at"])
    op.create_index(
        "ix_audit_entries_listed",
        "audit_entries",
        ["id"],
        sqlite_where=sa.text("json_extract(details, '$.operation') IS NULL"),
        postgresql_where=sa.text("(details ->> 'operation') IS NULL"),
    )
    op.create_index("ix_audit_entries_subject", "audit_entries", ["subject"])


def _create_idempotency_keys() -> None:
    op.create_table(
        "idempotency_keys",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer()),
        sa.Column("body", sa.JSON()),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_idempotency_keys"),
    )
    op.create_index("ix_idempotency_keys_expires_at", "idempotency_keys", ["expires_at"])


def _create_installation() -> None:
    op.create_table(
        "installation",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("oldest_code", sa.String(length=32), nullable=False),
        sa.Column("folder", sa.String(length=32)),
        sa.Column("tried_at", _MOMENT),
        sa.CheckConstraint("id = 1", name=op.f("ck_installation_one_row")),
        sa.PrimaryKeyConstraint("id", name="pk_installation"),
    )


def _create_mails() -> None:
    op.create_table(
        "mails",
        sa.Column("id", _ID, nullable=False),
        sa.Column("dedupe_key", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("subject_ref", sa.String(length=80), nullable=False),
        sa.Column("recipient", _BYTEWISE, nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("message_id", sa.String(length=120), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", _MOMENT, nullable=False),
        sa.Column("leased_until", _MOMENT),
        sa.Column("last_error", sa.String(length=300)),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("sent_at", _MOMENT),
        sa.Column("attachments", sa.JSON(none_as_null=True)),
        sa.Column("fault", sa.String(length=20)),
        sa.Column("failing_since", _MOMENT),
        sa.CheckConstraint(
            "state IN ('queued', 'retrying', 'sent', 'failed', 'cancelled')", name=op.f("ck_mails_state")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_mails"),
        sa.UniqueConstraint("dedupe_key", name="uq_mails_dedupe_key"),
        sa.UniqueConstraint("message_id", name="uq_mails_message_id"),
    )
    op.create_index("ix_mails_due", "mails", ["next_attempt_at"], **_where("state IN ('queued', 'retrying')"))
    op.create_index("ix_mails_kind_id", "mails", ["kind", "id"])
    op.create_index("ix_mails_recipient", "mails", ["recipient"])
    op.create_index("ix_mails_subject_ref", "mails", ["subject_ref"])
    op.create_index("ix_mails_unsent", "mails", ["state", "id"], **_where("state <> 'sent'"))


def _create_rate_counts() -> None:
    op.create_table(
        "rate_counts",
        sa.Column("bucket", sa.String(length=80), nullable=False),
        sa.Column("window_start", sa.BigInteger(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", "window_start", name="pk_rate_counts"),
    )


def _create_staff_accounts() -> None:
    op.create_table(
        "staff_accounts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_normalized", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("password_hash", sa.String(length=200)),
        sa.Column("totp_seed", sa.String(length=64)),
        sa.Column("totp_last_counter", sa.BigInteger(), nullable=False),
        sa.Column("second_factor_waived", sa.Boolean(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("last_seen_at", _MOMENT),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("code_failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("code_wait_until", _MOMENT),
        sa.CheckConstraint("role IN ('admin', 'staff', 'marketing')", name=op.f("ck_staff_accounts_role")),
        sa.CheckConstraint("state IN ('invited', 'active', 'disabled')", name=op.f("ck_staff_accounts_state")),
        sa.PrimaryKeyConstraint("id", name="pk_staff_accounts"),
        sa.UniqueConstraint("email_normalized", name="uq_staff_accounts_email_normalized"),
    )


def _create_staff_operations() -> None:
    op.create_table(
        "staff_operations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("undo_until", _MOMENT),
        sa.Column("undone_at", _MOMENT),
        sa.Column("undone_by", sa.String(length=80)),
        sa.PrimaryKeyConstraint("id", name="pk_staff_operations"),
    )


def _create_saved_views() -> None:
    op.create_table(
        "saved_views",
        sa.Column("id", _ID, nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("resource", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("is_team", sa.Boolean(), nullable=False),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["staff_accounts.id"], name="fk_saved_views_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_saved_views"),
        sa.UniqueConstraint("owner_id", "resource", "name", name="uq_saved_views_owner_id_resource_name"),
    )


def _create_staff_links() -> None:
    op.create_table(
        "staff_links",
        sa.Column("id", _ID, nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("account_id", _ID),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.CheckConstraint("purpose IN ('first_account', 'invitation', 'reset')", name=op.f("ck_staff_links_purpose")),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_staff_links_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_staff_links"),
        sa.UniqueConstraint("token_hash", name="uq_staff_links_token_hash"),
    )
    op.create_index("ix_staff_links_account_id", "staff_links", ["account_id"])


def _create_staff_recovery_codes() -> None:
    op.create_table(
        "staff_recovery_codes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_staff_recovery_codes_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_staff_recovery_codes"),
    )
    op.create_index(
        "ix_staff_recovery_codes_account_id_code_hash", "staff_recovery_codes", ["account_id", "code_hash"], unique=True
    )


def _create_staff_sessions() -> None:
    op.create_table(
        "staff_sessions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("stage", sa.String(length=10), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("last_seen_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("confirmed_until", _MOMENT),
        sa.Column("pending_totp_seed", sa.String(length=64)),
        sa.Column("device", sa.String(length=60), nullable=False),
        sa.CheckConstraint("stage IN ('code', 'enrol', 'full')", name=op.f("ck_staff_sessions_stage")),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_staff_sessions_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_staff_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_staff_sessions_token_hash"),
    )
    op.create_index("ix_staff_sessions_account_id", "staff_sessions", ["account_id"])
    op.create_index("ix_staff_sessions_expires_at", "staff_sessions", ["expires_at"])


def _create_export_links() -> None:
    op.create_table(
        "export_links",
        sa.Column("id", _ID, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("session_id", _ID, nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("wish", sa.JSON(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["staff_sessions.id"], name="fk_export_links_session_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_export_links"),
        sa.UniqueConstraint("token_hash", name="uq_export_links_token_hash"),
    )
    op.create_index("ix_export_links_expires_at", "export_links", ["expires_at"])
    op.create_index("ix_export_links_session_id", "export_links", ["session_id"])


def _where(condition: str) -> dict[str, sa.TextClause]:
    """The condition of a partial index, the same on both databases."""
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}
