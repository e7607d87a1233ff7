"""Computes each month's share of the annual production, for every park of the product.

`python -m tests.tools.monthly_course` writes `shares.json` (all parks, for reports) and
`services/offer/production.json` (the pilot, for the pages). It needs no network: the climate data is in `climate.json`,
everything else in pvlib. `analytics/production/PRODUCTION.md` describes method, sources and limits.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pvlib

from analytics.production import SHARES

Record = dict[str, Any]

CLIMATE = Path(__file__).with_name("climate.json")
TARGET = Path(__file__).parents[2] / "services" / "offer" / "production.json"
TIMEZONE = "Etc/GMT-1"
STEP_HOURS = 0.25

TEMPERATURE_COEFFICIENT = -0.0035  # of the power per kelvin, crystalline silicon (data sheets: -0.0030 to -0.0040)
SYSTEM_LOSS = 0.10  # soiling, mismatch, cables, shading between rows, standstill
INVERTER_EFFICIENCY = 0.98
INVERTER_OVERSIZE = 1.2  # module power to inverter power, usual in ground-mounted parks
METHOD = (
    "Modellrechnung, keine Messung: Sonnenstand in {place}, langjährige Mittel der Strahlung in Deutschland, "
    "auf den Breitengrad umgerechnet, Module nach Süden geneigt."
)
YEAR = 2026


@dataclass(frozen=True)
class Park:
    """Location and geometry of a park's modules. Angles in degrees, azimuth clockwise from north."""

    name: str
    place: str
    latitude: float
    longitude: float
    altitude_m: float
    tilt: float
    azimuth: float


INGOLSTADT = Park("ingolstadt", "Ingolstadt", latitude=48.77, longitude=11.42, altitude_m=374, tilt=20, azimuth=180)
MUNICH = Park("munich", "München-Ost", latitude=48.13, longitude=11.68, altitude_m=525, tilt=20, azimuth=180)
PARKS = (INGOLSTADT, MUNICH)


def quarter_hours(year: int) -> pd.DatetimeIndex:
    """The midpoints of all quarter hours of a year, in Central European Time."""
    return pd.date_range(f"{year}-01-01 00:07:30", f"{year}-12-31 23:59:59", freq="15min", tz=TIMEZONE)


def by_month(values: pd.Series) -> pd.Series:
    """Sums of power in W over the steps of each month, in kWh, with the months 1 to 12 as index."""
    return values.groupby(values.index.month).sum() * STEP_HOURS / 1000


def extraterrestrial(times: pd.DatetimeIndex, latitude: float, longitude: float) -> pd.Series:
    """Irradiance in W/m² on a horizontal square metre above the atmosphere."""
    sun = pvlib.solarposition.get_solarposition(times, latitude, longitude)
    height = np.cos(np.radians(sun["zenith"])).clip(lower=0)
    return pvlib.irradiance.get_extra_radiation(times) * height


def local_clearness(times: pd.DatetimeIndex, climate: Record) -> pd.Series:
    """Share of the extraterrestrial irradiation that reaches the ground, per month: Germany's mean."""
    reference = climate["global_irradiation"]
    above = by_month(extraterrestrial(times, reference["reference_latitude"], reference["reference_longitude"]))
    return pd.Series(reference["monthly"], index=above.index) / above


def diffuse_fraction(clearness: pd.Series, times: pd.DatetimeIndex, latitude: float) -> pd.Series:
    """Diffuse share of the monthly irradiation: Erbs, Klein and Duffie, Solar Energy 28 (1982), monthly correlation.

    Stated for a clearness of 0.3 to 0.8; a darker month is taken as one of 0.3 would be.
    """
    declination = pd.Series(pvlib.solarposition.declination_spencer71(times.day_of_year), index=times)
    mean_declination = declination.groupby(times.month).mean()
    sunset = np.degrees(np.arccos(-np.tan(np.radians(latitude)) * np.tan(mean_declination)))
    k = clearness.clip(0.3, 0.8)
    winter = 1.391 - 3.560 * k + 4.189 * k**2 - 2.137 * k**3
    summer = 1.311 - 3.022 * k + 3.427 * k**2 - 1.821 * k**3
    return winter.where(sunset <= 81.4, summer)


def mean_sky(times: pd.DatetimeIndex, park: Park, climate: Record) -> pd.DataFrame:
    """Irradiance in W/m² (ghi, dhi, dni): the monthly sums are the climate's, the form of a day is the clear sky's."""
    above = extraterrestrial(times, park.latitude, park.longitude)
    clearness = local_clearness(times, climate)
    place = pvlib.location.Location(park.latitude, park.longitude, TIMEZONE, park.altitude_m)
    sun = place.get_solarposition(times)
    clear = place.get_clearsky(times, model="ineichen", solar_position=sun)["ghi"]
    scale = clearness * by_month(above) / by_month(clear)
    month = pd.Series(times.month, index=times)
    ghi = clear * month.map(scale)
    dhi = ghi * month.map(diffuse_fraction(clearness, times, park.latitude))
    # Below three degrees the division by the sun's height would turn rounding into radiation.
    height = np.cos(np.radians(sun["zenith"]))
    dni = ((ghi - dhi) / height).where(height > np.sin(np.radians(3)), 0)
    return pd.DataFrame({"ghi": ghi, "dhi": dhi, "dni": dni})


def specific_power(times: pd.DatetimeIndex, park: Park, climate: Record) -> pd.Series:
    """Power behind the inverter in W per kilowatt-peak, by PVWatts (Dobos, NREL/TP-6A20-62641)."""
    sky = mean_sky(times, park, climate)
    sun = pvlib.solarposition.get_solarposition(times, park.latitude, park.longitude, altitude=park.altitude_m)
    plane = pvlib.irradiance.get_total_irradiance(
        park.tilt,
        park.azimuth,
        sun["apparent_zenith"],
        sun["azimuth"],
        **sky,
        dni_extra=pvlib.irradiance.get_extra_radiation(times),
        model="haydavies",
    )
    angle = pvlib.irradiance.aoi(park.tilt, park.azimuth, sun["apparent_zenith"], sun["azimuth"])
    absorbed = plane["poa_direct"] * pvlib.iam.physical(angle) + plane["poa_diffuse"]
    air = pd.Series(times.month, index=times).map(dict(enumerate(climate["air_temperature"]["monthly"], start=1)))
    cell = pvlib.temperature.faiman(plane["poa_global"], air)
    direct_current = pvlib.pvsystem.pvwatts_dc(absorbed, cell, 1000, TEMPERATURE_COEFFICIENT) * (1 - SYSTEM_LOSS)
    limit = 1000 / INVERTER_OVERSIZE / INVERTER_EFFICIENCY
    return pvlib.inverter.pvwatts(direct_current, limit, INVERTER_EFFICIENCY)


def rounded_shares(energies: list[float]) -> list[float]:
    """Percentages with two decimals that add up to exactly 100.00, by the largest remainder method."""
    exact = [energy / sum(energies) * 10_000 for energy in energies]
    floors = [int(share) for share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda place: floors[place] - exact[place])
    for place in by_remainder[: 10_000 - sum(floors)]:
        floors[place] += 1
    return [share / 100 for share in floors]


def production_record(park: Park, year: int) -> Record:
    """The contents of `production.json`: shares in per cent, yield in kWh per kilowatt-peak and year."""
    climate: Record = json.loads(CLIMATE.read_text(encoding="utf-8"))
    energies = by_month(specific_power(quarter_hours(year), park, climate))
    return {
        "park": park.name,
        "monthly_share_percent": rounded_shares(energies.tolist()),
        "latitude": park.latitude,
        "longitude": park.longitude,
        "altitude_m": park.altitude_m,
        "tilt_degrees": park.tilt,
        "azimuth_degrees": park.azimuth,
        "specific_yield_kwh_per_kwp": round(float(energies.sum())),
        "method": METHOD.format(place=park.place),
        "sources": [part["source"] for part in climate.values()],
        "computed_with": f"pvlib {pvlib.__version__}",
        "year": year,
    }


def shares_record(year: int) -> Record:
    """The contents of `shares.json`: location of each park, and monthly shares in hundredths of a per cent."""
    records = {park.name: production_record(park, year) for park in PARKS}
    return {
        "computed_with": f"pvlib {pvlib.__version__}",
        "year": year,
        "parks": {
            name: {
                "latitude": record["latitude"],
                "longitude": record["longitude"],
                "altitude_m": record["altitude_m"],
                "tilt_degrees": record["tilt_degrees"],
                "azimuth_degrees": record["azimuth_degrees"],
                "specific_yield_kwh_per_kwp": record["specific_yield_kwh_per_kwp"],
                "monthly_share_bp": [round(share * 100) for share in record["monthly_share_percent"]],
                "method": record["method"],
            }
            for name, record in records.items()
        },
    }


def _write(path: Path, record: Record) -> None:
    path.write_text(f"{json.dumps(record, ensure_ascii=False, indent=2)}\n", encoding="utf-8")


if __name__ == "__main__":
    _write(TARGET, production_record(INGOLSTADT, YEAR))
    _write(SHARES, shares_record(YEAR))
