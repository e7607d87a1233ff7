"""Masks personal data by role in every list and record of reservations; `console/exports/columns.py` does so in files.

Marketing gets only the members listed here (allowlist): a new member is hidden until it is added. Campaign values
are free text from links, so those that name the household itself are redacted. A household, and people who know
it, may know its spot, provider, monthly payment and the minute it reserved in, which could identify it: marketing
gets bands and hours instead, and cannot search for them. Clerks see everything but e-mail and phone, which they
reveal one by one or export.
"""

import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from services.core.personal_text import REDACTED, holds_personal_data, name_words, number_end, redacted
from services.core.references import ALPHABET
from services.reservations.errors import PersonalSearch
from services.reservations.listing.filters import ListFilters, Sort
from services.reservations.models import Reservation
from services.staff.models import Role

MASK = "•••"
_BAND_CENTS = 50_00
_HIGHEST_BAND = 4
"""From 200 euros a month on."""

_OPEN_TO_MARKETING = frozenset(
    {
        "id", "pseudonym", "park", "state", "deposit_state", "household_size", "annual_kwh",
        "payment_plan", "credit_tenth_ct", "share_amount_cents", "plan_total_cents", "instalment_cents",
        "annual_credit_cents", "utm_source", "utm_campaign", "referral_code", "duplicate_suspected",
        "duplicate_checked", "price_mismatch", "price_checked", "follow_up_on", "created_at", "updated_at", "version",
        "email_confirmed_at", "monthly_abschlag_band", "figures", "spot", "touches", "merged_into_id",
    }
)  # fmt: skip
_EMPTY: Mapping[str, Any] = {
    "tags": [], "client_figures": {}, "differences": [], "consents": [], "mails": [], "timeline": [],
    "operations": [], "duplicates": [],
}  # fmt: skip
_FREE_TEXT = ("utm_source", "utm_campaign", "referral_code")
NAMING = tuple(
    getattr(Reservation, name)
    for name in ("first_name", "last_name", "email", "mobile_phone_e164", "postcode", "reference")
)
"""What free texts are compared with before marketing gets them."""
_PHONE_FIELDS = ("mobile_phone", "mobile_phone_e164")
_EMAIL_FIELDS = ("email", "email_normalized")


def refuse_personal_search(filters: ListFilters, role: Role, sort: Sort = Sort.CREATED_AT) -> None:
    """Raise PersonalSearch if the result would reveal to marketing what it may not see."""
    if role is Role.MARKETING and is_personal_search(filters, sort):
        raise PersonalSearch


def is_personal_search(filters: ListFilters, sort: Sort) -> bool:
    """Whether such a list could identify a household."""
    asked = (filters.q, filters.tag, filters.energy_provider, filters.spot_number)
    return any(value not in (None, "") for value in asked) or sort in (Sort.LAST_NAME, Sort.SPOT_NUMBER)


def pseudonym(reservation_id: int, key: bytes) -> str:
    """`Haushalt K7M2`: stable for a reservation, and not derivable from its id without the secret."""
    digest = hmac.digest(key, f"pseudonym:{reservation_id}".encode(), "sha256")
    number = int.from_bytes(digest[:8])
    letters = ""
    for _ in range(4):
        number, place = divmod(number, len(ALPHABET))
        letters += ALPHABET[place]
    return f"Haushalt {letters}"


def mask_email(email: str) -> str:
    """`m•••@example.de`."""
    local, _, domain = email.rpartition("@")
    return f"{local[:1]}{MASK}@{domain}"


def mask_phone(phone: str) -> str:
    """`•••• 4567`."""
    digits = "".join(c for c in phone if c.isdigit())
    return f"•••• {digits[-4:]}"


def for_role(document: Mapping[str, Any], reservation: Reservation, role: Role) -> dict[str, Any]:
    """A row or a whole document, masked for this role."""
    if role is not Role.MARKETING:
        return dict(document)
    words = names_of(reservation)
    masked = {name: value if name in _OPEN_TO_MARKETING else _nothing(name) for name, value in document.items()}
    for name in _FREE_TEXT:
        masked[name] = redacted_as_written(masked[name], getattr(reservation, name), words)
    masked["household_size"] = size_band(reservation.household_size)
    if "touches" in masked:
        masked["touches"] = [
            {name: redacted(v, words) if isinstance(v, str) else hour_of(v) for name, v in touch.items()}
            for touch in document["touches"]
        ]
        masked["spot"] = {name: hour_of(value) for name, value in document["spot"].items()}
    return {name: hour_of(value) for name, value in masked.items()}


def redacted_as_written(shown: str, written: str, words: frozenset[str]) -> str:
    """The display name, or `REDACTED` if it or the text it was made from holds personal data.

    Both are checked: display names are in lower case, from which base64 no longer decodes.
    """
    return REDACTED if holds_personal_data(written, words) else redacted(shown, words)


def hour_of(value: Any) -> Any:
    """A moment as the beginning of its hour, anything else as it is."""
    return value.replace(minute=0, second=0, microsecond=0) if isinstance(value, datetime) else value


def size_band(household_size: str) -> str:
    """`1–2` or `3+` persons."""
    return "1–2" if household_size in ("1", "2") else "3+"


def abschlag_band(cents: int) -> dict[str, int | None]:
    """The band of a monthly payment: bounds in cents, the upper one exclusive and None for the highest band."""
    number = min(cents // _BAND_CENTS, _HIGHEST_BAND)
    above = None if number == _HIGHEST_BAND else (number + 1) * _BAND_CENTS
    return {"from_cents": number * _BAND_CENTS, "below_cents": above}


def mask_change(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a change, with e-mail and phone masked."""
    masked = dict(values)
    for name in masked.keys() & {*_EMAIL_FIELDS}:
        masked[name] = mask_email(str(masked[name]))
    for name in masked.keys() & {*_PHONE_FIELDS}:
        masked[name] = mask_phone(str(masked[name]))
    return masked


def _nothing(name: str) -> Any:
    return _EMPTY.get(name)


def names_of(household: Any) -> frozenset[str]:
    """The words of the household's name, address, number and reference, for `personal_text`.

    A reservation, or a row with the columns `NAMING`.
    """
    _, _, short = household.reference.partition("-")
    references = [household.reference.replace("-", ""), short.replace("-", "")]
    texts = [household.first_name, household.last_name, household.email.rpartition("@")[0], household.postcode]
    words = name_words([*texts, *references])
    return words | {number_end(household.mobile_phone_e164)} - {""}
