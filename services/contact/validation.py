"""A contact message as it is stored, with the checks that need the parks or the settings."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.contact.schemas import ContactIn
from services.contact.topics import Topic
from services.core.contact_details import refuse_test_domain
from services.core.fields import Refused
from services.core.inputs import fault_of
from services.core.money import format_eur
from services.offer import OFFER

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


def request_of(body: ContactIn, minimums: Mapping[str, int], *, allow_test_domains: bool) -> ContactRequest:
    """The message to store. `minimums`: the smallest share of each park in cents, by park id. ValidationProblem for an
    unknown park, an amount below its minimum, or an address at a domain kept for tests.
    """
    with fault_of("email"):
        refuse_test_domain(body.email, allow_test_domains)
    is_of_a_share = body.topic == Topic.SHARE
    if is_of_a_share:
        _refuse_share(body, minimums)
    return ContactRequest(
        name=body.name,
        email=body.email.typed,
        email_normalized=body.email.normalized,
        phone=body.phone.typed if body.phone else None,
        phone_e164=body.phone.e164 if body.phone else None,
        topic=body.topic,
        reservation_reference=body.reference,
        message=body.message,
        suspected_spam=bool(body.homepage),
        project=body.project if is_of_a_share else None,
        amount_cents=body.amount if is_of_a_share else None,
        payment_method=body.payment_method if is_of_a_share else None,
    )


def _refuse_share(body: ContactIn, minimums: Mapping[str, int]) -> None:
    with fault_of("project"):
        if body.project is not None and body.project not in minimums:
            raise Refused("unknown_choice", "Diesen Solarpark gibt es nicht.")
    with fault_of("amount"):
        least = minimums.get(body.project or "", _DEFAULT_MINIMUM_CENTS)
        if body.amount is not None and body.amount < least:
            raise Refused("below_minimum", f"Bitte geben Sie mindestens {format_eur(least, short=True)} an.")
