"""Data protection: since when a reservation leads to nobody, erasures, and runs of the nightly job."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server shows an erased reservation like any other, under its pseudonym."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_UNFINISHED = sa.text("finished_at IS NULL")


def upgrade() -> None:
    op.add_column("reservations", sa.Column("erased_at", _MOMENT))
    op.create_table(
        "erasures",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("kept_until", sa.Date()),
        sa.Column("is_whole", sa.Boolean(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("files_from", _MOMENT, nullable=False),
        sa.Column("needs_store", sa.Boolean(), nullable=False),
        sa.Column("finished_at", _MOMENT),
    )
    op.create_index(op.f("ix_erasures_reservation_id"), "erasures", ["reservation_id"])
    op.create_index(
        "ix_erasures_unfinished", "erasures", ["id"], postgresql_where=_UNFINISHED, sqlite_where=_UNFINISHED
    )
    op.create_table(
        "retention_runs",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("started_at", _MOMENT, nullable=False),
        sa.Column("finished_at", _MOMENT),
        sa.Column("rows", sa.JSON(), nullable=False),
    )
    op.create_index(op.f("ix_retention_runs_started_at"), "retention_runs", ["started_at"])


def downgrade() -> None:
    op.drop_table("retention_runs")
    op.drop_table("erasures")
    op.drop_column("reservations", "erased_at")
