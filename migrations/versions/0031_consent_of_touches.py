"""Whether a reservation's touches may be remembered beyond a visit; uses of a referral code in order."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reservations", sa.Column("touch_consent", sa.SmallInteger(), nullable=True))
    op.drop_index("ix_referral_uses_code_id", "referral_uses")
    op.create_index("ix_referral_uses_code_id_reservation_id", "referral_uses", ["code_id", "reservation_id"])


def downgrade() -> None:
    op.drop_index("ix_referral_uses_code_id_reservation_id", "referral_uses")
    op.create_index("ix_referral_uses_code_id", "referral_uses", ["code_id"])
    op.drop_column("reservations", "touch_consent")
