"""What followed a sending: the hours after it against the same hours of the same weekday in the eight weeks before.

Like windows say what is usual, and how far it varies; those in which something else was sent are left out. The next one
falls within the mean ± 1.28 standard deviations four times in five, where the deviation is at least that of chance
(Poisson) and the mean itself is known from so few. What lies within may be chance.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from statistics import variance
from typing import Final

from analytics.store.catalogue import Store
from services.campaigns.models import ChartNote
from services.core.clock import BERLIN
from services.core.german import WEEKDAYS, long_moment, number
from services.core.money import format_decimal
from services.reports.model_runs import report
from services.reports.verdicts import BY_CHANCE

HOURS: Final = {"radio": 3, "newsletter": 48, "print": 168, "other": 24}
"""How long after a sending of each kind its effect is looked for."""
FEWEST: Final = 4
"""Fewer like windows say nothing of what is usual."""
_QUANTILE: Final = 1.2815515655
_MODEL: Final = "marts.sending_windows"
_QUERY: Final = """
    SELECT weeks_before, has_begun, visitors, tagged_visitors, direct_visitors, reservations
    FROM marts.sending_windows
    ORDER BY weeks_before
"""


@dataclass(frozen=True, slots=True)
class Window:
    """Who came in the hours after a sending (`weeks_before` 0), or in the same hours so many weeks before. `tagged`: by
    a link with the campaign's tags, `direct`: with nothing that tells from where.
    """

    weeks_before: int
    visitors: int
    tagged: int
    direct: int
    reservations: int


@dataclass(frozen=True, slots=True)
class Effect:
    """`windows`: that of the sending first, then those like it in which visits were counted already. `usual_from` and
    `usual_to`: within which visitors of such hours lie four times in five; None while too few are known.
    """

    hours: int
    ends_at: datetime
    windows: Sequence[Window]
    usual_from: int | None
    usual_to: int | None
    sentence: str


def effect_of(store: Store, note: ChartNote, others: Sequence[ChartNote], now: datetime) -> Effect:
    """What followed the sending of this note, as far as it has. `others`: what else was sent in the weeks before."""
    hours = _hours(note)
    asked = {"from_day": note.day, "began_hour": note.hour or 0, "hours": hours, "campaign": note.campaign_id}
    with report(store, [_MODEL], asked) as warehouse:
        rows = warehouse.execute(_QUERY).fetchall()
    taken = [_span(other) for other in others if other.id != note.id]
    windows = [
        Window(weeks, *counts)
        for weeks, has_begun, *counts in rows
        if weeks == 0 or (has_begun and not _overlaps(_span(note, weeks), taken))
    ]
    ends_at = _span(note)[1]
    before = [one.visitors for one in windows[1:]]
    band = usual(before) if len(before) >= FEWEST else None
    if ends_at > now:
        sentence = f"Was sie bewirkt hat, steht hier nach {long_moment(ends_at)}."
    else:
        sentence = _sentence(note, hours, windows, band)
    low, high = band or (None, None)
    return Effect(hours, ends_at, windows, low, high, sentence)


def usual(counts: Sequence[int]) -> tuple[int, int]:
    """Within which whole numbers the next of such counts lies four times in five."""
    mean = sum(counts) / len(counts)
    spread = max(mean, variance(counts)) * (1 + 1 / len(counts))
    half = _QUANTILE * math.sqrt(spread)
    return max(0, math.floor(mean - half)), math.ceil(mean + half)


def _sentence(note: ChartNote, hours: int, windows: Sequence[Window], band: tuple[int, int] | None) -> str:
    after, before = windows[0], windows[1:]
    verb = "kam" if after.visitors == 1 else "kamen"
    came = f"In {_span_words(hours)} danach {verb} {number(after.visitors)} Besucher."
    if band is None:
        return (
            f"{came} Für einen Vergleich sind zu wenige gleiche Zeiten davor bekannt, in denen nichts anderes "
            f"verschickt wurde: {len(before)} statt {FEWEST}."
        )
    low, high = band
    since = WEEKDAYS[note.day.weekday()] + ("" if note.hour is None else f", {note.hour} Uhr")
    words = (
        f"{came} In denselben Stunden von {len(before)} Wochen davor, ab {since}, waren es im Mittel "
        f"{_mean(before, 'visitors')}; üblich sind {_span_of(low, high)}."
    )
    if low <= after.visitors <= high:
        return f"{words} Das {BY_CHANCE}."
    least, most = sorted((abs(after.visitors - low), abs(after.visitors - high)))
    words += f" Das sind {_span_of(least, most)} {'mehr' if after.visitors > high else 'weniger'} als sonst"
    if note.audience and after.visitors > high:
        words += f", {_per_thousand(least, note.audience)} bis {_per_thousand(most, note.audience)} je 1.000 Empfänger"
    tagged = f"mit den Kennzeichen der Kampagne {number(after.tagged)}, " if note.campaign_id is not None else ""
    return (
        f"{words}. Davon {tagged}ohne jede Angabe {number(after.direct)} (sonst {_mean(before, 'direct')}). "
        f"Reserviert wurde {number(after.reservations)}-mal, sonst {_mean(before, 'reservations')}-mal."
    )


def _span_of(least: int, most: int) -> str:
    return number(least) if least == most else f"{number(least)} bis {number(most)}"


def _span_words(hours: int) -> str:
    return f"den {hours} Stunden" if hours < 48 else f"den {hours // 24} Tagen"


def _mean(windows: Sequence[Window], of: str) -> str:
    return _tenths(Fraction(sum(getattr(one, of) for one in windows), len(windows)))


def _per_thousand(visitors: int, audience: int) -> str:
    return _tenths(Fraction(1000 * visitors, audience))


def _tenths(value: Fraction) -> str:
    exact = (Decimal(value.numerator) / value.denominator).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return format_decimal(exact, 0 if exact == exact.to_integral() else 1)


def _hours(note: ChartNote) -> int:
    """A sending of which only the day is known is looked at by whole days."""
    hours = HOURS[note.kind or "other"]
    return hours if note.hour is not None else max(hours, 24)


def _span(note: ChartNote, weeks_before: int = 0) -> tuple[datetime, datetime]:
    day, hour = note.day - timedelta(weeks=weeks_before), note.hour or 0
    return _clock(day, hour), _clock(day, hour + _hours(note))


def _overlaps(span: tuple[datetime, datetime], others: Sequence[tuple[datetime, datetime]]) -> bool:
    return any(began < span[1] and span[0] < ended for began, ended in others)


def _clock(day: date, hours: int) -> datetime:
    """So many hours by Berlin's clock after the day begins."""
    return datetime.combine(day + timedelta(days=hours // 24), time(hours % 24), BERLIN)
