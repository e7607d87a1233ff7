"""Forecast of when a park is full at the current mix of packages. Pure: figures in, a German sentence out."""

from dataclasses import dataclass
from typing import Literal

from services.core.german import counted, number
from services.core.money import divide_half_up
from services.parks.fullness import Fullness


@dataclass(frozen=True, slots=True)
class Mix:
    """The active reservations: their number, and their total kWh a year."""

    active: int
    active_kwh: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """`full_at_spot`: how many spots will be reserved or held when the park is full. None: unknown."""

    mean_kwh: int | None
    full_at_spot: int | None
    limited_by: Literal["spots", "kwh"] | None
    sentence: str


def forecast(park: Fullness, mix: Mix) -> Forecast:
    """Which limit is reached first at the mean of the active reservations, and at which spot."""
    if park.is_cancelled:
        return Forecast(None, None, None, "Der Park ist abgesagt: Hier wird niemand mehr reservieren.")
    if not park.is_open:
        sentence = "Der Park hat noch keine Plätze. Mit einer Platzgrenze über 0 öffnen Sie ihn."
        return Forecast(None, None, None, sentence)
    if mix.active == 0:
        return Forecast(None, None, None, "Noch hat niemand reserviert. Eine Vorhersage gibt es mit dem ersten Platz.")
    mean = divide_half_up(mix.active_kwh, mix.active)
    given = park.reserved + park.held + park.overbooked
    if park.is_overbooked:
        sentence = "Der Park ist überbucht: Es ist mehr belegt, als die Grenzen zulassen."
        return Forecast(mean, given, None, sentence)
    by_spots = given + park.free
    if park.kwh_limit is not None:
        by_kwh = given + (park.kwh_limit - park.kwh_taken) * mix.active // mix.active_kwh
        if by_kwh < by_spots:
            return Forecast(mean, by_kwh, "kwh", _kwh_sentence(by_kwh, mean))
    return Forecast(mean, by_spots, "spots", _spots_sentence(park, mix, by_spots, mean))


def _full_with(spots: int) -> str:
    spots_in_words = counted(spots, "reservierten Platz", "reservierten Plätzen")
    return f"Bei diesem Mix ist der Park mit {spots_in_words} voll"


def _kwh_sentence(spots: int, mean: int) -> str:
    return f"{_full_with(spots)}: Bei im Mittel {number(mean)} kWh je Platz reichen die Kilowattstunden nicht weiter."


def _spots_sentence(park: Fullness, mix: Mix, spots: int, mean: int) -> str:
    start = f"{_full_with(spots)}:"
    if park.kwh_limit is None:
        return f"{start} Für die Kilowattstunden ist keine Grenze gesetzt."
    kwh = park.kwh_taken + divide_half_up(park.free * mix.active_kwh, mix.active)
    return (
        f"{start} Die Plätze gehen zuerst aus. Belegt sind dann im Mittel {number(mean)} kWh je Platz, zusammen "
        f"rund {number(kwh)} von {number(park.kwh_limit)} kWh."
    )
