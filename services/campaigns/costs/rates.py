"""Conversion of foreign money at a dated rate that the user names. Pure; whole numbers throughout."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final, Literal

from services.core.money import divide_half_up

DECIMALS: Final = 8
"""Digits after the point of a rate; more are refused."""
_SCALE: Final = 10**DECIMALS

RateSource = Literal["ecb", "bank", "invoice", "other"]


@dataclass(frozen=True, slots=True)
class Rate:
    """What one unit of a currency was worth in euro on a day, and who says so."""

    currency: str
    rate: Decimal
    on: date
    source: RateSource

    def euro_cents(self, hundredths: int) -> int:
        """Hundredths of the currency as euro cents, halves away from zero."""
        return divide_half_up(hundredths * int(self.rate.scaleb(DECIMALS)), _SCALE)

    def as_json(self) -> dict[str, Any]:
        """To be stored with the import."""
        return {"currency": self.currency, "rate": str(self.rate), "on": self.on.isoformat(), "source": self.source}


Rates = Mapping[str, Rate]
"""By currency code."""
NO_RATES: Final[Rates] = {}
