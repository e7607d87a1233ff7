"""How a reservation reaches staff, and what follows from that. Pure."""

from enum import StrEnum
from typing import Final

from services.privacy.consent_texts import SPOKEN_TERMS, WRITTEN_TERMS

OFFLINE: Final = "offline"
"""The source of all these reservations in reports: none of them came by a link, and none of them is direct."""


class Channel(StrEnum):
    """How the household said what it wants."""

    TELEPHONE = "telephone"
    LETTER = "letter"
    FAIR = "fair"
    IMPORT = "import"
    """From a list that others kept."""


MEDIA: Final = {
    Channel.TELEPHONE: "telefon",
    Channel.LETTER: "brief",
    Channel.FAIR: "messe",
    Channel.IMPORT: "import",
}
"""The medium in reports."""
CONSENTS: Final = {
    Channel.TELEPHONE: SPOKEN_TERMS,
    Channel.LETTER: WRITTEN_TERMS,
    Channel.FAIR: SPOKEN_TERMS,
    Channel.IMPORT: WRITTEN_TERMS,
}
"""The version of the text that the household consents to."""
DATED: Final = frozenset({Channel.LETTER, Channel.FAIR})
"""Those that have a day of their own: that of the letter, or of the fair."""
