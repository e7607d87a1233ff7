"""Cards are checked by a payment provider: a row for each attempt."""

import sqlalchemy as sa
from alembic import op

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OPEN, _DUE = sa.text("state = 'open'"), sa.text("look_at IS NOT NULL")


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "card_checks",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(43), nullable=False, unique=True),
        sa.Column("provider", sa.String(20), nullable=False),
        sa.Column("reference", sa.String(255)),
        sa.Column("address", sa.Text()),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("cause", sa.String(20), nullable=False),
        sa.Column("begun_at", moment, nullable=False),
        sa.Column("closes_at", moment, nullable=False),
        sa.Column("held_at", moment),
        sa.Column("ended_at", moment),
        sa.Column("seen_at", moment),
        sa.Column("look_at", moment),
        sa.Column("simulated", sa.String(20)),
        sa.CheckConstraint("state IN ('open', 'held', 'released', 'failed', 'expired')", name="state"),
        sa.UniqueConstraint("reservation_id", "attempt"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_card_checks_open",
        "card_checks",
        ["reservation_id"],
        unique=True,
        postgresql_where=_OPEN,
        sqlite_where=_OPEN,
    )
    op.create_index("ix_card_checks_due", "card_checks", ["look_at"], postgresql_where=_DUE, sqlite_where=_DUE)


def downgrade() -> None:
    op.drop_table("card_checks")
