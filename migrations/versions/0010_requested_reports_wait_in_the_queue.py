"""Reports that staff request are rows of the queue, which alone decides which process runs them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

breaks_older = True
"""An older server would look for requested reports where there are none any more."""


_PAYLOAD = """
    CASE WHEN is_test THEN '{"test_for": "' || created_by || '"}' ELSE '{"send_to": "recipients"}' END
"""
_WAITING = """
    INSERT INTO job_runs (job, scheduled_for, trigger, state, attempts, missed, asked_by, created_at, payload)
    SELECT 'report-schedule:' || schedule_id, scheduled_for, 'manual', 'queued', 0, 0, created_by, created_at, {payload}
    FROM report_runs
    WHERE state = 'running' AND schedule_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM job_runs
        WHERE job = 'report-schedule:' || schedule_id AND job_runs.scheduled_for = report_runs.scheduled_for
    )
"""


def upgrade() -> None:
    op.add_column("job_runs", sa.Column("payload", sa.JSON(none_as_null=True)))
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    # Those that wait or are computed at this moment. Runs of slots are in the queue already.
    op.execute(_WAITING.format(payload=f"CAST({_PAYLOAD} AS JSON)" if is_postgresql else _PAYLOAD))
    op.drop_column("report_runs", "leased_until")


def downgrade() -> None:
    op.add_column("report_runs", sa.Column("leased_until", sa.DateTime(timezone=True)))
    # Free at once: the older code takes up what nobody holds.
    op.execute("UPDATE report_runs SET leased_until = created_at WHERE state = 'running' AND schedule_id IS NOT NULL")
    op.execute("DELETE FROM job_runs WHERE payload IS NOT NULL AND state IN ('queued', 'running')")
    op.drop_column("job_runs", "payload")
