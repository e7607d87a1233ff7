"""Invitations to the contract: since when, until when they are answered, and when they were."""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None

_UNDECIDED = sa.text("state = 'invited' AND decide_by IS NOT NULL AND decided_at IS NULL")
_DECIDED = sa.text("state = 'invited' AND decided_at IS NOT NULL")


def upgrade() -> None:
    for name in ("invited_at", "decide_by", "decided_at"):
        op.add_column("reservations", sa.Column(name, sa.DateTime(timezone=True)))
    for name, columns, where in (
        ("ix_reservations_undecided", ["park_id", "decide_by"], _UNDECIDED),
        ("ix_reservations_decided", ["decided_at"], _DECIDED),
    ):
        op.create_index(name, "reservations", columns, postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    op.drop_index("ix_reservations_decided", "reservations")
    op.drop_index("ix_reservations_undecided", "reservations")
    for name in ("decided_at", "decide_by", "invited_at"):
        op.drop_column("reservations", name)
