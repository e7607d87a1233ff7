"""What a contract may cost at most."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server knows no target."""

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "contract_targets",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("set_by", sa.String(80), nullable=False),
        sa.CheckConstraint("cents > 0", name=op.f("ck_contract_targets_cents")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contract_targets")),
    )


def downgrade() -> None:
    op.drop_table("contract_targets")
