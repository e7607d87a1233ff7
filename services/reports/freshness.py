"""How far the inputs of reports reach: visits, and costs of each source.

Reports read every committed row, so nothing is missing because it was not carried into files yet. What can be missing
are days that never came in: the site reports no visits, or nobody has brought a platform's costs.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.models import LIVE_COST, LIVE_NAME, Campaign, CampaignCost, PlatformName
from services.core.clock import berlin_day
from services.core.german import listed, numeric_day
from services.store.status import store_status
from services.visits.models import Visit

Input = Literal["visits", "costs"]
_DAY: Final = timedelta(days=1)
_LOOKED_AT: Final = timedelta(days=126)
_ENDED_AFTER: Final = timedelta(days=91)
"""A source without a cost for so long has ended: nobody waits for it."""
_REGULAR: Final = timedelta(days=35)
_REGULAR_DAYS: Final = 7
"""A source delivers day by day if so many of its last 35 days have costs; a poster is paid for once."""
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
    """An input that does not reach the day. `since`: the first day without it; None: there is nothing of it at all."""

    input: Input
    source: str
    since: date | None

    @property
    def words(self) -> str:
        """„Kosten von Meta fehlen seit 08.11.2026“."""
        what = f"Kosten von {self.source} fehlen" if self.input == "costs" else "Besuche fehlen"
        return f"{what} seit {numeric_day(self.since)}" if self.since else what

    @property
    def short(self) -> str:
        """What is waited for: „Kosten von Meta“."""
        return f"Kosten von {self.source}" if self.input == "costs" else "Besuche"


def gaps(session: Session, needs: Collection[str], last_day: date, now: datetime) -> list[Gap]:
    """The inputs among `needs` that do not reach the end of `last_day`; days that are not over are not waited for."""
    wanted = min(last_day, berlin_day(now) - _DAY)
    found: list[Gap] = []
    if "visits" in needs:
        found += _visits(session, wanted, now)
    if "costs" in needs:
        found += _costs(session, wanted)
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


def waiting_words(found: Iterable[Gap]) -> str:
    """„Besuche und Kosten von Meta“."""
    return listed([gap.short for gap in found])


def _visits(session: Session, wanted: date, now: datetime) -> list[Gap]:
    """The day of the newest visit, whether it is in a file already or only in the database."""
    in_files = next(one.last_day for one in store_status(session, now).datasets if one.name == "visits")
    in_rows = session.scalar(select(Visit.day).order_by(Visit.id.desc()).limit(1))
    known = max(filter(None, (in_files, in_rows)), default=None)
    if known is not None and known >= wanted:
        return []
    return [Gap("visits", "", None if known is None else known + _DAY)]


def _costs(session: Session, wanted: date) -> list[Gap]:
    found = []
    for source, (days, last_end) in sorted(_sources(session, wanted).items()):
        last = max(days)
        regular = [day for day in days if day > last - _REGULAR]
        due = wanted if last_end is None else min(wanted, last_end)
        if len(regular) >= _REGULAR_DAYS and last < due and last >= wanted - _ENDED_AFTER:
            found.append(Gap("costs", source, last + _DAY))
    return found


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
