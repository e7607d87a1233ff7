"""All that the search for duplicates reads of the flagged reservations stands in their index."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server finds the same rows by it."""

NAME = "ix_reservations_open_duplicate"
OPEN_DUPLICATE = sa.text("duplicate_suspected AND duplicate_checked_at IS NULL")
READ = [
    "id",
    "state",
    "created_at",
    "mailbox",
    "mobile_phone_e164",
    "last_name",
    "first_name",
    "postcode",
    "duplicate_suspected",
    "duplicate_checked_at",
]


def upgrade() -> None:
    op.drop_index(NAME, "reservations")
    op.create_index(NAME, "reservations", READ, postgresql_where=OPEN_DUPLICATE, sqlite_where=OPEN_DUPLICATE)


def downgrade() -> None:
    op.drop_index(NAME, "reservations")
    op.create_index(NAME, "reservations", ["id"], postgresql_where=OPEN_DUPLICATE, sqlite_where=OPEN_DUPLICATE)
