"""Validation of contact messages. Each rule reports a field, a stable code and a German sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.contact.topics import PaymentMethod, Topic
from services.core.contact_details import read_email, read_phone
from services.core.fields import Fields, Refused, choice, long_text, number, short_text, text
from services.core.http.errors import ValidationProblem
from services.core.money import format_eur, to_cents
from services.core.references import parse_reference
from services.offer.constants import OFFER

SHORTEST_MESSAGE = 10
LONGEST_MESSAGE = 4000
HONEYPOT = "homepage"
"""A hidden field (honeypot). Bots fill in everything they find."""

_LONGEST_NAME = 100
_MOST_CENTS = 100_000_000
_DEFAULT_MINIMUM_CENTS: int = OFFER["invest"]["default_minimum_eur"] * 100


@dataclass(frozen=True, slots=True)
class ContactRequest:
    """A valid message, cleaned. What was left out is None; the last three belong to an enquiry about a share."""

    name: str
    email: str
    email_normalized: str
    phone: str | None
    phone_e164: str | None
    topic: str
    reservation_reference: str | None
    message: str
    suspected_spam: bool
    project: str | None
    amount_cents: int | None
    payment_method: str | None


def validate_contact(body: object, minimums: Mapping[str, int], *, allow_test_domains: bool) -> ContactRequest:
    """Validate and clean a call; ValidationProblem with all faults at once.

    `minimums`: the smallest share of each park in cents, by park id.
    """
    if not isinstance(body, dict):
        fault = {"field": "body", "code": "wrong_type", "message": "Erwartet wird ein JSON-Objekt."}
        raise ValidationProblem([fault])
    fields = Fields(body, [])
    name = fields.read("name", _name, "Bitte geben Sie Ihren Namen an.")
    email = fields.read("email", lambda v: read_email(v, allow_test_domains), "Bitte geben Sie Ihre E-Mail-Adresse an.")
    topic = fields.read("topic", _topic, "Bitte wählen Sie, worum es geht.")
    phone = _phone(fields, topic)
    reference = fields.read_optional("reference", _reference, None)
    message = fields.read("message", _message, "Bitte schreiben Sie uns, worum es geht.")
    share = _share(fields, minimums) if topic == Topic.SHARE else (None, None, None)
    if fields.errors or name is None or email is None or topic is None or message is None:
        raise ValidationProblem(fields.errors)
    return ContactRequest(
        name=name,
        email=email[0],
        email_normalized=email[1],
        phone=phone[0] if phone else None,
        phone_e164=phone[1] if phone else None,
        topic=topic,
        reservation_reference=reference,
        message=message,
        suspected_spam=bool(body.get(HONEYPOT)),
        project=share[0],
        amount_cents=share[1],
        payment_method=share[2],
    )


def _name(value: object) -> str:
    name = text(value, _LONGEST_NAME)
    if not any(character.isalpha() for character in name):
        raise Refused("no_letters", "Ein Name braucht mindestens einen Buchstaben.")
    return name


_topic = choice(tuple(Topic), "Bitte wählen Sie ein Anliegen aus der Liste.")
_payment_method = choice(tuple(PaymentMethod), "Bitte wählen Sie eine Zahlungsart aus der Liste.")


def _phone(fields: Fields, topic: str | None) -> tuple[str, str] | None:
    """Optional, unless we are to call back."""

    def rule(value: object) -> tuple[str, str]:
        return read_phone(value, "Bitte prüfen Sie die Telefonnummer, zum Beispiel 0841 123456.")

    if topic == Topic.CALLBACK:
        return fields.read("phone", rule, "Für einen Rückruf brauchen wir Ihre Telefonnummer.")
    return fields.read_optional("phone", rule, None)


def _reference(value: object) -> str:
    reference = parse_reference(short_text(value))
    if reference is None:
        raise Refused(
            "reference_invalid",
            "Diese Referenz stimmt nicht: Sie beginnt mit VG und steht in unserer E-Mail. "
            "Bitte prüfen Sie sie oder lassen Sie das Feld leer.",
        )
    return reference


def _message(value: object) -> str:
    return long_text(value, SHORTEST_MESSAGE, LONGEST_MESSAGE)


def _share(fields: Fields, minimums: Mapping[str, int]) -> tuple[str | None, int | None, str | None]:
    """Project, amount and payment method, each optional: the household may still be deciding."""
    project = fields.read_optional("project", choice(tuple(minimums), "Diesen Solarpark gibt es nicht."), None)
    least = minimums.get(project or "", _DEFAULT_MINIMUM_CENTS)

    def amount(value: object) -> int:
        euros = number(value)
        if not 0 <= euros * 100 <= _MOST_CENTS:
            raise Refused("out_of_range", f"Bitte geben Sie höchstens {format_eur(_MOST_CENTS, short=True)} an.")
        cents = to_cents(euros)
        if cents < least:
            raise Refused("below_minimum", f"Bitte geben Sie mindestens {format_eur(least, short=True)} an.")
        return cents

    cents = fields.read_optional("amount", amount, None)
    return project, cents, fields.read_optional("payment_method", _payment_method, None)
