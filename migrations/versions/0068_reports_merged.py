"""Schedules of reports that became parts of „Was bringt mein Geld“ send that one, for the last ripe quarter."""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None

_MERGED = ("models", "paths", "quality", "told")
_TAKEN = ("target_cents", "model", "look_back_days", "half_life_days", "compare", "compare_from", "compare_to")
_SCHEDULES = sa.table(
    "report_schedules",
    sa.column("id", sa.BigInteger),
    sa.column("report", sa.String),
    sa.column("parameters", sa.JSON),
    sa.column("period", sa.String),
)


def upgrade() -> None:
    connection = op.get_bind()
    asked = sa.select(_SCHEDULES.c.id, _SCHEDULES.c.parameters).where(_SCHEDULES.c.report.in_(_MERGED))
    for row in connection.execute(asked).all():
        kept = {name: value for name, value in row.parameters.items() if name in _TAKEN or name.startswith("only_")}
        moved = {"report": "money", "parameters": kept, "period": "last_ripe_quarter"}
        connection.execute(sa.update(_SCHEDULES).where(_SCHEDULES.c.id == row.id).values(moved))
    # Its usual field is another one now; who chose none goes on with what came until today.
    asked = sa.select(_SCHEDULES.c.id, _SCHEDULES.c.parameters).where(_SCHEDULES.c.report == "breakdown")
    for row in connection.execute(asked).all():
        parameters = {"field": "utm_source", **row.parameters}
        connection.execute(sa.update(_SCHEDULES).where(_SCHEDULES.c.id == row.id).values({"parameters": parameters}))


def downgrade() -> None:
    """What each of them sent before is not stored; the report is there under this name too."""
