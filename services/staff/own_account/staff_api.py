"""The page "Konto": password, name, address, sessions."""

from datetime import datetime

from pydantic import BaseModel
from starlette.responses import Response

from services.core.http.transactions import Reads
from services.core.inputs import Body, RowId, absent
from services.staff.access import AnyStaffOf, CallOf, PresenceOf, StaffRouter
from services.staff.inputs import StaffEmail, StaffName, details_for
from services.staff.models import Role, StaffSession
from services.staff.own_account import own_account
from services.staff.sign_in import sessions
from services.staff.sign_in.staff_api import AccountOut, SessionOut, Typed, handed_over

router = StaffRouter(tag="own account")


class DeviceOut(BaseModel):
    """One browser that is signed in."""

    id: int
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    device: str
    is_current: bool


class DevicesOut(BaseModel):
    data: list[DeviceOut]


class RevokedOut(BaseModel):
    """How many sessions were ended."""

    revoked: int


class PasswordIn(Body):
    """The current password, and the new one."""

    current: Typed
    new: Typed


class ProfileIn(Body):
    """Only what is to change."""

    name: StaffName = absent()
    email: StaffEmail = absent()


def device_out(row: StaffSession, current_id: int) -> DeviceOut:
    """A session as a list shows it."""
    return DeviceOut(
        id=row.id,
        created_at=row.created_at,
        last_seen_at=row.last_seen_at,
        expires_at=min(row.expires_at, row.last_seen_at + sessions.IDLE),
        device=row.device,
        is_current=row.id == current_id,
    )


@router.get("/sessions")
def list_own_sessions(session: Reads, call: CallOf, staff: AnyStaffOf) -> DevicesOut:
    """The sessions of one's own account."""
    rows = sessions.of_account(session, staff.id, call.now)
    return DevicesOut(data=[device_out(row, staff.session_id) for row in rows])


@router.delete("/sessions/{id}", status_code=204)
def end_own_session(id: RowId, call: CallOf, presence: PresenceOf, _staff: AnyStaffOf) -> None:
    """Sign out of one browser."""
    own_account.end_session(call, presence, id)


@router.post("/sessions/revoke-others")
def end_other_sessions(call: CallOf, presence: PresenceOf, _staff: AnyStaffOf) -> RevokedOut:
    """Sign out of all other browsers."""
    return RevokedOut(revoked=own_account.end_other_sessions(call, presence))


@router.post("/password")
def change_password(
    body: PasswordIn, call: CallOf, presence: PresenceOf, _staff: AnyStaffOf, response: Response
) -> SessionOut:
    """Choose a new password."""
    return handed_over(call, response, own_account.change_password(call, presence, body.current, body.new))


@router.patch("/profile")
def change_profile(body: ProfileIn, call: CallOf, presence: PresenceOf, _staff: AnyStaffOf) -> AccountOut:
    """Change one's name, or one's address, which has to be confirmed."""
    account = own_account.change_profile(call, presence, details_for(call.settings, **body.given()))
    return AccountOut(id=account.id, name=account.name, email=account.email, role=Role(account.role))
