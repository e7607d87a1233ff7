"""Deletes and changes the rows of a person as their description says."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import JSON, Column, Integer, delete, func, select, update
from sqlalchemy.orm import Session

from services.contracts.models import Contract
from services.core.contact_details import name_key
from services.core.models import IdempotencyKey
from services.core.personal_data import Description, Effect, Hold, Subject
from services.core.references import new_reference
from services.data_protection.person import Person, rows_of
from services.data_protection.registry import OF_HOUSEHOLDS, REGISTRY
from services.models import metadata
from services.referral_codes.codes import random_code
from services.reservations.changes import UNTOLD
from services.reservations.desk.refunded import REFUND_REFERENCE
from services.reservations.models import Reservation, ReservationChange, StaffOperation

_DOMAIN: Final = "geloescht.invalid"
"""No address below `.invalid` can exist (RFC 2606)."""
Holds = frozenset[Hold]
"""The legal holds in force."""
RELATED: Final = frozenset({"tags", UNTOLD, REFUND_REFERENCE})
"""Members of a change that are no column of the reservation, and about the person."""
IN_HISTORY: Final = (
    frozenset(
        name for name, column in REGISTRY["reservations"].personal.items() if column.effect is not Effect.STATISTIC
    )
    | RELATED
)
"""Members of a change that are about the person."""


def deleted_tables() -> list[Description]:
    """The tables whose rows are deleted, referring ones first."""
    return in_order(one for one in OF_HOUSEHOLDS if one.is_deleted)


def in_order(described: Iterable[Description]) -> list[Description]:
    """Tables in an order in which rows can be deleted: referring ones first."""
    order = [table.name for table in reversed(metadata.sorted_tables)]
    return sorted(described, key=lambda one: order.index(one.name))


def deletable(described: Description, person: Person, holds: Holds) -> Person:
    """Which ids of a person lead to deletable rows of a table: declarations and their mails have separate periods, and
    a contract keeps what its reservation leads to.
    """
    held = {Subject.DECLARATION} | ({Subject.RESERVATION, Subject.CONTRACT} if described.hold in holds else set())
    return person.without(*held)


def delete_rows(session: Session, person: Person, reference: str, holds: Holds) -> dict[str, int]:
    """Delete the rows of a person; returns how many by table."""
    gone = {}
    for described in deleted_tables():
        condition = rows_of(described, deletable(described, person, holds))
        result: Any = session.execute(delete(described.table).where(condition))
        gone[described.name] = result.rowcount
    answers = delete(IdempotencyKey).where(IdempotencyKey.body["reference"].as_string() == reference)
    answered: Any = session.execute(answers.execution_options(synchronize_session=False))
    gone[IdempotencyKey.__tablename__] = answered.rowcount
    return {table: rows for table, rows in gone.items() if rows}


def changed_columns(described: Description, holds: Holds) -> list[str]:
    """The columns of rows that stay which an erasure empties or replaces."""
    effects = (Effect.EMPTY, Effect.PSEUDONYM)
    return [
        name for name, column in described.personal.items() if column.effect in effects and column.hold not in holds
    ]


def change_reservation(session: Session, reservation: Reservation, holds: Holds) -> None:
    """Empty or pseudonymise the reservation's own columns."""
    described = REGISTRY["reservations"]
    for name in changed_columns(described, holds):
        effect = described.personal[name].effect
        column = described.table.c[name]
        value = pseudonym("reservations", name, reservation.id) if effect is Effect.PSEUDONYM else empty(column)
        setattr(reservation, name, value)
    session.flush()


def change_contracts(session: Session, reservation_id: int, holds: Holds) -> int:
    """The same of its contracts; returns how many there are."""
    described = REGISTRY["contracts"]
    contracts = session.scalars(select(Contract).where(Contract.reservation_id == reservation_id)).all()
    for contract in contracts:
        for name in changed_columns(described, holds):
            is_replaced = described.personal[name].effect is Effect.PSEUDONYM
            column = described.table.c[name]
            setattr(contract, name, pseudonym("contracts", name, contract.id) if is_replaced else empty(column))
    session.flush()
    return len(contracts)


def change_history(session: Session, reservation_id: int) -> int:
    """Redact the person in the history; returns the number of changed rows."""
    query = select(ReservationChange).where(ReservationChange.reservation_id == reservation_id)
    changed, operations = 0, set()
    for row in session.scalars(query):
        operations.add(row.operation_id)
        before, after = _reduced(row.before), _reduced(row.after)
        if (before, after, "") != (row.before, row.after, row.reason):
            row.before, row.after, row.reason = before, after, ""
            changed += 1
    session.flush()
    # Remove the reasons of operations on this household alone. Reasons for several stay, with its names redacted.
    ids = operations - {None}
    made = ReservationChange.operation_id.in_(ids)
    of_one = select(ReservationChange.operation_id).where(made).group_by(ReservationChange.operation_id)
    alone = session.scalars(of_one.having(func.count(ReservationChange.reservation_id.distinct()) == 1)).all()
    session.execute(update(StaffOperation).where(StaffOperation.id.in_(alone)).values(reason=""))
    return changed


def change_code(session: Session, reservation_id: int, values: Mapping[str, Any]) -> int:
    """Replace the household's referral code; its past uses stay counted."""
    described = REGISTRY["referral_codes"]
    table = described.table
    columns = {name: pseudonym(table.name, name, reservation_id) for name in changed_columns(described, frozenset())}
    result: Any = session.execute(
        update(table).where(table.c.reservation_id == reservation_id).values({**columns, **values})
    )
    return int(result.rowcount)


def count_rows(session: Session, described: Description, person: Person) -> int:
    """How many rows of a table lead to a person."""
    query = select(func.count()).select_from(described.table).where(rows_of(described, person))
    return session.scalar(query) or 0


def _reduced(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in IN_HISTORY}


def added(*counts: Mapping[str, int]) -> dict[str, int]:
    """The sums of several counts by table."""
    return {table: sum(count.get(table, 0) for count in counts) for table in sorted(set().union(*counts))}


def pseudonym(table: str, column: str, id_: int) -> str:
    """The replacement of a column's value, not derived from the person."""
    address = f"haushalt-{id_}@{_DOMAIN}"
    return {
        ("reservations", "reference"): new_reference,
        ("contracts", "number"): lambda: f"V-{id_}",
        ("reservations", "first_name"): lambda: "Gelöschter",
        ("reservations", "last_name"): lambda: "Haushalt",
        ("reservations", "name_key"): lambda: name_key("Haushalt", "Gelöschter"),
        ("reservations", "email"): lambda: address,
        ("reservations", "email_normalized"): lambda: address,
        ("reservations", "mailbox"): lambda: address,
        ("referral_codes", "code"): random_code,
    }[table, column]()


def empty(column: Column[Any]) -> Any:
    """Nothing, as the column can hold it."""
    if column.nullable:
        return None
    if isinstance(column.type, JSON):
        return {}
    return 0 if isinstance(column.type, Integer) else ""
