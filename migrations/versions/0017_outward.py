"""Webhooks with their deliveries, and tokens of machines."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_WAITING = {f"{dialect}_where": sa.text("state = 'waiting'") for dialect in ("sqlite", "postgresql")}
_STATES = "state IN ('waiting', 'delivered', 'failed')"


def upgrade() -> None:
    _create_endpoints()
    _create_deliveries()
    op.create_table(
        "webhook_cursor",
        sa.Column("id", _ID, nullable=False),
        sa.Column("audit_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_cursor"),
    )
    # What happened before there were webhooks is told to nobody.
    op.execute("INSERT INTO webhook_cursor (id, audit_id) SELECT 1, COALESCE(MAX(id), 0) FROM audit_entries")
    op.create_table(
        "machine_tokens",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("beginning", sa.String(length=16), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("schedules", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=True),
        sa.Column("last_used_at", _MOMENT, nullable=True),
        sa.Column("revoked_at", _MOMENT, nullable=True),
        sa.Column("revoked_by", sa.String(length=80), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_machine_tokens"),
        sa.UniqueConstraint("token_hash", name="uq_machine_tokens_token_hash"),
    )


def _create_endpoints() -> None:
    op.create_table(
        "webhook_endpoints",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.Column("paused_at", _MOMENT, nullable=True),
        sa.Column("paused_by", sa.String(length=80), nullable=True),
        sa.Column("paused_because", sa.String(length=40), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failing_since", _MOMENT, nullable=True),
        sa.Column("rests_until", _MOMENT, nullable=True),
        sa.Column("lease_owner", sa.String(length=40), nullable=True),
        sa.Column("leased_until", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_endpoints"),
    )
    op.create_table(
        "webhook_secrets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("endpoint_id", _ID, nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("ends_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["endpoint_id"], ["webhook_endpoints.id"], name="fk_webhook_secrets_endpoint_id"),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_secrets"),
    )
    op.create_index("ix_webhook_secrets_endpoint_id", "webhook_secrets", ["endpoint_id"])


def _create_deliveries() -> None:
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("endpoint_id", _ID, nullable=False),
        sa.Column("message_id", sa.String(length=60), nullable=False),
        sa.Column("event", sa.String(length=60), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("is_test", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", _MOMENT, nullable=False),
        sa.Column("happened_at", _MOMENT, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("delivered_at", _MOMENT, nullable=True),
        sa.Column("problem", sa.String(length=40), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["endpoint_id"], ["webhook_endpoints.id"], name="fk_webhook_deliveries_endpoint_id"),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_deliveries"),
        sa.UniqueConstraint("endpoint_id", "message_id", name="uq_webhook_deliveries_endpoint_id_message_id"),
        sa.CheckConstraint(_STATES, name=op.f("ck_webhook_deliveries_state")),
    )
    op.create_index("ix_webhook_deliveries_due", "webhook_deliveries", ["endpoint_id", "next_attempt_at"], **_WAITING)
    op.create_index("ix_webhook_deliveries_log", "webhook_deliveries", ["endpoint_id", "state", "id"])
    op.create_index("ix_webhook_deliveries_created_at", "webhook_deliveries", ["created_at"])
    op.create_table(
        "webhook_attempts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("delivery_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("problem", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(
            ["delivery_id"],
            ["webhook_deliveries.id"],
            name="fk_webhook_attempts_delivery_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_attempts"),
    )
    op.create_index("ix_webhook_attempts_delivery_id", "webhook_attempts", ["delivery_id"])


def downgrade() -> None:
    for table in (
        "machine_tokens",
        "webhook_cursor",
        "webhook_attempts",
        "webhook_deliveries",
        "webhook_secrets",
        "webhook_endpoints",
    ):
        op.drop_table(table)
