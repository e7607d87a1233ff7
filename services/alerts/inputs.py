"""Input types of alert rules."""

import re
from datetime import time
from typing import Annotated, Final, Literal

from pydantic import Field

from services.core.fields import LARGEST, Refused
from services.core.inputs import A_FLAG, Body, Choice, Line, Needed, Otherwise, Rule, Version, Weekdays, Whole, whole

MOST_RECIPIENTS: Final = 20
_MISSING = Needed("Bitte füllen Sie dieses Feld aus.")
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


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


YesOrNo = Annotated[bool, A_FLAG, _MISSING]
_ADDRESSES = {"type": "array", "items": {"type": "string"}, "maxItems": MOST_RECIPIENTS}
Addresses = Annotated[list[str], Rule(_addresses, _ADDRESSES), Otherwise([])]
_COUNT = {"type": "integer", "minimum": 0, "maximum": LARGEST}
_CLOCK = {"type": "string", "pattern": f"^{_TIME.pattern}$"}
TimeOfDay = Annotated[time | None, Rule(_time_of_day, _CLOCK), Otherwise(None)]
QuietDays = Annotated[list[int], Weekdays("Bitte wählen Sie Wochentage."), Otherwise([])]


ComparisonName = Literal["below", "above", "less_than_usual", "more_than_usual", "unusual", "silent", "costs_missing"]
ScopeName = Literal["all", "campaign", "source", "channel_group", "park"]
_COMPARISON = Choice("Diese Bedingung gibt es nicht.")
_SCOPE = Choice("Danach lässt sich nicht auswählen.")
LONGEST_DAYS: Final = 90


class RuleIn(Body):
    """All of a rule. `comparison`, `scope`, `scope_value` and `days` belong to rules on figures; of the built-in ones
    they are not read. `threshold` is in the unit of the kind, millionths of one for a rate, and per cent where days are
    compared with like days. What it may be, and who may be a recipient, depends on the kind: `rules.py` decides that.
    """

    is_on: YesOrNo
    comparison: Annotated[ComparisonName | None, _COMPARISON, Otherwise(None)] = None
    scope: Annotated[ScopeName, _SCOPE, Otherwise("all")] = "all"
    scope_value: Annotated[str | None, Line(100), Otherwise(None)] = None
    threshold: Annotated[int | None, Rule(whole, _COUNT), Otherwise(None)] = None
    days: Annotated[int, Whole(1, LONGEST_DAYS), Otherwise(1)] = 1
    to_admins: YesOrNo
    recipients: Addresses = Field(default_factory=list)
    quiet_from: TimeOfDay = None
    quiet_to: TimeOfDay = None
    quiet_days: QuietDays = Field(default_factory=list)


class NewRuleIn(RuleIn):
    """A rule on a figure."""

    kind: Annotated[str, Line(40), Needed("Bitte wählen Sie eine Zahl.")]


class RuleEditIn(RuleIn):
    """`version`: the one it was read at. What a rule is on never changes."""

    version: Version
