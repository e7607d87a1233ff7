"""Schedules of reports, the files of their runs, who is sent them, and attachments of mails."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _where(condition: str) -> dict[str, sa.TextClause]:
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}


_LIVE = _where("removed_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "report_schedules",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("report", sa.String(length=40), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("period", sa.String(length=20), nullable=True),
        sa.Column("timing", sa.JSON(), nullable=False),
        sa.Column("zone", sa.String(length=60), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("formats", sa.JSON(), nullable=False),
        sa.Column("condition", sa.JSON(), nullable=True),
        sa.Column("cool_down_hours", sa.Integer(), nullable=False),
        sa.Column("retention_days", sa.Integer(), nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_since", _MOMENT, nullable=False),
        sa.Column("paused_at", _MOMENT, nullable=True),
        sa.Column("paused_by", sa.String(length=80), nullable=True),
        sa.Column("paused_reason", sa.String(length=300), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_sent_at", _MOMENT, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_report_schedules"),
        sa.CheckConstraint("state IN ('active', 'paused')", name=op.f("ck_report_schedules_state")),
    )
    op.create_index("ix_report_schedules_live", "report_schedules", ["id"], **_LIVE)
    op.create_table(
        "report_artefacts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("form", sa.String(length=20), nullable=False),
        sa.Column("table_name", sa.String(length=60), nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_report_artefacts"),
        sa.UniqueConstraint("path", name="uq_report_artefacts_path"),
    )
    op.create_index("ix_report_artefacts_run_id", "report_artefacts", ["run_id"])
    op.create_index("ix_report_artefacts_kept", "report_artefacts", ["expires_at"], **_LIVE)
    op.create_table(
        "report_deliveries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("mail_key", sa.String(length=120), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_report_deliveries"),
        sa.UniqueConstraint("mail_key", name="uq_report_deliveries_mail_key"),
    )
    op.create_index("uq_report_deliveries_recipient", "report_deliveries", ["run_id", "recipient"], unique=True)
    op.add_column("report_runs", sa.Column("schedule_id", _ID, nullable=True))
    op.add_column("report_runs", sa.Column("scheduled_for", _MOMENT, nullable=True))
    op.add_column("report_runs", sa.Column("is_test", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.add_column("report_runs", sa.Column("attempts", sa.Integer(), server_default=sa.text("1"), nullable=False))
    op.add_column("report_runs", sa.Column("leased_until", _MOMENT, nullable=True))
    op.add_column("report_runs", sa.Column("error", sa.String(length=300), nullable=True))
    op.add_column("report_runs", sa.Column("note", sa.String(length=300), nullable=True))
    op.add_column("report_runs", sa.Column("settled_at", _MOMENT, nullable=True))
    op.create_index("uq_report_runs_slot", "report_runs", ["schedule_id", "scheduled_for"], unique=True)
    unsettled = _where("schedule_id IS NOT NULL AND settled_at IS NULL")
    undelivered = _where("state = 'delivery_failed'")
    op.create_index("ix_report_runs_undelivered", "report_runs", ["settled_at"], **undelivered)
    op.create_index("ix_report_runs_unsettled", "report_runs", ["id"], **unsettled)
    op.add_column("mails", sa.Column("attachments", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("mails", "attachments")
    op.drop_index("ix_report_runs_unsettled", "report_runs")
    op.drop_index("ix_report_runs_undelivered", "report_runs")
    op.drop_index("uq_report_runs_slot", "report_runs")
    for name in ("settled_at", "note", "error", "leased_until", "attempts", "is_test", "scheduled_for", "schedule_id"):
        op.drop_column("report_runs", name)
    op.drop_table("report_deliveries")
    op.drop_table("report_artefacts")
    op.drop_table("report_schedules")
