"""Constants of the offer, read once from `offer.json`, which the web apps read too."""

import json
from pathlib import Path
from typing import Any, Final

OFFER: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("offer.json").read_text(encoding="utf-8"))

TERM_YEARS: Final[int] = OFFER["term_years"]
DEFAULT_PARK: Final[str] = OFFER["defaults"]["park"]
ENERGY_PROVIDERS: Final[tuple[str, ...]] = tuple(OFFER["energy_providers"])
HOUSEHOLD_SIZES: Final[tuple[str, ...]] = tuple(OFFER["household_sizes"])

MINIMUM_TENTH_CT: Final[int] = OFFER["credit"]["minimum_tenth_ct"]
CREDIT_TENTH_CT: Final[tuple[int, ...]] = tuple(
    range(
        MINIMUM_TENTH_CT,
        OFFER["credit"]["maximum_tenth_ct"] + 1,
        OFFER["credit"]["step_tenth_ct"],
    )
)
"""Every credit a household may assume, in tenths of a cent per kWh."""

CARD_VERIFICATION_CENTS: Final[int] = OFFER["fees"]["card_verification_eur"] * 100
SETUP_FEE_CENTS: Final[int] = OFFER["fees"]["setup_eur"] * 100
YEARLY_PLATFORM_FEE_CENTS: Final[int] = OFFER["fees"]["yearly_platform_eur"] * 100
BREAK_EVEN_EXTRA_CENTS: Final[int] = OFFER["fees"]["break_even_extra_eur"] * 100
"""The 50 € of the break-even formula. It is no fee: nobody pays it."""
