"""Alerts, and the rules by which they are raised."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OPEN = {f"{dialect}_where": sa.text("closed_at IS NULL") for dialect in ("sqlite", "postgresql")}
_THRESHOLDS = {
    "capacity": 90,  # per cent
    "no_reservation": 48 * 60,  # minutes
    "campaign_budget": 0,  # cents
    "mail_queue": 60,  # minutes
    "job": None,
}


def upgrade() -> None:
    rules = op.create_table(
        "alert_rules",
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("to_admins", sa.Boolean(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("quiet_from", sa.Time(), nullable=True),
        sa.Column("quiet_to", sa.Time(), nullable=True),
        sa.Column("quiet_days", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=True),
        sa.Column("changed_by", sa.String(length=80), nullable=True),
        sa.Column("checked_at", _MOMENT, nullable=True),
        sa.Column("excused_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("kind", name="pk_alert_rules"),
    )
    op.create_table(
        "alerts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("headline", sa.String(length=160), nullable=False),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("threshold", sa.BigInteger(), nullable=True),
        sa.Column("opened_at", _MOMENT, nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        sa.Column("closed_at", _MOMENT, nullable=True),
        sa.Column("mailed_at", _MOMENT, nullable=True),
        sa.Column("noted_at", _MOMENT, nullable=True),
        sa.Column("noted_by", sa.String(length=80), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_alerts"),
        sa.ForeignKeyConstraint(["kind"], ["alert_rules.kind"], name="fk_alerts_kind"),
    )
    op.create_index("uq_alerts_open", "alerts", ["kind", "subject"], unique=True, **_OPEN)
    op.create_index("ix_alerts_closed_at", "alerts", ["closed_at"])
    always = {"is_on": True, "to_admins": True, "recipients": [], "quiet_days": [], "version": 1}
    op.bulk_insert(rules, [{"kind": kind, "threshold": limit, **always} for kind, limit in _THRESHOLDS.items()])


def downgrade() -> None:
    op.drop_table("alerts")
    op.drop_table("alert_rules")
