"""Encryption of a repository. Everything in it is sealed by keys derived from the one backup key, which is 32 random
bytes and so needs no salt: a lost header costs no snapshot.

Blocks are named by a keyed hash of their content, so that equal content is stored once and its name tells nothing. The
name of a block or snapshot is authenticated together with its content: an exchanged file does not open.
"""

import base64
import binascii
import hashlib
import hmac
import os
import zlib
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from services.backup.errors import Damaged, NotConfigured

_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_LEVEL: Final = 1
"""zlib's quickest: pages of databases shrink to a third already, and a snapshot is due every half a minute."""


def new_key() -> str:
    """A new backup key: 32 random bytes, as text for a setting."""
    return base64.urlsafe_b64encode(os.urandom(_KEY_BYTES)).decode().rstrip("=")


def is_key(text: str) -> bool:
    """Whether a text has the form that `new_key` gives."""
    try:
        return len(_bytes_of(text)) == _KEY_BYTES
    except (binascii.Error, ValueError):
        return False


class Seal:
    """The keys derived from one backup key. Safe for several threads."""

    def __init__(self, key: str) -> None:
        """Raises NotConfigured for a text that is no key."""
        if not is_key(key):
            raise NotConfigured("VOLTIGO_BACKUP_KEY ist kein Schlüssel, wie ihn `voltigo backup key` ausgibt.")
        secret = _bytes_of(key)
        self._names = _derived(secret, b"voltigo backup: names of blocks")
        self._content = AESGCM(_derived(secret, b"voltigo backup: content"))
        self.check = _derived(secret, b"voltigo backup: key check").hex()
        """Tells from the repository's header whether this is its key, and nothing about the key."""

    def name_of(self, content: bytes) -> str:
        """The name of the block with this content."""
        return hmac.new(self._names, content, hashlib.sha256).hexdigest()

    def close(self, name: str, content: bytes) -> bytes:
        """Compressed, encrypted, and bound to this name."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._content.encrypt(nonce, zlib.compress(content, _LEVEL), name.encode())

    def open(self, name: str, sealed: bytes) -> bytes:
        """The content. Raises Damaged for anything but what was closed under this name."""
        try:
            packed = self._content.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], name.encode())
            return zlib.decompress(packed)
        except (InvalidTag, ValueError, zlib.error) as error:
            raise Damaged(f"{name} ist beschädigt, oder an dieser Stelle liegt eine andere Datei.") from error


def _derived(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), _KEY_BYTES, None, purpose).derive(secret)


def _bytes_of(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
