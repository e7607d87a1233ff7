"""Validation of reservation calls. Each rule reports a field, a stable code and a German sentence.

Plain functions instead of a model class: the messages are the feature, and this is the busiest path of the product.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from services.core.contact_details import mailbox_of, person_name, read_email, read_phone
from services.core.fields import Fields, Refused, choice, number, short_text
from services.core.http.errors import ValidationProblem
from services.offer import CREDIT_TENTH_CT, DEFAULT_PARK, PACKAGES, PLANS
from services.privacy.consent_texts import CLIENT_FORM, TERMS_TEXTS
from services.reservations.models import ASKED
from services.visits.devices import UNKNOWN_DEVICE
from services.visits.steps import Consent
from services.visits.touches import FLAT_FIELDS, clean_value
from services.visits.validation import CONSENTS

FIGURE_FIELDS = (
    "solar_share_amount",
    "payment_interest_rate",
    "expected_monthly_credit",
    "expected_annual_credit",
    "expected_total_credits",
    "yearly_platform_fee",
    "deposit_amount",
    "setup_fee",
)
"""Numbers a client computes for itself. The server computes its own and keeps these as a snapshot."""

MISSING = {
    "first_name": "Bitte geben Sie Ihren Vornamen an.",
    "last_name": "Bitte geben Sie Ihren Nachnamen an.",
    "email": "Bitte geben Sie Ihre E-Mail-Adresse an.",
    "mobile_phone": "Bitte geben Sie Ihre Mobilnummer an.",
}
"""What is said where one of these is empty, in every form that asks for it."""

CONSENT_MISSING = "Bitte stimmen Sie den Nutzungsbedingungen zu."

_DETAILS = tuple((one.column, one.name, one.values.sent.read, one.missing) for one in ASKED)


@dataclass(frozen=True, slots=True)
class ReservationRequest:
    """A valid call, cleaned. Money in cents, the credit in tenths of a cent per kWh."""

    first_name: str
    last_name: str
    email: str
    email_normalized: str
    mailbox: str
    mobile_phone: str
    mobile_phone_e164: str
    details: Mapping[str, Any]
    """The declared fields (`models.FIELDS`), by column."""
    annual_kwh: int
    payment_plan: str
    credit_tenth_ct: int
    park: str
    consent_source: str
    consent_version: str
    client_figures: Mapping[str, Any]
    attribution: Mapping[str, Any]
    touches: Sequence[Mapping[str, Any]]
    touch_consent: Consent | None
    another: bool | None
    """Whether it may be a second one within minutes; None: the caller does not know of the question."""
    device: str = UNKNOWN_DEVICE
    """The class of the device that it was sent from."""


def validate_reservation(body: object, *, instalments_offered: bool, allow_test_domains: bool) -> ReservationRequest:
    """Validate and clean a call; ValidationProblem with all faults at once."""
    if not isinstance(body, dict):
        fault = {"field": "body", "code": "wrong_type", "message": "Erwartet wird ein JSON-Objekt."}
        raise ValidationProblem([fault])
    fields = Fields(body, [])
    email = fields.read("email", lambda v: read_email(v, allow_test_domains), MISSING["email"])
    phone = fields.read("mobile_phone", read_phone, MISSING["mobile_phone"])
    plan = fields.read(
        "payment_plan", lambda v: _plan(v, instalments_offered), "Bitte wählen Sie, wie Sie zahlen möchten."
    )
    kwh = fields.read("annual_kwh", _package, "Bitte wählen Sie ein Solarpaket.")
    values: dict[str, Any] = {
        "first_name": fields.read("first_name", person_name, MISSING["first_name"]),
        "last_name": fields.read("last_name", person_name, MISSING["last_name"]),
        "details": {column: fields.read(name, rule, missing) for column, name, rule, missing in _DETAILS},
        "annual_kwh": kwh,
        "payment_plan": plan,
        "credit_tenth_ct": _credit(fields, kwh),
        "park": fields.read_optional("park", short_text, DEFAULT_PARK),
        **_consent(fields),
        "client_figures": _figures(fields),
        "attribution": {name: fields.read_optional(name, _campaign_value, "") for name in FLAT_FIELDS},
        "touches": fields.read_optional("touches", _touches, []),
        "touch_consent": fields.read_optional("touch_consent", _touch_consent, None),
        "another": fields.read_optional("another", _answer, None),
    }
    if fields.errors or email is None or phone is None:
        raise ValidationProblem(fields.errors)
    typed, normalized = email
    as_typed, e164 = phone
    return ReservationRequest(
        **values,
        email=typed,
        email_normalized=normalized,
        mailbox=mailbox_of(normalized),
        mobile_phone=as_typed,
        mobile_phone_e164=e164,
    )


_known_plan = choice(tuple(PLANS), "Bitte wählen Sie Einmalzahlung, 24 oder 48 Raten.")


def _plan(value: object, instalments_offered: bool) -> str:
    plan = _known_plan(value)
    if PLANS[plan].months and not instalments_offered:
        raise Refused("not_offered", "Ratenzahlung bieten wir derzeit nicht an.")
    return plan


def _package(value: object) -> int:
    kwh = number(value)
    if kwh not in PACKAGES:
        raise Refused("unknown_choice", "Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh.")
    return int(kwh)


def _credit(fields: Fields, annual_kwh: int | None) -> int | None:
    """The chosen credit: what the client expects in a year by kWh. Only the slider's steps exist."""

    def rule(value: object) -> int:
        annual = number(value)
        if annual_kwh is None:
            return 0
        tenth_ct = Decimal(repr(annual)) * 1000 / annual_kwh
        nearest = round(tenth_ct)
        if nearest not in CREDIT_TENTH_CT or abs(tenth_ct - nearest) > Decimal("0.000001"):
            raise Refused("rate_not_offered", "Die Gutschrift muss zwischen 5 und 8 Cent liegen, in Schritten von 0,5.")
        return nearest

    return fields.read("expected_annual_credit", rule, "Bitte wählen Sie die erwartete Gutschrift.")


def _figures(fields: Fields) -> dict[str, Any]:
    """The client's own figures as sent; each must be a number if it is there."""
    present = [name for name in FIGURE_FIELDS if fields.body.get(name) is not None]
    for name in present:
        if name != "expected_annual_credit":
            fields.read(name, number, "Diese Angabe fehlt.")
    figures = {name: fields.body[name] for name in present}
    if fields.body.get("deposit_status") is not None:
        figures["deposit_status"] = fields.read("deposit_status", short_text, "Diese Angabe fehlt.")
    return figures


def _consent(fields: Fields) -> dict[str, str]:
    """Absent means that the caller's own form obtained it, as the form of the specification does."""
    given = fields.body.get("consent")
    if given is None:
        return {"consent_source": "client_form", "consent_version": CLIENT_FORM}
    if given is not True:
        code = "consent_missing" if given is False else "wrong_type"
        fields.errors.append({"field": "consent", "code": code, "message": CONSENT_MISSING})
    version = fields.read_optional("consent_version", consent_version, CLIENT_FORM)
    return {"consent_source": "explicit", "consent_version": version or CLIENT_FORM}


consent_version = choice(tuple(TERMS_TEXTS), "Diese Fassung der Nutzungsbedingungen gibt es nicht.")


def _campaign_value(value: object) -> str:
    if not isinstance(value, str):
        raise Refused("wrong_type", "Diese Angabe muss Text sein.")
    return clean_value(value)


_known_consent = choice(tuple(CONSENTS), "Diese Antwort gibt es nicht.")


def _touch_consent(value: object) -> Consent | None:
    return CONSENTS[_known_consent(value)]


def _answer(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused("wrong_type", "Diese Angabe muss Ja oder Nein sein.")
    return value


def _touches(value: object) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise Refused("wrong_type", "Erwartet wird eine Liste von Objekten.")
    return value
