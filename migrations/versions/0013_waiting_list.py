"""The waiting list: entries, offers, their history, keys to their page, and the kWh an offer keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server would sell what is free while households wait; it loses and breaks nothing."""

_MOMENT = sa.DateTime(timezone=True)
_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OPEN = sa.text("state IN ('waiting', 'offered')")
_UNANSWERED = sa.text("answer IS NULL")
_FREED = sa.text("action IN ('release_spot', 'withdraw')")


def upgrade() -> None:
    op.add_column("parks", sa.Column("waiting", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("parks", sa.Column("waiting_length", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("spots", sa.Column("held_kwh", sa.Integer()))
    op.create_index(
        "ix_reservation_changes_freed", "reservation_changes", ["at"], postgresql_where=_FREED, sqlite_where=_FREED
    )
    _create_entries()
    _create_offers()
    op.create_table(
        "waiting_events",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("entry_id", _BIG_ID, sa.ForeignKey("waiting_entries.id"), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
    )
    op.create_index(op.f("ix_waiting_events_entry_id_id"), "waiting_events", ["entry_id", "id"])
    op.create_table(
        "waiting_keys",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("entry_id", _BIG_ID, sa.ForeignKey("waiting_entries.id"), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT),
        sa.CheckConstraint("kind IN ('link', 'session')", name="kind"),
        sa.UniqueConstraint("kind", "sha256"),
    )
    op.create_index(op.f("ix_waiting_keys_entry_id"), "waiting_keys", ["entry_id"])
    op.create_index(op.f("ix_waiting_keys_expires_at"), "waiting_keys", ["expires_at"])


def downgrade() -> None:
    for table in ("waiting_keys", "waiting_events", "waiting_offers", "waiting_entries"):
        op.drop_table(table)
    op.drop_index("ix_reservation_changes_freed", "reservation_changes")
    op.drop_column("spots", "held_kwh")
    op.drop_column("parks", "waiting_length")
    op.drop_column("parks", "waiting")


def _create_entries() -> None:
    op.create_table(
        "waiting_entries",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("park_id", sa.String(40), sa.ForeignKey("parks.id"), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("email_normalized", sa.String(254), nullable=False),
        sa.Column("mailbox", sa.String(254), nullable=False),
        sa.Column("annual_kwh", sa.Integer(), nullable=False),
        sa.Column("payment_plan", sa.String(20), nullable=False),
        sa.Column("typed", sa.JSON(), nullable=False),
        sa.Column("privacy_version", sa.String(40), nullable=False),
        sa.Column("joined_at", _MOMENT, nullable=False),
        sa.Column("confirm_by", _MOMENT, nullable=False),
        sa.Column("confirmed_at", _MOMENT),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("ended_at", _MOMENT),
        sa.Column("passed", sa.Integer(), nullable=False),
        sa.Column("declined_kwh", sa.Integer(), nullable=False),
        sa.Column("is_skipped", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left')", name="state"),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_waiting_entries_park_id_rank"), "waiting_entries", ["park_id", "rank"])
    op.create_index(
        "uq_waiting_entries_mailbox",
        "waiting_entries",
        ["park_id", "mailbox"],
        unique=True,
        postgresql_where=_OPEN,
        sqlite_where=_OPEN,
    )
    op.create_index("ix_waiting_entries_email", "waiting_entries", ["email_normalized"])


def _create_offers() -> None:
    op.create_table(
        "waiting_offers",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("entry_id", _BIG_ID, sa.ForeignKey("waiting_entries.id"), nullable=False),
        sa.Column("park_id", sa.String(40), sa.ForeignKey("parks.id"), nullable=False),
        sa.Column("spot_number", sa.Integer(), nullable=False),
        sa.Column("annual_kwh", sa.Integer(), nullable=False),
        sa.Column("is_smaller", sa.Boolean(), nullable=False),
        sa.Column("offered_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("reminded_at", _MOMENT),
        sa.Column("answer", sa.String(20)),
        sa.Column("answered_at", _MOMENT),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id")),
        sa.CheckConstraint(
            "answer IS NULL OR answer IN ('accepted', 'declined', 'expired', 'withdrawn')", name="answer"
        ),
        sqlite_autoincrement=True,
    )
    unique = {"uq_waiting_offers_entry": ["entry_id"], "uq_waiting_offers_spot": ["park_id", "spot_number"]}
    for name, columns in unique.items():
        op.create_index(
            name, "waiting_offers", columns, unique=True, postgresql_where=_UNANSWERED, sqlite_where=_UNANSWERED
        )
    op.create_index("ix_waiting_offers_entry_id", "waiting_offers", ["entry_id"])
    op.create_index(op.f("ix_waiting_offers_reservation_id"), "waiting_offers", ["reservation_id"])
