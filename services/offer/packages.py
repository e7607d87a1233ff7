"""The three packages a household chooses from."""

from dataclasses import dataclass
from typing import Final

from services.offer.constants import OFFER


@dataclass(frozen=True, slots=True)
class Package:
    """A share by its expected production in kWh a year, with its price when paid at once."""

    annual_kwh: int
    name: str
    price_cents: int


PACKAGES: Final = {
    entry["annual_kwh"]: Package(entry["annual_kwh"], entry["name"], entry["price_eur"] * 100)
    for entry in OFFER["packages"]
}
