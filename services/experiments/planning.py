"""What an experiment can find, computed from own history before it starts. Pure.

`EXPERIMENTS.md` explains the numbers.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from analytics.chance.two_arms import conversions_needed
from analytics.chance.weeks_on_and_off import smallest_effect
from services.core.german import counted, number
from services.experiments.history import PageHistory, WeekHistory
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
    Measure.CONTRACTS: ("Vertrag", "Verträge"),
}
_DATIVE: Final = {Measure.RESERVATIONS: "Reservierungen", Measure.CONTRACTS: "Verträgen"}


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
    """Of weeks and regions: reservations or contracts in a week."""
    history_days: int
    conversions_needed: int | None
    visitors_needed: int | None
    """Per arm."""
    weeks_needed: int | None
    reach: Sequence[Reach]
    refusal: str | None
    ripe_days: int | None = None
    """With contracts: how many days they are waited for after the last day."""
    groups: int | None = None
    """Of regions: groups with at least five each, in pairs."""
    false_verdicts: int | None = None
    trials: int | None = None
    """Of regions: draws in parts of the past, and how many of them found an effect that was not there."""

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


def weeks_plan(history: WeekHistory, measure: Measure, effect_percent: int, weeks: int | None) -> Plan:
    """The plan of weeks on and off. Without `weeks` the shortest that finds the effect is taken."""
    past = history.weekly
    if len(past) < LEAST_PAST_WEEKS or not any(past):
        return _without_weeks(history, measure)
    found = {length: smallest_effect(past, length) for length in SWITCHING_WEEKS}
    percents = {length: percent_of(effect) for length, effect in found.items()}
    plan = plan_of_lengths(history, percents, effect_percent)
    if weeks is not None and weeks not in SWITCHING_WEEKS:
        refusal = "Wochen an und aus gibt es für 12, 16, 20 oder 24 Wochen: Je vier werden zusammen ausgelost."
        return replace(plan, refusal=refusal)
    return replace(plan, refusal=length_refusal(plan, measure, effect_percent, weeks))


def percent_of(effect: float | None) -> int | None:
    """In whole per cent, rounded up; None beyond 300."""
    percent = None if effect is None else math.ceil(effect * 100)
    return percent if percent is not None and percent <= MOST_EFFECT else None


def plan_of_lengths(history: WeekHistory, percents: Mapping[int, int | None], effect_percent: int) -> Plan:
    """What each length finds, and the shortest that finds the wished effect."""
    enough = [length for length, percent in percents.items() if percent is not None and percent <= effect_percent]
    return Plan(
        visitors_a_week=None,
        rate=None,
        usual_a_week=sum(history.weekly) / history.weeks,
        history_days=history.weeks * 7,
        conversions_needed=None,
        visitors_needed=None,
        weeks_needed=min(enough, default=None),
        reach=[Reach(length, percent) for length, percent in percents.items()],
        refusal=None,
        ripe_days=history.ripe_days,
    )


def length_refusal(plan: Plan, measure: Measure, effect_percent: int, weeks: int | None) -> str | None:
    """Why the chosen length, or the longest, does not find the wished effect; None where it does."""
    reach = {one.weeks: one.effect_percent for one in plan.reach}
    length = weeks or max(reach)
    least = reach[length]
    is_found = plan.weeks_needed is not None if weeks is None else least is not None and least <= effect_percent
    if is_found:
        return None
    usual = plan.usual_a_week or 0.0
    usual_words = number(round(usual)) if usual >= 2 else f"{usual:.1f}".replace(".", ",")
    finds = f"erst einen Unterschied von {least} %" if least else f"auch einen von {MOST_EFFECT} % noch nicht"
    wanted = f", nicht von {effect_percent} %" if least else ""
    return (
        f"Mit {usual_words} {_DATIVE[measure]} in der Woche und ihrem Auf und Ab finden {length} Wochen {finds}"
        f"{wanted}. Nehmen Sie mehr Wochen oder einen größeren Unterschied."
    )


def _without_weeks(history: WeekHistory, measure: Measure) -> Plan:
    weeks = counted(history.weeks, "ganze Woche", "ganze Wochen")
    return refused_plan(
        history,
        SWITCHING_WEEKS,
        f"Für eine Rechnung fehlen eigene Zahlen: Bisher gibt es {weeks} mit {_DATIVE[measure]}"
        f"{waited(history)}, nötig sind {LEAST_PAST_WEEKS}.",
    )


def waited(history: WeekHistory) -> str:
    """A half-sentence on weeks that are too young for contracts."""
    if history.ripe_days is None:
        return ""
    return f" (die letzten {history.ripe_days} Tage zählen noch nicht, so lange brauchen Verträge)"


def refused_plan(history: WeekHistory, lengths: Sequence[int], refusal: str) -> Plan:
    """A plan without figures."""
    none = [Reach(weeks, None) for weeks in lengths]
    return Plan(None, None, None, history.weeks * 7, None, None, None, none, refusal, history.ripe_days)
