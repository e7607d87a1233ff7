"""Whose ad a visitor clicked, by the kind of click id in the address; the id itself is not kept."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0051"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server gives its visits none. It reads files of the analytical store that have the column; those that it
writes without it are known by their layout, and a newer server ingests their rows again.
"""


def upgrade() -> None:
    for table in ("reservation_touches", "visits"):
        op.add_column(table, sa.Column("clicked_ad", sa.String(20), server_default=sa.text("'none'"), nullable=False))
    op.add_column("store_files", sa.Column("layout", sa.SmallInteger(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    op.drop_column("store_files", "layout")
    for table in ("reservation_touches", "visits"):
        op.drop_column(table, "clicked_ad")
