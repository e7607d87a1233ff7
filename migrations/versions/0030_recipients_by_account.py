"""Recipients of reports and alerts follow accounts; addresses outside say who entered and who confirmed them."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0033"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_ACCOUNTS = sa.table(
    "staff_accounts",
    *(sa.column(name) for name in ("id", "email", "email_normalized", "role", "state")),
)
_SCHEDULES = sa.table(
    "report_schedules",
    sa.column("id"),
    sa.column("owner_id"),
    sa.column("created_at", _MOMENT),
    sa.column("recipients", sa.JSON),
)
_RECIPIENTS = sa.table(
    "report_recipients",
    *(sa.column(name) for name in ("schedule_id", "place", "account_id", "address", "entered_by", "confirmed_by")),
    *(sa.column(name, _MOMENT) for name in ("entered_at", "confirmed_at")),
)
_RULES = sa.table(
    "alert_rules",
    *(sa.column(name) for name in ("kind", "is_on", "to_admins", "version")),
    *(sa.column(name, sa.JSON) for name in ("recipients", "quiet_days")),
)


def upgrade() -> None:
    op.create_table(
        "report_recipients",
        sa.Column("id", _ID, nullable=False),
        sa.Column("schedule_id", _ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("account_id", _ID, nullable=True),
        sa.Column("address", sa.String(length=320), nullable=True),
        sa.Column("entered_by", sa.String(length=80), nullable=False),
        sa.Column("entered_at", _MOMENT, nullable=False),
        sa.Column("confirmed_by", sa.String(length=80), nullable=True),
        sa.Column("confirmed_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_report_recipients"),
        sa.ForeignKeyConstraint(["schedule_id"], ["report_schedules.id"], name="fk_report_recipients_schedule_id"),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="fk_report_recipients_account_id"),
        sa.CheckConstraint("(account_id IS NULL) <> (address IS NULL)", name=op.f("ck_report_recipients_one_of_both")),
    )
    for other in ("account", "address"):
        columns = ["schedule_id", "account_id" if other == "account" else other]
        op.create_index(f"uq_report_recipients_{other}", "report_recipients", columns, unique=True)
    op.add_column("report_deliveries", sa.Column("account_id", _ID, nullable=True))
    op.add_column("report_deliveries", sa.Column("left_out", sa.String(length=120), nullable=True))
    _convert_schedules()
    # Taken away at once: older code would go on sending to whoever stood there.
    op.drop_column("report_schedules", "recipients")
    _convert_rules()
    rule = {"is_on": True, "to_admins": True, "recipients": [], "quiet_days": [], "version": 1}
    op.bulk_insert(_RULES, [{"kind": "report_recipient", **rule}])


def downgrade() -> None:
    op.execute("DELETE FROM alerts WHERE kind = 'report_recipient'")
    op.execute("DELETE FROM alert_rules WHERE kind = 'report_recipient'")
    op.add_column(
        "report_schedules", sa.Column("recipients", sa.JSON(), server_default=sa.text("'[]'"), nullable=False)
    )
    _restore_addresses()
    op.drop_column("report_deliveries", "left_out")
    op.drop_column("report_deliveries", "account_id")
    op.drop_table("report_recipients")


def _convert_schedules() -> None:
    """An address of an account becomes that account. What an admin's schedule has besides counts as entered by its
    owner when it was made; the rest waits until an admin confirms it.
    """
    bind = op.get_bind()
    accounts = bind.execute(sa.select(_ACCOUNTS)).all()
    by_address = {account.email_normalized: account.id for account in accounts}
    admins = {account.id for account in accounts if (account.role, account.state) == ("admin", "active")}
    rows = []
    for schedule in bind.execute(sa.select(_SCHEDULES)).all():
        owner, made = f"staff:{schedule.owner_id}", schedule.created_at
        for place, (account, address) in enumerate(_distinct(schedule.recipients, by_address)):
            is_confirmed = account is None and schedule.owner_id in admins
            rows.append(
                {
                    "schedule_id": schedule.id,
                    "place": place,
                    "account_id": account,
                    "address": address,
                    "entered_by": owner,
                    "entered_at": made,
                    "confirmed_by": owner if is_confirmed else None,
                    "confirmed_at": made if is_confirmed else None,
                }
            )
    op.bulk_insert(_RECIPIENTS, rows)


def _distinct(addresses: list[str], by_address: dict[str, int]) -> Iterator[tuple[int | None, str | None]]:
    seen = set()
    for address in addresses:
        account = by_address.get(address.lower())
        if (key := account or address.lower()) not in seen:
            seen.add(key)
            yield (account, None) if account is not None else (None, address)


def _convert_rules() -> None:
    bind = op.get_bind()
    by_address = {account.email_normalized: account.id for account in bind.execute(sa.select(_ACCOUNTS))}
    for rule in bind.execute(sa.select(_RULES)).all():
        if rule.recipients:
            pairs = _distinct(rule.recipients, by_address)
            _set(_RULES, _RULES.c.kind == rule.kind, [account or address for account, address in pairs])


def _restore_addresses() -> None:
    bind = op.get_bind()
    addresses = {account.id: account.email for account in bind.execute(sa.select(_ACCOUNTS))}
    found: dict[int, list[str]] = {}
    for row in bind.execute(sa.select(_RECIPIENTS).order_by(_RECIPIENTS.c.schedule_id, _RECIPIENTS.c.place)):
        found.setdefault(row.schedule_id, []).append(row.address or addresses[row.account_id])
    for schedule_id, listed in found.items():
        _set(_SCHEDULES, _SCHEDULES.c.id == schedule_id, listed)
    for rule in bind.execute(sa.select(_RULES)).all():
        if any(isinstance(one, int) for one in rule.recipients):
            listed = [addresses[one] if isinstance(one, int) else one for one in rule.recipients]
            _set(_RULES, _RULES.c.kind == rule.kind, listed)


def _set(table: Any, condition: Any, recipients: list[Any]) -> None:
    op.execute(table.update().where(condition).values(recipients=recipients))
