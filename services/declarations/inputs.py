"""Input types of the two public forms and of the steps of staff."""

import re
from datetime import date
from typing import Annotated, Final, Literal

from pydantic import Field, field_validator

from services.core.contact_details import EmailAddress
from services.core.fields import Refused, long_text
from services.core.inputs import (
    Body,
    CalendarDay,
    Choice,
    Default,
    Line,
    Lines,
    Required,
    Rule,
    Version,
    read_day,
)
from services.core.references import parse_reference
from services.reservations.desk.refunded import Cents, ReferenceIn

LONGEST_NAME: Final = 200
LONGEST_CONTRACT: Final = 1000
LONGEST_TEXT: Final = 4000
_GERMAN_DAY: Final = re.compile(r"\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\s*")
_OPTIONAL_TEXT = Annotated[str, Lines(LONGEST_TEXT), Default("")]
_KIND_MISSING: Final = "Bitte wählen Sie, ob Sie ordentlich oder außerordentlich kündigen."
_WHICH: Final = "Bitte schreiben Sie, um welchen Vertrag es geht. Eine Nummer oder Ihre Worte genügen."
_WHY: Final = "Bitte schreiben Sie dem Haushalt, warum."


def _written(longest: int, sentence: str) -> Rule:
    """Text of several lines that says something; `sentence` where there are only blanks."""

    def read(value: object) -> str:
        found = long_text(value, 0, longest)
        if not found:
            raise Refused("missing", sentence)
        return found

    return Rule(read, {"type": "string", "minLength": 1, "maxLength": longest})


def _typed_day(value: object) -> date:
    """A day as a date field sends it, or as one types it where a browser has none: `31.12.2026`."""
    if isinstance(value, str) and not value.strip():
        raise Refused("missing", "Diese Angabe fehlt.")
    german = _GERMAN_DAY.fullmatch(value) if isinstance(value, str) else None
    return read_day("-".join((german[3], german[2].zfill(2), german[1].zfill(2))) if german else value)


class DeclarationIn(Body):
    """What both forms ask for."""

    name: Annotated[str, Line(LONGEST_NAME), Required("Bitte geben Sie Ihren Namen an.")]
    contract: Annotated[str, _written(LONGEST_CONTRACT, _WHICH), Required(_WHICH)]
    email: Annotated[EmailAddress, Required("Bitte geben Sie eine E-Mail-Adresse für die Bestätigung an.")]


class WithdrawalIn(DeclarationIn):
    """The form of `/widerruf`."""

    remark: _OPTIONAL_TEXT = ""


class NoticeIn(DeclarationIn):
    """The form of `/kuendigen`. The day only matters if `end` asks for one, the reason only for an extraordinary
    notice.
    """

    notice_kind: Annotated[
        Literal["ordinary", "extraordinary"],
        Choice(_KIND_MISSING),
        Required(_KIND_MISSING),
    ]
    reason: _OPTIONAL_TEXT = Field("", validate_default=True)
    end: Annotated[
        Literal["soonest", "day"], Choice("Bitte wählen Sie, wann der Vertrag enden soll."), Default("soonest")
    ] = "soonest"
    wished_end: Annotated[date | None, Rule(_typed_day, {"type": "string"}), Default(None)] = Field(
        None, validate_default=True
    )

    @field_validator("reason")
    @classmethod
    def _named(cls, reason: str, before: object) -> str:
        if not reason and before.data.get("notice_kind") == "extraordinary":  # type: ignore[attr-defined]
            raise Refused("missing", "Für eine außerordentliche Kündigung nennen Sie bitte den Grund.")
        return reason


class StepIn(Body):
    """A step over a version of the case."""

    version: Annotated[Version, Required()]


def _reference(value: object) -> str:
    found = parse_reference(value) if isinstance(value, str) else None
    if found is None:
        raise Refused("reference_invalid", "Diese Referenz stimmt nicht. Sie sieht so aus: VG-7K3M-Q2XH.")
    return found


class MatchIn(StepIn):
    """Which reservation it is about; null: none."""

    reference: Annotated[
        str | None, Rule(_reference, {"type": "string", "minLength": 1, "maxLength": 40}), Default(None)
    ]


class AcceptIn(StepIn):
    """`words` go to the household with the mail; `ends_on` is needed for a notice."""

    words: _OPTIONAL_TEXT = ""
    ends_on: Annotated[CalendarDay | None, Default(None)] = None


class RefundIn(StepIn):
    """What was given back. `reference`: how the payment can be found in the account."""

    cents: Annotated[int, Cents, Required("Bitte geben Sie den Betrag an.")]
    day: Annotated[CalendarDay, Required("Bitte geben Sie den Tag an.")]
    reference: ReferenceIn = ""


class RejectIn(StepIn):
    """Why, in words for the household."""

    words: Annotated[str, _written(LONGEST_TEXT, _WHY), Required(_WHY)]
