"""What is refused is counted in the metrics, and one rule tells of many refusals: no board and no stored reports."""

import sqlalchemy as sa
from alembic import op

from migrations.removed import delete_rows, drop_table

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None

breaks_older = True
"""An older server reads the tables and the rules."""

_RULES = {"sign_in_attack": 20, "foreign_calls": 100, "policy_violations": 20}
_THEM = "kind IN ('sign_in_attack', 'foreign_calls', 'policy_violations')"
_CHANGED = f"{_THEM} AND version > 1"


def upgrade() -> None:
    # What was told stays in the list of past alerts, as one of the kind that is left.
    op.execute(f"UPDATE alerts SET closed_at = seen_at WHERE closed_at IS NULL AND {_THEM}")  # noqa: S608
    op.execute(f"UPDATE alerts SET kind = 'many_refusals' WHERE {_THEM}")  # noqa: S608
    delete_rows("alert_rules", _CHANGED)
    op.execute(f"DELETE FROM alert_rules WHERE {_THEM}")  # noqa: S608
    for table in ("policy_violations", "refused_callers", "refused_counts"):
        drop_table(table)


def downgrade() -> None:
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
    for kind, threshold in _RULES.items():
        op.execute(
            "INSERT INTO alert_rules (kind, is_on, threshold, to_admins, recipients, quiet_days, version) "  # noqa: S608
            f"VALUES ('{kind}', true, {threshold}, true, '[]', '[]', 1)"
        )
