"""Seeds the parks of a new database from `offer.json`, which staff edit from then on, and keeps what is published."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select

from services import offer
from services.offer import OFFER, price_book
from services.parks.models import Park, Spot, SpotState
from services.privacy import kept_texts
from services.privacy.published import published_texts
from services.reservations.evidence.keep import everything_shown

_PRODUCTION: Final[dict[str, Any]] = json.loads(
    Path(offer.__file__).with_name("production.json").read_text(encoding="utf-8")
)


def seed_parks(connection: Connection) -> None:
    """Add the parks and their free spots where no park exists yet; parks that exist are never touched."""
    if connection.scalar(select(func.count()).select_from(Park)):
        return
    connection.execute(insert(Park), [_park(described) for described in OFFER["parks"]])
    now = datetime.now(UTC)
    spots = [
        {"park_id": described["id"], "number": number, "state": SpotState.FREE, "changed_at": now}
        for described in OFFER["parks"]
        for number in range(1, described["spots"] + 1)
    ]
    connection.execute(insert(Spot), spots)


def keep_published(connection: Connection) -> None:
    """Keep price book, offers and every text of this code, before a household can be shown one."""
    kept_texts.keep(connection, [price_book(), *published_texts(), *everything_shown()], datetime.now(UTC))


def _park(described: dict[str, Any]) -> dict[str, Any]:
    """The row of a park. Its energy is the expected annual yield, so that the limit only takes effect if staff raise
    the number of spots: 500 spots of 3,000 kWh need less than the pilot yields.
    """
    same = ("id", "name", "location", "capacity_kw", "households", "status", "timeline", "progress_note")
    return {
        **{name: described[name] for name in same},
        "progress_on": date.fromisoformat(described["progress_on"]),
        "invest_minimum_cents": described["invest_minimum_eur"] * 100,
        "spot_limit": described["spots"],
        "kwh_limit": described["capacity_kw"] * _PRODUCTION["specific_yield_kwh_per_kwp"],
    }
