"""Saved segments of reports, and runs of reports whose result is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LIVE = {f"{dialect}_where": sa.text("removed_at IS NULL") for dialect in ("sqlite", "postgresql")}
_TRIGGERS = "trigger IN ('frozen', 'scheduled')"
_STATES = "state IN ('running', 'generated', 'delivered', 'failed', 'delivery_failed')"


def upgrade() -> None:
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
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_report_segments"),
    )
    op.create_index("uq_report_segments_live", "report_segments", ["name_key"], unique=True, **_LIVE)
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
        sa.Column("finished_at", _MOMENT, nullable=True),
        sa.Column("stand", sa.JSON(), nullable=True),
        sa.Column("sql_version", sa.String(length=64), nullable=True),
        sa.Column("sql_parts", sa.JSON(), nullable=True),
        sa.Column("result_path", sa.String(length=200), nullable=True),
        sa.Column("bytes", sa.BigInteger(), nullable=True),
        sa.Column("sha256", sa.String(length=64), nullable=True),
        sa.Column("rows", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", _MOMENT, nullable=True),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.Column("removed_by", sa.String(length=80), nullable=True),
        sa.Column("removal_reason", sa.String(length=500), server_default=sa.text("''"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_report_runs"),
        sa.UniqueConstraint("result_path", name="uq_report_runs_result_path"),
        sa.CheckConstraint(_TRIGGERS, name=op.f("ck_report_runs_trigger")),
        sa.CheckConstraint(_STATES, name=op.f("ck_report_runs_state")),
    )
    op.create_index("ix_report_runs_live", "report_runs", ["report", "id"], **_LIVE)


def downgrade() -> None:
    op.drop_table("report_runs")
    op.drop_table("report_segments")
