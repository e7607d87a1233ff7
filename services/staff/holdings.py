"""The responsibilities of an account, and their hand-over to a colleague.

Each room finds and changes its own rows; `services/tasks/leaving.py` combines the rooms.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeVar

from sqlalchemy import Select
from sqlalchemy.orm import Session

from services.staff.models import Account, Role

HoldingKind = Literal["receives", "owns", "link", "alert_rule", "view", "task"]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Leaving:
    """Whose things are looked for. `locks`: the rows are locked, since they are to be changed."""

    session: Session
    account: Account
    actor: str
    now: datetime
    locks: bool = False

    def rows(self, query: Select[Row]) -> Select[Row]:
        """The query, with its rows locked and read again where they are to be changed."""
        if not self.locks:
            return query
        return query.with_for_update().execution_options(populate_existing=True)


@dataclass(frozen=True, slots=True)
class Holding:
    """One thing that an account receives, answers for or has taken."""

    kind: HoldingKind
    subject: str
    """As in the audit log: `report_schedule:4`."""
    name: str
    roles: frozenset[Role]
    """Of colleagues who may take it over."""
    give: Callable[[Account], bool]
    """Make it the colleague's. Where they have the same, theirs stays and this one goes. False: they have as many as
    there may be, and nothing happened.
    """


Finder = Callable[[Leaving], Iterator[Holding]]
