"""When a park will be full if households go on choosing as they do. Pure: figures in, a German sentence out."""

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from services.core.money import divide_half_up, format_decimal
from services.parks.limits import SMALLEST_KWH

LEVELS = (100, 90, 80)
"""Per cent at which staff are told how full a park is."""


@dataclass(frozen=True, slots=True)
class Usage:
    """A park's limits and what is gone of them.

    `taken` spots carry the `kwh_taken` a year, `free` ones can be given; the difference to `spot_limit` is withheld.
    `active` reservations with `active_kwh` together are the present mix.
    """

    spot_limit: int
    kwh_limit: int | None
    taken: int
    free: int
    kwh_taken: int
    active: int
    active_kwh: int

    @property
    def is_overbooked(self) -> bool:
        """More is given away than a limit allows, which staff had to confirm."""
        return self.taken > self.spot_limit or (self.kwh_limit is not None and self.kwh_taken > self.kwh_limit)


@dataclass(frozen=True, slots=True)
class Forecast:
    """`full_at_spot`: how many spots will be given when nothing more can be. None: nobody can tell yet."""

    mean_kwh: int | None
    full_at_spot: int | None
    limited_by: Literal["spots", "kwh"] | None
    sentence: str


def forecast(usage: Usage) -> Forecast:
    """At the mean of the active reservations, which limit comes first and at which spot."""
    if usage.spot_limit == 0 and usage.taken == 0:
        sentence = "Der Park hat noch keine Plätze. Mit einer Platzgrenze über 0 öffnen Sie ihn."
        return Forecast(None, None, None, sentence)
    if usage.active == 0:
        return Forecast(None, None, None, "Noch hat niemand reserviert. Eine Vorhersage gibt es mit dem ersten Platz.")
    mean = divide_half_up(usage.active_kwh, usage.active)
    if usage.is_overbooked:
        sentence = "Der Park ist überbucht: Es ist mehr vergeben, als die Grenzen zulassen."
        return Forecast(mean, usage.taken, None, sentence)
    by_spots = usage.taken + usage.free
    if usage.kwh_limit is not None:
        left = usage.kwh_limit - usage.kwh_taken
        by_kwh = usage.taken + left * usage.active // usage.active_kwh
        if by_kwh < by_spots:
            return Forecast(mean, by_kwh, "kwh", _kwh_sentence(by_kwh, mean))
    return Forecast(mean, by_spots, "spots", _spots_sentence(usage, by_spots, mean))


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a limit is gone."""

    part: int
    whole: int
    limited_by: Literal["spots", "kwh"]

    @property
    def percent(self) -> int:
        """Whole per cent, rounded down: at least so much is gone. A limit of nothing is used up."""
        return 100 * self.part // self.whole if self.whole else 100


def nearest(usage: Usage) -> Share | None:
    """The limit that is nearer to its end; None for a park that has not been opened."""
    if usage.spot_limit == 0 and usage.taken == 0:
        return None
    shares = [Share(usage.spot_limit - usage.free, usage.spot_limit, "spots")]
    if usage.kwh_limit is not None:
        # What is left for less than the smallest package is left for nobody.
        is_over = usage.kwh_limit - usage.kwh_taken < SMALLEST_KWH
        shares.append(Share(usage.kwh_limit if is_over else usage.kwh_taken, usage.kwh_limit, "kwh"))
    return max(shares, key=lambda share: Fraction(share.part, share.whole) if share.whole else math.inf)


def level(usage: Usage) -> int | None:
    """80, 90 or 100: how full the park is in per cent by the limit nearer to its end; None below that."""
    share = nearest(usage)
    return next((step for step in LEVELS if share is not None and share.percent >= step), None)


def _kwh_sentence(spot: int, mean: int) -> str:
    return (
        f"Bei diesem Mix ist der Park bei Platz {_number(spot)} voll: Die Kilowattstunden reichen für "
        f"{_number(spot)} {'Platz' if spot == 1 else 'Plätze'} im Mittel von {_number(mean)} kWh."
    )


def _spots_sentence(usage: Usage, spot: int, mean: int) -> str:
    start = f"Bei diesem Mix ist der Park bei Platz {_number(spot)} voll:"
    if usage.kwh_limit is None:
        return f"{start} Für die Kilowattstunden ist keine Grenze gesetzt."
    kwh = usage.kwh_taken + divide_half_up(usage.free * usage.active_kwh, usage.active)
    return (
        f"{start} Die Plätze gehen zuerst aus. Vergeben sind dann im Mittel {_number(mean)} kWh je Platz, zusammen "
        f"rund {_number(kwh)} von {_number(usage.kwh_limit)} kWh."
    )


def _number(value: int) -> str:
    return format_decimal(Decimal(value), 0)
