"""Passkeys: those of one's own account, and signing in or confirming with one."""

from starlette.responses import Response

from services.core.http.transactions import Reads
from services.core.inputs import RowId
from services.staff.access import AnyStaffOf, CallOf, ConfirmedStaffOf, PresenceOf, StaffRouter
from services.staff.passkeys import own_passkeys, sign_in
from services.staff.passkeys.relying_party import relying_party
from services.staff.passkeys.schemas import (
    AssertionIn,
    InvitationOut,
    NameIn,
    PasskeyIn,
    PasskeyOut,
    PasskeysOut,
    QuestionOut,
    invitation_out,
    passkey_out,
    question_out,
)
from services.staff.sign_in.staff_api import SessionOut, handed_over

router = StaffRouter(tag="passkeys")


@router.get("/passkeys")
def list_own_passkeys(session: Reads, call: CallOf, staff: AnyStaffOf) -> PasskeysOut:
    """The passkeys of one's own account."""
    passkeys = own_passkeys.of_account(session, staff.id)
    party = relying_party(call.settings.public_url)
    return PasskeysOut(
        data=[passkey_out(passkey) for passkey in passkeys],
        works_at=party.origin if party else None,
        suggested_name=own_passkeys.suggested_name(call.device, [passkey.name for passkey in passkeys]),
    )


@router.post("/passkeys/options")
def start_passkey(call: CallOf, presence: PresenceOf, staff: ConfirmedStaffOf) -> InvitationOut:
    """Options for the browser to create a passkey, which is valid once it has been sent back."""
    return invitation_out(own_passkeys.start(call, presence), staff.email, staff.name)


@router.post("/passkeys")
def add_passkey(body: PasskeyIn, call: CallOf, presence: PresenceOf, _staff: ConfirmedStaffOf) -> PasskeyOut:
    """Register the new passkey."""
    return passkey_out(own_passkeys.add(call, presence, body.created(), body.name))


@router.patch("/passkeys/{id}")
def rename_passkey(id: RowId, body: NameIn, call: CallOf, presence: PresenceOf, _staff: AnyStaffOf) -> PasskeyOut:
    """Rename one's passkey."""
    return passkey_out(own_passkeys.rename(call, presence, id, body.name))


@router.delete("/passkeys/{id}", status_code=204)
def remove_passkey(id: RowId, call: CallOf, presence: PresenceOf, _staff: ConfirmedStaffOf) -> None:
    """Remove one's passkey, and end all other sessions."""
    own_passkeys.remove(call, presence, id)


@router.post("/session/passkey/options")
def start_passkey_log_in(call: CallOf) -> QuestionOut:
    """A challenge for any passkey of this installation."""
    return question_out(sign_in.ask_anybody(call))


@router.post("/session/passkey")
def log_in_with_passkey(body: AssertionIn, call: CallOf, response: Response) -> SessionOut:
    """Sign in with a passkey alone."""
    return handed_over(call, response, sign_in.sign_in(call, body.assertion()))


@router.post("/session/own-passkeys/options")
def start_own_passkey(call: CallOf, presence: PresenceOf) -> QuestionOut:
    """A challenge for one of the account's passkeys, after the password or for a confirmation."""
    return question_out(sign_in.ask_owner(call, presence))


@router.post("/session/code/passkey")
def enter_passkey(body: AssertionIn, call: CallOf, presence: PresenceOf, response: Response) -> SessionOut:
    """Second step: a passkey in place of the code."""
    return handed_over(call, response, sign_in.enter(call, presence, body.assertion()))


@router.post("/session/confirm/passkey")
def confirm_with_passkey(
    body: AssertionIn, call: CallOf, presence: PresenceOf, _staff: AnyStaffOf, response: Response
) -> SessionOut:
    """A passkey in place of password and code; allows sensitive calls for ten minutes."""
    return handed_over(call, response, sign_in.confirm(call, presence, body.assertion()))
