"""An authenticator in software, byte for byte what a real one answers through a browser; and how it may lie."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

ORIGIN = "http://localhost:8000"
RP_ID = "localhost"
_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def text_of(content: bytes) -> str:
    """Base64url without padding."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Lies:
    """What differs from an honest answer."""

    origin: str = ORIGIN
    rp_id: str = RP_ID
    is_present: bool = True
    is_verified: bool = True
    challenge: str | None = None
    kind: str | None = None
    counter: int | None = None
    more: dict[str, Any] = field(default_factory=dict)
    """Further members of the client's data."""

    @property
    def flags(self) -> int:
        return _PRESENT * self.is_present | _VERIFIED * self.is_verified

    def client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": self.kind or kind, "challenge": self.challenge or challenge, "origin": self.origin}
        return json.dumps({**said, "crossOrigin": False, **self.more}).encode()


class Authenticator:
    """One passkey (ES256). `counter` None: it keeps none, as those of a password manager."""

    def __init__(self, counter: int | None = 0) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential = secrets.token_bytes(24)
        self.counter = counter
        self.user_handle: str | None = None

    @property
    def id(self) -> str:
        return text_of(self.credential)

    def make(self, invitation: dict[str, Any], name: str = "Mein Schlüssel", **lies: Any) -> dict[str, Any]:
        """What the console sends after `create()`."""
        told = Lies(**lies)
        self.user_handle = invitation["user_handle"]
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + self._cose_key()
        data = self._data(told, told.flags | _ATTESTED) + attested
        return {
            "name": name,
            "credential_id": self.id,
            "client_data": text_of(told.client_data("webauthn.create", invitation["challenge"])),
            "attestation_object": text_of(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal", "hybrid"],
        }

    def sign(self, question: dict[str, Any], **lies: Any) -> dict[str, Any]:
        """What the console sends after `get()`."""
        told = Lies(**lies)
        if self.counter is not None:
            self.counter += 1
        client_data = told.client_data("webauthn.get", question["challenge"])
        data = self._data(told, told.flags)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "credential_id": self.id,
            "client_data": text_of(client_data),
            "authenticator_data": text_of(data),
            "signature": text_of(signature),
            "user_handle": self.user_handle,
        }

    def _data(self, told: Lies, flags: int) -> bytes:
        counter = told.counter if told.counter is not None else (self.counter or 0)
        return hashlib.sha256(told.rp_id.encode()).digest() + bytes([flags]) + counter.to_bytes(4, "big")

    def _cose_key(self) -> bytes:
        point = self.key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
