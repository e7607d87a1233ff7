"""A household's street and town; and whose reservation a spot held for an undo belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server shows neither, and holds spots without saying for whom, as it always has."""


def upgrade() -> None:
    op.add_column("reservations", sa.Column("street", sa.String(120)))
    op.add_column("reservations", sa.Column("town", sa.String(80)))
    whole = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.add_column("spots", sa.Column("held_reservation_id", whole))


def downgrade() -> None:
    op.drop_column("spots", "held_reservation_id")
    op.drop_column("reservations", "town")
    op.drop_column("reservations", "street")
