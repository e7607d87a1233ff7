"""Lists of codes, their uses and the leader board. None of these queries reads personal data except
what masking needs to redact a household's own name from a made-up code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, Integer, Row, Select, Subquery, and_, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from services.campaigns.lists import in_small_letters
from services.core.clock import end_of_berlin_day, start_of_berlin_day
from services.core.http.paging import ListQuery
from services.core.inputs import DaysQuery
from services.referral_codes.codes import LONGEST, code_key
from services.referral_codes.models import ReferralCode, ReferralUse
from services.referral_codes.verdicts import CodeKind, Verdict
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import HOLDS_A_SPOT, ReservationState

_CONTRACTED = (ReservationState.CONTRACTED.value, ReservationState.ACTIVE.value, ReservationState.ENDED.value)
_IS_PARTNER = and_(ReferralCode.reservation_id.is_(None), ReferralCode.kind == CodeKind.PARTNER.value)
"""The first finds the few among the many by an index."""
COUNTS = ("uses", "valid", "confirmed", "contracted", "cancelled", "annual_kwh")
_BEFORE_CONTRACT = (ReservationState.RESERVED.value, ReservationState.INVITED.value)
_STAYED = (*(state.value for state in HOLDS_A_SPOT), ReservationState.ENDED.value)


class CodesQuery(ListQuery):
    """`q`: the beginning of a code, or a part of a partner's name."""

    sort: Literal["created_at", "code"] = "created_at"
    order: Literal["asc", "desc"] = "desc"
    q: str = Field("", max_length=200)
    kind: CodeKind | None = None


class UsesQuery(ListQuery):
    """The latest first."""

    order: Literal["asc", "desc"] = "desc"
    verdict: Verdict | None = None


class LeadersQuery(DaysQuery, ListQuery):
    """Days on which the recommended reserved, in Berlin, both included. The most valid first."""

    kind: CodeKind | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Rows, whether more follow, and how many there are."""

    rows: Sequence[Any]
    has_next: bool
    total: int


def codes_page(session: Session, wanted: CodesQuery) -> Page:
    """`ReferralCode` rows. Every condition and order has an index: there is a code for each household."""
    query = select(ReferralCode)
    if wanted.kind is not None:
        query = query.where(_IS_PARTNER if wanted.kind is CodeKind.PARTNER else ReferralCode.kind == wanted.kind.value)
    if typed := wanted.q.strip():
        query = query.where(_is_found_by(typed))
    column = ReferralCode.code if wanted.sort == "code" else ReferralCode.id
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    ordered = query.order_by(column.desc() if wanted.order == "desc" else column.asc())
    return _cut(session.scalars(_part(ordered, wanted)).all(), wanted, total)


def _is_found_by(typed: str) -> ColumnElement[bool]:
    """A code with this prefix, or a partner whose name contains it."""
    in_name = in_small_letters(ReferralCode.partner_name).contains(typed.lower(), autoescape=True)
    by_name = and_(_IS_PARTNER, in_name)
    key = code_key(typed)
    if not key.isascii() or not key.isalnum():
        return by_name
    # Not LIKE, which uses no index here; Z is the last of a code's letters in every collation.
    return or_(by_name, ReferralCode.code.between(key, f"{key}{'Z' * LONGEST}"))


def uses_page(session: Session, wanted: UsesQuery) -> Page:
    """A page of pairs of `ReferralUse` and its `Reservation`."""
    query = select(ReferralUse, Reservation).join(Reservation, Reservation.id == ReferralUse.reservation_id)
    counted = select(ReferralUse.reservation_id)
    if wanted.verdict is not None:
        is_wanted = ReferralUse.verdict == wanted.verdict.value
        query, counted = query.where(is_wanted), counted.where(is_wanted)
    total = session.scalar(select(func.count()).select_from(counted.subquery())) or 0
    by = ReferralUse.reservation_id.asc() if wanted.order == "asc" else ReferralUse.reservation_id.desc()
    return _cut(session.execute(_part(query.order_by(by), wanted)).all(), wanted, total)


def leaders_page(session: Session, wanted: LeadersQuery) -> Page:
    """A row each code that was used: `code_id, code, kind, partner_name, reservation_id` and the counts."""
    query = _leaders(wanted)
    # The total comes with each row: a separate count would aggregate everything twice.
    rows: Sequence[Row[Any]] = session.execute(
        _part(query.add_columns(func.count().over().label("total")), wanted)
    ).all()
    if rows or wanted.page == 1:
        return _cut(rows, wanted, rows[0].total if rows else 0)
    return _cut(rows, wanted, session.scalar(select(func.count()).select_from(query.subquery())) or 0)


def _leaders(wanted: LeadersQuery) -> Select[Any]:
    """The counts of each code, with the code they are credited to."""
    sums = _sums(wanted).subquery()
    own = (
        ReferralCode.id,
        ReferralCode.code,
        ReferralCode.kind,
        ReferralCode.partner_name,
        ReferralCode.reservation_id,
    )
    counts = [sums.c[name] for name in COUNTS]
    query = select(*own, *counts).join(sums, sums.c.counts_for == ReferralCode.id)
    if wanted.kind is not None:
        query = query.where(ReferralCode.kind == wanted.kind.value)
    # Contracts first: households can be invented, with a code that exists.
    ranks = (sums.c.contracted, sums.c.valid, sums.c.uses)
    return query.order_by(*(rank.desc() for rank in ranks), ReferralCode.id)


def _sums(wanted: LeadersQuery) -> Select[Any]:
    """A merged reservation continues as another one of its household: its use of a code is no second
    recommendation, and uses of its code are credited to the other's code.
    """
    heirs, heirs_code = _heirs(), aliased(ReferralCode)
    is_valid = ReferralUse.verdict == Verdict.VALID.value
    stayed = and_(is_valid, Reservation.state.in_(_STAYED))
    # It has a contract or had one; a contract cannot be undone
    reached = select(ReservationChange.id).where(
        ReservationChange.reservation_id == Reservation.id,
        ReservationChange.after["state"].as_string() == ReservationState.CONTRACTED.value,
    )
    may_have_been = Reservation.state.not_in(_BEFORE_CONTRACT)
    was_contracted = or_(Reservation.state.in_(_CONTRACTED), and_(may_have_been, reached.exists()))
    counted = (
        func.count(),
        _count(is_valid),
        _count(and_(is_valid, Reservation.email_confirmed_at.is_not(None))),
        _count(and_(is_valid, was_contracted)),
        _count(and_(is_valid, Reservation.state.not_in(_STAYED))),
        func.coalesce(func.sum(case((stayed, Reservation.annual_kwh), else_=0)), 0),
    )
    counts_for = func.coalesce(heirs_code.id, ReferralCode.id)
    found: list[ColumnElement[bool]] = []
    if wanted.from_ is not None:
        found.append(Reservation.created_at >= start_of_berlin_day(wanted.from_))
    if wanted.to is not None:
        found.append(Reservation.created_at < end_of_berlin_day(wanted.to))
    return (
        select(counts_for.label("counts_for"), *(c.label(name) for name, c in zip(COUNTS, counted, strict=True)))
        .select_from(ReferralCode)
        .join(ReferralUse, ReferralUse.code_id == ReferralCode.id)
        .join(Reservation, Reservation.id == ReferralUse.reservation_id)
        .outerjoin(heirs, heirs.c.reservation_id == ReferralCode.reservation_id)
        .outerjoin(heirs_code, heirs_code.reservation_id == heirs.c.heir_id)
        .where(Reservation.merged_into_id.is_(None), *found)
        .group_by(counts_for)
    )


def _heirs() -> Subquery:
    """Each merged reservation with the last one of its chain of merges."""
    first = select(Reservation.id.label("reservation_id"), Reservation.merged_into_id.label("heir_id"))
    lives_on = first.where(Reservation.merged_into_id.is_not(None)).cte("lives_on", recursive=True)
    further = select(lives_on.c.reservation_id, Reservation.merged_into_id).join(
        Reservation, Reservation.id == lives_on.c.heir_id
    )
    lives_on = lives_on.union(further.where(Reservation.merged_into_id.is_not(None)))
    ends = select(lives_on).join(Reservation, Reservation.id == lives_on.c.heir_id)
    return ends.where(Reservation.merged_into_id.is_(None)).subquery("heirs")


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0).cast(Integer)


def _part(query: Any, wanted: ListQuery) -> Any:
    return query.offset((wanted.page - 1) * wanted.per_page).limit(wanted.per_page)


def _cut(rows: Sequence[Any], wanted: ListQuery, total: int) -> Page:
    return Page(rows, wanted.page * wanted.per_page < total, total)
