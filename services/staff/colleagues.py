"""Accounts by address: a mail addressed to a colleague follows the account, not the address."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.staff.models import Account, AccountState, Role


@dataclass(frozen=True, slots=True)
class Colleague:
    """The part of an account that mails need."""

    id: int
    role: Role
    state: AccountState


def colleagues_by_address(session: Session) -> dict[str, Colleague]:
    """Every account, disabled ones included, by its normalised address."""
    rows = session.execute(select(Account.email_normalized, Account.id, Account.role, Account.state))
    return {email: Colleague(id_, Role(role), AccountState(state)) for email, id_, role, state in rows}
