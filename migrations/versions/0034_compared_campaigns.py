"""Entries of the lists hold source and campaign as they are compared: every reservation is queued for it."""

from alembic import op

revision = "0034"
down_revision = "0025"
branch_labels = None
depends_on = None

_QUEUE = (
    "INSERT INTO reservation_entry_queue (reservation_id) SELECT id FROM reservations "
    "WHERE id NOT IN (SELECT reservation_id FROM reservation_entry_queue)"
)


def upgrade() -> None:
    op.execute(_QUEUE)


def downgrade() -> None:
    op.execute(_QUEUE)
