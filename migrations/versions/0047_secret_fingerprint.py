"""Which secret the servers of this database sign with."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server compares nothing."""


def upgrade() -> None:
    op.add_column("installation", sa.Column("secret_fingerprint", sa.String(64), nullable=True))


def downgrade() -> None:
    op.drop_column("installation", "secret_fingerprint")
