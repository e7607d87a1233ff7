"""Where a correspondent wants answers: the header `Reply-To` of a mail."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0047"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server answers the sender."""


def upgrade() -> None:
    op.add_column("conversations", sa.Column("reply_to", sa.String(254), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("conversations", "reply_to")
