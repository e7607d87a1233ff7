"""A mark for each relation of reports that rises with every change, so that unchanged rows need not be read again."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TABLES = (
    "campaign_aliases",
    "campaign_costs",
    "campaigns",
    "chart_notes",
    "park_changes",
    "parks",
    "referral_codes",
    "referral_uses",
    "reservation_changes",
    "reservations",
    "short_link_hits",
    "short_links",
    "spots",
)
_EVENTS = ("INSERT", "UPDATE", "DELETE")


def upgrade() -> None:
    marks = op.create_table(
        "relation_marks",
        sa.Column("id", _ID, nullable=False),
        sa.Column("relation", sa.String(length=40), nullable=False),
        sa.Column("changes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_relation_marks"),
    )
    op.bulk_insert(marks, [{"relation": table, "changes": 0} for table in _TABLES])
    if op.get_bind().dialect.name == "postgresql":
        # A row each time: raising one number would let every writer wait for the other's commit.
        op.execute(
            "CREATE FUNCTION mark_relation() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "INSERT INTO relation_marks (relation, changes) VALUES (TG_TABLE_NAME, 1); RETURN NULL; END $$"
        )
        for table in _TABLES:
            op.execute(
                f"CREATE TRIGGER {table}_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION mark_relation()"
            )
        return
    for table in _TABLES:
        for event in _EVENTS:
            op.execute(
                f"CREATE TRIGGER {table}_{event.lower()}_marked AFTER {event} ON {table} "  # noqa: S608
                f"BEGIN UPDATE relation_marks SET changes = changes + 1 WHERE relation = '{table}'; END"
            )


def downgrade() -> None:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    for table in _TABLES:
        if is_postgresql:
            op.execute(f"DROP TRIGGER {table}_marked ON {table}")
            continue
        for event in _EVENTS:
            op.execute(f"DROP TRIGGER {table}_{event.lower()}_marked")
    if is_postgresql:
        op.execute("DROP FUNCTION mark_relation()")
    op.drop_table("relation_marks")
