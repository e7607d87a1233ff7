"""Bodies of calls about contracts."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from services.contracts.models import TransferCause
from services.contracts.order import Order
from services.contracts.transfer import Wanted
from services.core.contact_details import person_name
from services.core.fields import Refused
from services.core.http.errors import ValidationProblem
from services.core.inputs import Body, CalendarDay, Choice, Default, Line, Required, Rule
from services.core.members import WithMembers
from services.household.hand_over.inputs import HandOverIn, NewHouseholdIn
from services.payments.bank_account import LONGEST_HOLDER, BankAccount, read_iban
from services.reservations.desk.inputs import FirstName, LastName
from services.reservations.desk_entry.entry import NO_EMAIL, NO_PHONE
from services.reservations.desk_entry.inputs import DETAILS, OptionalEmail, OptionalPhone
from services.reservations.models import ASKED, FIELDS
from services.settings import Settings


def _holder(value: object) -> str:
    name = person_name(value)
    if len(name) > LONGEST_HOLDER:
        raise Refused("too_long", f"Bitte kürzen Sie den Namen auf {LONGEST_HOLDER} Zeichen.")
    return name


_UNSAID: Final = {
    "agrees_to_contract": "Ohne Ihre Zustimmung zum Vertrag können Sie nicht bestellen.",
    "gives_mandate": "Ohne das SEPA-Mandat ist das nicht möglich.",
    "wants_credit": "Ohne diese Erklärung können Sie nicht in Raten bestellen.",
    "holder_agrees": "Bitte bestätigen Sie, dass die andere Person einverstanden ist.",
    "takes_over": "Ohne diese Erklärung kann niemand den Vertrag übernehmen.",
    "gives": "Ohne die Erklärung des bisherigen Inhabers geht der Vertrag nicht über.",
    "reason": "Bitte nennen Sie den Nachweis der Erbschaft, zum Beispiel den Erbschein.",
    "street": "Bitte geben Sie Straße und Hausnummer an.",
    "town": "Bitte geben Sie den Ort an.",
}


def _refuse_without(needed: Mapping[str, bool]) -> None:
    """ValidationProblem names each of these that is missing."""
    if errors := [
        {"field": name, "code": "missing", "message": _UNSAID[name]} for name, is_said in needed.items() if not is_said
    ]:
        raise ValidationProblem(errors)


class AccountIn(Body):
    """An account, which may be another person's if that person agrees."""

    iban: Annotated[
        str,
        Rule(read_iban, {"type": "string", "minLength": 15, "maxLength": 60}),
        Required("Bitte geben Sie die IBAN Ihres Kontos an."),
    ]
    account_holder: Annotated[
        str,
        Rule(_holder, {"type": "string", "minLength": 1, "maxLength": LONGEST_HOLDER}),
        Required("Bitte geben Sie an, wem das Konto gehört."),
    ]
    is_other_person: bool = False
    holder_agrees: bool = False

    def account(self, settings: Settings) -> BankAccount:
        """The account, sealed."""
        return BankAccount.of(settings, self.iban, self.account_holder, is_other=self.is_other_person)


class AddressIn(AccountIn):
    """Address and account."""

    street: Annotated[str, Line(120), Required("Bitte geben Sie Straße und Hausnummer an.")]
    town: Annotated[str, Line(80), Required("Bitte geben Sie Ihren Ort an.")]


class OrderIn(AddressIn):
    """Address and account of who orders."""

    fingerprint: Annotated[str, Line(16), Default("")] = ""
    """Of the offer that the page showed."""

    def as_order(self, settings: Settings) -> Order:
        """What the use case takes: the account sealed."""
        return Order(self.street, self.town, self.account(settings), self.fingerprint)


class OwnOrderIn(OrderIn):
    """An order of the household itself, with what it declares. `wants_credit`: for instalments."""

    agrees_to_contract: bool = False
    gives_mandate: bool = False
    wants_credit: bool = False

    def check(self, months: int) -> None:
        """ValidationProblem names each declaration that is missing for a plan of so many instalments."""
        needed = {
            "agrees_to_contract": self.agrees_to_contract,
            "gives_mandate": self.gives_mandate,
            "wants_credit": self.wants_credit or not months,
            "holder_agrees": self.holder_agrees or not self.is_other_person,
        }
        _refuse_without(needed)


class DeskOrderIn(OwnOrderIn):
    """An order that came by letter or telephone; its declarations are part of the letter, or were read aloud."""

    signed_by: Annotated[
        Literal["letter", "telephone"],
        Choice("Bitte wählen Sie Brief oder Telefon."),
        Required("Bitte wählen Sie Brief oder Telefon."),
    ]
    received_on: Annotated[CalendarDay, Required("Bitte geben Sie den Tag an, an dem die Bestellung kam.")]


class TransferIn(AccountIn, WithMembers, members=DETAILS, after="email"):
    """Who takes a contract over, by letters of both or at the telephone, or as an heir, who shows why (`reason`)."""

    cause: Annotated[
        Literal["transferred", "inherited"],
        Choice("Bitte wählen Sie Übertragung oder Erbfall."),
        Required("Bitte wählen Sie Übertragung oder Erbfall."),
    ]
    signed_by: Annotated[
        Literal["letter", "telephone"],
        Choice("Bitte wählen Sie Brief oder Telefon."),
        Required("Bitte wählen Sie Brief oder Telefon."),
    ]
    received_on: Annotated[CalendarDay, Required("Bitte geben Sie den Tag an, an dem die Erklärungen kamen.")]
    first_name: FirstName
    last_name: LastName
    mobile_phone: OptionalPhone = NO_PHONE
    email: OptionalEmail = NO_EMAIL
    gives: bool = False
    takes_over: bool = False
    gives_mandate: bool = False
    reason: Annotated[str, Line(300), Default("")] = ""

    def wanted(self, settings: Settings) -> Wanted:
        """What the use case takes. ValidationProblem with all that is missing."""
        cause, details = TransferCause(self.cause), {one.column: getattr(self, one.name) for one in FIELDS}
        _refuse_without(
            {
                "street": bool(details["street"]),
                "town": bool(details["town"]),
                "gives": self.gives or cause is TransferCause.INHERITED,
                "takes_over": self.takes_over,
                "gives_mandate": self.gives_mandate,
                "holder_agrees": self.holder_agrees or not self.is_other_person,
                "reason": bool(self.reason) or cause is TransferCause.TRANSFERRED,
            }
        )
        own = {
            **details,
            "first_name": self.first_name,
            "last_name": self.last_name,
            "email": self.email.typed,
            "email_normalized": self.email.normalized,
            "mobile_phone": self.mobile_phone.typed,
            "mobile_phone_e164": self.mobile_phone.e164,
            "channel": self.signed_by,
            "received_on": self.received_on,
        }
        return Wanted(own, self.account(settings), cause, self.reason)


class TakeOverIn(AddressIn, NewHouseholdIn):
    """What the other household enters and declares to take a contract over. `first_day`: as its page showed it."""

    first_day: Annotated[CalendarDay, Required("Diese Angabe fehlt.")]
    takes_over: bool = False
    gives_mandate: bool = False

    def wanted(self, settings: Settings) -> Wanted:
        """What the use case takes; the address is that of the link. ValidationProblem with all that is missing."""
        _refuse_without(
            {
                "takes_over": self.takes_over,
                "gives_mandate": self.gives_mandate,
                "holder_agrees": self.holder_agrees or not self.is_other_person,
            }
        )
        own = {
            **{one.column: getattr(self, one.name) for one in ASKED},
            "first_name": self.first_name,
            "last_name": self.last_name,
            "mobile_phone": self.mobile_phone.typed,
            "mobile_phone_e164": self.mobile_phone.e164,
            "street": self.street,
            "town": self.town,
        }
        return Wanted(own, self.account(settings), TransferCause.TRANSFERRED)


class PassOnIn(HandOverIn):
    """To whom a household offers its contract."""

    gives: bool = False

    def check(self) -> None:
        """ValidationProblem: it has not declared to give it away."""
        _refuse_without({"gives": self.gives})


class DecisionIn(Body):
    """Whether the instalments are agreed to. Who refuses them says why: the household may ask."""

    agrees: bool
    reason: Annotated[str, Line(300), Default("")] = ""

    def check(self) -> None:
        """ValidationProblem: they are refused without a reason."""
        if not (self.agrees or self.reason):
            raise ValidationProblem([{"field": "reason", "code": "missing", "message": "Bitte nennen Sie den Grund."}])


class ConnectionIn(Body):
    """The day of a park's grid connection."""

    connected_on: Annotated[CalendarDay, Required("Bitte geben Sie den Tag des Netzanschlusses an.")]
