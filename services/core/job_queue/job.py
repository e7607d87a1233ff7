"""A periodic job: its name, when it is due, and what it does."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from services.core.db.db import yielding_to_calls
from services.core.job_queue.models import LONGEST_NAME
from services.core.schedules import Every, Rule, turn_words

Kind = Literal["continuous", "slotted", "report"]
_SHORTEST_SLOT_SECONDS: Final = 30
NOTHING: Final = "Es gab nichts zu tun."


def _in_words(result: Any) -> str:
    return NOTHING if result is None or result == 0 else str(result)


@dataclass(frozen=True, slots=True)
class Job:
    """Periodic work. Anything due more often than every 30 seconds is continuous: every instance does it all the time,
    and its rows have their own leases. Everything else has slots, and for each slot only one instance's run counts.

    `run` may still be called twice for one slot, if an instance died during it; it must be idempotent.
    """

    name: str
    title: str
    """German, like `does`: the console shows both."""
    does: str
    rule: Rule
    run: Callable[..., Any]
    says: Callable[[Any], str] = _in_words
    """The result of `run` as a German sentence without personal data."""
    takes_slot: bool = False
    """`run` takes the slot as an aware datetime."""
    since: datetime | None = None
    """Slots at or before this moment are not caught up, for example after a schedule was changed or resumed."""
    is_report: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= LONGEST_NAME:
            raise ValueError(f"a job's name has up to {LONGEST_NAME} characters")

    @property
    def is_continuous(self) -> bool:
        """Whether it has no slots."""
        return isinstance(self.rule, Every) and self.rule.seconds < _SHORTEST_SLOT_SECONDS

    @property
    def kind(self) -> Kind:
        """Category in the console."""
        if self.is_report:
            return "report"
        return "continuous" if self.is_continuous else "slotted"

    @property
    def turn(self) -> str:
        """When it is due, in German."""
        return turn_words(self.rule)

    def at(self, slot: datetime) -> str:
        """Run it and return what was done, in German. Raises whatever `run` raises."""
        with yielding_to_calls():
            return self.says(self.run(slot) if self.takes_slot else self.run())
