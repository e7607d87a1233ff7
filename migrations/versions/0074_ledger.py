"""The books: entries and their postings, which are never changed."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_ACCOUNTS = (
    *("bank", "receivable", "setup_income", "package_income", "refund_payable", "unallocated", "write_off"),
    *("fees_of_returns", "credits_payable", "guarantee", "arrears_set_off", "unsold_part", "corrections"),
)
_TABLES = ("ledger_entries", "ledger_postings")
_EMPTY = "TRUNCATE"
_REFUSED = "the books are never changed"


def upgrade() -> None:
    op.create_table(
        "ledger_entries",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("key", sa.String(160), nullable=False, unique=True),
        sa.Column("booked_on", sa.Date(), nullable=False),
        sa.Column("text", sa.String(120), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(80), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_ledger_entries_booked_on", "ledger_entries", ["booked_on"])
    op.create_table(
        "ledger_postings",
        sa.Column("entry_id", _BIG_ID, sa.ForeignKey("ledger_entries.id"), primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("account", sa.String(20), nullable=False),
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id")),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(f"account IN ({', '.join(repr(one) for one in _ACCOUNTS)})", name="account"),
    )
    op.create_index("ix_ledger_postings_contract_id_account", "ledger_postings", ["contract_id", "account"])
    op.create_index("ix_ledger_postings_account", "ledger_postings", ["account"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{_REFUSED}'; END $$"
        )
        for table in _TABLES:
            # By row: a deletion that finds none, as of a person without a contract, is no change.
            for name, event, level in (("no_change", "UPDATE OR DELETE", "ROW"), ("no_emptying", _EMPTY, "STATEMENT")):
                op.execute(
                    f"CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} "
                    f"FOR EACH {level} EXECUTE FUNCTION refuse_ledger_change()"
                )
    else:
        for table in _TABLES:
            for action in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"
                )


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_ledger_change()")
