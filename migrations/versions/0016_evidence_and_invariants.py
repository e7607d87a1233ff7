"""Kept texts, evidence of what a household was shown, and the results of the nightly checks."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TEXTS_KEPT = "kept texts are never changed"
_EVIDENCE_KEPT = "evidence is never changed"
_EVIDENCE_STAYS = "evidence stays as long as its household"


def upgrade() -> None:
    op.create_table(
        "kept_texts",
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("kept_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("kind", "version", "sha256", name="pk_kept_texts"),
    )
    op.create_index("ix_kept_texts_sha256", "kept_texts", ["sha256"])
    _create_evidence()
    op.create_table(
        "invariant_results",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("run_at", _MOMENT, nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("violations", sa.Integer(), nullable=False),
        sa.Column("examples", sa.JSON(), nullable=False),
    )
    op.create_index("ix_invariant_results_name_id", "invariant_results", ["name", "id"])
    op.create_index("ix_invariant_results_run_at", "invariant_results", ["run_at"])
    _refuse_changes()
    op.execute(
        "INSERT INTO alert_rules (kind, is_on, to_admins, recipients, quiet_days, version) "
        "VALUES ('invariant', true, true, '[]', '[]', 1)"
    )


def downgrade() -> None:
    op.execute("DELETE FROM alerts WHERE kind = 'invariant'")
    op.execute("DELETE FROM alert_rules WHERE kind = 'invariant'")
    for table in ("invariant_results", "evidence", "kept_texts"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for name in ("kept_text_change", "evidence_change", "evidence_delete"):
            op.execute(f"DROP FUNCTION refuse_{name}()")


def _create_evidence() -> None:
    op.create_table(
        "evidence",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("reservation_id", _BIG_ID, nullable=False),
        sa.Column("moment", sa.String(20), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("at_berlin", sa.String(80), nullable=False),
        sa.Column("texts_sha256", sa.String(64), nullable=False),
        sa.Column("offer_sha256", sa.String(64), nullable=False),
        sa.Column("before_sha256", sa.String(64)),
        sa.Column("reference", sa.String(12), nullable=False),
        sa.Column("park_id", sa.String(40), nullable=False),
        sa.Column("park_name", sa.String(80), nullable=False),
        sa.Column("spot_number", sa.Integer(), nullable=False),
        sa.Column("spots_total", sa.Integer(), nullable=False),
        sa.Column("consent_source", sa.String(20), nullable=False),
        sa.Column("client_figures", sa.JSON(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.CheckConstraint("moment IN ('reserved', 'offer_accepted', 'taken_over', 'share_changed')", name="moment"),
    )
    op.create_index("ix_evidence_reservation_id_id", "evidence", ["reservation_id", "id"])


def _refuse_changes() -> None:
    """Kept texts: nothing at all. Evidence: no change, and no deletion before its reservation leads to nobody."""
    if op.get_bind().dialect.name == "postgresql":
        _refuse_on_postgresql()
        return
    for name, table, action, when, words in (
        ("kept_texts_no_update", "kept_texts", "UPDATE", "", _TEXTS_KEPT),
        ("kept_texts_no_delete", "kept_texts", "DELETE", "", _TEXTS_KEPT),
        ("evidence_no_update", "evidence", "UPDATE", "", _EVIDENCE_KEPT),
        (
            "evidence_no_delete",
            "evidence",
            "DELETE",
            "WHEN EXISTS (SELECT 1 FROM reservations WHERE id = OLD.reservation_id AND erased_at IS NULL) ",
            _EVIDENCE_STAYS,
        ),
    ):
        op.execute(f"CREATE TRIGGER {name} BEFORE {action} ON {table} {when}BEGIN SELECT RAISE(ABORT, '{words}'); END")


def _refuse_on_postgresql() -> None:
    for name, words in (("kept_text_change", _TEXTS_KEPT), ("evidence_change", _EVIDENCE_KEPT)):
        op.execute(
            f"CREATE FUNCTION refuse_{name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{words}'; END $$"
        )
    op.execute(
        "CREATE FUNCTION refuse_evidence_delete() RETURNS trigger LANGUAGE plpgsql AS "  # noqa: S608 - our own words
        "$$ BEGIN IF EXISTS (SELECT 1 FROM reservations WHERE id = OLD.reservation_id AND erased_at IS NULL) THEN "
        f"RAISE EXCEPTION '{_EVIDENCE_STAYS}'; END IF; RETURN OLD; END $$"
    )
    op.execute(
        "CREATE TRIGGER kept_texts_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON kept_texts "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_kept_text_change()"
    )
    op.execute(
        "CREATE TRIGGER evidence_no_update BEFORE UPDATE OR TRUNCATE ON evidence "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_evidence_change()"
    )
    op.execute(
        "CREATE TRIGGER evidence_no_delete BEFORE DELETE ON evidence "
        "FOR EACH ROW EXECUTE FUNCTION refuse_evidence_delete()"
    )
