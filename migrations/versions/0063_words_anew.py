"""The words that reservations are found by are written anew: names are also found joined, addresses by any piece."""

from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

_EMPTY = "UPDATE reservations SET search_text = NULL WHERE search_text IS NOT NULL"


def upgrade() -> None:
    op.execute(_EMPTY)


def downgrade() -> None:
    op.execute(_EMPTY)
