"""Hand-overs: who was offered a household's place, the links in the mails about it, and whom a place came from."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

breaks_older = False

_MOMENT = sa.DateTime(timezone=True)
_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OPEN = sa.text("answer IS NULL")
_TAKEN_OVER = sa.text("taken_over_from_id IS NOT NULL")


def upgrade() -> None:
    op.add_column("reservations", sa.Column("taken_over_from_id", _BIG_ID))
    op.create_index(
        "uq_reservations_taken_over_from_id",
        "reservations",
        ["taken_over_from_id"],
        unique=True,
        postgresql_where=_TAKEN_OVER,
        sqlite_where=_TAKEN_OVER,
    )
    op.create_table(
        "hand_overs",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("email_normalized", sa.String(254), nullable=False),
        sa.Column("mailbox", sa.String(254), nullable=False),
        sa.Column("asked_at", _MOMENT, nullable=False),
        sa.Column("answer_by", _MOMENT, nullable=False),
        sa.Column("ended_at", _MOMENT),
        sa.Column("answer", sa.String(20)),
        sa.CheckConstraint(
            "answer IS NULL OR answer IN ('accepted', 'declined', 'withdrawn', 'expired', 'closed')", name="answer"
        ),
        sqlite_autoincrement=True,
    )
    for column in ("reservation_id", "mailbox", "ended_at"):
        op.create_index(op.f(f"ix_hand_overs_{column}"), "hand_overs", [column])
    op.create_index(
        "uq_hand_overs_open", "hand_overs", ["reservation_id"], unique=True, postgresql_where=_OPEN, sqlite_where=_OPEN
    )
    op.create_table(
        "hand_over_links",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("seed_sha256", sa.String(64), nullable=False, unique=True),
        sa.Column("hand_over_id", _BIG_ID, sa.ForeignKey("hand_overs.id"), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
    )
    op.create_index(op.f("ix_hand_over_links_hand_over_id"), "hand_over_links", ["hand_over_id"])


def downgrade() -> None:
    op.drop_table("hand_over_links")
    op.drop_table("hand_overs")
    op.drop_index("uq_reservations_taken_over_from_id", "reservations")
    op.drop_column("reservations", "taken_over_from_id")
