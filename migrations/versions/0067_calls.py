"""A note may be about a call: when it began, and how long it was if somebody was reached."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None

_TABLE = "reservation_notes"


def upgrade() -> None:
    op.add_column(_TABLE, sa.Column("called_at", sa.DateTime(timezone=True)))
    op.add_column(_TABLE, sa.Column("talked_minutes", sa.Integer()))


def downgrade() -> None:
    op.drop_column(_TABLE, "talked_minutes")
    op.drop_column(_TABLE, "called_at")
