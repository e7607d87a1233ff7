"""Clicks, impressions and credit notes of costs; what names of ad platforms mean; files that come in by themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of it, and shows negative costs as they are."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_COSTS = "campaign_costs"
_CHECK = "ck_campaign_costs_cents"
_COUNTS = "clicks >= 0 AND impressions >= 0"


def upgrade() -> None:
    triggers = _triggers()
    # SQLite cannot drop a check: the table is copied there with its indexes, but without its triggers.
    with op.batch_alter_table(_COSTS) as costs:
        costs.drop_constraint(op.f(_CHECK), type_="check")
        costs.add_column(sa.Column("clicks", sa.BigInteger(), nullable=True))
        costs.add_column(sa.Column("impressions", sa.BigInteger(), nullable=True))
        costs.create_check_constraint(op.f("ck_campaign_costs_counts"), _COUNTS)
    _create(triggers)
    _create_platform_names()
    _create_cost_arrivals()


def downgrade() -> None:
    op.drop_table("cost_arrivals")
    op.drop_table("platform_names")
    op.execute(sa.text("UPDATE campaign_costs SET cents = 0 WHERE cents < 0"))
    triggers = _triggers()
    with op.batch_alter_table(_COSTS) as costs:
        costs.drop_constraint(op.f("ck_campaign_costs_counts"), type_="check")
        costs.drop_column("impressions")
        costs.drop_column("clicks")
        costs.create_check_constraint(op.f(_CHECK), "cents >= 0")
    _create(triggers)


def _triggers() -> list[str]:
    """The triggers of the costs as SQL; on PostgreSQL they stay with the table."""
    if op.get_bind().dialect.name == "postgresql":
        return []
    query = sa.text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :table ORDER BY name")
    return list(op.get_bind().execute(query, {"table": _COSTS}).scalars())


def _create(triggers: list[str]) -> None:
    for statement in triggers:
        op.execute(sa.text(statement))


def _create_platform_names() -> None:
    op.create_table(
        "platform_names",
        sa.Column("id", _ID, nullable=False),
        sa.Column("platform", sa.String(20), nullable=False),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("folded", sa.String(800), nullable=False),
        sa.Column("campaign_id", _ID, nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("created_by", sa.String(80), nullable=False),
        sa.Column("forgotten_at", _MOMENT, nullable=True),
        sa.Column("forgotten_by", sa.String(80), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name="fk_platform_names_campaign_id"),
        sa.PrimaryKeyConstraint("id", name="pk_platform_names"),
    )
    is_live = sa.text("forgotten_at IS NULL")
    op.create_index(
        "uq_platform_names_live",
        "platform_names",
        ["platform", "folded"],
        unique=True,
        postgresql_where=is_live,
        sqlite_where=is_live,
    )


def _create_cost_arrivals() -> None:
    op.create_table(
        "cost_arrivals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("file_name", sa.String(200), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.Column("arrived_at", _MOMENT, nullable=False),
        sa.Column("problem", sa.String(300), nullable=True),
        sa.Column("lines", sa.Integer(), nullable=True),
        sa.Column("cents", sa.BigInteger(), nullable=True),
        sa.Column("open_lines", sa.Integer(), nullable=True),
        sa.Column("decided_at", _MOMENT, nullable=True),
        sa.Column("decided_by", sa.String(80), nullable=True),
        sa.Column("import_id", _ID, nullable=True),
        sa.ForeignKeyConstraint(["import_id"], ["cost_imports.id"], name="fk_cost_arrivals_import_id"),
        sa.PrimaryKeyConstraint("id", name="pk_cost_arrivals"),
        sa.UniqueConstraint("sha256", name="uq_cost_arrivals_sha256"),
    )
