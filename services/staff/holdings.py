"""What people receive and answer for, as each room tells it, and the steps by which it is handed over.

A room finds its own rows, judges them and changes them; `services/responsibilities` puts the rooms together. A preview
and its confirmation call the same functions, so that what was shown is what is done.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from sqlalchemy import Select
from sqlalchemy.orm import Session

from services.staff.models import Account, AccountState

Kind = Literal["receives", "alert_rule", "owns", "link", "view"]
Holder = int | str
"""The id of an account, or an external address in lower case."""
Row = TypeVar("Row")
Outcome = Literal["moves", "has_it", "stays", "removed", "empties"]
"""`has_it`: the new person has the same already. `stays`: the new person may not have it. `empties`: the schedule is
left without a recipient."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One thing that an account or an external address receives or answers for."""

    holder: Holder
    kind: Kind
    name: str
    about: str
    """What it is: the title of a report, the rule of an alert."""
    path: str
    """Page of the console without `/admin`."""
    facts: Sequence[tuple[str, str]] = ()
    """Label and words."""
    problem: str = ""
    """In German, why nothing comes of it now; empty if it works."""
    last_at: datetime | None = None
    next_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class HandOver:
    """Everything of one account goes to another. Both belong to `session`."""

    session: Session
    leaver: Account
    heir: Account
    actor: str
    now: datetime
    locks: bool
    """Whether rows are locked, since they are to be changed; not for a preview."""

    @property
    def is_still_served(self) -> str:
        """What becomes of a delivery that stays with the leaver, as a German sentence."""
        if self.leaver.state == AccountState.ACTIVE.value:
            return "Sobald das Konto deaktiviert ist, wird nichts mehr gesendet."
        return "Das Konto ist nicht aktiv, deshalb wird nichts gesendet."


@dataclass(frozen=True, slots=True)
class AddressRemoval:
    """An external address is removed everywhere. `address` in lower case."""

    session: Session
    address: str
    actor: str
    now: datetime
    locks: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of one thing. `seen` is what the judgement rests on; None for `carry_out`: nothing is to be done."""

    kind: Kind
    subject: str
    """As in the audit log: `report_schedule:4`."""
    name: str
    outcome: Outcome
    words: str
    """German, in whole sentences."""
    seen: Mapping[str, Any]
    carry_out: Callable[[], None] | None


def for_change(query: Select[Row], change: HandOver | AddressRemoval) -> Select[Row]:
    """The query, with its rows locked and read again where they are to be changed."""
    if not change.locks:
        return query
    return query.with_for_update().execution_options(populate_existing=True)


Finder = Callable[[Session, datetime], Iterator[Holding]]
Planner = Callable[[HandOver], Iterator[Step]]
Remover = Callable[[AddressRemoval], Iterator[Step]]
