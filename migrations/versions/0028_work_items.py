"""What people do with a line of work; what a follow-up is about; failed and owed card checks by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of it. A follow-up that it moves keeps the subject of before."""

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OWED_CARD_CHECK = sa.text("deposit_state = 'verified' AND state IN ('cancelled', 'expired', 'withdrawn', 'ended')")
FAILED_CARD = sa.text("deposit_state = 'failed'")


def upgrade() -> None:
    op.create_table(
        "work_items",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("kind", sa.String(30), nullable=False),
        sa.Column("subject_id", sa.String(40), nullable=False),
        sa.Column("cause", sa.String(60), nullable=False),
        sa.Column("assignee_id", BIG_ID, nullable=True),
        sa.Column("snoozed_until", sa.Date(), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done_by", BIG_ID, nullable=True),
        sa.Column("operation_id", sa.BigInteger(), nullable=True),
        sa.Column("escalated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["assignee_id"], ["staff_accounts.id"], name="fk_work_items_assignee_id"),
        sa.ForeignKeyConstraint(["done_by"], ["staff_accounts.id"], name="fk_work_items_done_by"),
        sa.PrimaryKeyConstraint("id", name="pk_work_items"),
        sa.UniqueConstraint("kind", "subject_id", name="uq_work_items_kind_subject_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_work_items_done_at", "work_items", ["done_at"])
    op.add_column("reservations", sa.Column("follow_up_subject", sa.String(120), nullable=True))
    op.create_index(
        "ix_reservations_failed_card",
        "reservations",
        ["id"],
        postgresql_where=FAILED_CARD,
        sqlite_where=FAILED_CARD,
    )
    op.create_index(
        "ix_reservations_owed_card_check",
        "reservations",
        ["id"],
        postgresql_where=OWED_CARD_CHECK,
        sqlite_where=OWED_CARD_CHECK,
    )


def downgrade() -> None:
    op.drop_index("ix_reservations_owed_card_check", "reservations")
    op.drop_index("ix_reservations_failed_card", "reservations")
    op.drop_column("reservations", "follow_up_subject")
    op.drop_table("work_items")
