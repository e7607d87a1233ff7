"""A declaration as the console shows it: verbatim, with proposals, the steps that are possible, and its history."""

import hashlib
from collections.abc import Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.german import long_day
from services.core.http.answers import Extended
from services.declarations.deadlines import withdrawal_ends
from services.declarations.desk.lists import Entry
from services.declarations.desk.matching import Because, concluded_at, proposals
from services.declarations.desk.schemas import (
    DeclarationOut,
    DeclarationRowOut,
    ProposalOut,
    StepOut,
    StepTakenOut,
)
from services.declarations.desk.steps import ending_of
from services.declarations.errors import UnknownDeclaration
from services.declarations.models import Declaration, DeclarationCase, DeclarationChange
from services.declarations.states import STEPS, UNDECIDED, CaseState, DeclarationKind
from services.mail.catalogue import KINDS
from services.parks.names import park_labels
from services.reservations.desk.outcomes import consequences, refusal
from services.reservations.desk.refunded import REFUND_REFERENCE
from services.reservations.models import Reservation
from services.reservations.transitions import OPERATIONS
from services.staff.actor_names import actor_names

_SETTLED = (CaseState.REJECTED, CaseState.REFUNDED)
_FINAL = "Das lässt sich nicht rückgängig machen."
_MAIL = "An die Adresse in der Erklärung geht sofort eine Mail: „{}“."


def row_of(entry: Entry, today: date) -> DeclarationRowOut:
    """One line of the list."""
    case = entry.case
    source = Extended(
        entry.declaration,
        state=case.state,
        refund_due_on=case.refund_due_on,
        is_overdue=is_overdue(case, today),
        reservation_reference=entry.reservation_reference,
    )
    return DeclarationRowOut.model_validate(source, from_attributes=True)


def is_overdue(case: DeclarationCase, today: date) -> bool:
    """Whether a refund should have gone by now."""
    return case.refund_due_on is not None and case.refund_due_on < today and case.state not in _SETTLED


def show(session: Session, declaration_id: int, today: date) -> DeclarationOut:
    """Everything about one declaration; UnknownDeclaration."""
    declaration, case = session.get(Declaration, declaration_id), session.get(DeclarationCase, declaration_id)
    if declaration is None or case is None:
        raise UnknownDeclaration
    reservation = session.get(Reservation, case.reservation_id) if case.reservation_id else None
    found = proposals(session, declaration) if case.state in UNDECIDED else []
    has_reservation = case.reservation_id is not None
    steps = [
        StepOut(name=step.name, consequences=[*filter(None, _consequences(step.name, declaration, case, reservation))])
        for step in STEPS.values()
        if step.is_allowed(declaration.kind, case.state, has_reservation=has_reservation)
    ]
    source = Extended(
        declaration,
        **{name: getattr(case, name) for name in _OF_CASE},
        is_intact=hashlib.sha256(declaration.wording.encode()).hexdigest() == declaration.sha256,
        is_overdue=is_overdue(case, today),
        reservation=_proposal(session, declaration, reservation, []) if reservation else None,
        proposals=[_proposal(session, declaration, one.reservation, one.because) for one in found],
        steps=steps,
        history=_history(session, declaration_id),
    )
    return DeclarationOut.model_validate(source)


_OF_CASE = (
    *("state", "version", "is_mailed", "refund_due_on", "decided_at", "words", "ends_on"),
    "refunded_at",
)


def _proposal(
    session: Session, declaration: Declaration, reservation: Reservation, because: Sequence[Because]
) -> ProposalOut:
    concluded = concluded_at(session, reservation)
    is_withdrawal = declaration.kind == DeclarationKind.WITHDRAWAL
    until = withdrawal_ends(concluded) if concluded and is_withdrawal else None
    return ProposalOut(
        reservation_id=reservation.id,
        reference=reservation.reference,
        name=f"{reservation.first_name} {reservation.last_name}",
        park_name=park_labels(session)[reservation.park_id].name,
        spot_number=reservation.spot_number,
        state=reservation.state,
        because=list(because),
        concluded_on=berlin_day(concluded) if concluded else None,
        withdrawal_until=until,
        is_in_time=berlin_day(declaration.received_at) <= until if until else None,
    )


_OF_REFUND = ("refunded_cents", "refunded_on", REFUND_REFERENCE)


def _history(session: Session, declaration_id: int) -> list[StepTakenOut]:
    """The latest first."""
    taken = select(DeclarationChange).where(DeclarationChange.declaration_id == declaration_id)
    changes = session.scalars(taken.order_by(DeclarationChange.id.desc())).all()
    names = actor_names(session, {change.actor for change in changes})
    ids = {change.after.get("reservation_id") for change in changes} - {None}
    rows = session.execute(select(Reservation.id, Reservation.reference).where(Reservation.id.in_(ids)))
    references = {row.id: row.reference for row in rows}
    return [
        StepTakenOut(
            at=change.at,
            action=change.action,
            by_name=names.get(change.actor),
            reservation_reference=references.get(change.after.get("reservation_id")),
            **{name: change.after.get(name) for name in _OF_REFUND},
        )
        for change in changes
    ]


def _consequences(
    step: str, declaration: Declaration, case: DeclarationCase, reservation: Reservation | None
) -> list[str]:
    """What happens, in the order people ask: reservation, mail, money, undo."""
    is_notice = declaration.kind == DeclarationKind.NOTICE
    match step:
        case "match":
            return ["Der Haushalt erfährt davon nichts. Sie können die Zuordnung bis zur Entscheidung ändern."]
        case "accept":
            return _if_notice_is_accepted() if is_notice else _if_withdrawal_is_accepted(declaration, case, reservation)
        case "reject":
            subject = "Zu Ihrer Kündigung" if is_notice else "Zu Ihrem Widerruf"
            return [
                "An der Reservierung ändert sich nichts.",
                f"{_MAIL.format(subject)} Darin stehen Ihre Worte.",
                _FINAL,
            ]
        case _:
            return ["Die Erstattung gilt als gezahlt. Gebucht wird hier nichts.", _FINAL]


def _if_notice_is_accepted() -> list[str]:
    return [
        "Als Ende gilt der Tag, den Sie angeben.",
        "An der Reservierung ändert sich jetzt nichts; beenden Sie sie an diesem Tag.",
        _MAIL.format(KINDS["notice_accepted"].subject),
        _FINAL,
    ]


def _if_withdrawal_is_accepted(
    declaration: Declaration, case: DeclarationCase, reservation: Reservation | None
) -> list[str]:
    operation = ending_of(declaration, reservation)
    mail = _MAIL.format(KINDS["withdrawal_accepted"].subject)
    due = f"Eine Erstattung ist bis {long_day(case.refund_due_on)} fällig." if case.refund_due_on else ""
    if reservation is None:
        return ["Die Reservierung gibt es nicht mehr.", mail, due, _FINAL]
    if operation is None:
        standing = refusal(OPERATIONS["withdraw"], reservation)
        return [standing.detail if standing else "", mail, due, _FINAL]
    *effects, undo = consequences(operation, [reservation])
    return [*effects, mail, due, undo]
