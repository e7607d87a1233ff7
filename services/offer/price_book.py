"""The price book: the offer with everything a price follows from, as one text with a fingerprint."""

from functools import cache
from pathlib import Path
from typing import Final

from services.privacy.published import Published, TextKind

_FILE: Final = Path(__file__).with_name("offer.json")
_LETTERS: Final = 12


@cache
def price_book() -> Published:
    """The present one. Its version is the beginning of its fingerprint: any change of the file is another version."""
    content = _FILE.read_text(encoding="utf-8")
    nameless = Published(TextKind.PRICE_BOOK, "", content)
    return Published(TextKind.PRICE_BOOK, nameless.sha256[:_LETTERS], content)
