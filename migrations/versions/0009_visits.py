"""Visits, the salt of their hashes, and on PostgreSQL the transaction that wrote a visit or touch."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_VALUE = sa.String(length=200)
_TOUCH = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")
_ORIGIN = ("referral_code", "referrer_host", "landing_path")
_EXPORTED = ("visits", "reservation_touches")


def upgrade() -> None:
    op.create_table(
        "visits",
        sa.Column("id", _ID, nullable=False),
        _written_in(),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("visitor", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.SmallInteger(), nullable=False),
        sa.Column("path", _VALUE, nullable=False),
        sa.Column("is_arrival", sa.Boolean(), nullable=False),
        *(sa.Column(name, _VALUE, nullable=False) for name in (*_TOUCH, *_ORIGIN)),
        sa.Column("consent", sa.SmallInteger(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("is_referrer_spam", sa.Boolean(), nullable=False),
        sa.CheckConstraint("step BETWEEN 0 AND 7", name=op.f("ck_visits_step")),
        sa.CheckConstraint("consent BETWEEN 0 AND 3", name=op.f("ck_visits_consent")),
        sa.PrimaryKeyConstraint("id", name="pk_visits"),
    )
    op.create_table(
        "visit_salts",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_visit_salts"),
    )
    op.add_column("reservation_touches", _written_in())
    if op.get_bind().dialect.name == "postgresql":
        # A range of blocks a line: next to nothing to keep up, and rows lie in the order in which they were written.
        for table in _EXPORTED:
            op.create_index(
                f"ix_{table}_written_in",
                table,
                ["written_in"],
                postgresql_using="brin",
                postgresql_with={"pages_per_range": 32, "autosummarize": True},
            )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_index("ix_reservation_touches_written_in", "reservation_touches")
    op.drop_column("reservation_touches", "written_in")
    op.drop_table("visit_salts")
    op.drop_table("visits")


def _written_in() -> sa.Column[int]:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    default = "((pg_current_xact_id())::text)::bigint" if is_postgresql else "0"
    return sa.Column("written_in", sa.BigInteger(), server_default=sa.text(default), nullable=False)
