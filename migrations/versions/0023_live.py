"""Who has which reservation open in the console."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server shows nobody, and reads none of it."""


def upgrade() -> None:
    op.create_table(
        "record_viewers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("account_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tab", sa.String(36), nullable=False),
        sa.Column("reservation_id", sa.BigInteger(), nullable=False),
        sa.Column("is_typing", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_record_viewers_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_record_viewers"),
    )
    op.create_index("ix_record_viewers_account_id_tab", "record_viewers", ["account_id", "tab"], unique=True)
    op.create_index("ix_record_viewers_seen_at", "record_viewers", ["seen_at"])


def downgrade() -> None:
    op.drop_table("record_viewers")
