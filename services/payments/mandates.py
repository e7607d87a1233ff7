"""Mandates: whose account we may debit for a contract.

One is active a contract. Its reference is drawn before anything is rendered, so that page, mail, PDF and the bank's
file show the same one. Another account or another holder ends it and makes the next: no amendment is ever sent.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.payments.bank_account import BankAccount
from services.payments.models import Channel, Mandate, MandateEnd


def first_reference(number: str) -> str:
    """The reference that the first mandate of a contract will have, from the contract's number."""
    return f"{number}-1"


def open_mandate(
    session: Session, contract_id: int, number: str, account: BankAccount, channel: Channel, now: datetime
) -> Mandate:
    """The active mandate for this account, a new one where there is none or it was for another. `number`: the
    contract's, with which the reference begins. The caller holds the contract's row.
    """
    active = active_of(session, contract_id)
    if active is not None and is_for(active, account):
        return active
    end_of(session, contract_id, MandateEnd.CHANGED, now)
    last = session.scalar(select(func.max(Mandate.version)).where(Mandate.contract_id == contract_id)) or 0
    mandate = Mandate(
        contract_id=contract_id,
        version=last + 1,
        reference=f"{number}-{last + 1}",
        holder=account.holder,
        iban=account.sealed,
        iban_mark=account.mark,
        last_four=account.last_four,
        is_other_person=account.is_other_person,
        channel=channel.value,
        signed_at=now,
        cause="",
    )
    session.add(mandate)
    session.flush()
    return mandate


def is_for(mandate: Mandate, account: BankAccount) -> bool:
    """Whether it is for this account and holder."""
    given = account.mark, account.holder, account.is_other_person
    return (mandate.iban_mark, mandate.holder, mandate.is_other_person) == given


def active_of(session: Session, contract_id: int) -> Mandate | None:
    """The mandate that this contract's claims are collected with."""
    query = select(Mandate).where(Mandate.contract_id == contract_id, Mandate.ended_at.is_(None))
    return session.scalars(query).one_or_none()


def latest_of(session: Session, contract_id: int) -> Mandate | None:
    """The newest mandate of a contract, whether it is active or has ended."""
    return latest_of_each(session, [contract_id]).get(contract_id)


def latest_of_each(session: Session, contract_ids: Collection[int]) -> Mapping[int, Mandate]:
    """The same of each of these contracts that has any."""
    query = select(Mandate).where(Mandate.contract_id.in_(contract_ids)).order_by(Mandate.version)
    return {mandate.contract_id: mandate for mandate in session.scalars(query)}


def end_of(session: Session, contract_id: int, cause: MandateEnd, now: datetime) -> None:
    """End the active mandate, if there is one."""
    active = active_of(session, contract_id)
    if active is not None:
        active.ended_at, active.cause = now, cause.value
        session.flush()
