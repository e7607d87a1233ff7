"""Bodies of the calls of the waiting list."""

from typing import Annotated, Any

from pydantic import Field

from services.core.contact_details import LONGEST_NAME, EmailAddress, person_name
from services.core.fields import Refused, text
from services.core.inputs import Body, Default, Line, Required, Rule, Version
from services.household.inputs import ShareChoiceIn
from services.mail.link_tokens import TOKEN_LENGTH
from services.offer import DEFAULT_PARK
from services.reservations.models import ASKED
from services.reservations.validation import MISSING

_KEPT_FIELDS = {"first_name", "last_name", "mobile_phone", *(one.name for one in ASKED), "credit_tenth_ct"}
_LONGEST_VALUE = 120
# Beyond any park's list; the end of the list is meant by every number past its length.
_LAST_POSITION = 1_000_000


def _typed(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not value.keys() <= _KEPT_FIELDS:
        raise Refused("unknown_choice", "Diese Angaben kennen wir nicht.")
    return {name: text(given, _LONGEST_VALUE) for name, given in value.items() if given not in (None, "")}


_TYPED_SCHEMA = {
    "type": "object",
    "properties": {name: {"type": "string", "maxLength": _LONGEST_VALUE} for name in sorted(_KEPT_FIELDS)},
    "additionalProperties": False,
}


def _position(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _LAST_POSITION:
        raise Refused("out_of_range", "Die Stelle ist eine Zahl von 1 bis 1.000.000.")
    return value


Email = Annotated[EmailAddress, Required(MISSING["email"])]


class JoinIn(ShareChoiceIn):
    """Who wants to wait, for what. `typed`: other fields of the reservation form as they were filled in."""

    park: Annotated[str, Line(40), Default(DEFAULT_PARK)] = DEFAULT_PARK
    name: Annotated[
        str,
        Rule(person_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}),
        Required("Bitte geben Sie Ihren Namen an."),
    ]
    email: Email
    typed: Annotated[dict[str, Any], Rule(_typed, _TYPED_SCHEMA), Default({})] = Field({})


class WaitingLinkIn(Body):
    """The token of a link, out of the fragment of its address."""

    token: Annotated[str, Line(2 * TOKEN_LENGTH), Required("Der Link ist unvollständig.")]


class SendWaitingLinkIn(Body):
    """The address a link is wanted at."""

    email: Email


class WishIn(ShareChoiceIn):
    """Another package or plan."""


class ReasonIn(Body):
    """Why staff do what they do; kept with the entry, and never shown to others on the list."""

    reason: Annotated[str, Line(500), Required("Bitte nennen Sie einen Grund.")]
    version: Version


class EntryAddressIn(ReasonIn):
    """The right address of an entry."""

    email: Annotated[EmailAddress, Required("Bitte geben Sie die richtige Adresse an.")]


class MoveIn(ReasonIn):
    """Where an entry is moved to: its new position, 1 the head."""

    position: Annotated[int, Rule(_position, {"type": "integer", "minimum": 1, "maximum": _LAST_POSITION}), Required()]
