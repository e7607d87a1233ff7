"""Bodies of a household's calls."""

from typing import Annotated

from services.core.contact_details import LONGEST_NAME, EmailAddress, PhoneNumber, person_name
from services.core.fields import Refused
from services.core.http.idempotency import LONGEST_KEY
from services.core.inputs import Body, Line, Required, Rule, Version
from services.mail.link_tokens import TOKEN_LENGTH
from services.offer import PACKAGES, PLANS
from services.reservations.validation import MISSING


def _kwh(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in PACKAGES:
        raise Refused("unknown_choice", "Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh.")
    return int(value)


def _plan(value: object) -> str:
    if not isinstance(value, str) or value not in PLANS:
        raise Refused("unknown_choice", "Bitte wählen Sie Einmalzahlung, 24 oder 48 Raten.")
    return value


_NAME = Rule(person_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME})
EmailIn = Annotated[EmailAddress, Required(MISSING["email"])]
Kwh = Annotated[int, Rule(_kwh, {"type": "integer", "enum": list(PACKAGES)}), Required("Bitte wählen Sie ein Paket.")]
Plan = Annotated[
    str,
    Rule(_plan, {"type": "string", "enum": list(PLANS)}),
    Required("Bitte wählen Sie, wie Sie zahlen möchten."),
]


class LinkIn(Body):
    """The token of a link, out of the fragment of its address."""

    token: Annotated[str, Line(2 * TOKEN_LENGTH), Required("Der Link ist unvollständig.")]


class SendLinkIn(Body):
    """The address whose links are wanted."""

    email: EmailIn


class JustReservedIn(Body):
    """The key that the reservation call was sent with."""

    idempotency_key: Annotated[str, Line(LONGEST_KEY), Required()]


class CorrectEmailIn(JustReservedIn):
    """The address as it should be."""

    email: EmailIn


class NewEmailIn(Body):
    """The address that is to replace the present one."""

    email: EmailIn


class ContactChangeIn(Body):
    """Name and telephone as they should be. `version`: of the reservation as the page showed it."""

    first_name: Annotated[str, _NAME, Required(MISSING["first_name"])]
    last_name: Annotated[str, _NAME, Required(MISSING["last_name"])]
    mobile_phone: Annotated[PhoneNumber, Required(MISSING["mobile_phone"])]
    version: Version


class ShareChoiceIn(Body):
    """A package and a plan."""

    annual_kwh: Kwh
    payment_plan: Plan


class DecideIn(Body):
    """The package and the plan that the page showed."""

    known_kwh: Kwh
    known_plan: Plan


class ShareChangeIn(ShareChoiceIn):
    """A package and a plan, and those the page showed until now."""

    known_kwh: Kwh
    known_plan: Plan
