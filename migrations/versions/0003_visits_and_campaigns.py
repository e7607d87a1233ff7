"""Visits, touches of reservations, campaigns with links and costs, and referral codes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _create_campaign_aliases()
    _create_campaigns()
    _create_cost_imports()
    _create_self_checks()
    _create_visit_salts()
    _create_visits()
    _create_campaign_costs()
    _create_chart_notes()
    _create_short_links()
    _create_short_link_hits()
    _create_referral_codes()
    _create_reservation_touches()
    _create_referral_uses()
    _index_writers()


def downgrade() -> None:
    op.drop_table("referral_uses")
    op.drop_table("reservation_touches")
    op.drop_table("referral_codes")
    op.drop_table("short_link_hits")
    op.drop_table("short_links")
    op.drop_table("chart_notes")
    op.drop_table("campaign_costs")
    op.drop_table("visits")
    op.drop_table("visit_salts")
    op.drop_table("self_checks")
    op.drop_table("cost_imports")
    op.drop_table("campaigns")
    op.drop_table("campaign_aliases")


def _create_campaign_aliases() -> None:
    op.create_table(
        "campaign_aliases",
        sa.Column("id", _ID, nullable=False),
        sa.Column("field", sa.String(length=20), nullable=False),
        sa.Column("raw", sa.String(length=200), nullable=False),
        sa.Column("canonical", sa.String(length=200), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("undone_at", _MOMENT),
        sa.Column("undone_by", sa.String(length=80)),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_aliases"),
    )
    op.create_index(
        "uq_campaign_aliases_live", "campaign_aliases", ["field", "raw"], unique=True, **_where("undone_at IS NULL")
    )


def _create_campaigns() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("utm_source", sa.String(length=200), nullable=False),
        sa.Column("utm_medium", sa.String(length=200), nullable=False),
        sa.Column("utm_campaign", sa.String(length=200), nullable=False),
        sa.Column("landing_path", sa.String(length=200), nullable=False),
        sa.Column("starts_on", sa.Date()),
        sa.Column("ends_on", sa.Date()),
        sa.Column("budget_cents", sa.BigInteger()),
        sa.Column("note", sa.String(length=1000), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("archived_at", _MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_campaigns"),
        sa.UniqueConstraint(
            "utm_source", "utm_medium", "utm_campaign", name="uq_campaigns_utm_source_utm_medium_utm_campaign"
        ),
    )


def _create_cost_imports() -> None:
    op.create_table(
        "cost_imports",
        sa.Column("id", _ID, nullable=False),
        sa.Column("file_name", sa.String(length=200), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("mapping", sa.JSON(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("undone_at", _MOMENT),
        sa.Column("undone_by", sa.String(length=80)),
        sa.PrimaryKeyConstraint("id", name="pk_cost_imports"),
    )


def _create_self_checks() -> None:
    op.create_table(
        "self_checks",
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("checked", sa.Integer(), nullable=False),
        sa.Column("findings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_self_checks"),
    )


def _create_visit_salts() -> None:
    op.create_table(
        "visit_salts",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_visit_salts"),
    )


def _create_visits() -> None:
    op.create_table(
        "visits",
        sa.Column("id", _ID, nullable=False),
        _written_in(),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("visitor", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.SmallInteger(), nullable=False),
        sa.Column("path", sa.String(length=200), nullable=False),
        sa.Column("is_arrival", sa.Boolean(), nullable=False),
        sa.Column("utm_source", sa.String(length=200), nullable=False),
        sa.Column("utm_medium", sa.String(length=200), nullable=False),
        sa.Column("utm_campaign", sa.String(length=200), nullable=False),
        sa.Column("utm_term", sa.String(length=200), nullable=False),
        sa.Column("utm_content", sa.String(length=200), nullable=False),
        sa.Column("referral_code", sa.String(length=200), nullable=False),
        sa.Column("referrer_host", sa.String(length=200), nullable=False),
        sa.Column("landing_path", sa.String(length=200), nullable=False),
        sa.Column("consent", sa.SmallInteger(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("is_referrer_spam", sa.Boolean(), nullable=False),
        sa.CheckConstraint("consent BETWEEN 0 AND 3", name=op.f("ck_visits_consent")),
        sa.CheckConstraint("step BETWEEN 0 AND 7", name=op.f("ck_visits_step")),
        sa.PrimaryKeyConstraint("id", name="pk_visits"),
    )


def _create_campaign_costs() -> None:
    op.create_table(
        "campaign_costs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("import_id", _ID),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("removed_at", _MOMENT),
        sa.Column("removed_by_import_id", _ID),
        sa.CheckConstraint("cents >= 0", name=op.f("ck_campaign_costs_cents")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_campaign_costs_campaign_id"),
        sa.ForeignKeyConstraint(["import_id"], ["cost_imports.id"], name="fk_campaign_costs_import_id"),
        sa.PrimaryKeyConstraint("id", name="pk_campaign_costs"),
    )
    op.create_index("ix_campaign_costs_import_id", "campaign_costs", ["import_id"])
    op.create_index(
        "uq_campaign_costs_live", "campaign_costs", ["campaign_id", "day"], unique=True, **_where("removed_at IS NULL")
    )


def _create_chart_notes() -> None:
    op.create_table(
        "chart_notes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("text", sa.String(length=200), nullable=False),
        sa.Column("campaign_id", _ID),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_chart_notes_campaign_id"),
        sa.PrimaryKeyConstraint("id", name="pk_chart_notes"),
    )
    op.create_index("ix_chart_notes_day", "chart_notes", ["day"])


def _create_short_links() -> None:
    op.create_table(
        "short_links",
        sa.Column("id", _ID, nullable=False),
        sa.Column("slug", sa.String(length=60), nullable=False),
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("target_path", sa.String(length=200), nullable=False),
        sa.Column("utm_term", sa.String(length=200), nullable=False),
        sa.Column("utm_content", sa.String(length=200), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("disabled_at", _MOMENT),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_short_links_campaign_id"),
        sa.PrimaryKeyConstraint("id", name="pk_short_links"),
        sa.UniqueConstraint("slug", name="uq_short_links_slug"),
    )
    op.create_index("ix_short_links_campaign_id", "short_links", ["campaign_id"])


def _create_short_link_hits() -> None:
    op.create_table(
        "short_link_hits",
        sa.Column("short_link_id", _ID, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["short_link_id"], ["short_links.id"], name="fk_short_link_hits_short_link_id"),
        sa.PrimaryKeyConstraint("short_link_id", "day", "is_bot", name="pk_short_link_hits"),
    )


def _create_referral_codes() -> None:
    op.create_table(
        "referral_codes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("reservation_id", _ID),
        sa.Column("partner_name", sa.String(length=120), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(length=80), nullable=False),
        sa.Column("disabled_at", _MOMENT),
        sa.CheckConstraint("kind IN ('household', 'partner')", name=op.f("ck_referral_codes_kind")),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_referral_codes_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_referral_codes"),
        sa.UniqueConstraint("code", name="uq_referral_codes_code"),
        sa.UniqueConstraint("reservation_id", name="uq_referral_codes_reservation_id"),
    )


def _create_reservation_touches() -> None:
    op.create_table(
        "reservation_touches",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("utm_source", sa.String(length=200), nullable=False),
        sa.Column("utm_medium", sa.String(length=200), nullable=False),
        sa.Column("utm_campaign", sa.String(length=200), nullable=False),
        sa.Column("utm_term", sa.String(length=200), nullable=False),
        sa.Column("utm_content", sa.String(length=200), nullable=False),
        sa.Column("referral_code", sa.String(length=200), nullable=False),
        sa.Column("referrer_host", sa.String(length=200), nullable=False),
        sa.Column("landing_path", sa.String(length=200), nullable=False),
        _written_in(),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_reservation_touches_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_reservation_touches"),
        sa.UniqueConstraint("reservation_id", "position", name="uq_reservation_touches_reservation_id_position"),
    )


def _create_referral_uses() -> None:
    op.create_table(
        "referral_uses",
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("raw_code", sa.String(length=200), nullable=False),
        sa.Column("code_id", _ID),
        sa.Column("verdict", sa.String(length=20), nullable=False),
        sa.Column("checked_at", _MOMENT, nullable=False),
        sa.CheckConstraint(
            "verdict IN ('valid', 'unknown', 'disabled', 'self', 'loop')", name=op.f("ck_referral_uses_verdict")
        ),
        sa.ForeignKeyConstraint(["code_id"], ["referral_codes.id"], name="fk_referral_uses_code_id"),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_referral_uses_reservation_id"),
        sa.PrimaryKeyConstraint("reservation_id", name="pk_referral_uses"),
    )
    op.create_index("ix_referral_uses_code_id_reservation_id", "referral_uses", ["code_id", "reservation_id"])


def _where(condition: str) -> dict[str, sa.TextClause]:
    """The condition of a partial index, the same on both databases."""
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}


def _index_writers() -> None:
    """A range of blocks a line: next to nothing to keep up, and rows lie in the order in which they were written."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in ("visits", "reservation_touches"):
        op.create_index(
            f"ix_{table}_written_in",
            table,
            ["written_in"],
            postgresql_using="brin",
            postgresql_with={"pages_per_range": 32, "autosummarize": True},
        )


def _written_in() -> sa.Column[int]:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    default = "((pg_current_xact_id())::text)::bigint" if is_postgresql else "0"
    return sa.Column("written_in", sa.BigInteger(), server_default=sa.text(default), nullable=False)
