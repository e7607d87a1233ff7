"""Jobs and their runs, alerts and their rules, webhooks, and tokens of machines."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_THRESHOLDS = {
    "capacity": 90,  # per cent
    "no_reservation": 48 * 60,  # minutes
    "campaign_budget": 0,  # cents
    "mail_queue": 60,  # minutes
    "job": None,
    "reservation_burst": 30,  # reservations in ten minutes
    "unlisted_proxy": None,
    "report_recipient": None,
}


def upgrade() -> None:
    _create_alert_rules()
    _create_job_runs()
    _create_jobs()
    _create_machine_tokens()
    _create_webhook_cursor()
    _create_webhook_endpoints()
    _create_alerts()
    _create_webhook_deliveries()
    _create_webhook_secrets()
    _create_webhook_attempts()
    _add_rules()
    op.execute("INSERT INTO webhook_cursor (id, audit_id) VALUES (1, 0)")


def downgrade() -> None:
    op.drop_table("webhook_attempts")
    op.drop_table("webhook_secrets")
    op.drop_table("webhook_deliveries")
    op.drop_table("alerts")
    op.drop_table("webhook_endpoints")
    op.drop_table("webhook_cursor")
    op.drop_table("machine_tokens")
    op.drop_table("jobs")
    op.drop_table("job_runs")
    op.drop_table("alert_rules")


def _create_alert_rules() -> None:
    op.create_table(
        "alert_rules",
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("threshold", sa.BigInteger()),
        sa.Column("to_admins", sa.Boolean(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("quiet_from", sa.Time()),
        sa.Column("quiet_to", sa.Time()),
        sa.Column("quiet_days", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", _MOMENT),
        sa.Column("changed_by", sa.String(length=80)),
        sa.Column("checked_at", _MOMENT),
        sa.Column("excused_at", _MOMENT),
        sa.PrimaryKeyConstraint("kind", name="pk_alert_rules"),
    )


def _create_job_runs() -> None:
    op.create_table(
        "job_runs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("job", sa.String(length=80), nullable=False),
        sa.Column("scheduled_for", _MOMENT, nullable=False),
        sa.Column("trigger", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=80)),
        sa.Column("lease_until", _MOMENT),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("asked_by", sa.String(length=80)),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("started_at", _MOMENT),
        sa.Column("finished_at", _MOMENT),
        sa.Column("result", sa.String(length=300)),
        sa.Column("error", sa.String(length=300)),
        sa.Column("waited_for", sa.BigInteger()),
        sa.CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'lost')", name=op.f("ck_job_runs_state")),
        sa.CheckConstraint("trigger IN ('schedule', 'catch_up', 'manual')", name=op.f("ck_job_runs_trigger")),
        sa.PrimaryKeyConstraint("id", name="pk_job_runs"),
    )
    op.create_index("ix_job_runs_open", "job_runs", ["id"], **_where("state IN ('queued', 'running')"))
    op.create_index("uq_job_runs_slot", "job_runs", ["job", "scheduled_for"], unique=True)


def _create_jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("known_since", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT),
        sa.Column("paused_at", _MOMENT),
        sa.Column("paused_by", sa.String(length=80)),
        sa.Column("paused_reason", sa.String(length=300)),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("failed_at", _MOMENT),
        sa.Column("last_error", sa.String(length=300)),
        sa.PrimaryKeyConstraint("name", name="pk_jobs"),
    )


def _create_machine_tokens() -> None:
    op.create_table(
        "machine_tokens",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("beginning", sa.String(length=16), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("schedules", sa.JSON(none_as_null=True)),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT),
        sa.Column("last_used_at", _MOMENT),
        sa.Column("revoked_at", _MOMENT),
        sa.Column("revoked_by", sa.String(length=80)),
        sa.PrimaryKeyConstraint("id", name="pk_machine_tokens"),
        sa.UniqueConstraint("token_hash", name="uq_machine_tokens_token_hash"),
    )


def _create_webhook_cursor() -> None:
    op.create_table(
        "webhook_cursor",
        sa.Column("id", _ID, nullable=False),
        sa.Column("audit_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_cursor"),
    )


def _create_webhook_endpoints() -> None:
    op.create_table(
        "webhook_endpoints",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT),
        sa.Column("paused_at", _MOMENT),
        sa.Column("paused_by", sa.String(length=80)),
        sa.Column("paused_because", sa.String(length=40)),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failing_since", _MOMENT),
        sa.Column("rests_until", _MOMENT),
        sa.Column("lease_owner", sa.String(length=40)),
        sa.Column("leased_until", _MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_endpoints"),
    )


def _add_rules() -> None:
    columns = ("kind", "threshold", "version")
    typed = {"is_on": sa.Boolean, "to_admins": sa.Boolean, "recipients": sa.JSON, "quiet_days": sa.JSON}
    rules = sa.table("alert_rules", *map(sa.column, columns), *(sa.column(*item) for item in typed.items()))
    always = {"is_on": True, "to_admins": True, "recipients": [], "quiet_days": [], "version": 1}
    op.bulk_insert(rules, [{"kind": kind, "threshold": limit, **always} for kind, limit in _THRESHOLDS.items()])


def _create_alerts() -> None:
    op.create_table(
        "alerts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("headline", sa.String(length=160), nullable=False),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("threshold", sa.BigInteger()),
        sa.Column("opened_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        sa.Column("closed_at", _MOMENT),
        sa.Column("mailed_at", _MOMENT),
        sa.Column("noted_at", _MOMENT),
        sa.Column("noted_by", sa.String(length=80)),
        sa.ForeignKeyConstraint(["kind"], ["alert_rules.kind"], name="fk_alerts_kind"),
        sa.PrimaryKeyConstraint("id", name="pk_alerts"),
    )
    op.create_index("ix_alerts_closed_at", "alerts", ["closed_at"])
    op.create_index("uq_alerts_open", "alerts", ["kind", "subject"], unique=True, **_where("closed_at IS NULL"))


def _create_webhook_deliveries() -> None:
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
        sa.Column("delivered_at", _MOMENT),
        sa.Column("problem", sa.String(length=40)),
        sa.Column("status", sa.Integer()),
        sa.CheckConstraint("state IN ('waiting', 'delivered', 'failed')", name=op.f("ck_webhook_deliveries_state")),
        sa.ForeignKeyConstraint(["endpoint_id"], ["webhook_endpoints.id"], name="fk_webhook_deliveries_endpoint_id"),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_deliveries"),
        sa.UniqueConstraint("endpoint_id", "message_id", name="uq_webhook_deliveries_endpoint_id_message_id"),
    )
    op.create_index("ix_webhook_deliveries_created_at", "webhook_deliveries", ["created_at"])
    op.create_index(
        "ix_webhook_deliveries_due",
        "webhook_deliveries",
        ["endpoint_id", "next_attempt_at"],
        **_where("state = 'waiting'"),
    )
    op.create_index("ix_webhook_deliveries_log", "webhook_deliveries", ["endpoint_id", "state", "id"])


def _create_webhook_secrets() -> None:
    op.create_table(
        "webhook_secrets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("endpoint_id", _ID, nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("ends_at", _MOMENT),
        sa.ForeignKeyConstraint(["endpoint_id"], ["webhook_endpoints.id"], name="fk_webhook_secrets_endpoint_id"),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_secrets"),
    )
    op.create_index("ix_webhook_secrets_endpoint_id", "webhook_secrets", ["endpoint_id"])


def _create_webhook_attempts() -> None:
    op.create_table(
        "webhook_attempts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("delivery_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("status", sa.Integer()),
        sa.Column("problem", sa.String(length=40)),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["webhook_deliveries.id"], name="fk_webhook_attempts_delivery_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_attempts"),
    )
    op.create_index("ix_webhook_attempts_delivery_id", "webhook_attempts", ["delivery_id"])


def _where(condition: str) -> dict[str, sa.TextClause]:
    """The condition of a partial index, the same on both databases."""
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}
