"""The list of the audit log has one row for a whole operation: an index of what it shows."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_audit_entries_listed",
        "audit_entries",
        ["id"],
        unique=False,
        sqlite_where=sa.text("json_extract(details, '$.operation') IS NULL"),
        postgresql_where=sa.text("(details ->> 'operation') IS NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_audit_entries_listed", table_name="audit_entries")
