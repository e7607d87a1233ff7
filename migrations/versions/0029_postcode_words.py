"""Entries of the lists learn their postcode as a word of its own: every reservation is queued to be written anew."""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "INSERT INTO reservation_entry_queue (reservation_id) SELECT id FROM reservations "
        "WHERE id NOT IN (SELECT reservation_id FROM reservation_entry_queue)"
    )


def downgrade() -> None:
    """Nothing: an older version passes over the word."""
