"""One-time links: 256 random bits in the URL fragment, which is never sent to a server."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from services.settings import Settings
from services.staff.models import Account, AccountState, LinkPurpose, SetupLink
from services.staff.sign_in.sessions import new_token, token_hash

LASTS = {
    LinkPurpose.FIRST_ACCOUNT: timedelta(hours=24),
    LinkPurpose.INVITATION: timedelta(hours=72),
    # For an existing account: a person who reads the mailbox later must not find a valid link to it.
    LinkPurpose.RESET: timedelta(minutes=60),
}


SetsUp = Literal["first_account", "invitation", "reset", "second_factor"]
"""`second_factor`: the account's password is asked for, and a new second factor set up."""


def lost_second_factor(account: Account) -> bool:
    """Whether the second factor was removed. A new one then requires the mailbox and the password: a thief who has
    the password alone would ask for just this reset.
    """
    return account.totp_seed is None and account.totp_last_counter > 0


@dataclass(frozen=True, slots=True)
class OpenLink:
    """A link that may still be used; `account` is empty for the first account."""

    id: int
    purpose: LinkPurpose
    account: Account | None
    expires_at: datetime

    @property
    def sets_up(self) -> SetsUp:
        """What the link's form asks for, by the current state of its account."""
        if self.purpose is LinkPurpose.RESET and self.account is not None and self.account.password_hash:
            return "second_factor" if lost_second_factor(self.account) else "reset"
        return self.purpose.value


def address(settings: Settings, token: str) -> str:
    """The link's URL."""
    return f"{settings.public_url}/admin/set-up#{token}"


def issue(session: Session, account: Account, now: datetime) -> str:
    """Issue a new link token for an account, to set it up or for a new password. Earlier ones are void."""
    revoke(session, account.id)
    return _add(session, purpose_for(account), account.id, now)


def purpose_for(account: Account) -> LinkPurpose:
    """The purpose of a link for an account in its current state."""
    return LinkPurpose.INVITATION if account.state == AccountState.INVITED.value else LinkPurpose.RESET


def issue_first(session: Session, now: datetime) -> str | None:
    """Issue the token for the first account while there is none. Earlier ones are void."""
    if session.scalar(select(func.count()).select_from(Account)):
        return None
    session.execute(delete(SetupLink).where(SetupLink.purpose == LinkPurpose.FIRST_ACCOUNT.value))
    return _add(session, LinkPurpose.FIRST_ACCOUNT, None, now)


def _add(session: Session, purpose: LinkPurpose, account_id: int | None, now: datetime) -> str:
    token = new_token()
    session.add(
        SetupLink(
            purpose=purpose.value,
            account_id=account_id,
            token_hash=token_hash(token),
            created_at=now,
            expires_at=now + LASTS[purpose],
        )
    )
    session.flush()
    return token


def find(session: Session, token: str, now: datetime) -> OpenLink | None:
    """Look up the open link of a token, if it is still valid."""
    query = (
        select(SetupLink, Account)
        .outerjoin(Account, Account.id == SetupLink.account_id)
        .where(SetupLink.token_hash == token_hash(token), SetupLink.expires_at > now)
    )
    found = session.execute(query).one_or_none()
    if found is None:
        return None
    link, account = found
    if account is not None and account.state == AccountState.DISABLED.value:
        return None
    return OpenLink(link.id, LinkPurpose(link.purpose), account, link.expires_at)


def spend(session: Session, link: OpenLink) -> bool:
    """Consume the link; False if another call was quicker."""
    spent = session.execute(delete(SetupLink).where(SetupLink.id == link.id))
    return spent.rowcount == 1  # type: ignore[attr-defined,no-any-return]


def revoke(session: Session, account_id: int) -> None:
    """Void every link of an account."""
    session.execute(delete(SetupLink).where(SetupLink.account_id == account_id))


def expiry_by_account(session: Session, now: datetime) -> dict[int, datetime]:
    """Expiry of open links, by account."""
    query = select(SetupLink.account_id, SetupLink.expires_at).where(SetupLink.expires_at > now)
    return {account_id: expires_at for account_id, expires_at in session.execute(query) if account_id is not None}


def forget_expired(session: Session, now: datetime) -> int:
    """Delete expired links; returns how many."""
    expired = delete(SetupLink).where(SetupLink.expires_at <= now)
    return session.execute(expired).rowcount  # type: ignore[attr-defined,no-any-return]
