"""Narrows the parameters of a report to locked filters. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from analytics.definitions import Definition
from analytics.parameters import FILTERS
from services.core.http.errors import FieldError, ValidationProblem

_NOT_FILTERED: Final = "Dieser Bericht lässt sich nicht auf Herkünfte eingrenzen."
_WIDER: Final = "Der Bericht ist schon enger gefasst und enthält diesen Wert nicht: „{value}“."

Filters = Mapping[str, Sequence[str]]


def narrowed(definition: Definition, parameters: Mapping[str, Any], filters: Filters, field: str) -> dict[str, Any]:
    """The parameters with the filters on top; both by their names in query strings.

    Raises ValidationProblem, under `field`, for a filter that the report does not have and for a value that the
    parameters already exclude: the result never has a row that the report with these parameters lacks.
    """
    faults: list[FieldError] = []
    for name, values in filters.items():
        if name not in FILTERS or name not in definition.parameters:
            faults.append({"field": field, "code": "unknown_choice", "message": _NOT_FILTERED})
            continue
        known = parameters.get(name) or values
        outside = [value for value in values if value not in known]
        if outside:
            message = _WIDER.format(value=outside[0] or "ohne Angabe")
            faults.append({"field": field, "code": "unknown_choice", "message": message})
    if faults:
        raise ValidationProblem(faults)
    return {**parameters, **{name: list(values) for name, values in filters.items()}}
