"""API schemas of notes and follow-ups."""

from datetime import date, datetime
from typing import Annotated, Final

from services.core.fields import Refused, long_text
from services.core.http.answers import Answer
from services.core.inputs import Body, Needed, Rule
from services.reservations.desk.inputs import FollowUpDay, FollowUpSubject

LONGEST_NOTE: Final = 2_000
_MISSING: Final = "Bitte schreiben Sie die Notiz."


def _note(value: object) -> str:
    """The text with its line breaks; one of blanks alone is none."""
    found = long_text(value, 0, LONGEST_NOTE)
    if not found:
        raise Refused("missing", _MISSING)
    return found


NoteText = Annotated[str, Rule(_note, {"type": "string", "minLength": 1, "maxLength": LONGEST_NOTE}), Needed(_MISSING)]


class ReservationNoteIn(Body):
    """A note. `follow_up_on` also sets the day of the follow-up; left out or null, that stays as it is."""

    text: NoteText
    is_pinned: bool = False
    follow_up_on: FollowUpDay = None


class PinIn(Body):
    is_pinned: bool


class FollowUpIn(Body):
    """The day of the follow-up, null for none, and the day that the caller saw. `subject`: what it is about, null for
    what it was about before.
    """

    day: FollowUpDay
    seen: FollowUpDay
    subject: FollowUpSubject = None


class FollowUpOut(Answer):
    """`operation_id` takes it back, until `undo_until`; null where nothing changed."""

    day: date | None
    operation_id: int | None
    undo_until: datetime | None


class FromReservationOut(Answer):
    """The merged reservation that a note was written about."""

    id: int
    reference: str
    spot_number: int


class ReservationNoteOut(Answer):
    """A note. `author_name` is null for the text of the former field. `withdraw_until`: while the reader may withdraw
    it; null otherwise. `from_reservation` is null for a note about the reservation itself.
    """

    id: int
    text: str
    author_name: str | None
    is_own: bool
    created_at: datetime
    pinned_at: datetime | None
    pinned_by_name: str | None
    withdrawn_at: datetime | None
    withdraw_until: datetime | None
    from_reservation: FromReservationOut | None
