"""Start page: tasks first, then key figures. Every figure is served by its own index."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, literal, select, union_all
from sqlalchemy.orm import Session

from services.console.audit.actions import action_label
from services.console.mails.mails import subject_of
from services.console.refused_mails.refused import Refused, other_failed_mails, refused_at, refused_mails
from services.core.clock import BERLIN, berlin_day, end_of_berlin_day, start_of_berlin_day
from services.core.german import counted, numeric_day
from services.declarations.desk.lists import Entry, open_declarations
from services.declarations.states import DeclarationKind
from services.declarations.wording import NOUN
from services.offer.packages import PACKAGES
from services.offer.payment_plans import PLANS
from services.parks.fullness import ParkFullness, park_fullness
from services.reservations.approvals import requests
from services.reservations.approvals.models import OperationRequest
from services.reservations.board.duplicates import Group, suspected
from services.reservations.models import ACTIVE, OPEN_MISMATCH, Reservation
from services.waiting_list.desk.ending import ending_offers
from services.waiting_list.models import WaitingEntry, WaitingOffer

SHOWN = 3
"""Items shown per task; the list has the rest."""
DAYS = 30
_DUE = Reservation.follow_up_on.is_not(None)


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a task. `id` is that of the mail, reservation or park; `ids` a group of reservations."""

    id: str
    title: str
    detail: str
    at: datetime | None = None
    ids: tuple[int, ...] = ()
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of task: the number of items, and the first few."""

    kind: str
    count: int
    items: list[Item] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Today:
    """The whole page."""

    tasks: list[Task]
    new_since_yesterday: int
    per_day: list[tuple[date, int]]
    packages: list[tuple[int, int]]
    plans: list[tuple[str, int]]
    parks: list[ParkFullness]


def today(session: Session, now: datetime, *, with_people: bool) -> Today:
    """The page at a given time; without `with_people` only data that names no household."""
    parks = park_fullness(session)
    tasks = _work_with_people(session, now) if with_people else []
    chosen = _choices(session)
    today = berlin_day(now)
    first = today - timedelta(days=DAYS - 1)
    return Today(
        tasks=[*tasks, _capacity(parks)],
        new_since_yesterday=_count(session, Reservation.created_at >= start_of_berlin_day(today - timedelta(days=1))),
        per_day=_per_day(session, [first + timedelta(days=n) for n in range(DAYS)]),
        packages=[(kwh, chosen[kwh]) for kwh in PACKAGES],
        plans=[(plan, chosen[plan]) for plan in PLANS],
        parks=[found for found in parks if not found.fullness.is_cancelled],
    )


def _work_with_people(session: Session, now: datetime) -> list[Task]:
    return [
        _declarations(session, now),
        _operation_requests(session, now),
        _waiting_offers(session, now),
        *_mails_given_up(session),
        _duplicates(session),
        _mismatches(session),
        _follow_ups(session, now),
    ]


def _declarations(session: Session, now: datetime) -> Task:
    count, entries = open_declarations(session, SHOWN)
    return Task("declarations", count, [_declaration_item(entry, berlin_day(now)) for entry in entries])


def _declaration_item(entry: Entry, today: date) -> Item:
    declaration, due = entry.declaration, entry.case.refund_due_on
    what = f"{NOUN[DeclarationKind(declaration.kind)]} {declaration.reference}"
    if due is not None:
        what += f", Erstattung {'überfällig seit' if due < today else 'fällig bis'} {numeric_day(due)}"
    return Item(str(declaration.id), declaration.name, what, declaration.received_at)


def _operation_requests(session: Session, now: datetime) -> Task:
    """Large operations that wait for a second person."""
    count, rows = requests.waiting(session, now, SHOWN)
    return Task("operation_requests", count, [_request_item(row) for row in rows])


def _request_item(row: OperationRequest) -> Item:
    title = f"{action_label(f'operation.{row.name}')}: {counted(len(row.ids), 'Reservierung', 'Reservierungen')}"
    until = f"{row.expires_at.astimezone(BERLIN):%H:%M} Uhr"
    words = f"wartet bis {numeric_day(berlin_day(row.expires_at))}, {until}"
    return Item(str(row.id), title, words, row.expires_at)


def _waiting_offers(session: Session, now: datetime) -> Task:
    """Offers of the waiting list that end within a day."""
    count, offers = ending_offers(session, now, SHOWN)
    return Task("waiting_offers", count, [_offer_item(entry, offer) for entry, offer in offers])


def _offer_item(entry: WaitingEntry, offer: WaitingOffer) -> Item:
    until = f"{offer.expires_at.astimezone(BERLIN):%H:%M} Uhr"
    words = f"Platz {offer.spot_number}, bis {numeric_day(berlin_day(offer.expires_at))}, {until}"
    return Item(str(entry.id), entry.name, words, offer.expires_at)


def _mails_given_up(session: Session) -> tuple[Task, Task]:
    """Households whose mailbox refuses our mails, and every other mail that was given up."""
    refused = refused_mails(session)
    count, rows = other_failed_mails(session, refused, SHOWN)
    items = [_refused_item(one) for one in refused[:SHOWN]]
    others = [Item(str(mail.id), subject_of(mail), mail.last_error or "", mail.created_at) for mail in rows]
    return Task("refused_mails", len(refused), items), Task("failed_mails", count, others)


def _refused_item(one: Refused) -> Item:
    place = f"Platz {one.household.spot_number}" if isinstance(one.household, Reservation) else "Warteliste"
    return Item(str(one.mail.id), one.name, f"{place}. {one.words}", refused_at(one.mail))


def _duplicates(session: Session) -> Task:
    groups = suspected(session)
    shown = groups[:SHOWN]
    rows = _by_id(session, [id_ for group in shown for id_ in group.ids])
    return Task("duplicates", len(groups), [_group_item(group, rows) for group in shown])


def _group_item(group: Group, rows: dict[int, Reservation]) -> Item:
    members = [rows[id_] for id_ in group.ids]
    names = dict.fromkeys(_name(row) for row in members)
    detail = f"{counted(len(members), 'Reservierung', 'Reservierungen')}: {', '.join(m.reference for m in members)}"
    return Item(group.key, " und ".join(names), detail, members[-1].created_at, group.ids)


def _mismatches(session: Session) -> Task:
    query = select(Reservation).where(OPEN_MISMATCH).order_by(Reservation.id.desc()).limit(SHOWN)
    count = session.scalar(select(func.count()).select_from(Reservation).where(OPEN_MISMATCH)) or 0
    return Task("price_mismatches", count, [_reservation_item(row, row.created_at) for row in session.scalars(query)])


def _follow_ups(session: Session, now: datetime) -> Task:
    due = (_DUE, Reservation.follow_up_on <= berlin_day(now))
    order = (Reservation.follow_up_on, Reservation.id)
    rows = session.scalars(select(Reservation).where(*due).order_by(*order).limit(SHOWN))
    items = [_reservation_item(row, start_of_berlin_day(row.follow_up_on)) for row in rows if row.follow_up_on]
    return Task("follow_ups", _count(session, *due), items)


def _reservation_item(row: Reservation, at: datetime) -> Item:
    return Item(str(row.id), _name(row), f"{row.reference}, Platz {row.spot_number}", at, (row.id,))


def _capacity(parks: Sequence[ParkFullness]) -> Task:
    full = [found for found in parks if found.fullness.level is not None]
    return Task("capacity", len(full), [_park_item(found) for found in full[:SHOWN]])


def _park_item(found: ParkFullness) -> Item:
    return Item(found.park.id, found.park.name, found.fullness.sentence, level=found.fullness.level)


def _choices(session: Session) -> Counter[int | str]:
    """Active reservations by package, and by payment plan."""
    both = (Reservation.annual_kwh, Reservation.payment_plan)
    found: Counter[int | str] = Counter()
    for kwh, plan, count in session.execute(select(*both, func.count()).where(ACTIVE).group_by(*both)):
        found[kwh] += count
        found[plan] += count
    return found


def _per_day(session: Session, days: Sequence[date]) -> list[tuple[date, int]]:
    """Reservations made per day, whatever their state: one index range each."""
    counts = [
        select(
            literal(position).label("position"),
            select(func.count()).select_from(Reservation).where(*_on(day)).scalar_subquery().label("made"),
        )
        for position, day in enumerate(days)
    ]
    found = {row.position: row.made for row in session.execute(union_all(*counts))}
    return [(day, found[position]) for position, day in enumerate(days)]


def _on(day: date) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    made = Reservation.created_at
    return made >= start_of_berlin_day(day), made < end_of_berlin_day(day)


def _count(session: Session, *conditions: Any) -> int:
    return session.scalar(select(func.count()).select_from(Reservation).where(*conditions)) or 0


def _by_id(session: Session, ids: Sequence[int]) -> dict[int, Reservation]:
    return {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(ids)))}


def _name(row: Reservation) -> str:
    return f"{row.first_name} {row.last_name}"
