"""Recognises the ad platform that wrote a file, by the names of its columns and the titles above them. Pure.

The same word means different campaigns on two platforms, so what a name means is remembered for each of them.
"""

from collections.abc import Sequence
from typing import Final, Literal

from services.campaigns.costs.columns import plain_name

Platform = Literal["google", "meta", "microsoft", "linkedin", "other"]

_GOOGLE: Final = frozenset(
    {"währungscode", "currency code", "durchschn cpc", "avg cpc", "kampagnenstatus", "campaign status", "interaktionen",
     "campaign state"}
)  # fmt: skip
_MICROSOFT: Final = frozenset({"gregorian date", "gregorianisches datum"})


def platform_of(header: Sequence[str], titles: Sequence[str]) -> Platform:
    """The platform; `other` for tables of agencies, invoices and everything else."""
    names = {plain_name(name) for name in header}
    title = " ".join(titles).lower()
    if names & {"total spent", "gesamtausgaben"} and ("campaign performance report" in title or "startdatum" in names):
        return "linkedin"
    if {"total spent", "start date"} <= names:
        return "linkedin"
    if any(name.startswith(("ausgegebener betrag", "amount spent")) for name in names):
        return "meta"
    if names & _MICROSOFT or "microsoft" in title or {"spend", "account name"} <= names:
        return "microsoft"
    return "google" if names & _GOOGLE else "other"
