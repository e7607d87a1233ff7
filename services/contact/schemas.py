"""API schemas of the contact form."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from services.contact.topics import PaymentMethod, Topic
from services.core.contact_details import LONGEST_PHONE, EmailAddress, Phone, read_phone
from services.core.fields import Refused, choice, number, short_text, text
from services.core.inputs import Body, Default, Lines, Required, Rule
from services.core.money import format_eur, to_cents
from services.core.references import parse_reference

SHORTEST_MESSAGE: Final = 10
LONGEST_MESSAGE: Final = 4000
_LONGEST_NAME: Final = 100
_MOST_CENTS: Final = 100_000_000
_CHECK_PHONE: Final = "Bitte prüfen Sie die Telefonnummer, zum Beispiel 0841 123456."
_topic = choice(tuple(Topic), "Bitte wählen Sie ein Anliegen aus der Liste.")
_payment_method = choice(tuple(PaymentMethod), "Bitte wählen Sie eine Zahlungsart aus der Liste.")


def _name(value: object) -> str:
    name = text(value, _LONGEST_NAME)
    if not any(character.isalpha() for character in name):
        raise Refused("no_letters", "Ein Name braucht mindestens einen Buchstaben.")
    return name


def _reference(value: object) -> str:
    reference = parse_reference(short_text(value))
    if reference is None:
        raise Refused(
            "reference_invalid",
            "Diese Referenz stimmt nicht: Sie beginnt mit VG und steht in unserer E-Mail. "
            "Bitte prüfen Sie sie oder lassen Sie das Feld leer.",
        )
    return reference


def _cents(value: object) -> int:
    """An amount in euros as cents."""
    euros = number(value)
    if not 0 <= euros * 100 <= _MOST_CENTS:
        raise Refused("out_of_range", f"Bitte geben Sie höchstens {format_eur(_MOST_CENTS, short=True)} an.")
    return to_cents(euros)


_TEXT = {"type": "string", "minLength": 1, "maxLength": 40}
Name = Annotated[str, Rule(_name, {**_TEXT, "maxLength": _LONGEST_NAME}), Required("Bitte geben Sie Ihren Namen an.")]
Reference = Annotated[str | None, Rule(_reference, _TEXT), Default(None)]
Message = Annotated[str, Lines(LONGEST_MESSAGE, SHORTEST_MESSAGE), Required("Bitte schreiben Sie uns, worum es geht.")]
TopicIn = Annotated[
    str, Rule(_topic, {"type": "string", "enum": list(Topic)}), Required("Bitte wählen Sie, worum es geht.")
]
PhoneIn = Annotated[
    Phone | None,
    Rule(lambda value: read_phone(value, _CHECK_PHONE), {**_TEXT, "maxLength": LONGEST_PHONE}),
    Default(None),
]
AmountIn = Annotated[
    int | None, Rule(_cents, {"type": "number", "minimum": 0, "maximum": _MOST_CENTS // 100}), Default(None)
]
PaymentMethodIn = Annotated[
    str | None, Rule(_payment_method, {"type": "string", "enum": list(PaymentMethod)}), Default(None)
]


class ContactIn(Body):
    """A message. The last three members count for the topic `anteil` only."""

    model_config = ConfigDict(extra="ignore")

    name: Name
    email: Annotated[EmailAddress, Required("Bitte geben Sie Ihre E-Mail-Adresse an.")]
    topic: TopicIn
    phone: PhoneIn = Field(None, validate_default=True, description="needed for the topic `rueckruf`")
    reference: Reference = Field(None, description="of a reservation, VG-XXXX-XXXX")
    message: Message
    homepage: Any = Field(None, description="people leave it empty")
    """A hidden field (honeypot). Bots fill in everything they find."""
    project: Annotated[str | None, Rule(short_text, _TEXT), Default(None)] = None
    amount: AmountIn = Field(None, description="euros, at least the project's minimum")
    payment_method: PaymentMethodIn = None

    @field_validator("phone")
    @classmethod
    def _to_call_back(cls, phone: Phone | None, before: ValidationInfo) -> Phone | None:
        if phone is None and before.data.get("topic") == Topic.CALLBACK:
            raise Refused("missing", "Für einen Rückruf brauchen wir Ihre Telefonnummer.")
        return phone


class ContactOut(BaseModel):
    """The enquiry's own reference."""

    success: bool
    reference: str
