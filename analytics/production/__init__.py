"""Monthly production shares of each park, precomputed (`PRODUCTION.md`); needs neither pvlib nor pandas."""

import json
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

SHARES: Final = Path(__file__).with_name("shares.json")


class MonthShare(NamedTuple):
    """Share of a park's annual kWh in a month (1 to 12), in hundredths of a per cent."""

    park_id: str
    month: int
    share_bp: int


@cache
def production_shares() -> tuple[MonthShare, ...]:
    """Twelve rows per park, which sum to 10,000."""
    parks = json.loads(SHARES.read_text(encoding="utf-8"))["parks"]
    return tuple(
        MonthShare(park, month, share)
        for park, record in parks.items()
        for month, share in enumerate(record["monthly_share_bp"], start=1)
    )
