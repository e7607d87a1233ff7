"""Jobs by name, and a row for each slot that somebody ran."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TRIGGERS = "trigger IN ('schedule', 'catch_up', 'manual')"
_STATES = "state IN ('queued', 'running', 'done', 'failed', 'lost')"
_OPEN = {f"{dialect}_where": sa.text("state IN ('queued', 'running')") for dialect in ("sqlite", "postgresql")}


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("known_since", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=True),
        sa.Column("paused_at", _MOMENT, nullable=True),
        sa.Column("paused_by", sa.String(length=80), nullable=True),
        sa.Column("paused_reason", sa.String(length=300), nullable=True),
        sa.Column("failures", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("failed_at", _MOMENT, nullable=True),
        sa.Column("last_error", sa.String(length=300), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_jobs"),
    )
    op.create_table(
        "job_runs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("job", sa.String(length=80), nullable=False),
        sa.Column("scheduled_for", _MOMENT, nullable=False),
        sa.Column("trigger", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=80), nullable=True),
        sa.Column("lease_until", _MOMENT, nullable=True),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("asked_by", sa.String(length=80), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("started_at", _MOMENT, nullable=True),
        sa.Column("finished_at", _MOMENT, nullable=True),
        sa.Column("result", sa.String(length=300), nullable=True),
        sa.Column("error", sa.String(length=300), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_job_runs"),
        sa.CheckConstraint(_TRIGGERS, name=op.f("ck_job_runs_trigger")),
        sa.CheckConstraint(_STATES, name=op.f("ck_job_runs_state")),
    )
    op.create_index("uq_job_runs_slot", "job_runs", ["job", "scheduled_for"], unique=True)
    op.create_index("ix_job_runs_open", "job_runs", ["id"], **_OPEN)


def downgrade() -> None:
    op.drop_table("job_runs")
    op.drop_table("jobs")
