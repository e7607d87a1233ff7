"""Bodies and answers of passkeys. Bytes are base64url without padding, as in WebAuthn's own JSON."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.core.inputs import Body, Default, Line, Required
from services.staff.passkeys.ceremonies import ALGORITHMS, Assertion, Created
from services.staff.passkeys.challenges import LASTS
from services.staff.passkeys.models import Passkey
from services.staff.passkeys.own_passkeys import NAME_LENGTH, Invitation
from services.staff.passkeys.sign_in import Question

Short = Annotated[str, Field(max_length=1400, pattern="^[A-Za-z0-9_-]+$")]
Long = Annotated[str, Field(max_length=8000, pattern="^[A-Za-z0-9_-]+$")]
Transport = Literal["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]
PasskeyName = Annotated[str, Line(NAME_LENGTH), Required("Bitte geben Sie dem Passkey einen Namen.")]


class NameIn(Body):
    """What the owner calls a passkey."""

    name: PasskeyName


class PasskeyIn(NameIn):
    """What `navigator.credentials.create()` answered, and a name for it."""

    credential_id: Short
    client_data: Long
    attestation_object: Long
    transports: Annotated[list[Transport], Field(max_length=10)]

    def created(self) -> Created:
        """As the use case takes it."""
        return Created(self.credential_id, self.client_data, self.attestation_object, self.transports)


class AssertionIn(Body):
    """What `navigator.credentials.get()` answered."""

    credential_id: Short
    client_data: Long
    authenticator_data: Long
    signature: Short
    user_handle: Annotated[Short | None, Default(None)] = None

    def assertion(self) -> Assertion:
        """As the use case takes it."""
        return Assertion(
            self.credential_id, self.client_data, self.authenticator_data, self.signature, self.user_handle
        )


class PasskeyOut(BaseModel):
    """A passkey as its owner sees it."""

    id: int
    name: str
    created_at: datetime
    last_used_at: datetime | None


class PasskeysOut(BaseModel):
    """`works_at`: the origin at which browsers offer passkeys; null where they do nowhere."""

    data: list[PasskeyOut]
    works_at: str | None
    suggested_name: str


class KnownPasskeyOut(BaseModel):
    """Identifies a passkey, for browsers to find its authenticator."""

    credential_id: str
    transports: list[str]


class QuestionOut(BaseModel):
    """What `navigator.credentials.get()` is to ask for, with the user verified."""

    challenge: str
    rp_id: str
    timeout_ms: int
    known: list[KnownPasskeyOut]
    """Which passkeys count. Empty: any of `rp_id`."""


class InvitationOut(QuestionOut):
    """What `navigator.credentials.create()` is to make: discoverable, with the user verified, without attestation.
    `known`: what the device must not have yet.
    """

    user_handle: str
    user_name: str
    user_display_name: str
    algorithms: list[int]


def passkey_out(passkey: Passkey) -> PasskeyOut:
    """A passkey as the list shows it."""
    return PasskeyOut(
        id=passkey.id, name=passkey.name, created_at=passkey.created_at, last_used_at=passkey.last_used_at
    )


def question_out(question: Question) -> QuestionOut:
    return QuestionOut(
        challenge=question.challenge,
        rp_id=question.party.id,
        timeout_ms=_TIMEOUT_MS,
        known=[_known(passkey) for passkey in question.passkeys],
    )


def invitation_out(invitation: Invitation, email: str, name: str) -> InvitationOut:
    """What the browser needs to make a passkey."""
    return InvitationOut(
        challenge=invitation.challenge,
        rp_id=invitation.party.id,
        timeout_ms=_TIMEOUT_MS,
        known=[_known(passkey) for passkey in invitation.known],
        user_handle=invitation.user_handle,
        user_name=email,
        user_display_name=name,
        algorithms=list(ALGORITHMS),
    )


def _known(passkey: Passkey) -> KnownPasskeyOut:
    return KnownPasskeyOut(credential_id=passkey.credential_id, transports=list(passkey.transports))


_TIMEOUT_MS = int(LASTS.total_seconds() * 1000)
