"""Years until what the chosen plan really costs has come back, beside the specification's figure."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0018"
branch_labels = None
depends_on = None

# Half up in whole numbers, as `divide_half_up`: (plan total + set-up) × 100 / (kWh × tenths of a cent).
_BACKFILL = """
UPDATE reservations
SET paid_break_even_tenth_years =
    ((plan_total_cents + setup_fee_cents) * 200 + annual_kwh * credit_tenth_ct) / (annual_kwh * credit_tenth_ct * 2)
WHERE annual_kwh * credit_tenth_ct > 0
"""


def upgrade() -> None:
    column = sa.Column("paid_break_even_tenth_years", sa.Integer(), server_default=sa.text("0"), nullable=False)
    op.add_column("reservations", column)
    op.execute(_BACKFILL)


def downgrade() -> None:
    op.drop_column("reservations", "paid_break_even_tenth_years")
