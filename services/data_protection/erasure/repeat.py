"""Repeats erasures after a restore of a snapshot that is older than they are."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from services.backup.repository import Erased
from services.core.clock import Clock
from services.core.db.db import Database
from services.data_protection.erasure.cleanup import finish_erasures
from services.data_protection.erasure.erase import Wish, erase
from services.data_protection.errors import AlreadyErased
from services.reservations.errors import UnknownReservation
from services.settings import Settings


def repeat_erasures(db: Database, settings: Settings, erased: Sequence[Erased], clock: Clock) -> int:
    """Erase these households, the earliest first, without a second mail to them; returns how many it were. One that the
    snapshot does not know, or knows as erased, is left out.
    """
    done = 0
    for one in sorted(erased, key=lambda one: one.at):
        wish = Wish(one.reservation_id, one.actor, is_repeated=True)
        done += db.write(lambda session, wish=wish: _repeat(session, wish, clock))  # type: ignore[misc]
    if done:
        finish_erasures(db, settings, clock)
    return done


def _repeat(session: Session, wish: Wish, clock: Clock) -> int:
    try:
        erase(session, wish, clock())
    except (UnknownReservation, AlreadyErased):
        return 0
    return 1
