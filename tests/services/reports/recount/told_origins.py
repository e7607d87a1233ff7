"""What households said, counted once more: answers merged, guesses estimated and taken out, each by hand."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.services.reports.recount.asked import Asked, Row, reserved_of, share
from tests.services.reports.recount.world import Reserved, World

Tables = dict[str, list[Row]]
LABELS = {
    "search": "Suche im Internet", "social": "Soziale Medien", "newsletter": "Newsletter",
    "friends": "Freunde oder Nachbarn", "press": "Zeitung oder Nachrichten", "podcast": "Podcast",
    "print": "Plakat oder Flyer", "partner": "Stadtwerke oder Verein", "assistant": "KI-Assistent",
    "radio": "Radiowerbung", "unsure": "Weiß ich nicht mehr", "other": "Etwas anderes",
}  # fmt: skip
DECOY, UNSURE, OWN_WORDS = "radio", "unsure", "other"
CHOICES = LABELS.keys() - {DECOY, UNSURE, OWN_WORDS}
SHUFFLED = len(CHOICES) + 1
FEWEST = 5
Z = 1.2815515655446004
"""Four fifths of a normal distribution lie within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Said:
    """A household that was asked: its answer, empty for none, and its measured origin."""

    answer: str
    measured: str
    saw_decoy: bool

    @property
    def label(self) -> str:
        """The answer in words; what staff counted own words as, if it is none of ours."""
        return LABELS.get(self.answer, self.answer)


def told(world: World, asked: Asked) -> Tables:
    """All three tables of the report."""
    everybody = [said for one in reserved_of(world, asked) if (said := _said(world, one, asked)) is not None]
    answered = [one for one in everybody if one.answer]
    shown = _shown(answered)
    named = [one for one in answered if one.saw_decoy and one.answer != UNSURE]
    decoys = sum(one.answer == DECOY for one in named)
    low, high = _wilson(decoys, len(named))
    return {
        "totals": [
            {
                "asked": len(everybody),
                "answered": len(answered),
                "response_ppm": share(len(answered), len(everybody)),
                "unsure": sum(one.answer == UNSURE for one in answered),
                "decoys": decoys,
                "decoy_ppm": share(decoys, len(named)),
                "guess_ppm": _ppm(SHUFFLED * decoys / len(named)) if named else None,
                "guess_low_ppm": _ppm(SHUFFLED * low) if named else None,
                "guess_high_ppm": _ppm(SHUFFLED * high) if named else None,
            }
        ],
        "answers": list(_answers(answered, shown, (decoys, len(named)))),
        "cells": list(_cells(answered, shown)),
    }


def _said(world: World, one: Reserved, asked: Asked) -> Said | None:
    row = world.told.get(one.row["id"])
    if row is None:
        return None
    answer = row["counted_as"] if row["answer"] == OWN_WORDS and row["counted_as"] else row["answer"]
    origin = one.origin(asked.look_back_days)
    measured = {
        "campaign": origin["utm_source"] or "Kampagne ohne Quelle",
        "referrer": origin["referrer_host"],
        "referral": "Empfehlung",
        "direct": "Direkt",
    }[origin["channel"]]
    return Said(answer, measured, row["has_decoy"])


def _shown(answered: list[Said]) -> dict[str, str]:
    """How each label is shown: those of too few households together, but for the decoy and those who do not know."""
    counts = Counter(one.label for one in answered)
    alone = {LABELS[DECOY], LABELS[UNSURE]}
    return {label: label if n >= FEWEST or label in alone else "Weitere Antworten" for label, n in counts.items()}


def _answers(answered: list[Said], shown: dict[str, str], decoys: tuple[int, int]) -> Iterable[Row]:
    known = sum(one.answer != UNSURE for one in answered)
    for name in set(shown.values()):
        of_it = [one for one in answered if shown[one.label] == name]
        is_decoy, is_unsure = (any(one.answer == answer for one in of_it) for answer in (DECOY, UNSURE))
        row: Row = {"told": name, "is_decoy": is_decoy, "answers": len(of_it)}
        row["share_ppm"] = None if is_unsure else share(len(of_it), known)
        ends: tuple[float, ...] | None = None if is_decoy or is_unsure else _corrected(of_it, decoys)
        names = ("corrected_ppm", "corrected_low_ppm", "corrected_high_ppm")
        yield row | {end: None if ends is None else _ppm(ends[place]) for place, end in enumerate(names)}


def _corrected(of_it: list[Said], decoys: tuple[int, int]) -> tuple[float, float, float] | None:
    """The share of an answer among those who do not guess, with the ends of its interval; None where all may guess."""
    taps, named = decoys
    if not named or SHUFFLED * taps >= named:
        return None
    gauged, k = sum(one.saw_decoy for one in of_it), len({one.answer for one in of_it} & CHOICES)
    p, d = gauged / named, taps / named
    honest = 1 - SHUFFLED * d
    (p_low, p_high), (d_low, d_high) = _wilson(gauged, named), _wilson(taps, named)
    value = (p - k * d) / honest
    by_answer, by_decoy = 1 / honest, (SHUFFLED * p - k) / honest**2
    falls, rises = (d - d_low, d_high - d) if by_decoy > 0 else (d_high - d, d - d_low)
    low = value - math.hypot(by_answer * (p - p_low), by_decoy * falls)
    high = value + math.hypot(by_answer * (p_high - p), by_decoy * rises)
    return value, low, high


def _cells(answered: list[Said], shown: dict[str, str]) -> Iterable[Row]:
    many = Counter(one.measured for one in answered)
    pairs = Counter(
        (shown[one.label], one.measured if many[one.measured] >= FEWEST else "Weitere Herkünfte") for one in answered
    )
    said, measured = Counter[str](), Counter[str]()
    for (one, other), count in pairs.items():
        said[one] += count
        measured[other] += count
    for (one, other), count in pairs.items():
        row: dict[str, Any] = {"told": one, "measured": other, "answers": count}
        yield row | {"told_ppm": share(count, said[one]), "measured_ppm": share(count, measured[other])}


def _wilson(part: int, whole: int) -> tuple[float, float]:
    """The interval of Wilson, within 0 and 1."""
    if not whole:
        return 0.0, 1.0
    p, spread = part / whole, Z * Z / whole
    half = Z * math.sqrt(p * (1 - p) / whole + Z * Z / (4 * whole * whole))
    middle = p + spread / 2
    return max((middle - half) / (1 + spread), 0), min((middle + half) / (1 + spread), 1)


def _ppm(value: float) -> int:
    return math.floor(1_000_000 * min(max(value, 0.0), 1.0) + 0.5)
