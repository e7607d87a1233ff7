"""Large final operations that wait for a second person; sessions that look at the console as another role."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server neither lets requests wait nor narrows a session down."""

_MOMENT = sa.DateTime(timezone=True)
_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_IS_WAITING = sa.text("state = 'waiting'")


def upgrade() -> None:
    op.create_table(
        "operation_requests",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("ids", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("asked_at", _MOMENT, nullable=False),
        sa.Column("asked_by", sa.String(80), nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("decided_at", _MOMENT),
        sa.Column("decided_by", sa.String(80)),
        sa.Column("decision_reason", sa.String(500), nullable=False),
        sa.Column("operation_id", _BIG_ID),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("left_out", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["operation_id"], ["staff_operations.id"], name="fk_operation_requests_operation_id"),
        sa.CheckConstraint("state IN ('waiting', 'approved', 'refused')", name="state"),
    )
    op.create_index(
        "ix_operation_requests_waiting",
        "operation_requests",
        ["expires_at"],
        postgresql_where=_IS_WAITING,
        sqlite_where=_IS_WAITING,
    )
    op.add_column("staff_sessions", sa.Column("viewing_as", sa.String(20)))
    op.add_column("staff_sessions", sa.Column("viewing_until", _MOMENT))


def downgrade() -> None:
    op.drop_column("staff_sessions", "viewing_until")
    op.drop_column("staff_sessions", "viewing_as")
    op.drop_table("operation_requests")
