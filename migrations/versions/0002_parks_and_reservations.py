"""Parks with their spots, reservations with their changes and tags, consent, and messages."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _create_contact_messages()
    _create_parks()
    _create_park_changes()
    _create_spots()
    _create_reservations()
    _create_consents()
    _create_reservation_changes()
    _create_reservation_tags()


def downgrade() -> None:
    op.drop_table("reservation_tags")
    op.drop_table("reservation_changes")
    op.drop_table("consents")
    op.drop_table("reservations")
    op.drop_table("spots")
    op.drop_table("park_changes")
    op.drop_table("parks")
    op.drop_table("contact_messages")


def _create_contact_messages() -> None:
    op.create_table(
        "contact_messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("suspected_spam", sa.Boolean(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_normalized", sa.String(length=254), nullable=False),
        sa.Column("phone", sa.String(length=40)),
        sa.Column("phone_e164", sa.String(length=20)),
        sa.Column("topic", sa.String(length=20), nullable=False),
        sa.Column("reservation_reference", sa.String(length=12)),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("project", sa.String(length=40)),
        sa.Column("amount_cents", sa.Integer()),
        sa.Column("payment_method", sa.String(length=10)),
        sa.CheckConstraint(
            "payment_method IS NULL OR payment_method IN ('sepa', 'card', 'bank')",
            name=op.f("ck_contact_messages_payment_method"),
        ),
        sa.CheckConstraint("status IN ('new', 'answered', 'closed')", name=op.f("ck_contact_messages_status")),
        sa.CheckConstraint(
            "topic IN ('frage', 'reservierung', 'stornierung', 'anteil', 'platz', 'rueckruf', 'sonstiges')",
            name=op.f("ck_contact_messages_topic"),
        ),
        sa.PrimaryKeyConstraint("id", name="pk_contact_messages"),
        sa.UniqueConstraint("reference", name="uq_contact_messages_reference"),
    )
    op.create_index("ix_contact_messages_created_at", "contact_messages", ["created_at"])
    op.create_index("ix_contact_messages_email_normalized", "contact_messages", ["email_normalized"])


def _create_parks() -> None:
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
        sa.Column("spot_limit", sa.Integer(), server_default="0", nullable=False),
        sa.Column("kwh_limit", sa.Integer()),
        sa.Column("kwh_taken", sa.Integer(), server_default="0", nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("paused_at", _MOMENT),
        sa.Column("progress_note", sa.String(length=400), server_default=sa.text("''"), nullable=False),
        sa.Column("progress_on", sa.Date()),
        sa.Column("cancelled_at", _MOMENT),
        sa.CheckConstraint("status IN ('Planung', 'Bauphase', 'Live')", name=op.f("ck_parks_status")),
        sa.PrimaryKeyConstraint("id", name="pk_parks"),
    )


def _create_park_changes() -> None:
    op.create_table(
        "park_changes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("park_id", sa.String(length=40), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(["park_id"], ["parks.id"], name="fk_park_changes_park_id"),
        sa.PrimaryKeyConstraint("id", name="pk_park_changes"),
    )
    op.create_index("ix_park_changes_park_id_id", "park_changes", ["park_id", "id"])


def _create_spots() -> None:
    op.create_table(
        "spots",
        sa.Column("id", _ID, nullable=False),
        sa.Column("park_id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("changed_at", _MOMENT, nullable=False),
        sa.Column("held_until", _MOMENT),
        sa.Column("reason", sa.String(length=500)),
        sa.Column("held_for", sa.String(length=20)),
        sa.CheckConstraint("held_for IS NULL OR held_for IN ('undo', 'offer')", name=op.f("ck_spots_held_for")),
        sa.CheckConstraint("state IN ('free', 'reserved', 'held', 'blocked')", name=op.f("ck_spots_state")),
        sa.CheckConstraint("number > 0", name=op.f("ck_spots_number")),
        sa.ForeignKeyConstraint(["park_id"], ["parks.id"], name="fk_spots_park_id"),
        sa.PrimaryKeyConstraint("id", name="pk_spots"),
        sa.UniqueConstraint("park_id", "number", name="uq_spots_park_id_number"),
    )
    op.create_index("ix_spots_free", "spots", ["park_id", "number"], **_where("state = 'free'"))
    op.create_index("ix_spots_held_until", "spots", ["held_until"], **_where("state = 'held'"))


def _create_reservations() -> None:
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
        sa.Column("email_confirmed_at", _MOMENT),
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
        sa.Column("notes", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("follow_up_on", sa.Date()),
        sa.Column("price_checked_at", _MOMENT),
        sa.Column("duplicate_checked_at", _MOMENT),
        sa.Column("merged_into_id", _ID),
        sa.Column("paid_break_even_tenth_years", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("mailbox", sa.String(length=254), server_default=sa.text("''"), nullable=False),
        sa.Column("touch_consent", sa.SmallInteger()),
        sa.CheckConstraint(
            "deposit_state IN ('reserved', 'verified', 'refunded', 'failed', 'waived')",
            name=op.f("ck_reservations_deposit_state"),
        ),
        sa.CheckConstraint(
            "state IN ('reserved', 'invited', 'contracted', 'active', "
            "'ended', 'cancelled', 'expired', 'withdrawn', 'park_cancelled')",
            name=op.f("ck_reservations_state"),
        ),
        sa.ForeignKeyConstraint(
            ["park_id", "spot_number"], ["spots.park_id", "spots.number"], name="fk_reservations_park_id_spot_number"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_reservations"),
        sa.UniqueConstraint("reference", name="uq_reservations_reference"),
    )
    op.create_index(
        "ix_reservations_active_choice",
        "reservations",
        ["annual_kwh", "payment_plan"],
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    )
    op.create_index(
        "ix_reservations_active_name",
        "reservations",
        ["last_name", "first_name", "postcode"],
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    )
    op.create_index(
        "ix_reservations_active_phone",
        "reservations",
        ["mobile_phone_e164"],
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    )
    op.create_index("ix_reservations_created_at", "reservations", ["created_at"])
    op.create_index("ix_reservations_email_normalized", "reservations", ["email_normalized"])
    op.create_index(
        "ix_reservations_follow_up_on", "reservations", ["follow_up_on"], **_where("follow_up_on IS NOT NULL")
    )
    op.create_index(
        "ix_reservations_given_up_spot",
        "reservations",
        ["park_id", "spot_number"],
        **_where("state NOT IN ('reserved', 'invited', 'contracted', 'active')"),
    )
    op.create_index("ix_reservations_mailbox", "reservations", ["mailbox"])
    op.create_index(
        "ix_reservations_open_duplicate",
        "reservations",
        ["id"],
        **_where("duplicate_suspected AND duplicate_checked_at IS NULL"),
    )
    op.create_index(
        "ix_reservations_open_mismatch", "reservations", ["id"], **_where("price_mismatch AND price_checked_at IS NULL")
    )
    op.create_index(
        "uq_reservations_active_spot",
        "reservations",
        ["park_id", "spot_number"],
        unique=True,
        **_where("state IN ('reserved', 'invited', 'contracted', 'active')"),
    )


def _create_consents() -> None:
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
    op.create_index("ix_consents_reservation_id", "consents", ["reservation_id"])


def _create_reservation_changes() -> None:
    op.create_table(
        "reservation_changes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("operation_id", _ID),
        sa.ForeignKeyConstraint(["operation_id"], ["staff_operations.id"], name="fk_reservation_changes_operation_id"),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_reservation_changes_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_reservation_changes"),
    )
    op.create_index("ix_reservation_changes_operation_id", "reservation_changes", ["operation_id"])
    op.create_index("ix_reservation_changes_reservation_id_id", "reservation_changes", ["reservation_id", "id"])


def _create_reservation_tags() -> None:
    op.create_table(
        "reservation_tags",
        sa.Column("tag", sa.String(length=40), nullable=False),
        sa.Column("reservation_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_reservation_tags_reservation_id"),
        sa.PrimaryKeyConstraint("tag", "reservation_id", name="pk_reservation_tags"),
    )
    op.create_index("ix_reservation_tags_reservation_id", "reservation_tags", ["reservation_id"])


def _where(condition: str) -> dict[str, sa.TextClause]:
    """The condition of a partial index, the same on both databases."""
    return {f"{dialect}_where": sa.text(condition) for dialect in ("sqlite", "postgresql")}
