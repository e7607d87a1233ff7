"""Public API of the question on the page after reserving. The key comes in the body: addresses end up in logs."""

from fastapi import APIRouter

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.transactions import TransactionRoute, Writes
from services.household.access import Counted
from services.self_reported_source import question
from services.self_reported_source.inputs import JustReservedKeyIn, ToldIn
from services.self_reported_source.schemas import ToldQuestionOut

router = APIRouter(
    prefix="/api/household/just-reserved/told", tags=["household"], dependencies=[Counted], route_class=TransactionRoute
)


def _out(found: question.Question) -> ToldQuestionOut:
    return ToldQuestionOut.model_validate(found)


@router.post("")
def ask_told_origin(body: JustReservedKeyIn, db: DatabaseOf, clock: ClockOf) -> ToldQuestionOut:
    """The question for the reservation made with this key within the last two hours, and its answer so far."""
    key, now = body.idempotency_key, clock()
    with db.read() as session:
        found = question.look(session, key, now)
    return _out(found or db.write(lambda session: question.ask(session, key, now)))


@router.post("/answer")
def tell_origin(body: ToldIn, session: Writes, clock: ClockOf) -> ToldQuestionOut:
    """Store an answer, replacing an earlier one."""
    key, now = body.idempotency_key, clock()
    return _out(question.answer(session, key, body.answer, body.text, now))


@router.post("/withdraw")
def withdraw_told_origin(body: JustReservedKeyIn, session: Writes, clock: ClockOf) -> ToldQuestionOut:
    """Withdraw the answer."""
    key, now = body.idempotency_key, clock()
    return _out(question.withdraw(session, key, now))
