"""Dry run of a cost import: each line's campaign, its faults, and existing costs it would overlap.

Lines of one campaign and day are added up: a file by ad group or by country has several. Identical lines may have been
exported twice, and credit notes lower the cost of a day: the user is asked whether they count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.costs.by_hand import LIVE
from services.campaigns.costs.names import CampaignFinder
from services.campaigns.costs.reader import CostFile, CostLine
from services.campaigns.costs.schemas import Credits, LeftOutReason, RemarkOut, Repeated
from services.campaigns.models import CampaignCost
from services.core.clock import is_to_come

Key = tuple[int, date]
"""Campaign and day."""
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Choices:
    """The user's decisions about lines, by line number in the file."""

    leave_out: frozenset[int] = frozenset()
    repeated: Repeated = "ask"
    credits: Credits = "ask"
    reasons: Mapping[int, LeftOutReason] = field(default_factory=dict)
    """Why lines are left out, as far as that was said."""

    def reason_to_drop(self, line: CostLine) -> LeftOutReason | None:
        """Why the user has left the line out; None if not."""
        if line.line in self.leave_out:
            return self.reasons.get(line.line, "unstated")
        return "repeated" if self.repeated == "drop" and line.repeats is not None else None


UNDECIDED = Choices()


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line with its campaign. A `problem` keeps the whole file out; a `notice` does not."""

    read: CostLine
    campaign_id: int | None
    campaign_name: str | None
    problem: RemarkOut | None
    notice: RemarkOut | None
    left_out: LeftOutReason | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether it does not count, as chosen for this file or remembered for its name."""
        return self.left_out is not None

    @property
    def key(self) -> Key | None:
        """The campaign and day it would be stored under; None with a problem, and for a line left out."""
        if self.problem or self.is_left_out or self.campaign_id is None or self.read.day is None:
            return None
        return self.campaign_id, self.read.day


@dataclass(frozen=True, slots=True)
class DaySum:
    """What the lines of one campaign and day add up to. Counts are None where no line has them."""

    cents: int = 0
    clicks: int | None = None
    impressions: int | None = None

    def plus(self, line: CostLine) -> "DaySum":
        """With one more line."""
        return DaySum(
            self.cents + (line.cents or 0), _plus(self.clicks, line.clicks), _plus(self.impressions, line.impressions)
        )


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None and other is None else (one or 0) + (other or 0)


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """All lines, the sums by campaign and day, and the live rows of the same campaigns and days."""

    lines: list[CheckedLine]
    sums: dict[Key, DaySum]
    overlaps: dict[Key, CampaignCost]
    finder: CampaignFinder

    @property
    def problems(self) -> int:
        """How many lines cannot be imported."""
        return sum(line.problem is not None for line in self.lines)

    @property
    def cents(self) -> int:
        """The total that an import would add."""
        return sum(of_day.cents for of_day in self.sums.values())


def _remark(code: str, message: str) -> RemarkOut:
    return RemarkOut(code=code, message=message)


_UNKNOWN = _remark("unknown_campaign", "Diese Kampagne ist nicht angelegt.")
_NAMELESS = _remark("campaign_missing", "Die Kampagne fehlt.")
_SEVERAL = _remark(
    "ambiguous_campaign", "Auf diese Angabe passen mehrere Kampagnen. Eindeutig ist: Quelle / Medium / Kampagne."
)
_TO_COME = _remark("day_in_future", "Dieser Tag kommt erst noch.")
_CREDIT = _remark("credit", "Ein Betrag unter null. Ist das eine Gutschrift, die abgezogen werden soll?")
_SUMMED = _remark("summed", "Kampagne und Tag kommen mehrfach vor; die Beträge werden zusammengezählt.")
_DEDUCTED = _remark("credit", "Gutschrift: Sie mindert die Kosten dieses Tages.")
_UNCOUNTED = _remark("odd_counts", "Klicks oder Einblendungen sind keine ganzen Zahlen und bleiben weg.")
_GUESSED = _remark(
    "guessed_format", "Diese Zeile ließe sich auch anders lesen. Bitte prüfen Sie Zahlen- und Datumsformat."
)


def check(session: Session, file: CostFile, now: datetime, choices: Choices = UNDECIDED) -> CheckedFile:
    """Check the file against registered campaigns, remembered names and stored costs."""
    finder = CampaignFinder(session, file.platform, canonical_values(session))
    found = [(line, finder.find(line.campaign), _reason_to_drop(line, finder, choices)) for line in file.lines]
    times = Counter(
        (ids[0], line.day) for line, ids, dropped in found if len(ids) == 1 and not line.fault and not dropped
    )
    lines = []
    for line, ids, dropped in found:
        campaign_id = ids[0] if len(ids) == 1 else None
        checked = CheckedLine(line, campaign_id, finder.names.get(campaign_id or 0), None, None, dropped)
        if not dropped:
            problem = _problem(line, ids, now) or _question(line, choices)
            is_summed = campaign_id is not None and times[campaign_id, line.day] > 1
            notice = None if problem else _notice(line, is_summed=is_summed)
            checked = replace(checked, problem=problem, notice=notice)
        lines.append(checked)
    sums: dict[Key, DaySum] = defaultdict(DaySum)
    for checked in lines:
        if checked.key is not None:
            sums[checked.key] = sums[checked.key].plus(checked.read)
    return CheckedFile(lines, dict(sums), _live_rows(session, sums), finder)


def _reason_to_drop(line: CostLine, finder: CampaignFinder, choices: Choices) -> LeftOutReason | None:
    if chosen := choices.reason_to_drop(line):
        return chosen
    known = finder.recall(line.campaign)
    return "name" if known is not None and known.campaign_id is None else None


def _notice(line: CostLine, *, is_summed: bool) -> RemarkOut | None:
    if line.is_guess:
        return _GUESSED
    if (line.cents or 0) < 0:
        return _DEDUCTED
    if line.has_odd_counts:
        return _UNCOUNTED
    return _SUMMED if is_summed else None


def _question(line: CostLine, choices: Choices) -> RemarkOut | None:
    """What only a person can know about a valid line."""
    if line.repeats is not None and choices.repeated == "ask":
        return _remark("repeated", f"Steht Wort für Wort schon in Zeile {line.repeats}. Zählt sie noch einmal?")
    return _CREDIT if (line.cents or 0) < 0 and choices.credits == "ask" else None


def _problem(line: CostLine, ids: Sequence[int], now: datetime) -> RemarkOut | None:
    if line.fault is not None:
        return _remark(line.fault.code, line.fault.sentence)
    if not line.campaign.strip():
        return _NAMELESS
    if len(ids) != 1:
        return _SEVERAL if ids else _UNKNOWN
    return _TO_COME if line.day is not None and is_to_come(line.day, now) else None


def _live_rows(session: Session, keys: Iterable[Key]) -> dict[Key, CampaignCost]:
    wanted = set(keys)
    if not wanted:
        return {}
    ids = sorted({campaign_id for campaign_id, _ in wanted})
    first, last = min(day for _, day in wanted), max(day for _, day in wanted)
    found = {}
    for start in range(0, len(ids), _CHUNK):
        query = select(CampaignCost).where(
            CampaignCost.campaign_id.in_(ids[start : start + _CHUNK]), CampaignCost.day.between(first, last), LIVE
        )
        found.update({(row.campaign_id, row.day): row for row in session.scalars(query)})
    return {key: row for key, row in found.items() if key in wanted}
