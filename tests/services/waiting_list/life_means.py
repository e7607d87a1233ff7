"""What every rule of the state machine needs: a database, a clock, and acts that may be refused."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import ClassVar

from hypothesis.stateful import RuleBasedStateMachine
from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.http.errors import Problem
from services.mail.link_tokens import link_token
from services.mail.models import Mail
from services.reservations.models import Reservation
from services.reservations.validation import ReservationRequest, validate_reservation
from services.settings import Settings
from services.waiting_list.models import WaitingEntry, WaitingOffer
from tests.factories import letters, reservation_body
from tests.services.held_clock import HeldClock


class Means(RuleBasedStateMachine):
    """One database and its clock."""

    make_database: Callable[[], Database]
    fired: ClassVar[Counter[tuple[str, str]]] = Counter()
    """How often each rule did something, and how often it was refused."""

    def __init__(self) -> None:
        super().__init__()
        self.db = self.make_database()
        self.clock = HeldClock()
        self.settings = Settings(_env_file=None, rate_limits="off", secret="s" * 32)  # type: ignore[call-arg]
        self.count = 0

    def write(self, unit: Callable[[Session], object]) -> bool:
        """Whether it was done. A refusal is an answer like any other, and must change nothing."""
        # Named after the rule: the one outside this file that acts.
        frame = sys._getframe(1)
        while frame.f_back is not None and (frame.f_code.co_filename == __file__ or frame.f_code.co_name == "<lambda>"):
            frame = frame.f_back
        try:
            self.db.write(unit)
        except Problem:
            self.count_act(frame.f_code.co_name, False)
            return False
        self.count_act(frame.f_code.co_name, True)
        return True

    def count_act(self, name: str, is_done: bool) -> None:
        self.fired[name, "done" if is_done else "refused"] += 1

    def pick(
        self, table: type[Reservation] | type[WaitingEntry], which: int, *conditions: ColumnElement[bool]
    ) -> int | None:
        with self.db.read() as session:
            ids = session.scalars(select(table.id).where(*conditions).order_by(table.id)).all()
        return ids[which % len(ids)] if ids else None

    def entry(self, which: int, act: Callable[[Session, int], object]) -> None:
        if id_ := self.pick(WaitingEntry, which, WaitingEntry.state.in_(("waiting", "offered"))):
            self.write(lambda session: act(session, id_))

    def offered(self, which: int, act: Callable[[Session, int], object]) -> None:
        """Answer one of the open offers, so that histories do not consist of refusals."""
        with self.db.read() as session:
            ids = session.scalars(select(WaitingOffer.entry_id).where(WaitingOffer.answer.is_(None))).all()
        if ids:
            self.write(lambda session: act(session, ids[which % len(ids)]))

    def token(self, kinds: Sequence[str], subject: str) -> str | None:
        """The token in the latest mail of these kinds about a subject."""
        query = select(Mail).where(Mail.kind.in_(kinds), Mail.subject_ref == subject).order_by(Mail.id.desc()).limit(1)
        with self.db.read() as session:
            mail = session.scalars(query).one_or_none()
        seed = mail.values.get("link_seed") if mail else None
        return link_token(self.settings.secret_key, seed) if seed else None

    def request(self, kwh: int) -> ReservationRequest:
        self.count += 1
        body = reservation_body(
            annual_kwh=kwh,
            expected_annual_credit=kwh * 0.06,
            email=f"haushalt{self.count}@example.org",
            mobile_phone=f"0170 {4000000 + self.count}",
            last_name=f"L{letters(self.count).lower()}",
        )
        return validate_reservation(body, instalments_offered=True, allow_test_domains=True)
