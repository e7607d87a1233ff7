"""What a schedule waits for, as entered: which data have to be there, and until when they are waited for."""

from typing import Annotated, Any, Final

from pydantic import ValidationInfo

from services.core.fields import Refused
from services.core.inputs import Body, Needed, Otherwise, Rule
from services.reports.freshness import INPUTS
from services.schedules.timing import CLOCK_SCHEMA, clock_words, read_clock

_NEEDS: Final = "Bitte wählen Sie, worauf gewartet wird."
_UNTIL: Final = "Bitte geben Sie an, bis wann höchstens gewartet wird, zum Beispiel 10:00."
_BEFORE: Final = "Der Bericht ist um {at} an der Reihe. Bitte wählen Sie eine spätere Uhrzeit oder „am nächsten Tag“."
_TOO_LATE: Final = (
    "Länger als einen Tag kann ein Bericht nicht warten. Bitte wählen Sie am nächsten Tag eine Uhrzeit vor {at}."
)


def _needs(value: object) -> list[str]:
    """Each once, in the order in which they are told."""
    if not isinstance(value, list) or not value:
        raise Refused("missing", _NEEDS)
    if any(name not in INPUTS for name in value):
        raise Refused("unknown_choice", "Darauf kann ein Bericht nicht warten.")
    return [name for name in INPUTS if name in value]


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused("wrong_type", "Bitte wählen Sie Ja oder Nein.")
    return value


_LIST: Final[dict[str, Any]] = {
    "type": "array",
    "items": {"type": "string", "enum": list(INPUTS)},
    "minItems": 1,
}


class GateIn(Body):
    """Sent once the data of `needs` reach the end of the period, at the latest at `until`, on the day the report is due
    or on the next.
    """

    needs: Annotated[list[str], Rule(_needs, _LIST), Needed(_NEEDS)]
    until: Annotated[str, Rule(lambda value: read_clock(value, _UNTIL), CLOCK_SCHEMA), Needed(_UNTIL)]
    is_next_day: Annotated[bool, Rule(_flag, {"type": "boolean"}), Otherwise(False)] = False


def within_a_day(gate: GateIn | None, info: ValidationInfo) -> GateIn | None:
    """The latest time comes after the one the report is due at, and less than a day later, or the next report of a
    daily schedule would be due before this one has left. Raises Refused.
    """
    timing = info.data.get("timing")
    if gate is None or timing is None:
        return gate
    at = clock_words(timing.clock)
    if not gate.is_next_day and gate.until <= timing.time:
        raise Refused("before_time", _BEFORE.format(at=at))
    if gate.is_next_day and gate.until >= timing.time:
        raise Refused("too_late", _TOO_LATE.format(at=at))
    return gate
