"""Entries of the audit log are never changed or deleted: the database refuses it by itself."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'audit entries are never changed'; END $$"
        )
        op.execute(
            "CREATE TRIGGER audit_entries_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()"
        )
        return
    for action in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER audit_entries_no_{action.lower()} BEFORE {action} ON audit_entries "
            "BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER audit_entries_insert_only ON audit_entries")
        op.execute("DROP FUNCTION refuse_audit_change()")
        return
    for action in ("update", "delete"):
        op.execute(f"DROP TRIGGER audit_entries_no_{action}")
