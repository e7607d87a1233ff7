"""What goes to the bank and what comes from it: announced debits, files with their lines, statements with theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0076"
down_revision = "0075"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_IS_OPEN = sa.text("state = 'open'")
_IS_UNSETTLED = sa.text("finding IN ('unallocated', 'send_back')")
_FINDINGS = (
    *("collected", "returned", "paid", "refunded", "refund_returned", "unallocated", "send_back", "sent_back", "fee"),
)


def _refers(name: str, to: str, *, is_required: bool = False) -> "sa.Column[int]":
    return sa.Column(name, _BIG_ID, sa.ForeignKey(f"{to}.id"), nullable=not is_required)


def _text(name: str, longest: int, *, is_required: bool = True) -> "sa.Column[str]":
    return sa.Column(name, sa.String(longest), nullable=not is_required)


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "debit_notices",
        sa.Column("id", _BIG_ID, primary_key=True),
        _refers("contract_id", "contracts", is_required=True),
        _text("claim_key", 160),
        sa.Column("amount_cents", sa.Integer(), nullable=False),
        sa.Column("collect_on", sa.Date(), nullable=False),
        sa.Column("told_at", moment, nullable=False),
        sa.UniqueConstraint("claim_key", "collect_on"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_debit_notices_collect_on", "debit_notices", ["collect_on"])
    op.create_table(
        "bank_runs",
        sa.Column("id", _BIG_ID, primary_key=True),
        _text("kind", 10),
        _text("state", 10),
        sa.Column("run_on", sa.Date(), nullable=False),
        _text("drafted_by", 80),
        sa.Column("drafted_at", moment, nullable=False),
        _text("released_by", 80, is_required=False),
        sa.Column("released_at", moment),
        sa.Column("sent_at", moment),
        sa.Column("file", sa.Text()),
        _text("file_sha256", 64, is_required=False),
        sa.CheckConstraint("kind IN ('debit', 'refund')", name="kind"),
        sa.CheckConstraint("state IN ('drafted', 'released', 'sent', 'discarded')", name="state"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "bank_lines",
        sa.Column("id", _BIG_ID, primary_key=True),
        _refers("run_id", "bank_runs", is_required=True),
        sa.Column("end_to_end_id", sa.String(35), nullable=False, unique=True),
        _refers("contract_id", "contracts"),
        _text("purpose_key", 160),
        _refers("notice_id", "debit_notices"),
        _refers("mandate_id", "mandates"),
        _text("sequence", 4),
        sa.Column("amount_cents", sa.Integer(), nullable=False),
        _text("holder", 70),
        sa.Column("iban", sa.Text(), nullable=False),
        _text("last_four", 4),
        _text("remittance", 140),
        _text("state", 10),
        _text("reason", 4),
        _text("decision", 10),
        sa.CheckConstraint("state IN ('open', 'booked', 'returned', 'discarded')", name="state"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_bank_lines_run_id", "bank_lines", ["run_id"])
    op.create_index("ix_bank_lines_contract_id", "bank_lines", ["contract_id"])
    op.create_index(
        "uq_bank_lines_open",
        "bank_lines",
        ["purpose_key"],
        unique=True,
        postgresql_where=_IS_OPEN,
        sqlite_where=_IS_OPEN,
    )
    op.create_table(
        "bank_statements",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("sha256", sa.String(64), nullable=False, unique=True),
        _text("name", 70),
        _text("taken_by", 80),
        sa.Column("taken_at", moment, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "statement_lines",
        sa.Column("id", _BIG_ID, primary_key=True),
        _refers("statement_id", "bank_statements", is_required=True),
        sa.Column("reference", sa.String(120), nullable=False, unique=True),
        sa.Column("booked_on", sa.Date(), nullable=False),
        sa.Column("amount_cents", sa.Integer(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        _text("finding", 20),
        _text("reason", 4),
        _refers("contract_id", "contracts"),
        _refers("bank_line_id", "bank_lines"),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.CheckConstraint(f"finding IN ({', '.join(repr(one) for one in _FINDINGS)})", name="finding"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_statement_lines_statement_id", "statement_lines", ["statement_id"])
    op.create_index("ix_statement_lines_contract_id", "statement_lines", ["contract_id"])
    op.create_index(
        "ix_statement_lines_unsettled",
        "statement_lines",
        ["id"],
        postgresql_where=_IS_UNSETTLED,
        sqlite_where=_IS_UNSETTLED,
    )


def downgrade() -> None:
    for table in ("statement_lines", "bank_statements", "bank_lines", "bank_runs", "debit_notices"):
        op.drop_table(table)
