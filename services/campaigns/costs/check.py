"""Dry run of a cost import: each line's campaign, its faults, and existing costs it would overlap.

Two lines of one campaign and day are added up: a file by ad group or by country has several. Lines that are equal word
for word may also have been exported twice, and credit notes lower what a day cost: the user is asked if they count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import resolved
from services.campaigns.costs.by_hand import LIVE, is_to_come
from services.campaigns.costs.mapping import CostLine, Platform
from services.campaigns.costs.names import folded_name, remembered_names
from services.campaigns.costs.reader import CostFile
from services.campaigns.costs.schemas import Credits, LeftOutReason, Repeated
from services.campaigns.models import Campaign, CampaignCost, PlatformName


class CampaignFinder:
    """Finds the campaign a file means: by what was remembered of the platform's name for it, by its own name, by
    `source / medium / campaign`, or by its `utm_campaign`.
    """

    def __init__(self, session: Session, platform: Platform) -> None:
        self.names: dict[int, str] = {}
        self.remembered = remembered_names(session, platform)
        self._aliases = canonical_values(session)
        self._live: set[int] = set()
        self._values: dict[int, str] = {}
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._by_key: dict[tuple[str, ...], list[int]] = {}
        self._by_campaign: dict[str, list[int]] = defaultdict(list)
        self._seen: dict[str, Sequence[int]] = {}
        rows = session.execute(
            select(
                Campaign.id, Campaign.name, Campaign.archived_at,
                Campaign.utm_source, Campaign.utm_medium, Campaign.utm_campaign,
            ).order_by(Campaign.id)
        )  # fmt: skip
        for id_, name, archived_at, *key in rows:
            self.names[id_] = name
            self._values[id_] = key[2]
            if archived_at is None:
                self._live.add(id_)
            self._by_name[folded_name(name)].append(id_)
            self._by_key[tuple(key)] = [id_]
            self._by_campaign[key[2]].append(id_)

    def find(self, said: str) -> Sequence[int]:
        """The matching ids: one, none, or several. Campaigns in use take precedence over archived ones."""
        if said not in self._seen:
            self._seen[said] = self._find(said)
        return self._seen[said]

    def recall(self, said: str) -> PlatformName | None:
        """What was remembered of this name; one without a campaign is always left out."""
        return self.remembered.get(folded_name(said))

    @property
    def in_use(self) -> dict[int, str]:
        """Campaigns that are not archived, with their names."""
        return {id_: name for id_, name in self.names.items() if id_ in self._live}

    @property
    def spellings(self) -> dict[int, tuple[str, str]]:
        """Name and `utm_campaign` of the campaigns in use."""
        return {id_: (name, self._values[id_]) for id_, name in self.in_use.items()}

    def _find(self, said: str) -> Sequence[int]:
        if not said.strip():
            return ()
        known = self.recall(said)
        if known is not None:
            return () if known.campaign_id is None else (known.campaign_id,)
        ids = self._by_name.get(folded_name(said)) or self._of_key(said) or self._of_campaign(said) or []
        return [id_ for id_ in ids if id_ in self._live] or ids

    def _of_key(self, said: str) -> list[int] | None:
        parts = said.split("/")
        if len(parts) != 3:
            return None
        fields = ("utm_source", "utm_medium", "utm_campaign")
        key = tuple(resolved(field, part, self._aliases) for field, part in zip(fields, parts, strict=True))
        return self._by_key.get(key)

    def _of_campaign(self, said: str) -> list[int] | None:
        return self._by_campaign.get(resolved("utm_campaign", said, self._aliases))


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
        """Why the line does not count by choice; None where it does."""
        if line.line in self.leave_out:
            return self.reasons.get(line.line, "unstated")
        return "repeated" if self.repeated == "drop" and line.repeats is not None else None


UNDECIDED = Choices()


@dataclass(frozen=True, slots=True)
class Remark:
    """A code for programs and a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line with its campaign. A `problem` keeps the whole file out; a `notice` does not."""

    read: CostLine
    campaign_id: int | None
    campaign_name: str | None
    problem: Remark | None
    notice: Remark | None
    left_out: LeftOutReason | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether it does not count, by a choice of this file or by what is remembered of its name."""
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
    def repeated(self) -> int:
        """How many lines repeat an earlier one word for word, whatever was chosen for them."""
        return sum(line.read.repeats is not None for line in self.lines)

    @property
    def left_out(self) -> int:
        """How many lines do not count by choice."""
        return sum(line.is_left_out for line in self.lines)

    @property
    def credit_lines(self) -> list[CheckedLine]:
        """The credit notes, whatever was chosen for them, without those left out."""
        return [line for line in self.lines if (line.read.cents or 0) < 0 and not line.is_left_out]

    @property
    def cents(self) -> int:
        """What the file would bring."""
        return sum(of_day.cents for of_day in self.sums.values())


_UNKNOWN = Remark("unknown_campaign", "Diese Kampagne ist nicht angelegt.")
_NAMELESS = Remark("campaign_missing", "Die Kampagne fehlt.")
_SEVERAL = Remark(
    "ambiguous_campaign", "Auf diese Angabe passen mehrere Kampagnen. Eindeutig ist: Quelle / Medium / Kampagne."
)
_TO_COME = Remark("day_in_future", "Dieser Tag kommt erst noch.")
_CREDIT = Remark("credit", "Ein Betrag unter null. Ist das eine Gutschrift, die abgezogen werden soll?")
_SUMMED = Remark("summed", "Kampagne und Tag kommen mehrfach vor; die Beträge werden zusammengezählt.")
_DEDUCTED = Remark("credit", "Gutschrift: Sie mindert die Kosten dieses Tages.")
_UNCOUNTED = Remark("odd_counts", "Klicks oder Einblendungen sind keine ganzen Zahlen und bleiben weg.")
_GUESSED = Remark(
    "guessed_format", "Diese Zeile ließe sich auch anders lesen. Bitte prüfen Sie Zahlen- und Datumsformat."
)


def check(session: Session, file: CostFile, now: datetime, choices: Choices = UNDECIDED) -> CheckedFile:
    """Check the file against registered campaigns, remembered names and stored costs."""
    finder = CampaignFinder(session, file.platform)
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


def _notice(line: CostLine, *, is_summed: bool) -> Remark | None:
    if line.is_guess:
        return _GUESSED
    if (line.cents or 0) < 0:
        return _DEDUCTED
    if line.has_odd_counts:
        return _UNCOUNTED
    return _SUMMED if is_summed else None


def _question(line: CostLine, choices: Choices) -> Remark | None:
    """What only a person knows of a line that is faultless."""
    if line.repeats is not None and choices.repeated == "ask":
        return Remark("repeated", f"Steht Wort für Wort schon in Zeile {line.repeats}. Zählt sie noch einmal?")
    return _CREDIT if (line.cents or 0) < 0 and choices.credits == "ask" else None


def _problem(line: CostLine, ids: Sequence[int], now: datetime) -> Remark | None:
    if line.fault is not None:
        return Remark(line.fault.code, line.fault.sentence)
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
