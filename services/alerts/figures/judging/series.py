"""Daily values of a figure, without gaps. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Series:
    """Values from `first` on, one a day. A ratio has `bases`: its value over days is Σ amounts ÷ Σ bases × `scale`.

    `lag_days`: how many of the last days are too young to be judged; a judgement of a day then ends that much earlier.
    """

    first: date
    amounts: tuple[int, ...]
    bases: tuple[int, ...] | None = None
    scale: int = 1
    lag_days: int = 0

    @property
    def last(self) -> date:
        """The last day with a value; the day before `first` if there is none."""
        return self.first + timedelta(days=len(self.amounts) - 1)

    def judged(self, day: date) -> date:
        """The last day that a judgement at the end of `day` covers."""
        return day - timedelta(days=self.lag_days)

    def amount(self, day: date) -> int | None:
        """The value of a day; None: not known."""
        place = (day - self.first).days
        return self.amounts[place] if 0 <= place < len(self.amounts) else None

    def window(self, day: date, days: int) -> tuple[int, int | None] | None:
        """Sums of amounts and bases over the `days` that end with `day`; None if not all of them are known."""
        end = (day - self.first).days + 1
        start = end - days
        if start < 0 or end > len(self.amounts):
            return None
        return sum(self.amounts[start:end]), None if self.bases is None else sum(self.bases[start:end])

    def until(self, day: date) -> "Series":
        """What was known of it at the end of a day."""
        count = max(0, (day - self.first).days + 1)
        bases = None if self.bases is None else self.bases[:count]
        return Series(self.first, self.amounts[:count], bases, self.scale, self.lag_days)


Data = Mapping[str, Series]
"""Series by what they are about: a single one with the key "" for most figures, else one a campaign or source."""


def series_of(values: Mapping[date, int], first: date, last: date) -> Series:
    """A series from `first` to `last` with 0 on days without a value."""
    return Series(first, tuple(values.get(day, 0) for day in days_between(first, last)))


def days_between(first: date, last: date) -> Iterator[date]:
    """Every day from the first to the last, both included."""
    return (first + timedelta(days=number) for number in range((last - first).days + 1))


def counted_by_day(days: Iterable[date]) -> dict[date, int]:
    """How many of these fall on each day."""
    found: dict[date, int] = {}
    for day in days:
        found[day] = found.get(day, 0) + 1
    return found
