"""No board of attacks: what is refused is counted in the metrics, and one rule tells of many refusals. No decoy among
the answers to how a household heard of us, and typed words are listed as they are instead of mapped to answers.

Answers stay as they are. Those that tapped the decoy, `radio`, are read by reports as "unsure", since it could not be
true; the answer "Radio" that is offered now is stored as `broadcast`. What a household typed counts as "other" again:
the column that said what it counted as came from the table of mappings, which is written into a file.
"""

import sqlalchemy as sa
from alembic import op

from migrations.removed import delete_rows, drop_column, drop_table

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None

breaks_older = True
"""An older server reads the tables, the columns and the rules."""

_RULES = {"sign_in_attack": 20, "foreign_calls": 100, "policy_violations": 20}
_THEM = "kind IN ('sign_in_attack', 'foreign_calls', 'policy_violations')"
_CHANGED = f"{_THEM} AND version > 1"


def upgrade() -> None:
    # What was told stays in the list of past alerts, as one of the kind that is left.
    op.execute(f"UPDATE alerts SET closed_at = seen_at WHERE closed_at IS NULL AND {_THEM}")  # noqa: S608
    op.execute(f"UPDATE alerts SET kind = 'many_refusals' WHERE {_THEM}")  # noqa: S608
    delete_rows("alert_rules", _CHANGED)
    op.execute(f"DELETE FROM alert_rules WHERE {_THEM}")  # noqa: S608
    for table in ("policy_violations", "refused_callers", "refused_counts", "told_texts"):
        drop_table(table)
    drop_column("told_origins", "has_decoy")
    op.drop_index("ix_told_origins_compared", "told_origins")
    drop_column("told_origins", "compared", "counted_as", keep=False)


def downgrade() -> None:
    op.add_column("told_origins", sa.Column("has_decoy", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("told_origins", sa.Column("compared", sa.String(120), server_default="", nullable=False))
    op.add_column("told_origins", sa.Column("counted_as", sa.String(40), server_default="", nullable=False))
    op.create_index("ix_told_origins_compared", "told_origins", ["compared"])
    op.create_table(
        "told_texts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("raw", sa.String(120), nullable=False),
        sa.Column("counted_as", sa.String(40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(80), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by", sa.String(80), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_told_texts"),
    )
    op.create_index("ix_told_texts_raw", "told_texts", ["raw"])
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
    rules = [{"kind": kind, "threshold": threshold} for kind, threshold in _RULES.items()]
    insertion = sa.text(
        "INSERT INTO alert_rules (kind, is_on, threshold, to_admins, recipients, quiet_days, version) "
        "VALUES (:kind, true, :threshold, true, '[]', '[]', 1)"
    )
    op.get_bind().execute(insertion, rules)
