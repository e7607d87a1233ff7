"""Which run a slot had to wait for."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("job_runs", sa.Column("waited_for", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("job_runs", "waited_for")
