"""Staff API for aliases. The reports show what an alias would change."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.aliases import aliases
from services.campaigns.aliases.schemas import AliasesOut, AliasesQuery, AliasIn, AliasOut
from services.campaigns.models import Alias
from services.core.http.paging import page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names

router = StaffRouter(tag="aliases")
_SORTS = {"created_at": Alias.created_at, "field": Alias.field, "raw": Alias.raw, "canonical": Alias.canonical}


def _out(session: Session, rows: list[Alias]) -> list[AliasOut]:
    return [AliasOut.model_validate(row) for row in with_actor_names(session, rows, "created_by")]


@router.get("/aliases")
def list_aliases(wanted: Annotated[AliasesQuery, Query()], session: Reads, _staff: MarketerOf) -> AliasesOut:
    """Aliases, including revoked ones."""
    query = select(Alias)
    if wanted.field is not None:
        query = query.where(Alias.field == wanted.field)
    if word := wanted.q.strip().lower():
        found = Alias.raw.contains(word, autoescape=True) | Alias.canonical.contains(word, autoescape=True)
        query = query.where(found)
    rows, has_next = page_of(session, query, wanted, (_SORTS[wanted.sort], Alias.id))
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    return AliasesOut(data=_out(session, list(rows)), has_next=has_next, total=total)


@router.post("/aliases", status_code=201)
def add_alias(body: AliasIn, session: Writes, call: CallOf, staff: MarketerOf) -> AliasOut:
    """Map a spelling to a value, for past and future visits."""
    return _out(session, [aliases.add(session, body, staff.actor, call.now)])[0]


@router.post("/aliases/{alias_id:int}/undo")
def undo_alias(alias_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> AliasOut:
    """Undo a mapping, also for past visits."""
    return _out(session, [aliases.undo(session, alias_id, staff.actor, call.now)])[0]
