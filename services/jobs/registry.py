"""All periodic work of the product. A module joins by one entry here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from services.console.exports import export_links
from services.contact.retention import forget_old_messages
from services.core.clock import Clock
from services.core.db import Database
from services.core.idempotency import forget_expired
from services.core.rate_limit import forget_old_counts
from services.mail.delivery import Delivery
from services.mail.rendering import renderer_for
from services.mail.transport import transport_for
from services.reservations.duplicates import DuplicateWatch
from services.reservations.entries import catch_up_wholly
from services.reservations.release import release_due
from services.settings import Settings
from services.staff import links, sessions


@dataclass(frozen=True, slots=True)
class Job:
    """Work to be done every so many seconds. `run` may be called by several processes at once."""

    name: str
    does: str
    every_seconds: int
    run: Callable[[], object]


def all_jobs(settings: Settings, db: Database, clock: Clock) -> Sequence[Job]:
    """The jobs of this installation."""
    transport = transport_for(settings.smtp_url, settings.data_dir)
    delivery = Delivery(db, transport, renderer_for(settings), clock)
    duplicates = DuplicateWatch(db, clock)
    return (
        Job("deliver-mail", "sends what is due in the outbox", 2, delivery.deliver_due),
        Job("flag-duplicates", "flags new reservations that look like known ones", 60, duplicates.look),
        Job("release-spots", "frees spots whose undo window is over", 60, lambda: release_due(db, clock)),
        Job(
            "list-entries",
            "keeps what the console's lists look up equal to the reservations",
            2,
            lambda: catch_up_wholly(db),
        ),
        Job(
            "forget",
            "deletes expired answers, sessions and links, call counts and old messages",
            3600,
            lambda: _forget(db, clock),
        ),
    )


def _forget(db: Database, clock: Clock) -> None:
    now = clock()
    db.write(lambda session: forget_expired(session, now))
    db.write(lambda session: forget_old_counts(session, now))
    db.write(lambda session: forget_old_messages(session, now))
    db.write(lambda session: sessions.forget_ended(session, now))
    db.write(lambda session: links.forget_expired(session, now))
    db.write(lambda session: export_links.forget_expired(session, now))
