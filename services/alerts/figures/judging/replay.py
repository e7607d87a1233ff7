"""What an alert would have done in the past, by the same function that decides today. Pure."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from services.alerts.figures.judging.conditions import Condition, Finding, State, Step, advance
from services.alerts.figures.judging.series import Data, days_between

YEAR_DAYS: Final = 365


@dataclass(frozen=True, slots=True)
class Opening:
    """From the day an alert opens to the day it is over; `last` None: it would be open now. `finding` opened it."""

    first: date
    last: date | None
    finding: Finding

    @property
    def is_short(self) -> bool:
        """Whether the condition held for no more than a day or its margin: over within two days."""
        return self.last is not None and (self.last - self.first).days <= 2


@dataclass(frozen=True, slots=True)
class Replay:
    """`judged` of `asked` days could be judged; `now` is what the last day says."""

    openings: tuple[Opening, ...]
    asked: int
    judged: int
    now: Finding
    findings: tuple[tuple[date, Finding], ...]


def replay(condition: Condition, data: Data, last: date, days: int = YEAR_DAYS) -> Replay:
    """Go through the `days` that end with `last`, a step a day."""
    openings: list[Opening] = []
    findings = []
    current: Opening | None = None
    for day in days_between(last - timedelta(days=days - 1), last):
        step, finding = advance(condition, data, day, is_open=current is not None)
        findings.append((day, finding))
        if step is Step.OPEN:
            current = Opening(day, None, finding)
        elif step is Step.CLOSE and current is not None:
            openings.append(Opening(current.first, day, current.finding))
            current = None
    if current is not None:
        openings.append(current)
    judged = sum(finding.state is not State.UNKNOWN for _, finding in findings)
    return Replay(tuple(openings), days, judged, findings[-1][1], tuple(findings))
