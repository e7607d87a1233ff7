"""Own filters of recipients: checked against the schedule's, told in words, and compared."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from analytics.definitions import Definition
from analytics.parameters import FILTERS
from services.core.fields import Refused
from services.core.http.errors import ValidationProblem
from services.reports.links.narrow import narrowed
from services.reports.parameter_labels import parameters_in_words

Filters = Mapping[str, Sequence[str]]
NOT_NARROWED: Final = ""
"""Key of what the schedule sends to recipients without a filter of their own."""
_NO_FILTERS: Final = "Diesen Bericht gibt es nur im Ganzen. Bitte nehmen Sie den eigenen Filter heraus."
_LONGEST: Final = 90


def key_of(filters: Filters | None) -> str:
    """The same for filters that let the same rows through, whatever the order they were entered in."""
    if not filters:
        return NOT_NARROWED
    plain = {name: sorted(set(filters[name])) for name in sorted(filters)}
    return hashlib.sha256(json.dumps(plain, ensure_ascii=False).encode()).hexdigest()


def require_narrower(definition: Definition, parameters: Mapping[str, Any], filters: Filters) -> None:
    """Raise Refused for a filter that the report lacks, and for a value that the schedule already excludes."""
    if not set(definition.parameters) & set(FILTERS):
        raise Refused("unknown_choice", _NO_FILTERS)
    try:
        narrowed(definition, parameters, filters, "filters")
    except ValidationProblem as problem:
        [first, *_] = problem.errors
        raise Refused(first["code"], first["message"]) from problem


def asked_of(filters: Filters | None) -> list[tuple[str, str]]:
    """Label and values of each filter: „Kampagne“, „herbst, sommer“."""
    return parameters_in_words({name: list(values) for name, values in (filters or {}).items()}, None, {})


def narrowing_words(filters: Filters | None) -> str:
    """„Kampagne: herbst · Quelle: google“; empty without filters."""
    return " · ".join(f"{label}: {values}" for label, values in asked_of(filters))


def short_words(filters: Filters | None) -> str:
    """The same for a subject: where it would be long, only which filters there are."""
    words = narrowing_words(filters)
    if len(words) <= _LONGEST:
        return words
    return " · ".join(f"{label}: Auswahl" for label, _ in asked_of(filters))[:_LONGEST]
