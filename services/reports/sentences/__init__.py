"""Generates one German sentence per report table, for screens, files and mails."""

from collections.abc import Callable, Mapping
from typing import Final

from analytics.reporting import Tables
from services.reports.sentences import (
    breakdown,
    capacity,
    contracts,
    credits,
    funnel,
    money,
    overview,
    referrals,
    reservations,
)

Sentences = Callable[[Tables], Mapping[str, str]]
SENTENCES: Final[Mapping[str, Sentences]] = {
    "breakdown": breakdown.sentences,
    "capacity": capacity.sentences,
    "contracts": contracts.sentences,
    "credits": credits.sentences,
    "funnel": funnel.sentences,
    "money": money.sentences,
    "overview": overview.sentences,
    "referrals": referrals.sentences,
    "reservations": reservations.sentences,
}
"""By report name."""


def sentences(report: str, tables: Tables) -> Mapping[str, str]:
    """One sentence per table, for reports that have any."""
    words = SENTENCES.get(report)
    return words(tables) if words else {}
