"""Contracts, their documents, the days on which shares earn, and since when a park is on the grid."""

import sqlalchemy as sa
from alembic import op

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None

_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_STANDS, _UNDECIDED = sa.text("state IN ('asked', 'concluded')"), sa.text("state = 'asked'")
_EMPTY = "TRUNCATE"
_WORDS = "periods of shares are added, never changed"


def upgrade() -> None:
    moment, day, whole = sa.DateTime(timezone=True), sa.Date(), sa.Integer()
    op.create_table(
        "contracts",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("version", whole, nullable=False, server_default=sa.text("1")),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("number", sa.String(20), nullable=False, unique=True),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("signed_by", sa.String(12), nullable=False),
        sa.Column("signed_at", moment, nullable=False),
        sa.Column("received_on", day),
        sa.Column("concluded_at", moment),
        sa.Column("withdraw_until", day),
        sa.Column("annual_kwh", whole, nullable=False),
        sa.Column("months", whole, nullable=False),
        sa.Column("price_cents", whole, nullable=False),
        sa.Column("total_cents", whole, nullable=False),
        sa.Column("instalment_cents", whole, nullable=False),
        sa.Column("last_instalment_cents", whole, nullable=False),
        sa.Column("setup_cents", whole, nullable=False),
        sa.Column("term_years", whole, nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("document_sha256", sa.String(64), nullable=False),
        sa.Column("taken_by", sa.String(80)),
        sa.Column("decided_by", sa.String(80)),
        sa.Column("decided_because", sa.String(300), nullable=False, server_default=sa.text("''")),
        sa.Column("ended_on", day),
        sa.Column("settled_on", day),
        sa.CheckConstraint("state IN ('asked', 'concluded', 'declined', 'dropped')", name="state"),
        sa.CheckConstraint("signed_by IN ('online', 'letter', 'telephone')", name="signed_by"),
        sqlite_autoincrement=True,
    )
    for name, columns, is_unique, where in (
        ("uq_contracts_standing", ["reservation_id"], True, _STANDS),
        ("ix_contracts_undecided", ["signed_at"], False, _UNDECIDED),
    ):
        op.create_index(name, "contracts", columns, unique=is_unique, postgresql_where=where, sqlite_where=where)
    op.create_table(
        "contract_documents",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("reservation_id", _BIG_ID, sa.ForeignKey("reservations.id"), nullable=False),
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id"), nullable=False),
        sa.Column("filename", sa.String(60), nullable=False),
        sa.Column("made_at", moment, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    op.create_index(op.f("ix_contract_documents_contract_id"), "contract_documents", ["contract_id"])
    op.create_index(op.f("ix_contract_documents_reservation_id"), "contract_documents", ["reservation_id"])
    op.create_table(
        "share_periods",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("contract_id", _BIG_ID, sa.ForeignKey("contracts.id"), nullable=False),
        sa.Column("annual_kwh", whole, nullable=False),
        sa.Column("first_day", day, nullable=False),
        sa.Column("last_day", day, nullable=False),
        sa.Column("cause", sa.String(12), nullable=False),
        sa.Column("at", moment, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_share_periods_contract_id"), "share_periods", ["contract_id"])
    op.add_column("parks", sa.Column("connected_on", day))
    _refuse_changes()


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION refuse_share_period_change() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{_WORDS}'; END $$"
        )
        for name, event, level in (("no_change", "UPDATE OR DELETE", "ROW"), ("no_emptying", _EMPTY, "STATEMENT")):
            op.execute(
                f"CREATE TRIGGER share_periods_{name} BEFORE {event} ON share_periods "
                f"FOR EACH {level} EXECUTE FUNCTION refuse_share_period_change()"
            )
        return
    for action in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER share_periods_no_{action.lower()} BEFORE {action} ON share_periods "
            f"BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END"
        )


def downgrade() -> None:
    op.drop_column("parks", "connected_on")
    op.drop_table("share_periods")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_share_period_change()")
    op.drop_table("contract_documents")
    op.drop_table("contracts")
