"""API schemas of saved report segments."""

from datetime import datetime
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, WithJsonSchema

from analytics.parameters import FILTERS
from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.inputs import Body, ImpersonalLine, Parameters, Required, RowId, Rule, Version, absent
from services.visits.touches import LONGEST_VALUE

MOST_VALUES: Final = 50
_FILTERS: Final = "Bitte wählen Sie mindestens einen Filter."
_VALUE: Final = ImpersonalLine(LONGEST_VALUE)


class SegmentRemovalQuery(Parameters):
    """Which version is to be removed."""

    version: RowId


class SegmentOut(Answer):
    """`filters` by their names in a report's address; empty text means "none given"."""

    id: int
    name: str
    filters: dict[str, list[str]]
    version: int
    created_by: str
    created_by_name: str | None
    created_at: datetime
    changed_at: datetime


class SegmentsOut(BaseModel):
    data: list[SegmentOut]
    has_next: bool
    total: int


def _filters(given: object) -> dict[str, object]:
    """Known filters in the order of `FILTERS`."""
    if not given:
        raise Refused("missing", _FILTERS)
    if not isinstance(given, dict):
        raise Refused("wrong_type", _FILTERS)
    if not set(given) <= set(FILTERS):
        raise Refused("unknown_choice", "Diesen Filter gibt es nicht.")
    return {name: given[name] for name in FILTERS if name in given}


def _values(given: object) -> list[str]:
    """Distinct values of a filter; an empty text means none given."""
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_VALUES:
        raise Refused("out_of_range", f"Bitte wählen Sie je Filter 1 bis {MOST_VALUES} Werte.")
    return list(dict.fromkeys("" if value == "" else _VALUE.read(value) for value in given))


_VALUES = {
    "type": "array",
    "items": {"type": "string", "maxLength": LONGEST_VALUE},
    "minItems": 1,
    "maxItems": MOST_VALUES,
}
_FILTERS_SCHEMA = {
    "type": "object",
    "properties": dict.fromkeys(FILTERS, _VALUES),
    "additionalProperties": False,
    "minProperties": 1,
}
Name = Annotated[
    str,
    ImpersonalLine(80),
    Required("Bitte geben Sie dem Segment einen Namen."),
]
Filters = Annotated[
    dict[str, Annotated[list[str], Rule(_values, _VALUES)]],
    BeforeValidator(_filters),
    WithJsonSchema(_FILTERS_SCHEMA),
    Required(_FILTERS),
]


class SegmentIn(Body):
    """Filters under a name."""

    name: Name
    filters: Filters


class SegmentEditIn(Body):
    """Only what changes; `version` as it was read."""

    version: Version
    name: Name = absent()
    filters: Filters = absent()
