"""The answers to "Wie sind Sie auf uns aufmerksam geworden?", in one place. Pure.

Keys are what is stored and sent. The labels are repeated on the site (`content/de/toldOrigin.ts`) and in the reports
(`analytics/models/staging/told.sql`); a test compares the three.
"""

import hashlib
import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

AnswerKey = Literal[
    "search", "social", "newsletter", "friends", "press", "podcast", "print", "partner", "assistant",
    "radio", "unsure", "other",
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
    "radio": "Radiowerbung",
    "unsure": "Weiß ich nicht mehr",
    "other": "Etwas anderes",
}
UNSURE: Final = "unsure"
OTHER: Final = "other"
LAST: Final[tuple[AnswerKey, ...]] = (UNSURE, OTHER)
"""Always at the end, in this order: people look for them there."""


@dataclass(frozen=True, slots=True)
class Decoy:
    """An answer that cannot be true, since we never advertised there: a household that gives it has guessed."""

    answer: AnswerKey
    since: date
    """The first day (Berlin) on which it is among the answers."""
    words: frozenset[str]
    """Words in the medium or source of a campaign that would make it true."""


DECOY: Final = Decoy("radio", date(2025, 1, 1), frozenset({"radio", "rundfunk", "hoerfunk", "hörfunk", "radiospot"}))
KEYS: Final[tuple[AnswerKey, ...]] = tuple(LABELS)
CHOICES: Final[tuple[AnswerKey, ...]] = tuple(key for key in LABELS if key not in (DECOY.answer, *LAST))
"""What is real. Shown in an order of its own for each household, so that no answer gains by its place."""
MAPPABLE: Final[tuple[AnswerKey, ...]] = (*CHOICES, UNSURE)
"""What a typed text can count as, besides a name of staff's own. Not the decoy: its share says how many tapped it at
random, and nobody types at random.
"""
SHUFFLED: Final = len(CHOICES) + 1
"""How many answers a guess is spread over: the real ones and the decoy."""


def in_order(seed: str, *, has_decoy: bool) -> list[AnswerKey]:
    """The answers as one household sees them: the same order for the same seed."""
    shuffled = [*CHOICES, DECOY.answer] if has_decoy else list(CHOICES)
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    random.Random(number).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    return [*shuffled, *LAST]


def is_true_of(decoy: Decoy, values: Collection[str]) -> bool:
    """Whether one of these campaign values says that we did advertise there."""
    return any(decoy.words & set(value.replace("_", "-").split("-")) for value in values)
