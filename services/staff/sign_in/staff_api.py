"""Signing in and out, the second factor, and the confirmation before something sensitive."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field
from starlette.responses import Response

from services.core.http.web import FORGET_PAGES
from services.core.inputs import Body
from services.staff.access import (
    AnyStaffOf,
    CallOf,
    ConfirmedStaffOf,
    PresenceOf,
    StaffRouter,
    drop_cookie,
    put_cookie,
    put_device_cookie,
)
from services.staff.call import Call, Presence
from services.staff.models import Role, Stage
from services.staff.passkeys import own_passkeys
from services.staff.sign_in import enrolment, known_devices, log_in, sessions
from services.staff.sign_in.sessions import Issued

router = StaffRouter(tag="session")

Typed = Annotated[str, Field(max_length=600)]
"""What the caller typed; the rules of the use case decide about it."""


class AccountOut(BaseModel):
    """Whose session it is."""

    id: int
    name: str
    email: str
    role: Role


class SessionOut(BaseModel):
    """The state of a log-in. `code`: the second factor is missing; `enrol`: it has to be set up."""

    stage: Stage
    account: AccountOut
    confirmed_until: datetime | None
    """Until when sensitive calls need no new confirmation."""
    expires_at: datetime
    """When the session ends if nothing more is called."""
    has_passkey: bool
    """Whether a passkey may take the place of a code."""
    has_code: bool
    """Whether it has an authenticator app. Accounts of a demonstration have none: the password alone confirms."""
    mails_leave: bool
    """Whether there is a mail server; without one every mail becomes a file on the server."""


class CredentialsIn(Body):
    email: Typed
    password: Typed


class CodeIn(Body):
    """A code of the authenticator app or a recovery code."""

    code: Typed


class ConfirmationIn(Body):
    password: Typed
    code: Typed


class EnrolmentOut(BaseModel):
    """A new second factor, as text, as the address in the QR code, and as its picture (see totp.Picture)."""

    secret: str
    otpauth_uri: str
    qr_size: int
    qr_path: str


class RecoveryCodesOut(BaseModel):
    """Shown once."""

    recovery_codes: list[str]


class EnrolledOut(RecoveryCodesOut):
    session: SessionOut


def session_out(call: Call, presence: Presence) -> SessionOut:
    row, account, now = presence.session, presence.account, call.now
    with call.db.read() as session:
        has_passkey = own_passkeys.has_any(session, account.id)
    return SessionOut(
        stage=presence.stage,
        account=AccountOut(id=account.id, name=account.name, email=account.email, role=Role(account.role)),
        confirmed_until=row.confirmed_until if presence.is_confirmed(now) else None,
        expires_at=min(row.expires_at, now + sessions.IDLE),
        has_passkey=has_passkey,
        has_code=account.totp_seed is not None,
        mails_leave=bool(call.settings.smtp_url),
    )


def handed_over(call: Call, response: Response, issued: Issued) -> SessionOut:
    """The session document, with the new token in the cookie."""
    put_cookie(response, call.settings, issued.token)
    account, key = issued.presence.account, call.settings.secret_key
    if issued.presence.stage is Stage.FULL and not known_devices.number_of(call.known_device, account, key):
        put_device_cookie(response, call.settings, known_devices.issue(account, key))
    return session_out(call, issued.presence)


@router.get("/session")
def get_session(call: CallOf, presence: PresenceOf) -> SessionOut:
    """The state of this browser's log-in."""
    return session_out(call, presence)


@router.post("/session")
def start_session(body: CredentialsIn, call: CallOf, response: Response) -> SessionOut:
    """First step: address and password."""
    return handed_over(call, response, log_in.log_in(call, body.email, body.password))


@router.post("/session/code")
def enter_code(body: CodeIn, call: CallOf, presence: PresenceOf, response: Response) -> SessionOut:
    """Second step: a code."""
    return handed_over(call, response, log_in.enter_code(call, presence, body.code))


@router.post("/session/enrolment")
def start_enrolment(call: CallOf, presence: PresenceOf) -> EnrolmentOut:
    """Create a second factor; it is valid once a code of it has been entered."""
    offer = enrolment.start(call, presence)
    return EnrolmentOut(
        secret=offer.secret, otpauth_uri=offer.uri, qr_size=offer.picture.size, qr_path=offer.picture.path
    )


@router.post("/session/enrolment/confirm")
def confirm_enrolment(body: CodeIn, call: CallOf, presence: PresenceOf, response: Response) -> EnrolledOut:
    """Activate the new second factor."""
    issued, codes = enrolment.confirm(call, presence, body.code)
    return EnrolledOut(session=handed_over(call, response, issued), recovery_codes=list(codes))


@router.post("/session/recovery-codes")
def renew_recovery_codes(call: CallOf, presence: PresenceOf, _staff: ConfirmedStaffOf) -> RecoveryCodesOut:
    """Create ten recovery codes; earlier ones become void."""
    return RecoveryCodesOut(recovery_codes=list(enrolment.renew_recovery_codes(call, presence)))


@router.post("/session/confirm")
def confirm_session(
    body: ConfirmationIn, call: CallOf, presence: PresenceOf, _staff: AnyStaffOf, response: Response
) -> SessionOut:
    """Password and code again; allows sensitive calls for ten minutes."""
    return handed_over(call, response, log_in.confirm(call, presence, body.password, body.code))


@router.delete("/session", status_code=204)
def log_out(call: CallOf, presence: PresenceOf, response: Response) -> None:
    """Sign out of this browser."""
    log_in.log_out(call, presence)
    drop_cookie(response, call.settings)
    response.headers.update(FORGET_PAGES)
