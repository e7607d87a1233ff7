"""Whose ad a visitor clicked, by the kind of click id in the address; the id itself is not kept."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0051"
branch_labels = None
depends_on = None

breaks_older = True
"""An older server would go on writing files of the analytical store without the column."""


def upgrade() -> None:
    for table in ("reservation_touches", "visits"):
        op.add_column(table, sa.Column("clicked_ad", sa.String(20), server_default=sa.text("'none'"), nullable=False))
    _carry_again()


def downgrade() -> None:
    for table in ("reservation_touches", "visits"):
        op.drop_column(table, "clicked_ad")
    _carry_again()


def _carry_again() -> None:
    """Files of the analytical store have the columns of their time: the next run writes all rows into new ones, and
    until then reports read them from here.
    """
    op.execute("UPDATE store_files SET retired_at = CURRENT_TIMESTAMP WHERE retired_at IS NULL")
    op.execute("UPDATE store_watermarks SET written_in = 0, last_id = 0")
