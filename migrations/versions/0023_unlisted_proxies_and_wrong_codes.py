"""The alert about unlisted proxies, and how often the second factor of an account was guessed wrong."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0029"
branch_labels = None
depends_on = None

_RULES = sa.table(
    "alert_rules",
    sa.column("kind", sa.String),
    sa.column("is_on", sa.Boolean),
    sa.column("to_admins", sa.Boolean),
    sa.column("recipients", sa.JSON),
    sa.column("quiet_days", sa.JSON),
    sa.column("version", sa.Integer),
)


def upgrade() -> None:
    op.add_column("staff_accounts", sa.Column("code_failures", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("staff_accounts", sa.Column("code_wait_until", sa.DateTime(timezone=True), nullable=True))
    rule = {"is_on": True, "to_admins": True, "recipients": [], "quiet_days": [], "version": 1}
    op.bulk_insert(_RULES, [{"kind": "unlisted_proxy", **rule}])


def downgrade() -> None:
    op.execute("DELETE FROM alerts WHERE kind = 'unlisted_proxy'")
    op.execute("DELETE FROM alert_rules WHERE kind = 'unlisted_proxy'")
    op.drop_column("staff_accounts", "code_wait_until")
    op.drop_column("staff_accounts", "code_failures")
