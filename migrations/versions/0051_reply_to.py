"""Where a correspondent wants answers (`Reply-To`), and entries of the list that compare names as the search does."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server answers the sender."""


_ENTRIES = "reservation_entries"
_OUTDATED = "ix_reservation_entries_outdated"


def _renew_below(terms_format: int) -> None:
    """The index of entries that the job has to renew."""
    op.drop_index(_OUTDATED, _ENTRIES)
    where = sa.text(f"terms_format < {terms_format}")
    op.create_index(_OUTDATED, _ENTRIES, ["reservation_id"], sqlite_where=where, postgresql_where=where)


def upgrade() -> None:
    _renew_below(3)
    op.add_column("conversations", sa.Column("reply_to", sa.String(254), server_default="", nullable=False))


def downgrade() -> None:
    _renew_below(2)
    op.drop_column("conversations", "reply_to")
