"""Data that reports may lack, and what a scheduled one waits for.

Costs are uploaded by people, so those of a day may still be missing. Visits are counted as soon as they are committed.
A day without visits looks the same whether nobody came or the site failed to report, so the newest visit says nothing:
a scheduled report only waits until the store has ingested all visits of its days, which it does every five minutes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.models import LIVE_COST, LIVE_NAME, Campaign, CampaignCost, PlatformName
from services.core.clock import berlin_day
from services.core.german import listed, numeric_day

CARRYING: Final = "die Übernahme der Besuche"
_DAY: Final = timedelta(days=1)
_LOOKED_AT: Final = timedelta(days=126)
_ENDED_AFTER: Final = timedelta(days=91)
"""A source without a cost for so long has ended: nobody waits for it."""
_REGULAR: Final = timedelta(days=35)
_REGULAR_DAYS: Final = 7
"""A source has daily costs if this many of its last 35 days have some; a poster is paid for once."""
_LEAD: Final = "Vorläufig: "
_BETWEEN: Final = "; "
_PLATFORMS: Final = {
    "google": "Google",
    "meta": "Meta",
    "facebook": "Meta",
    "instagram": "Meta",
    "microsoft": "Microsoft",
    "bing": "Microsoft",
    "linkedin": "LinkedIn",
}


@dataclass(frozen=True, slots=True)
class Gap:
    """A source of costs that does not reach the day. `since`: the first day without any."""

    source: str
    since: date

    @property
    def words(self) -> str:
        """„Kosten von Meta fehlen seit 08.11.2026“."""
        return f"Kosten von {self.source} fehlen seit {numeric_day(self.since)}"


def gaps(session: Session, last_day: date, now: datetime) -> list[Gap]:
    """The costs that do not reach the end of `last_day`; days that are not over are not waited for."""
    wanted, found = min(last_day, berlin_day(now) - _DAY), []
    for source, (days, last_end) in sorted(_sources(session, wanted).items()):
        last = max(days)
        regular = [day for day in days if day > last - _REGULAR]
        due = wanted if last_end is None else min(wanted, last_end)
        if len(regular) >= _REGULAR_DAYS and last < due and last >= wanted - _ENDED_AFTER:
            found.append(Gap(source, last + _DAY))
    return found


def provisional_words(found: Iterable[Gap]) -> str:
    """„Vorläufig: Kosten von Meta fehlen seit 08.11.2026.“; empty if nothing is missing."""
    return provisional(gap.words for gap in found)


def provisional_together(sentences: Iterable[str]) -> str:
    """The sentences of `provisional_words` as one, which says each gap once; empty if all of them are."""
    told = [sentence.removeprefix(_LEAD).removesuffix(".") for sentence in sentences if sentence]
    return provisional(words for one in told for words in one.split(_BETWEEN))


def provisional(words: Iterable[str]) -> str:
    """The sentence of these reasons; empty if there are none."""
    told = list(dict.fromkeys(filter(None, words)))
    return f"{_LEAD}{_BETWEEN.join(told)}." if told else ""


def waiting_words(found: Iterable[Gap], *, visits: bool) -> str:
    """„die Übernahme der Besuche und Kosten von Meta“; empty: everything is there."""
    waits = [CARRYING] if visits else []
    return listed([*waits, *(f"Kosten von {gap.source}" for gap in found)])


def _sources(session: Session, wanted: date) -> dict[str, tuple[set[date], date | None]]:
    """Days with costs of each source, and when the last of its campaigns ends, if all of them do."""
    named = select(PlatformName.campaign_id, func.min(PlatformName.platform).label("platform"))
    named = named.where(LIVE_NAME, PlatformName.campaign_id.is_not(None)).group_by(PlatformName.campaign_id)
    platform = named.subquery()
    query = (
        select(Campaign.utm_source, Campaign.ends_on, platform.c.platform, CampaignCost.day)
        .join(Campaign, Campaign.id == CampaignCost.campaign_id)
        .outerjoin(platform, platform.c.campaign_id == Campaign.id)
        .where(LIVE_COST, CampaignCost.day > wanted - _LOOKED_AT, Campaign.archived_at.is_(None))
    )
    days: dict[str, set[date]] = defaultdict(set)
    ends: dict[str, set[date | None]] = defaultdict(set)
    for utm_source, ends_on, of_platform, day in session.execute(query):
        source = _PLATFORMS.get(of_platform or "", "") or _PLATFORMS.get(utm_source, utm_source)
        days[source].add(day)
        ends[source].add(ends_on)
    return {source: (found, _last_end(ends[source])) for source, found in days.items()}


def _last_end(ends: Collection[date | None]) -> date | None:
    known = [end for end in ends if end is not None]
    return max(known) if known and len(known) == len(ends) else None
