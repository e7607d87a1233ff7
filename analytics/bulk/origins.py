"""Origins and days of synthetic visits and touches, with realistic link spellings."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final

import numpy as np
import pandas as pd
import pyarrow as pa

from analytics.touch_fields import CLICKED_AD, DEVICE, DEVICES, TOUCH_FIELDS

SECOND: Final = 1_000_000
DAY: Final = 86_400 * SECOND
"""In microseconds, like timestamps."""
ALIASES: Final = (
    ("utm_source", "fb", "facebook"),
    ("utm_source", "insta", "instagram"),
    ("utm_medium", "ppc", "cpc"),
    ("utm_campaign", "frühling 26", "fruehling"),
)
"""Field, raw, canonical."""
CAMPAIGNS: Final = (
    ("google", "cpc", "fruehling"),
    ("google", "cpc", "marke"),
    ("facebook", "social", "sommer"),
    ("instagram", "social", "sommer"),
    ("newsletter", "email", "september"),
    ("stadtwerke", "partner", "ingolstadt"),
    ("messe", "qr", "intersolar"),
)
"""Source, medium, campaign of registered campaigns; the messe has costs and hardly any visits."""
_SPELLINGS: Final = {
    "google": ("google", "Google", " google"),
    "facebook": ("facebook", "fb", "FB", "Facebook "),
    "instagram": ("instagram", "insta"),
    "cpc": ("cpc", "CPC", "ppc"),
    "fruehling": ("fruehling", "Frühling 26"),
}
_UNREGISTERED: Final = (("google", "cpc", "test"), ("flyer", "", ""), ("", "email", "ohne-quelle"))
_CLICKED: Final = ("none", "none", "google", "none", "meta")
"""Whose click id an address had."""
PAGES: Final = ("/", "/solar-gutschriftsrechner", "/faqs", "/pilot", "/wie-es-funktioniert", "/reservierung")


@cache
def origins(seed: int = 1) -> tuple[list[tuple[str, ...]], np.ndarray]:
    """Touches as spelled (`TOUCH_FIELDS`), and the probability of each."""
    chance = np.random.default_rng(seed)
    found: list[tuple[str, ...]] = []
    weights: list[float] = []
    for triple in (*CAMPAIGNS[:-1], *_UNREGISTERED):
        for _ in range(6):
            spelled = [str(chance.choice(_SPELLINGS.get(value, (value,)))) for value in triple]
            term, page = chance.choice(["", "solar", "Balkonkraftwerk"]), chance.choice(PAGES)
            found.append((*spelled, str(term), str(chance.choice(["", "a", "b"])), "", "", str(page)))
            weights.append(float(chance.uniform(0.2, 3)))
    for number in range(12):
        found.append(("", "", "", "", "", f"Freund-{number}", "", "/"))
        weights.append(0.15)
    for host in ("www.google.com", "www.bund-naturschutz.de", "t.co", "Forum.example.org", "forum.example.org"):
        found.append(("", "", "", "", "", "", host, str(chance.choice(PAGES))))
        weights.append(4.0)
    for page in PAGES:
        found.append(("",) * 7 + (page,))
        weights.append(4.0)
    return found, np.array(weights) / sum(weights)


def days_of(chance: np.random.Generator, people: int, first_day: date, days: int) -> np.ndarray:
    """A day per person: summers are busier than winters, weekends busier than weekdays."""
    calendar = pd.date_range(first_day, periods=days)
    season = 1 - 0.5 * np.cos(2 * np.pi * (calendar.day_of_year.to_numpy() - 15) / 365)
    likely = season * np.where(calendar.day_of_week.to_numpy() >= 5, 1.3, 1.0)
    return chance.choice(days, people, p=likely / likely.sum())


def touch_columns(origin: np.ndarray, person: np.ndarray) -> dict[str, pa.Array]:
    """A person has one device."""
    kinds, _ = origins()
    fields = {name: picked([kind[number] for kind in kinds], origin) for number, name in enumerate(TOUCH_FIELDS)}
    return {
        **fields,
        CLICKED_AD: picked(_CLICKED, origin % len(_CLICKED)),
        DEVICE: picked(DEVICES, person % len(DEVICES)),
    }


def picked(values: Sequence[str], index: np.ndarray) -> pa.Array:
    """Texts by index, each stored once."""
    kinds = sorted(set(values))
    of_kind = np.array([kinds.index(value) for value in values], np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(of_kind[index.astype(np.int64)]), pa.array(kinds, pa.string()))
