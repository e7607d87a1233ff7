"""API schemas of machine tokens."""

from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel

from services.core.fields import LARGEST, Refused
from services.core.inputs import Body, CalendarDay, Line, Needed, Otherwise, Rule

MOST_SCHEDULES: Final = 100


class MachineTokenOut(BaseModel):
    """A token without what makes it one. `schedules` null: all; `expires_at` null: never."""

    id: int
    name: str
    beginning: str
    schedules: list[int] | None
    state: Literal["valid", "expired", "revoked"]
    created_at: datetime
    created_by_name: str | None
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None
    revoked_by_name: str | None


class MachineTokensOut(BaseModel):
    data: list[MachineTokenOut]


class NewMachineTokenOut(MachineTokenOut):
    """With the token, which no other answer ever shows."""

    token: str


def _schedules(value: object) -> list[int]:
    numbers = value if isinstance(value, list) and len(value) <= MOST_SCHEDULES else []
    if not numbers or not all(type(one) is int and 0 < one <= LARGEST for one in numbers):
        raise Refused("unknown_choice", "Bitte wählen Sie mindestens einen Bericht, oder alle.")
    return sorted(set(numbers))


Schedules = Annotated[
    list[int],
    Rule(
        _schedules,
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": LARGEST},
            "minItems": 1,
            "maxItems": MOST_SCHEDULES,
        },
    ),
]


class MachineTokenIn(Body):
    """`schedules` null: all, also later ones; `expires_on` the last day in Berlin, null: none."""

    name: Annotated[str, Line(80), Needed("Bitte geben Sie einen Namen an.")]
    schedules: Annotated[Schedules | None, Otherwise(None)] = None
    expires_on: Annotated[CalendarDay | None, Otherwise(None)] = None
