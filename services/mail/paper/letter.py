"""The contents of a printed letter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the outbox: kind and values as of the mail, the lines of the address, and when it was ordered."""

    kind: str
    values: Mapping[str, Any]
    address: Sequence[str]
    at: datetime
