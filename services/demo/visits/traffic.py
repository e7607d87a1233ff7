"""Simulates a day's visitors: casual ones, bots, and the visits of households that are going to reserve."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from services.demo.visits.journeys import Caller, Report, Walk, answer_to, caller, crawl, touch_of
from services.demo.visits.sources import BOT_VISITS, NEIGHBOURS, SOURCES, Source, Touch
from services.demo.year import LENGTH, busyness, moment_of, whole

_LONGEST_MAKING_UP_OF_MINDS = timedelta(days=24)
_VISITS_BEFORE = (24, 36, 25, 15)
"""Percentage of households that reserve on their first, second, third and fourth visit."""


@dataclass(frozen=True, slots=True)
class Approach:
    """How a household came to reserve: the source of its last visit, and the calls of all visits."""

    source: Source
    reports: Sequence[Report]
    """Up to the moment before the form is submitted."""
    touches: Sequence[dict[str, str]]
    """Touches stored by its browser and sent along."""
    consent: str
    """Whether there is consent to store them beyond a visit."""
    thanks: Walk


class Traffic:
    """Visits of a year. `volume` scales the number of casual visitors; 1 is a park of 500 spots."""

    def __init__(self, start: date, volume: float, random: Random) -> None:
        self._start = start
        self._volume = volume
        self._random = random
        self._end = start + LENGTH

    def lookers(self, day: date, codes: Sequence[str]) -> Iterator[Report]:
        """All visitors of a day who do not reserve. `codes` are those in circulation among neighbours."""
        pace = self._volume * busyness(day, self._start)
        for source in (*SOURCES, *([NEIGHBOURS] if codes else [])):
            if not self._runs(source, day):
                continue
            for _ in range(whole(source.visits * pace, self._random)):
                walk = self._walk(source, moment_of(day, self._random), codes)
                yield from walk.look_around(source)
        for _ in range(whole(BOT_VISITS * self._volume, self._random)):
            yield from crawl(moment_of(day, self._random), self._random)

    def approach(self, moment: datetime, codes: Sequence[str]) -> Approach:
        """The visits of a household that reserves at `moment`, the last one with the whole form.

        Touches of earlier visits are sent along only if the household had consented to storing them.
        """
        visitor = caller(self._random)
        reports: list[Report] = []
        remembered: list[dict[str, str]] = []
        for earlier in self._earlier_moments(moment):
            source = self._drawn(lambda source: source.discovers, earlier.date(), codes)
            walk = self._walk(source, earlier, codes, visitor)
            reports += walk.look_around(source)
            if walk.asked == "yes":
                remembered.append(walk.kept_touch())
        source = self._drawn(lambda source: source.closes, moment.date(), codes)
        last = self._walk(source, moment, codes, visitor)
        reports += last.land()
        reports += last.fill_in()
        own = [last.kept_touch()] if last.touch or not remembered else []
        consent = "yes" if remembered else last.asked
        return Approach(source, reports, [*remembered, *own], consent, last)

    def _earlier_moments(self, moment: datetime) -> list[datetime]:
        count = self._random.choices(range(len(_VISITS_BEFORE)), _VISITS_BEFORE)[0]
        days = (self._random.expovariate(1 / 6) for _ in range(count))
        return sorted(
            moment - min(timedelta(days=day, minutes=90), _LONGEST_MAKING_UP_OF_MINDS)
            for day in days
            if (moment - timedelta(days=day)).date() > self._start
        )

    def _drawn(self, weight: Callable[[Source], int], day: date, codes: Sequence[str]) -> Source:
        running = [source for source in SOURCES if self._runs(source, day)] + ([NEIGHBOURS] if codes else [])
        return self._random.choices(running, [weight(source) for source in running])[0]

    def _runs(self, source: Source, day: date) -> bool:
        first, last = source.days
        return first >= (self._end - day).days >= last

    def _walk(self, source: Source, at: datetime, codes: Sequence[str], who: Caller | None = None) -> Walk:
        touch: Touch = touch_of(source, self._random)
        if source is NEIGHBOURS and codes:
            touch = {"referral_code": self._random.choice(codes)}
        answer = answer_to(touch, self._random)
        return Walk(at, who or caller(self._random), touch, source.landing, answer, self._random)
