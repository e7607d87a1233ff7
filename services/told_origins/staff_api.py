"""Staff API of the texts that households typed: what they count as."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.core.http.openapi import problems
from services.core.http.paging import ListQuery, page_of
from services.core.inputs import RowId
from services.core.personal_text import REDACTED, redacted
from services.reservations.naming_values import names_by_id
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names
from services.told_origins import texts
from services.told_origins.answers import DECOY, LABELS, MAPPABLE
from services.told_origins.inputs import ToldMappingIn
from services.told_origins.models import ToldOrigin, ToldText
from services.told_origins.question import is_decoy_usable
from services.told_origins.schemas import (
    DecoyOut,
    ToldAnswerOut,
    ToldMappingOut,
    ToldMappingsOut,
    ToldTextsOut,
    WaitingTextOut,
)

router = StaffRouter(tag="told origins")


@router.get("/told-texts", operation_id="list_told_texts", responses=problems(401, 403, 503))
def list_told_texts(call: CallOf, _staff: MarketerOf) -> ToldTextsOut:
    """Texts that count as no answer yet, without their households."""
    with call.db.read() as session:
        found, names = texts.waiting(session), texts.own_names(session)
        decoy = DecoyOut(label=LABELS[DECOY.answer], since=DECOY.since, is_used=is_decoy_usable(session, call.now))
    answers = [*((key, LABELS[key]) for key in MAPPABLE), *((name, name) for name in names)]
    return ToldTextsOut(
        data=[WaitingTextOut.model_validate(one) for one in found[: texts.MOST_SHOWN]],
        total=len(found),
        answers=[ToldAnswerOut(counted_as=key, label=label) for key, label in answers],
        decoy=decoy,
    )


@router.get("/told-texts/mappings", operation_id="list_told_mappings", responses=problems(401, 403, 422, 503))
def list_told_mappings(wanted: Annotated[ListQuery, Query()], call: CallOf, _staff: MarketerOf) -> ToldMappingsOut:
    """Mappings, those taken back among them."""
    query = select(ToldText)
    with call.db.read() as session:
        rows, has_next = page_of(session, query, wanted, (ToldText.created_at, ToldText.id))
        total = session.scalar(select(func.count()).select_from(ToldText)) or 0
        return ToldMappingsOut(data=_out(session, list(rows)), has_next=has_next, total=total)


@router.post(
    "/told-texts/mappings", status_code=201, operation_id="map_told_text", responses=problems(401, 403, 404, 422, 503)
)
def map_told_text(body: ToldMappingIn, call: CallOf, staff: MarketerOf) -> ToldMappingOut:
    """Let a text count as an answer, backwards and onwards."""
    return call.db.write(lambda s: _out(s, [texts.add(s, body.key, body.counted_as, staff.actor, call.now)])[0])


@router.post(
    "/told-texts/mappings/{mapping_id:int}/undo",
    operation_id="undo_told_mapping",
    responses=problems(401, 403, 404, 409, 503),
)
def undo_told_mapping(mapping_id: RowId, call: CallOf, staff: MarketerOf) -> ToldMappingOut:
    """Take a mapping back; its texts wait again."""
    return call.db.write(lambda s: _out(s, [texts.undo(s, mapping_id, staff.actor, call.now)])[0])


def _out(session: Session, rows: list[ToldText]) -> list[ToldMappingOut]:
    households = _households(session, [row.raw for row in rows])
    names = names_by_id(session, {id_ for ids in households.values() for id_ in ids})
    shown = []
    for row in with_actor_names(session, rows, "created_by"):
        ids = households.get(row.raw, [])
        told = redacted(row.raw, frozenset().union(*(names.get(id_, frozenset()) for id_ in ids)))
        text = None if told == REDACTED else told
        more = Extended(row, text=text, label=texts.label_of(row.counted_as), households=len(ids))
        shown.append(ToldMappingOut.model_validate(more))
    return shown


def _households(session: Session, raws: list[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    query = select(ToldOrigin.compared, ToldOrigin.reservation_id).where(ToldOrigin.compared.in_(raws))
    for raw, id_ in session.execute(query):
        found.setdefault(raw, []).append(id_)
    return found
