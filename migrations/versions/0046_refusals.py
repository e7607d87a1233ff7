"""What is refused, counted by minute and hour; violated policies; rules that tell of attacks."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server counts nothing, and its check passes over rules of kinds that it does not know."""

_RULES = {"sign_in_attack": 20, "many_refusals": 300, "foreign_calls": 100, "policy_violations": 20}
_NO_ONE = {"recipients": [], "quiet_days": []}
_ALERT_RULES = sa.table(
    "alert_rules",
    sa.column("kind", sa.String),
    sa.column("is_on", sa.Boolean),
    sa.column("threshold", sa.BigInteger),
    sa.column("to_admins", sa.Boolean),
    sa.column("version", sa.Integer),
    sa.column("recipients", sa.JSON),
    sa.column("quiet_days", sa.JSON),
)
_ALERTS = sa.table("alerts", sa.column("kind", sa.String))


def upgrade() -> None:
    op.create_table(
        "refused_counts",
        sa.Column("span", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("starts_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("span", "starts_at", "kind", "name", name=op.f("pk_refused_counts")),
    )
    op.create_table(
        "refused_callers",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("caller", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("day", "kind", "name", "caller", name=op.f("pk_refused_callers")),
    )
    op.create_table(
        "policy_violations",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("page", sa.String(80), nullable=False),
        sa.Column("directive", sa.String(40), nullable=False),
        sa.Column("blocked", sa.String(120), nullable=False),
        sa.Column("browser", sa.String(20), nullable=False),
        sa.Column("from_extension", sa.Boolean(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "day", "page", "directive", "blocked", "browser", "from_extension", name=op.f("pk_policy_violations")
        ),
    )
    op.bulk_insert(
        _ALERT_RULES,
        [
            {"kind": kind, "is_on": True, "threshold": threshold, "to_admins": True, "version": 1} | _NO_ONE
            for kind, threshold in _RULES.items()
        ],
    )


def downgrade() -> None:
    for table in (_ALERTS, _ALERT_RULES):
        op.execute(table.delete().where(table.c.kind.in_(list(_RULES))))
    op.drop_table("policy_violations")
    op.drop_table("refused_callers")
    op.drop_table("refused_counts")
