"""Account setup behind a one-time link: the first account, an invited one, or a new password."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.contact_details import Email, deliverable_address
from services.mail import outbox
from services.mail.catalogue import StaffLink, StaffLinkPurpose, to_values
from services.mail.outbox import Order
from services.settings import Settings
from services.staff import audit, notices
from services.staff.audit import Event
from services.staff.call import Call
from services.staff.errors import LinkUnusable, WrongCredentials
from services.staff.inputs import Details, details_for, new_password
from services.staff.models import Account, AccountState, LinkPurpose, Role, Stage
from services.staff.setup import link_file as setup_link_file
from services.staff.sign_in import one_time_links, sessions
from services.staff.sign_in.log_in import locked, subject_of
from services.staff.sign_in.one_time_links import OpenLink
from services.staff.sign_in.passwords import hash_password, verify_password
from services.staff.sign_in.sessions import Issued
from services.staff.sign_in.throttle import count_address, count_password

_NEEDED = {
    LinkPurpose.FIRST_ACCOUNT: frozenset({"name", "email"}),
    LinkPurpose.INVITATION: frozenset({"name"}),
    LinkPurpose.RESET: frozenset[str](),
}
_ACTIONS = {
    "first_account": "staff.first_account_created",
    "invitation": "staff.invitation_accepted",
    "reset": "staff.password_reset",
    "second_factor": "staff.second_factor_link_used",
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """Input of the form behind a link."""

    name: str | None
    email: Email | None
    password: str


def open_link(call: Call, token: str) -> OpenLink:
    """Look up the link's purpose; raises LinkUnusable."""
    count_address(call)
    with call.db.read() as session:
        link = one_time_links.find(session, token, call.now)
    if link is None:
        raise LinkUnusable
    return link


def set_up(call: Call, token: str, chosen: Chosen) -> Issued:
    """Set the account's password and sign its owner in up to the second factor.

    Only the first account chooses its address: an invitation is for the one it was sent to.
    """
    link = open_link(call, token)
    needed = _NEEDED[link.purpose]
    details = details_for(call.settings, **{name: getattr(chosen, name) for name in needed})
    details.require(*needed)
    name = details.name or (link.account.name if link.account else "")
    email = details.email.typed if details.email else (link.account.email if link.account else "")
    if link.sets_up == "second_factor" and link.account:
        password_hash = _checked_password(call, link.account, chosen.password)
    else:
        password_hash = hash_password(new_password("password", chosen.password, name, email))
    issued = call.db.write(lambda session: _use(session, call, link, details, password_hash))
    if link.purpose is LinkPurpose.FIRST_ACCOUNT:
        setup_link_file.remove(call.settings.data_dir)
    return issued


def _checked_password(call: Call, account: Account, typed: str) -> str:
    """The hash of the current password, which must be entered in addition to the link; raises WrongCredentials."""
    count_password(call, account.email_normalized)
    is_right, renewed = verify_password(typed, account.password_hash)
    if not is_right or account.password_hash is None:
        failed = Event(f"staff:{account.id}", "staff.confirmation_failed", subject_of(account.id))
        call.db.write(lambda session: audit.append(session, [failed], call.now))
        raise WrongCredentials
    return renewed or account.password_hash


def _use(session: Session, call: Call, link: OpenLink, details: Details, password_hash: str) -> Issued:
    if not one_time_links.spend(session, link):
        raise LinkUnusable
    account = locked(session, link.account.id) if link.account else _first_account(session, details, call.now)
    if account.state == AccountState.DISABLED.value:
        raise LinkUnusable
    if link.sets_up == "second_factor" and link.account and account.password_hash != link.account.password_hash:
        raise LinkUnusable  # the password was changed in the meantime
    if link.sets_up == "reset":
        notices.tell(session, account, "password_changed", call.now)
    elif details.name:
        account.name = details.name
    account.password_hash = password_hash
    account.state = AccountState.ACTIVE.value
    account.version += 1
    session.flush()
    sessions.end_all(session, account.id)
    if call.token:
        sessions.end_token(session, call.token)
    stage = sessions.next_stage(account, call.settings)
    issued = sessions.begin(session, account, stage, call.device, call.now)
    events = [Event(issued.presence.actor, _ACTIONS[link.sets_up], subject_of(account.id))]
    if stage is Stage.FULL:
        events.append(Event(issued.presence.actor, "staff.signed_in", subject_of(account.id)))
    audit.append(session, events, call.now)
    return issued


def _first_account(session: Session, details: Details, now: datetime) -> Account:
    if session.scalar(select(func.count()).select_from(Account)):
        raise LinkUnusable
    return new_account(session, Details(details.name, details.email, Role.ADMIN), now)


def new_account(session: Session, details: Details, now: datetime) -> Account:
    """Create an account without a password from complete details."""
    if details.email is None or details.name is None or details.role is None:
        raise ValueError("an account needs a name, an address and a role")
    account = Account(
        email=details.email[0],
        email_normalized=details.email[1],
        name=details.name,
        role=details.role.value,
        state=AccountState.INVITED.value,
        totp_last_counter=0,
        second_factor_waived=False,
        created_at=now,
        version=1,
    )
    session.add(account)
    session.flush()
    return account


def _mail_purpose(account: Account) -> StaffLinkPurpose:
    if account.state == AccountState.INVITED.value:
        return "invitation"
    if one_time_links.lost_second_factor(account):
        return "second_factor" if account.password_hash else "both"
    return "reset"


def send_link(session: Session, account: Account, settings: Settings, now: datetime) -> str:
    """Order the mail with a fresh link; returns the link."""
    token = one_time_links.issue(session, account, now)
    purpose = one_time_links.purpose_for(account)
    mail = StaffLink(
        name=account.name,
        purpose=_mail_purpose(account),
        role=account.role,
        link=one_time_links.address(settings, token),
        hours=int(one_time_links.LASTS[purpose].total_seconds() // 3600),
    )
    order = Order(
        kind=mail.kind,
        recipient=deliverable_address(account.email, account.email_normalized),
        subject_ref=subject_of(account.id),
        dedupe_key=f"staff-link:{sessions.token_hash(token)}",
        values=to_values(mail),
    )
    outbox.order(session, [order], now)
    return mail.link
