"""Indexes by which staff find mails by state, kind and recipient."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_UNSENT = sa.text("state <> 'sent'")


def upgrade() -> None:
    _collate_recipients(' COLLATE "C"')
    op.create_index("ix_mails_unsent", "mails", ["state", "id"], postgresql_where=_UNSENT, sqlite_where=_UNSENT)
    op.create_index("ix_mails_kind_id", "mails", ["kind", "id"])
    op.create_index("ix_mails_recipient", "mails", ["recipient"])


def downgrade() -> None:
    op.drop_index("ix_mails_recipient", table_name="mails")
    op.drop_index("ix_mails_kind_id", table_name="mails")
    op.drop_index("ix_mails_unsent", table_name="mails", postgresql_where=_UNSENT, sqlite_where=_UNSENT)
    _collate_recipients("")


def _collate_recipients(collation: str) -> None:
    """SQLite compares byte by byte anyway."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE mails ALTER COLUMN recipient TYPE VARCHAR(320){collation}")
