"""Validation of operation calls: the body as a request, or all its faults at once."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from services.core.fields import Fields, text
from services.core.http.errors import FieldError, ValidationProblem
from services.reservations.desk import tags
from services.reservations.desk.edit import follow_up_day
from services.reservations.operations.perform import Request
from services.reservations.transitions import Operation

LONGEST_REASON = 500
LONGEST_TAG = 40
_REASON = "Bitte nennen Sie den Grund."
_TAG = "Bitte nennen Sie ein Merkmal."
_COUNT = {
    "field": "confirmed_count",
    "code": "missing",
    "message": "Bitte geben Sie ein, für wie viele Reservierungen das gelten soll.",
}
_VERSION = {
    "field": "version",
    "code": "not_for_many",
    "message": "Ein Stand lässt sich nur bei einer einzelnen Reservierung angeben.",
}


def requested(operation: Operation, body: Mapping[str, Any], actor: str) -> Request:
    """The validated request; ValidationProblem if something it needs is missing or wrong."""
    errors: list[FieldError] = []
    fields = Fields(body, errors)
    ids = tuple(dict.fromkeys(body["ids"]))
    reason = read_reason(fields, is_needed=operation.needs_reason)
    tag = fields.read("tag", partial(text, longest=LONGEST_TAG), _TAG) if operation.name in tags.OPERATIONS else None
    day = fields.read_optional("day", follow_up_day, None)
    version = body.get("version")
    if version is not None and len(ids) > 1:
        errors.append(_VERSION)
    confirmed = body.get("confirmed_count")
    if operation.asks_for_count and len(ids) > 1 and confirmed is None:
        errors.append(_COUNT)
    if errors:
        raise ValidationProblem(errors)
    return Request(operation, ids, actor, reason, version, tag, day, confirmed)


def read_reason(fields: Fields, *, is_needed: bool) -> str:
    """The reason, in one line; a fault is recorded if it is required and missing."""
    rule = partial(text, longest=LONGEST_REASON)
    found = fields.read("reason", rule, _REASON) if is_needed else fields.read_optional("reason", rule, "")
    return found or ""
