"""Which characters the fonts of our documents have, without the program that sets them; read when first needed."""

from functools import cache
from pathlib import Path
from typing import Final

FACES: Final = Path(__file__).parent / "typefaces"
OURS: Final = {"text": "figtree-text", "strong": "figtree-strong", "title": "familjen-title"}
OTHERS: Final = {"cyrillic": "noto-sans-cyrillic", "greek": "noto-sans-greek", "more": "noto-sans-more"}
"""Fallback fonts for letters missing in ours, so that names keep their original spelling."""
_SURE: Final = "\u017f"
"""Letters of European languages up to this one are in every face."""


def unprintable(text: str) -> str:
    """The characters of a text that no document can show, each once; empty where all can."""
    if not text or max(text) <= _SURE:
        return ""
    return "".join(dict.fromkeys(one for one in text if not one.isspace() and ord(one) not in _known()))


@cache
def _known() -> frozenset[int]:
    from fontTools.ttLib import TTFont  # only now: few names need it

    letters = {}
    for face, file in {**OURS, **OTHERS}.items():
        with TTFont(FACES / f"{file}.ttf", lazy=True) as font:
            letters[face] = frozenset(font.getBestCmap())
    ours = frozenset.intersection(*(letters[face] for face in OURS))
    return ours.union(*(letters[face] for face in OTHERS))
