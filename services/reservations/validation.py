"""What a reservation call must look like. Each rule answers with a field, a stable code and a German sentence.

Plain functions instead of a model class: the messages are the feature, and this is the busiest path of the product.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

import phonenumbers
from email_validator import EmailNotValidError, ValidatedEmail, validate_email
from email_validator.rfc_constants import CASE_INSENSITIVE_MAILBOX_NAMES

from services.attribution.touches import FLAT_FIELDS, clean_value
from services.core.errors import FieldError, ValidationProblem
from services.core.money import to_cents
from services.offer.constants import CREDIT_TENTH_CT, DEFAULT_PARK, ENERGY_PROVIDERS, HOUSEHOLD_SIZES
from services.offer.packages import PACKAGES
from services.offer.payment_plans import PLANS
from services.privacy.consent_texts import CLIENT_FORM, TERMS_TEXTS

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

_MOST_MONTHLY_PAYMENT = 10_000
_LARGEST_NUMBER = 10**12
_LONGEST_NAME = 100
_LONGEST_EMAIL = 254
_LONGEST_PHONE = 40
_FEWEST_PHONE_DIGITS = 6
_POSTCODE = re.compile(r"(?!00)[0-9]{5}")
_PLAIN_ADDRESS = re.compile(r"([A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*)@([A-Za-z0-9.-]+)")
"""An address without quotes, comments or umlauts: what nearly all are."""
_MOBILE = re.compile(r"0(1[5-7][0-9]{8,9})")
"""A German mobile number as nearly all type it, blanks taken out."""
_UNSEEN = frozenset("\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks that turn or hide text: a name with them reads differently from what it is."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ReservationRequest:
    """A valid call, cleaned. Money in cents, the credit in tenths of a cent per kWh."""

    first_name: str
    last_name: str
    email: str
    email_normalized: str
    mobile_phone: str
    mobile_phone_e164: str
    postcode: str
    energy_provider: str
    household_size: str
    monthly_abschlag_cents: int
    annual_kwh: int
    payment_plan: str
    credit_tenth_ct: int
    park: str
    consent_source: str
    consent_version: str
    client_figures: Mapping[str, Any]
    attribution: Mapping[str, Any]
    touches: Sequence[Mapping[str, Any]]


class _Refused(Exception):
    """One field's fault."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


@dataclass(slots=True)
class _Fields:
    """Reads fields one by one and collects what is wrong instead of stopping at the first."""

    body: Mapping[str, Any]
    errors: list[FieldError]

    def read(self, name: str, rule: Callable[[Any], Value], missing: str) -> Value | None:
        """The field through its rule, or None with the fault noted."""
        value = self.body.get(name)
        try:
            if value is None or value == "":
                raise _Refused("missing", missing)
            return rule(value)
        except _Refused as fault:
            self.errors.append({"field": name, "code": fault.code, "message": fault.message})
            return None

    def read_optional(self, name: str, rule: Callable[[Any], Value], absent: Value) -> Value | None:
        """The field through its rule, `absent` when it is not there."""
        if self.body.get(name) is None or self.body[name] == "":
            return absent
        return self.read(name, rule, "")


def validate_reservation(body: object, *, instalments_offered: bool, allow_test_domains: bool) -> ReservationRequest:
    """The call as cleaned values; ValidationProblem with every fault at once."""
    if not isinstance(body, dict):
        fault = {"field": "body", "code": "wrong_type", "message": "Erwartet wird ein JSON-Objekt."}
        raise ValidationProblem([fault])
    fields = _Fields(body, [])
    email = fields.read("email", lambda v: _email(v, allow_test_domains), "Bitte geben Sie Ihre E-Mail-Adresse an.")
    phone = fields.read("mobile_phone", _phone, "Bitte geben Sie Ihre Mobilnummer an.")
    plan = fields.read(
        "payment_plan", lambda v: _plan(v, instalments_offered), "Bitte wählen Sie, wie Sie zahlen möchten."
    )
    kwh = fields.read("annual_kwh", _package, "Bitte wählen Sie ein Solarpaket.")
    values: dict[str, Any] = {
        "first_name": fields.read("first_name", _name, "Bitte geben Sie Ihren Vornamen an."),
        "last_name": fields.read("last_name", _name, "Bitte geben Sie Ihren Nachnamen an."),
        "postcode": fields.read("postcode", _postcode, "Bitte geben Sie Ihre Postleitzahl an."),
        "energy_provider": fields.read("energy_provider", _provider, "Bitte wählen Sie Ihren Energieversorger."),
        "household_size": fields.read("household_size", _household_size, "Bitte wählen Sie die Haushaltsgröße."),
        "monthly_abschlag_cents": fields.read(
            "monthly_abschlag", _monthly_payment, "Bitte geben Sie Ihren monatlichen Abschlag an."
        ),
        "annual_kwh": kwh,
        "payment_plan": plan,
        "credit_tenth_ct": _credit(fields, kwh),
        "park": fields.read_optional("park", _short_text, DEFAULT_PARK),
        **_consent(fields),
        "client_figures": _figures(fields),
        "attribution": {name: fields.read_optional(name, _campaign_value, "") for name in FLAT_FIELDS},
        "touches": fields.read_optional("touches", _touches, []),
    }
    if fields.errors or email is None or phone is None:
        raise ValidationProblem(fields.errors)
    typed, normalized = email
    as_typed, e164 = phone
    return ReservationRequest(
        **values, email=typed, email_normalized=normalized, mobile_phone=as_typed, mobile_phone_e164=e164
    )


def _text(value: object, longest: int) -> str:
    """Text, trimmed, in composed Unicode, without control or hidden characters."""
    if not isinstance(value, str):
        raise _Refused("wrong_type", "Diese Angabe muss Text sein.")
    if len(value) > 4 * longest:
        raise _Refused("too_long", f"Bitte höchstens {longest} Zeichen.")
    cleaned = unicodedata.normalize("NFC", value).strip()
    if not cleaned:
        raise _Refused("missing", "Diese Angabe fehlt.")
    if len(cleaned) > longest:
        raise _Refused("too_long", f"Bitte höchstens {longest} Zeichen.")
    if not cleaned.isascii() or not cleaned.isprintable():
        hidden = any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") or c in _UNSEEN for c in cleaned)
        if hidden:
            raise _Refused("control_characters", "Bitte entfernen Sie die unsichtbaren Zeichen.")
    return cleaned


def _short_text(value: object) -> str:
    return _text(value, 40)


def _name(value: object) -> str:
    name = _text(value, _LONGEST_NAME)
    if not any(character.isalpha() for character in name):
        raise _Refused("no_letters", "Ein Name braucht mindestens einen Buchstaben.")
    return name


def _email(value: object, allow_test_domains: bool) -> tuple[str, str]:
    """The address as typed and its normalised copy (lower case, composed, domain in ASCII)."""
    message = "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."
    typed = _text(value, _LONGEST_EMAIL)
    plain = _PLAIN_ADDRESS.fullmatch(typed)
    try:
        if plain and plain[1].lower() not in CASE_INSENSITIVE_MAILBOX_NAMES:
            domain, ascii_domain = _checked_domain(plain[2], allow_test_domains)
            if domain == ascii_domain:  # otherwise the lengths of both spellings are to be checked
                return f"{plain[1]}@{domain}", f"{plain[1].lower()}@{domain}"
        checked = _checked_address(typed, allow_test_domains)
    except EmailNotValidError as error:
        raise _Refused("email_invalid", message) from error
    return checked.normalized, f"{checked.local_part.lower()}@{checked.ascii_domain}"


def _checked_address(typed: str, allow_test_domains: bool) -> ValidatedEmail:
    # No umlauts before the @: few servers take such an address, and most of them are slips of the finger.
    return validate_email(typed, check_deliverability=False, allow_smtputf8=False, test_environment=allow_test_domains)


@lru_cache(maxsize=1024)
def _checked_domain(domain: str, allow_test_domains: bool) -> tuple[str, str]:
    """A domain in both its spellings. Most households share a few, and checking one takes longer than all else."""
    checked = _checked_address(f"a@{domain}", allow_test_domains)
    return checked.domain, checked.ascii_domain or ""


def _phone(value: object) -> tuple[str, str]:
    """The number as typed and in E.164; without a country code it is a German one."""
    typed = _text(value, _LONGEST_PHONE)
    message = "Bitte prüfen Sie die Mobilnummer, zum Beispiel 0170 1234567."
    if plain := _MOBILE.fullmatch(typed.replace(" ", "")):
        return typed, f"+49{plain[1]}"
    try:
        number = phonenumbers.parse(typed, "DE")
    except phonenumbers.NumberParseException as error:
        raise _Refused("phone_invalid", message) from error
    is_too_short = len(str(number.national_number)) < _FEWEST_PHONE_DIGITS
    if number.extension or is_too_short or not phonenumbers.is_possible_number(number):
        raise _Refused("phone_invalid", message)
    return typed, phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _postcode(value: object) -> str:
    postcode = _short_text(value)
    if not _POSTCODE.fullmatch(postcode):
        raise _Refused("postcode_invalid", "Bitte geben Sie eine deutsche Postleitzahl mit fünf Ziffern an.")
    return postcode


def _choice(options: Sequence[str], message: str) -> Callable[[object], str]:
    def rule(value: object) -> str:
        chosen = _short_text(value)
        if chosen not in options:
            raise _Refused("unknown_choice", message)
        return chosen

    return rule


_provider = _choice(ENERGY_PROVIDERS, "Bitte wählen Sie einen Versorger aus der Liste, sonst „Andere“.")
_household_size = _choice(HOUSEHOLD_SIZES, "Bitte wählen Sie 1, 2, 3, 4 oder 5+ Personen.")
_known_plan = _choice(tuple(PLANS), "Bitte wählen Sie Einmalzahlung, 24 oder 48 Raten.")


def _plan(value: object, instalments_offered: bool) -> str:
    plan = _known_plan(value)
    if PLANS[plan].months and not instalments_offered:
        raise _Refused("not_offered", "Ratenzahlung bieten wir derzeit nicht an.")
    return plan


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Refused("wrong_type", "Diese Angabe muss eine Zahl sein.")
    if not -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER:  # also refuses NaN and integers too long for a float
        raise _Refused("out_of_range", "Diese Zahl ist zu groß.")
    return value


def _package(value: object) -> int:
    kwh = _number(value)
    if kwh not in PACKAGES:
        raise _Refused("unknown_choice", "Bitte wählen Sie 1.000, 2.000 oder 3.000 kWh.")
    return int(kwh)


def _monthly_payment(value: object) -> int:
    amount = _number(value)
    if not 0 <= amount <= _MOST_MONTHLY_PAYMENT:
        raise _Refused("out_of_range", "Bitte geben Sie einen Abschlag zwischen 0 und 10.000 € an.")
    return to_cents(amount)


def _credit(fields: _Fields, annual_kwh: int | None) -> int | None:
    """The chosen credit: what the client expects in a year by kWh. Only the slider's steps exist."""

    def rule(value: object) -> int:
        annual = _number(value)
        if annual_kwh is None:
            return 0
        tenth_ct = Decimal(repr(annual)) * 1000 / annual_kwh
        nearest = round(tenth_ct)
        if nearest not in CREDIT_TENTH_CT or abs(tenth_ct - nearest) > Decimal("0.000001"):
            raise _Refused(
                "rate_not_offered", "Die Gutschrift muss zwischen 5 und 8 Cent liegen, in Schritten von 0,5."
            )
        return nearest

    return fields.read("expected_annual_credit", rule, "Bitte wählen Sie die erwartete Gutschrift.")


def _figures(fields: _Fields) -> dict[str, Any]:
    """The client's own figures as sent; each must be a number if it is there."""
    present = [name for name in FIGURE_FIELDS if fields.body.get(name) is not None]
    for name in present:
        if name != "expected_annual_credit":
            fields.read(name, _number, "Diese Angabe fehlt.")
    figures = {name: fields.body[name] for name in present}
    if fields.body.get("deposit_status") is not None:
        figures["deposit_status"] = fields.read("deposit_status", _short_text, "Diese Angabe fehlt.")
    return figures


def _consent(fields: _Fields) -> dict[str, str]:
    """Absent means the caller's own form saw to it, as the form of the specification does."""
    message = "Bitte stimmen Sie den Nutzungsbedingungen zu."
    given = fields.body.get("consent")
    if given is None:
        return {"consent_source": "client_form", "consent_version": CLIENT_FORM}
    if given is not True:
        code = "consent_missing" if given is False else "wrong_type"
        fields.errors.append({"field": "consent", "code": code, "message": message})
    version = fields.read_optional("consent_version", _consent_version, CLIENT_FORM)
    return {"consent_source": "explicit", "consent_version": version or CLIENT_FORM}


_consent_version = _choice(tuple(TERMS_TEXTS), "Diese Fassung der Nutzungsbedingungen gibt es nicht.")


def _campaign_value(value: object) -> str:
    if not isinstance(value, str):
        raise _Refused("wrong_type", "Diese Angabe muss Text sein.")
    return clean_value(value)


def _touches(value: object) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise _Refused("wrong_type", "Erwartet wird eine Liste von Objekten.")
    return value
