"""What households tell us about how they heard of us, and what their own words count as."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of it."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MARKED = "told_origins"
_EVENTS = ("INSERT", "UPDATE", "DELETE")


def upgrade() -> None:
    op.create_table(
        "told_origins",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("has_decoy", sa.Boolean(), nullable=False),
        sa.Column("answer", sa.String(20), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("text", sa.String(120), nullable=False),
        sa.Column("compared", sa.String(120), nullable=False),
        sa.Column("counted_as", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_told_origins_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_told_origins"),
        sa.UniqueConstraint("reservation_id", name="uq_told_origins_reservation_id"),
    )
    op.create_index("ix_told_origins_compared", "told_origins", ["compared"])
    op.create_table(
        "told_texts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("raw", sa.String(120), nullable=False),
        sa.Column("counted_as", sa.String(40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(80), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by", sa.String(80), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_told_texts"),
    )
    op.create_index("ix_told_texts_raw", "told_texts", ["raw"])
    _mark()


def _mark() -> None:
    """Reports read the table, so its changes are counted as those of the tables of revision 0008."""
    op.execute(f"INSERT INTO relation_marks (relation, changes) VALUES ('{_MARKED}', 0)")  # noqa: S608
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            f"CREATE TRIGGER {_MARKED}_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {_MARKED} "
            "FOR EACH STATEMENT EXECUTE FUNCTION mark_relation()"
        )
        return
    for event in _EVENTS:
        op.execute(
            f"CREATE TRIGGER {_MARKED}_{event.lower()}_marked AFTER {event} ON {_MARKED} "  # noqa: S608
            f"BEGIN UPDATE relation_marks SET changes = changes + 1 WHERE relation = '{_MARKED}'; END"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"DROP TRIGGER {_MARKED}_marked ON {_MARKED}")
    else:
        for event in _EVENTS:
            op.execute(f"DROP TRIGGER {_MARKED}_{event.lower()}_marked")
    op.execute(f"DELETE FROM relation_marks WHERE relation = '{_MARKED}'")  # noqa: S608
    op.drop_table("told_texts")
    op.drop_table("told_origins")
