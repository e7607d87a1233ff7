"""Cancellation of a park: ends all its reservations and closes it to new ones.

One transaction, under the park's lock, so no reservation slips in between. The reservations go through the operation
`cancel_park` of `transitions.py` (state, mail, refund), the spots and the limit through `parks/closing.py`. It cannot
be undone: households are notified, and the notice is final.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from services.core.fields import FieldError
from services.core.german import counted
from services.core.http.errors import ValidationProblem
from services.parks.closing import Closing, close
from services.parks.errors import ParkIsCancelled, UnknownPark
from services.parks.fullness import Fullness, park_fullness
from services.parks.models import Park
from services.reservations.desk.outcomes import consequences
from services.reservations.desk.parks.confirm import holding, locked
from services.reservations.desk.parks.schemas import CancellationPreviewOut
from services.reservations.desk.perform import MOST_ROWS, Request, perform
from services.reservations.errors import CountChanged
from services.reservations.mails import GRACE
from services.reservations.models import Reservation
from services.reservations.release import release_held
from services.reservations.transitions import OPERATIONS

CANCEL_PARK = OPERATIONS["cancel_park"]
_MINUTES = int(GRACE.total_seconds() // 60)
_OF_THE_SITE = (
    "Die Website sagt, dass der Park nicht gebaut wird, und nimmt hier keine Reservierung mehr an.",
    "„Heute“, Hinweise und Vorhersage zählen den Park nicht mehr mit. In Berichten über die Zeit davor bleibt er.",
)
_OTHER_NAME: FieldError = {
    "field": "name",
    "code": "other_name",
    "message": "Bitte geben Sie den Namen des Parks so ein, wie er oben steht.",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """The request: the park's name as typed, the number of reservations in the preview, and the reason. Without name
    and number a second person has approved what was asked with both.
    """

    name: str | None
    confirmed_count: int | None
    reason: str


def preview(session: Session, park_id: str) -> CancellationPreviewOut:
    """Dry run of the cancellation. UnknownPark, ParkIsCancelled."""
    found = next(iter(park_fullness(session, park_id)), None)
    if found is None:
        raise UnknownPark
    if found.fullness.is_cancelled:
        raise ParkIsCancelled
    rows = holding(session, park_id)
    sentences = [*_sentences(rows, found.fullness, found.park.waiting_length), *_OF_THE_SITE]
    return CancellationPreviewOut(
        reservations=len(rows),
        needs_second_person=CANCEL_PARK.needs_second_person(len(rows)),
        consequences=sentences,
        lasting=_lasting(len(rows)),
    )


def check(session: Session, park_id: str, wish: Wish) -> list[int]:
    """Lock the park; the reservations that would end. UnknownPark, ParkIsCancelled, ValidationProblem for a wrong name,
    CountChanged if their number has changed since the preview.
    """
    park = locked(session, park_id)
    if wish.name is not None and wish.name.strip() != park.name:
        raise ValidationProblem([_OTHER_NAME])
    ids = [row.id for row in holding(session, park_id)]
    if wish.confirmed_count not in (None, len(ids)):
        raise CountChanged(wish.confirmed_count or 0, len(ids))
    return ids


def cancel(session: Session, park_id: str, wish: Wish, actor: str, now: datetime) -> int:
    """Cancel the park; how many reservations ended. What `check` refuses; nothing is done then. A unit of work."""
    ids = check(session, park_id, wish)
    for start in range(0, len(ids), MOST_ROWS):
        some = tuple(ids[start : start + MOST_ROWS])
        perform(session, Request(CANCEL_PARK, some, actor, wish.reason), now)
    release_held(session, park_id, now)
    park = session.get_one(Park, park_id, populate_existing=True)
    close(session, park, Closing(actor, wish.reason, reservations=len(ids)), now)
    return len(ids)


def _sentences(rows: Sequence[Reservation], park: Fullness, waiting: int) -> list[str]:
    """In the order people ask: households, spots, who waits."""
    # What the operation says of the way back comes last there, and is said of the whole here.
    said = consequences(CANCEL_PARK, rows)[:-1]
    if not rows:
        said.append("Kein Haushalt hat hier einen Platz.")
    if park.free:
        are = "wird" if park.free == 1 else "werden"
        said.append(f"{counted(park.free, 'freier Platz', 'freie Plätze')} {are} gesperrt.")
    if park.held:
        are = "wird" if park.held == 1 else "werden"
        said.append(
            f"{counted(park.held, 'gehaltener Platz', 'gehaltene Plätze')} {are} gesperrt: "
            "Stornierungen lassen sich hier nicht mehr zurücknehmen."
        )
    if waiting:
        who = counted(waiting, "Haushalt darauf erhält", "Haushalte darauf erhalten")
        said.append(f"Die Warteliste endet. {who} in wenigen Minuten eine Mail.")
    return said


def _lasting(reservations: int) -> str:
    words = f"Das lässt sich nicht rückgängig machen. {CANCEL_PARK.no_undo_because}"
    if not reservations:
        return words
    return (
        f"{words} Nur die Mails warten noch {_MINUTES} Minuten und lassen sich so lange unter „Nachrichten“, „Versand“ "
        "einzeln anhalten."
    )
