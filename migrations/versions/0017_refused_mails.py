"""Since when a park is confirmed; and who has settled a mail that was given up, with the reason."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server neither confirms parks nor settles mails, and reads none of it."""

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("parks", sa.Column("confirmed_at", _MOMENT))
    op.add_column("mails", sa.Column("settled_at", _MOMENT))
    op.add_column("mails", sa.Column("settled_by", sa.String(80)))
    op.add_column("mails", sa.Column("settled_reason", sa.String(500)))


def downgrade() -> None:
    for column in ("settled_reason", "settled_by", "settled_at"):
        op.drop_column("mails", column)
    op.drop_column("parks", "confirmed_at")
