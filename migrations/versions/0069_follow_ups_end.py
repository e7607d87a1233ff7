"""A follow-up ends with its reservation; those set before the end of one that is over are removed."""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None

_HOLDS_A_SPOT = ("reserved", "invited", "contracted", "active")
_RESERVATIONS = sa.table(
    "reservations",
    sa.column("id", sa.BigInteger),
    sa.column("state", sa.String),
    sa.column("follow_up_on", sa.Date),
    sa.column("follow_up_subject", sa.String),
)
_CHANGES = sa.table(
    "reservation_changes",
    sa.column("id", sa.BigInteger),
    sa.column("reservation_id", sa.BigInteger),
    sa.column("after", sa.JSON),
)


def upgrade() -> None:
    connection = op.get_bind()
    over = sa.select(_RESERVATIONS.c.id).where(
        _RESERVATIONS.c.follow_up_on.is_not(None), _RESERVATIONS.c.state.not_in(_HOLDS_A_SPOT)
    )
    made = sa.select(_CHANGES.c.reservation_id, _CHANGES.c.after).where(_CHANGES.c.reservation_id.in_(over))
    last: dict[int, str] = {}
    for id_, after in connection.execute(made.order_by(_CHANGES.c.id)):
        last[id_] = "state" if "state" in after else "day" if after.get("follow_up_on") else last.get(id_, "")
    ended = [id_ for id_, what in last.items() if what == "state"]
    nothing = {"follow_up_on": None, "follow_up_subject": None}
    for id_ in ended:
        connection.execute(sa.update(_RESERVATIONS).where(_RESERVATIONS.c.id == id_).values(nothing))


def downgrade() -> None:
    """The days are in the history of their reservations; a follow-up that is over is none."""
