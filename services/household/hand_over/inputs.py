"""Bodies of the calls about handing a place over."""

from typing import Annotated, Final

from services.core.contact_details import LONGEST_NAME, PhoneNumber, person_name
from services.core.fields import Refused
from services.core.inputs import Body, Required, Rule, Version
from services.core.members import WithMembers
from services.household.inputs import EmailIn, LinkIn
from services.privacy.consent_texts import TERMS_TEXTS
from services.reservations import validation
from services.reservations.models import ASKED
from services.reservations.validation import MISSING

_NAME: Final = Rule(person_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME})
_VERSIONS: Final = {"type": "string", "enum": list(TERMS_TEXTS)}


def _consent(value: object) -> bool:
    if value is not True:
        raise Refused("consent_missing", validation.CONSENT_MISSING)
    return True


class HandOverIn(Body):
    """Whom the place is offered to."""

    name: Annotated[str, _NAME, Required("Bitte geben Sie den Namen an.")]
    email: EmailIn


class NewHouseholdIn(LinkIn, WithMembers, members={one.name: one.sent for one in ASKED}, after="mobile_phone"):
    """Who the other household is, as in the form of a reservation."""

    first_name: Annotated[str, _NAME, Required(MISSING["first_name"])]
    last_name: Annotated[str, _NAME, Required(MISSING["last_name"])]
    mobile_phone: Annotated[PhoneNumber, Required(MISSING["mobile_phone"])]


class AcceptIn(NewHouseholdIn):
    """What it enters to take a place over. `version`: of the reservation as the page showed it."""

    version: Version
    consent: Annotated[bool, Rule(_consent, {"const": True, "type": "boolean"}), Required(validation.CONSENT_MISSING)]
    consent_version: Annotated[str, Rule(validation.consent_version, _VERSIONS), Required(validation.CONSENT_MISSING)]
