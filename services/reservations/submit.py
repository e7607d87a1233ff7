"""Reserve a spot: spot, row, touches, consent, audit entry, mail and stored answer, in one transaction.

Concurrent calls are handled as a group (`Database.write_grouped`): each step below takes a list and
sends one statement for all of it, so that 64 households at once are served about as fast as one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any

from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http import idempotency
from services.core.http.callers.rate_limit import Limit, count_calls, refusal
from services.core.http.callers.shared_limit import SharedLimit
from services.core.http.errors import IdempotencyMismatch, ValidationProblem
from services.core.http.idempotency import Answer, Call, Claim, Earlier
from services.core.http.outcome import Outcome, refused
from services.household_links.deadline import confirm_rule
from services.mail.acknowledgements import Acknowledgements
from services.parks.allocation import LockedPark, lock_park, lowest_free, take_of
from services.reservations.abuse.active_counts import Mark, active_reservations
from services.reservations.abuse.bursts import note, pause_if_emptied, standing
from services.reservations.abuse.caller_limits import CallerLimits
from services.reservations.errors import (
    AlreadyReserved,
    ConfirmFirst,
    EmailLimit,
    ParkFull,
    ParkNotBuilt,
    ParkPaused,
    PhoneLimit,
)
from services.reservations.placement import place, unused_references
from services.reservations.storing import store
from services.reservations.submissions import (
    HeldBack,
    KeepHeld,
    Outcomes,
    Submission,
    follow_the_first,
    replayed,
    reserved,
    reserved_recently,
    sent_before,
)
from services.reservations.validation import ReservationRequest, validate_reservation
from services.settings import Settings
from services.visits.devices import device_of

_UNKNOWN_PARK = {"field": "park", "code": "unknown_choice", "message": "Diesen Solarpark gibt es nicht."}


class ReservationDesk:
    """Accepts reservations under the limits of the settings."""

    def __init__(self, settings: Settings, clock: Clock, keep_held: KeepHeld) -> None:
        """`keep_held`: of a room above this one."""
        rate = settings.rate_limits.reserve
        self._settings = settings
        self._clock = clock
        self._keep_held = keep_held
        self._rule = confirm_rule(settings)
        is_counted = settings.rate_limits.are_on
        self._limit = Limit("reserve", rate.calls, rate.seconds) if is_counted else None
        wrong, key = settings.rate_limits.reserve_refused, settings.secret_key
        self._refused_limit = SharedLimit("reserve-refused", wrong.calls, wrong.seconds, key) if is_counted else None
        self._answers = Acknowledgements(settings, "reservation")
        self._caller_limits = CallerLimits(settings) if is_counted else None

    def check(self, body: object, user_agent: str = "") -> ReservationRequest:
        """The body as a valid request; ValidationProblem otherwise. The browser's name tells its class of device."""
        request = validate_reservation(
            body,
            instalments_offered=self._settings.instalments_offered,
            allow_test_domains=self._settings.environment == "local",
        )
        return replace(request, device=device_of(user_agent))

    async def count_refused(self, db: Database, address: str) -> None:
        """Count a call that failed `check`; raises RateLimited beyond the limit of such calls.

        Counted apart from valid calls, so that a household that mistypes a field, or shares an address with a caller
        probing with invalid bodies, can still reserve.
        """
        if self._refused_limit is not None:
            await self._refused_limit.count(db, address, self._clock())

    def submission(self, request: ReservationRequest, call: Call, address: str) -> Submission:
        """A call with its caller's counter rows."""
        if self._limit is None or self._caller_limits is None:
            return Submission(request, call, "")
        bucket = self._limit.bucket(address, self._settings.secret_key)
        return Submission(request, call, bucket, self._caller_limits.caller(address, request.mailbox))

    def submit(self, session: Session, submissions: Sequence[Submission]) -> list[Outcome]:
        """One outcome per submission, in order; the handler of `Database.write_grouped`, which commits."""
        now = self._clock()
        outcomes = self._refuse_excess(session, submissions, now)
        calls = [submission for submission in submissions if submission not in outcomes]
        leaders = _first_of_each_key(calls)
        claims = idempotency.claim(session, [leader.call for leader in leaders.values()], now) if leaders else {}
        fresh = [leader for key, leader in leaders.items() if claims[key] == "ours"]
        decided = self._reserve(session, fresh, now)
        _remember(session, decided, now)
        outcomes |= decided
        for submission in calls:
            if submission not in decided:
                leader = leaders[submission.call.key_hash]
                outcomes[submission] = _repeated(submission, claims[submission.call.key_hash], leader, outcomes)
        return [outcomes[submission] for submission in submissions]

    def _refuse_excess(self, session: Session, submissions: Sequence[Submission], now: datetime) -> Outcomes:
        """Count every call; refuse those of this group that go beyond the limit, the latest first."""
        if self._limit is None:
            return {}
        counts = count_calls(session, self._limit, [s.bucket for s in submissions], now)
        refusals: Outcomes = {}
        for submission in reversed(submissions):
            problem = refusal(self._limit, counts[submission.bucket], now)
            counts[submission.bucket] -= 1
            if problem:
                refusals[submission] = refused(problem)
        return refusals

    def _reserve(self, session: Session, fresh: Sequence[Submission], now: datetime) -> Outcomes:
        """Give spots in order of arrival and store what belongs to them."""
        # Before counting: of two processes with calls of one address, the second counts what the first committed.
        # All processes lock parks in the same order, so they cannot deadlock.
        locked = {park: lock_park(session, park) for park in sorted({s.request.park for s in fresh})}
        active = active_reservations(session, chain.from_iterable(map(_marks, fresh)))
        # Only a mailbox that holds a reservation can have sent one before.
        outcomes = sent_before(session, [s for s in fresh if active[_marks(s)[0]]], now)
        outcomes |= _refuse_closed([s for s in fresh if s not in outcomes], locked)
        followers = follow_the_first([s for s in fresh if s not in outcomes])
        fresh = [s for s in fresh if s not in followers]
        recent = reserved_recently(session, [s for s in fresh if active[_marks(s)[0]]], now)
        duplicates = self._refuse_many_of_a_household(fresh, outcomes, active, recent)
        free = _refuse_full(session, fresh, outcomes, locked)
        held, burst_since = self._judge_callers(session, fresh, outcomes, locked, now)
        wanting: dict[str, list[Submission]] = {}
        for submission in fresh:
            if submission not in outcomes and submission not in held:
                wanting.setdefault(submission.request.park, []).append(submission)
        placements = []
        references = iter(unused_references(session, sum(map(len, wanting.values()))))
        for park, known in _known(locked):
            wishes = [submission.request.annual_kwh for submission in wanting.get(park, ())]
            numbers = take_of(session, park, wishes, free[park], known, now) if wishes else []
            deadline = self._rule.deadline(now, is_burst=burst_since[park] is not None)
            for submission, number in zip(wanting.get(park, ()), numbers, strict=True):
                if number is None:
                    outcomes[submission] = _none_free(known)
                    continue
                request, reference = submission.request, next(references)
                is_duplicate = submission in duplicates
                placed = place(
                    request, number, is_duplicate=is_duplicate, now=now, reference=reference, confirm_by=deadline
                )
                placement = replace(placed, origin=submission.origin(burst_since[park]))
                placements.append(placement)
                outcomes[submission] = reserved(placement.spot_number, reference, request.park)
            if len(free[park]) <= len(numbers):
                outcomes |= {s: _none_free(known) for s in held if s.request.park == park}
        outcomes |= self._hold_back(session, [s for s in held if s not in outcomes], now)
        may_answer = self._answers.allow(session, [p.request.email_normalized for p in placements], now)
        answered = [placement for placement, may in zip(placements, may_answer, strict=True) if may]
        store(session, placements, dict(_known(locked)), now, answered)
        return outcomes | {s: replayed(outcomes[leader]) for s, leader in followers.items()}

    def _refuse_many_of_a_household(
        self, fresh: Sequence[Submission], outcomes: Outcomes, active: Counter[Mark], recent: set[str]
    ) -> set[Submission]:
        """Refuse those whose mailbox or telephone has reached its limit, or who want to be asked first; returns those
        whose mailbox has one already.

        `active` counts stored reservations, `recent` are the mailboxes of those made within the last hour; from here
        on both also know the accepted ones of this group.
        """
        duplicates = set()
        for submission in [submission for submission in fresh if submission not in outcomes]:
            mailbox, phone = _marks(submission)
            if active[mailbox] >= self._settings.reservations_per_email:
                outcomes[submission] = refused(EmailLimit())
                continue
            if self._caller_limits and active[phone] >= self._settings.rate_limits.reservations_per_phone:
                outcomes[submission] = refused(PhoneLimit())
                continue
            if submission.request.another is False and submission.request.mailbox in recent:
                outcomes[submission] = refused(AlreadyReserved())
                continue
            if active[mailbox]:
                duplicates.add(submission)
            active.update((mailbox, phone))
            recent.add(submission.request.mailbox)
        return duplicates

    def _judge_callers(
        self,
        session: Session,
        fresh: Sequence[Submission],
        outcomes: Outcomes,
        locked: Mapping[str, LockedPark | None],
        now: datetime,
    ) -> tuple[list[Submission], dict[str, datetime | None]]:
        """Refuse callers beyond their limits, see `caller_limits.py`, and those of a park that pauses itself; returns
        who has to confirm first, and since when each park is under a burst, see `bursts.py`.
        """
        burst_since = {park: known.burst_since for park, known in _known(locked)}
        if self._caller_limits is None:
            return [], burst_since
        room: dict[str, int] = {}
        is_burst: dict[str, bool] = {}
        asked = {s.request.park for s in fresh if s not in outcomes}
        for park, known in _known(locked):
            counts = standing(session, park, now) if park in asked else None
            if counts and pause_if_emptied(session, park, known, self._rule, counts.given, now):
                outcomes |= {s: refused(ParkPaused()) for s in fresh if s.request.park == park and s not in outcomes}
            elif counts:
                room[park] = counts.room(self._rule, known.spot_limit)
                is_burst[park] = counts.is_burst(self._rule, known.spot_limit)
        asking = {s: (s.caller, s.request.park) for s in fresh if s not in outcomes and s.caller is not None}
        judged = self._caller_limits.judge(session, asking, room, now)
        outcomes |= {s: refused(problem) for s, problem in judged.refused.items()}
        for submission, is_domain in judged.held.items():
            is_burst[submission.request.park] |= is_domain
        for park, known in _known(locked):
            if park in is_burst:
                burst_since[park] = note(session, park, known, now, is_burst=is_burst[park])
        return list(judged.held), burst_since

    def _hold_back(self, session: Session, held: Sequence[Submission], now: datetime) -> Outcomes:
        """Keep these calls until their households have confirmed."""
        if not held:
            return {}
        kept = self._keep_held(session, self._settings, [HeldBack(s.request, s.origin(None)) for s in held], now)
        return {s: refused(ConfirmFirst(confirm_by=by.isoformat())) for s, by in zip(held, kept, strict=True)}


def _first_of_each_key(submissions: Iterable[Submission]) -> dict[str, Submission]:
    """A double click may put two calls into one group: the first call of a key leads, the others get its outcome."""
    leaders: dict[str, Submission] = {}
    for submission in submissions:
        leaders.setdefault(submission.call.key_hash, submission)
    return leaders


def _repeated(submission: Submission, claim: Claim, leader: Submission, outcomes: Outcomes) -> Outcome:
    """The answer of a call whose key was used before, or is used by another call of this group."""
    if isinstance(claim, Earlier):
        answer = claim.answer_to(submission.call)
        return Outcome(answer.status, answer.body, is_replay=True) if answer else refused(IdempotencyMismatch())
    if submission.call.fingerprint != leader.call.fingerprint:
        return refused(IdempotencyMismatch())
    return replayed(outcomes[leader])


def _known(locked: Mapping[str, LockedPark | None]) -> Iterator[tuple[str, LockedPark]]:
    """The parks that exist, in order."""
    return ((park, known) for park, known in sorted(locked.items()) if known is not None)


def _marks(submission: Submission) -> tuple[Mark, Mark]:
    """The marks a household is counted by."""
    request = submission.request
    return ("mailbox", request.mailbox), ("phone", request.mobile_phone_e164)


def _refuse_closed(fresh: Sequence[Submission], locked: Mapping[str, LockedPark | None]) -> Outcomes:
    """Refuse calls for a park that is cancelled or paused."""
    outcomes: Outcomes = {}
    for submission in fresh:
        park = locked[submission.request.park]
        if park is not None and park.cancelled_at:
            outcomes[submission] = refused(ParkNotBuilt())
        elif park is not None and park.paused_at:
            outcomes[submission] = refused(ParkPaused())
    return outcomes


def _refuse_full(
    session: Session, fresh: Sequence[Submission], outcomes: Outcomes, locked: Mapping[str, LockedPark | None]
) -> dict[str, Sequence[Any]]:
    """Refuse calls for a park that is full, or unknown, before anything else is asked of them; returns the free spots
    of the others, as many as are wanted.
    """
    free: dict[str, Sequence[Any]] = {}
    asking = [submission for submission in fresh if submission not in outcomes]
    wanted = Counter(submission.request.park for submission in asking)
    for park, known in _known(locked):
        free[park] = lowest_free(session, park, wanted[park], known) if wanted[park] else ()
    for submission in asking:
        asked = locked[submission.request.park]
        if asked is None or not free[submission.request.park] or not asked.fits(submission.request.annual_kwh):
            outcomes[submission] = _none_free(asked)
    return free


def _remember(session: Session, decided: Outcomes, now: datetime) -> None:
    """Store answers for idempotency. Without a key only reservations are stored: a refused call may be repeated."""
    kept: list[tuple[Call, Answer]] = []
    released: list[str] = []
    for submission, outcome in decided.items():
        is_kept = outcome.status == 200 or (submission.call.is_explicit and outcome.status == 409)
        if is_kept:
            kept.append((submission.call, Answer(outcome.status, outcome.body)))
        else:
            released.append(submission.call.key_hash)
    idempotency.remember(session, kept, now)
    idempotency.release(session, released)


def _none_free(locked: LockedPark | None) -> Outcome:
    if locked is None:
        return refused(ValidationProblem([_UNKNOWN_PARK]))
    return refused(ParkFull(waitlist={"open": True, "length": locked.waiting_length}))
