"""Alerts on figures that every colleague sets up."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server watches no figures."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_KINDS = "kind IN ('below', 'above', 'silent', 'outside', 'unvisited', 'costs_missing')"


def upgrade() -> None:
    op.create_table(
        "figure_alerts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("owner_id", _ID, nullable=False),
        sa.Column("figure", sa.String(40), nullable=False),
        sa.Column("scope", sa.String(20), nullable=False),
        sa.Column("scope_value", sa.String(100), nullable=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("direction", sa.String(10), nullable=False),
        sa.Column("false_alarms", sa.Integer(), nullable=False),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        sa.Column("quiet_from", sa.Time(), nullable=True),
        sa.Column("quiet_to", sa.Time(), nullable=True),
        sa.Column("quiet_days", sa.JSON(), nullable=False),
        sa.Column("paused_at", _MOMENT, nullable=True),
        sa.Column("judged_day", sa.Date(), nullable=True),
        sa.Column("judged_at", _MOMENT, nullable=True),
        sa.Column("state", sa.String(20), nullable=True),
        sa.Column("value", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=False),
        sa.Column("removed_at", _MOMENT, nullable=True),
        sa.CheckConstraint(_KINDS, name=op.f("ck_figure_alerts_kind")),
        sa.ForeignKeyConstraint(["owner_id"], ["staff_accounts.id"], name=op.f("fk_figure_alerts_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_alerts")),
    )
    _index("ix_figure_alerts_owner", "figure_alerts", "owner_id", "removed_at IS NULL", is_unique=False)
    op.create_table(
        "figure_alert_openings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("alert_id", _ID, nullable=False),
        sa.Column("headline", sa.String(200), nullable=False),
        sa.Column("words", sa.String(500), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("over_day", sa.Date(), nullable=True),
        sa.Column("opened_at", _MOMENT, nullable=False),
        sa.Column("closed_at", _MOMENT, nullable=True),
        sa.Column("mailed_at", _MOMENT, nullable=True),
        sa.Column("over_mailed_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["alert_id"], ["figure_alerts.id"], name=op.f("fk_figure_alert_openings_alert_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_alert_openings")),
    )
    _index("uq_figure_alert_openings", "figure_alert_openings", "alert_id", "closed_at IS NULL", is_unique=True)
    op.create_index("ix_figure_alert_openings_closed_at", "figure_alert_openings", ["closed_at"])


def _index(name: str, table: str, column: str, condition: str, *, is_unique: bool) -> None:
    where = sa.text(condition)
    op.create_index(name, table, [column], unique=is_unique, postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    op.drop_table("figure_alert_openings")
    op.drop_table("figure_alerts")
