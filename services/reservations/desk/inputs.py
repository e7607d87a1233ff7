"""Input types of what staff enter about a reservation."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from services.core.contact_details import LONGEST_NAME, EmailAddress, PhoneNumber, person_name
from services.core.fields import FieldError, Refused, text
from services.core.http.errors import ValidationProblem
from services.core.inputs import (
    Body,
    Choice,
    Default,
    Integer,
    Line,
    Lines,
    Reason,
    ReasonOrNone,
    Required,
    RowIdIn,
    Rule,
    Version,
    absent,
    read_day,
)
from services.core.members import WithMembers
from services.reservations.desk.duplicates import FEWEST, MOST
from services.reservations.desk.perform import MOST_ROWS, REFUNDS, TAG_OPERATIONS, Request
from services.reservations.desk.refunded import Cents, ReferenceIn, Refunded
from services.reservations.models import FIELDS
from services.reservations.transitions import Operation

LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
_FIRST_DAY, _LAST_DAY = date(2020, 1, 1), date(2099, 12, 31)


def _follow_up_day(value: object) -> date:
    day = read_day(value)
    if not _FIRST_DAY <= day <= _LAST_DAY:
        raise Refused("out_of_range", "Bitte geben Sie einen Tag zwischen 2020 und 2099 an.")
    return day


def _tags(value: object) -> list[str]:
    """Tags as stored: trimmed, blanks made one, each once whatever its case, sorted."""
    if not isinstance(value, list):
        raise Refused("wrong_type", "Erwartet wird eine Liste von Merkmalen.")
    if len(value) > 10 * MOST_TAGS:
        raise Refused("too_many", f"Bitte höchstens {MOST_TAGS} Merkmale.")
    tags: dict[str, str] = {}
    for entry in value:
        tag = _tag(entry)
        tags.setdefault(tag.casefold(), tag)
    if len(tags) > MOST_TAGS:
        raise Refused("too_many", f"Bitte höchstens {MOST_TAGS} Merkmale.")
    return sorted(tags.values())


def _tag(value: object) -> str:
    if isinstance(value, str) and not value.strip():
        raise Refused("missing", "Ein Merkmal darf nicht leer sein.")
    tag = " ".join(text(value, LONGEST_TAG).split())
    if "," in tag:
        raise Refused("comma", "Ein Merkmal darf kein Komma enthalten.")
    return tag


class Revealable(StrEnum):
    """What is hidden until a clerk asks for it."""

    EMAIL = "email"
    PHONE = "phone"


_NAME = Rule(person_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME})
FirstName = Annotated[str, _NAME, Required("Der Vorname fehlt.")]
LastName = Annotated[str, _NAME, Required("Der Nachname fehlt.")]
EmailIn = Annotated[EmailAddress, Required("Die E-Mail-Adresse fehlt.")]
PhoneIn = Annotated[PhoneNumber, Required("Die Mobilnummer fehlt.")]
_ONE_TAG = {"type": "string", "minLength": 1, "maxLength": LONGEST_TAG, "pattern": "^[^,]*$"}
Tags = Annotated[list[str], Rule(_tags, {"type": "array", "items": _ONE_TAG, "maxItems": 10 * MOST_TAGS}), Default([])]
_FOLLOW_UP_DAY = {"type": "string", "format": "date", "pattern": "^20[2-9][0-9]-[0-9]{2}-[0-9]{2}$"}
FollowUpDay = Annotated[date | None, Rule(_follow_up_day, _FOLLOW_UP_DAY), Default(None)]
FollowUpSubject = Annotated[str | None, Line(120), Default(None)]
"""What a follow-up is about; null: as it was."""


class ReservationEditIn(
    Body, WithMembers, members={one.name: (one.typed, absent()) for one in FIELDS}, after="mobile_phone"
):
    """Only what changes, and the version it was made on."""

    version: Version
    first_name: FirstName = absent()
    last_name: LastName = absent()
    email: EmailIn = absent()
    mobile_phone: PhoneIn = absent()
    tags: Tags = absent()
    follow_up_on: FollowUpDay = absent()


class RevealIn(Body):
    field: Revealable


LONGEST_NOTE: Final = 2_000
LONGEST_CALL: Final = 480
"""Minutes."""
_NO_NOTE: Final[FieldError] = {"field": "text", "code": "missing", "message": "Bitte schreiben Sie die Notiz."}


class CallIn(Body):
    """A call by telephone. `minutes`: how long one talked; null: nobody was reached. The beginning is sent as the
    minutes since then, because a browser's clock may be wrong; it is never later than the length of the call allows.
    """

    minutes: Annotated[int | None, Integer(1, LONGEST_CALL), Default(None)] = None
    began_minutes_ago: Annotated[int, Integer(0, 24 * 60), Default(0)] = 0


class ReservationNoteIn(Body):
    """A note, or a call, whose `text` may be empty. `follow_up_on` also sets the day of the follow-up; left out or
    null, that stays as it is.
    """

    text: Annotated[str, Lines(LONGEST_NOTE), Default("")]
    call: CallIn | None = None
    is_pinned: bool = False
    follow_up_on: FollowUpDay = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.text and self.call is None:
            raise ValidationProblem([_NO_NOTE])
        return self


class PinIn(Body):
    is_pinned: bool


class FollowUpIn(Body):
    """The day of the follow-up, null for none, and the day that the caller saw. `subject`: what it is about, null for
    what it was about before.
    """

    day: FollowUpDay
    seen: FollowUpDay
    subject: FollowUpSubject = None


Ids = Annotated[list[RowIdIn], Field(min_length=1, max_length=MOST_ROWS)]
_REASON: Final[FieldError] = {"field": "reason", "code": "missing", "message": "Bitte nennen Sie den Grund."}
_TAG: Final[FieldError] = {"field": "tag", "code": "missing", "message": "Bitte nennen Sie ein Merkmal."}
_COUNT: Final[FieldError] = {
    "field": "confirmed_count",
    "code": "missing",
    "message": "Bitte geben Sie ein, für wie viele Reservierungen das gelten soll.",
}
_UNTOLD_REASON: Final[FieldError] = {
    "field": "untold_reason",
    "code": "missing",
    "message": "Bitte nennen Sie, warum der Haushalt keine Mail erhält.",
}
_ALWAYS_TOLD: Final[FieldError] = {
    "field": "notify",
    "code": "always_told",
    "message": "Bei dieser Aktion erhält der Haushalt immer eine Mail.",
}
_CENTS: Final[FieldError] = {"field": "cents", "code": "missing", "message": "Bitte geben Sie den Betrag an."}
_DAY: Final[FieldError] = {"field": "day", "code": "missing", "message": "Bitte geben Sie den Tag an."}
_VERSION: Final[FieldError] = {
    "field": "version",
    "code": "not_for_many",
    "message": "Ein Stand lässt sich nur bei einer einzelnen Reservierung angeben.",
}


class OperationIn(Body):
    """Which reservations, why, and what a mark needs. `version` goes with one id only; `confirmed_count` is the number
    a person typed where the operation asks for it over many. Without `notify` the households get no mail, where the
    operation leaves that open, and `untold_reason` says why. A refund needs `cents`, for each, and its `day`;
    `reference`: how the payment can be found in the account.
    """

    ids: Ids
    reason: Annotated[str, Line(500), Default("")] = ""
    version: Version | None = None
    tag: Annotated[str | None, Line(LONGEST_TAG), Default(None)] = None
    day: FollowUpDay = None
    subject: FollowUpSubject = None
    cents: Annotated[int | None, Cents, Default(None)] = None
    reference: ReferenceIn = ""
    confirmed_count: Annotated[int, Field(ge=1, le=MOST_ROWS)] | None = None
    notify: bool = True
    untold_reason: ReasonOrNone = ""


def requested(operation: Operation, body: OperationIn, actor: str) -> Request:
    """The request for this operation; ValidationProblem if something it needs is missing."""
    ids = tuple(dict.fromkeys(body.ids))
    is_refund = operation.name in REFUNDS
    missing = (
        (operation.needs_reason and not body.reason, _REASON),
        (operation.name in TAG_OPERATIONS and body.tag is None, _TAG),
        (body.version is not None and len(ids) > 1, _VERSION),
        (not body.notify and not operation.may_be_untold, _ALWAYS_TOLD),
        (not body.notify and operation.may_be_untold and not body.untold_reason, _UNTOLD_REASON),
        (operation.asks_for_count and len(ids) > 1 and body.confirmed_count is None, _COUNT),
        (is_refund and body.cents is None, _CENTS),
        (is_refund and body.day is None, _DAY),
    )
    if errors := [error for is_wrong, error in missing if is_wrong]:
        raise ValidationProblem(errors)
    untold = "" if body.notify else body.untold_reason
    what = (body.reason, body.version, body.tag, body.day, body.confirmed_count, untold, body.subject)
    given = Refunded(body.cents, body.day, body.reference) if is_refund and body.cents and body.day else None
    return Request(operation, ids, actor, *what, refund=given)


class PreviewIn(Body):
    """Which reservations, and whether their households are to be told."""

    ids: Ids
    notify: bool = True


class UndoIn(Body):
    """Of an operation over many, only these reservations; without `ids` all of them."""

    ids: Ids | None = None


_LARGEST_NUMBER: Final = 1_000_000
Kwh = Annotated[
    Literal[1000, 2000, 3000],
    Choice("Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh."),
    Required("Bitte wählen Sie ein Paket."),
]
Plan = Annotated[
    Literal["one-off", "24m", "48m"],
    Choice("Bitte wählen Sie Einmalzahlung, 24 oder 48 Raten."),
    Required("Bitte wählen Sie, wie der Haushalt zahlt."),
]
SpotNumber = Annotated[int, Integer(1, _LARGEST_NUMBER), Required("Bitte wählen Sie einen Platz.")]
ParkIdIn = Annotated[str, Line(40), Required("Bitte wählen Sie einen Solarpark.")]


class SharePreviewIn(Body):
    """Another package and plan, and whether the household would be told."""

    annual_kwh: Kwh
    payment_plan: Plan
    notify: bool = True


class MovePreviewIn(Body):
    """Another place, and whether the household would be told."""

    park: ParkIdIn
    spot_number: SpotNumber
    notify: bool = True


class _Reasoned(Body):
    """Why, and over which version. Without `notify` the household gets no mail, and `untold_reason` says why."""

    reason: Reason
    version: Version
    notify: bool = True
    untold_reason: ReasonOrNone = ""


class ShareChangeIn(_Reasoned):
    """Another package and plan."""

    annual_kwh: Kwh
    payment_plan: Plan


class MoveIn(_Reasoned):
    """Another place."""

    park: ParkIdIn
    spot_number: SpotNumber


class ReopenIn(Body):
    """Why it is taken up again, and, where households wait for a place, why before them."""

    reason: Reason
    version: Version
    past_waiting_reason: ReasonOrNone = ""


def correction(operation: Operation, reservation_id: int, body: _Reasoned, actor: str) -> Request:
    """The request; ValidationProblem where nobody is told and nothing says why."""
    if not body.notify and not body.untold_reason:
        raise ValidationProblem([_UNTOLD_REASON])
    untold = "" if body.notify else body.untold_reason
    return Request(operation, (reservation_id,), actor, body.reason, body.version, untold=untold)


def _two_at_least(ids: list[int]) -> list[int]:
    once = list(dict.fromkeys(ids))
    if len(once) < FEWEST:
        raise Refused("too_few", "Zum Zusammenführen braucht es mindestens zwei Reservierungen.")
    return once


class MergeIn(Body):
    """Reservations of one household, and why they are one. `kept_id`: which of them stays; null: the earliest."""

    ids: Annotated[list[RowIdIn], Field(min_length=FEWEST, max_length=MOST), AfterValidator(_two_at_least)]
    reason: Reason
    kept_id: RowIdIn | None = None

    @model_validator(mode="after")
    def _keeps_one_of_them(self) -> Self:
        if self.kept_id is not None and self.kept_id not in self.ids:
            message = "Bitte wählen Sie, welche dieser Reservierungen bleibt."
            raise ValidationProblem([{"field": "kept_id", "code": "unknown_choice", "message": message}])
        return self
