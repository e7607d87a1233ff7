"""Links by which a file of a list is fetched once."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "export_links",
        sa.Column("id", _ID, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("session_id", _ID, nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("wish", sa.JSON(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["staff_sessions.id"], name="fk_export_links_session_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_export_links"),
        sa.UniqueConstraint("token_hash", name="uq_export_links_token_hash"),
    )
    op.create_index("ix_export_links_session_id", "export_links", ["session_id"])
    op.create_index("ix_export_links_expires_at", "export_links", ["expires_at"])


def downgrade() -> None:
    op.drop_table("export_links")
