"""Request bodies of reservations that staff enter."""

from datetime import date
from typing import Annotated, Final

from services.core.contact_details import LONGEST_EMAIL, LONGEST_PHONE, Email, Phone, read_email, read_phone
from services.core.fields import Refused, choice
from services.core.inputs import BOOLEAN, Body, Default, Integer, Line, Lines, Required, Rule, read_day
from services.core.members import WithMembers
from services.offer import CREDIT_TENTH_CT, DEFAULT_PARK, MINIMUM_TENTH_CT
from services.reservations.desk.inputs import (
    LONGEST_NOTE,
    FirstName,
    Kwh,
    LastName,
    ParkIdIn,
    Plan,
    SpotNumber,
)
from services.reservations.desk_entry.entry import NO_EMAIL, NO_PHONE, Channel, Entry, Household, Wish
from services.reservations.models import FIELDS
from services.visits.touches import LONGEST_VALUE

_CHECK_PHONE: Final = "Bitte prüfen Sie die Telefonnummer, zum Beispiel 0841 12345."
_MOST_WARNINGS: Final = 20


def _credit(value: object) -> int:
    found = Integer(0, 1_000).read(value)
    if found not in CREDIT_TENTH_CT:
        raise Refused("rate_not_offered", "Die Gutschrift liegt zwischen 5 und 8 Cent, in Schritten von 0,5.")
    return int(found)


def _seen(value: object) -> frozenset[str]:
    if not isinstance(value, list) or len(value) > _MOST_WARNINGS or not all(isinstance(one, str) for one in value):
        raise Refused("wrong_type", "Erwartet wird eine Liste von Hinweisen.")
    return frozenset(value)


def _spoken_yes(value: object) -> bool:
    if BOOLEAN.read(value) is not True:
        raise Refused("consent_missing", "Ohne die Zustimmung des Haushalts lässt sich nicht reservieren.")
    return True


_EMAIL = {"type": "string", "format": "email", "minLength": 3, "maxLength": LONGEST_EMAIL}
_PHONE = {"type": "string", "minLength": 6, "maxLength": LONGEST_PHONE}
OptionalEmail = Annotated[
    Email, Rule(lambda value: read_email(value, allow_test_domains=True), _EMAIL), Default(NO_EMAIL)
]
OptionalPhone = Annotated[Phone, Rule(lambda value: read_phone(value, _CHECK_PHONE), _PHONE), Default(NO_PHONE)]
_SPOKEN_OR_WRITTEN = (Channel.TELEPHONE, Channel.LETTER, Channel.FAIR)
_CHOOSE = "Bitte wählen Sie Telefon, Brief oder Messe."
_channel = choice(tuple(one.value for one in _SPOKEN_OR_WRITTEN), _CHOOSE)
EntryChannel = Annotated[
    Channel,
    Rule(lambda value: Channel(_channel(value)), {"type": "string", "enum": [one.value for one in _SPOKEN_OR_WRITTEN]}),
    Required(_CHOOSE),
]
Credit = Annotated[int, Rule(_credit, {"type": "integer", "enum": list(CREDIT_TENTH_CT)}), Default(MINIMUM_TENTH_CT)]
_DAY = {"type": "string", "format": "date", "pattern": "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$"}
OptionalDay = Annotated[date | None, Rule(read_day, _DAY), Default(None)]
_YES = {"type": "boolean"}
SpokenYes = Annotated[bool, Rule(_spoken_yes, _YES), Required("Ohne Zustimmung lässt sich nicht reservieren.")]
DETAILS: Final = {one.name: one.typed if one.missing_for_staff else (one.typed, None) for one in FIELDS}
"""The declared fields, as staff may enter them."""
Seen = Annotated[
    frozenset[str], Rule(_seen, {"type": "array", "items": {"type": "string"}, "maxItems": _MOST_WARNINGS})
]


class DeskEntryIn(Body, WithMembers, members=DETAILS, after="email"):
    """A reservation that staff enter. `seen`: codes of the warnings that the clerk has looked at and passes over."""

    channel: EntryChannel
    received_on: OptionalDay = None
    first_name: FirstName
    last_name: LastName
    mobile_phone: OptionalPhone = NO_PHONE
    email: OptionalEmail = NO_EMAIL
    annual_kwh: Kwh
    payment_plan: Plan
    credit_tenth_ct: Credit = MINIMUM_TENTH_CT
    park: ParkIdIn = DEFAULT_PARK
    spot_number: Annotated[SpotNumber | None, Default(None)] = None
    campaign: Annotated[str, Line(LONGEST_VALUE), Default("")] = ""
    note: Annotated[str, Lines(LONGEST_NOTE), Default("")] = ""
    consent: SpokenYes
    consent_version: Annotated[str, Line(40), Required("Diese Angabe fehlt.")]
    seen: Seen = frozenset()

    def entry(self) -> Entry:
        """The same as the use case takes it."""
        details = {one.column: getattr(self, one.name) for one in FIELDS}
        who = Household(self.first_name, self.last_name, details, self.email, self.mobile_phone)
        wish = Wish(
            annual_kwh=self.annual_kwh,
            payment_plan=self.payment_plan,
            credit_tenth_ct=self.credit_tenth_ct,
            park=self.park,
            spot_number=self.spot_number,
        )
        return Entry(who, wish, self.channel, self.received_on, self.campaign, self.note, self.seen)


class EntryPreviewIn(Body):
    """What the receipt is made from."""

    park: ParkIdIn = DEFAULT_PARK
    annual_kwh: Kwh
    payment_plan: Plan
    credit_tenth_ct: Credit = MINIMUM_TENTH_CT


class AlikeIn(Body):
    """Who the household may already be. Empty members are compared with nobody."""

    first_name: Annotated[str, Line(100), Default("")] = ""
    last_name: Annotated[str, Line(100), Default("")] = ""
    postcode: Annotated[str, Line(5), Default("")] = ""
    mobile_phone: Annotated[str, Line(LONGEST_PHONE), Default("")] = ""
    email: Annotated[str, Line(LONGEST_EMAIL), Default("")] = ""
