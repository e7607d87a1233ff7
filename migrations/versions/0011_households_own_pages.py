"""Households confirm their address and see their reservation: links, sessions, deadlines."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

breaks_older = False
"""Only tables and columns that an older server neither reads nor has to fill."""

_MOMENT = sa.DateTime(timezone=True)
_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_UNCONFIRMED = sa.text("email_confirmed_at IS NULL AND confirm_by IS NOT NULL AND state = 'reserved'")


def upgrade() -> None:
    op.add_column("reservations", sa.Column("confirm_by", _MOMENT))
    op.create_index(
        "ix_reservations_unconfirmed",
        "reservations",
        ["park_id", "confirm_by"],
        postgresql_where=_UNCONFIRMED,
        sqlite_where=_UNCONFIRMED,
    )
    op.add_column("parks", sa.Column("burst_since", _MOMENT))
    op.add_column("consents", sa.Column("asked_at", _MOMENT))
    op.create_table(
        "household_links",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("seed_sha256", sa.String(64), nullable=False, unique=True),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT),
        sa.CheckConstraint("purpose IN ('confirm', 'open', 'change_email')", name="purpose"),
    )
    op.create_index(op.f("ix_household_links_reservation_id"), "household_links", ["reservation_id"])
    op.create_index(op.f("ix_household_links_expires_at"), "household_links", ["expires_at"])
    op.create_table(
        "household_sessions",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("token_sha256", sa.String(64), nullable=False, unique=True),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
    )
    op.create_index(op.f("ix_household_sessions_reservation_id"), "household_sessions", ["reservation_id"])
    op.create_index(op.f("ix_household_sessions_expires_at"), "household_sessions", ["expires_at"])


def downgrade() -> None:
    op.drop_table("household_sessions")
    op.drop_table("household_links")
    op.drop_column("consents", "asked_at")
    op.drop_column("parks", "burst_since")
    op.drop_index("ix_reservations_unconfirmed", "reservations")
    op.drop_column("reservations", "confirm_by")
