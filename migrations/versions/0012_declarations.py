"""Withdrawals and notices, which the database keeps as they arrived, and the cases that staff make of them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)
_CHANGED = "declarations are never changed"
_KEPT = "declarations are kept until their day"


def upgrade() -> None:
    _create_declarations()
    _create_cases()
    _create_changes()
    _keep_declarations()
    op.execute(
        "INSERT INTO alert_rules (kind, is_on, to_admins, recipients, quiet_days, version) "
        "VALUES ('refund_due', true, true, '[]', '[]', 1)"
    )


def downgrade() -> None:
    op.execute("DELETE FROM alerts WHERE kind = 'refund_due'")
    op.execute("DELETE FROM alert_rules WHERE kind = 'refund_due'")
    op.drop_table("declaration_changes")
    op.drop_table("declaration_cases")
    op.drop_table("declarations")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_declaration_change()")
        op.execute("DROP FUNCTION refuse_declaration_delete()")


def _create_declarations() -> None:
    op.create_table(
        "declarations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reference", sa.String(length=12), nullable=False),
        sa.Column("once", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("received_at", _MOMENT, nullable=False),
        sa.Column("received_berlin", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("contract", sa.Text(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_normalized", sa.String(length=254), nullable=False),
        sa.Column("remark", sa.Text(), nullable=False),
        sa.Column("notice_kind", sa.String(length=20)),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("wished_end", sa.Date()),
        sa.Column("wording", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("keep_until", sa.Date(), nullable=False),
        sa.CheckConstraint("kind IN ('withdrawal', 'notice')", name=op.f("ck_declarations_kind")),
        sa.CheckConstraint(
            "notice_kind IS NULL OR notice_kind IN ('ordinary', 'extraordinary')",
            name=op.f("ck_declarations_notice_kind"),
        ),
        sa.PrimaryKeyConstraint("id", name="pk_declarations"),
        sa.UniqueConstraint("reference", name="uq_declarations_reference"),
        sa.UniqueConstraint("once", "sha256", name="uq_declarations_once_sha256"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_declarations_received_at", "declarations", ["received_at"])
    op.create_index("ix_declarations_keep_until", "declarations", ["keep_until"])


def _create_cases() -> None:
    op.create_table(
        "declaration_cases",
        sa.Column("declaration_id", _ID, nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.Column("is_mailed", sa.Boolean(), nullable=False),
        sa.Column("reservation_id", _ID),
        sa.Column("refund_due_on", sa.Date()),
        sa.Column("decided_at", _MOMENT),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("ends_on", sa.Date()),
        sa.Column("refunded_at", _MOMENT),
        sa.CheckConstraint(
            "state IN ('received', 'matched', 'accepted', 'rejected', 'refunded')",
            name=op.f("ck_declaration_cases_state"),
        ),
        sa.ForeignKeyConstraint(["declaration_id"], ["declarations.id"], name="fk_declaration_cases_declaration_id"),
        sa.PrimaryKeyConstraint("declaration_id", name="pk_declaration_cases"),
    )
    op.create_index("ix_declaration_cases_state_declaration_id", "declaration_cases", ["state", "declaration_id"])
    op.create_index("ix_declaration_cases_reservation_id", "declaration_cases", ["reservation_id"])
    awaits = sa.text("refund_due_on IS NOT NULL AND state IN ('received', 'matched', 'accepted')")
    op.create_index(
        "ix_declaration_cases_awaits_refund",
        "declaration_cases",
        ["refund_due_on"],
        postgresql_where=awaits,
        sqlite_where=awaits,
    )


def _create_changes() -> None:
    op.create_table(
        "declaration_changes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("declaration_id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["declaration_id"], ["declarations.id"], name="fk_declaration_changes_declaration_id"),
        sa.PrimaryKeyConstraint("id", name="pk_declaration_changes"),
    )
    op.create_index("ix_declaration_changes_declaration_id_id", "declaration_changes", ["declaration_id", "id"])


def _keep_declarations() -> None:
    """No change at all; no deletion before the day after `keep_until`, by the clock of the database."""
    if op.get_bind().dialect.name == "postgresql":
        for name, words in (("change", _CHANGED), ("delete", _KEPT)):
            op.execute(
                f"CREATE FUNCTION refuse_declaration_{name}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{words}'; END $$"
            )
        op.execute(
            "CREATE TRIGGER declarations_no_update BEFORE UPDATE OR TRUNCATE ON declarations "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_declaration_change()"
        )
        op.execute(
            "CREATE TRIGGER declarations_no_delete BEFORE DELETE ON declarations FOR EACH ROW "
            "WHEN (OLD.keep_until >= CURRENT_DATE) EXECUTE FUNCTION refuse_declaration_delete()"
        )
        return
    op.execute(
        "CREATE TRIGGER declarations_no_update BEFORE UPDATE ON declarations "
        f"BEGIN SELECT RAISE(ABORT, '{_CHANGED}'); END"
    )
    op.execute(
        "CREATE TRIGGER declarations_no_delete BEFORE DELETE ON declarations WHEN OLD.keep_until >= date('now') "
        f"BEGIN SELECT RAISE(ABORT, '{_KEPT}'); END"
    )
