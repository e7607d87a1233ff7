"""The way from the comparison period to the period, cause by cause: what mail and PDF draw of a report on changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.reports.render.cells import shown
from services.reports.run import ReportAnswer

BEFORE: Final = "Im Vergleichszeitraum"
_PPM: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Step:
    """A sum, where `start` and `end` are the same, or what a cause changes; in millionths of the measure."""

    name: str
    start: int
    end: int
    words: str
    is_sum: bool = False


def bridge_steps(answer: ReportAnswer) -> Sequence[Step]:
    """The sum before, each cause that has an effect, and the sum after; empty where nothing is compared."""
    totals, causes = answer.tables["totals"], answer.tables["causes"]
    if not totals.rows:
        return []
    row = totals.rows[0]
    kind = next(column.kind for column in totals.columns if column.name == "amount")
    effect_kind = next(column.kind for column in causes.columns if column.name == "effect_ppm")
    level = row["amount_before"] * _PPM
    steps = [_sum(BEFORE, row["amount_before"], kind)]
    for cause in causes.rows:
        if effect := cause["effect_ppm"]:
            steps.append(Step(shown("cause", cause["cause"]), level, level + effect, shown(effect_kind, effect)))
            level += effect
    return [*steps, _sum("Im Zeitraum", row["amount"], kind)]


def measure_of(answer: ReportAnswer) -> str:
    """„Reservierungen“: what is explained; empty where nothing is compared."""
    rows = answer.tables["totals"].rows
    return shown("measure", rows[0]["measure"]) if rows else ""


def _sum(name: str, amount: int, kind: str) -> Step:
    return Step(name, amount * _PPM, amount * _PPM, shown(kind, amount), is_sum=True)
