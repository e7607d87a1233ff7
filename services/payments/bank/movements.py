"""What the bank says of a movement: read from its file, and kept sealed, since it names people and accounts."""

import json
from dataclasses import asdict, dataclass
from datetime import date

from services.core.sealed import Seal
from services.payments.bank.models import StatementLine
from services.settings import Settings


@dataclass(frozen=True, slots=True)
class Details:
    """Who has paid, or was paid, from which account, and what they wrote."""

    name: str = ""
    iban: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Movement:
    """One movement. `reference`: the bank's own, the same in every file that names it. Below zero, money has left."""

    reference: str
    booked_on: date
    cents: int
    details: Details
    end_to_end_id: str = ""
    mandate: str = ""
    batch: str = ""
    """Of the sum of a whole file of ours: the name of that file."""
    reason: str = ""
    """The code of a return."""


def sealed(settings: Settings, reference: str, details: Details) -> str:
    """For the database."""
    return _seal(settings).close(json.dumps(asdict(details), ensure_ascii=False), reference)


def details_of(settings: Settings, line: StatementLine) -> Details:
    """Of a line of a statement. Unreadable."""
    return Details(**json.loads(_seal(settings).open(line.details, line.reference)))


def _seal(settings: Settings) -> Seal:
    return Seal(settings, "statements")
