"""Why an import of a list does not go on by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server does not read it."""


def upgrade() -> None:
    op.add_column("reservation_imports", sa.Column("problem", sa.String(300), nullable=True))


def downgrade() -> None:
    op.drop_column("reservation_imports", "problem")
