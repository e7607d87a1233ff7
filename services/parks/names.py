"""Current names of parks for use in sentences, with a few facts."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.parks.models import Park


@dataclass(frozen=True, slots=True)
class ParkLabel:
    """The facts that sentences need: name, total number of spots, smallest share in cents."""

    name: str
    spots: int
    minimum_cents: int


def park_labels(session: Session) -> dict[str, ParkLabel]:
    """Every park by its id; there are few."""
    rows = session.execute(select(Park.id, Park.name, Park.spot_limit, Park.invest_minimum_cents))
    return {row.id: ParkLabel(row.name, row.spot_limit, row.invest_minimum_cents) for row in rows}
