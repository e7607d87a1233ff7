"""Accounts, for the administration."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Body, RowId, Version, absent
from services.staff.access import AdminOf, CallOf, ConfirmedAdminOf, StaffRouter
from services.staff.accounts import accounts
from services.staff.call import Call
from services.staff.errors import Stale, UnknownAccount
from services.staff.inputs import StaffEmail, StaffName, StaffRole, details_for
from services.staff.models import Account, AccountState, Role
from services.staff.own_account.staff_api import DeviceOut, device_out
from services.staff.sign_in import one_time_links, sessions
from services.staff.sign_in.log_in import subject_of
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="accounts")
_CHANGING = (
    *("staff.name_changed", "staff.email_changed", "staff.role_changed", "staff.disabled", "staff.enabled"),
    *(
        "staff.second_factor_reset",
        "staff.invitation_accepted",
        "staff.password_reset",
        "staff.second_factor_link_used",
    ),
)
"""What raises the version of an account."""
_SORTS = {
    "name": Account.name,
    "email": Account.email_normalized,
    "role": Account.role,
    "state": Account.state,
    "created_at": Account.created_at,
    "last_seen_at": Account.last_seen_at,
    "id": Account.id,
}


class AccountsQuery(ListQuery):
    sort: Literal["name", "email", "role", "state", "created_at", "last_seen_at", "id"] = "name"
    state: AccountState | None = None


class AccountRowOut(BaseModel):
    """An account in the list. `invitation_expires_at` is the end of an open link, invitation or new password."""

    id: int
    name: str
    email: str
    role: Role
    state: AccountState
    has_totp: bool
    created_at: datetime
    last_seen_at: datetime | None
    invitation_expires_at: datetime | None
    version: int


class AccountShowOut(AccountRowOut):
    """An account with its living sessions."""

    sessions: list[DeviceOut]
    link: str | None = None
    """The link that was just issued, where no mail brings it to the person: without a mail server."""


class AccountsOut(BaseModel):
    data: list[AccountRowOut]
    has_next: bool
    total: int | None


class InvitationIn(Body):
    """The invited person and the role."""

    email: StaffEmail
    name: StaffName
    role: StaffRole


class AccountIn(Body):
    """Only what is to change, and the version it was read in."""

    name: StaffName = absent()
    email: StaffEmail = absent()
    role: StaffRole = absent()
    version: Version


def _row(account: Account, expires_at: datetime | None) -> AccountRowOut:
    return AccountRowOut(
        id=account.id,
        name=account.name,
        email=account.email,
        role=Role(account.role),
        state=AccountState(account.state),
        has_totp=account.totp_seed is not None,
        created_at=account.created_at,
        last_seen_at=account.last_seen_at,
        invitation_expires_at=expires_at,
        version=account.version,
    )


def _show(session: Session, call: Call, account_id: int) -> AccountShowOut:
    account = session.get(Account, account_id)
    if account is None:
        raise UnknownAccount
    row = _row(account, one_time_links.expiry_by_account(session, call.now).get(account.id))
    theirs = sessions.of_account(session, account.id, call.now)
    current = sessions.token_hash(call.token)
    own = next((device.id for device in theirs if device.token_hash == current), 0)
    return AccountShowOut(**row.model_dump(), sessions=[device_out(device, own) for device in theirs])


def changed(session: Session, call: Call, account: Account) -> AccountShowOut:
    """An account that was just changed, as it is now."""
    session.flush()
    return _show(session, call, account.id)


def _linked(session: Session, call: Call, done: accounts.Linked) -> AccountShowOut:
    """As `changed`, for what mails a link. Where mails only become files, who asked for it hands it over."""
    shown = changed(session, call, done.account)
    shown.link = None if call.settings.smtp_url else done.link
    return shown


@router.get("/accounts")
def list_accounts(
    session: Reads, call: CallOf, _staff: AdminOf, wanted: Annotated[AccountsQuery, Query()]
) -> AccountsOut:
    """All accounts, past and present."""
    query = select(Account)
    if wanted.state is not None:
        query = query.where(Account.state == wanted.state.value)
    rows, has_next = page_of(session, query, wanted, (_SORTS[wanted.sort], Account.id))
    total = session.scalar(select(func.count()).select_from(query.subquery()))
    expiry = one_time_links.expiry_by_account(session, call.now)
    return AccountsOut(data=[_row(row, expiry.get(row.id)) for row in rows], has_next=has_next, total=total)


@router.get("/accounts/{id}")
def get_account(id: RowId, session: Reads, call: CallOf, _staff: AdminOf) -> AccountShowOut:
    """One account with its sessions."""
    return _show(session, call, id)


@router.post("/accounts")
def invite_account(body: InvitationIn, session: Writes, call: CallOf, staff: ConfirmedAdminOf) -> AccountShowOut:
    """Invite a colleague by mail."""
    details = details_for(call.settings, **body.given())
    return _linked(session, call, accounts.invite(session, staff.actor, details, call.settings, call.now))


@router.patch("/accounts/{id}", responses=stale(AccountShowOut))
def edit_account(id: RowId, body: AccountIn, session: Writes, call: CallOf, staff: ConfirmedAdminOf) -> AccountShowOut:
    """Change name, address or role."""
    changes = details_for(call.settings, **body.given("version"))
    account = accounts.lock_account(session, id)
    with with_current(session, lambda: _show(session, call, id), acts(subject_of(id), *_CHANGING)):
        if account.version != body.version:
            raise Stale("dieses Konto", account.version)
    return changed(session, call, accounts.edit(session, staff.actor, account, changes, call.now))


@router.post("/accounts/{id}/invitation")
def send_account_link(id: RowId, session: Writes, call: CallOf, staff: ConfirmedAdminOf) -> AccountShowOut:
    """Send a fresh link: for an invitation, or for a new password."""
    return _linked(session, call, accounts.resend(session, staff.actor, id, call.settings, call.now))


@router.post("/accounts/{id}/enable")
def enable_account(id: RowId, session: Writes, call: CallOf, staff: ConfirmedAdminOf) -> AccountShowOut:
    """Unlock an account."""
    return changed(session, call, accounts.enable(session, staff.actor, id, call.now))


@router.post("/accounts/{id}/reset-totp")
def reset_account_totp(id: RowId, session: Writes, call: CallOf, staff: ConfirmedAdminOf) -> AccountShowOut:
    """Remove a lost second factor."""
    return _linked(session, call, accounts.reset_totp(session, staff.actor, id, call.settings, call.now))


@router.post("/accounts/{id}/sessions/revoke")
def end_account_sessions(id: RowId, session: Writes, call: CallOf, staff: ConfirmedAdminOf) -> AccountShowOut:
    """End all sessions of an account."""
    return changed(session, call, accounts.end_sessions(session, staff.actor, id, call.now))
