"""The port to payment providers: begin a check, look one up, release what it holds. Calls go over the network and are
made outside of transactions; each may be made again, however often.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from services.payments.states import Answer


@dataclass(frozen=True, slots=True)
class Asked:
    """A check as a provider is asked about it. `reference` is None where it has not answered yet."""

    key: str
    reference: str | None
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class Begun:
    """The provider's number of a check, and the page on which the household gives its card."""

    reference: str
    address: str


class Silent(Exception):
    """The provider did not answer, or not as it should. The message says why, without personal data."""


class Provider(Protocol):
    """What a provider of card checks can do. All three raise Silent."""

    name: str

    def begin(self, asked: Asked) -> Begun:
        """The same check for the same key, as far as the provider keeps to it."""

    def look_up(self, asked: Asked) -> Answer:
        """Its present situation at the provider."""

    def release(self, asked: Asked) -> None:
        """Give back what is held, and close its page. Nothing happens where there is nothing to release."""
