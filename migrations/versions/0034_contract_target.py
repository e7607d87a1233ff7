"""What a contract may cost at most."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server knows no target."""

BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TABLE = "contract_targets"
EVENTS = ("INSERT", "UPDATE", "DELETE")


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("set_by", sa.String(80), nullable=False),
        sa.CheckConstraint("cents > 0", name=op.f("ck_contract_targets_cents")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contract_targets")),
    )
    _mark()


def _mark() -> None:
    """Reports read the table, so its changes are counted as those of the tables of revision 0008."""
    op.execute(f"INSERT INTO relation_marks (relation, changes) VALUES ('{TABLE}', 0)")  # noqa: S608
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            f"CREATE TRIGGER {TABLE}_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {TABLE} "
            "FOR EACH STATEMENT EXECUTE FUNCTION mark_relation()"
        )
        return
    for event in EVENTS:
        op.execute(
            f"CREATE TRIGGER {TABLE}_{event.lower()}_marked AFTER {event} ON {TABLE} "  # noqa: S608
            f"BEGIN UPDATE relation_marks SET changes = changes + 1 WHERE relation = '{TABLE}'; END"
        )


def downgrade() -> None:
    op.drop_table(TABLE)  # its triggers go with it
    op.execute(f"DELETE FROM relation_marks WHERE relation = '{TABLE}'")  # noqa: S608
