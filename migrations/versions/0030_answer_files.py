"""Files that a clerk attaches to an answer before it is sent."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of it. A mail with such files waits until this code sends it."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TABLE = "answer_files"


def upgrade() -> None:
    op.create_table(
        _TABLE,
        sa.Column("id", _ID, nullable=False),
        sa.Column("conversation_id", _ID, nullable=True),
        sa.Column("reservation_id", _ID, nullable=True),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("filename", sa.String(200), nullable=False),
        sa.Column("content_type", sa.String(100), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(conversation_id IS NULL) <> (reservation_id IS NULL)", name="one_subject"),
        sa.ForeignKeyConstraint(["conversation_id"], ["conversations.id"], name="fk_answer_files_conversation_id"),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_answer_files_reservation_id"),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_answer_files_account_id"),
        sa.PrimaryKeyConstraint("id", name="pk_answer_files"),
        sqlite_autoincrement=True,
    )
    for column in ("conversation_id", "reservation_id", "created_at"):
        op.create_index(f"ix_answer_files_{column}", _TABLE, [column])


def downgrade() -> None:
    op.drop_table(_TABLE)
