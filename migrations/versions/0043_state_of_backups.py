"""What the shipping of backups has done."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server makes no backups."""

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "backup_state",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("lease_owner", sa.String(80), nullable=True),
        sa.Column("leased_until", _MOMENT, nullable=True),
        sa.Column("started_at", _MOMENT, nullable=True),
        sa.Column("snapshot", sa.String(60), nullable=True),
        sa.Column("taken_at", _MOMENT, nullable=True),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failed_at", _MOMENT, nullable=True),
        sa.Column("error", sa.String(300), nullable=True),
        sa.Column("pruned_at", _MOMENT, nullable=True),
        sa.Column("verified_at", _MOMENT, nullable=True),
        sa.Column("verified_snapshot", sa.String(60), nullable=True),
        sa.Column("verify_error", sa.String(300), nullable=True),
        sa.CheckConstraint("id = 1", name=op.f("ck_backup_state_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_backup_state")),
    )


def downgrade() -> None:
    op.drop_table("backup_state")
