"""Masks personal data by role in every list and record of reservations; `listing/export.py` in files,
by the same marks.

Each member of an answer is marked with what marketing gets of it. Campaign values are free text from links, so
those that name the household itself are redacted. A household, and people who know
it, may know its spot, provider, monthly payment and the minute it reserved in, which could identify it: marketing
gets bands and hours instead, and cannot search for them. Clerks see everything but e-mail and phone, which they
reveal one by one or export.
"""

import hmac
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, TypeVar

from pydantic import AfterValidator
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.canonical import canonical
from services.core.contact_details import own_domain
from services.core.http.answers import Answer
from services.core.personal_text import REDACTED, holds_personal_data, name_words, number_end, redacted
from services.core.references import ALPHABET
from services.referral_codes.codes import code_key
from services.reservations.errors import PersonalSearch
from services.reservations.fields import Mark
from services.reservations.listing.filters import ListFilters, Sort
from services.reservations.models import FIELDS, FILTERS, Reservation
from services.staff.models import Role
from services.visits.models import ReservationTouch
from services.visits.touches import TOUCH_FIELDS

Shown = TypeVar("Shown", bound="Masked")
MASK = "•••"
_BAND_CENTS = 50_00
_HIGHEST_BAND = 4
"""From 200 euros a month on."""


class Masked(Answer):
    """Base of what is told about a household: each member says who may see it (`Annotated[str, Personal]`), or the
    product does not start; so none that nobody thought of can leave. `every` marks all members of a class.
    """

    every: ClassVar[Mark | None] = None
    marks: ClassVar[Mapping[str, Mark]] = {}

    @classmethod
    def __pydantic_init_subclass__(cls, **config: Any) -> None:
        super().__pydantic_init_subclass__(**config)
        cls.marks = {name: cls.every or _mark_of(cls, name) for name in cls.model_fields}


def _mark_of(model: type[Masked], name: str) -> Mark:
    marks = [one for one in model.model_fields[name].metadata if isinstance(one, Mark)]
    if len(marks) != 1:
        raise TypeError(f"{model.__name__}.{name} does not say who may see it")
    return marks[0]


NAMING = tuple(
    getattr(Reservation, name)
    for name in ("first_name", "last_name", "email_normalized", "mobile_phone_e164", "postcode", "reference")
)
"""What free texts are compared with before marketing gets them."""
BANDS: Final = {one.column: one.band for one in FIELDS if one.band}
"""What marketing gets of the members in bands."""
_PHONE_FIELDS = ("mobile_phone", "mobile_phone_e164")
_EMAIL_FIELDS = ("email", "email_normalized")


def refuse_personal_search(filters: ListFilters, role: Role, sort: Sort = Sort.CREATED_AT) -> None:
    """Raise PersonalSearch if the result would reveal to marketing what it may not see."""
    if role is Role.MARKETING and is_personal_search(filters, sort):
        raise PersonalSearch


def is_personal_search(filters: ListFilters, sort: Sort) -> bool:
    """Whether such a list could identify a household."""
    details = [getattr(filters, one.name) for one in FILTERS]
    asked = (filters.q, filters.tag, filters.spot_number, *details)
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
    """`m•••@example.de`; empty where there is no address."""
    if not email:
        return ""
    local, _, domain = email.rpartition("@")
    return f"{local[:1]}{MASK}@{domain}"


def mask_phone(phone: str) -> str:
    """`•••• 4567`; empty where there is no number."""
    if not phone:
        return ""
    digits = "".join(c for c in phone if c.isdigit())
    return f"•••• {digits[-4:]}"


HiddenEmail = Annotated[str, AfterValidator(mask_email)]
HiddenPhone = Annotated[str, AfterValidator(mask_phone)]
"""Members of an answer that every role reads masked; the value itself is asked for one by one, which is recorded."""


def mask(shown: Shown, role: Role, reservation: Reservation) -> Shown:
    """A row or a whole document as this role may see it."""
    if role is not Role.MARKETING:
        return shown
    return _masked(shown, reservation, names_of(reservation))


def _masked(shown: Shown, written: object, words: frozenset[str]) -> Shown:
    """`written` has the texts as they came in, where they are shown under another name."""
    values = shown.__dict__
    told = {
        name: _of_mark(mark, values[name], written, name, words)
        for name, mark in shown.marks.items()
        if mark is not Mark.OPEN or type(values[name]) not in _TOLD_AS_THEY_ARE
    }
    return shown.model_copy(update=told)


_TOLD_AS_THEY_ARE: Final = frozenset({str, int, bool, type(None)})
"""Types of open members in which there is nothing to hide."""


def _of_mark(mark: Mark, value: Any, written: object, name: str, words: frozenset[str]) -> Any:
    match mark:
        case Mark.PERSONAL:
            return type(value)() if isinstance(value, list | dict) else None
        case Mark.FROM_LINK:
            return redacted_as_written(value, getattr(written, name, None) or value, words)
        case Mark.IN_BANDS:
            return BANDS[name](value)
        case Mark.OPEN:
            return _open(value, words)


def _open(value: Any, words: frozenset[str]) -> Any:
    if isinstance(value, Masked):
        return _masked(value, value, words)
    if isinstance(value, list):
        return [_open(one, words) for one in value]
    return hour_of(value)


def redacted_as_written(shown: str, written: str, words: frozenset[str]) -> str:
    """The display name, or `REDACTED` if it or the text it was made from holds personal data.

    Both are checked: display names are in lower case, from which base64 no longer decodes.
    """
    return REDACTED if holds_personal_data(written, words) else redacted(shown, words)


def hour_of(value: Any) -> Any:
    """A moment as the beginning of its hour, anything else as it is."""
    return value.replace(minute=0, second=0, microsecond=0) if isinstance(value, datetime) else value


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


def names_of(household: Any) -> frozenset[str]:
    """The words of the household's name, address, number and reference, and its mail domain, for `personal_text`.

    A reservation, or a row with the columns `NAMING`.
    """
    _, _, short = household.reference.partition("-")
    references = [household.reference.replace("-", ""), short.replace("-", "")]
    mailbox = household.email_normalized.rpartition("@")[0]
    texts = [household.first_name, household.last_name, mailbox, household.postcode]
    words = name_words([*texts, *references])
    return (words | {number_end(household.mobile_phone_e164), own_domain(household.email_normalized)}) - {""}


FEW_HOUSEHOLDS: Final = 10
"""A value shared by more households than this identifies none of them."""
_BATCH: Final = 500


def naming_values(session: Session) -> frozenset[str]:
    """The values, in `canonical` spelling, that name one of the few households that came by them.

    Each also as a referral code is compared, without blanks and hyphens, as reports show codes.
    """
    carriers = {value: ids for value, ids in _carriers(session).items() if len(ids) <= FEW_HOUSEHOLDS}
    names = names_by_id(session, {id_ for ids in carriers.values() for id_ in ids})
    return frozenset(
        canonical(spelling)
        for value, ids in carriers.items()
        for spelling in (value, code_key(value))
        if any(holds_personal_data(value, names[id_]) for id_ in ids if id_ in names)
    )


def names_by_id(session: Session, ids: Iterable[int]) -> dict[int, frozenset[str]]:
    """The words that name these households, by reservation."""
    found, wanted = {}, sorted(ids)
    for first in range(0, len(wanted), _BATCH):
        part = wanted[first : first + _BATCH]
        for row in session.execute(select(Reservation.id, *NAMING).where(Reservation.id.in_(part))):
            found[row.id] = names_of(row)
    return found


def _carriers(session: Session) -> Mapping[str, set[int]]:
    columns: list[Any] = [getattr(ReservationTouch, name) for name in TOUCH_FIELDS]
    carriers: dict[str, set[int]] = defaultdict(set)
    for row in session.execute(select(ReservationTouch.reservation_id, *columns)):
        for value in row[1:]:
            if value and len(carriers[value]) <= FEW_HOUSEHOLDS:
                carriers[value].add(row[0])
    return carriers
