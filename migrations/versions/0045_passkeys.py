"""Passkeys of staff accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server signs in by password and code; an account keeps both beside its passkeys."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "staff_passkeys",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("credential_id", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("user_handle", sa.String(64), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.JSON(), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("last_used_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name=op.f("fk_staff_passkeys_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_staff_passkeys_credential_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_staff_passkeys_account_id"), "staff_passkeys", ["account_id"])
    op.create_table(
        "staff_passkey_challenges",
        sa.Column("id", _ID, nullable=False),
        sa.Column("challenge_hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("session_id", _ID, nullable=True),
        sa.Column("user_handle", sa.String(64), nullable=True),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.CheckConstraint(
            "purpose IN ('register', 'sign_in', 'prove')", name=op.f("ck_staff_passkey_challenges_purpose")
        ),
        sa.CheckConstraint(
            "(purpose = 'sign_in') = (session_id IS NULL)", name=op.f("ck_staff_passkey_challenges_session")
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["staff_sessions.id"],
            name=op.f("fk_staff_passkey_challenges_session_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_passkey_challenges")),
        sa.UniqueConstraint("challenge_hash", name=op.f("uq_staff_passkey_challenges_challenge_hash")),
    )
    for column in ("session_id", "expires_at"):
        op.create_index(op.f(f"ix_staff_passkey_challenges_{column}"), "staff_passkey_challenges", [column])


def downgrade() -> None:
    op.drop_table("staff_passkey_challenges")
    op.drop_table("staff_passkeys")
