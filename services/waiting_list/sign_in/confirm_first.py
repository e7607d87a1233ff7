"""Reservations that have to be confirmed before they get a place (409 `confirm_first`).

Such a call becomes an entry of the waiting list in order of arrival, with everything that was sent. The link in its
mail confirms the address and turns the entry into a reservation if there is a place; otherwise the entry keeps waiting.
So nothing is lost, and turn, link, mail, erasure and history are those of the list.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.core.db.rows import Insertion
from services.core.german import long_moment
from services.core.http.errors import RateLimited
from services.household_links.deadline import confirm_rule
from services.mail import outbox
from services.mail.acknowledgements import Acknowledgements
from services.mail.catalogue import to_values
from services.mail.letters.waiting import ConfirmFirst
from services.mail.link_tokens import new_seed, seed_sha256
from services.offer import PACKAGES
from services.parks import allocation
from services.parks.allocation import LockedPark
from services.parks.names import park_labels
from services.privacy.consent_texts import CURRENT_TERMS, READ_WITH
from services.reservations.abuse.active_counts import active_reservations
from services.reservations.abuse.bursts import pause_if_emptied, standing
from services.reservations.abuse.caller_limits import CallerLimits
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.models import ASKED
from services.reservations.placement import Origin, Placement, place, unused_references
from services.reservations.storing import store
from services.reservations.submissions import HeldBack
from services.reservations.validation import ReservationRequest
from services.settings import Settings
from services.staff import audit
from services.visits.steps import Consent
from services.waiting_list.accept import keep_proof, refusal_of, reservation_of
from services.waiting_list.errors import ConfirmLater
from services.waiting_list.models import (
    EntryState,
    KeyKind,
    OfferAnswer,
    WaitingEntry,
    WaitingEvent,
    WaitingKey,
    WaitingOffer,
)
from services.waiting_list.rows import HOUSEHOLD, OPEN, change_entry, event_of, recount
from services.waiting_list.sign_in.keys import LINK_LASTS

_ENTRIES = Insertion(
    WaitingEntry.__table__,
    lambda insert: insert.returning(WaitingEntry.__table__.c.id, WaitingEntry.__table__.c.rank),
)
_EVENTS = Insertion(WaitingEvent.__table__)
_KEYS = Insertion(WaitingKey.__table__)
_TYPED = ("first_name", "last_name", "mobile_phone")
_ACTION = "asked_to_confirm"


def keep(session: Session, settings: Settings, held: Sequence[HeldBack], now: datetime) -> list[datetime]:
    """Store these calls, whose parks are locked, in order of arrival, and write to their households; answers until when
    each has to be confirmed. One statement a table for all of them.

    A mailbox has one entry: what was sent first stays, since a stranger could send anything after it, and its link is
    sent once more.
    """
    asked = [(one.request.park, one.request.mailbox) for one in held]
    known = _open_entries(session, asked)
    fresh = {key: one for key, one in reversed(list(zip(asked, held, strict=True))) if key not in known}
    in_order = [one for key, one in zip(asked, held, strict=True) if fresh.get(key) is one]
    ranks = _last_ranks(session, {one.request.park for one in in_order})
    rows = []
    for one in in_order:
        ranks[one.request.park] = ranks.get(one.request.park, 0) + 1
        rows.append(_row(one, ranks[one.request.park], now))
    by_rank: dict[tuple[str, int], int] = {}
    for park in {row["park_id"] for row in rows}:
        of_park = [row for row in rows if row["park_id"] == park]
        by_rank |= {(park, row.rank): row.id for result in _ENTRIES.run(session, of_park) for row in result}
    ids = [by_rank[row["park_id"], row["rank"]] for row in rows]
    _EVENTS.run(session, [_event(id_, row["annual_kwh"], now) for id_, row in zip(ids, rows, strict=True)])
    again = [known[key] for key in dict.fromkeys(asked) if key in known]
    written = [*((id_, 1, row) for id_, row in zip(ids, rows, strict=True)), *map(_written, again)]
    _write(session, settings, written, now)
    for park in {row["park_id"] for row in rows}:
        recount(session, park)
    audit.append(session, [audit.Event(HOUSEHOLD, f"waiting_list.{_ACTION}", f"waiting:{id_}") for id_ in ids], now)
    until = {key: entry.confirm_by for key, entry in known.items()}
    return [until.get(key, now + LINK_LASTS) for key in asked]


def place_kept(
    session: Session, settings: Settings, entry: WaitingEntry, locked: LockedPark, now: datetime
) -> Placement | None:
    """Make the call of an unconfirmed entry a place, whose address the press on its link confirms. None: there is none,
    and the entry waits. ParkPaused, EmailLimit, PhoneLimit, ConfirmLater; nothing is changed then, the link stays good.
    """
    request = _request_of(entry)
    if problem := refusal_of(session, settings, request, locked):
        raise problem
    numbers = allocation.take_lowest(session, entry.park_id, [request.annual_kwh], now, locked)
    if not numbers or numbers[0] is None:
        return None
    if settings.rate_limits.are_on:
        _refuse_excess(session, settings, request, now)
    placement = _placed(session, entry, request, numbers[0], locked, now)
    store(session, [placement], {entry.park_id: locked}, now)
    _answer(session, entry, placement, now)
    if settings.rate_limits.are_on:
        given = standing(session, entry.park_id, now).given
        pause_if_emptied(session, entry.park_id, locked, confirm_rule(settings), given, now)
    return placement


def kept_callers(session: Session, since: datetime) -> list[tuple[str, str | None]]:
    """Mailbox and label of the network of those who were asked to confirm first and have not yet."""
    is_kept = (WaitingEntry.joined_at > since) & WaitingEntry.request.is_not(None)
    found = session.execute(select(WaitingEntry.mailbox, WaitingEntry.request).where(is_kept))
    return [(mailbox, request["network"]) for mailbox, request in found]


def _open_entries(session: Session, asked: Sequence[tuple[str, str]]) -> dict[tuple[str, str], WaitingEntry]:
    is_asked = WaitingEntry.mailbox.in_({mailbox for _, mailbox in asked}) & WaitingEntry.state.in_(OPEN)
    found = session.scalars(select(WaitingEntry).where(is_asked, WaitingEntry.park_id.in_({park for park, _ in asked})))
    return {(entry.park_id, entry.mailbox): entry for entry in found}


def _last_ranks(session: Session, parks: set[str]) -> dict[str, int]:
    last = select(WaitingEntry.park_id, func.max(WaitingEntry.rank).label("rank"))
    return {
        row.park_id: row.rank
        for row in session.execute(last.where(WaitingEntry.park_id.in_(parks)).group_by(WaitingEntry.park_id))
    }


def _row(held: HeldBack, rank: int, now: datetime) -> dict[str, Any]:
    request = held.request
    return {
        "park_id": request.park,
        "rank": rank,
        "name": f"{request.first_name} {request.last_name}"[:200],
        "email": request.email,
        "email_normalized": request.email_normalized,
        "mailbox": request.mailbox,
        "annual_kwh": request.annual_kwh,
        "payment_plan": request.payment_plan,
        "typed": {
            **{name: getattr(request, name) for name in _TYPED},
            **{one.name: one.values.as_typed(request.details[one.column]) for one in ASKED},
            "credit_tenth_ct": str(request.credit_tenth_ct),
        },
        "request": {**asdict(request), "network": held.origin.network, "line": held.origin.line},
        "privacy_version": READ_WITH[CURRENT_TERMS]["privacy"],
        "joined_at": now,
        "confirm_by": now + LINK_LASTS,
        "state": EntryState.WAITING.value,
        "passed": 0,
        "declined_kwh": 0,
        "is_skipped": False,
        "version": 1,
    }


def _event(entry_id: int, kwh: int, now: datetime) -> dict[str, Any]:
    return {
        "entry_id": entry_id,
        "at": now,
        "actor": HOUSEHOLD,
        "action": _ACTION,
        "details": {"kwh": kwh},
        "reason": "",
    }


def _written(entry: WaitingEntry) -> tuple[int, int, dict[str, Any]]:
    names = ("park_id", "email", "email_normalized", "annual_kwh", "confirm_by")
    return entry.id, entry.version, {name: getattr(entry, name) for name in names}


def _write(
    session: Session, settings: Settings, entries: Sequence[tuple[int, int, dict[str, Any]]], now: datetime
) -> None:
    """Order the mail with the link for each entry, where its mailbox may get one more."""
    allowed = Acknowledgements(settings, "waiting").allow(
        session, [row["email_normalized"] for *_, row in entries], now
    )
    told = [(*entry, new_seed()) for entry, may in zip(entries, allowed, strict=True) if may]
    keys = [
        {
            "kind": KeyKind.LINK.value,
            "sha256": seed_sha256(seed),
            "entry_id": id_,
            "created_at": now,
            "expires_at": now + LINK_LASTS,
        }
        for id_, _, _, seed in told
    ]
    _KEYS.run(session, keys)
    names = park_labels(session) if told else {}
    outbox.order(session, [_mail(*one, names[one[2]["park_id"]].name) for one in told], now)


def _mail(entry_id: int, version: int, row: dict[str, Any], seed: str, park_name: str) -> outbox.Order:
    letter = ConfirmFirst(
        name="",
        park_name=park_name,
        link_seed=seed,
        package=PACKAGES[row["annual_kwh"]].name,
        annual_kwh=row["annual_kwh"],
        confirm_by=long_moment(row["confirm_by"]),
    )
    return outbox.Order(
        kind=letter.kind,
        recipient=deliverable_address(row["email"], row["email_normalized"]),
        subject_ref=f"waiting:{entry_id}",
        dedupe_key=f"{letter.kind}:{entry_id}:{version}:{seed[:8]}",
        values=to_values(letter),
    )


def _request_of(entry: WaitingEntry) -> ReservationRequest:
    """The call as it was sent, with what the household has changed on its entry since."""
    if entry.request is None:
        raise ValueError(f"entry {entry.id} is no reservation that waits for its confirmation")
    sent = {name: value for name, value in entry.request.items() if name not in ("network", "line")}
    consent = sent["touch_consent"]
    sent["touch_consent"] = None if consent is None else Consent(consent)
    request = ReservationRequest(**sent)
    return replace(request, annual_kwh=entry.annual_kwh, payment_plan=entry.payment_plan)


def _refuse_excess(session: Session, settings: Settings, request: ReservationRequest, now: datetime) -> None:
    """Raise ConfirmLater where its domain has had its places for now: a script that owns a domain confirms, too."""
    problem: RateLimited | None = CallerLimits(settings).may_confirm(session, request.mailbox, now)
    if problem is not None:
        raise ConfirmLater(problem.headers["Retry-After"])


def _placed(
    session: Session,
    entry: WaitingEntry,
    request: ReservationRequest,
    number: int,
    locked: LockedPark,
    now: datetime,
) -> Placement:
    (reference,) = unused_references(session, 1)
    sent = entry.request or {}
    is_duplicate = bool(active_reservations(session, [("mailbox", request.mailbox)]))
    placed = place(request, number, is_duplicate=is_duplicate, now=entry.joined_at, reference=reference)
    origin = Origin(sent.get("network"), sent.get("line"), locked.burst_since)
    return replace(
        placed,
        confirmed_at=now,
        link_seed="",
        moment=EvidenceMoment.RESERVED,
        origin=origin,
        called_at=entry.joined_at,
    )


def _answer(session: Session, entry: WaitingEntry, placement: Placement, now: datetime) -> None:
    """End the entry as one whose place was offered and taken in the same moment."""
    reservation = reservation_of(session, placement)
    change_entry(session, entry, {"confirmed_at": now}, event_of(entry, HOUSEHOLD, "confirmed", now))
    keep_proof(session, reservation, entry, now)
    offer = WaitingOffer(
        entry_id=entry.id,
        park_id=entry.park_id,
        spot_number=placement.spot_number,
        annual_kwh=entry.annual_kwh,
        is_smaller=False,
        offered_at=now,
        expires_at=now,
        answer=OfferAnswer.ACCEPTED.value,
        answered_at=now,
        reservation_id=reservation,
    )
    session.add(offer)
    event = event_of(entry, HOUSEHOLD, "offer_accepted", now, spot=placement.spot_number, kwh=entry.annual_kwh)
    change_entry(session, entry, {"state": EntryState.ACCEPTED.value, "ended_at": now}, event)
