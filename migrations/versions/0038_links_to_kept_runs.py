"""Links with which people without an account see a kept run, and how often they were opened."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server knows no such link."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "report_links",
        sa.Column("id", _ID, nullable=False),
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("report", sa.String(40), nullable=False),
        sa.Column("label", sa.String(120), nullable=False),
        sa.Column("filters", sa.JSON(), nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("created_by", sa.String(80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_by", sa.String(80), nullable=True),
        sa.Column("last_opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["report_runs.id"], name="fk_report_links_run_id"),
        sa.PrimaryKeyConstraint("id", name="pk_report_links"),
        sa.UniqueConstraint("token_sha256", name="uq_report_links_token_sha256"),
    )
    op.create_index("ix_report_links_run_id", "report_links", ["run_id"])
    op.create_table(
        "report_link_openings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("link_id", _ID, nullable=False),
        sa.Column("hour", sa.DateTime(timezone=True), nullable=False),
        sa.Column("form", sa.String(10), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["link_id"], ["report_links.id"], name="fk_report_link_openings_link_id"),
        sa.PrimaryKeyConstraint("id", name="pk_report_link_openings"),
    )
    op.create_index("uq_report_link_openings_hour", "report_link_openings", ["link_id", "hour", "form"], unique=True)


def downgrade() -> None:
    op.drop_table("report_link_openings")
    op.drop_table("report_links")
