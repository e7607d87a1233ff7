"""The report on what changed is gone: its schedules send the breakdown beside the period before."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0055"
branch_labels = None
depends_on = None

breaks_older = False

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


def _schedules() -> None:
    connection = op.get_bind()
    columns = {column["name"] for column in sa.inspect(connection).get_columns("report_schedules")}
    has_more = "further_reports" in columns
    table = sa.table(
        "report_schedules",
        *(sa.column(name) for name in ("id", "report", "state", "paused_reason", "removed_at")),
        sa.column("paused_at", sa.DateTime(timezone=True)),
        *(sa.column(name, sa.JSON(none_as_null=True)) for name in ("parameters", "condition")),
        *([sa.column("further_reports", sa.JSON(none_as_null=True))] if has_more else []),
    )
    for row in connection.execute(sa.select(table)).mappings().all():
        values: dict[str, Any] = {}
        if row["report"] == GONE:
            values = {"report": INSTEAD, "parameters": _parameters(row["parameters"])}
        if row["report"] == GONE and row["condition"] is not None:
            values |= {"condition": sa.null()}
            if row["state"] == "active":
                values |= {"state": "paused", "paused_at": sa.func.now(), "paused_reason": PAUSED}
        if has_more and any(one["report"] == GONE for one in row["further_reports"] or ()):
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
    pass  # The schedules keep the breakdown.
