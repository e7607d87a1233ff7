"""Which of our campaigns a platform's name most likely means. Pure."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Final

MOST: Final = 3
_ALIKE: Final = 0.45
"""Below it two names are alike by chance: `Herbst` and `Frühling`."""
_NO_LETTER = re.compile(r"[\W_]+")
_LONGEST = 100


def similar_campaigns(said: str, campaigns: Mapping[int, tuple[str, str]]) -> list[int]:
    """The ids of at most three campaigns, the most similar first. `campaigns`: name and campaign value by id."""
    meant = _folded(said)
    matcher = SequenceMatcher(b=meant, autojunk=False)
    scores = {id_: max(_score(matcher, meant, one) for one in spellings) for id_, spellings in campaigns.items()}
    best = sorted((id_ for id_, score in scores.items() if score >= _ALIKE), key=lambda id_: (-scores[id_], id_))
    return best[:MOST]


def _score(matcher: SequenceMatcher[str], meant: str, spelling: str) -> float:
    """How much of the shorter name stands within the other in one piece, and how alike they are as a whole.

    `DE_Search_Generic_SolarOhneDach` holds all of `Solar ohne Dach`.
    """
    folded = _folded(spelling)
    shorter = min(len(folded), len(meant))
    if shorter < 3:
        return 0.0
    matcher.set_seq1(folded)
    piece = matcher.find_longest_match().size / shorter
    return max(piece * 0.95, matcher.ratio()) if matcher.real_quick_ratio() >= 0.1 else 0.0


def _folded(name: str) -> str:
    return _NO_LETTER.sub("", name.casefold())[:_LONGEST]
