"""Input types of alert rules."""

import re
from datetime import time
from typing import Annotated, Final

from pydantic import Field

from services.core.fields import Refused, number
from services.core.inputs import LARGEST, Body, Needed, Otherwise, Rule

MOST_RECIPIENTS: Final = 20
_MISSING = Needed("Bitte füllen Sie dieses Feld aus.")
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused("wrong_type", "Diese Angabe muss ja oder nein sein.")
    return value


def _whole(value: object) -> int:
    found = number(value)
    if found != int(found):
        raise Refused("not_whole", "Bitte geben Sie eine ganze Zahl an.")
    return int(found)


def _addresses(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Refused("wrong_type", "Diese Angabe muss eine Liste sein.")
    if len(value) > MOST_RECIPIENTS:
        raise Refused("too_many", f"Bitte nennen Sie höchstens {MOST_RECIPIENTS} Adressen.")
    return value


def _time_of_day(value: object) -> time:
    message = "Bitte geben Sie eine Uhrzeit an, zum Beispiel 22:00."
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise Refused("not_a_time", message)
    return time(int(found[1]), int(found[2]))


def _weekdays(value: object) -> list[int]:
    days = set(value) if isinstance(value, list) and all(type(day) is int for day in value) else {0}
    if not days <= set(range(1, 8)):
        raise Refused("unknown_choice", "Bitte wählen Sie Wochentage.")
    return sorted(days)


YesOrNo = Annotated[bool, Rule(_yes_or_no, {"type": "boolean"}), _MISSING]
_ADDRESSES = {"type": "array", "items": {"type": "string"}, "maxItems": MOST_RECIPIENTS}
_DAYS = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 7}}
Addresses = Annotated[list[str], Rule(_addresses, _ADDRESSES), Otherwise([])]
_COUNT = {"type": "integer", "minimum": 0, "maximum": LARGEST}
_CLOCK = {"type": "string", "pattern": f"^{_TIME.pattern}$"}
TimeOfDay = Annotated[time | None, Rule(_time_of_day, _CLOCK), Otherwise(None)]
Weekdays = Annotated[list[int], Rule(_weekdays, _DAYS), Otherwise([])]


class RuleIn(Body):
    """All of a rule; `version` is the one it was read at. What a threshold may be depends on the kind of the rule, who
    may be a recipient too: so addresses are read there, and told by their position.
    """

    version: int = Field(ge=1, le=2**31 - 1)
    is_on: YesOrNo
    threshold: Annotated[int | None, Rule(_whole, _COUNT), Otherwise(None)] = None
    to_admins: YesOrNo
    recipients: Addresses = Field(default_factory=list)
    quiet_from: TimeOfDay = None
    quiet_to: TimeOfDay = None
    quiet_days: Weekdays = Field(default_factory=list)
