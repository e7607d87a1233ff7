"""Contracts as household and staff see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.contracts.early import possible
from services.contracts.facts import Facts, facts_of_each, periods_of_each
from services.contracts.hindrances import hindrances
from services.contracts.life import NO_CONTRACT, Period, Purpose, first_earning_day, last_earning_day, share_on
from services.contracts.models import Contract, ContractState
from services.contracts.order import Maker, can_change_account, latest_of, offered, standing_of, why_not
from services.contracts.order import Offered as Order
from services.contracts.papers import Text, prices
from services.contracts.schemas import (
    AccountAskedOut,
    ClaimOut,
    ContractDeclarationOut,
    ContractOfferOut,
    ContractOut,
    ContractTextOut,
    DeskContractOut,
    DeskContractsOut,
    EarlyPaymentOut,
    HindranceOut,
    OwnContractOut,
    ReservationContractsOut,
    TakeOverOut,
    TextSectionOut,
    TransferDeclarationOut,
)
from services.contracts.take_over import Offered
from services.contracts.transfer import GIVING, TAKEOVER
from services.contracts.transfer import why_not as why_no_transfer
from services.core.clock import berlin_day
from services.core.http.paging import ListQuery
from services.declarations.deadlines import withdrawal_ends
from services.household.schemas import ShareFiguresOut
from services.payments import change_account, mandates
from services.payments.models import AccountChange, Mandate
from services.privacy.consent_texts import CONTRACT_TEXTS, CONTRACT_VERSION
from services.reservations.models import Reservation
from services.reservations.states import ReservationState

_FOR_AN_ACCOUNT: Final[tuple[Literal["mandate", "holder"], ...]] = ("mandate", "holder")


class ContractsQuery(ListQuery):
    """Which contracts."""

    sort: Literal["signed_at"] = "signed_at"
    state: ContractState | None = None


def own_contract(session: Session, maker: Maker, reservation: Reservation, now: datetime) -> OwnContractOut:
    """What a household's own page shows."""
    latest = latest_of(session, reservation.id)
    reason = why_not(session, maker, reservation)
    offer = None if reason else _offer(offered(session, maker, reservation), reservation, now)
    known = _Known.of(session, [(latest, reservation)] if latest else [], now)
    shown = None if latest is None else ContractOut(**_members(known, latest, reservation, now))
    return OwnContractOut(contract=shown, offer=offer, why_not=reason)


def contract_to_take_over(of: Offered) -> TakeOverOut:
    """What the other household reads before it decides."""
    return TakeOverOut(
        first_day=of.first_day,
        texts=_texts(of.texts),
        declarations=[TransferDeclarationOut(purpose=purpose, text=words) for purpose, words in of.declared.items()],
        holder_declaration=CONTRACT_TEXTS[f"holder-{CONTRACT_VERSION}"],
    )


def _texts(texts: Sequence[Text]) -> list[ContractTextOut]:
    return [
        ContractTextOut(
            kind=text.kind.value,
            version=text.version,
            title=text.title,
            subtitle=text.subtitle,
            sections=[TextSectionOut(title=one.title, blocks=one.blocks) for one in text.sections],
        )
        for text in texts
    ]


def _offer(of: Order, reservation: Reservation, now: datetime) -> ContractOfferOut:
    offer = of.subject.offer
    return ContractOfferOut(
        number=of.subject.number,
        mandate_reference=of.subject.mandate,
        fingerprint=of.fingerprint,
        name=f"{reservation.first_name} {reservation.last_name}",
        street=reservation.street or "",
        postcode=reservation.postcode,
        town=reservation.town or "",
        figures=ShareFiguresOut.of(offer),
        prices=prices(offer),
        texts=_texts(of.texts),
        declarations=[ContractDeclarationOut(purpose=purpose, text=words) for purpose, words in of.declared.items()],
        holder_declaration=CONTRACT_TEXTS[f"holder-{CONTRACT_VERSION}"],
        withdraw_until=withdrawal_ends(now),
        needs_decision=bool(offer.plan.months),
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """What is read of several contracts at once, by their ids."""

    accounts: Mapping[int, Mandate]
    asked: Mapping[int, AccountChange]
    facts: Mapping[int, Facts]
    periods: Mapping[int, list[Period]]

    @classmethod
    def of(cls, session: Session, rows: Sequence[tuple[Contract, Reservation]], now: datetime) -> "_Known":
        ids = [contract.id for contract, _ in rows]
        accounts, asked = mandates.latest_of_each(session, ids), change_account.pending_of(session, ids, now)
        return cls(accounts, asked, facts_of_each(session, rows), periods_of_each(session, ids))


def _members(known: _Known, contract: Contract, reservation: Reservation, now: datetime) -> dict[str, Any]:
    account, asked, facts = known.accounts.get(contract.id), known.asked.get(contract.id), known.facts[contract.id]
    terms, connected_on = facts.terms, facts.connected_on
    columns = (
        *("id", "number", "state", "signed_by", "signed_at", "concluded_at", "annual_kwh", "months"),
        *("total_cents", "setup_cents", "document_sha256"),
    )
    # A contract that was taken over has no withdrawal period.
    ends = None if contract.begins_on else contract.withdraw_until
    return {name: getattr(contract, name) for name in columns} | {
        "withdraw_until": ends,
        "begins_on": contract.begins_on,
        "cause": contract.cause or None,
        "can_withdraw": ends is not None and berlin_day(now) <= ends,
        "account_holder": account.holder if account else "",
        "last_four": account.last_four if account else "",
        "mandate_reference": account.reference if account else "",
        "can_change_account": can_change_account(contract, reservation),
        "account_asked": AccountAskedOut(last_four=asked.last_four, until=asked.expires_at) if asked else None,
        "account_declarations": [
            ContractDeclarationOut(purpose=purpose, text=CONTRACT_TEXTS[f"{purpose}-{CONTRACT_VERSION}"])
            for purpose in _FOR_AN_ACCOUNT
        ],
        "connected_on": connected_on,
        "first_earning_day": first_earning_day(connected_on, terms, facts.payments) if terms else None,
        "last_earning_day": last_earning_day(connected_on, terms) if terms and connected_on else None,
        "earning_kwh": share_on(berlin_day(now), known.periods[contract.id]),
        "plan": _plan(contract, facts),
        "early_payment": _early(contract, reservation, facts, now),
    }


def _early(contract: Contract, reservation: Reservation, facts: Facts, now: datetime) -> EarlyPaymentOut | None:
    agreed = facts.terms.early if facts.terms else None
    early = agreed or possible(contract, reservation, facts, now)
    if isinstance(early, str):
        return None
    return EarlyPaymentOut(
        cents=early.cents,
        saved_cents=early.saved_cents,
        due=early.due,
        instalments=contract.months - early.first + 1,
        is_agreed=agreed is not None,
    )


def _plan(contract: Contract, facts: Facts) -> list[ClaimOut]:
    """Each payment with its day; what the grid connection decides, without one."""
    due = {(claim.purpose, claim.number): claim.due for claim in facts.plan}
    last, early = contract.months, facts.terms.early if facts.terms else None
    cents = {(Purpose.SETUP, 0): contract.setup_cents}
    for number in range(1, early.first if early else last + 1):
        is_last = number == last
        cents[Purpose.INSTALMENT, number] = contract.last_instalment_cents if is_last else contract.instalment_cents
    if early or not last:
        of = (Purpose.REST, early.cents) if early else (Purpose.PRICE, contract.total_cents)
        cents[of[0], 0] = of[1]
    return [
        ClaimOut(
            purpose=of[0].value,
            number=of[1],
            due=due.get(of),
            cents=amount,
            open_cents=facts.open_cents.get(of, amount),
        )
        for of, amount in cents.items()
        if amount
    ]


def desk_contract(session: Session, contract: Contract, reservation: Reservation, now: datetime) -> DeskContractOut:
    """One contract for staff."""
    (shown,) = _of_desk(session, [(contract, reservation)], now)
    return shown


def _of_desk(session: Session, rows: Sequence[tuple[Contract, Reservation]], now: datetime) -> list[DeskContractOut]:
    known = _Known.of(session, rows, now)
    return [_desk_contract(known, *row, now) for row in rows]


def _desk_contract(known: _Known, contract: Contract, reservation: Reservation, now: datetime) -> DeskContractOut:
    return DeskContractOut(
        **_members(known, contract, reservation, now),
        reservation_id=reservation.id,
        reference=reservation.reference,
        name=f"{reservation.first_name} {reservation.last_name}",
        spot_number=reservation.spot_number,
        reservation_state=ReservationState(reservation.state),
        received_on=contract.received_on,
        decided_because=contract.decided_because,
    )


def desk_contracts(session: Session, wanted: ContractsQuery, now: datetime) -> DeskContractsOut:
    """A page of contracts in the order in which they were asked for."""
    matches = [] if wanted.state is None else [Contract.state == wanted.state.value]
    total = session.scalar(select(func.count()).select_from(Contract).where(*matches)) or 0
    query = select(Contract, Reservation).join(Reservation, Reservation.id == Contract.reservation_id).where(*matches)
    order = Contract.id.desc() if wanted.order == "desc" else Contract.id
    start = (wanted.page - 1) * wanted.per_page
    rows = session.execute(query.order_by(order).offset(start).limit(wanted.per_page))
    data = _of_desk(session, [(contract, reservation) for contract, reservation in rows], now)
    return DeskContractsOut(data=data, has_next=start + len(data) < total, total=total)


def of_reservation(session: Session, maker: Maker, reservation: Reservation, now: datetime) -> ReservationContractsOut:
    """All contracts of one reservation, and what can be ordered for it."""
    query = select(Contract).where(Contract.reservation_id == reservation.id).order_by(Contract.id.desc())
    reason = why_not(session, maker, reservation)
    standing = standing_of(session, reservation.id)
    declared = (GIVING, TAKEOVER, "mandate", "holder")
    return ReservationContractsOut(
        data=_of_desk(session, [(one, reservation) for one in session.scalars(query)], now),
        offer=None if reason else _offer(offered(session, maker, reservation), reservation, now),
        why_not=reason,
        why_no_transfer=why_no_transfer(session, standing, reservation, now) if standing else NO_CONTRACT,
        hindrances=[HindranceOut(**one._asdict()) for one in hindrances(session, standing, reservation, now)]
        if standing
        else [],
        transfer_declarations=[
            TransferDeclarationOut(purpose=purpose, text=CONTRACT_TEXTS[f"{purpose}-{CONTRACT_VERSION}"])
            for purpose in declared
        ],
    )
