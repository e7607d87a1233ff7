"""Company, mail server and public address can be entered in the console: one row keeps them."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "stored_settings",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entered", sa.JSON(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_stored_settings_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stored_settings")),
    )


def downgrade() -> None:
    op.drop_table("stored_settings")
