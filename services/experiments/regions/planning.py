"""What regions with and without a campaign can find, computed from own history before they are drawn. Pure."""

import math
from dataclasses import replace
from typing import Final

from analytics.chance.regions import LEAST_PAIRS, LEAST_SHOWN, false_verdicts, grouped, paired, smallest_effect, windows
from services.core.german import counted
from services.experiments.history import WeekHistory
from services.experiments.models import Measure
from services.experiments.planning import Plan, length_refusal, percent_of, plan_of_lengths, refused_plan, waited

LENGTHS: Final = (4, 8, 12, 16, 20, 24)
LEAST_WEEKS: Final = 12
"""Whole weeks of history."""
_FALSE: Final = 0.05
_NOUNS: Final = {Measure.RESERVATIONS: "Reservierungen", Measure.CONTRACTS: "Verträge"}


def regions_plan(history: WeekHistory, measure: Measure, effect_percent: int, weeks: int | None) -> Plan:
    """The plan of regions. Without `weeks` the shortest length that finds the effect is taken."""
    groups = grouped({region: sum(counts) for region, counts in history.known.items()})
    thin = _thin(history, measure, len(groups))
    if thin is not None:
        return replace(refused_plan(history, LENGTHS, thin), groups=len(groups))
    past = {length: list(windows(history.known, length)) for length in LENGTHS}
    percents = {length: percent_of(smallest_effect(parts)) for length, parts in past.items()}
    plan = replace(plan_of_lengths(history, percents, effect_percent), groups=len(paired(groups)) * 2)
    if weeks is not None and weeks not in LENGTHS:
        return replace(plan, refusal="Regionen gibt es für 4, 8, 12, 16, 20 oder 24 Wochen.")
    length = weeks or plan.weeks_needed
    wrong, trials = false_verdicts(past[length]) if length else (0, 0)
    plan = replace(plan, false_verdicts=wrong if trials else None, trials=trials or None)
    return replace(plan, refusal=length_refusal(plan, measure, effect_percent, weeks) or _untrue(wrong, trials))


def _thin(history: WeekHistory, measure: Measure, groups: int) -> str | None:
    if history.weeks < LEAST_WEEKS:
        weeks = counted(history.weeks, "ganze Woche", "ganze Wochen")
        return (
            f"Für eine Rechnung fehlen eigene Zahlen: Bisher gibt es {weeks} mit Postleitzahlen{waited(history)}, "
            f"nötig sind {LEAST_WEEKS}."
        )
    if groups < 2 * LEAST_PAIRS:
        found = counted(groups, "Region hat", "Regionen haben")
        return (
            f"Ihre Haushalte wohnen für diesen Versuch zu nah beieinander: Nur {found} bisher mindestens "
            f"{LEAST_SHOWN} {_NOUNS[measure]}, nötig sind {2 * LEAST_PAIRS}. "
            "Wochen an und aus kommen ohne Regionen aus."
        )
    return None


def _untrue(wrong: int, trials: int) -> str | None:
    """More false verdicts than chance explains: the regions are not what the test takes them for."""
    if not trials or wrong / trials <= _FALSE + 2 * math.sqrt(_FALSE * (1 - _FALSE) / trials):
        return None
    return (
        f"Die Probe an der eigenen Vergangenheit misslingt: {wrong} von {trials} Auslosungen finden einen Unterschied, "
        "obwohl es keinen gab. Auf ein Ergebnis wäre kein Verlass."
    )
