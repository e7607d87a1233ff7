"""Reserve a spot: spot, row, touches, consent, audit, mail and remembered answer, all in one transaction or not at all.

Calls that wait at the same moment are handled together (`Database.write_grouped`): each step below takes a list and
sends one statement for all of it, so that 64 households at once are served about as fast as one.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import repeat
from typing import Any

from sqlalchemy import JSON, Text, bindparam, cast, column, func, select
from sqlalchemy.orm import Session

from services.core import idempotency
from services.core.clock import Clock
from services.core.errors import ValidationProblem
from services.core.idempotency import Answer, Call, Claim, Earlier, IdempotencyMismatch
from services.core.outcome import Outcome, refused
from services.core.rate_limit import Limit, count_calls, refusal
from services.parks.allocation import lock_park, take_lowest
from services.reservations.errors import EmailLimit, ParkFull
from services.reservations.models import ACTIVE, Reservation
from services.reservations.placement import Placement, place, store
from services.reservations.validation import ReservationRequest, validate_reservation
from services.settings import Settings

_RESERVATIONS = Reservation.__table__


def _active_by_email_query(addresses: Any) -> Any:
    """A count for each address, as one look into the index each: a planner without statistics reads a table whole
    when it is asked for many addresses at once. All come as one JSON value, so that the statement's text is fixed.
    """
    email = addresses.c.value
    count = select(func.count()).where(_RESERVATIONS.c.email_normalized == email, ACTIVE)
    return select(email, count.scalar_subquery())


_EMAILS = bindparam("emails", type_=Text())
_ACTIVE_BY_EMAIL = {
    "sqlite": _active_by_email_query(func.json_each(_EMAILS).table_valued(column("value", Text()))),
    "postgresql": _active_by_email_query(
        func.json_array_elements_text(cast(_EMAILS, JSON)).table_valued(column("value", Text()))
    ),
}
_UNKNOWN_PARK = {"field": "park", "code": "unknown_choice", "message": "Diesen Solarpark gibt es nicht."}


@dataclass(frozen=True, slots=True, eq=False)
class Submission:
    """One valid call with what identifies it, and its caller's counting bucket."""

    request: ReservationRequest
    call: Call
    bucket: str


Outcomes = dict[Submission, Outcome]


class ReservationDesk:
    """Takes reservations under the rules that the settings decide."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        rate = settings.rate_limit_reserve
        self._settings = settings
        self._clock = clock
        self._limit = Limit("reserve", rate.calls, rate.seconds) if settings.rate_limits == "on" else None

    def check(self, body: object) -> ReservationRequest:
        """The body as a valid request; ValidationProblem otherwise."""
        return validate_reservation(
            body,
            instalments_offered=self._settings.instalments_offered,
            allow_test_domains=self._settings.environment == "local",
        )

    def bucket(self, address: str) -> str:
        """The counting row of a caller."""
        return self._limit.bucket(address, self._settings.secret_key) if self._limit else ""

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
        # All processes lock parks in one order, so they cannot wait for each other in a circle.
        locked = {park: lock_park(session, park) for park in sorted({s.request.park for s in fresh})}
        active = _active_by_email(session, fresh)
        outcomes: Outcomes = {}
        wanting: dict[str, list[Submission]] = {}
        duplicates: set[Submission] = set()
        for submission in fresh:
            email = submission.request.email_normalized
            if active[email] >= self._settings.reservations_per_email:
                outcomes[submission] = refused(EmailLimit())
                continue
            if active[email]:
                duplicates.add(submission)
            active[email] += 1
            wanting.setdefault(submission.request.park, []).append(submission)
        placements = []
        for park in sorted(wanting):
            wishes = [submission.request.annual_kwh for submission in wanting[park]]
            numbers = take_lowest(session, park, wishes, now, locked[park])
            for submission, number in zip(wanting[park], numbers or repeat(None), strict=False):
                if number is None:
                    outcomes[submission] = _none_free(is_park_known=numbers is not None)
                    continue
                placement = place(submission.request, number, is_duplicate=submission in duplicates, now=now)
                placements.append(placement)
                outcomes[submission] = _reserved(placement)
        store(session, placements, {park: known for park, known in locked.items() if known}, now)
        return outcomes


def _first_of_each_key(submissions: Iterable[Submission]) -> dict[str, Submission]:
    """A double click arrives twice in one group: the first call of a key leads, the others follow its outcome."""
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
    first = outcomes[leader]
    return replace(first, is_replay=first.status < 422)


def _active_by_email(session: Session, submissions: Sequence[Submission]) -> Counter[str]:
    """How many active reservations each address holds already."""
    emails = {submission.request.email_normalized for submission in submissions}
    if not emails:
        return Counter()
    connection = session.connection()
    rows = connection.execute(_ACTIVE_BY_EMAIL[connection.dialect.name], {"emails": json.dumps(sorted(emails))})
    return Counter({email: active for email, active in rows if active})


def _remember(session: Session, decided: Outcomes, now: datetime) -> None:
    """Keep what the contract keeps. Without a key only a reservation is remembered: who was refused may ask again."""
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


def _reserved(placement: Placement) -> Outcome:
    body = {
        "success": True,
        "spot_number": placement.spot_number,
        "reference": placement.reference,
        "park": placement.request.park,
    }
    return Outcome(200, body)


def _none_free(*, is_park_known: bool) -> Outcome:
    if not is_park_known:
        return refused(ValidationProblem([_UNKNOWN_PARK]))
    return refused(ParkFull(waitlist={"open": False, "length": 0}))
