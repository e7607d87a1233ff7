"""The analytical store: its files and up to where they reach."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_POSITIONS = ("first_written_in", "first_id", "last_written_in", "last_id", "rows", "bytes")


def upgrade() -> None:
    op.create_table(
        "store_files",
        sa.Column("id", _ID, nullable=False),
        sa.Column("dataset", sa.String(length=20), nullable=False),
        sa.Column("month", sa.String(length=7), nullable=False),
        sa.Column("path", sa.String(length=200), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in _POSITIONS),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("retired_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_store_files"),
        sa.UniqueConstraint("path", name="uq_store_files_path"),
    )
    current = {f"{dialect}_where": sa.text("retired_at IS NULL") for dialect in ("sqlite", "postgresql")}
    op.create_index("ix_store_files_current", "store_files", ["dataset", "month"], **current)
    op.create_table(
        "store_watermarks",
        sa.Column("dataset", sa.String(length=20), nullable=False),
        sa.Column("written_in", sa.BigInteger(), nullable=False),
        sa.Column("last_id", sa.BigInteger(), nullable=False),
        sa.Column("moved_at", _MOMENT, nullable=True),
        sa.Column("lease_owner", sa.String(length=80), nullable=True),
        sa.Column("lease_until", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("dataset", name="pk_store_watermarks"),
    )


def downgrade() -> None:
    op.drop_table("store_watermarks")
    op.drop_table("store_files")
