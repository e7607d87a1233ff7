"""Bodies of calls about contracts."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Final, Literal

from services.contracts.models import TransferCause
from services.contracts.order import Order
from services.contracts.transfer import Wanted
from services.core.contact_details import person_name
from services.core.fields import Refused
from services.core.http.errors import ValidationProblem
from services.core.inputs import Body, CalendarDay, Choice, Default, Integer, Line, Required, Rule, fault_of
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
    "gives_mandate": "Ohne das SEPA-Mandat können wir nicht einziehen.",
    "wants_credit": "Ohne diese Erklärung können Sie nicht in Raten bestellen.",
    "holder_agrees": "Bitte bestätigen Sie, dass die andere Person einverstanden ist.",
    "takes_over": "Ohne diese Erklärung kann niemand den Vertrag übernehmen.",
    "gives": "Ohne die Erklärung des bisherigen Inhabers geht der Vertrag nicht über.",
    "reason": "Bitte nennen Sie den Nachweis der Erbschaft, zum Beispiel den Erbschein.",
    "street": "Bitte geben Sie Straße und Hausnummer an.",
    "town": "Bitte geben Sie den Ort an.",
}


def _refuse_without(said: Mapping[str, bool]) -> None:
    """ValidationProblem names each of these that is missing."""
    errors = [
        {"field": name, "code": "missing", "message": _UNSAID[name]} for name, is_said in said.items() if not is_said
    ]
    if errors:
        raise ValidationProblem(errors)


class _Account(Body):
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
        """What the use case takes: the number sealed."""
        return BankAccount.of(settings, self.iban, self.account_holder, is_other=self.is_other_person)


class _Received(Body):
    """How something came that staff enter, and when."""

    signed_by: Annotated[
        Literal["letter", "telephone"],
        Choice("Bitte wählen Sie Brief oder Telefon."),
        Required("Bitte wählen Sie Brief oder Telefon."),
    ]
    received_on: Annotated[CalendarDay, Required("Bitte geben Sie den Tag an, an dem es kam.")]

    def refuse_later_than(self, today: date) -> None:
        """ValidationProblem: it cannot have come tomorrow."""
        if self.received_on > today:
            with fault_of("received_on"):
                raise Refused("in_the_future", "Bitte geben Sie heute oder einen Tag davor an.")


class AccountIn(_Account):
    """Another account for a contract, with the mandate for it."""

    gives_mandate: bool = False

    def check(self) -> None:
        """ValidationProblem names each declaration that is missing."""
        is_agreed = self.holder_agrees or not self.is_other_person
        _refuse_without({"gives_mandate": self.gives_mandate, "holder_agrees": is_agreed})


class DeskAccountIn(AccountIn, _Received):
    """The same from a letter, which holds the mandate, or from a call, in which it was read aloud."""


class AddressIn(_Account):
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
        _refuse_without(
            {
                "agrees_to_contract": self.agrees_to_contract,
                "gives_mandate": self.gives_mandate,
                "wants_credit": self.wants_credit or not months,
                "holder_agrees": self.holder_agrees or not self.is_other_person,
            }
        )


class DeskOrderIn(OwnOrderIn, _Received):
    """An order that came by letter or telephone; its declarations are part of the letter, or were read aloud."""


class TransferIn(_Account, _Received, WithMembers, members=DETAILS, after="email"):
    """Who takes a contract over, by letters of both or at the telephone, or as an heir, who shows why (`reason`)."""

    cause: Annotated[
        Literal["transferred", "inherited"],
        Choice("Bitte wählen Sie Übertragung oder Erbfall."),
        Required("Bitte wählen Sie Übertragung oder Erbfall."),
    ]
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


class EarlyPaymentIn(Body):
    """What is left of the instalments, as it was shown."""

    cents: Annotated[int, Integer(1, 100_000_000), Required("Bitte geben Sie den Betrag an, der gezeigt wurde.")]


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
