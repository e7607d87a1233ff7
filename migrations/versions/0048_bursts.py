"""Which burst a reservation came in, labels of where it came from, and calls that have to be confirmed first."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server fills none of them in, and offers a place to an entry that waits with its call like to any other."""

_MOMENT = sa.DateTime(timezone=True)
_BURST = sa.text("burst_at IS NOT NULL")
_LABELLED = sa.text("network IS NOT NULL")


def upgrade() -> None:
    op.add_column("reservations", sa.Column("burst_at", _MOMENT, nullable=True))
    op.add_column("reservations", sa.Column("network", sa.String(12), nullable=True))
    op.add_column("reservations", sa.Column("line", sa.String(12), nullable=True))
    for name, column, condition in (
        ("ix_reservations_burst_at", "burst_at", _BURST),
        ("ix_reservations_labelled", "created_at", _LABELLED),
    ):
        op.create_index(name, "reservations", [column], postgresql_where=condition, sqlite_where=condition)
    op.add_column("waiting_entries", sa.Column("request", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("waiting_entries", "request")
    op.drop_index("ix_reservations_labelled", "reservations")
    op.drop_index("ix_reservations_burst_at", "reservations")
    for name in ("line", "network", "burst_at"):
        op.drop_column("reservations", name)
