"""Which characters the fonts of our documents have, and what is printed for the others."""

import re
from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import normalize

FACES: Final = Path(__file__).parent / "typefaces"
OURS: Final = {"text": "figtree-text", "strong": "figtree-strong", "title": "familjen-title"}
OTHERS: Final = {"other": "noto-sans"}
"""The fallback for letters missing in ours, so that names keep their original spelling."""
_SURE: Final = "\u017f"
"""Letters of European languages up to this one are in every face."""
_BLANKS: Final = re.compile(r"[ \t\r\n\v\f]+")
_UNIT: Final = re.compile(r"(?<=\d) (?=%)")
_SILENT: Final = re.compile(
    r"[↑↓] ?|→ (?=unverändert|kaum)|[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)


def printable(text: str) -> str:
    """The text as it is printed: on one line, without signs that nobody sees, an arrow of a change dropped in favour of
    its sign, other characters that our fonts lack replaced by „?“.
    """
    plain = _UNIT.sub("\u00a0", _seen(text))
    missing = unprintable(plain)
    return "".join("?" if letter in missing else letter for letter in plain) if missing else plain


def unprintable(text: str) -> str:
    """The characters of a text that no document can show, each once; empty where all can."""
    if not text or max(text) <= _SURE:
        return ""
    return "".join(dict.fromkeys(one for one in _seen(text) if not one.isspace() and ord(one) not in _known()))


def _seen(text: str) -> str:
    return _BLANKS.sub(" ", _SILENT.sub("", normalize("NFC", text)).replace("→", "›")).strip(" ")


@cache
def _known() -> frozenset[int]:
    from fontTools.ttLib import TTFont  # only now: few names need it

    letters = {}
    for face, file in {**OURS, **OTHERS}.items():
        with TTFont(FACES / f"{file}.ttf", lazy=True) as font:
            letters[face] = frozenset(font.getBestCmap())
    ours = frozenset.intersection(*(letters[face] for face in OURS))
    return ours.union(*(letters[face] for face in OTHERS))
