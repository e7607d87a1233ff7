"""Slugs of short links: short enough to type from a poster, and pronounceable. Pure but for randomness."""

import re
import secrets
from typing import Annotated, Final

from services.core.fields import Refused, text
from services.core.inputs import Rule

SHORTEST, LONGEST = 3, 60
_FORM = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_CONSONANTS, _VOWELS = "bdfghkmnprstwz", "aeu"
"""Without l, i, o and j: they are taken for 1, 0 and each other."""
_DIGITS = "23456789"
RESERVED: Final = frozenset({"admin", "api", "assets", "functions", "healthz", "index", "link", "new", "neu", "readyz"})
"""Names that would be taken for a part of the product, or that it may need itself."""


def read_slug(value: object) -> str:
    """Validate a chosen slug; returns it in lower case."""
    slug = text(value, LONGEST).lower()
    if len(slug) < SHORTEST or not _FORM.fullmatch(slug) or "--" in slug:
        message = f"Bitte {SHORTEST} bis {LONGEST} Zeichen: a bis z, 0 bis 9 und Bindestriche dazwischen."
        raise Refused("slug_invalid", message)
    if slug in RESERVED:
        raise Refused("slug_reserved", "Dieser Name ist vergeben. Bitte wählen Sie einen anderen.")
    return slug


Slug = Annotated[str, Rule(read_slug, {"type": "string", "minLength": SHORTEST, "maxLength": LONGEST})]


def random_slug() -> str:
    """Three syllables and a digit, like `zubefa7`: some 592 thousand of them."""
    syllables = "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(3))
    return syllables + secrets.choice(_DIGITS)
