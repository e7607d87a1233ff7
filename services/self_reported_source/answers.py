"""The answers to "Wie sind Sie auf uns aufmerksam geworden?", in one place. Pure.

Keys are what is stored and sent. The labels are repeated on the site (`content/de/toldOrigin.ts`) and in the reports
(`analytics/models/staging/told_labels.sql`); a test compares the three.
"""

import hashlib
import random
from collections.abc import Mapping
from typing import Final, Literal

AnswerKey = Literal[
    "search", "social", "newsletter", "friends", "press", "podcast", "print", "partner", "assistant",
    "broadcast", "unsure", "other",
]  # fmt: skip
LABELS: Final[Mapping[AnswerKey, str]] = {
    "search": "Suche im Internet",
    "social": "Soziale Medien",
    "newsletter": "Newsletter",
    "friends": "Freunde oder Nachbarn",
    "press": "Zeitung oder Nachrichten",
    "podcast": "Podcast",
    "print": "Plakat oder Flyer",
    "partner": "Stadtwerke oder Verein",
    "assistant": "KI-Assistent",
    "broadcast": "Radio",
    "unsure": "Weiß ich nicht mehr",
    "other": "Etwas anderes",
}
FORMER: Final[Mapping[str, str]] = {"radio": "Radiowerbung"}
"""No longer offered: it could not be true, since nobody advertised there, and was to show who guesses. Rows that have
it stay as they are, and reports count them as "unsure".
"""
UNSURE: Final = "unsure"
OTHER: Final = "other"
LAST: Final[tuple[AnswerKey, ...]] = (UNSURE, OTHER)
"""Always at the end, in this order: people look for them there."""
KEYS: Final[tuple[AnswerKey, ...]] = tuple(LABELS)
CHOICES: Final[tuple[AnswerKey, ...]] = tuple(key for key in LABELS if key not in LAST)
"""The real answers, shuffled per household to avoid order bias."""


def in_order(seed: str) -> list[AnswerKey]:
    """The answers as one household sees them: the same order for the same seed."""
    shuffled = list(CHOICES)
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    random.Random(number).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    return [*shuffled, *LAST]


def label_of(answer: str) -> str:
    """How a stored answer is shown."""
    return next((label for key, label in LABELS.items() if key == answer), FORMER.get(answer, answer))
