"""Campaigns with short links, aliases, costs and notes; referral codes and their use; the nightly self-check."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_VALUE = sa.String(length=200)
_ACTOR = sa.String(length=80)
_TABLES = (
    "self_checks", "referral_uses", "referral_codes", "chart_notes", "campaign_costs", "cost_imports",
    "campaign_aliases", "short_link_hits", "short_links", "campaigns",
)  # fmt: skip


def upgrade() -> None:
    _create_campaigns()
    _create_short_links()
    _create_aliases_and_notes()
    _create_costs()
    _create_referrals()
    op.create_table(
        "self_checks",
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("checked", sa.Integer(), nullable=False),
        sa.Column("findings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_self_checks"),
    )


def downgrade() -> None:
    for table in _TABLES:
        op.drop_table(table)


def _create_campaigns() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("utm_source", _VALUE, nullable=False),
        sa.Column("utm_medium", _VALUE, nullable=False),
        sa.Column("utm_campaign", _VALUE, nullable=False),
        sa.Column("landing_path", _VALUE, nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=True),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.Column("budget_cents", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.String(length=1000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", _ACTOR, nullable=False),
        sa.Column("archived_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
        sa.UniqueConstraint(
            "utm_source", "utm_medium", "utm_campaign", name="uq_campaigns_utm_source_utm_medium_utm_campaign"
        ),
    )


def _create_short_links() -> None:
    op.create_table(
        "short_links",
        sa.Column("id", _ID, nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("target_path", _VALUE, nullable=False),
        sa.Column("utm_term", _VALUE, nullable=False),
        sa.Column("utm_content", _VALUE, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", _ACTOR, nullable=False),
        sa.Column("disabled_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_short_links_campaign_id"),
        sa.PrimaryKeyConstraint("id", name="pk_short_links"),
        sa.UniqueConstraint("slug", name="uq_short_links_slug"),
    )
    op.create_index("ix_short_links_campaign_id", "short_links", ["campaign_id"])
    op.create_table(
        "short_link_hits",
        sa.Column("short_link_id", _ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["short_link_id"], ["short_links.id"], name="fk_short_link_hits_short_link_id"),
        sa.PrimaryKeyConstraint("short_link_id", "day", "is_bot", name="pk_short_link_hits"),
    )


def _create_aliases_and_notes() -> None:
    op.create_table(
        "campaign_aliases",
        sa.Column("id", _ID, nullable=False),
        sa.Column("field", sa.String(length=20), nullable=False),
        sa.Column("raw", _VALUE, nullable=False),
        sa.Column("canonical", _VALUE, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", _ACTOR, nullable=False),
        sa.Column("undone_at", _MOMENT, nullable=True),
        sa.Column("undone_by", _ACTOR, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_aliases"),
    )
    _create_live_index("uq_campaign_aliases_live", "campaign_aliases", ["field", "raw"], "undone_at IS NULL")
    op.create_table(
        "chart_notes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("text", _VALUE, nullable=False),
        sa.Column("campaign_id", _ID, nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", _ACTOR, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_chart_notes_campaign_id"),
        sa.PrimaryKeyConstraint("id", name="pk_chart_notes"),
    )
    op.create_index("ix_chart_notes_day", "chart_notes", ["day"])


def _create_costs() -> None:
    op.create_table(
        "cost_imports",
        sa.Column("id", _ID, nullable=False),
        sa.Column("file_name", _VALUE, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("mapping", sa.JSON(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", _ACTOR, nullable=False),
        sa.Column("undone_at", _MOMENT, nullable=True),
        sa.Column("undone_by", _ACTOR, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_cost_imports"),
    )
    op.create_table(
        "campaign_costs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("note", _VALUE, nullable=False),
        sa.Column("import_id", _ID, nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", _ACTOR, nullable=False),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.Column("removed_by_import_id", _ID, nullable=True),
        sa.CheckConstraint("cents >= 0", name=op.f("ck_campaign_costs_cents")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_campaign_costs_campaign_id"),
        sa.ForeignKeyConstraint(["import_id"], ["cost_imports.id"], name="fk_campaign_costs_import_id"),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_costs"),
    )
    _create_live_index("uq_campaign_costs_live", "campaign_costs", ["campaign_id", "day"], "removed_at IS NULL")
    op.create_index("ix_campaign_costs_import_id", "campaign_costs", ["import_id"])


def _create_referrals() -> None:
    op.create_table(
        "referral_codes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("reservation_id", _ID, nullable=True),
        sa.Column("partner_name", sa.String(length=120), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", _ACTOR, nullable=False),
        sa.Column("disabled_at", _MOMENT, nullable=True),
        sa.CheckConstraint("kind IN ('household', 'partner')", name=op.f("ck_referral_codes_kind")),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_referral_codes_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_referral_codes"),
        sa.UniqueConstraint("code", name="uq_referral_codes_code"),
        sa.UniqueConstraint("reservation_id", name="uq_referral_codes_reservation_id"),
    )
    op.create_table(
        "referral_uses",
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("raw_code", _VALUE, nullable=False),
        sa.Column("code_id", _ID, nullable=True),
        sa.Column("verdict", sa.String(length=20), nullable=False),
        sa.Column("checked_at", _MOMENT, nullable=False),
        sa.CheckConstraint(
            "verdict IN ('valid', 'unknown', 'disabled', 'self', 'loop')", name=op.f("ck_referral_uses_verdict")
        ),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_referral_uses_reservation_id"),
        sa.ForeignKeyConstraint(["code_id"], ["referral_codes.id"], name="fk_referral_uses_code_id"),
        sa.PrimaryKeyConstraint("reservation_id", name="pk_referral_uses"),
    )
    op.create_index("ix_referral_uses_code_id", "referral_uses", ["code_id"])


def _create_live_index(name: str, table: str, columns: list[str], condition: str) -> None:
    live = {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}
    op.create_index(name, table, columns, unique=True, **live)
