"""Imported lists of reservations, and their rows until they are entered."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server reads none of it; an import that it does not know of goes on later."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "reservation_imports",
        sa.Column("id", _ID, nullable=False),
        sa.Column("file_name", sa.String(200), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("header_key", sa.String(64), nullable=False),
        sa.Column("mapping", sa.JSON(), nullable=False),
        sa.Column("park_id", sa.String(40), nullable=False),
        sa.Column("statement", sa.String(300), nullable=False),
        sa.Column("is_told", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("left_out", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("undone_at", _MOMENT, nullable=True),
        sa.Column("undone_by", sa.String(80), nullable=True),
        sa.CheckConstraint("state IN ('running', 'done', 'undone')", name="state"),
        sa.PrimaryKeyConstraint("id", name="pk_reservation_imports"),
    )
    op.create_index("ix_reservation_imports_header_key", "reservation_imports", ["header_key"])
    op.create_index("ix_reservation_imports_sha256", "reservation_imports", ["sha256"])
    op.create_table(
        "reservation_import_rows",
        sa.Column("id", _ID, nullable=False),
        sa.Column("import_id", _ID, nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("planned_spot", sa.Integer(), nullable=False),
        sa.Column("entry", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("reservation_id", _ID, nullable=True),
        sa.Column("spot_number", sa.Integer(), nullable=True),
        sa.Column("entered_at", _MOMENT, nullable=True),
        sa.Column("problem", sa.String(300), nullable=True),
        sa.Column("taken_back_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["import_id"], ["reservation_imports.id"], name="fk_reservation_import_rows_import_id"),
        sa.PrimaryKeyConstraint("id", name="pk_reservation_import_rows"),
    )
    rows = "reservation_import_rows"
    op.create_index("ix_reservation_import_rows_import_id_line", rows, ["import_id", "line"], unique=True)
    op.create_index("ix_reservation_import_rows_reservation_id", rows, ["reservation_id"])
    waits, stands = sa.text("entry IS NOT NULL"), sa.text("reservation_id IS NOT NULL AND taken_back_at IS NULL")
    op.create_index(
        "ix_reservation_import_rows_waiting", rows, ["import_id", "id"], postgresql_where=waits, sqlite_where=waits
    )
    op.create_index(
        "uq_reservation_import_rows_entered",
        rows,
        ["sha256", "line"],
        unique=True,
        postgresql_where=stands,
        sqlite_where=stands,
    )


def downgrade() -> None:
    op.drop_table("reservation_import_rows")
    op.drop_table("reservation_imports")
