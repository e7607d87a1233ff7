"""The ground floor: parks, spots, reservations and what is written beside them; the two parks of the offer."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_FREE = sa.text("state = 'free'")
_ACTIVE = sa.text("state IN ('reserved', 'invited', 'contracted', 'active')")
_DUE = sa.text("state IN ('queued', 'retrying')")

_PARKS = [
    {
        "id": "ingolstadt",
        "name": "Ingolstadt",
        "location": "Ingolstadt",
        "capacity_kw": 1450,
        "households": 414,
        "status": "Bauphase",
        "timeline": "Live Q2 2025",
        "invest_minimum_cents": 50_000,
    },
    {
        "id": "munich",
        "name": "Munich-East",
        "location": "München-Ost",
        "capacity_kw": 2100,
        "households": 598,
        "status": "Planung",
        "timeline": "Live Q4 2025",
        "invest_minimum_cents": 100_000,
    },
]
_PILOT_SPOTS = 500


def upgrade() -> None:
    _create_tables()
    _seed()
    _make_audit_insert_only()


def _seed() -> None:
    """Both parks; spots for the pilot. Munich-East gets its spots when staff open it."""
    parks = sa.table("parks", *(sa.column(name) for name in _PARKS[0]))
    op.bulk_insert(parks, _PARKS)
    columns = ("park_id", "number", "state")
    spots = sa.table("spots", *(sa.column(name) for name in columns), sa.column("changed_at", _MOMENT))
    now = datetime.now(UTC)
    numbers = range(1, _PILOT_SPOTS + 1)
    row = {"park_id": "ingolstadt", "state": "free", "changed_at": now}
    op.bulk_insert(spots, [{**row, "number": number} for number in numbers])


def _make_audit_insert_only() -> None:
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


def _create_tables() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=80), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("previous_hash", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
        sa.UniqueConstraint("hash", name="uq_audit_entries_hash"),
        sa.UniqueConstraint("previous_hash", name="uq_audit_entries_previous_hash"),
    )
    op.create_index("ix_audit_entries_subject", "audit_entries", ["subject"], unique=False)
    op.create_table(
        "idempotency_keys",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_idempotency_keys"),
    )
    op.create_index("ix_idempotency_keys_expires_at", "idempotency_keys", ["expires_at"], unique=False)
    op.create_table(
        "mails",
        sa.Column("id", _ID, nullable=False),
        sa.Column("dedupe_key", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("subject_ref", sa.String(length=80), nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("message_id", sa.String(length=120), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", _MOMENT, nullable=False),
        sa.Column("leased_until", _MOMENT, nullable=True),
        sa.Column("last_error", sa.String(length=300), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("sent_at", _MOMENT, nullable=True),
        sa.CheckConstraint(
            "state IN ('queued', 'retrying', 'sent', 'failed', 'cancelled')", name=op.f("ck_mails_state")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_mails"),
        sa.UniqueConstraint("dedupe_key", name="uq_mails_dedupe_key"),
        sa.UniqueConstraint("message_id", name="uq_mails_message_id"),
    )
    op.create_index(
        "ix_mails_due", "mails", ["next_attempt_at"], unique=False, postgresql_where=_DUE, sqlite_where=_DUE
    )
    op.create_index("ix_mails_subject_ref", "mails", ["subject_ref"], unique=False)
    op.create_table(
        "parks",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("location", sa.String(length=80), nullable=False),
        sa.Column("capacity_kw", sa.Integer(), nullable=False),
        sa.Column("households", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("timeline", sa.String(length=40), nullable=False),
        sa.Column("invest_minimum_cents", sa.Integer(), nullable=False),
        sa.CheckConstraint("status IN ('Planung', 'Bauphase', 'Live')", name=op.f("ck_parks_status")),
        sa.PrimaryKeyConstraint("id", name="pk_parks"),
    )
    op.create_table(
        "rate_counts",
        sa.Column("bucket", sa.String(length=80), nullable=False),
        sa.Column("window_start", sa.BigInteger(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", "window_start", name="pk_rate_counts"),
    )
    op.create_table(
        "spots",
        sa.Column("id", _ID, nullable=False),
        sa.Column("park_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=False),
        sa.CheckConstraint("state IN ('free', 'reserved', 'held', 'blocked')", name=op.f("ck_spots_state")),
        sa.CheckConstraint("number > 0", name=op.f("ck_spots_number")),
        sa.ForeignKeyConstraint(["park_id"], ["parks.id"], name="fk_spots_park_id"),
        sa.PrimaryKeyConstraint("id", name="pk_spots"),
        sa.UniqueConstraint("park_id", "number", name="uq_spots_park_id_number"),
    )
    op.create_index(
        "ix_spots_free",
        "spots",
        ["park_id", "number"],
        unique=False,
        postgresql_where=_FREE,
        sqlite_where=_FREE,
    )
    op.create_table(
        "reservations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reference", sa.String(length=12), nullable=False),
        sa.Column("park_id", sa.String(length=40), nullable=False),
        sa.Column("spot_number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.Column("first_name", sa.String(length=100), nullable=False),
        sa.Column("last_name", sa.String(length=100), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_normalized", sa.String(length=254), nullable=False),
        sa.Column("email_confirmed_at", _MOMENT, nullable=True),
        sa.Column("mobile_phone", sa.String(length=40), nullable=False),
        sa.Column("mobile_phone_e164", sa.String(length=20), nullable=False),
        sa.Column("postcode", sa.String(length=5), nullable=False),
        sa.Column("energy_provider", sa.String(length=40), nullable=False),
        sa.Column("household_size", sa.String(length=2), nullable=False),
        sa.Column("monthly_abschlag_cents", sa.Integer(), nullable=False),
        sa.Column("annual_kwh", sa.Integer(), nullable=False),
        sa.Column("payment_plan", sa.String(length=10), nullable=False),
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
        sa.Column("deposit_state", sa.String(length=20), nullable=False),
        sa.Column("client_figures", sa.JSON(), nullable=False),
        sa.Column("price_mismatch", sa.Boolean(), nullable=False),
        sa.Column("duplicate_suspected", sa.Boolean(), nullable=False),
        sa.Column("utm_source", sa.String(length=200), nullable=False),
        sa.Column("utm_campaign", sa.String(length=200), nullable=False),
        sa.Column("referral_code", sa.String(length=200), nullable=False),
        sa.CheckConstraint(
            "deposit_state IN ('reserved', 'verified', 'refunded', 'failed', 'waived')",
            name=op.f("ck_reservations_deposit_state"),
        ),
        sa.CheckConstraint(
            "state IN ('reserved', 'invited', 'contracted', 'active', 'ended', 'cancelled', 'expired', 'withdrawn', "
            "'park_cancelled')",
            name=op.f("ck_reservations_state"),
        ),
        sa.ForeignKeyConstraint(
            ["park_id", "spot_number"],
            ["spots.park_id", "spots.number"],
            name="fk_reservations_park_id_spot_number",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_reservations"),
        sa.UniqueConstraint("reference", name="uq_reservations_reference"),
    )
    op.create_index("ix_reservations_created_at", "reservations", ["created_at"], unique=False)
    op.create_index("ix_reservations_email_normalized", "reservations", ["email_normalized"], unique=False)
    op.create_index(
        "uq_reservations_active_spot",
        "reservations",
        ["park_id", "spot_number"],
        unique=True,
        postgresql_where=_ACTIVE,
        sqlite_where=_ACTIVE,
    )
    op.create_table(
        "consents",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("purpose", sa.String(length=40), nullable=False),
        sa.Column("text_version", sa.String(length=40), nullable=False),
        sa.Column("text_sha256", sa.String(length=64), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("given_at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_consents_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_consents"),
    )
    op.create_index("ix_consents_reservation_id", "consents", ["reservation_id"], unique=False)
    op.create_table(
        "reservation_touches",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("utm_source", sa.String(length=200), nullable=False),
        sa.Column("utm_medium", sa.String(length=200), nullable=False),
        sa.Column("utm_campaign", sa.String(length=200), nullable=False),
        sa.Column("utm_term", sa.String(length=200), nullable=False),
        sa.Column("utm_content", sa.String(length=200), nullable=False),
        sa.Column("referral_code", sa.String(length=200), nullable=False),
        sa.Column("referrer_host", sa.String(length=200), nullable=False),
        sa.Column("landing_path", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_reservation_touches_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_reservation_touches"),
        sa.UniqueConstraint("reservation_id", "position", name="uq_reservation_touches_reservation_id_position"),
    )


def downgrade() -> None:
    op.drop_table("reservation_touches")
    op.drop_index("ix_consents_reservation_id", table_name="consents")
    op.drop_table("consents")
    op.drop_index(
        "uq_reservations_active_spot",
        table_name="reservations",
        postgresql_where=_ACTIVE,
        sqlite_where=_ACTIVE,
    )
    op.drop_index("ix_reservations_email_normalized", table_name="reservations")
    op.drop_index("ix_reservations_created_at", table_name="reservations")
    op.drop_table("reservations")
    op.drop_index("ix_spots_free", table_name="spots", postgresql_where=_FREE, sqlite_where=_FREE)
    op.drop_table("spots")
    op.drop_table("rate_counts")
    op.drop_table("parks")
    op.drop_index("ix_mails_subject_ref", table_name="mails")
    op.drop_index("ix_mails_due", table_name="mails", postgresql_where=_DUE, sqlite_where=_DUE)
    op.drop_table("mails")
    op.drop_index("ix_idempotency_keys_expires_at", table_name="idempotency_keys")
    op.drop_table("idempotency_keys")
    op.drop_index("ix_audit_entries_subject", table_name="audit_entries")
    op.drop_table("audit_entries")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_audit_change()")
