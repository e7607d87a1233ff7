"""Withdrawals and notices: to be decided, and to be refunded."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from sqlalchemy import ColumnElement, Row, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.core.german import numeric_day
from services.declarations.desk import steps
from services.declarations.inputs import StepIn
from services.declarations.models import Declaration, DeclarationCase
from services.declarations.states import UNDECIDED, CaseState, DeclarationKind
from services.declarations.wording import NOUN
from services.tasks.source import Description, Ending, Source, Subject, WorkKind
from services.tasks.sources.household import Said, rows_of, within
from services.tasks.sources.money import TOLD_BEFORE, refund_term

_UNDECIDED = [state.value for state in UNDECIDED]


def _undecided(session: Session, _now: datetime) -> Sequence[Subject]:
    rows = _cases(session, DeclarationCase.state.in_(_UNDECIDED))
    return [_subject(id_, received, due, is_decision=True) for id_, received, due in rows]


def _to_refund(session: Session, _now: datetime) -> Sequence[Subject]:
    is_due = (DeclarationCase.state == CaseState.ACCEPTED.value) & DeclarationCase.refund_due_on.is_not(None)
    return [_subject(id_, received, due, is_decision=False) for id_, received, due in _cases(session, is_due)]


def _cases(session: Session, condition: ColumnElement[bool]) -> Sequence[Row[int, datetime, date | None]]:
    query = select(Declaration.id, Declaration.received_at, DeclarationCase.refund_due_on)
    return fetch(session, query.join(DeclarationCase).where(condition))


def _subject(id_: int, received: datetime, due: date | None, *, is_decision: bool) -> Subject:
    """A decision is due on the working day after the arrival, the money by its term."""
    began = berlin_day(received)
    term = refund_term(began, due) if due else None
    days = [*([within(began, 1)] if is_decision or term is None else []), *([term.work_day] if term else [])]
    return Subject(str(id_), min(days), "", term)


def _described(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    query = select(Declaration, DeclarationCase).join(DeclarationCase)
    rows = session.execute(query.where(Declaration.id.in_(map(int, ids)))).all()
    matched = {case.reservation_id for _, case in rows if case.reservation_id}
    reservations = {row.id: row for row in rows_of(session, [str(id_) for id_ in matched])}
    return {str(one.id): _description(one, case, reservations.get(case.reservation_id or 0)) for one, case in rows}


def _description(declaration: Declaration, case: DeclarationCase, row: Said | None) -> Description:
    noun = NOUN[DeclarationKind(declaration.kind)]
    facts = [("Erklärung", f"{noun} {declaration.reference}"), ("Eingang", declaration.received_berlin)]
    if row is not None:
        facts.append(("Reservierung", row.reference))
    return Description(
        title=declaration.name,
        detail=f"{noun} vom {numeric_day(berlin_day(declaration.received_at))}",
        path=f"/declarations/{declaration.id}/show",
        reservation_id=row.id if row else None,
        park_id=row.park_id if row else None,
        spot_number=row.spot_number if row else None,
        state=row.state if row else None,
        facts=tuple(facts),
    )


def _refunded(session: Session, id_: str, actor: str, now: datetime) -> int | None:
    version = session.get_one(DeclarationCase, int(id_), with_for_update=True).version
    steps.refund(session, int(id_), StepIn(version=version), actor, now)
    return None


DECLARATION = Source(
    WorkKind("declaration", "Widerruf oder Kündigung", "Erklärung prüfen", Ending.PAGE, 2), _undecided, _described
)
REFUND = Source(
    WorkKind(
        "refund", "Erstattung nach Widerruf", "Erstatten", Ending.STEP, TOLD_BEFORE, "Erstattung vermerken",
        "Damit vermerken Sie, dass das Geld an den Haushalt zurückgezahlt ist. Das lässt sich nicht zurücknehmen.",
    ),
    _to_refund,
    _described,
    _refunded,
)  # fmt: skip
