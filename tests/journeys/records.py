"""What the product has kept, read from its own database while it runs."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event
from time import monotonic
from typing import Any

from sqlalchemy import Insert, Update, create_engine, select, update

from services.core.db.db import Base
from services.parks.models import Park, Spot
from services.reservations.models import Reservation

_PATIENCE_SECONDS = 240
"""Only what fails waits so long: a busy machine may take its time."""


class Records:
    """Rows of one database."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url)

    def close(self) -> None:
        self._engine.dispose()

    def rows(self, model: type[Base]) -> list[dict[str, Any]]:
        """Every row of a table in the order of its key."""
        table = model.__table__
        with self._engine.connect() as connection:
            found = connection.execute(select(table).order_by(*table.primary_key.columns))
            return [dict(row._mapping) for row in found]

    def only(self, model: type[Base]) -> dict[str, Any]:
        """The one row of a table."""
        [row] = self.rows(model)
        return row

    def spots_reserved(self) -> list[int]:
        """The places that reservations hold, in order of arrival."""
        return [row["spot_number"] for row in self.rows(Reservation)]

    def add(self, statement: Insert | Update) -> None:
        """Write what no page of the public site could."""
        with self._engine.begin() as connection:
            connection.execute(statement)

    def fill_park(self) -> None:
        """Withhold every spot of the pilot, as staff could."""
        with self._engine.begin() as connection:
            connection.execute(update(Spot).where(Spot.park_id == "ingolstadt").values(state="blocked"))

    def pause_park(self) -> None:
        """Take no reservations in the pilot, as staff could."""
        with self._engine.begin() as connection:
            connection.execute(update(Park).where(Park.id == "ingolstadt").values(paused_at=datetime.now(UTC)))


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait for another process; a browser is waited for by its locators instead."""
    patience, pause = monotonic() + _PATIENCE_SECONDS, Event()
    while not holds():
        assert monotonic() < patience, f"did not come true: {what}"
        pause.wait(0.05)
