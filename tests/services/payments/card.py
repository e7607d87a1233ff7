"""A household that has its card checked, on the page of the simulated provider."""

from dataclasses import dataclass
from typing import Any

from httpx2 import Response
from sqlalchemy import select, update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.payments.check_card import follow_due, pull
from services.payments.models import CardCheck
from services.payments.port import Asked, Begun, Provider, Silent
from services.payments.simulated import SimulatedChecks
from services.payments.states import Answer
from services.reservations.models import Reservation, ReservationChange
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OWN_PAGE, OwnPage


@dataclass
class Card:
    """One household's card, its page with us, and the provider."""

    house: OwnPage
    provider: SimulatedChecks

    @property
    def client(self) -> TestClient:
        return self.house.client

    @property
    def db(self) -> Database:
        return self.house.db

    @property
    def clock(self) -> HeldClock:
        return self.house.clock

    def begin(self) -> Response:
        return self.house.call("reservation/card-check")

    def page(self) -> str:
        """The path of the provider's page."""
        answer = self.begin()
        assert answer.status_code == 200, answer.text
        return "/" + str(answer.json()["address"]).split("/", 3)[3]

    def press(self, button: str, page: str = "") -> Response:
        """A button of it."""
        answer = self.client.post(page or self.page(), data={"press": button}, headers=OWN_PAGE, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer

    def come_back(self) -> dict[str, Any]:
        """The household is back on its own page; what that says of the check."""
        answer = self.house.call("reservation/card-check/look")
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()["reservation"] if "reservation" in answer.json() else answer.json()
        return dict(shown["card_check"])

    def rows(self) -> list[CardCheck]:
        with self.db.read() as session:
            return list(session.scalars(select(CardCheck).order_by(CardCheck.id)))

    def states(self) -> tuple[str, str]:
        """Of the latest check and of the deposit."""
        return self.rows()[-1].state, self.house.row().deposit_state

    def steps(self) -> list[tuple[str, str]]:
        """What was done to the deposit, by whom."""
        with self.db.read() as session:
            rows = session.scalars(select(ReservationChange).order_by(ReservationChange.id))
            return [(row.action, row.actor) for row in rows if "deposit_state" in row.after]

    def wait(self, provider: Provider | None = None, **amount: float) -> int:
        """Time passes, and the job of the minute runs."""
        self.clock.advance(**amount)
        return follow_due(self.db, provider or self.provider, self.clock)

    def night(self, provider: Provider | None = None) -> int:
        return pull(self.db, provider or self.provider, self.clock)


def unconfirmed(db: Database) -> None:
    """As if nobody had confirmed the address yet."""
    db.write(lambda session: session.execute(update(Reservation).values(email_confirmed_at=None)) and None)


@dataclass
class Away:
    """A provider that does not answer calls of these names, each before or after it has done them."""

    real: SimulatedChecks
    silent: set[str]
    is_done: bool = False
    name: str = "simulated"

    def begin(self, asked: Asked) -> Begun:
        begun = self.real.begin(asked) if self.is_done or "begin" not in self.silent else None
        return self._answered("begin", begun)

    def look_up(self, asked: Asked) -> Answer:
        return self._answered("look_up", self.real.look_up(asked))

    def release(self, asked: Asked) -> None:
        if self.is_done or "release" not in self.silent:
            self.real.release(asked)
        self._answered("release", None)

    def _answered(self, name: str, answer: Any) -> Any:
        if name in self.silent:
            raise Silent("no answer")
        return answer
