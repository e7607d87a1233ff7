"""The report on what changed is gone: its schedules send the breakdown beside the period before. Definitions of metrics
are confirmed in git, no longer in a table.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from migrations import removed

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None

contracts = "0042"
breaks_older = True
"""An older server reads and writes confirmations of metrics."""

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

GONE = "changes"
INSTEAD = "breakdown"
STANDARD = {"compare": "previous", "field": "channel_group"}
"""What the report that is gone showed where a schedule did not say."""
PAUSED = (
    "Der Bericht „Was hat sich geändert“ ist jetzt die Aufschlüsselung mit Vergleich. Seine Bedingung passt nicht "
    "mehr: Bitte legen Sie sie neu fest, und setzen Sie den Zeitplan fort."
)


def upgrade() -> None:
    _schedules()
    removed.drop_table("metric_checks")


def _schedules() -> None:
    connection = op.get_bind()
    table = sa.table(
        "report_schedules",
        *(sa.column(name) for name in ("id", "report", "state", "paused_reason", "removed_at")),
        sa.column("paused_at", sa.DateTime(timezone=True)),
        *(sa.column(name, sa.JSON(none_as_null=True)) for name in ("parameters", "condition", "further_reports")),
    )
    for row in connection.execute(sa.select(table)).mappings().all():
        values: dict[str, Any] = {}
        if row["report"] == GONE:
            values = {"report": INSTEAD, "parameters": _parameters(row["parameters"])}
        if row["report"] == GONE and row["condition"] is not None:
            values |= {"condition": sa.null()}
            if row["state"] == "active":
                values |= {"state": "paused", "paused_at": sa.func.now(), "paused_reason": PAUSED}
        if any(one["report"] == GONE for one in row["further_reports"] or ()):
            values["further_reports"] = [
                one | {"report": INSTEAD, "parameters": _parameters(one["parameters"])}
                if one["report"] == GONE
                else one
                for one in row["further_reports"]
            ]
        if values:
            connection.execute(sa.update(table).where(table.c.id == row["id"]).values(values))


def _parameters(told: dict[str, Any]) -> dict[str, Any]:
    return STANDARD | {name: value for name, value in told.items() if name != "measure"}


def downgrade() -> None:
    # The schedules keep the breakdown.
    op.create_table(
        "metric_checks",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("metric", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(16), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checked_by", sa.String(80), nullable=False),
        sa.CheckConstraint("version > 0", name=op.f("ck_metric_checks_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_metric_checks")),
    )
    op.create_index(op.f("ix_metric_checks_metric_id"), "metric_checks", ["metric", "id"])
