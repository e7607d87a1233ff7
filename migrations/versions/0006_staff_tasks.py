"""What the start page of the console counts, and what duplicates are found by."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_HOLDING = "('reserved', 'invited', 'contracted', 'active')"
_RESERVATIONS = {
    "ix_reservations_given_up_spot": (["park_id", "spot_number"], f"state NOT IN {_HOLDING}"),
    "ix_reservations_active_phone": (["mobile_phone_e164"], f"state IN {_HOLDING}"),
    "ix_reservations_active_name": (["last_name", "first_name", "postcode"], f"state IN {_HOLDING}"),
    "ix_reservations_active_choice": (["annual_kwh", "payment_plan"], f"state IN {_HOLDING}"),
    "ix_reservations_open_duplicate": (["id"], "duplicate_suspected AND duplicate_checked_at IS NULL"),
    "ix_reservations_open_mismatch": (["id"], "price_mismatch AND price_checked_at IS NULL"),
    "ix_reservations_follow_up_on": (["follow_up_on"], "follow_up_on IS NOT NULL"),
}


def upgrade() -> None:
    for name, (columns, condition) in _RESERVATIONS.items():
        where = sa.text(condition)
        op.create_index(name, "reservations", columns, postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    for name in _RESERVATIONS:
        op.drop_index(name, "reservations")
