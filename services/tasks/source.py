"""A source of tasks: one kind of line, how to find its open subjects, and how to describe them.

Finding reads keys and days only, for all lines. Names and details are read for the lines of one page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, NamedTuple

from sqlalchemy.orm import Session

from services.core.working_days import on_or_after, on_or_before
from services.reservations.desk.refunded import Refunded


@dataclass(frozen=True, slots=True)
class Term:
    """A term in calendar days for a payment."""

    starts_on: date
    ends_on: date

    @property
    def legal_end(self) -> date:
        """Under § 193 BGB the next working day, if the last day is none."""
        return on_or_after(self.ends_on)

    @property
    def work_day(self) -> date:
        """The last working day within the term, on which the work is due."""
        return on_or_before(self.ends_on)


@dataclass(slots=True)
class Subject:
    """One open subject; not frozen, since thousands are created per page. A new reason for the same subject is a new
    `cause`.
    """

    id: str
    due_on: date
    cause: str = ""
    term: Term | None = None
    at: datetime | None = None
    """The time on the due day, if the hour matters."""
    members: tuple[int, ...] = ()
    """The ids of the rows if the subject is a group, for its description."""


Act = Literal["answer", "call", "refund", "page"]
"""The work of a line: an answer to write, a call, a refund to note, or its page."""


class Description(NamedTuple):
    """The content of a line and its pane. `facts`: label and value."""

    title: str
    detail: str
    path: str
    act: Act = "page"
    verb: str = ""
    """Another one than that of its kind."""
    reservation_id: int | None = None
    park_id: str | None = None
    spot_number: int | None = None
    state: str | None = None
    phone: str | None = None
    """Masked."""
    message: str | None = None
    """What somebody wrote and waits for an answer to."""
    owed_cents: int | None = None
    """What is to be refunded, at most."""
    facts: tuple[tuple[str, str], ...] = ()


Find = Callable[[Session, datetime], Sequence[Subject]]
Describe = Callable[[Session, Mapping[str, Subject]], Mapping[str, Description]]
"""Descriptions of subjects found in the same transaction, by id. Most sources need only the ids."""
Step = Callable[[Session, str, str, datetime, Refunded | None], int | None]
"""Ends the cause of a subject for an actor, with the refund that was made if its source asks for one; returns the
operation to undo it with, if there is one.
"""
Reverse = Callable[[Session, str, str, datetime], None]
Band = Literal["legal", "waiting", "today", "backlog", "later"]
"""Headings of the page, in its order: what a law gives a term, what somebody waits for, and of everything else what is
due, what has been left for so long that the administrators know, and what is not due yet.
"""
BANDS: Final[tuple[Band, ...]] = ("legal", "waiting", "today", "backlog", "later")
Whose = Literal["mine", "team", "free", "snoozed", "escalated"]
TABS: Final[tuple[Whose, ...]] = ("mine", "team", "free", "snoozed", "escalated")
"""Of the page."""
Ending = Literal["mark", "step", "page"]
"""How a line ends: marked as done, its cause remaining; by a step of the source that ends the cause; or by a decision
on a separate page.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """One kind of task with its queries. `label` and `verb` are German."""

    name: str
    label: str
    verb: str
    find: Find
    describe: Describe
    escalates_after: int
    """Working days after its due day; negative: before it."""
    band: Band | None = None
    """Of all its lines; None: by their days."""
    button: str = ""
    """Label of the button that ends it; empty for a decision on a separate page."""
    step: Step | None = None
    reverse: Reverse | None = None
    """Undoes the step if no operation can. Without either it is final."""
    is_refund: bool = False
    """Whether the step asks for the refund that was made."""
    final_sentence: str = ""
    """The consequences, if it cannot be undone: the line then asks for confirmation."""

    @property
    def ending(self) -> Ending:
        """How its lines end."""
        if self.step:
            return "step"
        return "mark" if self.button else "page"
