"""Text folding for comparison: ignores case, accents and alternative spellings of umlauts. Pure.

Folding works from left to right, so the folded beginning of a word is the beginning of the folded word.
"""

import re
import unicodedata

_SPELLED_OUT = {"æ": "a", "œ": "o", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ß": "ss"}
_UMLAUT = re.compile("([aou])e")


def plain(text: str) -> str:
    """Lower case without accents: `Émile Müller` is `emile muller`. The sort key of names."""
    if text.isascii():
        return text.lower()
    spelled = "".join(_SPELLED_OUT.get(letter, letter) for letter in text.casefold())
    return "".join(letter for letter in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(letter))


def fold(text: str) -> str:
    """`plain`, with umlauts written as two letters treated as one."""
    return _UMLAUT.sub(r"\1", plain(text))
