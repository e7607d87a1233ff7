"""Text that the database keeps sealed: AES-256-GCM with a key of the installation's secret, another for each purpose.

Backups contain the secret, so what is sealed can be opened after a restore; with another secret it cannot.
"""

import base64
import hashlib
import hmac
import os
from typing import Final

from services.core.http.errors import Unreadable
from services.core.identity import has_secret
from services.settings import Settings

_NONCE_BYTES: Final = 12


class Seal:
    """Closes and opens texts of one purpose. `about` names what a text belongs to: elsewhere it does not open."""

    def __init__(self, settings: Settings, purpose: str) -> None:
        self._settings, self._purpose = settings, purpose

    def close(self, text: str, about: str) -> str:
        """The text as the database keeps it."""
        # Loaded only where there is something to seal: it is a large library, and most starts need none of it.
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE_BYTES)
        return base64.b64encode(nonce + AESGCM(self._key()).encrypt(nonce, text.encode(), about.encode())).decode()

    def open(self, sealed: str, about: str) -> str:
        """The text again. Unreadable."""
        if not has_secret(self._settings):  # asking for a missing one would make another
            raise Unreadable
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            whole = base64.b64decode(sealed)
            return AESGCM(self._key()).decrypt(whole[:_NONCE_BYTES], whole[_NONCE_BYTES:], about.encode()).decode()
        except (InvalidTag, ValueError) as error:
            raise Unreadable from error

    def mark(self, text: str) -> str:
        """The same for equal texts, to compare them without opening any."""
        return hmac.new(self._key(), b"mark|" + text.encode(), hashlib.sha256).hexdigest()

    def _key(self) -> bytes:
        return hmac.new(self._settings.secret_key, f"{self._purpose}|".encode(), hashlib.sha256).digest()
