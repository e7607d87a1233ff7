"""Reservations that staff enter: how they came, who took the consent, and letters in the place of mails."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of it. It takes no letter for a mail: their moment to be sent never comes."""


def upgrade() -> None:
    op.add_column("reservations", sa.Column("channel", sa.String(12), nullable=True))
    op.add_column("reservations", sa.Column("received_on", sa.Date(), nullable=True))
    for table in ("consents", "evidence"):
        op.add_column(table, sa.Column("taken_by", sa.String(80), nullable=True))
        op.add_column(table, sa.Column("received_on", sa.Date(), nullable=True))
    op.add_column("mails", sa.Column("is_letter", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    condition = sa.text("is_letter AND state = 'queued'")
    op.create_index(
        "ix_mails_to_print", "mails", ["id"], postgresql_where=condition, sqlite_where=condition, unique=False
    )


def downgrade() -> None:
    op.drop_index("ix_mails_to_print", "mails")
    op.drop_column("mails", "is_letter")
    for table in ("consents", "evidence"):
        op.drop_column(table, "received_on")
        op.drop_column(table, "taken_by")
    op.drop_column("reservations", "received_on")
    op.drop_column("reservations", "channel")
