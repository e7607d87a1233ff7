"""Calls that were sent before: the same household, or the same words in another tab."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter, itemgetter

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.http.idempotency import SAME_BODY_IS_SAME_CALL, Call
from services.core.http.outcome import Outcome
from services.reservations.abuse.caller_limits import Caller
from services.reservations.models import ACTIVE, ASKED, Reservation
from services.reservations.placement import REQUEST_COLUMNS, Origin
from services.reservations.validation import ReservationRequest
from services.settings import Settings

_RESERVATIONS = Reservation.__table__
_ASKED_WITHIN = timedelta(hours=1)
_AS_TYPED = {"email", "mailbox", "mobile_phone"}
_OF_THE_CALL = {"client_figures", "touch_consent"}
_SAID = ("park", *(name for name in REQUEST_COLUMNS if name not in _AS_TYPED | _OF_THE_CALL))
_DETAILS = tuple(one.column for one in ASKED)


@dataclass(frozen=True, slots=True, eq=False)
class Submission:
    """One valid call with its identity and its caller's counter rows: `bucket` for calls, `caller` for
    reservations; empty where nothing is counted.
    """

    request: ReservationRequest
    call: Call
    bucket: str
    caller: Caller | None = None

    def origin(self, burst_since: datetime | None) -> Origin:
        """What is kept of where it came from."""
        return Origin(self.caller.network, self.caller.line, burst_since) if self.caller else Origin()


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A call whose household has to confirm its address before it gets a place."""

    request: ReservationRequest
    origin: Origin


Outcomes = dict[Submission, Outcome]
KeepHeld = Callable[[Session, Settings, Sequence[HeldBack], datetime], Sequence[datetime]]
"""Stores such calls in order of arrival and writes to their households; answers until when each has to be confirmed."""


def reserved(spot_number: int, reference: str, park: str) -> Outcome:
    return Outcome(200, {"success": True, "spot_number": spot_number, "reference": reference, "park": park})


def replayed(first: Outcome) -> Outcome:
    return replace(first, is_replay=first.status < 422)


_said, _details = attrgetter(*_SAID), itemgetter(*_DETAILS)


def _content(request: ReservationRequest) -> tuple[object, ...]:
    """The household's own data without the circumstances of the call: two tabs differ only in the latter."""
    return (*_said(request), *_details(request.details))


def sent_before(session: Session, fresh: Sequence[Submission], now: datetime) -> Outcomes:
    """Earlier reservations of households that sent identical data minutes ago, also under another key."""
    if not fresh:
        return {}
    emails = {submission.request.email_normalized for submission in fresh}
    columns = [_RESERVATIONS.c["park_id" if name == "park" else name] for name in (*_SAID, *_DETAILS)]
    query = select(_RESERVATIONS.c.spot_number, _RESERVATIONS.c.reference, *columns).where(
        _RESERVATIONS.c.email_normalized.in_(emails),
        _RESERVATIONS.c.created_at > now - SAME_BODY_IS_SAME_CALL,
        ACTIVE,
    )
    stored = {tuple(said): (number, reference) for number, reference, *said in session.connection().execute(query)}
    found = {s: stored.get(_content(s.request)) for s in fresh}
    return {s: replayed(reserved(*first, s.request.park)) for s, first in found.items() if first}


def reserved_recently(session: Session, submissions: Sequence[Submission], now: datetime) -> set[str]:
    """The mailboxes, among those of callers who want to be asked, that hold a reservation made within the last hour."""
    mailboxes = {s.request.mailbox for s in submissions if s.request.another is False}
    if not mailboxes:
        return set()
    is_recent = _RESERVATIONS.c.mailbox.in_(mailboxes) & (_RESERVATIONS.c.created_at > now - _ASKED_WITHIN)
    return set(session.connection().scalars(select(_RESERVATIONS.c.mailbox).where(is_recent, ACTIVE)))


def follow_the_first(fresh: Sequence[Submission]) -> dict[Submission, Submission]:
    """The same within a group: each repeated call with the one it follows."""
    leaders: dict[tuple[object, ...], Submission] = {}
    for submission in fresh:
        leaders.setdefault(_content(submission.request), submission)
    return {s: leader for s in fresh if (leader := leaders[_content(s.request)]) is not s}
