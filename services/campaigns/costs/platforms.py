"""Recognises the ad platform that wrote a file, by the names of its columns and the titles above them. Pure.

The same word means different campaigns on two platforms, so what a name means is remembered for each of them.
"""

from collections.abc import Sequence
from typing import Final, Literal

from services.campaigns.costs.columns import plain_name

Platform = Literal["google", "meta", "microsoft", "linkedin", "tiktok", "pinterest", "other"]

_GOOGLE: Final = frozenset(
    {"währungscode", "currency code", "durchschn cpc", "avg cpc", "kampagnenstatus", "campaign status", "interaktionen",
     "campaign state", "cost_micros", "costmicros"}
)  # fmt: skip
_GOOGLE_AMOUNTS: Final = frozenset({"kosten", "cost", "cost_micros", "costmicros"})
_MICROSOFT: Final = frozenset({"gregorian date", "gregorianisches datum", "timeperiod"})
_ACCOUNT: Final = frozenset({"account name", "accountname", "kontoname"})
_TIKTOK: Final = frozenset({"by day", "nach tag"})
_PINTEREST: Final = ("pin-", "pin ", "spend account currency", "ausgaben kontowährung")
_SPENT: Final = frozenset({"spend", "ausgaben"})


def platform_of(header: Sequence[str], around: Sequence[str]) -> Platform:
    """The platform, by the columns and the lines above and below the table; `other` for tables of agencies, invoices
    and everything else.
    """
    names = {plain_name(name) for name in header}
    title = " ".join(around).lower()
    is_titled = "campaign performance report" in title or names & {"start date", "startdatum"}
    evidence: dict[Platform, object] = {
        "linkedin": names & {"total spent", "gesamtausgaben"} and is_titled,
        "meta": any(name.startswith(("ausgegebener betrag", "amount spent")) for name in names),
        "pinterest": any(name.startswith(_PINTEREST) for name in names),
        "microsoft": names & _MICROSOFT or "microsoft" in title or (names & _SPENT and names & _ACCOUNT),
        "tiktok": names & _TIKTOK,
        "google": names & _GOOGLE and names & _GOOGLE_AMOUNTS,
    }
    return next((platform for platform, found in evidence.items() if found), "other")
