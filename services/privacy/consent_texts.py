"""Consent texts by version. A version that was ever shown is never changed or removed."""

import hashlib
from pathlib import Path
from typing import Final

TERMS_PURPOSE = "terms"
CURRENT_TERMS = "2026-12-01"
CLIENT_FORM = "client-form"
"""Version recorded for forms that do not name one."""

_WITH_PRIVACY = (
    "Ich stimme den Nutzungsbedingungen (AGB) zu und habe die Datenschutzhinweise gelesen. "
    "Die Reservierung ist kostenlos und unverbindlich."
)
_TO_THE_TERMS = "Ich stimme den Nutzungsbedingungen (AGB) zu. Die Reservierung ist kostenlos und unverbindlich."

TERMS_TEXTS: Final = {
    "2026-11": _WITH_PRIVACY,
    "2026-11-21": _WITH_PRIVACY,
    "2026-11-22": _WITH_PRIVACY,
    "2026-11-24": _WITH_PRIVACY,
    "2026-11-25": _WITH_PRIVACY,
    "2026-11-26": _WITH_PRIVACY,
    "2026-11-28": _WITH_PRIVACY,
    "2026-11-29": _WITH_PRIVACY,
    "2026-11-30": _TO_THE_TERMS,
    "2026-12-01": _TO_THE_TERMS,
    CLIENT_FORM: "Zustimmung zu den Nutzungsbedingungen, erteilt im Formular der aufrufenden Website.",
}

_READ_ALOUD: Final = (
    "Ihre Reservierung ist kostenlos und unverbindlich. Wir speichern Ihren Namen, Ihre Anschrift und "
    "Ihre Angaben zum Strom, um Ihnen einen Platz zu halten und Sie zum Vertrag einzuladen. Das können Sie jederzeit "
    "beenden, ein Anruf genügt. Für die Reservierung gelten unsere Nutzungsbedingungen (AGB), und wie wir mit Ihren "
    "Daten umgehen, steht in den Datenschutzhinweisen. Beides finden Sie auf unserer Website, auf Wunsch schicken wir "
    "es Ihnen zu. Stimmen Sie den Nutzungsbedingungen zu, und haben Sie die Datenschutzhinweise zur Kenntnis genommen?"
)
_READ_ALOUD_OF_TERMS: Final = _READ_ALOUD.partition("Stimmen Sie")[0] + "Stimmen Sie den Nutzungsbedingungen zu?"
_IN_WRITING: Final = (
    "Zustimmung zu den Nutzungsbedingungen (AGB), erteilt in einem Schreiben des Haushalts. "
    "Die Reservierung ist kostenlos und unverbindlich."
)
SPOKEN_TERMS: Final = "spoken-2026-12-01"
WRITTEN_TERMS: Final = "written-2026-12-01"
DESK_TEXTS: Final = {
    "spoken-2026-11-25": _READ_ALOUD,
    "written-2026-11-25": _IN_WRITING,
    "spoken-2026-11-26": _READ_ALOUD,
    "written-2026-11-26": _IN_WRITING,
    "spoken-2026-11-28": _READ_ALOUD,
    "written-2026-11-28": _IN_WRITING,
    "spoken-2026-11-29": _READ_ALOUD,
    "written-2026-11-29": _IN_WRITING,
    "spoken-2026-11-30": _READ_ALOUD_OF_TERMS,
    "written-2026-11-30": _IN_WRITING,
    SPOKEN_TERMS: _READ_ALOUD_OF_TERMS,
    WRITTEN_TERMS: _IN_WRITING,
}
"""What staff read aloud before they enter a reservation, and what a letter has to say. The site's call names none."""

ADDRESS_PURPOSE: Final = "email_address"
ADDRESS_VERSION: Final = "address-2026-11-24"
ADDRESS_TEXTS: Final = {
    ADDRESS_VERSION: "Ist das Ihre E-Mail-Adresse, und soll die Reservierung für Sie bestehen? "
    "Ja, das ist meine Adresse.",
}
"""What a household confirms by the button behind a link in its mail."""

CONTRACT_VERSION: Final = "2026-11-30"
CONTRACT_TEXTS: Final = {
    f"contract-{CONTRACT_VERSION}": "Ich stimme dem Nutzungsvertrag und den AGB zu.",
    f"mandate-{CONTRACT_VERSION}": "Ich erteile das SEPA-Lastschriftmandat für das angegebene Konto. "
    "Jeden Betrag kündigen Sie mir vorher an.",
    f"credit-{CONTRACT_VERSION}": "Ich habe die Kreditinformation erhalten und möchte in Raten zahlen.",
    f"holder-{CONTRACT_VERSION}": "Die Person, der das Konto gehört, ist mit den Lastschriften einverstanden.",
    f"takeover-{CONTRACT_VERSION}": "Ich übernehme den Nutzungsvertrag wie in der Vereinbarung beschrieben und "
    "stimme den AGB zu.",
    f"giving-{CONTRACT_VERSION}": "Ich gebe meinen Nutzungsvertrag ab. Ab dem Tag nach der Übernahme erhält die "
    "Gutschriften die andere Person.",
}
"""What a household declares with its order, or with a transfer of its contract, each by a separate box. The word before
the version is the purpose."""

EVIDENCE_TEXTS: Final = TERMS_TEXTS | DESK_TEXTS | ADDRESS_TEXTS | CONTRACT_TEXTS
"""Every text that a stored consent can name."""

LEGAL_TEXTS: Final = Path(__file__).parent / "legal_texts"
"""The full wording of every version of every legal text, written by the tests of the public site."""

_ON_THE_SITE: Final = {
    "2026-11": {"terms": "2026-11", "privacy": "2026-11"},
    "2026-11-21": {"terms": "2026-11", "privacy": "2026-11-21"},
    "2026-11-22": {"terms": "2026-11-22", "privacy": "2026-11-22"},
    "2026-11-24": {"terms": "2026-11-24", "privacy": "2026-11-24"},
    "2026-11-25": {"terms": "2026-11-24", "privacy": "2026-11-25", "form": "2026-11-25"},
    "2026-11-26": {"terms": "2026-11-24", "privacy": "2026-11-26", "form": "2026-11-26"},
    "2026-11-28": {"terms": "2026-11-28", "privacy": "2026-11-28", "form": "2026-11-28"},
    "2026-11-29": {"terms": "2026-11-28", "privacy": "2026-11-29", "form": "2026-11-29"},
    "2026-11-30": {"terms": "2026-11-28", "privacy": "2026-11-29", "form": "2026-11-30"},
    "2026-12-01": {"terms": "2026-11-28", "privacy": "2026-12-01", "form": "2026-12-01"},
}
READ_WITH: Final = _ON_THE_SITE | {
    desk: {name: _ON_THE_SITE[desk.partition("-")[2]][name] for name in ("terms", "privacy")} for desk in DESK_TEXTS
}
"""The versions of the documents that were shown with a consent, and of the sentences around its button. A new version
of one of them is a new version of the consent. Since 2026-11-30 it is to the terms alone: of privacy a notice is given.
The form was not kept before 2026-11-25."""


def text_sha256(version: str) -> str:
    """Fingerprint of a text, stored with its version as evidence of the wording."""
    return hashlib.sha256(EVIDENCE_TEXTS[version].encode()).hexdigest()
