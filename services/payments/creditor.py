"""Who collects the payments of households."""

from dataclasses import dataclass
from typing import Final

from services.settings import Settings

_FOR_TESTS: Final = "DE98ZZZ09999999999"
"""The identifier that the Bundesbank publishes for tests: no bank takes it."""


@dataclass(frozen=True, slots=True)
class Creditor:
    """The company, with the identifier under which it collects."""

    name: str
    id: str


def creditor_of(settings: Settings) -> Creditor | None:
    """None: without an identifier nobody can sign a mandate. Outside production the one for tests will do."""
    id_ = settings.creditor_id or ("" if settings.environment == "production" else _FOR_TESTS)
    return Creditor(settings.company_name, id_) if id_ else None
