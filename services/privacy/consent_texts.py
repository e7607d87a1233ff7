"""The sentences a household agrees to, by version. A version that was ever shown is never changed or removed."""

import hashlib
from typing import Final

TERMS_PURPOSE = "terms"
CURRENT_TERMS = "2026-11"
CLIENT_FORM = "client-form"
"""Version recorded for forms that do not name one."""

TERMS_TEXTS: Final = {
    "2026-11": (
        "Ich stimme den Nutzungsbedingungen (AGB) zu und habe die Datenschutzhinweise gelesen. "
        "Die Reservierung ist kostenlos und unverbindlich."
    ),
    CLIENT_FORM: "Zustimmung zu den Nutzungsbedingungen, erteilt im Formular der aufrufenden Website.",
}


def text_sha256(version: str) -> str:
    """Fingerprint of a text, stored beside its version as evidence of the wording."""
    return hashlib.sha256(TERMS_TEXTS[version].encode()).hexdigest()
