"""What an experiment can find, computed from own history before it starts. Pure.

`EXPERIMENTS.md` explains the numbers.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from analytics.chance.two_arms import conversions_needed
from analytics.chance.weeks_on_and_off import smallest_effect
from services.core.german import counted, number
from services.experiments.history import PageHistory
from services.experiments.models import LEAST_EFFECT, MOST_EFFECT, Measure

MOST_WEEKS: Final = 26
HORIZONS: Final = (4, 8, 12, 26)
SWITCHING_WEEKS: Final = (12, 16, 20, 24)
"""Whole blocks of four. With eight weeks there are 36 schedules, too few to rule out chance at 5 %."""
LEAST_DAYS: Final = 14
LEAST_CONVERSIONS: Final = 5
LEAST_PAST_WEEKS: Final = 8
_WORDS: Final = {
    Measure.RESERVATIONS: ("Reservierung", "Reservierungen"),
    Measure.FORM_STARTS: ("begonnenes Formular", "begonnene Formulare"),
}


@dataclass(frozen=True, slots=True)
class Reach:
    """The smallest effect in per cent that so many weeks find; None: none up to 300 %."""

    weeks: int
    effect_percent: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What an experiment needs. `refusal`: the German reason for which it is not started; None: it may be."""

    visitors_a_week: float | None
    rate: float | None
    """Of a page: visitors of the page a week, and the share that converts."""
    usual_a_week: float | None
    """Of weeks on and off: reservations in a week."""
    history_days: int
    conversions_needed: int | None
    visitors_needed: int | None
    """Per arm."""
    weeks_needed: int | None
    reach: Sequence[Reach]
    refusal: str | None

    def as_json(self) -> dict[str, Any]:
        """As the experiment keeps it."""
        return asdict(self)


def page_plan(history: PageHistory, measure: Measure, effect_percent: int) -> Plan:
    """The plan of two variants of a page."""
    if history.days < LEAST_DAYS or history.conversions < LEAST_CONVERSIONS:
        return _without_history(history, measure)
    effect = effect_percent / 100
    visitors_a_week = history.visitors / history.days * 7
    rate = history.conversions / history.visitors
    needed = conversions_needed(effect)
    a_week = visitors_a_week * rate * (1 + effect / 2)
    weeks = None if needed is None else max(1, math.ceil(needed / a_week))
    return Plan(
        visitors_a_week=visitors_a_week,
        rate=rate,
        usual_a_week=None,
        history_days=history.days,
        conversions_needed=needed,
        visitors_needed=None if needed is None else math.ceil(needed / rate / (2 + effect)),
        weeks_needed=weeks,
        reach=[Reach(weeks, _page_reach(visitors_a_week * rate, weeks)) for weeks in HORIZONS],
        refusal=_page_refusal(history, effect_percent, weeks),
    )


def _page_reach(conversions_a_week: float, weeks: int) -> int | None:
    """By halving: fewer conversions are needed for larger effects."""

    def is_found(percent: int) -> bool:
        needed = conversions_needed(percent / 100)
        return needed is not None and needed <= conversions_a_week * (1 + percent / 200) * weeks

    if not is_found(MOST_EFFECT):
        return None
    least, most = LEAST_EFFECT, MOST_EFFECT
    while least < most:
        middle = (least + most) // 2
        least, most = (least, middle) if is_found(middle) else (middle + 1, most)
    return least


def _page_refusal(history: PageHistory, effect_percent: int, weeks: int | None) -> str | None:
    if weeks is not None and weeks <= MOST_WEEKS:
        return None
    a_day = counted(round(history.visitors / history.days), "Besuch", "Besuchen")
    times = "sehr viel mehr" if weeks is None else counted(weeks, "Woche", "Wochen")
    return (
        f"Mit {a_day} dieser Seite am Tag bräuchte es {times}, um einen Unterschied von {effect_percent} % zu finden. "
        f"Mehr als {MOST_WEEKS} Wochen sind nicht sinnvoll: Jahreszeit, Preise und Werbung ändern sich inzwischen. "
        "Nehmen Sie einen größeren Unterschied oder ein Maß, das häufiger vorkommt."
    )


def _without_history(history: PageHistory, measure: Measure) -> Plan:
    one, many = _WORDS[measure]
    refusal = (
        f"Für eine Rechnung fehlen eigene Zahlen: Bisher gibt es {counted(history.days, 'Tag', 'Tage')} mit Besuchen "
        f"und {counted(history.conversions, one, many)} nach einem Besuch dieser Seite. Nötig sind {LEAST_DAYS} Tage "
        f"und {LEAST_CONVERSIONS} {many}."
    )
    return Plan(None, None, None, history.days, None, None, None, [Reach(weeks, None) for weeks in HORIZONS], refusal)


def weeks_plan(past: Sequence[int], effect_percent: int, weeks: int | None) -> Plan:
    """The plan of weeks on and off. Without `weeks` the shortest that finds the effect is taken."""
    if len(past) < LEAST_PAST_WEEKS or not any(past):
        return _without_weeks(past)
    found = {length: smallest_effect(past, length) for length in SWITCHING_WEEKS}
    percents = {length: None if effect is None else math.ceil(effect * 100) for length, effect in found.items()}
    enough = [length for length, percent in percents.items() if percent is not None and percent <= effect_percent]
    usual = sum(past) / len(past)
    wanted = weeks if weeks is not None else min(enough, default=None)
    is_found = wanted in enough
    return Plan(
        visitors_a_week=None,
        rate=None,
        usual_a_week=usual,
        history_days=len(past) * 7,
        conversions_needed=None,
        visitors_needed=None,
        weeks_needed=min(enough, default=None),
        reach=[Reach(length, _in_reach(percent)) for length, percent in percents.items()],
        refusal=None if is_found else _weeks_refusal(usual, effect_percent, weeks, percents),
    )


def _in_reach(percent: int | None) -> int | None:
    return percent if percent is not None and percent <= MOST_EFFECT else None


def _weeks_refusal(usual: float, effect_percent: int, weeks: int | None, reach: dict[int, int | None]) -> str:
    if weeks is not None and weeks not in SWITCHING_WEEKS:
        return "Wochen an und aus gibt es für 12, 16, 20 oder 24 Wochen: Je vier werden zusammen ausgelost."
    length = weeks or SWITCHING_WEEKS[-1]
    least = reach[length]
    usual_words = number(round(usual)) if usual >= 2 else f"{usual:.1f}".replace(".", ",")
    return (
        f"Mit {usual_words} Reservierungen in der Woche und ihrem Auf und Ab finden {length} Wochen erst einen "
        f"Unterschied von {least} %, nicht von {effect_percent} %. Nehmen Sie mehr Wochen oder einen größeren "
        "Unterschied."
    )


def _without_weeks(past: Sequence[int]) -> Plan:
    refusal = (
        f"Für eine Rechnung fehlen eigene Zahlen: Bisher gibt es {counted(len(past), 'ganze Woche', 'ganze Wochen')} "
        f"mit Reservierungen, nötig sind {LEAST_PAST_WEEKS}."
    )
    none = [Reach(weeks, None) for weeks in SWITCHING_WEEKS]
    return Plan(None, None, None, len(past) * 7, None, None, None, none, refusal)
