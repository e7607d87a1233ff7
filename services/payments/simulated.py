"""A provider within the product, so that a fresh installation shows the whole way: no bank and no card is behind it.

What it knows is the column `simulated`. Each call commits it alone, so a process may end between its answer and what we
make of it, as with a real provider.
"""

from enum import StrEnum
from hashlib import sha256
from typing import Final

from sqlalchemy import select, update

from services.core.clock import Clock
from services.core.db.db import Database
from services.payments.models import CardCheck
from services.payments.port import Asked, Begun
from services.payments.states import Answer, Cause, Seen

NAME: Final = "simulated"
PATH: Final = "/zahlungsdienst-simulation"


class Simulated(StrEnum):
    """What happened on its page."""

    ASKED = "asked"
    PAID = "paid"
    REFUSED = "refused"
    UNCONFIRMED = "unconfirmed"
    """The bank asks the household to confirm, which it has not done yet."""
    NOT_CONFIRMED = "not_confirmed"
    HANGING = "hanging"
    RELEASED = "released"
    CLOSED = "closed"


_ANSWERS: Final = {
    Simulated.ASKED: Answer(Seen.WAITING),
    Simulated.PAID: Answer(Seen.HELD),
    Simulated.REFUSED: Answer(Seen.REFUSED, Cause.REFUSED),
    Simulated.UNCONFIRMED: Answer(Seen.WAITING),
    Simulated.NOT_CONFIRMED: Answer(Seen.REFUSED, Cause.AUTHENTICATION),
    Simulated.HANGING: Answer(Seen.WAITING),
    Simulated.RELEASED: Answer(Seen.RELEASED),
    Simulated.CLOSED: Answer(Seen.CLOSED),
}
_FINAL: Final = (Simulated.PAID, Simulated.RELEASED, Simulated.CLOSED)


class SimulatedChecks:
    """The port over the simulation."""

    name = NAME

    def __init__(self, db: Database, public_url: str, clock: Clock) -> None:
        self._db = db
        self._public_url = public_url
        self._clock = clock

    def begin(self, asked: Asked) -> Begun:
        """The page of the key."""
        self._move(asked.key, Simulated.ASKED, only_from=(None,))
        return Begun(f"SIM-{sha256(asked.key.encode()).hexdigest()[:16]}", f"{self._public_url}{PATH}/{asked.key}")

    def look_up(self, asked: Asked) -> Answer:
        """What its page has led to. The page closes by itself, unless what was pressed there hangs."""
        known = self.known(asked.key)
        if known is None or (self._clock() >= asked.closes_at and known not in (*_FINAL, Simulated.HANGING)):
            return Answer(Seen.CLOSED)
        return _ANSWERS[known]

    def release(self, asked: Asked) -> None:
        """What is held is released, and any other page closed. A refusal stays one."""
        self._move(asked.key, Simulated.RELEASED, only_from=(Simulated.PAID,))
        self._move(asked.key, Simulated.CLOSED, only_from=tuple(one for one in Simulated if one not in _FINAL))

    def known(self, key: str) -> Simulated | None:
        """What happened with a key; None: it was never begun."""
        with self._db.read() as session:
            found = session.scalar(select(CardCheck.simulated).where(CardCheck.key == key))
        return Simulated(found) if found else None

    def press(self, key: str, to: Simulated) -> None:
        """A button of its page, which does nothing once there is nothing to decide any more."""
        self._move(key, to, only_from=tuple(one for one in Simulated if one not in _FINAL))

    def _move(self, key: str, to: Simulated, only_from: tuple[Simulated | None, ...]) -> None:
        is_there = CardCheck.simulated.is_(None) if only_from == (None,) else CardCheck.simulated.in_(only_from)
        self._db.write(
            lambda session: session.execute(
                update(CardCheck).where(CardCheck.key == key, is_there).values(simulated=to.value)
            )
        )
