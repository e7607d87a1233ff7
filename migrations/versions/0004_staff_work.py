"""What staff do with reservations and parks: changes, operations, limits, holds, saved views."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_HELD = sa.text("state = 'held'")

_KWH_LIMITS = {"ingolstadt": 1_566_000, "munich": 2_268_000}
"""Expected yield of a year: capacity × 1,080 kWh per kWp (analytics/production/PRODUCTION.md). More than the pilot's
500 spots can use at 3,000 kWh each, so the limit binds only where staff raise the spots."""


def upgrade() -> None:
    _extend_reservations()
    _extend_parks_and_spots()
    _create_tables()


def _extend_reservations() -> None:
    op.add_column("reservations", sa.Column("notes", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.add_column("reservations", sa.Column("follow_up_on", sa.Date()))
    op.add_column("reservations", sa.Column("price_checked_at", _MOMENT))
    op.add_column("reservations", sa.Column("duplicate_checked_at", _MOMENT))
    op.add_column("reservations", sa.Column("merged_into_id", _ID))


def _extend_parks_and_spots() -> None:
    op.add_column("parks", sa.Column("spot_limit", sa.Integer(), server_default="0", nullable=False))
    op.add_column("parks", sa.Column("kwh_limit", sa.Integer()))
    op.add_column("parks", sa.Column("kwh_taken", sa.Integer(), server_default="0", nullable=False))
    op.add_column("parks", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.execute(
        "UPDATE parks SET spot_limit = (SELECT count(*) FROM spots WHERE spots.park_id = parks.id), "
        "kwh_taken = (SELECT coalesce(sum(annual_kwh), 0) FROM reservations WHERE reservations.park_id = parks.id "
        "AND state IN ('reserved', 'invited', 'contracted', 'active'))"
    )
    for park, kwh in _KWH_LIMITS.items():
        op.execute(sa.text("UPDATE parks SET kwh_limit = :kwh WHERE id = :park").bindparams(kwh=kwh, park=park))
    op.add_column("spots", sa.Column("held_until", _MOMENT))
    op.add_column("spots", sa.Column("reason", sa.String(length=500)))
    # Written out, because the tool adds a condition in a second statement, which SQLite does not know.
    op.execute(
        "ALTER TABLE spots ADD COLUMN held_for VARCHAR(20) "
        "CONSTRAINT ck_spots_held_for CHECK (held_for IS NULL OR held_for IN ('undo', 'offer'))"
    )
    op.create_index("ix_spots_held_until", "spots", ["held_until"], postgresql_where=_HELD, sqlite_where=_HELD)


def _create_tables() -> None:
    op.create_table(
        "reservation_tags",
        sa.Column("tag", sa.String(length=40), nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_reservation_tags_reservation_id"),
        sa.PrimaryKeyConstraint("tag", "reservation_id", name="pk_reservation_tags"),
    )
    op.create_index("ix_reservation_tags_reservation_id", "reservation_tags", ["reservation_id"])
    op.create_table(
        "staff_operations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("undo_until", _MOMENT),
        sa.Column("undone_at", _MOMENT),
        sa.Column("undone_by", sa.String(length=80)),
        sa.PrimaryKeyConstraint("id", name="pk_staff_operations"),
    )
    op.create_table(
        "reservation_changes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("operation_id", _ID),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_reservation_changes_reservation_id"),
        sa.ForeignKeyConstraint(["operation_id"], ["staff_operations.id"], name="fk_reservation_changes_operation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_reservation_changes"),
    )
    op.create_index("ix_reservation_changes_reservation_id_id", "reservation_changes", ["reservation_id", "id"])
    op.create_index("ix_reservation_changes_operation_id", "reservation_changes", ["operation_id"])
    op.create_table(
        "park_changes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("park_id", sa.String(length=40), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(["park_id"], ["parks.id"], name="fk_park_changes_park_id"),
        sa.PrimaryKeyConstraint("id", name="pk_park_changes"),
    )
    op.create_index("ix_park_changes_park_id_id", "park_changes", ["park_id", "id"])
    op.create_table(
        "saved_views",
        sa.Column("id", _ID, nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("resource", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("is_team", sa.Boolean(), nullable=False),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["staff_accounts.id"], name="fk_saved_views_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_saved_views"),
        sa.UniqueConstraint("owner_id", "resource", "name", name="uq_saved_views_owner_id_resource_name"),
    )


def downgrade() -> None:
    for table in ("saved_views", "park_changes", "reservation_changes", "staff_operations", "reservation_tags"):
        op.drop_table(table)
    op.drop_index("ix_spots_held_until", table_name="spots", postgresql_where=_HELD, sqlite_where=_HELD)
    for column in ("held_for", "reason", "held_until"):
        op.drop_column("spots", column)
    for column in ("version", "kwh_taken", "kwh_limit", "spot_limit"):
        op.drop_column("parks", column)
    for column in ("merged_into_id", "duplicate_checked_at", "price_checked_at", "follow_up_on", "notes"):
        op.drop_column("reservations", column)
