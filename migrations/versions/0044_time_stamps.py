"""Time stamps of an independent authority beside the checkpoints of the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server stamps nothing."""


def upgrade() -> None:
    op.add_column("audit_checkpoints", sa.Column("time_stamp", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("audit_checkpoints", "time_stamp")
