"""A link to a report may leave out money: costs, prices and what is judged by them."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "report_links", sa.Column("without_money", sa.Boolean, nullable=False, server_default=sa.text("false"))
    )


def downgrade() -> None:
    op.drop_column("report_links", "without_money")
