"""Conversations with households, their messages and files, and how far the mailbox has been read."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server goes on storing messages of the contact form; those get their conversation by the next run of the job
`fetch-messages` of this code, as do those from before."""

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_conversations()
    _create_messages()
    _create_attachments()
    _create_mailbox()


def downgrade() -> None:
    for table in ("mailbox_refusals", "mailbox_positions", "message_attachments", "messages", "conversations"):
        op.drop_table(table)


def _create_conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reference", sa.String(12), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("correspondent_name", sa.String(200), nullable=False),
        sa.Column("correspondent_email", sa.String(254), nullable=False),
        sa.Column("email_normalized", sa.String(254), nullable=False),
        sa.Column("mailbox", sa.String(254), nullable=False),
        sa.Column("reservation_id", _ID),
        sa.Column("matched_by", sa.String(20)),
        sa.Column("is_other_address", sa.Boolean(), nullable=False),
        sa.Column("contact_message_id", sa.Uuid()),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("last_inbound_at", _MOMENT),
        sa.Column("last_outbound_at", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("state IN ('open', 'waiting', 'closed')", name=op.f("ck_conversations_state")),
        sa.CheckConstraint(
            "matched_by IS NULL OR matched_by IN ('thread', 'reference', 'address', 'staff')",
            name=op.f("ck_conversations_matched_by"),
        ),
        sa.ForeignKeyConstraint(["reservation_id"], ["reservations.id"], name="fk_conversations_reservation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_conversations"),
        sa.UniqueConstraint("reference", name="uq_conversations_reference"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_conversations_state_last_inbound_at", "conversations", ["state", "last_inbound_at"])
    for column in ("reservation_id", "contact_message_id", "mailbox"):
        op.create_index(f"ix_conversations_{column}", "conversations", [column])


def _create_messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", _ID, nullable=False),
        sa.Column("conversation_id", _ID, nullable=False),
        sa.Column("direction", sa.String(3), nullable=False),
        sa.Column("origin", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("is_other_address", sa.Boolean(), nullable=False),
        sa.Column("message_id", sa.String(500)),
        sa.Column("fingerprint", sa.String(64)),
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
        sa.Column("mail_id", sa.BigInteger()),
        sa.Column("author_id", sa.BigInteger()),
        sa.CheckConstraint("direction IN ('in', 'out')", name=op.f("ck_messages_direction")),
        sa.CheckConstraint("origin IN ('form', 'mail', 'desk')", name=op.f("ck_messages_origin")),
        sa.CheckConstraint("kind IN ('normal', 'auto_reply', 'bounce', 'loop')", name=op.f("ck_messages_kind")),
        sa.ForeignKeyConstraint(["conversation_id"], ["conversations.id"], name="fk_messages_conversation_id"),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.UniqueConstraint("message_id", name="uq_messages_message_id"),
        sa.UniqueConstraint("fingerprint", name="uq_messages_fingerprint"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_messages_conversation_id_id", "messages", ["conversation_id", "id"])
    op.create_index("ix_messages_from_address_received_at", "messages", ["from_address", "received_at"])
    op.create_index("ix_messages_mail_id", "messages", ["mail_id"])


def _create_attachments() -> None:
    op.create_table(
        "message_attachments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("message_id", _ID, nullable=False),
        sa.Column("conversation_id", _ID, nullable=False),
        sa.Column("filename", sa.String(200), nullable=False),
        sa.Column("content_type", sa.String(100), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(64)),
        sa.Column("content", sa.LargeBinary()),
        sa.Column("refused_reason", sa.String(200)),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name="fk_message_attachments_message_id"),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversations.id"], name="fk_message_attachments_conversation_id"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_message_attachments"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_message_attachments_message_id_id", "message_attachments", ["message_id", "id"])
    op.create_index("ix_message_attachments_conversation_id", "message_attachments", ["conversation_id"])


def _create_mailbox() -> None:
    op.create_table(
        "mailbox_positions",
        sa.Column("mailbox", sa.String(320), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("last_uid", sa.BigInteger(), nullable=False),
        sa.Column("checked_at", _MOMENT),
        sa.Column("last_error", sa.String(300)),
        sa.Column("failing_since", _MOMENT),
        sa.PrimaryKeyConstraint("mailbox", name="pk_mailbox_positions"),
    )
    op.create_table(
        "mailbox_refusals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("mailbox", sa.String(320), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("received_at", _MOMENT, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("settled_at", _MOMENT),
        sa.Column("settled_by", sa.String(80)),
        sa.PrimaryKeyConstraint("id", name="pk_mailbox_refusals"),
        sa.UniqueConstraint("fingerprint", name="uq_mailbox_refusals_fingerprint"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_mailbox_refusals_settled_at_id", "mailbox_refusals", ["settled_at", "id"])
