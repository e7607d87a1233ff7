"""Who has read a metric's definition and found it right."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server knows no metrics."""

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "metric_checks",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("metric", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(16), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checked_by", sa.String(80), nullable=False),
        sa.CheckConstraint("version > 0", name=op.f("ck_metric_checks_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_metric_checks")),
    )
    op.create_index(op.f("ix_metric_checks_metric_id"), "metric_checks", ["metric", "id"])


def downgrade() -> None:
    op.drop_table("metric_checks")
