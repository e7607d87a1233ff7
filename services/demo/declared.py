"""Withdrawals and notices of the last weeks, in every state that staff meet."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from services.core.contact_details import read_email
from services.declarations.desk import steps
from services.declarations.form.reading import new_once
from services.declarations.inputs import AcceptIn, MatchIn, RefundIn, RejectIn
from services.declarations.models import Declaration, DeclarationCase
from services.declarations.states import DeclarationKind, NoticeKind
from services.declarations.submit import submit
from services.declarations.wording import Declared
from services.demo.scene import Scene
from services.mail.acknowledgements import Acknowledgements
from services.offer import SETUP_FEE_CENTS
from services.reservations.models import Reservation
from services.reservations.states import ReservationState

_NOTHING_FITS: Final = (
    "Wir haben in unseren Unterlagen keinen Vertrag gefunden, auf den Ihre Angaben passen. "
    "Bitte nennen Sie uns Ihre Referenz; sie beginnt mit VG."
)


@dataclass(frozen=True, slots=True)
class Case:
    """A declaration, its age in days at the end of the simulation, and how far staff have handled it."""

    days_before: int
    kind: DeclarationKind
    steps: tuple[str, ...] = ()
    is_known: bool = True
    """Whether it names a contract of ours."""


CASES: Final = (
    Case(19, DeclarationKind.WITHDRAWAL, ("match", "accept", "refund")),
    Case(11, DeclarationKind.WITHDRAWAL, ("match", "accept")),
    Case(8, DeclarationKind.NOTICE, ("match", "accept")),
    Case(6, DeclarationKind.WITHDRAWAL, ("match", "reject"), is_known=False),
    Case(3, DeclarationKind.WITHDRAWAL, ("match",)),
    Case(2, DeclarationKind.NOTICE),
    Case(1, DeclarationKind.WITHDRAWAL),
)


def declare(scene: Scene, case: Case) -> None:
    """Fill in the form and press; staff take their steps a few minutes later. Nothing if nobody has a contract yet."""
    state = ReservationState.CONTRACTED if case.kind is DeclarationKind.WITHDRAWAL else ReservationState.ACTIVE
    with scene.db.read() as session:
        query = select(Reservation).where(Reservation.state == state.value, Reservation.id.not_in(scene.declared_about))
        found = session.scalars(query.order_by(Reservation.id.desc()).limit(1)).one_or_none()
    if found is None:
        return
    scene.declared_about.add(found.id)
    contract = found.reference if case.is_known else "Mein Solarvertrag vom Stadtfest, Nummer 12 345"
    notice = NoticeKind.ORDINARY if case.kind is DeclarationKind.NOTICE else None
    email = read_email(found.email, allow_test_domains=True)
    declared = Declared(case.kind, f"{found.first_name} {found.last_name}", contract, email, notice_kind=notice)
    receipts = Acknowledgements(scene.settings, "declaration")
    receipt = scene.write(lambda session, now: submit(session, declared, new_once(), receipts, now))
    for name in case.steps:
        _take(scene, receipt.reference, name, found.reference if case.is_known else None)


def _take(scene: Scene, reference: str, name: str, reservation: str | None) -> None:
    actor = scene.clerk()
    with scene.db.read() as session:
        row = session.scalars(select(Declaration).where(Declaration.reference == reference)).one()
        version = session.get_one(DeclarationCase, row.id).version
    if name == "match":
        matched = MatchIn(version=version, reference=reservation)
        scene.write(lambda session, now: steps.match(session, row.id, matched, actor, now))
    elif name == "accept":
        ends_on = scene.today().isoformat() if row.kind == DeclarationKind.NOTICE else None
        accepted = AcceptIn.model_validate({"version": version, "ends_on": ends_on})
        scene.write(lambda session, now: steps.accept(session, row.id, accepted, actor, now))
    elif name == "reject":
        rejected = RejectIn(version=version, words=_NOTHING_FITS)
        scene.write(lambda session, now: steps.reject(session, row.id, rejected, actor, now))
    else:
        given = {"cents": SETUP_FEE_CENTS, "day": scene.today().isoformat(), "reference": reference}
        refunded = RefundIn.model_validate({"version": version, **given})
        scene.write(lambda session, now: steps.refund(session, row.id, refunded, actor, now))
