"""What was last found damaged at the target of the backups."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0048"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of them."""


def upgrade() -> None:
    op.add_column("backup_state", sa.Column("damaged_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("backup_state", sa.Column("damaged_blocks", sa.Integer, nullable=True))
    op.add_column("backup_state", sa.Column("damaged_snapshots", sa.Integer, nullable=True))


def downgrade() -> None:
    for name in ("damaged_snapshots", "damaged_blocks", "damaged_at"):
        op.drop_column("backup_state", name)
