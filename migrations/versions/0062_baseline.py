"""The schema of the first version: tables, triggers, and the rows a new database begins with.

The tables are a copy of the models as of this revision and never follow them. A database built by the migrations of the
development builds, which this file replaces, has the same schema at the same revision.
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = None
branch_labels = None
depends_on = None

_SCHEMA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def _table(name: str, *parts: sa.schema.SchemaItem, **options: Any) -> None:
    sa.Table(name, _SCHEMA, *parts, **options)


def _sorted_by_bytes(length: int) -> sa.types.TypeEngine[str]:
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")


def _where(condition: str) -> dict[str, sa.TextClause]:
    """The condition of a partial index, the same on both databases."""
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}


_table(
    "alert_rules",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("comparison", sa.String(20)),
    sa.Column("scope", sa.String(20), nullable=False),
    sa.Column("scope_value", sa.String(100)),
    sa.Column("threshold", sa.BigInteger()),
    sa.Column("days", sa.Integer(), nullable=False),
    sa.Column("is_on", sa.Boolean(), nullable=False),
    sa.Column("to_admins", sa.Boolean(), nullable=False),
    sa.Column("recipients", sa.JSON(), nullable=False),
    sa.Column("quiet_from", sa.Time()),
    sa.Column("quiet_to", sa.Time()),
    sa.Column("quiet_days", sa.JSON(), nullable=False),
    sa.Column("note", sa.String(500)),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("changed_at", _MOMENT),
    sa.Column("changed_by", sa.String(80)),
    sa.Column("checked_at", _MOMENT),
    sa.Column("excused_at", _MOMENT),
    sa.Column("judged_day", sa.Date()),
    sa.Column("state", sa.String(20)),
    sa.Column("value", sa.BigInteger()),
    sa.Index("uq_alert_rules_built_in", "kind", unique=True, **_where("comparison IS NULL")),
)
_table(
    "alerts",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("rule_id", _ID, sa.ForeignKey("alert_rules.id"), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("subject", sa.String(120), nullable=False),
    sa.Column("headline", sa.String(200), nullable=False),
    sa.Column("words", sa.String(500), nullable=False),
    sa.Column("value", sa.BigInteger(), nullable=False),
    sa.Column("threshold", sa.BigInteger()),
    sa.Column("day", sa.Date()),
    sa.Column("opened_at", _MOMENT, nullable=False),
    sa.Column("seen_at", _MOMENT, nullable=False),
    sa.Column("closed_at", _MOMENT, index=True),
    sa.Column("mailed_at", _MOMENT),
    sa.Column("noted_at", _MOMENT),
    sa.Column("noted_by", sa.String(80)),
    sa.Index("uq_alerts_open", "rule_id", "subject", unique=True, **_where("closed_at IS NULL")),
)
_table(
    "answer_files",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("conversation_id", _ID, sa.ForeignKey("conversations.id"), index=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), index=True),
    sa.Column("account_id", _ID, sa.ForeignKey("staff_accounts.id"), nullable=False),
    sa.Column("filename", sa.String(200), nullable=False),
    sa.Column("content_type", sa.String(100), nullable=False),
    sa.Column("size_bytes", sa.BigInteger(), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("content", sa.LargeBinary(), nullable=False),
    sa.Column("created_at", _MOMENT, index=True, nullable=False),
    sa.CheckConstraint("(conversation_id IS NULL) <> (reservation_id IS NULL)", name="one_subject"),
    sqlite_autoincrement=True,
)
_table(
    "answer_templates",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("topic", sa.String(40), nullable=False),
    sa.Column("subject", sa.String(300), nullable=False),
    sa.Column("text", sa.Text(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("updated_at", _MOMENT, nullable=False),
    sa.Column("updated_by", sa.String(80)),
    sa.Column("removed_at", _MOMENT),
    sqlite_autoincrement=True,
)
_table(
    "audit_entries",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("at", _MOMENT, index=True, nullable=False),
    sa.Column("actor", sa.String(80), index=True, nullable=False),
    sa.Column("action", sa.String(80), index=True, nullable=False),
    sa.Column("subject", sa.String(80), index=True, nullable=False),
    sa.Column("details", sa.JSON(), nullable=False),
    sa.Column("previous_hash", sa.String(64), unique=True, nullable=False),
    sa.Column("hash", sa.String(64), unique=True, nullable=False),
    sa.Index(
        "ix_audit_entries_listed",
        "id",
        sqlite_where=sa.text("json_extract(details, '$.operation') IS NULL"),
        postgresql_where=sa.text("(details ->> 'operation') IS NULL"),
    ),
)
_table(
    "backup_state",
    sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
    sa.Column("lease_owner", sa.String(80)),
    sa.Column("leased_until", _MOMENT),
    sa.Column("started_at", _MOMENT),
    sa.Column("snapshot", sa.String(60)),
    sa.Column("taken_at", _MOMENT),
    sa.Column("seconds", sa.Float()),
    sa.Column("failures", sa.Integer(), nullable=False),
    sa.Column("failed_at", _MOMENT),
    sa.Column("error", sa.String(300)),
    sa.Column("pruned_at", _MOMENT),
    sa.Column("verified_at", _MOMENT),
    sa.Column("verified_snapshot", sa.String(60)),
    sa.Column("verify_error", sa.String(300)),
    sa.Column("damaged_at", _MOMENT),
    sa.Column("damaged_blocks", sa.Integer()),
    sa.Column("damaged_snapshots", sa.Integer()),
    sa.CheckConstraint("id = 1", name="one_row"),
)
_table(
    "campaign_aliases",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("field", sa.String(20), nullable=False),
    sa.Column("raw", sa.String(200), nullable=False),
    sa.Column("canonical", sa.String(200), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("undone_at", _MOMENT),
    sa.Column("undone_by", sa.String(80)),
    sa.Index("uq_campaign_aliases_live", "field", "raw", unique=True, **_where("undone_at IS NULL")),
)
_table(
    "campaign_costs",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("campaign_id", _ID, sa.ForeignKey("campaigns.id"), nullable=False),
    sa.Column("day", sa.Date(), nullable=False),
    sa.Column("cents", sa.BigInteger(), nullable=False),
    sa.Column("note", sa.String(200), nullable=False),
    sa.Column("import_id", _ID, sa.ForeignKey("cost_imports.id"), index=True),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("removed_at", _MOMENT),
    sa.Column("removed_by_import_id", _ID),
    sa.Column("clicks", sa.BigInteger()),
    sa.Column("impressions", sa.BigInteger()),
    sa.CheckConstraint("clicks >= 0 AND impressions >= 0", name="counts"),
    sa.Index("uq_campaign_costs_live", "campaign_id", "day", unique=True, **_where("removed_at IS NULL")),
)
_table(
    "campaigns",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("utm_source", sa.String(200), nullable=False),
    sa.Column("utm_medium", sa.String(200), nullable=False),
    sa.Column("utm_campaign", sa.String(200), nullable=False),
    sa.Column("landing_path", sa.String(200), nullable=False),
    sa.Column("starts_on", sa.Date()),
    sa.Column("ends_on", sa.Date()),
    sa.Column("budget_cents", sa.BigInteger()),
    sa.Column("note", sa.String(1000), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("archived_at", _MOMENT),
    sa.UniqueConstraint("utm_source", "utm_medium", "utm_campaign"),
)
_table(
    "chart_notes",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("day", sa.Date(), index=True, nullable=False),
    sa.Column("text", sa.String(200), nullable=False),
    sa.Column("campaign_id", _ID, sa.ForeignKey("campaigns.id")),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
)
_table(
    "consents",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), index=True, nullable=False),
    sa.Column("purpose", sa.String(40), nullable=False),
    sa.Column("text_version", sa.String(40), nullable=False),
    sa.Column("text_sha256", sa.String(64), nullable=False),
    sa.Column("source", sa.String(20), nullable=False),
    sa.Column("given_at", _MOMENT, nullable=False),
    sa.Column("asked_at", _MOMENT),
    sa.Column("taken_by", sa.String(80)),
    sa.Column("received_on", sa.Date()),
)
_table(
    "contact_messages",
    sa.Column("id", sa.Uuid(), primary_key=True),
    sa.Column("reference", sa.String(12), unique=True, nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("suspected_spam", sa.Boolean(), nullable=False),
    sa.Column("created_at", _MOMENT, index=True, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("email_normalized", sa.String(254), index=True, nullable=False),
    sa.Column("phone", sa.String(40)),
    sa.Column("phone_e164", sa.String(20)),
    sa.Column("topic", sa.String(20), nullable=False),
    sa.Column("reservation_reference", sa.String(12)),
    sa.Column("message", sa.Text(), nullable=False),
    sa.Column("project", sa.String(40)),
    sa.Column("amount_cents", sa.Integer()),
    sa.Column("payment_method", sa.String(10)),
    sa.CheckConstraint("payment_method IS NULL OR payment_method IN ('sepa', 'card', 'bank')", name="payment_method"),
    sa.CheckConstraint("status IN ('new', 'answered', 'closed')", name="status"),
    sa.CheckConstraint(
        "topic IN ('frage', 'reservierung', 'stornierung', 'anteil', 'platz', 'rueckruf', 'sonstiges')", name="topic"
    ),
)
_table(
    "contract_targets",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("cents", sa.BigInteger(), nullable=False),
    sa.Column("set_at", _MOMENT, nullable=False),
    sa.Column("set_by", sa.String(80), nullable=False),
    sa.CheckConstraint("cents > 0", name="cents"),
)
_table(
    "conversations",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reference", sa.String(12), unique=True, nullable=False),
    sa.Column("subject", sa.String(300), nullable=False),
    sa.Column("correspondent_name", sa.String(200), nullable=False),
    sa.Column("correspondent_email", sa.String(254), nullable=False),
    sa.Column("email_normalized", sa.String(254), nullable=False),
    sa.Column("mailbox", sa.String(254), index=True, nullable=False),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), index=True),
    sa.Column("matched_by", sa.String(20)),
    sa.Column("is_other_address", sa.Boolean(), nullable=False),
    sa.Column("contact_message_id", sa.Uuid(), index=True),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("last_inbound_at", _MOMENT),
    sa.Column("last_outbound_at", _MOMENT),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("reply_to", sa.String(254), server_default="", nullable=False),
    sa.CheckConstraint(
        "matched_by IS NULL OR matched_by IN ('thread', 'reference', 'address', 'staff')", name="matched_by"
    ),
    sa.CheckConstraint("state IN ('open', 'waiting', 'closed')", name="state"),
    sa.Index("ix_conversations_state_last_inbound_at", "state", "last_inbound_at"),
    sqlite_autoincrement=True,
)
_table(
    "cost_arrivals",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("file_name", sa.String(200), nullable=False),
    sa.Column("sha256", sa.String(64), unique=True, nullable=False),
    sa.Column("content", sa.LargeBinary()),
    sa.Column("arrived_at", _MOMENT, nullable=False),
    sa.Column("problem", sa.String(300)),
    sa.Column("lines", sa.Integer()),
    sa.Column("cents", sa.BigInteger()),
    sa.Column("open_lines", sa.Integer()),
    sa.Column("decided_at", _MOMENT),
    sa.Column("decided_by", sa.String(80)),
    sa.Column("import_id", _ID, sa.ForeignKey("cost_imports.id")),
)
_table(
    "cost_imports",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("file_name", sa.String(200), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("mapping", sa.JSON(), nullable=False),
    sa.Column("rows", sa.Integer(), nullable=False),
    sa.Column("cents", sa.BigInteger(), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("actor", sa.String(80), nullable=False),
    sa.Column("undone_at", _MOMENT),
    sa.Column("undone_by", sa.String(80)),
)
_table(
    "declaration_cases",
    sa.Column("declaration_id", _ID, sa.ForeignKey("declarations.id"), primary_key=True),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("updated_at", _MOMENT, nullable=False),
    sa.Column("is_mailed", sa.Boolean(), nullable=False),
    sa.Column("reservation_id", _ID, index=True),
    sa.Column("refund_due_on", sa.Date()),
    sa.Column("decided_at", _MOMENT),
    sa.Column("words", sa.Text(), nullable=False),
    sa.Column("ends_on", sa.Date()),
    sa.Column("refunded_at", _MOMENT),
    sa.CheckConstraint("state IN ('received', 'matched', 'accepted', 'rejected', 'refunded')", name="state"),
    sa.Index(
        "ix_declaration_cases_awaits_refund",
        "refund_due_on",
        **_where("refund_due_on IS NOT NULL AND state IN ('received', 'matched', 'accepted')"),
    ),
    sa.Index("ix_declaration_cases_state_declaration_id", "state", "declaration_id"),
)
_table(
    "declaration_changes",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("declaration_id", _ID, sa.ForeignKey("declarations.id"), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("actor", sa.String(80), nullable=False),
    sa.Column("action", sa.String(20), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("before", sa.JSON(), nullable=False),
    sa.Column("after", sa.JSON(), nullable=False),
    sa.Index("ix_declaration_changes_declaration_id_id", "declaration_id", "id"),
)
_table(
    "declarations",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reference", sa.String(12), unique=True, nullable=False),
    sa.Column("once", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("received_at", _MOMENT, index=True, nullable=False),
    sa.Column("received_berlin", sa.String(80), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("contract", sa.Text(), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("email_normalized", sa.String(254), nullable=False),
    sa.Column("remark", sa.Text(), nullable=False),
    sa.Column("notice_kind", sa.String(20)),
    sa.Column("reason", sa.Text(), nullable=False),
    sa.Column("wished_end", sa.Date()),
    sa.Column("wording", sa.Text(), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("keep_until", sa.Date(), index=True, nullable=False),
    sa.CheckConstraint("kind IN ('withdrawal', 'notice')", name="kind"),
    sa.CheckConstraint("notice_kind IS NULL OR notice_kind IN ('ordinary', 'extraordinary')", name="notice_kind"),
    sa.UniqueConstraint("once", "sha256"),
    sqlite_autoincrement=True,
)
_table(
    "erasures",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, index=True, nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("actor", sa.String(80), nullable=False),
    sa.Column("rows", sa.JSON(), nullable=False),
    sa.Column("kept_until", sa.Date()),
    sa.Column("is_whole", sa.Boolean(), nullable=False),
    sa.Column("files", sa.JSON(), nullable=False),
    sa.Column("files_from", _MOMENT, nullable=False),
    sa.Column("needs_store", sa.Boolean(), nullable=False),
    sa.Column("finished_at", _MOMENT),
    sa.Index("ix_erasures_unfinished", "id", **_where("finished_at IS NULL")),
)
_table(
    "evidence",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, nullable=False),
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
    sa.Column("taken_by", sa.String(80)),
    sa.Column("received_on", sa.Date()),
    sa.CheckConstraint("moment IN ('reserved', 'offer_accepted', 'taken_over', 'share_changed')", name="moment"),
    sa.Index("ix_evidence_reservation_id_id", "reservation_id", "id"),
)
_table(
    "export_links",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("token_hash", sa.String(64), unique=True, nullable=False),
    sa.Column("session_id", _ID, sa.ForeignKey("staff_sessions.id", ondelete="CASCADE"), index=True, nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("wish", sa.JSON(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, index=True, nullable=False),
)
_table(
    "hand_over_links",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("seed_sha256", sa.String(64), unique=True, nullable=False),
    sa.Column("hand_over_id", _ID, sa.ForeignKey("hand_overs.id"), index=True, nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, nullable=False),
)
_table(
    "hand_overs",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), index=True, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("email_normalized", sa.String(254), nullable=False),
    sa.Column("mailbox", sa.String(254), index=True, nullable=False),
    sa.Column("asked_at", _MOMENT, nullable=False),
    sa.Column("answer_by", _MOMENT, nullable=False),
    sa.Column("ended_at", _MOMENT, index=True),
    sa.Column("answer", sa.String(20)),
    sa.CheckConstraint(
        "answer IS NULL OR answer IN ('accepted', 'declined', 'withdrawn', 'expired', 'closed')", name="answer"
    ),
    sa.Index("uq_hand_overs_open", "reservation_id", unique=True, **_where("answer IS NULL")),
    sqlite_autoincrement=True,
)
_table(
    "household_links",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("seed_sha256", sa.String(64), unique=True, nullable=False),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), index=True, nullable=False),
    sa.Column("purpose", sa.String(20), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, index=True, nullable=False),
    sa.Column("used_at", _MOMENT),
    sa.CheckConstraint("purpose IN ('confirm', 'open', 'change_email')", name="purpose"),
)
_table(
    "household_sessions",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("token_sha256", sa.String(64), unique=True, nullable=False),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), index=True, nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, index=True, nullable=False),
)
_table(
    "idempotency_keys",
    sa.Column("key_hash", sa.String(64), primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("status", sa.Integer()),
    sa.Column("body", sa.JSON()),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, index=True, nullable=False),
)
_table(
    "installation",
    sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
    sa.Column("oldest_code", sa.String(32), nullable=False),
    sa.Column("folder", sa.String(32)),
    sa.Column("tried_at", _MOMENT),
    sa.Column("secret_fingerprint", sa.String(64)),
    sa.CheckConstraint("id = 1", name="one_row"),
)
_table(
    "invariant_results",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("run_at", _MOMENT, index=True, nullable=False),
    sa.Column("duration_ms", sa.Integer(), nullable=False),
    sa.Column("violations", sa.Integer(), nullable=False),
    sa.Column("examples", sa.JSON(), nullable=False),
    sa.Index("ix_invariant_results_name_id", "name", "id"),
)
_table(
    "job_runs",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("job", sa.String(80), nullable=False),
    sa.Column("scheduled_for", _MOMENT, nullable=False),
    sa.Column("trigger", sa.String(20), nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("attempts", sa.Integer(), nullable=False),
    sa.Column("owner", sa.String(80)),
    sa.Column("leased_until", _MOMENT),
    sa.Column("missed", sa.Integer(), nullable=False),
    sa.Column("asked_by", sa.String(80)),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("started_at", _MOMENT),
    sa.Column("finished_at", _MOMENT),
    sa.Column("result", sa.String(300)),
    sa.Column("error", sa.String(300)),
    sa.Column("waited_for", sa.BigInteger()),
    sa.Column("payload", sa.JSON()),
    sa.CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'lost')", name="state"),
    sa.CheckConstraint("trigger IN ('schedule', 'catch_up', 'manual')", name="trigger"),
    sa.Index("ix_job_runs_open", "id", **_where("state IN ('queued', 'running')")),
    sa.Index("uq_job_runs_slot", "job", "scheduled_for", unique=True),
)
_table(
    "jobs",
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("known_since", _MOMENT, nullable=False),
    sa.Column("seen_at", _MOMENT),
    sa.Column("paused_at", _MOMENT),
    sa.Column("paused_by", sa.String(80)),
    sa.Column("paused_reason", sa.String(300)),
    sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
    sa.Column("failed_at", _MOMENT),
    sa.Column("last_error", sa.String(300)),
)
_table(
    "kept_texts",
    sa.Column("kind", sa.String(20), primary_key=True),
    sa.Column("version", sa.String(40), primary_key=True),
    sa.Column("sha256", sa.String(64), primary_key=True, index=True),
    sa.Column("content", sa.Text(), nullable=False),
    sa.Column("kept_at", _MOMENT, nullable=False),
)
_table(
    "machine_tokens",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("beginning", sa.String(16), nullable=False),
    sa.Column("token_hash", sa.String(64), unique=True, nullable=False),
    sa.Column("schedules", sa.JSON()),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT),
    sa.Column("last_used_at", _MOMENT),
    sa.Column("revoked_at", _MOMENT),
    sa.Column("revoked_by", sa.String(80)),
)
_table(
    "mailbox_positions",
    sa.Column("mailbox", sa.String(320), primary_key=True),
    sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
    sa.Column("last_uid", sa.BigInteger(), nullable=False),
    sa.Column("checked_at", _MOMENT),
    sa.Column("last_error", sa.String(300)),
    sa.Column("failing_since", _MOMENT),
)
_table(
    "mailbox_refusals",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("mailbox", sa.String(320), nullable=False),
    sa.Column("uid", sa.BigInteger(), nullable=False),
    sa.Column("fingerprint", sa.String(64), unique=True, nullable=False),
    sa.Column("size_bytes", sa.BigInteger(), nullable=False),
    sa.Column("raw", sa.LargeBinary(), nullable=False),
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("received_at", _MOMENT, nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("settled_at", _MOMENT),
    sa.Column("settled_by", sa.String(80)),
    sa.Index("ix_mailbox_refusals_settled_at_id", "settled_at", "id"),
    sqlite_autoincrement=True,
)
_table(
    "mails",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("dedupe_key", sa.String(120), unique=True, nullable=False),
    sa.Column("kind", sa.String(60), nullable=False),
    sa.Column("subject_ref", sa.String(80), index=True, nullable=False),
    sa.Column("recipient", _sorted_by_bytes(320), index=True, nullable=False),
    sa.Column("values", sa.JSON(), nullable=False),
    sa.Column("message_id", sa.String(120), unique=True, nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("attempts", sa.Integer(), nullable=False),
    sa.Column("next_attempt_at", _MOMENT, nullable=False),
    sa.Column("leased_until", _MOMENT),
    sa.Column("last_error", sa.String(300)),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("sent_at", _MOMENT),
    sa.Column("attachments", sa.JSON()),
    sa.Column("fault", sa.String(20)),
    sa.Column("failing_since", _MOMENT),
    sa.Column("settled_at", _MOMENT),
    sa.Column("settled_by", sa.String(80)),
    sa.Column("settled_reason", sa.String(500)),
    sa.Column("is_letter", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    sa.CheckConstraint("state IN ('queued', 'retrying', 'sent', 'failed', 'cancelled')", name="state"),
    sa.Index("ix_mails_due", "next_attempt_at", **_where("state IN ('queued', 'retrying')")),
    sa.Index("ix_mails_kind_id", "kind", "id"),
    sa.Index("ix_mails_to_print", "id", **_where("is_letter AND state = 'queued'")),
    sa.Index("ix_mails_unsent", "state", "id", **_where("state <> 'sent'")),
)
_table(
    "message_attachments",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("message_id", _ID, sa.ForeignKey("messages.id"), nullable=False),
    sa.Column("conversation_id", _ID, sa.ForeignKey("conversations.id"), index=True, nullable=False),
    sa.Column("filename", sa.String(200), nullable=False),
    sa.Column("content_type", sa.String(100), nullable=False),
    sa.Column("size_bytes", sa.BigInteger(), nullable=False),
    sa.Column("sha256", sa.String(64)),
    sa.Column("content", sa.LargeBinary()),
    sa.Column("refused_reason", sa.String(200)),
    sa.Index("ix_message_attachments_message_id_id", "message_id", "id"),
    sqlite_autoincrement=True,
)
_table(
    "messages",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("conversation_id", _ID, sa.ForeignKey("conversations.id"), nullable=False),
    sa.Column("direction", sa.String(3), nullable=False),
    sa.Column("origin", sa.String(10), nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("is_other_address", sa.Boolean(), nullable=False),
    sa.Column("message_id", sa.String(500), unique=True),
    sa.Column("fingerprint", sa.String(64), unique=True),
    sa.Column("in_reply_to", sa.String(500)),
    sa.Column("references_text", sa.Text(), nullable=False),
    sa.Column("from_name", sa.String(200), nullable=False),
    sa.Column("from_address", sa.String(254), nullable=False),
    sa.Column("to_address", sa.String(254), nullable=False),
    sa.Column("subject", sa.String(300), nullable=False),
    sa.Column("body_text", sa.Text(), nullable=False),
    sa.Column("reply_text", sa.Text(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("received_at", _MOMENT, nullable=False),
    sa.Column("mail_id", sa.BigInteger(), index=True),
    sa.Column("author_id", sa.BigInteger()),
    sa.CheckConstraint("direction IN ('in', 'out')", name="direction"),
    sa.CheckConstraint("kind IN ('normal', 'auto_reply', 'bounce', 'loop')", name="kind"),
    sa.CheckConstraint("origin IN ('form', 'mail', 'desk')", name="origin"),
    sa.Index("ix_messages_conversation_id_id", "conversation_id", "id"),
    sa.Index("ix_messages_from_address_received_at", "from_address", "received_at"),
    sqlite_autoincrement=True,
)
_table(
    "operation_requests",
    sa.Column("id", _ID, primary_key=True),
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
    sa.Column("operation_id", _ID, sa.ForeignKey("staff_operations.id")),
    sa.Column("done", sa.Integer(), nullable=False),
    sa.Column("left_out", sa.JSON(), nullable=False),
    sa.CheckConstraint("state IN ('waiting', 'approved', 'refused')", name="state"),
    sa.Index("ix_operation_requests_waiting", "expires_at", **_where("state = 'waiting'")),
)
_table(
    "park_changes",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("park_id", sa.String(40), sa.ForeignKey("parks.id"), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("actor", sa.String(80), nullable=False),
    sa.Column("action", sa.String(40), nullable=False),
    sa.Column("before", sa.JSON(), nullable=False),
    sa.Column("after", sa.JSON(), nullable=False),
    sa.Column("reason", sa.String(500), nullable=False),
    sa.Index("ix_park_changes_park_id_id", "park_id", "id"),
)
_table(
    "parks",
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("location", sa.String(80), nullable=False),
    sa.Column("capacity_kw", sa.Integer(), nullable=False),
    sa.Column("households", sa.Integer(), nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("timeline", sa.String(40), nullable=False),
    sa.Column("invest_minimum_cents", sa.Integer(), nullable=False),
    sa.Column("spot_limit", sa.Integer(), server_default="0", nullable=False),
    sa.Column("kwh_limit", sa.Integer()),
    sa.Column("kwh_taken", sa.Integer(), server_default="0", nullable=False),
    sa.Column("version", sa.Integer(), server_default="1", nullable=False),
    sa.Column("paused_at", _MOMENT),
    sa.Column("progress_note", sa.String(400), server_default=sa.text("''"), nullable=False),
    sa.Column("progress_on", sa.Date()),
    sa.Column("cancelled_at", _MOMENT),
    sa.Column("burst_since", _MOMENT),
    sa.Column("waiting", sa.Integer(), server_default="0", nullable=False),
    sa.Column("waiting_length", sa.Integer(), server_default="0", nullable=False),
    sa.Column("confirmed_at", _MOMENT),
    sa.CheckConstraint("status IN ('Planung', 'Bauphase', 'Live')", name="status"),
)
_table(
    "platform_names",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("platform", sa.String(20), nullable=False),
    sa.Column("name", sa.String(400), nullable=False),
    sa.Column("folded", sa.String(800), nullable=False),
    sa.Column("campaign_id", _ID, sa.ForeignKey("campaigns.id")),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("forgotten_at", _MOMENT),
    sa.Column("forgotten_by", sa.String(80)),
    sa.Index("uq_platform_names_live", "platform", "folded", unique=True, **_where("forgotten_at IS NULL")),
)
_table(
    "rate_counts",
    sa.Column("bucket", sa.String(80), primary_key=True),
    sa.Column("window_start", sa.BigInteger(), primary_key=True),
    sa.Column("calls", sa.Integer(), nullable=False),
)
_table(
    "record_viewers",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("account_id", _ID, sa.ForeignKey("staff_accounts.id"), nullable=False),
    sa.Column("tab", sa.String(36), nullable=False),
    sa.Column("reservation_id", sa.BigInteger(), nullable=False),
    sa.Column("is_typing", sa.Boolean(), nullable=False),
    sa.Column("seen_at", _MOMENT, index=True, nullable=False),
    sa.Index("ix_record_viewers_account_id_tab", "account_id", "tab", unique=True),
)
_table(
    "referral_codes",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("code", sa.String(40), unique=True, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), unique=True),
    sa.Column("partner_name", sa.String(120), nullable=False),
    sa.Column("note", sa.String(500), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("disabled_at", _MOMENT),
    sa.CheckConstraint("kind IN ('household', 'partner')", name="kind"),
)
_table(
    "referral_uses",
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), primary_key=True),
    sa.Column("raw_code", sa.String(200), nullable=False),
    sa.Column("code_id", _ID, sa.ForeignKey("referral_codes.id")),
    sa.Column("verdict", sa.String(20), nullable=False),
    sa.Column("checked_at", _MOMENT, nullable=False),
    sa.CheckConstraint("verdict IN ('valid', 'unknown', 'disabled', 'self', 'loop')", name="verdict"),
    sa.Index("ix_referral_uses_code_id_reservation_id", "code_id", "reservation_id"),
)
_table(
    "relation_marks",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("relation", sa.String(40), nullable=False),
    sa.Column("changes", sa.BigInteger(), nullable=False),
)
_table(
    "report_artefacts",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("run_id", _ID, index=True, nullable=False),
    sa.Column("form", sa.String(20), nullable=False),
    sa.Column("table_name", sa.String(60)),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("path", sa.String(200), unique=True, nullable=False),
    sa.Column("bytes", sa.BigInteger(), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, nullable=False),
    sa.Column("removed_at", _MOMENT),
    sa.Index("ix_report_artefacts_kept", "expires_at", **_where("removed_at IS NULL")),
)
_table(
    "report_deliveries",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("run_id", _ID, nullable=False),
    sa.Column("recipient", sa.String(320), nullable=False),
    sa.Column("mail_key", sa.String(120), unique=True, nullable=False),
    sa.Column("account_id", _ID),
    sa.Column("left_out", sa.String(120)),
    sa.Index("uq_report_deliveries_recipient", "run_id", "recipient", unique=True),
)
_table(
    "report_link_openings",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("link_id", _ID, sa.ForeignKey("report_links.id"), nullable=False),
    sa.Column("hour", _MOMENT, nullable=False),
    sa.Column("form", sa.String(10), nullable=False),
    sa.Column("count", sa.Integer(), nullable=False),
    sa.Index("uq_report_link_openings_hour", "link_id", "hour", "form", unique=True),
)
_table(
    "report_links",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("run_id", _ID, sa.ForeignKey("report_runs.id"), index=True, nullable=False),
    sa.Column("report", sa.String(40), nullable=False),
    sa.Column("label", sa.String(120), nullable=False),
    sa.Column("filters", sa.JSON(), nullable=False),
    sa.Column("token_sha256", sa.String(64), unique=True, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, nullable=False),
    sa.Column("revoked_at", _MOMENT),
    sa.Column("revoked_by", sa.String(80)),
    sa.Column("last_opened_at", _MOMENT),
    sa.Column("answered_by", sa.String(80)),
)
_table(
    "report_recipients",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("schedule_id", _ID, sa.ForeignKey("report_schedules.id"), nullable=False),
    sa.Column("place", sa.Integer(), nullable=False),
    sa.Column("account_id", _ID, sa.ForeignKey("staff_accounts.id")),
    sa.Column("address", sa.String(320)),
    sa.Column("entered_by", sa.String(80), nullable=False),
    sa.Column("entered_at", _MOMENT, nullable=False),
    sa.Column("confirmed_by", sa.String(80)),
    sa.Column("confirmed_at", _MOMENT),
    sa.CheckConstraint("(account_id IS NULL) <> (address IS NULL)", name="one_of_both"),
    sa.Index("uq_report_recipients_account", "schedule_id", "account_id", unique=True),
    sa.Index("uq_report_recipients_address", "schedule_id", "address", unique=True),
)
_table(
    "report_runs",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("report", sa.String(40), nullable=False),
    sa.Column("parameters", sa.JSON(), nullable=False),
    sa.Column("trigger", sa.String(20), nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("label", sa.String(120), nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("started_at", _MOMENT, nullable=False),
    sa.Column("finished_at", _MOMENT),
    sa.Column("stand", sa.JSON()),
    sa.Column("sql_version", sa.String(64)),
    sa.Column("sql_parts", sa.JSON()),
    sa.Column("result_path", sa.String(200), unique=True),
    sa.Column("bytes", sa.BigInteger()),
    sa.Column("sha256", sa.String(64)),
    sa.Column("rows", sa.BigInteger()),
    sa.Column("expires_at", _MOMENT),
    sa.Column("removed_at", _MOMENT),
    sa.Column("removed_by", sa.String(80)),
    sa.Column("removal_reason", sa.String(500), server_default=sa.text("''"), nullable=False),
    sa.Column("schedule_id", _ID),
    sa.Column("scheduled_for", _MOMENT),
    sa.Column("is_test", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    sa.Column("attempts", sa.Integer(), server_default=sa.text("1"), nullable=False),
    sa.Column("error", sa.String(300)),
    sa.Column("note", sa.String(300)),
    sa.Column("settled_at", _MOMENT),
    sa.Column("waits_until", _MOMENT),
    sa.Column("waits_for", sa.String(300)),
    sa.Column("due_at", _MOMENT),
    sa.Column("pack_of", _ID, index=True),
    sa.CheckConstraint("state IN ('running', 'generated', 'delivered', 'failed', 'delivery_failed')", name="state"),
    sa.CheckConstraint("trigger IN ('kept', 'scheduled')", name="trigger"),
    sa.Index("ix_report_runs_live", "report", "id", **_where("removed_at IS NULL")),
    sa.Index("ix_report_runs_undelivered", "settled_at", **_where("state = 'delivery_failed'")),
    sa.Index("ix_report_runs_unsettled", "id", **_where("schedule_id IS NOT NULL AND settled_at IS NULL")),
    sa.Index("uq_report_runs_slot", "schedule_id", "scheduled_for", unique=True),
)
_table(
    "report_schedules",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("report", sa.String(40), nullable=False),
    sa.Column("parameters", sa.JSON(), nullable=False),
    sa.Column("period", sa.String(20)),
    sa.Column("timing", sa.JSON(), nullable=False),
    sa.Column("zone", sa.String(60), nullable=False),
    sa.Column("formats", sa.JSON(), nullable=False),
    sa.Column("retention_days", sa.Integer(), nullable=False),
    sa.Column("owner_id", _ID, nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("due_since", _MOMENT, nullable=False),
    sa.Column("paused_at", _MOMENT),
    sa.Column("paused_by", sa.String(80)),
    sa.Column("paused_reason", sa.String(300)),
    sa.Column("failures", sa.Integer(), nullable=False),
    sa.Column("last_sent_at", _MOMENT),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("changed_at", _MOMENT, nullable=False),
    sa.Column("removed_at", _MOMENT),
    sa.Column("least_rows", sa.Integer(), server_default=sa.text("1"), nullable=False),
    sa.CheckConstraint("state IN ('active', 'paused')", name="state"),
    sa.Index("ix_report_schedules_live", "id", **_where("removed_at IS NULL")),
)
_table(
    "report_segments",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("name_key", sa.String(240), nullable=False),
    sa.Column("filters", sa.JSON(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("changed_at", _MOMENT, nullable=False),
    sa.Column("removed_at", _MOMENT),
    sa.Index("uq_report_segments_live", "name_key", unique=True, **_where("removed_at IS NULL")),
)
_table(
    "reservation_changes",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("actor", sa.String(80), nullable=False),
    sa.Column("action", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("before", sa.JSON(), nullable=False),
    sa.Column("after", sa.JSON(), nullable=False),
    sa.Column("reason", sa.String(500), nullable=False),
    sa.Column("operation_id", _ID, sa.ForeignKey("staff_operations.id"), index=True),
    sa.Index("ix_reservation_changes_freed", "at", **_where("action IN ('release_spot', 'withdraw')")),
    sa.Index("ix_reservation_changes_reservation_id_id", "reservation_id", "id"),
)
_table(
    "reservation_import_rows",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("import_id", _ID, sa.ForeignKey("reservation_imports.id"), nullable=False),
    sa.Column("line", sa.Integer(), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("planned_spot", sa.Integer(), nullable=False),
    sa.Column("entry", sa.JSON()),
    sa.Column("reservation_id", _ID, index=True),
    sa.Column("spot_number", sa.Integer()),
    sa.Column("entered_at", _MOMENT),
    sa.Column("problem", sa.String(300)),
    sa.Column("taken_back_at", _MOMENT),
    sa.Index("ix_reservation_import_rows_import_id_line", "import_id", "line", unique=True),
    sa.Index("ix_reservation_import_rows_waiting", "import_id", "id", **_where("entry IS NOT NULL")),
    sa.Index(
        "uq_reservation_import_rows_entered",
        "sha256",
        "line",
        unique=True,
        **_where("reservation_id IS NOT NULL AND taken_back_at IS NULL"),
    ),
)
_table(
    "reservation_imports",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("file_name", sa.String(200), nullable=False),
    sa.Column("sha256", sa.String(64), index=True, nullable=False),
    sa.Column("header_key", sa.String(64), index=True, nullable=False),
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
    sa.Column("undone_at", _MOMENT),
    sa.Column("undone_by", sa.String(80)),
    sa.Column("problem", sa.String(300)),
    sa.CheckConstraint("state IN ('running', 'done', 'undone')", name="state"),
)
_table(
    "reservation_notes",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), nullable=False),
    sa.Column("author", sa.String(80)),
    sa.Column("text", sa.Text(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("pinned_at", _MOMENT),
    sa.Column("pinned_by", sa.String(80)),
    sa.Column("withdrawn_at", _MOMENT),
    sa.Index("ix_reservation_notes_reservation_id_id", "reservation_id", "id"),
)
_table(
    "reservation_tags",
    sa.Column("tag", sa.String(40), primary_key=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), primary_key=True, index=True),
)
_table(
    "reservation_touches",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), nullable=False),
    sa.Column("position", sa.Integer(), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("utm_source", sa.String(200), nullable=False),
    sa.Column("utm_medium", sa.String(200), nullable=False),
    sa.Column("utm_campaign", sa.String(200), nullable=False),
    sa.Column("utm_term", sa.String(200), nullable=False),
    sa.Column("utm_content", sa.String(200), nullable=False),
    sa.Column("referral_code", sa.String(200), nullable=False),
    sa.Column("referrer_host", sa.String(200), nullable=False),
    sa.Column("landing_path", sa.String(200), nullable=False),
    sa.Column("written_in", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
    sa.Column("clicked_ad", sa.String(20), server_default=sa.text("'none'"), nullable=False),
    sa.UniqueConstraint("reservation_id", "position"),
)
_table(
    "reservations",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reference", sa.String(12), unique=True, nullable=False),
    sa.Column("park_id", sa.String(40), nullable=False),
    sa.Column("spot_number", sa.Integer(), nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("updated_at", _MOMENT, nullable=False),
    sa.Column("first_name", sa.String(100), nullable=False),
    sa.Column("last_name", sa.String(100), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("email_normalized", sa.String(254), nullable=False),
    sa.Column("email_confirmed_at", _MOMENT),
    sa.Column("mobile_phone", sa.String(40), nullable=False),
    sa.Column("mobile_phone_e164", sa.String(20), nullable=False),
    sa.Column("postcode", sa.String(5), nullable=False),
    sa.Column("energy_provider", sa.String(40), nullable=False),
    sa.Column("household_size", sa.String(2), nullable=False),
    sa.Column("monthly_abschlag_cents", sa.Integer(), nullable=False),
    sa.Column("annual_kwh", sa.Integer(), nullable=False),
    sa.Column("payment_plan", sa.String(10), nullable=False),
    sa.Column("credit_tenth_ct", sa.Integer(), nullable=False),
    sa.Column("nominal_interest_bp", sa.Integer(), nullable=False),
    sa.Column("effective_interest_bp", sa.Integer(), nullable=False),
    sa.Column("share_amount_cents", sa.Integer(), nullable=False),
    sa.Column("plan_total_cents", sa.Integer(), nullable=False),
    sa.Column("instalment_cents", sa.Integer(), nullable=False),
    sa.Column("last_instalment_cents", sa.Integer(), nullable=False),
    sa.Column("monthly_credit_cents", sa.Integer(), nullable=False),
    sa.Column("annual_credit_cents", sa.Integer(), nullable=False),
    sa.Column("total_credits_cents", sa.Integer(), nullable=False),
    sa.Column("minimum_total_cents", sa.Integer(), nullable=False),
    sa.Column("break_even_tenth_years", sa.Integer(), nullable=False),
    sa.Column("setup_fee_cents", sa.Integer(), nullable=False),
    sa.Column("yearly_platform_fee_cents", sa.Integer(), nullable=False),
    sa.Column("deposit_cents", sa.Integer(), nullable=False),
    sa.Column("deposit_state", sa.String(20), nullable=False),
    sa.Column("client_figures", sa.JSON(), nullable=False),
    sa.Column("price_mismatch", sa.Boolean(), nullable=False),
    sa.Column("duplicate_suspected", sa.Boolean(), nullable=False),
    sa.Column("utm_source", sa.String(200), nullable=False),
    sa.Column("utm_campaign", sa.String(200), nullable=False),
    sa.Column("referral_code", sa.String(200), nullable=False),
    sa.Column("notes", sa.Text(), server_default=sa.text("''"), nullable=False),
    sa.Column("follow_up_on", sa.Date()),
    sa.Column("price_checked_at", _MOMENT),
    sa.Column("duplicate_checked_at", _MOMENT),
    sa.Column("merged_into_id", _ID),
    sa.Column("paid_break_even_tenth_years", sa.Integer(), server_default=sa.text("0"), nullable=False),
    sa.Column("mailbox", sa.String(254), index=True, server_default=sa.text("''"), nullable=False),
    sa.Column("touch_consent", sa.SmallInteger()),
    sa.Column("confirm_by", _MOMENT),
    sa.Column("erased_at", _MOMENT),
    sa.Column("taken_over_from_id", _ID),
    sa.Column("street", sa.String(120)),
    sa.Column("town", sa.String(80)),
    sa.Column("channel", sa.String(12)),
    sa.Column("received_on", sa.Date()),
    sa.Column("follow_up_subject", sa.String(120)),
    sa.Column("burst_at", _MOMENT),
    sa.Column("network", sa.String(12)),
    sa.Column("line", sa.String(12)),
    sa.Column("name_key", _sorted_by_bytes(250), server_default=sa.text("''"), nullable=False),
    sa.Column("search_text", sa.Text()),
    sa.ForeignKeyConstraint(["park_id", "spot_number"], ["spots.park_id", "spots.number"]),
    sa.CheckConstraint(
        "deposit_state IN ('reserved', 'verified', 'refunded', 'failed', 'waived')", name="deposit_state"
    ),
    sa.CheckConstraint(
        "state IN ('reserved', 'invited', 'contracted', 'active', 'ended', 'cancelled', 'expired', 'withdrawn', "
        "'park_cancelled')",
        name="state",
    ),
    sa.Index(
        "ix_reservations_active_choice",
        "annual_kwh",
        "payment_plan",
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    ),
    sa.Index(
        "ix_reservations_active_name",
        "name_key",
        "postcode",
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    ),
    sa.Index(
        "ix_reservations_active_phone",
        "mobile_phone_e164",
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    ),
    sa.Index("ix_reservations_burst_at", "burst_at", **_where("burst_at IS NOT NULL")),
    sa.Index("ix_reservations_failed_card", "id", **_where("deposit_state = 'failed'")),
    sa.Index("ix_reservations_follow_up_on", "follow_up_on", **_where("follow_up_on IS NOT NULL")),
    sa.Index(
        "ix_reservations_given_up_spot",
        "park_id",
        "spot_number",
        **_where("state NOT IN ('reserved', 'invited', 'contracted', 'active')"),
    ),
    sa.Index("ix_reservations_labelled", "created_at", **_where("network IS NOT NULL")),
    sa.Index(
        "ix_reservations_list",
        "created_at",
        "id",
        "name_key",
        "updated_at",
        "spot_number",
        "follow_up_on",
        "state",
        "annual_kwh",
        "payment_plan",
        "energy_provider",
        "park_id",
        "utm_source",
        "utm_campaign",
        "referral_code",
        "duplicate_suspected",
        "duplicate_checked_at",
        "price_mismatch",
        "price_checked_at",
    ),
    sa.Index(
        "ix_reservations_open_duplicate",
        "id",
        "state",
        "created_at",
        "mailbox",
        "mobile_phone_e164",
        "name_key",
        "postcode",
        "duplicate_suspected",
        "duplicate_checked_at",
        **_where("duplicate_suspected AND duplicate_checked_at IS NULL"),
    ),
    sa.Index("ix_reservations_open_mismatch", "id", **_where("price_mismatch AND price_checked_at IS NULL")),
    sa.Index(
        "ix_reservations_owed_card_check",
        "id",
        **_where("deposit_state = 'verified' AND state IN ('cancelled', 'expired', 'withdrawn', 'ended')"),
    ),
    sa.Index(
        "ix_reservations_unconfirmed",
        "park_id",
        "confirm_by",
        **_where("email_confirmed_at IS NULL AND confirm_by IS NOT NULL AND state = 'reserved'"),
    ),
    sa.Index("ix_reservations_utm_campaign", "utm_campaign", **_where("utm_campaign <> ''")),
    sa.Index("ix_reservations_utm_source", "utm_source", **_where("utm_source <> ''")),
    sa.Index("ix_reservations_without_search_text", "id", **_where("search_text IS NULL")),
    sa.Index(
        "uq_reservations_active_spot",
        "park_id",
        "spot_number",
        unique=True,
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    ),
    sa.Index(
        "uq_reservations_taken_over_from_id",
        "taken_over_from_id",
        unique=True,
        **_where("taken_over_from_id IS NOT NULL"),
    ),
)
_table(
    "retention_runs",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("started_at", _MOMENT, index=True, nullable=False),
    sa.Column("finished_at", _MOMENT),
    sa.Column("rows", sa.JSON(), nullable=False),
)
_table(
    "saved_views",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("owner_id", _ID, sa.ForeignKey("staff_accounts.id"), nullable=False),
    sa.Column("resource", sa.String(40), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("is_team", sa.Boolean(), nullable=False),
    sa.Column("definition", sa.JSON(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("updated_at", _MOMENT, nullable=False),
    sa.UniqueConstraint("owner_id", "resource", "name"),
)
_table(
    "self_checks",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("checked", sa.Integer(), nullable=False),
    sa.Column("findings", sa.JSON(), nullable=False),
)
_table(
    "setup_checks",
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("words", sa.String(400), nullable=False),
    sa.Column("steps", sa.JSON(), nullable=False),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("checked_at", _MOMENT, nullable=False),
    sa.Column("ok_at", _MOMENT),
)
_table(
    "setup_confirmations",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("asked_at", _MOMENT, nullable=False),
    sa.Column("asked_by", sa.String(80), nullable=False),
    sa.Column("code_hash", sa.String(64)),
    sa.Column("attempts", sa.Integer(), nullable=False),
    sa.Column("confirmed_at", _MOMENT),
    sa.Column("confirmed_by", sa.String(80)),
    sa.Column("done_on", sa.Date()),
    sa.Index("ix_setup_confirmations_name_id", "name", "id"),
)
_table(
    "short_link_hits",
    sa.Column("short_link_id", _ID, sa.ForeignKey("short_links.id"), primary_key=True),
    sa.Column("day", sa.Date(), primary_key=True),
    sa.Column("is_bot", sa.Boolean(), primary_key=True),
    sa.Column("hits", sa.Integer(), nullable=False),
)
_table(
    "short_links",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("slug", sa.String(60), unique=True, nullable=False),
    sa.Column("campaign_id", _ID, sa.ForeignKey("campaigns.id"), index=True, nullable=False),
    sa.Column("target_path", sa.String(200), nullable=False),
    sa.Column("utm_term", sa.String(200), nullable=False),
    sa.Column("utm_content", sa.String(200), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("disabled_at", _MOMENT),
)
_table(
    "spots",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("park_id", sa.String(40), sa.ForeignKey("parks.id"), nullable=False),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("changed_at", _MOMENT, nullable=False),
    sa.Column("held_until", _MOMENT),
    sa.Column("reason", sa.String(500)),
    sa.Column("held_for", sa.String(20)),
    sa.Column("held_kwh", sa.Integer()),
    sa.Column("held_reservation_id", _ID),
    sa.CheckConstraint("held_for IS NULL OR held_for IN ('undo', 'offer')", name="held_for"),
    sa.CheckConstraint("number > 0", name="number"),
    sa.CheckConstraint("state IN ('free', 'reserved', 'held', 'blocked')", name="state"),
    sa.UniqueConstraint("park_id", "number"),
    sa.Index("ix_spots_free", "park_id", "number", **_where("state = 'free'")),
    sa.Index("ix_spots_held_until", "held_until", **_where("state = 'held'")),
)
_table(
    "staff_accounts",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("email_normalized", sa.String(254), unique=True, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("password_hash", sa.String(200)),
    sa.Column("totp_seed", sa.String(64)),
    sa.Column("totp_last_counter", sa.BigInteger(), nullable=False),
    sa.Column("second_factor_waived", sa.Boolean(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("last_seen_at", _MOMENT),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("code_failures", sa.Integer(), server_default="0", nullable=False),
    sa.Column("code_wait_until", _MOMENT),
    sa.CheckConstraint("role IN ('admin', 'staff', 'marketing')", name="role"),
    sa.CheckConstraint("state IN ('invited', 'active', 'disabled')", name="state"),
)
_table(
    "staff_links",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("purpose", sa.String(20), nullable=False),
    sa.Column("account_id", _ID, sa.ForeignKey("staff_accounts.id"), index=True),
    sa.Column("token_hash", sa.String(64), unique=True, nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, nullable=False),
    sa.CheckConstraint("purpose IN ('first_account', 'invitation', 'reset')", name="purpose"),
)
_table(
    "staff_operations",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("actor", sa.String(80), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("reason", sa.String(500), nullable=False),
    sa.Column("undo_until", _MOMENT),
    sa.Column("undone_at", _MOMENT),
    sa.Column("undone_by", sa.String(80)),
)
_table(
    "staff_passkey_challenges",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("challenge_hash", sa.String(64), unique=True, nullable=False),
    sa.Column("purpose", sa.String(10), nullable=False),
    sa.Column("session_id", _ID, sa.ForeignKey("staff_sessions.id", ondelete="CASCADE"), index=True),
    sa.Column("user_handle", sa.String(64)),
    sa.Column("expires_at", _MOMENT, index=True, nullable=False),
    sa.CheckConstraint("purpose IN ('register', 'sign_in', 'prove')", name="purpose"),
    sa.CheckConstraint("(purpose = 'sign_in') = (session_id IS NULL)", name="session"),
)
_table(
    "staff_passkeys",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("account_id", _ID, sa.ForeignKey("staff_accounts.id"), index=True, nullable=False),
    sa.Column("credential_id", sa.String(1400), unique=True, nullable=False),
    sa.Column("public_key", sa.LargeBinary(), nullable=False),
    sa.Column("user_handle", sa.String(64), nullable=False),
    sa.Column("sign_count", sa.BigInteger(), nullable=False),
    sa.Column("transports", sa.JSON(), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("last_used_at", _MOMENT),
    sqlite_autoincrement=True,
)
_table(
    "staff_recovery_codes",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("account_id", _ID, sa.ForeignKey("staff_accounts.id"), nullable=False),
    sa.Column("code_hash", sa.String(64), nullable=False),
    sa.Index("ix_staff_recovery_codes_account_id_code_hash", "account_id", "code_hash", unique=True),
)
_table(
    "staff_sessions",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("account_id", _ID, sa.ForeignKey("staff_accounts.id"), index=True, nullable=False),
    sa.Column("token_hash", sa.String(64), unique=True, nullable=False),
    sa.Column("stage", sa.String(10), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("last_seen_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, index=True, nullable=False),
    sa.Column("confirmed_until", _MOMENT),
    sa.Column("pending_totp_seed", sa.String(64)),
    sa.Column("device", sa.String(60), nullable=False),
    sa.CheckConstraint("stage IN ('code', 'enrol', 'full')", name="stage"),
)
_table(
    "store_files",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("dataset", sa.String(20), nullable=False),
    sa.Column("month", sa.String(7), nullable=False),
    sa.Column("path", sa.String(200), unique=True, nullable=False),
    sa.Column("first_written_in", sa.BigInteger(), nullable=False),
    sa.Column("first_id", sa.BigInteger(), nullable=False),
    sa.Column("last_written_in", sa.BigInteger(), nullable=False),
    sa.Column("last_id", sa.BigInteger(), nullable=False),
    sa.Column("rows", sa.BigInteger(), nullable=False),
    sa.Column("bytes", sa.BigInteger(), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("first_day", sa.Date(), nullable=False),
    sa.Column("last_day", sa.Date(), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("retired_at", _MOMENT),
    sa.Column("layout", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
    sa.Index("ix_store_files_current", "dataset", "month", **_where("retired_at IS NULL")),
)
_table(
    "store_watermarks",
    sa.Column("dataset", sa.String(20), primary_key=True),
    sa.Column("written_in", sa.BigInteger(), nullable=False),
    sa.Column("last_id", sa.BigInteger(), nullable=False),
    sa.Column("moved_at", _MOMENT),
    sa.Column("lease_owner", sa.String(80)),
    sa.Column("leased_until", _MOMENT),
)
_table(
    "told_origins",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), unique=True, nullable=False),
    sa.Column("asked_at", _MOMENT, nullable=False),
    sa.Column("answer", sa.String(20), nullable=False),
    sa.Column("answered_at", _MOMENT),
    sa.Column("text", sa.String(120), nullable=False),
)
_table(
    "visit_salts",
    sa.Column("day", sa.Date(), primary_key=True),
    sa.Column("salt", sa.LargeBinary(), nullable=False),
)
_table(
    "visits",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("written_in", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("day", sa.Date(), nullable=False),
    sa.Column("visitor", sa.BigInteger(), nullable=False),
    sa.Column("step", sa.SmallInteger(), nullable=False),
    sa.Column("path", sa.String(200), nullable=False),
    sa.Column("is_arrival", sa.Boolean(), nullable=False),
    sa.Column("utm_source", sa.String(200), nullable=False),
    sa.Column("utm_medium", sa.String(200), nullable=False),
    sa.Column("utm_campaign", sa.String(200), nullable=False),
    sa.Column("utm_term", sa.String(200), nullable=False),
    sa.Column("utm_content", sa.String(200), nullable=False),
    sa.Column("referral_code", sa.String(200), nullable=False),
    sa.Column("referrer_host", sa.String(200), nullable=False),
    sa.Column("landing_path", sa.String(200), nullable=False),
    sa.Column("consent", sa.SmallInteger(), nullable=False),
    sa.Column("is_bot", sa.Boolean(), nullable=False),
    sa.Column("is_referrer_spam", sa.Boolean(), nullable=False),
    sa.Column("clicked_ad", sa.String(20), server_default=sa.text("'none'"), nullable=False),
    sa.CheckConstraint("consent BETWEEN 0 AND 3", name="consent"),
    sa.CheckConstraint("step BETWEEN 0 AND 7", name="step"),
)
_table(
    "waiting_entries",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("park_id", sa.String(40), sa.ForeignKey("parks.id"), nullable=False),
    sa.Column("rank", sa.Integer(), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("email", sa.String(254), nullable=False),
    sa.Column("email_normalized", sa.String(254), nullable=False),
    sa.Column("mailbox", sa.String(254), nullable=False),
    sa.Column("annual_kwh", sa.Integer(), nullable=False),
    sa.Column("payment_plan", sa.String(20), nullable=False),
    sa.Column("typed", sa.JSON(), nullable=False),
    sa.Column("privacy_version", sa.String(40), nullable=False),
    sa.Column("joined_at", _MOMENT, nullable=False),
    sa.Column("confirm_by", _MOMENT, nullable=False),
    sa.Column("confirmed_at", _MOMENT),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("ended_at", _MOMENT),
    sa.Column("passed", sa.Integer(), nullable=False),
    sa.Column("declined_kwh", sa.Integer(), nullable=False),
    sa.Column("is_skipped", sa.Boolean(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("request", sa.JSON()),
    sa.CheckConstraint("state IN ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left')", name="state"),
    sa.Index("ix_waiting_entries_email", "email_normalized"),
    sa.Index("ix_waiting_entries_park_id_rank", "park_id", "rank"),
    sa.Index(
        "uq_waiting_entries_mailbox", "park_id", "mailbox", unique=True, **_where("state IN ('waiting', 'offered')")
    ),
    sqlite_autoincrement=True,
)
_table(
    "waiting_events",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("entry_id", _ID, sa.ForeignKey("waiting_entries.id"), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("actor", sa.String(80), nullable=False),
    sa.Column("action", sa.String(40), nullable=False),
    sa.Column("details", sa.JSON(), nullable=False),
    sa.Column("reason", sa.String(500), nullable=False),
    sa.Index("ix_waiting_events_entry_id_id", "entry_id", "id"),
)
_table(
    "waiting_keys",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("entry_id", _ID, sa.ForeignKey("waiting_entries.id"), index=True, nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, index=True, nullable=False),
    sa.Column("used_at", _MOMENT),
    sa.CheckConstraint("kind IN ('link', 'session')", name="kind"),
    sa.UniqueConstraint("kind", "sha256"),
)
_table(
    "waiting_offers",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("entry_id", _ID, sa.ForeignKey("waiting_entries.id"), index=True, nullable=False),
    sa.Column("park_id", sa.String(40), sa.ForeignKey("parks.id"), nullable=False),
    sa.Column("spot_number", sa.Integer(), nullable=False),
    sa.Column("annual_kwh", sa.Integer(), nullable=False),
    sa.Column("is_smaller", sa.Boolean(), nullable=False),
    sa.Column("offered_at", _MOMENT, nullable=False),
    sa.Column("expires_at", _MOMENT, nullable=False),
    sa.Column("reminded_at", _MOMENT),
    sa.Column("answer", sa.String(20)),
    sa.Column("answered_at", _MOMENT),
    sa.Column("reservation_id", _ID, sa.ForeignKey("reservations.id"), index=True),
    sa.CheckConstraint("answer IS NULL OR answer IN ('accepted', 'declined', 'expired', 'withdrawn')", name="answer"),
    sa.Index("uq_waiting_offers_entry", "entry_id", unique=True, **_where("answer IS NULL")),
    sa.Index("uq_waiting_offers_spot", "park_id", "spot_number", unique=True, **_where("answer IS NULL")),
    sqlite_autoincrement=True,
)
_table(
    "webhook_attempts",
    sa.Column("id", _ID, primary_key=True),
    sa.Column(
        "delivery_id", _ID, sa.ForeignKey("webhook_deliveries.id", ondelete="CASCADE"), index=True, nullable=False
    ),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("at", _MOMENT, nullable=False),
    sa.Column("duration_ms", sa.Integer(), nullable=False),
    sa.Column("status", sa.Integer()),
    sa.Column("problem", sa.String(40)),
)
_table(
    "webhook_cursor",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("audit_id", sa.BigInteger(), nullable=False),
)
_table(
    "webhook_deliveries",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("endpoint_id", _ID, sa.ForeignKey("webhook_endpoints.id"), nullable=False),
    sa.Column("message_id", sa.String(60), nullable=False),
    sa.Column("event", sa.String(60), nullable=False),
    sa.Column("subject", sa.String(80), nullable=False),
    sa.Column("payload", sa.Text(), nullable=False),
    sa.Column("is_test", sa.Boolean(), nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    sa.Column("attempts", sa.Integer(), nullable=False),
    sa.Column("tries", sa.Integer(), nullable=False),
    sa.Column("next_attempt_at", _MOMENT, nullable=False),
    sa.Column("happened_at", _MOMENT, nullable=False),
    sa.Column("created_at", _MOMENT, index=True, nullable=False),
    sa.Column("delivered_at", _MOMENT),
    sa.Column("problem", sa.String(40)),
    sa.Column("status", sa.Integer()),
    sa.CheckConstraint("state IN ('waiting', 'delivered', 'failed')", name="state"),
    sa.UniqueConstraint("endpoint_id", "message_id"),
    sa.Index("ix_webhook_deliveries_due", "endpoint_id", "next_attempt_at", **_where("state = 'waiting'")),
    sa.Index("ix_webhook_deliveries_log", "endpoint_id", "state", "id"),
)
_table(
    "webhook_endpoints",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("url", sa.String(500), nullable=False),
    sa.Column("events", sa.JSON(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("created_by", sa.String(80), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("removed_at", _MOMENT),
    sa.Column("paused_at", _MOMENT),
    sa.Column("paused_by", sa.String(80)),
    sa.Column("paused_because", sa.String(40)),
    sa.Column("failures", sa.Integer(), nullable=False),
    sa.Column("failing_since", _MOMENT),
    sa.Column("rests_until", _MOMENT),
    sa.Column("lease_owner", sa.String(40)),
    sa.Column("leased_until", _MOMENT),
)
_table(
    "webhook_secrets",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("endpoint_id", _ID, sa.ForeignKey("webhook_endpoints.id"), index=True, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("created_at", _MOMENT, nullable=False),
    sa.Column("ends_at", _MOMENT),
)
_table(
    "work_items",
    sa.Column("id", _ID, primary_key=True),
    sa.Column("kind", sa.String(30), nullable=False),
    sa.Column("subject_id", sa.String(40), nullable=False),
    sa.Column("cause", sa.String(60), nullable=False),
    sa.Column("assignee_id", _ID, sa.ForeignKey("staff_accounts.id")),
    sa.Column("snoozed_until", sa.Date()),
    sa.Column("done_at", _MOMENT, index=True),
    sa.Column("done_by", _ID, sa.ForeignKey("staff_accounts.id")),
    sa.Column("operation_id", sa.BigInteger()),
    sa.Column("escalated_at", _MOMENT),
    sa.Column("before", sa.JSON(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("changed_at", _MOMENT, nullable=False),
    sa.UniqueConstraint("kind", "subject_id"),
    sqlite_autoincrement=True,
)


_HELLO = "Guten Tag {vorname} {nachname},"
_TRANSACTION = ("visits", "reservation_touches")
"""Tables whose rows know the transaction that wrote them; the default of the column is PostgreSQL's."""

_MARKED = (
    "campaign_aliases",
    "campaign_costs",
    "campaigns",
    "chart_notes",
    "park_changes",
    "parks",
    "referral_codes",
    "referral_uses",
    "reservation_changes",
    "reservations",
    "short_link_hits",
    "short_links",
    "spots",
    "told_origins",
    "contract_targets",
)
"""Relations of reports: a mark rises with every change, so that unchanged rows need not be read again."""

_AUDIT = "audit entries are never changed"
_DECLARATION, _DECLARATION_KEPT = "declarations are never changed", "declarations are kept until their day"
_EVIDENCE, _EVIDENCE_KEPT = "evidence is never changed", "evidence stays as long as its household"
_KEPT_TEXT = "kept texts are never changed"
_IS_HOUSEHOLD = "EXISTS (SELECT 1 FROM reservations WHERE id = OLD.reservation_id AND erased_at IS NULL)"

_FUNCTIONS = {
    "refuse_audit_change": f"RAISE EXCEPTION '{_AUDIT}';",
    "refuse_kept_text_change": f"RAISE EXCEPTION '{_KEPT_TEXT}';",
    "refuse_declaration_change": f"RAISE EXCEPTION '{_DECLARATION}';",
    "refuse_declaration_delete": f"RAISE EXCEPTION '{_DECLARATION_KEPT}';",
    "refuse_evidence_change": f"RAISE EXCEPTION '{_EVIDENCE}';",
    "refuse_evidence_delete": f"IF {_IS_HOUSEHOLD} THEN RAISE EXCEPTION '{_EVIDENCE_KEPT}'; END IF; RETURN OLD;",
}
"""Of PostgreSQL, each with its body."""

_EVENTS = ("INSERT", "UPDATE", "DELETE")
_FOUND_BY = "reference, spot_number, first_name, last_name, email, mobile_phone, mobile_phone_e164, postcode"
_REMARKS = ("reservation_tags", "reservation_notes")
"""A change of these columns or tables empties the words by which a search finds a reservation; they are filled again
behind the change.
"""

_RULES = {
    "campaign_budget": 0,  # cents
    "capacity": 90,  # per cent
    "invariant": None,
    "job": None,
    "mail_queue": 60,  # minutes
    "many_refusals": 300,
    "no_reservation": 48 * 60,  # minutes
    "refund_due": None,
    "report_recipient": None,
    "reservation_burst": 30,  # reservations in ten minutes
    "setup_check": None,
    "unlisted_proxy": None,
}
"""The built-in alerts with their thresholds."""

_TEMPLATES = (
    (
        "Platz bleibt beim Umzug",
        "Umzug",
        "Ihr Platz {platz} bleibt",
        (
            (
                "danke für Ihre Nachricht. Ein Umzug ändert nichts: Ihr Platz {platz} im Solarpark {park} bleibt "
                "Ihrer, die Gutschriften laufen weiter."
            ),
            (
                "Bitte schreiben Sie uns, sobald Sie umgezogen sind, die neue Postleitzahl, und falls sich "
                "E-Mail-Adresse oder Telefonnummer ändern, auch diese."
            ),
        ),
    ),
    (
        "Wie geht es weiter?",
        "Ablauf",
        "So geht es mit Ihrem Platz weiter",
        (
            ("Ihr Platz {platz} im Solarpark {park} ist für Sie vorgemerkt (Stand: {stand}, Referenz {referenz})."),
            (
                "Sobald der Park bestätigt ist, laden wir Sie zum Vertrag ein. Vorher ist der Anteil nicht zu "
                "bezahlen. Nach dem Vertragsschluss haben Sie {widerrufstage} Tage Zeit, ihn zu widerrufen."
            ),
        ),
    ),
    (
        "Wie hoch ist die Gutschrift?",
        "Gutschrift",
        "Ihre Gutschrift",
        (
            (
                "Ihr Paket {paket} steht für {kwh}\u00a0kWh im Jahr. Mit dem Wert, den Sie bei der Reservierung "
                "gewählt haben, sind das {gutschrift_monat} im Monat oder {gutschrift_jahr} im Jahr."
            ),
            "Sicher zugesagt sind mindestens {mindestens_jahr} im Jahr, {laufzeit} Jahre lang.",
        ),
    ),
    (
        "Preis und Raten",
        "Zahlung",
        "Preis und Raten Ihres Anteils",
        (
            (
                "Ihr Anteil ({paket}, {kwh}\u00a0kWh im Jahr) kostet {preis}. Ihre monatliche Rate beträgt {rate}. "
                "Dazu kommen einmalig {einrichtung} für die Einrichtung."
            ),
            (
                "Bis zum Vertrag können Sie die Zahlungsweise noch ändern. Schreiben Sie uns einfach, was Ihnen "
                "lieber ist."
            ),
        ),
    ),
    (
        "Eine Angabe fehlt noch",
        "Rückfrage",
        "Eine Frage zu Ihrer Nachricht",
        (
            (
                "danke für Ihre Nachricht. Damit wir Ihnen helfen können, nennen Sie uns bitte die Referenz "
                "Ihrer Reservierung. Sie beginnt mit VG und steht in der Bestätigung, die Sie per E-Mail "
                "bekommen haben."
            ),
            "Finden Sie sie nicht, dann genügen uns Name und Postleitzahl.",
        ),
    ),
)
"""Answers that come with the product: name, topic, subject and paragraphs."""


def upgrade() -> None:
    connection = op.get_bind()
    _SCHEMA.create_all(connection, checkfirst=False)
    if connection.dialect.name == "postgresql":
        _prepare_postgresql()
    else:
        _prepare_sqlite()
    _add_rows()


def downgrade() -> None:
    connection = op.get_bind()
    is_postgresql = connection.dialect.name == "postgresql"
    if not is_postgresql:
        op.execute("DROP TABLE reservation_terms")
    _SCHEMA.drop_all(connection, checkfirst=False)
    if is_postgresql:
        for name in (*_FUNCTIONS, "mark_relation", "empty_search_text", "empty_search_texts_of"):
            op.execute(f"DROP FUNCTION {name}()")


def _prepare_postgresql() -> None:
    for table in _TRANSACTION:
        op.execute(f"ALTER TABLE {table} ALTER COLUMN written_in SET DEFAULT pg_current_xact_id()::text::bigint")
        op.execute(
            f"CREATE INDEX ix_{table}_written_in ON {table} USING brin (written_in) "
            "WITH (pages_per_range = 32, autosummarize = true)"
        )
    _refuse_on_postgresql()
    # A row each time: raising one number would let every writer wait for the other's commit.
    _create_function(
        "mark_relation", "INSERT INTO relation_marks (relation, changes) VALUES (TG_TABLE_NAME, 1); RETURN NULL;"
    )
    for table in _MARKED:
        op.execute(
            f"CREATE TRIGGER {table}_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION mark_relation()"
        )
    _search_on_postgresql()


def _create_function(name: str, body: str) -> None:
    op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$")


def _refuse_on_postgresql() -> None:
    for name, body in _FUNCTIONS.items():
        _create_function(name, body)
    for name, event, table, level, function in (
        ("insert_only", "UPDATE OR DELETE OR TRUNCATE", "audit_entries", "STATEMENT", "refuse_audit_change"),
        ("insert_only", "UPDATE OR DELETE OR TRUNCATE", "kept_texts", "STATEMENT", "refuse_kept_text_change"),
        ("no_update", "UPDATE OR TRUNCATE", "declarations", "STATEMENT", "refuse_declaration_change"),
        ("no_update", "UPDATE OR TRUNCATE", "evidence", "STATEMENT", "refuse_evidence_change"),
        (
            "no_delete",
            "DELETE",
            "declarations",
            "ROW WHEN (OLD.keep_until >= CURRENT_DATE)",
            "refuse_declaration_delete",
        ),
        ("no_delete", "DELETE", "evidence", "ROW", "refuse_evidence_delete"),
    ):
        op.execute(
            f"CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} FOR EACH {level} EXECUTE FUNCTION {function}()"
        )


def _search_on_postgresql() -> None:
    # Words are taken as they are: the parser of to_tsvector has its own ideas of numbers and addresses.
    lexemes = "array_to_tsvector(string_to_array(btrim(search_text), ' '))"
    op.execute(
        f"CREATE INDEX reservation_terms_words ON reservations USING gin ({lexemes}) WHERE search_text IS NOT NULL"
    )
    _create_function("empty_search_text", "NEW.search_text := NULL; RETURN NEW;")
    op.execute(
        f"CREATE TRIGGER reservations_words_changed BEFORE UPDATE OF {_FOUND_BY} ON reservations "
        "FOR EACH ROW EXECUTE FUNCTION empty_search_text()"
    )
    # Also where it is empty already: the row is held, so that nobody fills it before this change is in.
    _create_function(
        "empty_search_texts_of",
        "UPDATE reservations SET search_text = NULL WHERE id IN (SELECT reservation_id FROM changed); RETURN NULL;",
    )
    for table in _REMARKS:
        for event in _EVENTS:
            rows = "OLD" if event == "DELETE" else "NEW"
            op.execute(
                f"CREATE TRIGGER {table}_{event.lower()}_words AFTER {event} ON {table} "
                f"REFERENCING {rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION empty_search_texts_of()"
            )


def _prepare_sqlite() -> None:
    _refuse_on_sqlite()
    for table in _MARKED:
        for event in _EVENTS:
            op.execute(
                f"CREATE TRIGGER {table}_{event.lower()}_marked AFTER {event} ON {table} "  # noqa: S608
                f"BEGIN UPDATE relation_marks SET changes = changes + 1 WHERE relation = '{table}'; END"
            )
    _search_on_sqlite()


def _refuse_on_sqlite() -> None:
    for table, action, condition, words in (
        ("audit_entries", "UPDATE", "", _AUDIT),
        ("audit_entries", "DELETE", "", _AUDIT),
        ("declarations", "UPDATE", "", _DECLARATION),
        ("declarations", "DELETE", "WHEN OLD.keep_until >= date('now') ", _DECLARATION_KEPT),
        ("evidence", "UPDATE", "", _EVIDENCE),
        ("evidence", "DELETE", f"WHEN {_IS_HOUSEHOLD} ", _EVIDENCE_KEPT),
        ("kept_texts", "UPDATE", "", _KEPT_TEXT),
        ("kept_texts", "DELETE", "", _KEPT_TEXT),
    ):
        op.execute(
            f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} {condition}"
            f"BEGIN SELECT RAISE(ABORT, '{words}'); END"
        )


def _search_on_sqlite() -> None:
    op.execute(
        "CREATE VIRTUAL TABLE reservation_terms USING fts5(search_text, content = 'reservations', content_rowid = 'id',"
        " tokenize = 'unicode61 remove_diacritics 0', prefix = '1 2 3', detail = none, columnsize = 0)"
    )
    forget = (
        "INSERT INTO reservation_terms (reservation_terms, rowid, search_text) "
        "SELECT 'delete', OLD.id, OLD.search_text WHERE OLD.search_text IS NOT NULL"
    )
    learn = (
        "INSERT INTO reservation_terms (rowid, search_text) "
        "SELECT NEW.id, NEW.search_text WHERE NEW.search_text IS NOT NULL"
    )
    empty = "UPDATE reservations SET search_text = NULL WHERE id = {}"
    for name, event, statements in (
        ("reservations_terms_updated", "UPDATE OF search_text ON reservations", [forget, learn]),
        ("reservations_terms_deleted", "DELETE ON reservations", [forget]),
        ("reservations_words_changed", f"UPDATE OF {_FOUND_BY} ON reservations", [empty.format("NEW.id")]),
        *(
            (f"{table}_{event.lower()}_words", f"{event} ON {table}",
             [empty.format("OLD.reservation_id" if event == "DELETE" else "NEW.reservation_id")])
            for table in _REMARKS
            for event in _EVENTS
        ),
    ):  # fmt: skip
        op.execute(f"CREATE TRIGGER {name} AFTER {event} BEGIN {'; '.join(statements)}; END")


def _add_rows() -> None:
    tables, now = _SCHEMA.tables, datetime.now(UTC)
    op.execute("INSERT INTO webhook_cursor (id, audit_id) VALUES (1, 0)")
    op.bulk_insert(tables["relation_marks"], [{"relation": table, "changes": 0} for table in _MARKED])
    always = {"scope": "all", "days": 1, "is_on": True, "to_admins": True, "recipients": [], "quiet_days": []}
    rules = [{"kind": kind, "threshold": limit, "version": 1, **always} for kind, limit in _RULES.items()]
    op.bulk_insert(tables["alert_rules"], rules)
    answers = [
        {"name": name, "topic": topic, "subject": subject, "text": "\n\n".join((_HELLO, *paragraphs)), "version": 1,
         "created_at": now, "updated_at": now}
        for name, topic, subject, paragraphs in _TEMPLATES
    ]  # fmt: skip
    op.bulk_insert(tables["answer_templates"], answers)
