"""Dry run of a cost import: each line's campaign, its faults, and existing costs it would overlap.

A file names a campaign as the platform does, which is remembered, by the campaign's own name, by
`source / medium / campaign` or by its `utm_campaign`.

Lines of one campaign and day are added up: a file by ad group or by country has several. Identical lines may have been
exported twice, and credit notes lower the cost of a day: the user is asked whether they count.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from difflib import SequenceMatcher
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, resolved
from services.campaigns.costs.by_hand import KNOWN, LIVE, folded
from services.campaigns.costs.mapping import Platform
from services.campaigns.costs.reader import CostFile, CostLine
from services.campaigns.costs.schemas import Credits, LeftOutReason, RemarkOut, Repeated
from services.campaigns.models import Campaign, CampaignCost, PlatformName
from services.core.clock import is_to_come

Key = tuple[int, date]
"""Campaign and day."""
_CHUNK = 500
_MOST_SIMILAR: Final = 3
_ALIKE: Final = 0.45
"""Below it two names are alike by chance: `Herbst` and `Frühling`."""
_NO_LETTER = re.compile(r"[\W_]+")
_LONGEST_COMPARED = 100


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
    def keys(self) -> Sequence[Key]:
        """The campaign and the days it would be stored under; none with a problem, and for a line left out."""
        if self.problem or self.is_left_out or self.campaign_id is None:
            return ()
        return [(self.campaign_id, day) for day in self.read.days]


@dataclass(frozen=True, slots=True)
class DaySum:
    """What the lines of one campaign and day add up to. Counts are None where no line has them."""

    cents: int = 0
    clicks: int | None = None
    impressions: int | None = None

    def plus(self, cents: int, clicks: int | None, impressions: int | None) -> "DaySum":
        return DaySum(self.cents + cents, _plus(self.clicks, clicks), _plus(self.impressions, impressions))


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None and other is None else (one or 0) + (other or 0)


class CampaignFinder:
    """Finds the campaign that a file means: by the platform's name as remembered, by its own name, by
    `source / medium / campaign`, by its `utm_campaign`, or by the platform's number, which clicks without tags carry as
    their `utm_campaign`.
    """

    def __init__(self, session: Session, platform: Platform, aliases: Aliases) -> None:
        self.names: dict[int, str] = {}
        remembered = session.scalars(select(PlatformName).where(PlatformName.platform == platform, KNOWN))
        self._remembered = {row.folded: row for row in remembered}
        self._aliases = aliases
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
            self._by_name[folded(name)].append(id_)
            self._by_key[tuple(key)] = [id_]
            self._by_campaign[key[2]].append(id_)

    def find(self, said: str, number: str = "") -> Sequence[int]:
        """The matching ids: one, none, or several. Campaigns in use take precedence over archived ones."""
        if said not in self._seen:
            self._seen[said] = self._find(said)
        if self._seen[said] or self.recall(said) or not number:
            return self._seen[said]
        return self._of_campaign(number) or ()

    def recall(self, said: str) -> PlatformName | None:
        """What was remembered of this name; one without a campaign is always left out."""
        return self._remembered.get(folded(said))

    @property
    def in_use(self) -> dict[int, str]:
        """Campaigns that are not archived, with their names."""
        return {id_: name for id_, name in self.names.items() if id_ in self._live}

    def similar(self, said: str) -> list[int]:
        """At most three campaigns in use whose name or `utm_campaign` is like it, the most similar first."""
        meant = _letters(said)
        matcher = SequenceMatcher(b=meant, autojunk=False)
        scores = {
            id_: max(_score(matcher, meant, name), _score(matcher, meant, self._values[id_]))
            for id_, name in self.in_use.items()
        }
        best = sorted((id_ for id_, score in scores.items() if score >= _ALIKE), key=lambda id_: (-scores[id_], id_))
        return best[:_MOST_SIMILAR]

    def _find(self, said: str) -> Sequence[int]:
        if not said.strip():
            return ()
        known = self.recall(said)
        if known is not None:
            return () if known.campaign_id is None else (known.campaign_id,)
        ids = self._by_name.get(folded(said)) or self._of_key(said) or self._of_campaign(said) or []
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


def _score(matcher: SequenceMatcher[str], meant: str, spelling: str) -> float:
    """Similarity of two names: the longest common piece of the shorter one, and the ratio as a whole.

    `DE_Search_Generic_SolarOhneDach` holds all of `Solar ohne Dach`.
    """
    folded = _letters(spelling)
    shorter = min(len(folded), len(meant))
    if shorter < 3:
        return 0.0
    matcher.set_seq1(folded)
    piece = matcher.find_longest_match().size / shorter
    return max(piece * 0.95, matcher.ratio()) if matcher.real_quick_ratio() >= 0.1 else 0.0


def _letters(name: str) -> str:
    return _NO_LETTER.sub("", name.casefold())[:_LONGEST_COMPARED]


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
_NOT_OVER = _remark("day_in_future", "Dieser Zeitraum ist noch nicht zu Ende.")
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
    found = [
        (line, finder.find(line.campaign, line.number), _reason_to_drop(line, finder, choices)) for line in file.lines
    ]
    times = Counter(
        (ids[0], day)
        for line, ids, dropped in found
        if len(ids) == 1 and not line.fault and not dropped
        for day in line.days
    )
    lines = []
    for line, ids, dropped in found:
        campaign_id = ids[0] if len(ids) == 1 else None
        checked = CheckedLine(line, campaign_id, finder.names.get(campaign_id or 0), None, None, dropped)
        if not dropped:
            problem = _problem(line, ids, now) or _question(line, choices)
            is_summed = campaign_id is not None and any(times[campaign_id, day] > 1 for day in line.days)
            notice = None if problem else _notice(line, is_summed=is_summed)
            checked = replace(checked, problem=problem, notice=notice)
        lines.append(checked)
    sums: dict[Key, DaySum] = defaultdict(DaySum)
    for checked in lines:
        for key in checked.keys:
            sums[key] = sums[key].plus(*checked.read.on(key[1]))
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
    if line.last_day is not None and is_to_come(line.last_day, now):
        return _NOT_OVER
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
