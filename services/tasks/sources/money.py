"""Money: card checks that failed or are owed back, returned debits, what is owed when a park is not built, withdrawals
and notices.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Row, func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.core.german import counted, numeric_day
from services.core.money import format_eur
from services.core.working_days import add_working_days
from services.declarations.desk import steps
from services.declarations.inputs import RefundIn
from services.declarations.models import Declaration, DeclarationCase
from services.declarations.states import UNDECIDED, CaseState, DeclarationKind
from services.declarations.wording import NOUN
from services.offer import CARD_VERIFICATION_CENTS, OFFER
from services.parks.models import Park
from services.payments.bank.contracts import numbered
from services.payments.bank.models import BankRun, RunKind
from services.payments.bank.returns import reason_of, returned_on
from services.payments.bank.statements import returns_to_decide
from services.payments.bank.waiting import OwedBack, owed_back, to_release, totals_of, unallocated
from services.payments.open_checks import failed_attempts, hanging, owing
from services.payments.schemas import CAUSE
from services.payments.states import Cause
from services.reservations.desk.parks.refunds import Refund, owed_to, refunds_of
from services.reservations.desk.refunded import Refunded
from services.reservations.models import FAILED_CARD, OWED_CARD_CHECK, Reservation, ReservationChange
from services.reservations.states import ReservationState
from services.staff.actor_names import actor_names
from services.tasks.source import Description, Source, Subject, Term
from services.tasks.sources.reservations import Said, by_operation, described, place_of, rows_of

_REFUND_DAYS: Final = timedelta(days=OFFER["timeline"]["refund_days"])
_TOLD_BEFORE: Final = -3
"""Escalate refunds this many working days before the deadline."""


def _failed(session: Session, _now: datetime) -> Sequence[Subject]:
    """Failed deposits, each with the change that failed it: a check that fails again is a new cause."""
    since = func.max(ReservationChange.id), func.max(ReservationChange.at)
    of_change = (ReservationChange.reservation_id == Reservation.id) & (ReservationChange.action == "fail_deposit")
    query = select(Reservation.id, Reservation.updated_at, *since).outerjoin(ReservationChange, of_change)
    rows = fetch(session, query.where(FAILED_CARD).group_by(Reservation.id, Reservation.updated_at))
    attempts = failed_attempts(session, [id_ for id_, *_ in rows])
    return [
        Subject(
            str(id_),
            add_working_days(berlin_day(at or updated), 1),
            f"{change or ''}{f'/{attempts[id_].attempt}' if id_ in attempts else ''}",
        )
        for id_, updated, change, at in rows
    ]


def _about_failed(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    attempts = failed_attempts(session, [int(id_) for id_ in ids])

    def because(row: Said) -> str:
        failed = attempts.get(row.id)
        return f"Kartenprüfung gescheitert. {CAUSE[Cause(failed.cause)]}" if failed else "Kartenprüfung gescheitert"

    return described(session, ids, because, act="call")


CARD_FAILED = Source(
    "card_failed", "Kartenprüfung gescheitert", "Karte klären",
    _failed, _about_failed,
    escalates_after=3, button="Geklärt",
)  # fmt: skip


def _hanging(session: Session, now: datetime) -> Sequence[Subject]:
    """Checks that the provider has not ended long after they should have been: what is held, or a page that is past."""
    found = hanging(session, now)
    return [
        Subject(str(one.reservation_id), berlin_day(one.held_at or one.closes_at), f"{one.attempt}/{one.state}")
        for one in found
    ]


def _about_hanging(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    held = owing(session, [int(id_) for id_ in ids])

    def detail(row: Said) -> str:
        if row.id in held:
            return f"{format_eur(CARD_VERIFICATION_CENTS)} ist auf der Karte noch nicht freigegeben"
        return "Der Zahlungsdienst bringt die Kartenprüfung nicht zu Ende"

    return described(session, ids, detail)


CARD_HANGS = Source(
    "card_hangs", "Kartenprüfung hängt", "Karte klären",
    _hanging, _about_hanging, escalates_after=1, band="waiting",
)  # fmt: skip


def _returned(session: Session, _now: datetime) -> Sequence[Subject]:
    """Households whose debit was returned and is not repeated by itself, each with its latest return."""
    found = returns_to_decide(session)
    payers = numbered(session, {one.contract_id for one in found if one.contract_id})
    days = returned_on(session, [one.id for one in found])
    latest = {payers[one.contract_id].reservation_id: one for one in found if one.contract_id}
    return [
        Subject(str(id_), add_working_days(days[one.id], 1), one.end_to_end_id)
        for id_, one in latest.items()
        if one.id in days
    ]


def _about_returned(session: Session, ids: Mapping[str, Subject]) -> Mapping[str, Description]:
    lines = {one.end_to_end_id: one for one in returns_to_decide(session)}

    def because(row: Said) -> str:
        line = lines.get(ids[str(row.id)].cause)
        if line is None:
            return "Lastschrift zurückgegeben"
        return f"Lastschrift über {format_eur(line.amount_cents)} zurückgegeben. {reason_of(line.reason).words}"

    return described(session, ids, because, act="call")


DEBIT_RETURNED = Source(
    "debit_returned", "Lastschrift zurückgegeben", "Zahlung klären",
    _returned, _about_returned,
    escalates_after=3, button="Geklärt",
)  # fmt: skip


def _unallocated(session: Session, _now: datetime) -> Sequence[Subject]:
    return [Subject(str(one.id), add_working_days(one.booked_on, 1), str(one.turn)) for one in unallocated(session)]


def _about_unallocated(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return {
        str(one.id): Description(
            f"{format_eur(abs(one.amount_cents))} {'eingegangen' if one.amount_cents > 0 else 'abgegangen'}",
            f"Gebucht am {numeric_day(one.booked_on)}, noch keinem Vertrag zugeordnet",
            "/payments#unallocated",
        )
        for one in unallocated(session)
        if str(one.id) in ids
    }


UNALLOCATED = Source(
    "unallocated_payment", "Zahlung ohne Vertrag", "Zahlung zuordnen",
    _unallocated, _about_unallocated, escalates_after=3,
)  # fmt: skip


def _drafts(session: Session, _now: datetime) -> Sequence[Subject]:
    return [Subject(str(one.id), add_working_days(berlin_day(one.drafted_at), 1)) for one in to_release(session)]


_FILE: Final = {RunKind.DEBIT.value: "Lastschriften", RunKind.REFUND.value: "Überweisungen"}


def _about_drafts(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    drafts = [one for one in to_release(session) if str(one.id) in ids]
    names = actor_names(session, {one.drafted_by for one in drafts})
    totals = totals_of(session, [one.id for one in drafts])
    return {str(one.id): _draft(one, names.get(one.drafted_by, ""), *totals.get(one.id, (0, 0))) for one in drafts}


def _draft(run: BankRun, by: str, lines: int, cents: int) -> Description:
    entries = counted(lines, "Posten", "Posten")
    words = f"{entries} über {format_eur(cents)}" + (f", entworfen von {by}" if by else "")
    return Description(f"{_FILE[run.kind]} zum {numeric_day(run.run_on)}", words, "/payments#runs")


BANK_RUN = Source(
    "bank_run", "Datei für die Bank wartet auf Freigabe", "Freigeben",
    _drafts, _about_drafts, escalates_after=1, band="waiting",
)  # fmt: skip


def _owed_back(session: Session) -> Mapping[str, list[OwedBack]]:
    """By the day since which it is owed: one file takes all of them. What is owed after a withdrawal that was declared
    has its line already, and so has all that is owed for a park that is not built.
    """
    declared = select(DeclarationCase.reservation_id).where(DeclarationCase.state == CaseState.ACCEPTED.value)
    called_off = select(Reservation.id).where(Reservation.state == ReservationState.PARK_CANCELLED.value)
    elsewhere = {*session.scalars(declared), *session.scalars(called_off)}
    found: dict[str, list[OwedBack]] = {}
    for one in owed_back(session):
        if one.reservation_id not in elsewhere:
            found.setdefault(one.since.isoformat(), []).append(one)
    return found


def _to_pay_back(session: Session, _now: datetime) -> Sequence[Subject]:
    terms = {day: Term(on := date.fromisoformat(day), on + _REFUND_DAYS) for day in _owed_back(session)}
    return [Subject(day, term.work_day, term=term) for day, term in terms.items()]


def _about_pay_back(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return {day: _pay_back(owed) for day, owed in _owed_back(session).items() if day in ids}


def _pay_back(owed: Sequence[OwedBack]) -> Description:
    title = counted(len(owed), "Eine Erstattung", "Erstattungen")
    cents = format_eur(sum(one.cents for one in owed))
    return Description(title, f"Zusammen {cents}, in keiner Datei für die Bank", "/payments#runs")


PAY_BACK = Source(
    "bank_refund", "Erstattung zu überweisen", "Datei entwerfen",
    _to_pay_back, _about_pay_back, escalates_after=_TOLD_BEFORE, band="legal",
)  # fmt: skip


def _owed(session: Session, _now: datetime) -> Sequence[Subject]:
    """Reservations that ended with a card check taken, each with the day of its end."""
    has_ended = ReservationChange.after["state"].as_string().is_not(None)
    of_change = (ReservationChange.reservation_id == Reservation.id) & has_ended
    query = select(Reservation.id, Reservation.updated_at, func.max(ReservationChange.at))
    query = query.outerjoin(ReservationChange, of_change).where(OWED_CARD_CHECK)
    rows = fetch(session, query.group_by(Reservation.id, Reservation.updated_at))
    return [_card_check(str(id_), berlin_day(at or updated)) for id_, updated, at in rows]


def _card_check(id_: str, began: date) -> Subject:
    term = Term(began, began + _REFUND_DAYS)
    return Subject(id_, term.work_day, term.ends_on.isoformat(), term)


_CARD_CHECK: Final = f"Kartenprüfung {format_eur(CARD_VERIFICATION_CENTS)}"


def _card_checks(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    found = described(session, ids, lambda _row: _CARD_CHECK, act="refund")
    return {id_: one._replace(owed_cents=CARD_VERIFICATION_CENTS) for id_, one in found.items()}


DEPOSIT_REFUND = Source(
    "deposit_refund", "Erstattung der Kartenprüfung", "Erstatten",
    _owed, _card_checks,
    escalates_after=_TOLD_BEFORE, band="legal",
    button="Erstattung vermerken", step=by_operation("refund_deposit"), is_refund=True,
)  # fmt: skip


def _cancelled_parks(session: Session, _now: datetime) -> Sequence[Subject]:
    found = []
    for park in session.scalars(select(Park).where(Park.cancelled_at.is_not(None))):
        owed = refunds_of(session, park.id)
        if owed is not None and owed.rows and park.cancelled_at is not None:
            term = Term(berlin_day(park.cancelled_at), owed.due_on)
            found.append(Subject(park.id, term.work_day, park.cancelled_at.isoformat(), term))
    return found


def _park_refund(session: Session, park_id: str) -> Description:
    owed = refunds_of(session, park_id)
    households = counted(len(owed.rows) if owed else 0, "Haushalt", "Haushalte")
    words = f"Park wird nicht gebaut: {households}, höchstens {format_eur(owed.total_cents if owed else 0)}"
    return Description(owed.park_name if owed else park_id, words, f"/parks/{park_id}/show#refunds", park_id=park_id)


PARK_REFUND = Source(
    "park_refund", "Erstattungen eines Parks", "Erstatten",
    _cancelled_parks, lambda session, ids: {id_: _park_refund(session, id_) for id_ in ids},
    escalates_after=_TOLD_BEFORE, band="legal", button="Alles erstattet",
)  # fmt: skip


def _undecided(session: Session, _now: datetime) -> Sequence[Subject]:
    """A decision is due on the working day after the arrival, or earlier if the money is."""
    found = []
    for id_, received, refund_due in _cases(session, DeclarationCase.state.in_([state.value for state in UNDECIDED])):
        began = berlin_day(received)
        term = Term(began, refund_due) if refund_due else None
        due_on = add_working_days(began, 1)
        found.append(Subject(str(id_), min(due_on, term.work_day) if term else due_on, term=term))
    return found


def _to_refund(session: Session, _now: datetime) -> Sequence[Subject]:
    rows = _cases(session, DeclarationCase.state == CaseState.ACCEPTED.value)
    terms = [(str(id_), Term(berlin_day(received), due)) for id_, received, due in rows if due]
    return [Subject(id_, term.work_day, term=term) for id_, term in terms]


def _cases(session: Session, condition: ColumnElement[bool]) -> Sequence[Row[int, datetime, date | None]]:
    query = select(Declaration.id, Declaration.received_at, DeclarationCase.refund_due_on)
    return fetch(session, query.join(DeclarationCase).where(condition))


def _declarations(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    query = select(Declaration, DeclarationCase.reservation_id).join(DeclarationCase)
    found = session.execute(query.where(Declaration.id.in_(map(int, ids)))).all()
    reservations = rows_of(session, [reservation_id for _, reservation_id in found])
    return {str(one.id): _declaration(one, reservations.get(reservation_id)) for one, reservation_id in found}


def _declaration(declaration: Declaration, row: Said | None) -> Description:
    noun = NOUN[DeclarationKind(declaration.kind)]
    facts = [("Erklärung", f"{noun} {declaration.reference}"), ("Eingang", declaration.received_berlin)]
    if row is not None:
        facts.append(("Reservierung", row.reference))
    return Description(
        title=declaration.name,
        detail=f"{noun} vom {numeric_day(berlin_day(declaration.received_at))}",
        path=f"/declarations/{declaration.id}/show",
        **place_of(row),
        facts=tuple(facts),
    )


def _refunds(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    """With what is owed at most. The card check is not part of it: that is another line."""
    found = _declarations(session, ids)
    owed = owed_to(session, [one.reservation_id for one in found.values() if one.reservation_id])
    return {id_: _with_sum(one, owed.get(one.reservation_id or 0)) for id_, one in found.items()}


def _with_sum(said: Description, owed: Refund | None) -> Description:
    parts = (("Einrichtung", owed.setup_fee_cents), ("Preis", owed.price_cents)) if owed else ()
    total = sum(cents for _, cents in parts)
    facts = [(label, format_eur(cents)) for label, cents in parts if cents]
    if len(facts) > 1:
        facts.append(("Zusammen, höchstens", format_eur(total)))
    return said._replace(act="refund", owed_cents=total or None, facts=(*said.facts, *facts))


def _refunded(session: Session, id_: str, actor: str, now: datetime, refund: Refunded | None) -> None:
    assert refund is not None
    version = session.get_one(DeclarationCase, int(id_), with_for_update=True).version
    body = RefundIn(version=version, cents=refund.cents, day=refund.day, reference=refund.reference)
    steps.refund(session, int(id_), body, actor, now)


DECLARATION = Source(
    "declaration",
    "Widerruf oder Kündigung",
    "Erklärung prüfen",
    _undecided,
    _declarations,
    escalates_after=2,
    band="legal",
)
REFUND = Source(
    "refund", "Erstattung nach Widerruf", "Erstatten",
    _to_refund, _refunds,
    escalates_after=_TOLD_BEFORE, band="legal",
    button="Erstattung vermerken", step=_refunded, is_refund=True,
    final_sentence="Damit vermerken Sie, dass das Geld an den Haushalt zurückgezahlt ist. "
    "Das lässt sich nicht zurücknehmen.",
)  # fmt: skip
