"""Experiments go, and with them which variant of a page a visitor of one day saw."""

import sqlalchemy as sa
from alembic import op

from migrations.removed import drop_table

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)

breaks_older = True
"""An older server looks for a running experiment before it fills its pages."""


def upgrade() -> None:
    drop_table("variant_views")
    drop_table("experiments")


def downgrade() -> None:
    op.create_table(
        "experiments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("question", sa.String(200), nullable=False),
        sa.Column("measure", sa.String(20), nullable=False),
        sa.Column("slot", sa.String(30), nullable=True),
        sa.Column("text", sa.String(200), nullable=True),
        sa.Column("campaign_id", _ID, nullable=True),
        sa.Column("effect_percent", sa.Integer(), nullable=False),
        sa.Column("weeks", sa.Integer(), nullable=True),
        sa.Column("seed", sa.String(32), nullable=True),
        sa.Column("plan", sa.JSON(), nullable=True),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(80), nullable=False),
        sa.Column("started_at", _MOMENT, nullable=True),
        sa.Column("started_by", sa.String(80), nullable=True),
        sa.Column("ended_at", _MOMENT, nullable=True),
        sa.Column("ended_by", sa.String(80), nullable=True),
        sa.Column("end_reason", sa.String(300), nullable=True),
        sa.Column("regions", sa.JSON(), nullable=True),
        sa.CheckConstraint("kind IN ('page', 'weeks', 'regions')", name=op.f("ck_experiments_kind")),
        sa.CheckConstraint(
            "measure IN ('reservations', 'form_starts', 'contracts')", name=op.f("ck_experiments_measure")
        ),
        sa.CheckConstraint("effect_percent BETWEEN 5 AND 300", name=op.f("ck_experiments_effect")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_experiments_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_experiments")),
    )
    op.create_table(
        "variant_views",
        sa.Column("experiment_id", _ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("visitor", sa.BigInteger(), nullable=False),
        sa.Column("arm", sa.String(1), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.CheckConstraint("arm IN ('a', 'b')", name=op.f("ck_variant_views_arm")),
        sa.PrimaryKeyConstraint("experiment_id", "day", "visitor", "arm", name=op.f("pk_variant_views")),
    )
