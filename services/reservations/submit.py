"""Reserve a spot: spot, row, touches, consent, audit, mail and remembered answer, all in one transaction or not at all.

Calls that wait at the same moment are handled together (`Database.write_grouped`): each step below takes a list and
sends one statement for all of it, so that 64 households at once are served about as fast as one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from services.core import idempotency
from services.core.clock import Clock
from services.core.errors import Problem, ValidationProblem
from services.core.idempotency import Answer, Call, IdempotencyMismatch
from services.core.rate_limit import Limit, count_calls, refusal
from services.parks.allocation import take_lowest
from services.reservations.errors import EmailLimit, ParkFull
from services.reservations.models import ACTIVE, Reservation
from services.reservations.placement import Placement, place, store
from services.reservations.validation import ReservationRequest, validate_reservation
from services.settings import Settings

_RESERVATIONS = Reservation.__table__
_ACTIVE_BY_EMAIL = (
    select(_RESERVATIONS.c.email_normalized, func.count())
    .where(_RESERVATIONS.c.email_normalized.in_(bindparam("emails", expanding=True)), ACTIVE)
    .group_by(_RESERVATIONS.c.email_normalized)
)
_UNKNOWN_PARK = {"field": "park", "code": "unknown_choice", "message": "Diesen Solarpark gibt es nicht."}


@dataclass(frozen=True, slots=True, eq=False)
class Submission:
    """One valid call with what identifies it, and its caller's counting bucket."""

    request: ReservationRequest
    call: Call
    bucket: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of one call; `is_replay` when it is an earlier call's."""

    status: int
    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)
    is_replay: bool = False


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
        leaders = _first_of_each_key(s for s in submissions if s not in outcomes)
        outcomes |= _answer_known_keys(session, list(leaders.values()), now)
        fresh = [leader for leader in leaders.values() if leader not in outcomes]
        decided = self._reserve(session, fresh, now)
        _remember(session, decided, now)
        outcomes |= decided
        for submission in submissions:
            if submission not in outcomes:
                leader = leaders[submission.call.key_hash]
                outcomes[submission] = _follow(submission, leader, outcomes[leader])
        return [outcomes[submission] for submission in submissions]

    def _refuse_excess(self, session: Session, submissions: Sequence[Submission], now: datetime) -> Outcomes:
        """Count every call; refuse those of this group that go beyond the limit, the latest first."""
        if self._limit is None:
            return {}
        counts = count_calls(session, self._limit, [s.bucket for s in submissions], now)
        refused: Outcomes = {}
        for submission in reversed(submissions):
            problem = refusal(self._limit, counts[submission.bucket], now)
            counts[submission.bucket] -= 1
            if problem:
                refused[submission] = _refused(problem)
        return refused

    def _reserve(self, session: Session, fresh: Sequence[Submission], now: datetime) -> Outcomes:
        """Give spots in order of arrival and store what belongs to them."""
        active = _active_by_email(session, fresh)
        outcomes: Outcomes = {}
        wanting: dict[str, list[Submission]] = {}
        duplicates: set[Submission] = set()
        for submission in fresh:
            email = submission.request.email_normalized
            if active[email] >= self._settings.reservations_per_email:
                outcomes[submission] = _refused(EmailLimit())
                continue
            if active[email]:
                duplicates.add(submission)
            active[email] += 1
            wanting.setdefault(submission.request.park, []).append(submission)
        placements = []
        for park in sorted(wanting):  # all processes lock parks in one order
            numbers = take_lowest(session, park, len(wanting[park]), now)
            for submission, number in zip(wanting[park], _padded(numbers), strict=False):
                if number is None:
                    outcomes[submission] = _none_free(numbers)
                    continue
                placement = place(submission.request, number, is_duplicate=submission in duplicates, now=now)
                placements.append(placement)
                outcomes[submission] = _reserved(placement)
        store(session, placements, now)
        return outcomes


def _first_of_each_key(submissions: Iterable[Submission]) -> dict[str, Submission]:
    """A double click arrives twice in one group: the first call of a key leads, the others follow its outcome."""
    leaders: dict[str, Submission] = {}
    for submission in submissions:
        leaders.setdefault(submission.call.key_hash, submission)
    return leaders


def _answer_known_keys(session: Session, leaders: Sequence[Submission], now: datetime) -> Outcomes:
    """Claim each key; those that were claimed before are answered here."""
    claims = idempotency.claim(session, [leader.call for leader in leaders], now) if leaders else {}
    outcomes: Outcomes = {}
    for leader in leaders:
        match claims[leader.call.key_hash]:
            case Answer(status=status, body=body):
                outcomes[leader] = Outcome(status, body, is_replay=True)
            case "mismatch":
                outcomes[leader] = _refused(IdempotencyMismatch())
    return outcomes


def _follow(submission: Submission, leader: Submission, outcome: Outcome) -> Outcome:
    if submission.call.fingerprint != leader.call.fingerprint:
        return _refused(IdempotencyMismatch())
    return replace(outcome, is_replay=outcome.status < 422)


def _active_by_email(session: Session, submissions: Sequence[Submission]) -> Counter[str]:
    """How many active reservations each address holds already."""
    emails = {submission.request.email_normalized for submission in submissions}
    if not emails:
        return Counter()
    rows = session.connection().execute(_ACTIVE_BY_EMAIL, {"emails": sorted(emails)})
    return Counter(dict(rows.all()))


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


def _padded(numbers: Sequence[int] | None) -> Iterable[int | None]:
    yield from numbers or ()
    while True:
        yield None


def _reserved(placement: Placement) -> Outcome:
    body = {
        "success": True,
        "spot_number": placement.spot_number,
        "reference": placement.reference,
        "park": placement.request.park,
    }
    return Outcome(200, body)


def _none_free(numbers: Sequence[int] | None) -> Outcome:
    if numbers is None:
        return _refused(ValidationProblem([_UNKNOWN_PARK]))
    return _refused(ParkFull(waitlist={"open": False, "length": 0}))


def _refused(problem: Problem) -> Outcome:
    return Outcome(problem.status, problem.body(), problem.headers)
