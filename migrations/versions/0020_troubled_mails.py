"""Whose fault it is that a mail does not leave, and since when."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("mails", sa.Column("fault", sa.String(length=20), nullable=True))
    op.add_column("mails", sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("mails", "failing_since")
    op.drop_column("mails", "fault")
