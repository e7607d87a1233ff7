"""Answers about contracts. Money in whole cents, days in Berlin."""

from datetime import date, datetime
from typing import Literal

from services.core.http.answers import Answer
from services.household.schemas import ShareFiguresOut
from services.reservations.states import ReservationState

State = Literal["asked", "concluded", "declined", "dropped"]


class TextSectionOut(Answer):
    """A heading with its paragraphs; one that begins with `- ` is a point of a list."""

    title: str
    blocks: list[str]


class ContractTextOut(Answer):
    """One text of the papers, as it is filled for this household."""

    kind: Literal["contract", "terms", "withdrawal", "information", "credit", "mandate", "takeover"]
    version: str
    title: str
    subtitle: str
    sections: list[TextSectionOut]


class ContractDeclarationOut(Answer):
    """What the household declares by a separate box."""

    purpose: Literal["contract", "mandate", "credit", "holder"]
    text: str


class ContractOfferOut(Answer):
    """What the household can order now. `needs_decision`: a person decides first, because of instalments."""

    number: str
    mandate_reference: str
    fingerprint: str
    name: str
    street: str
    postcode: str
    town: str
    figures: ShareFiguresOut
    prices: list[str]
    texts: list[ContractTextOut]
    declarations: list[ContractDeclarationOut]
    holder_declaration: str
    """What is declared as well if the account is another person's."""
    withdraw_until: date
    """If it is concluded today."""
    needs_decision: bool


class ClaimOut(Answer):
    """An amount of the payment plan. `due`: null where the grid connection decides; `number`: of the instalment."""

    purpose: Literal["setup", "price", "instalment", "rest"]
    number: int
    due: date | None
    cents: int
    open_cents: int


class AccountAskedOut(Answer):
    """An account that the household has asked for and can confirm by the link in its mail."""

    last_four: str
    until: datetime


class EarlyPaymentOut(Answer):
    """What is left of the instalments, paid at once: `instalments` of them. `is_agreed`: it is to be so."""

    cents: int
    saved_cents: int
    due: date
    instalments: int
    is_agreed: bool


class ContractOut(Answer):
    """A contract that was ordered, with its payments and the days on which its share earns."""

    id: int
    number: str
    state: State
    signed_by: Literal["online", "letter", "telephone"]
    signed_at: datetime
    concluded_at: datetime | None
    withdraw_until: date | None
    """Null where there is nothing to withdraw from: the contract was taken over."""
    begins_on: date | None
    """Since when it is another holder's; null: it was not taken over."""
    cause: Literal["transferred", "inherited"] | None
    """Why it was."""
    can_withdraw: bool
    """Whether the withdrawal period is not over; a later withdrawal is accepted too, and staff decide."""
    annual_kwh: int
    months: int
    total_cents: int
    setup_cents: int
    account_holder: str
    last_four: str
    mandate_reference: str
    can_change_account: bool
    account_asked: AccountAskedOut | None
    account_declarations: list[ContractDeclarationOut]
    """What is declared for another account: the mandate, and for another person's that person's consent."""
    connected_on: date | None
    first_earning_day: date | None
    last_earning_day: date | None
    earning_kwh: int
    """The share that earns today; 0: none does."""
    plan: list[ClaimOut]
    early_payment: EarlyPaymentOut | None
    """Null where there is nothing to pay early."""
    document_sha256: str


class TransferDeclarationOut(Answer):
    """What the former holder of a contract declares (`giving`), and what the new one does."""

    purpose: Literal["giving", "takeover", "mandate", "holder"]
    text: str


class OwnContractOut(Answer):
    """The household's contract, or what it can order; `why_not`: why it cannot, empty where it can."""

    contract: ContractOut | None
    offer: ContractOfferOut | None
    why_not: str


class TakeOverOut(Answer):
    """A contract that the link in a mail offers, as it would be taken over today."""

    first_day: date
    texts: list[ContractTextOut]
    declarations: list[TransferDeclarationOut]
    holder_declaration: str
    """What is declared as well if the account is another person's."""


class DeskContractOut(ContractOut):
    """A contract as staff see it."""

    reservation_id: int
    reference: str
    name: str
    spot_number: int
    reservation_state: ReservationState
    received_on: date | None
    decided_because: str


class DeskContractsOut(Answer):
    """A page of contracts. `total`: of all that match."""

    data: list[DeskContractOut]
    has_next: bool
    total: int


class HindranceOut(Answer):
    """What is in the way of a contract's end, and the page of the console where it is settled."""

    code: Literal[
        "open_claims", "return_undecided", "at_bank", "refund_owed", "transfer_running", "declaration_undecided"
    ]
    sentence: str
    cure: str


class ReservationContractsOut(Answer):
    """The contracts of one reservation, the newest first, and what can be ordered for it."""

    data: list[DeskContractOut]
    offer: ContractOfferOut | None
    why_not: str
    why_no_transfer: str
    """Why nobody can take its contract over; empty where somebody can."""
    hindrances: list[HindranceOut]
    """Of its running contract."""
    transfer_declarations: list[TransferDeclarationOut]


class ConnectedOut(Answer):
    """How many shares begin, and how many follow once their households cannot withdraw any more."""

    begun: int
    later: int
