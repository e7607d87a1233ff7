"""Notes about a reservation are rows of their own, with author and moment; what the column held is the first."""

from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads and writes the column, which stays. What it writes after this stays there unread: notes that
are typed during the minutes of a rolling upgrade. The column goes with the release after this one (decision 21)."""

_MOMENT = sa.DateTime(timezone=True)
_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOVE = """
INSERT INTO reservation_notes (reservation_id, text, created_at)
SELECT id, notes, updated_at FROM reservations WHERE notes <> '' ORDER BY id
"""
_LEFT = """
SELECT reservation_id, text FROM reservation_notes WHERE withdrawn_at IS NULL ORDER BY reservation_id, id
"""


def upgrade() -> None:
    op.create_table(
        "reservation_notes",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("author", sa.String(80)),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("pinned_at", _MOMENT),
        sa.Column("pinned_by", sa.String(80)),
        sa.Column("withdrawn_at", _MOMENT),
    )
    op.create_index(op.f("ix_reservation_notes_reservation_id_id"), "reservation_notes", ["reservation_id", "id"])
    op.execute(_MOVE)
    _queue_entries()


def _queue_entries() -> None:
    """A note is among the words of its reservation's entry, and the entry is renewed with it."""
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    if is_postgresql:
        op.execute(
            "CREATE FUNCTION queue_noted_reservations() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "INSERT INTO reservation_entry_queue (reservation_id) "
            "SELECT DISTINCT reservation_id FROM changed ORDER BY reservation_id "
            "ON CONFLICT (reservation_id) DO UPDATE SET reservation_id = EXCLUDED.reservation_id; RETURN NULL; END $$"
        )
    queue = "BEGIN INSERT OR IGNORE INTO reservation_entry_queue VALUES ({}.reservation_id); END"
    for event, rows in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
        on_sqlite = queue.format(rows)
        on_postgresql = (
            f"REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_noted_reservations()"
        )
        op.execute(
            f"CREATE TRIGGER reservation_notes_{event.lower()}_queued AFTER {event} ON reservation_notes "
            f"{on_postgresql if is_postgresql else on_sqlite}"
        )


def downgrade() -> None:
    """The texts go back into the one column, in their order."""
    connection = op.get_bind()
    give_back = sa.text("UPDATE reservations SET notes = :notes WHERE id = :id")
    connection.execute(sa.text("UPDATE reservations SET notes = '' WHERE notes <> ''"))
    for id_, rows in groupby(connection.execute(sa.text(_LEFT)).all(), key=lambda row: row.reservation_id):
        connection.execute(give_back, {"id": id_, "notes": "\n\n".join(row.text for row in rows)})
    op.drop_table("reservation_notes")
    if connection.dialect.name == "postgresql":
        op.execute("DROP FUNCTION queue_noted_reservations()")
