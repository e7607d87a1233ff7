"""The corrected shares once more: counts by pandas, formulas as TOLD.md has them, in Python's own arithmetic."""

from math import sqrt
from statistics import NormalDist

import pandas as pd

Z = NormalDist().inv_cdf(0.9)
SHUFFLED = 10


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Wilson's interval of 80 %, from its equation |p - x| = z sqrt(x (1 - x) / n), solved for x."""
    share = part / whole
    a, b, c = 1 + Z**2 / whole, -(2 * share + Z**2 / whole), share**2
    root = sqrt(max(b**2 - 4 * a * c, 0))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def corrected(rows: pd.DataFrame) -> dict[str, tuple[int, int, int]]:
    """Share without guesses, its lower and its upper end in millionths, by answer.

    `rows`: `answer` of each household that named an origin and was shown the decoy, none of them merged.
    """
    counts, named = rows["answer"].value_counts(), len(rows)
    decoys = int(counts.get("radio", 0))
    low, high = wilson(decoys, named)
    return {
        str(answer): _of(int(count), decoys, named, (low, high), choices=0 if answer[0].isupper() else 1)
        for answer, count in counts.items()
        if answer != "radio"
    }


def _of(count: int, decoys: int, named: int, decoy: tuple[float, float], choices: int) -> tuple[int, int, int]:
    def of(share: float, guess: float) -> float:
        return (share - choices * guess) / (1 - SHUFFLED * guess)

    share, guess = count / named, decoys / named
    low, high = wilson(count, named)
    tiny = 1e-7
    slope = (of(share, guess + tiny) - of(share, guess - tiny)) / (2 * tiny)
    falls, rises = (guess - decoy[0], decoy[1] - guess) if slope > 0 else (decoy[1] - guess, guess - decoy[0])
    real = 1 - SHUFFLED * guess
    middle = of(share, guess)
    down = sqrt(((share - low) / real) ** 2 + (slope * falls) ** 2)
    up = sqrt(((high - share) / real) ** 2 + (slope * rises) ** 2)
    return _ppm(middle), _ppm(middle - down), _ppm(middle + up)


def _ppm(share: float) -> int:
    return round(1_000_000 * min(max(share, 0), 1))
