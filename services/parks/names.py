"""How a park is called in sentences."""

from services.offer.constants import OFFER

_NAMES = {park["id"]: park["name"] for park in OFFER["parks"]}


def park_name(park_id: str) -> str:
    """`Ingolstadt` for `ingolstadt`; an unknown park keeps its id."""
    return str(_NAMES.get(park_id, park_id))
