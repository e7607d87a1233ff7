"""Mailboxes without tags, parks that pause, and an alert about bursts of reservations."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0027"
branch_labels = None
depends_on = None

_BURST = {
    "kind": "reservation_burst",
    "is_on": True,
    "threshold": 30,  # reservations in ten minutes
    "to_admins": True,
    "recipients": [],
    "quiet_days": [],
    "version": 1,
}


def upgrade() -> None:
    op.add_column("parks", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))
    mailbox = sa.Column("mailbox", sa.String(length=254), nullable=False, server_default=sa.text("''"))
    op.add_column("reservations", mailbox)
    _fill_mailboxes()
    op.create_index("ix_reservations_mailbox", "reservations", ["mailbox"])
    kinds = {"is_on": sa.Boolean, "to_admins": sa.Boolean, "recipients": sa.JSON, "quiet_days": sa.JSON}
    rules = sa.table("alert_rules", *(sa.column(name, kinds.get(name)) for name in _BURST))
    op.bulk_insert(rules, [_BURST])


def _fill_mailboxes() -> None:
    reservations = sa.table("reservations", *map(sa.column, ("id", "email_normalized", "mailbox")))
    email = reservations.c.email_normalized
    connection = op.get_bind()
    connection.execute(reservations.update().values(mailbox=email))
    is_special = email.like("%+%") | email.like("%@gmail.com") | email.like("%@googlemail.com")
    for id_, address in connection.execute(sa.select(reservations.c.id, email).where(is_special)).all():
        own = reservations.c.id == id_
        connection.execute(reservations.update().where(own).values(mailbox=_mailbox(address)))


def _mailbox(address: str) -> str:
    local, _, domain = address.rpartition("@")
    untagged = local.partition("+")[0] or local
    if domain in ("gmail.com", "googlemail.com"):
        return f"{untagged.replace('.', '') or untagged}@gmail.com"
    return f"{untagged}@{domain}"


def downgrade() -> None:
    for table in ("alerts", "alert_rules"):
        op.execute(f"DELETE FROM {table} WHERE kind = 'reservation_burst'")  # noqa: S608 - only our own words
    op.drop_index("ix_reservations_mailbox", table_name="reservations")
    op.drop_column("reservations", "mailbox")
    op.drop_column("parks", "paused_at")
