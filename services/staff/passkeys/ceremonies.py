"""What browsers send after `navigator.credentials.create()` and `get()`, checked by py_webauthn.

The library is loaded where it is used: with its own dependencies it takes 8 MB, and most servers of an installation
never see a passkey.
"""

import binascii
import json
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.staff.passkeys.relying_party import RelyingParty

ALGORITHMS = (-8, -7, -257)
"""EdDSA, ES256, RS256 (COSE), in the order of preference: every authenticator has one of them."""
_WITHOUT_AUTHORITY = ("none", "packed")
"""Formats of attestation that need no certificate of a manufacturer. We ask for `none`; a security key without a model
number may sign its own as `packed`."""


@dataclass(frozen=True, slots=True)
class Created:
    """The answer of `create()`; every member but the transports is base64url."""

    credential_id: str
    client_data: str
    attestation_object: str
    transports: Sequence[str]


@dataclass(frozen=True, slots=True)
class Assertion:
    """The answer of `get()`, in base64url."""

    credential_id: str
    client_data: str
    authenticator_data: str
    signature: str
    user_handle: str | None


@dataclass(frozen=True, slots=True)
class Credential:
    """A new passkey as its authenticator made it."""

    credential_id: str
    public_key: bytes
    sign_count: int
    transports: Sequence[str]


class Untrue(Exception):
    """The answer does not match our request: another origin, host or challenge, no verified user, a wrong signature, or
    no such message at all.
    """


def bytes_of(text: str) -> bytes:
    """The bytes of base64url without padding; raises Untrue."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError) as error:
        raise Untrue from error


def challenge_in(client_data: str) -> str:
    """The challenge that the browser says it was given; raises Untrue, also for a page inside one of another site,
    which the library does not look at.
    """
    try:
        said = json.loads(bytes_of(client_data))
        challenge = said["challenge"]
        is_framed = said.get("crossOrigin", False) is not False or "topOrigin" in said
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Untrue from error
    if is_framed or not isinstance(challenge, str):
        raise Untrue
    return challenge


def read_created(created: Created, challenge: str, party: RelyingParty) -> Credential:
    """The new passkey; raises Untrue."""
    from webauthn import verify_registration_response
    from webauthn.helpers import (
        decode_credential_public_key,
        decoded_public_key_to_cryptography,
        parse_attestation_object,
    )
    from webauthn.helpers.exceptions import WebAuthnException
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    raw_id, attestation = bytes_of(created.credential_id), bytes_of(created.attestation_object)
    try:
        statement = parse_attestation_object(attestation)
        if statement.fmt not in _WITHOUT_AUTHORITY or statement.att_stmt.x5c:
            raise Untrue
        response = AuthenticatorAttestationResponse(bytes_of(created.client_data), attestation)
        found = verify_registration_response(
            credential=RegistrationCredential(created.credential_id, raw_id, response),
            expected_challenge=bytes_of(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
        # The library looks at the key only when it verifies with it, which for `none` would be at the first log-in.
        decoded_public_key_to_cryptography(decode_credential_public_key(found.credential_public_key))
    except (WebAuthnException, *_MALFORMED) as error:
        raise Untrue from error
    if found.credential_id != raw_id:
        raise Untrue
    return Credential(created.credential_id, found.credential_public_key, found.sign_count, created.transports)


def read_assertion(assertion: Assertion, public_key: bytes, challenge: str, party: RelyingParty) -> int:
    """The counter that was signed with the passkey; raises Untrue. Comparing it with the last one is up to the caller,
    who holds the row.
    """
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException
    from webauthn.helpers.structs import AuthenticationCredential, AuthenticatorAssertionResponse

    response = AuthenticatorAssertionResponse(
        bytes_of(assertion.client_data), bytes_of(assertion.authenticator_data), bytes_of(assertion.signature)
    )
    credential: Any = AuthenticationCredential(assertion.credential_id, bytes_of(assertion.credential_id), response)
    try:
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=bytes_of(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except (WebAuthnException, *_MALFORMED) as error:
        raise Untrue from error
    return found.new_sign_count


_MALFORMED = (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError)
"""Raised by the library for malformed bytes, in addition to its own errors."""
