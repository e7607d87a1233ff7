"""Messages of the contact form."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "contact_messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("suspected_spam", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_normalized", sa.String(length=254), nullable=False),
        sa.Column("phone", sa.String(length=40), nullable=True),
        sa.Column("phone_e164", sa.String(length=20), nullable=True),
        sa.Column("topic", sa.String(length=20), nullable=False),
        sa.Column("reservation_reference", sa.String(length=12), nullable=True),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("project", sa.String(length=40), nullable=True),
        sa.Column("amount_cents", sa.Integer(), nullable=True),
        sa.Column("payment_method", sa.String(length=10), nullable=True),
        sa.CheckConstraint("status IN ('new', 'answered', 'closed')", name=op.f("ck_contact_messages_status")),
        sa.CheckConstraint(
            "topic IN ('frage', 'reservierung', 'stornierung', 'anteil', 'rueckruf', 'sonstiges')",
            name=op.f("ck_contact_messages_topic"),
        ),
        sa.CheckConstraint(
            "payment_method IS NULL OR payment_method IN ('sepa', 'card', 'bank')",
            name=op.f("ck_contact_messages_payment_method"),
        ),
        sa.PrimaryKeyConstraint("id", name="pk_contact_messages"),
        sa.UniqueConstraint("reference", name="uq_contact_messages_reference"),
    )
    op.create_index("ix_contact_messages_created_at", "contact_messages", ["created_at"], unique=False)
    op.create_index("ix_contact_messages_email_normalized", "contact_messages", ["email_normalized"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_contact_messages_email_normalized", table_name="contact_messages")
    op.drop_index("ix_contact_messages_created_at", table_name="contact_messages")
    op.drop_table("contact_messages")
