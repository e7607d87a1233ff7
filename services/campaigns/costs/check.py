"""Dry run of a cost import: each line's campaign, its faults, and existing costs it would overlap.

Two lines of one campaign and day are added up: a file by ad group or by country has several. Lines that are equal word
for word may also have been exported twice: the user is asked whether they count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import resolved
from services.campaigns.costs.by_hand import LIVE, is_to_come
from services.campaigns.costs.csv_reader import CostFile, CostLine
from services.campaigns.costs.schemas import Repeated
from services.campaigns.models import Campaign, CampaignCost

Key = tuple[int, date]
"""Campaign and day."""
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Choices:
    """The user's decisions about lines, by line number in the file."""

    leave_out: frozenset[int] = frozenset()
    repeated: Repeated = "ask"

    def drops(self, line: CostLine) -> bool:
        """Whether the line does not count by choice."""
        return line.line in self.leave_out or (self.repeated == "drop" and line.repeats is not None)


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
    is_left_out: bool = False

    @property
    def key(self) -> Key | None:
        """The campaign and day it would be stored under; None with a problem, and for a line left out."""
        if self.problem or self.is_left_out or self.campaign_id is None or self.read.day is None:
            return None
        return self.campaign_id, self.read.day


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """All lines, the sums by campaign and day, and the live rows of the same campaigns and days."""

    lines: list[CheckedLine]
    sums: dict[Key, int]
    overlaps: dict[Key, CampaignCost]

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


_UNKNOWN = Remark("unknown_campaign", "Diese Kampagne ist nicht angelegt.")
_SEVERAL = Remark(
    "ambiguous_campaign", "Auf diese Angabe passen mehrere Kampagnen. Eindeutig ist: Quelle / Medium / Kampagne."
)
_TO_COME = Remark("day_in_future", "Dieser Tag kommt erst noch.")
_SUMMED = Remark("summed", "Kampagne und Tag kommen mehrfach vor; die Beträge werden zusammengezählt.")
_GUESSED = Remark(
    "guessed_format", "Diese Zeile ließe sich auch anders lesen. Bitte prüfen Sie Zahlen- und Datumsformat."
)


def check(session: Session, file: CostFile, now: datetime, choices: Choices = UNDECIDED) -> CheckedFile:
    """Check the file against registered campaigns and stored costs."""
    finder = CampaignFinder(session)
    found = [(line, finder.find(line.campaign)) for line in file.lines]
    times = Counter(
        (ids[0], line.day) for line, ids in found if len(ids) == 1 and not line.fault and not choices.drops(line)
    )
    lines = []
    for line, ids in found:
        campaign_id = ids[0] if len(ids) == 1 else None
        checked = CheckedLine(line, campaign_id, finder.names.get(campaign_id or 0), None, None)
        if choices.drops(line):
            lines.append(replace(checked, is_left_out=True))
            continue
        problem = _problem(line, ids, now) or _repetition(line, choices)
        is_summed = campaign_id is not None and times[campaign_id, line.day] > 1
        notice = None if problem else _notice(line, is_summed=is_summed)
        lines.append(replace(checked, problem=problem, notice=notice))
    sums: dict[Key, int] = defaultdict(int)
    for checked in lines:
        if checked.key is not None:
            sums[checked.key] += checked.read.cents or 0
    return CheckedFile(lines, dict(sums), _live_rows(session, sums))


def _notice(line: CostLine, *, is_summed: bool) -> Remark | None:
    if line.is_guess:
        return _GUESSED
    return _SUMMED if is_summed else None


def _repetition(line: CostLine, choices: Choices) -> Remark | None:
    if line.repeats is None or choices.repeated != "ask":
        return None
    return Remark("repeated", f"Steht Wort für Wort schon in Zeile {line.repeats}. Zählt sie noch einmal?")


def _problem(line: CostLine, ids: Sequence[int], now: datetime) -> Remark | None:
    if line.fault is not None:
        return Remark(line.fault.code, line.fault.sentence)
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


class CampaignFinder:
    """Finds the campaign a file means: by its name, by `source / medium / campaign`, or by its `utm_campaign`."""

    def __init__(self, session: Session) -> None:
        self.names: dict[int, str] = {}
        self._aliases = canonical_values(session)
        self._live: set[int] = set()
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
            if archived_at is None:
                self._live.add(id_)
            self._by_name[_plain(name)].append(id_)
            self._by_key[tuple(key)] = [id_]
            self._by_campaign[key[2]].append(id_)

    def find(self, said: str) -> Sequence[int]:
        """The matching ids: one, none, or several. Campaigns in use take precedence over archived ones."""
        if said not in self._seen:
            self._seen[said] = self._find(said)
        return self._seen[said]

    def _find(self, said: str) -> Sequence[int]:
        if not said.strip():
            return ()
        ids = self._by_name.get(_plain(said)) or self._of_key(said) or self._of_campaign(said) or []
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


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
