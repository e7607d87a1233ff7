"""The manifest of the analytical store, runs of reports, segments, and scheduled reports."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _create_report_artefacts()
    _create_report_deliveries()
    _create_report_runs()
    _create_report_schedules()
    _create_report_segments()
    _create_store_files()
    _create_store_watermarks()
    _create_report_recipients()


def downgrade() -> None:
    op.drop_table("report_recipients")
    op.drop_table("store_watermarks")
    op.drop_table("store_files")
    op.drop_table("report_segments")
    op.drop_table("report_schedules")
    op.drop_table("report_runs")
    op.drop_table("report_deliveries")
    op.drop_table("report_artefacts")


def _create_report_artefacts() -> None:
    op.create_table(
        "report_artefacts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("form", sa.String(length=20), nullable=False),
        sa.Column("table_name", sa.String(length=60)),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_report_artefacts"),
        sa.UniqueConstraint("path", name="uq_report_artefacts_path"),
    )
    op.create_index("ix_report_artefacts_kept", "report_artefacts", ["expires_at"], **_where("removed_at IS NULL"))
    op.create_index("ix_report_artefacts_run_id", "report_artefacts", ["run_id"])


def _create_report_deliveries() -> None:
    op.create_table(
        "report_deliveries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("mail_key", sa.String(length=120), nullable=False),
        sa.Column("account_id", _ID),
        sa.Column("left_out", sa.String(length=120)),
        sa.PrimaryKeyConstraint("id", name="pk_report_deliveries"),
        sa.UniqueConstraint("mail_key", name="uq_report_deliveries_mail_key"),
    )
    op.create_index("uq_report_deliveries_recipient", "report_deliveries", ["run_id", "recipient"], unique=True)


def _create_report_runs() -> None:
    op.create_table(
        "report_runs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("report", sa.String(length=40), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("trigger", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("label", sa.String(length=120), nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("finished_at", _MOMENT),
        sa.Column("stand", sa.JSON()),
        sa.Column("sql_version", sa.String(length=64)),
        sa.Column("sql_parts", sa.JSON()),
        sa.Column("result_path", sa.String(length=200)),
        sa.Column("bytes", sa.BigInteger()),
        sa.Column("sha256", sa.String(length=64)),
        sa.Column("rows", sa.BigInteger()),
        sa.Column("expires_at", _MOMENT),
        sa.Column("removed_at", _MOMENT),
        sa.Column("removed_by", sa.String(length=80)),
        sa.Column("removal_reason", sa.String(length=500), server_default=sa.text("''"), nullable=False),
        sa.Column("schedule_id", _ID),
        sa.Column("scheduled_for", _MOMENT),
        sa.Column("is_test", sa.Boolean(), server_default=sa.text("(false)"), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("leased_until", _MOMENT),
        sa.Column("error", sa.String(length=300)),
        sa.Column("note", sa.String(length=300)),
        sa.Column("settled_at", _MOMENT),
        sa.CheckConstraint(
            "state IN ('running', 'generated', 'delivered', 'failed', 'delivery_failed')",
            name=op.f("ck_report_runs_state"),
        ),
        sa.CheckConstraint("trigger IN ('kept', 'scheduled')", name=op.f("ck_report_runs_trigger")),
        sa.PrimaryKeyConstraint("id", name="pk_report_runs"),
        sa.UniqueConstraint("result_path", name="uq_report_runs_result_path"),
    )
    op.create_index("ix_report_runs_live", "report_runs", ["report", "id"], **_where("removed_at IS NULL"))
    op.create_index("ix_report_runs_undelivered", "report_runs", ["settled_at"], **_where("state = 'delivery_failed'"))
    op.create_index(
        "ix_report_runs_unsettled", "report_runs", ["id"], **_where("schedule_id IS NOT NULL AND settled_at IS NULL")
    )
    op.create_index("uq_report_runs_slot", "report_runs", ["schedule_id", "scheduled_for"], unique=True)


def _create_report_schedules() -> None:
    op.create_table(
        "report_schedules",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("report", sa.String(length=40), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("period", sa.String(length=20)),
        sa.Column("timing", sa.JSON(), nullable=False),
        sa.Column("zone", sa.String(length=60), nullable=False),
        sa.Column("formats", sa.JSON(), nullable=False),
        sa.Column("condition", sa.JSON(none_as_null=True)),
        sa.Column("cool_down_hours", sa.Integer(), nullable=False),
        sa.Column("retention_days", sa.Integer(), nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_since", _MOMENT, nullable=False),
        sa.Column("paused_at", _MOMENT),
        sa.Column("paused_by", sa.String(length=80)),
        sa.Column("paused_reason", sa.String(length=300)),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_sent_at", _MOMENT),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT),
        sa.CheckConstraint("state IN ('active', 'paused')", name=op.f("ck_report_schedules_state")),
        sa.PrimaryKeyConstraint("id", name="pk_report_schedules"),
    )
    op.create_index("ix_report_schedules_live", "report_schedules", ["id"], **_where("removed_at IS NULL"))


def _create_report_segments() -> None:
    op.create_table(
        "report_segments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("name_key", sa.String(length=240), nullable=False),
        sa.Column("filters", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_report_segments"),
    )
    op.create_index(
        "uq_report_segments_live", "report_segments", ["name_key"], unique=True, **_where("removed_at IS NULL")
    )


def _create_store_files() -> None:
    op.create_table(
        "store_files",
        sa.Column("id", _ID, nullable=False),
        sa.Column("dataset", sa.String(length=20), nullable=False),
        sa.Column("month", sa.String(length=7), nullable=False),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("first_written_in", sa.BigInteger(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("last_written_in", sa.BigInteger(), nullable=False),
        sa.Column("last_id", sa.BigInteger(), nullable=False),
        sa.Column("rows", sa.BigInteger(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("retired_at", _MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_store_files"),
        sa.UniqueConstraint("path", name="uq_store_files_path"),
    )
    op.create_index("ix_store_files_current", "store_files", ["dataset", "month"], **_where("retired_at IS NULL"))


def _create_store_watermarks() -> None:
    op.create_table(
        "store_watermarks",
        sa.Column("dataset", sa.String(length=20), nullable=False),
        sa.Column("written_in", sa.BigInteger(), nullable=False),
        sa.Column("last_id", sa.BigInteger(), nullable=False),
        sa.Column("moved_at", _MOMENT),
        sa.Column("lease_owner", sa.String(length=80)),
        sa.Column("lease_until", _MOMENT),
        sa.PrimaryKeyConstraint("dataset", name="pk_store_watermarks"),
    )


def _create_report_recipients() -> None:
    op.create_table(
        "report_recipients",
        sa.Column("id", _ID, nullable=False),
        sa.Column("schedule_id", _ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("account_id", _ID),
        sa.Column("address", sa.String(length=320)),
        sa.Column("entered_by", sa.String(length=80), nullable=False),
        sa.Column("entered_at", _MOMENT, nullable=False),
        sa.Column("confirmed_by", sa.String(length=80)),
        sa.Column("confirmed_at", _MOMENT),
        sa.CheckConstraint("(account_id IS NULL) <> (address IS NULL)", name=op.f("ck_report_recipients_one_of_both")),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_report_recipients_account_id"),
        sa.ForeignKeyConstraint(["schedule_id"], ["report_schedules.id"], name="fk_report_recipients_schedule_id"),
        sa.PrimaryKeyConstraint("id", name="pk_report_recipients"),
    )
    op.create_index("uq_report_recipients_account", "report_recipients", ["schedule_id", "account_id"], unique=True)
    op.create_index("uq_report_recipients_address", "report_recipients", ["schedule_id", "address"], unique=True)


def _where(condition: str) -> dict[str, sa.TextClause]:
    """The condition of a partial index, the same on both databases."""
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}


def _written_in() -> sa.Column[int]:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    default = "((pg_current_xact_id())::text)::bigint" if is_postgresql else "0"
    return sa.Column("written_in", sa.BigInteger(), server_default=sa.text(default), nullable=False)
