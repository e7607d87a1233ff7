"""A contract can be taken over by another holder, and a hand-over can be of a contract."""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_IS_TAKEN_OVER = sa.text("taken_over_from_id IS NOT NULL")


def upgrade() -> None:
    op.add_column("contracts", sa.Column("taken_over_from_id", _BIG_ID))
    op.add_column("contracts", sa.Column("begins_on", sa.Date()))
    op.add_column("contracts", sa.Column("cause", sa.String(12), nullable=False, server_default=sa.text("''")))
    op.add_column("hand_overs", sa.Column("contract_id", _BIG_ID))
    op.create_index(
        "uq_contracts_taken_over_from_id",
        "contracts",
        ["taken_over_from_id"],
        unique=True,
        postgresql_where=_IS_TAKEN_OVER,
        sqlite_where=_IS_TAKEN_OVER,
    )


def downgrade() -> None:
    op.drop_index("uq_contracts_taken_over_from_id", table_name="contracts")
    op.drop_column("hand_overs", "contract_id")
    for column in ("cause", "begins_on", "taken_over_from_id"):
        op.drop_column("contracts", column)
