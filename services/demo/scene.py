"""Environment of the simulation: the real database and use cases, with a simulated clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from email.message import EmailMessage
from random import Random
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts.settle import settle_all
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.http.idempotency import identify
from services.demo.clock import StoryClock
from services.demo.households import Households
from services.demo.visits.visit_log import VisitLog
from services.household.deadlines import watch_deadlines
from services.jobs.registry import LAST_LOOKS
from services.mail.delivery import Delivery
from services.mail.rendering import renderer_for
from services.mail.transport import Folder, PermanentFailure
from services.payments.check_card import follow_due
from services.payments.providers import provider_of
from services.payments.reminders import remind_all
from services.referral_codes.models import ReferralCode
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from services.reservations.desk.perform import Request, named, perform
from services.reservations.desk.schemas import PerformedOut
from services.reservations.desk.undo import undo
from services.reservations.models import Reservation
from services.reservations.release import release_due
from services.reservations.submit import ReservationDesk
from services.reservations.validation import ReservationRequest
from services.settings import Settings
from services.waiting_list.deadlines import serve_waiting_lists
from services.waiting_list.sign_in import confirm_first

Result = TypeVar("Result")
_ROUTE = "/functions/v1/reserve-spot"
_HANDED_ON = 40
"""Number of referral codes in circulation at a time."""
UNKNOWN_MAILBOX = "550 5.1.1 User unknown"


@dataclass(frozen=True, slots=True)
class Post:
    """Writes mails to files, except for mailboxes that do not exist."""

    folder: Folder
    unknown: set[str]

    def send(self, message: EmailMessage) -> None:
        """Rejects unknown mailboxes as a mail server would."""
        if message["To"].addresses[0].addr_spec in self.unknown:
            raise PermanentFailure(UNKNOWN_MAILBOX)
        self.folder.send(message)


class Scene:
    """State shared by all steps of the simulation."""

    def __init__(self, db: Database, settings: Settings, clock: StoryClock, random: Random) -> None:
        self.db = db
        self.settings = settings
        self.clock = clock
        self.random = random
        self.households = Households(random)
        self.clerks: list[str] = []
        """Actors, `staff:<id>`; the first is an administrator."""
        self.marketer = ""
        self.codes: list[str] = []
        """Referral codes that households pass on to neighbours."""
        self.unknown_mailboxes: set[str] = set()
        self.visits = VisitLog(db, settings, clock, random)
        self._codes, self._referrals = CodeIssue(db, clock), ReferralWatch(db, clock)
        self.waiting: dict[int, dict[str, Any]] = {}
        """What households on the waiting list would reserve with, by the id of their entry."""
        self.declared_about: set[int] = set()
        """Reservations about which something was declared."""
        self._desk = ReservationDesk(settings, clock, confirm_first.keep)
        post = Post(Folder(settings.data_dir / "mail"), self.unknown_mailboxes)
        self._delivery = Delivery(db, post, renderer_for(settings), clock, LAST_LOOKS)

    def checked(self, body: dict[str, Any], agent: str = "") -> ReservationRequest:
        """What a household typed, as a valid request."""
        return self._desk.check(body, agent)

    def reserve(self, body: dict[str, Any], agent: str = "") -> int | None:
        """Submit the form with the browser of that name; the reservation's id, or None if it was refused."""
        request = self.checked(body, agent)
        # Every household has its own client address.
        submission = self._desk.submission(request, identify(_ROUTE, body, None), str(body["email"]))
        outcome = self.db.write(lambda session: self._desk.submit(session, [submission])[0])
        if outcome.status != 200:
            return None
        with self.db.read() as session:
            return session.scalar(select(Reservation.id).where(Reservation.reference == outcome.body["reference"]))

    def operate(self, name: str, ids: Sequence[int], actor: str, reason: str = "", **more: Any) -> PerformedOut:
        """Perform a named operation on one or more reservations."""
        role = "admin" if actor == self.clerks[0] else "staff"
        request = Request(named(name, role), tuple(ids), actor, reason, **more)
        return self.write(lambda session, now: perform(session, request, now))

    def take_back(self, operation_id: int, actor: str) -> PerformedOut:
        return self.write(lambda session, now: undo(session, operation_id, actor, "staff", now))

    def write(self, unit: Callable[[Session, datetime], Result]) -> Result:
        """Run a unit of work at the simulated time."""
        now = self.clock()
        return self.db.write(lambda session: unit(session, now))

    def today(self) -> date:
        """The simulated date in Berlin."""
        return berlin_day(self.clock())

    def run_jobs(self) -> None:
        """Do the work of the jobs, and update the referral codes in circulation."""
        self._delivery.deliver_due()
        release_due(self.db, self.clock)
        watch_deadlines(self.db, self.settings, self.clock)
        serve_waiting_lists(self.db, self.clock)
        follow_due(self.db, provider_of(self.settings, self.db, self.clock), self.clock)
        settle_all(self.db, self.settings, self.clock)
        remind_all(self.db, self.settings, self.clock)
        self._codes.issue()
        self._referrals.check()
        newest = select(ReferralCode.code).where(ReferralCode.reservation_id.is_not(None))
        with self.db.read() as session:
            self.codes = list(session.scalars(newest.order_by(ReferralCode.id.desc()).limit(_HANDED_ON)))

    def deliver(self) -> None:
        """Let the mails leave whose time has come."""
        self._delivery.deliver_due()

    def clerk(self) -> str:
        return self.random.choice(self.clerks)
