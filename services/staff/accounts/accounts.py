"""Account administration: invite, edit, disable, reset. `actor` is `staff:<id>`, or `system` on the command line.

Each function is a unit of work that ends with its audit entries. Accounts are disabled, never deleted.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.settings import Settings
from services.staff import audit, notices
from services.staff.audit import Event
from services.staff.errors import EmailTaken, LastAdmin, OwnAccount, UnknownAccount, WrongState
from services.staff.inputs import Details
from services.staff.models import Account, AccountState, RecoveryCode, Role
from services.staff.passkeys import own_passkeys
from services.staff.setup.setup import new_account, send_link
from services.staff.sign_in import one_time_links, sessions
from services.staff.sign_in.log_in import normalized_email, subject_of

SYSTEM = "system"


def lock_account(session: Session, account_id: int) -> Account:
    """Load the account and lock it until the commit; raises UnknownAccount.

    All administrators are locked with it, always in the same order: of two who disable or demote each other at the same
    time the second sees what the first did, and there is no deadlock.
    """
    held = select(Account).where((Account.id == account_id) | (Account.role == Role.ADMIN.value))
    accounts = session.scalars(held.order_by(Account.id).with_for_update()).all()
    for account in accounts:
        if account.id == account_id:
            return account
    raise UnknownAccount


@dataclass(frozen=True, slots=True)
class Linked:
    """An account with the link that was mailed to it."""

    account: Account
    link: str | None


def invite(session: Session, actor: str, details: Details, settings: Settings, now: datetime) -> Linked:
    """Create an account and order the mail with its link; raises EmailTaken."""
    account = _create(session, details, now)
    link = send_link(session, account, settings, now)
    audit.append(session, [_invited(actor, account)], now)
    return Linked(account, link)


def create(session: Session, details: Details, now: datetime) -> str:
    """Create an account from the command line; returns its link token. An account still invited gets a new one."""
    email = details.email.normalized if details.email else ""
    known = session.scalar(select(Account).where(Account.email_normalized == email))
    if known is not None and known.state != AccountState.INVITED.value:
        raise EmailTaken
    account = known or _create(session, details, now)
    token = one_time_links.issue(session, account, now)
    audit.append(session, [_invited(SYSTEM, account)], now)
    return token


def _create(session: Session, details: Details, now: datetime) -> Account:
    try:
        return new_account(session, details, now)
    except IntegrityError as error:
        raise EmailTaken from error


def _invited(actor: str, account: Account) -> Event:
    return Event(actor, "staff.invited", subject_of(account.id), {"role": account.role})


def named(session: Session, email: str) -> int:
    """The id of the account with this address; raises UnknownAccount."""
    account_id = session.scalar(select(Account.id).where(Account.email_normalized == normalized_email(email)))
    if account_id is None:
        raise UnknownAccount
    return account_id


def resend(session: Session, actor: str, account_id: int, settings: Settings, now: datetime) -> Linked:
    """Mail a new link: the invitation again, or a new password for an active account.

    If the second factor was reset before, password and telephone are both lost: the old password is voided.
    """
    account = lock_account(session, account_id)
    if account.state == AccountState.DISABLED.value:
        raise WrongState
    if one_time_links.lost_second_factor(account):
        account.password_hash = None
        session.flush()
    link = send_link(session, account, settings, now)
    audit.append(session, [Event(actor, "staff.link_sent", subject_of(account.id))], now)
    return Linked(account, link)


def edit(session: Session, actor: str, account: Account, changes: Details, now: datetime) -> Account:
    """Change name, address or role of a locked account. A new role ends its sessions."""
    events = []
    subject = subject_of(account.id)
    if changes.name is not None and changes.name != account.name:
        account.name = changes.name
        events.append(Event(actor, "staff.name_changed", subject))
    if changes.email is not None and changes.email.typed != account.email:
        _change_email(session, account, changes.email, now)
        events.append(Event(actor, "staff.email_changed", subject))
    if changes.role is not None and changes.role != account.role:
        _keep_an_admin(session, account, changes.role)
        events.append(Event(actor, "staff.role_changed", subject, {"from": account.role, "to": changes.role.value}))
        account.role = changes.role.value
        sessions.end_all(session, account.id)
        notices.tell(session, account, "role_changed", now)
    if events:
        account.version += 1
        session.flush()
        audit.append(session, events, now)
    return account


def _change_email(session: Session, account: Account, email: tuple[str, str], now: datetime) -> None:
    """Both addresses are notified. Links sent to the old one are void."""
    before = deliverable_address(account.email, account.email_normalized)
    account.email, account.email_normalized = email
    try:
        session.flush()
    except IntegrityError as error:
        raise EmailTaken from error
    one_time_links.revoke(session, account.id)
    if account.state == AccountState.ACTIVE.value:
        notices.tell(session, account, "email_changed", now, to=(before, deliverable_address(*email)))


def _keep_an_admin(session: Session, account: Account, role: str | None) -> None:
    """Refuse to remove the last active administrator; `role` is the new one, None when being disabled.

    Reliable because `lock_account` has locked all administrators.
    """
    if account.role != Role.ADMIN.value or account.state != AccountState.ACTIVE.value or role == Role.ADMIN.value:
        return
    active = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    if session.scalar(select(Account.id).where(active, Account.id != account.id).limit(1)) is None:
        raise LastAdmin


def disable(session: Session, actor: str, account_id: int, now: datetime) -> Account:
    """Disable an account at once: its sessions and links end."""
    account = lock_account(session, account_id)
    if account.state == AccountState.DISABLED.value:
        return account
    _keep_an_admin(session, account, None)
    if actor == f"staff:{account.id}":
        raise OwnAccount
    account.state = AccountState.DISABLED.value
    account.version += 1
    session.flush()
    ended = sessions.end_all(session, account.id)
    one_time_links.revoke(session, account.id)
    audit.append(session, [Event(actor, "staff.disabled", subject_of(account.id), {"sessions_ended": ended})], now)
    return account


def enable(session: Session, actor: str, account_id: int, now: datetime) -> Account:
    """Enable an account again, with the password and second factor it had."""
    account = lock_account(session, account_id)
    if account.state != AccountState.DISABLED.value:
        return account
    state = AccountState.ACTIVE if account.password_hash else AccountState.INVITED
    account.state = state.value
    account.version += 1
    session.flush()
    audit.append(session, [Event(actor, "staff.enabled", subject_of(account.id))], now)
    return account


def reset_totp(session: Session, actor: str, account_id: int, settings: Settings, now: datetime) -> Linked:
    """Remove the second factor and all passkeys; a mailed link and the password together set up a new one. Sessions
    and recovery codes end.
    """
    account = lock_account(session, account_id)
    # The counter stays above 0: it says that there was a second factor.
    account.totp_seed, account.totp_last_counter = None, max(account.totp_last_counter, 1)
    account.version += 1
    session.flush()
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account.id))
    passkeys = own_passkeys.remove_all(session, account.id)
    sessions.end_all(session, account.id)
    link = None
    if account.state == AccountState.ACTIVE.value:
        notices.tell(session, account, "second_factor_reset", now)
        link = send_link(session, account, settings, now)
    details = {"passkeys_removed": passkeys} if passkeys else {}
    audit.append(session, [Event(actor, "staff.second_factor_reset", subject_of(account.id), details)], now)
    return Linked(account, link)


def end_sessions(session: Session, actor: str, account_id: int, now: datetime) -> Account:
    account = lock_account(session, account_id)
    ended = sessions.end_all(session, account.id)
    audit.append(session, [Event(actor, "staff.sessions_ended", subject_of(account.id), {"count": ended})], now)
    return account
