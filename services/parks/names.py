"""How parks are called in sentences, and the few facts beside the name, as staff last wrote them."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.parks.models import Park


@dataclass(frozen=True, slots=True)
class ParkLabel:
    """What sentences say about a park: its name, of how many spots a number is one, the least share in cents."""

    name: str
    spots: int
    minimum_cents: int


def park_labels(session: Session) -> dict[str, ParkLabel]:
    """Every park by its id; there are few."""
    rows = session.execute(select(Park.id, Park.name, Park.spot_limit, Park.invest_minimum_cents))
    return {row.id: ParkLabel(row.name, row.spot_limit, row.invest_minimum_cents) for row in rows}
