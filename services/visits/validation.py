"""Validation of visit reports. Pure.

Hand-written for speed: it runs for every page view.
"""

from collections.abc import Container, Mapping
from typing import Any, Final, NamedTuple

from services.core.fields import FieldError
from services.core.http.errors import ValidationProblem
from services.visits.steps import Consent, Step
from services.visits.touches import CLICKED_AD, NO_CLICKED_AD, TOUCH_FIELDS, clean_value, read_clicked_ad

LARGEST_VISIT = 4096
"""Bytes of a report's body."""
THANK_YOU_PATH = "/reservierung/danke"
"""The page that only a finished reservation leads to."""

STEPS: Final[Mapping[str, Step]] = {step.name.lower(): step for step in Step if step is not Step.RESERVED}
"""Steps that may be reported. Whether a visit ended in a reservation follows from the page it reached."""
CONSENTS: Final[Mapping[str, Consent]] = {consent.name.lower(): consent for consent in Consent}


class Report(NamedTuple):
    """A valid report; `touch` are `TOUCH_FIELDS` and `CLICKED_AD`."""

    step: Step
    path: str
    is_arrival: bool
    consent: Consent
    touch: Mapping[str, str]


_UNKNOWN_STEP = "Diesen Schritt gibt es nicht."
_UNKNOWN_CONSENT = "Diese Antwort gibt es nicht."
_NO_TEXT = "Diese Angabe muss Text sein."
_NO_FLAG = "Diese Angabe muss true oder false sein."
_NO_OBJECT = "Diese Angabe muss ein Objekt sein."


def read_report(body: object, routes: Container[str]) -> Report:
    """One report; ValidationProblem with every fault of it. Unknown members are ignored.

    A path that is not one of `routes` is stored as "": a made-up address may contain anything.
    """
    if not isinstance(body, dict):
        raise ValidationProblem([_fault("", "wrong_type", _NO_OBJECT)])
    errors: list[FieldError] = []
    step = _choice(body, "step", STEPS, _UNKNOWN_STEP, errors)
    consent = _choice(body, "consent", CONSENTS, _UNKNOWN_CONSENT, errors, Consent.NOT_ASKED)
    path = _text(body, "path", "path", errors)
    is_arrival = body.get("is_arrival")
    if is_arrival is not None and not isinstance(is_arrival, bool):
        errors.append(_fault("is_arrival", "wrong_type", _NO_FLAG))
    touch = _touch(body.get("touch"), errors)
    if errors:
        raise ValidationProblem(errors)
    address = path.rstrip("/") or "/"
    known = address if path and address in routes else ""
    if step is Step.PAGE_VIEW and known == THANK_YOU_PATH:
        step = Step.RESERVED
    return Report(step, known, bool(is_arrival), consent, touch)


def _touch(given: object, errors: list[FieldError]) -> dict[str, str]:
    if given is None:
        return {**dict.fromkeys(TOUCH_FIELDS, ""), CLICKED_AD: NO_CLICKED_AD}
    if not isinstance(given, dict):
        errors.append(_fault("touch", "wrong_type", _NO_OBJECT))
        return {}
    fields = {name: _unnamed(clean_value(_text(given, name, f"touch.{name}", errors))) for name in TOUCH_FIELDS}
    return {**fields, CLICKED_AD: read_clicked_ad(_text(given, CLICKED_AD, f"touch.{CLICKED_AD}", errors))}


def _unnamed(value: str) -> str:
    """Drop a value with an e-mail address, which some newsletters put into their links: no visit names anybody."""
    return "" if "@" in value or "%40" in value else value


def _text(given: Mapping[str, Any], name: str, field: str, errors: list[FieldError]) -> str:
    value = given.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        errors.append(_fault(field, "wrong_type", _NO_TEXT))
        return ""
    return value


def _choice(
    body: Mapping[str, Any],
    name: str,
    options: Mapping[str, Any],
    unknown: str,
    errors: list[FieldError],
    absent: Any = None,
) -> Any:
    value = body.get(name)
    if value is None and absent is not None:
        return absent
    if isinstance(value, str) and value in options:
        return options[value]
    if value is None:
        errors.append(_fault(name, "missing", "Diese Angabe fehlt."))
    elif not isinstance(value, str):
        errors.append(_fault(name, "wrong_type", _NO_TEXT))
    else:
        errors.append(_fault(name, "unknown_choice", unknown))
    return absent


def _fault(field: str, code: str, message: str) -> FieldError:
    return {"field": field, "code": code, "message": message}
