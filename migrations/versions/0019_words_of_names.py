"""The words of names, to find them with a typing error; and by which format the words of an entry were made.

The entries of before are renewed by the job that follows the reservations, a few hundred at a time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server writes entries of the first format, which a newer one renews."""

_WORD = sa.String(length=40).with_variant(sa.String(length=40, collation="C"), "postgresql")
_TABLE = "reservation_entries"
_INDEX = f"ix_{_TABLE}_outdated"


def upgrade() -> None:
    op.create_table(
        "reservation_name_words",
        sa.Column("form", _WORD, nullable=False),
        sa.Column("word", _WORD, nullable=False),
        sa.PrimaryKeyConstraint("form", "word", name="pk_reservation_name_words"),
    )
    op.add_column(_TABLE, sa.Column("terms_format", sa.SmallInteger(), nullable=False, server_default=sa.text("1")))
    outdated = sa.text("terms_format < 2")
    op.create_index(_INDEX, _TABLE, ["reservation_id"], sqlite_where=outdated, postgresql_where=outdated)


def downgrade() -> None:
    op.drop_index(_INDEX, _TABLE)
    op.drop_column(_TABLE, "terms_format")
    op.drop_table("reservation_name_words")
