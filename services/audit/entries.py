"""Queries for the audit log list: each operation with all its entries is one row.

An operation writes one entry for itself, `operation.cancel`, and one per reservation, whose details reference the
operation. The first is the row; the others are its parts, shown when it is expanded. A filter matches a row by any of
its entries.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import ConfigDict, Field
from sqlalchemy import ColumnElement, Select, and_, func, literal, or_, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session, aliased
from sqlalchemy.sql.visitors import InternalTraversal
from sqlalchemy.types import String

from services.audit.actions import AreaName, actions_in, as_part, written_as
from services.core.clock import end_of_berlin_day, start_of_berlin_day
from services.core.inputs import Day, Parameters
from services.staff.models import AuditEntry

_WHOLE, _PART = "operation.", "reservation."

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,80}$")]


class AuditFilters(Parameters):
    """Each narrows the log further. Values are exact; days are Berlin's, both included."""

    model_config = ConfigDict(populate_by_name=True)

    area: AreaName | None = None
    action: Name | None = None
    actor: Name | None = None
    subject: Name | None = None
    from_: Day | None = Field(None, alias="from")
    to: Day | None = None


class _OperationOf(ColumnElement[str]):
    """The operation id in details, as SQL in each dialect's syntax, matching the index expression."""

    inherit_cache = True
    _traverse_internals = [("details", InternalTraversal.dp_clauseelement)]  # noqa: RUF012

    def __init__(self, details: Any) -> None:
        self.details = details.__clause_element__()
        self.type = String()


@compiles(_OperationOf)
def _in_postgresql(element: _OperationOf, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.details, **options)} ->> 'operation')"


@compiles(_OperationOf, "sqlite")
def _in_sqlite(element: _OperationOf, compiler: Any, **options: Any) -> str:
    return f"json_extract({compiler.process(element.details, **options)}, '$.operation')"


def rows(filters: AuditFilters) -> Select[AuditEntry]:
    """Rows of the list: entries that are not part of an operation."""
    query = select(AuditEntry).where(_OperationOf(AuditEntry.details).is_(None), *_shared(filters))
    if filters.subject is None:
        return query
    # Operations with a part about this subject
    part, whole = aliased(AuditEntry), aliased(AuditEntry)
    belongs = and_(
        whole.subject == literal("operation:").concat(_OperationOf(part.details)),
        whole.at == part.at,
        whole.action == literal(_WHOLE).concat(func.substr(part.action, len(_PART) + 1)),
    )
    wholes_about = select(whole.id).join(part, belongs).where(part.subject == filters.subject)
    return query.where(or_(AuditEntry.subject == filters.subject, AuditEntry.id.in_(wholes_about)))


def entries(filters: AuditFilters) -> Select[AuditEntry]:
    """All entries matching the filters, including parts of operations: for files."""
    query = select(AuditEntry).where(*_shared(filters))
    return query if filters.subject is None else query.where(AuditEntry.subject == filters.subject)


def parts(whole: AuditEntry) -> Select[AuditEntry]:
    """Entries of one operation's reservations, written together with it at the same timestamp."""
    return select(AuditEntry).where(
        AuditEntry.at == whole.at,
        AuditEntry.id > whole.id,
        AuditEntry.action == as_part(whole.action),
        literal("operation:").concat(_OperationOf(AuditEntry.details)) == whole.subject,
    )


def reservations_of(whole: AuditEntry) -> Sequence[int]:
    """Ids of an operation's reservations; empty for any other entry."""
    if not whole.action.startswith(_WHOLE):
        return []
    details: Mapping[str, Any] = whole.details
    return details["ids"] if "ids" in details else [details["kept"], *details["dropped"]]


def whole_of(session: Session, entry_id: int) -> AuditEntry | None:
    """The entry of the operation itself."""
    entry = session.get(AuditEntry, entry_id)
    return entry if entry is not None and entry.action.startswith(_WHOLE) else None


def _shared(filters: AuditFilters) -> list[ColumnElement[bool]]:
    """Conditions that apply to an operation's entry and its parts alike."""
    conditions: list[ColumnElement[bool]] = []
    if filters.area is not None:
        conditions.append(AuditEntry.action.in_(actions_in(filters.area)))
    if filters.action is not None:
        conditions.append(AuditEntry.action.in_(written_as([filters.action])))
    if filters.actor is not None:
        conditions.append(AuditEntry.actor == filters.actor)
    if filters.from_ is not None:
        conditions.append(AuditEntry.at >= start_of_berlin_day(filters.from_))
    if filters.to is not None:
        conditions.append(AuditEntry.at < end_of_berlin_day(filters.to))
    return conditions
