"""Everything stored about one household (Art. 15, 20 DSGVO), table by table, as the registry describes it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.personal_data import Description
from services.data_protection.person import Person, person_of, rows_of, with_others
from services.data_protection.registry import OF_HOUSEHOLDS
from services.data_protection.retention.rules import period_of
from services.household.friends import friends_of
from services.mail.catalogue import subject_of
from services.mail.models import Mail
from services.referral_codes.models import ReferralCode
from services.reservations.desk.show import find
from services.settings import Settings

SUBJECT: Final = "subject"
FRIENDS: Final = "households"
_COMPUTED: Final = {
    Mail.__tablename__: (SUBJECT, "Betreff"),
    ReferralCode.__tablename__: (FRIENDS, "Haushalte, die darüber kamen"),
}
"""Values of a row that are not columns, by table."""
RIGHTS: Final = (
    "Sie können verlangen, dass wir Ihre Daten berichtigen, löschen oder ihre Verarbeitung einschränken, und der "
    "Verarbeitung widersprechen. Beschweren können Sie sich bei jeder Aufsichtsbehörde für den Datenschutz."
)


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """One table with the household's rows. `columns`: name → what it holds, in German."""

    name: str
    label: str
    purpose: str
    legal_basis: str
    kept: str
    columns: dict[str, str]
    rows: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class HouseholdExport:
    """The whole export. Values are as JSON holds them: moments in UTC, amounts in cents."""

    created_at: str
    controller: str
    reservation: str
    tables: list[ExportedTable]
    rights: str = RIGHTS


def export_household(session: Session, settings: Settings, reservation_id: int, now: datetime) -> HouseholdExport:
    """Everything that leads to the household of this reservation; further reservations of the same mailbox if their
    address is confirmed too (`person.py`). UnknownReservation.
    """
    reservation = find(session, reservation_id)
    person = with_others(session, person_of(session, reservation))
    tables = [_table(session, described, person) for described in OF_HOUSEHOLDS]
    return HouseholdExport(
        created_at=now.isoformat(timespec="seconds"),
        controller=f"{settings.company_name}, {settings.company_street}, {settings.company_postcode_city}",
        reservation=reservation.reference,
        tables=[table for table in tables if table.rows],
    )


def _table(session: Session, described: Description, person: Person) -> ExportedTable:
    columns = {name: column.what for name, column in described.personal.items() if column.is_exported}
    query = select(described.table).where(rows_of(described, person)).order_by(*described.table.primary_key)
    found = session.execute(query).mappings().all() if columns else []
    rows = [{name: _as_json(row[name]) for name in columns} for row in found]
    if computed := _COMPUTED.get(described.name):
        name, what = computed
        columns = {**columns, name: what}
        for row, told in zip(found, rows, strict=True):
            told[name] = _computed(session, described.name, row)
    return ExportedTable(
        described.name, described.label, described.purpose, described.basis, period_of(described), columns, rows
    )


def _computed(session: Session, table: str, row: Any) -> Any:
    if table == Mail.__tablename__:
        return subject_of(row["kind"], row["values"])
    return friends_of(session, row["reservation_id"])


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
