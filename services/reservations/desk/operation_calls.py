"""Body of an operation, and what a named operation needs of it."""

from typing import Annotated, Final

from pydantic import Field

from services.core.http.errors import FieldError, ValidationProblem
from services.core.inputs import Body, Line, Otherwise, ReasonOrNone, RowIdIn, Version
from services.reservations.desk import tags
from services.reservations.desk.inputs import LONGEST_TAG, FollowUpDay, FollowUpSubject
from services.reservations.desk.perform import MOST_ROWS, Request
from services.reservations.transitions import Operation

Ids = Annotated[list[RowIdIn], Field(min_length=1, max_length=MOST_ROWS)]
_REASON: Final[FieldError] = {"field": "reason", "code": "missing", "message": "Bitte nennen Sie den Grund."}
_TAG: Final[FieldError] = {"field": "tag", "code": "missing", "message": "Bitte nennen Sie ein Merkmal."}
_COUNT: Final[FieldError] = {
    "field": "confirmed_count",
    "code": "missing",
    "message": "Bitte geben Sie ein, für wie viele Reservierungen das gelten soll.",
}
UNTOLD_REASON: Final[FieldError] = {
    "field": "untold_reason",
    "code": "missing",
    "message": "Bitte nennen Sie, warum der Haushalt keine Mail erhält.",
}
_ALWAYS_TOLD: Final[FieldError] = {
    "field": "notify",
    "code": "always_told",
    "message": "Bei dieser Aktion erhält der Haushalt immer eine Mail.",
}
_VERSION: Final[FieldError] = {
    "field": "version",
    "code": "not_for_many",
    "message": "Ein Stand lässt sich nur bei einer einzelnen Reservierung angeben.",
}


class OperationIn(Body):
    """Which reservations, why, and what a mark needs. `version` goes with one id only; `confirmed_count` is the number
    a person typed where the operation asks for it over many. Without `notify` the households get no mail, where the
    operation leaves that open, and `untold_reason` says why.
    """

    ids: Ids
    reason: Annotated[str, Line(500), Otherwise("")] = ""
    version: Version | None = None
    tag: Annotated[str | None, Line(LONGEST_TAG), Otherwise(None)] = None
    day: FollowUpDay = None
    subject: FollowUpSubject = None
    confirmed_count: Annotated[int, Field(ge=1, le=MOST_ROWS)] | None = None
    notify: bool = True
    untold_reason: ReasonOrNone = ""


def requested(operation: Operation, body: OperationIn, actor: str) -> Request:
    """The request for this operation; ValidationProblem if something it needs is missing."""
    ids = tuple(dict.fromkeys(body.ids))
    missing = (
        (operation.needs_reason and not body.reason, _REASON),
        (operation.name in tags.OPERATIONS and body.tag is None, _TAG),
        (body.version is not None and len(ids) > 1, _VERSION),
        (not body.notify and not operation.may_be_untold, _ALWAYS_TOLD),
        (not body.notify and operation.may_be_untold and not body.untold_reason, UNTOLD_REASON),
        (operation.asks_for_count and len(ids) > 1 and body.confirmed_count is None, _COUNT),
    )
    if errors := [error for is_wrong, error in missing if is_wrong]:
        raise ValidationProblem(errors)
    untold = "" if body.notify else body.untold_reason
    what = (body.reason, body.version, body.tag, body.day, body.confirmed_count, untold, body.subject)
    return Request(operation, ids, actor, *what)
