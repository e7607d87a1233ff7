"""Every table of the product as its columns describe it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.core.db.db import Base
from services.core.personal_data import Description, describe
from services.models import metadata

_ROOMS: Final = (
    "reservations",
    "contracts",
    "payments",
    "privacy",
    "visits",
    "told_origins",
    "referral_codes",
    "mail",
    "household_links",
    "household",
    "waiting_list",
    "contact",
    "messages",
    "declarations",
)
"""In the order in which a household reads about itself; the others follow."""


def _models() -> list[type[Base]]:
    """By room, what is in the midst of a room first, each file in its own order."""
    defined = {mapper.local_table.name: mapper.class_ for mapper in Base.registry.mappers}  # type: ignore[attr-defined]
    by_file = [defined[name] for name in metadata.tables]

    def place(model: type[Base]) -> tuple[int, str, int, str]:
        room = model.__module__.split(".")[1]
        rank = _ROOMS.index(room) if room in _ROOMS else len(_ROOMS)
        return rank, room, model.__module__.count("."), model.__module__

    return sorted(by_file, key=place)


REGISTRY: Final[Mapping[str, Description]] = MappingProxyType(
    {model.__tablename__: describe(model) for model in _models()}
)
"""By the table's name."""
PERSONAL: Final = tuple(described for described in REGISTRY.values() if described.personal)
OF_HOUSEHOLDS: Final = tuple(described for described in PERSONAL if described.leads)
"""Tables whose rows lead to a household: what an export shows and an erasure covers."""
