"""What a source of work is: one kind of line, how its open subjects are found, and how a few of them are described.

Finding reads keys and days alone, for all lines at once. Names and details are read for the lines of one page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy.orm import Session

from services.core.working_days import on_or_after, on_or_before
from services.staff.models import Role

CLERKS: Final = frozenset({Role.ADMIN, Role.STAFF})


class Ending(StrEnum):
    """How a line ends."""

    MARK = "mark"
    """A clerk marks it as done; the cause stays."""
    STEP = "step"
    """One step of the source ends the cause."""
    PAGE = "page"
    """It takes a decision with a page of its own."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term in calendar days. `is_extended`: by § 193 BGB it ends on the next working day, if its last day is none."""

    starts_on: date
    ends_on: date
    is_extended: bool

    @property
    def legal_end(self) -> date:
        """The last day on which it is kept."""
        return on_or_after(self.ends_on) if self.is_extended else self.ends_on

    @property
    def work_day(self) -> date:
        """The last working day within its calendar days, on which the work is due."""
        return on_or_before(self.ends_on)


@dataclass(slots=True)
class Subject:
    """One open subject; not frozen, since thousands are made for one page. `cause` differs whenever there is a new
    reason for the same subject.
    """

    id: str
    due_on: date
    cause: str = ""
    term: Term | None = None
    at: datetime | None = None
    """The moment of the due day, where it matters to the hour."""
    members: tuple[int, ...] = ()
    """The ids of the rows in a subject that is a group, for its description."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a line and its pane say. `facts`: label and value."""

    title: str
    detail: str
    path: str
    reservation_id: int | None = None
    park_id: str | None = None
    spot_number: int | None = None
    state: str | None = None
    phone: str | None = None
    """Masked."""
    note: str | None = None
    facts: tuple[tuple[str, str], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class WorkKind:
    """One kind of work. `label` names it, `verb` says what is to be done, both in German.

    `escalates_after`: how many working days behind its due day the administrators are told; negative: before it.
    """

    name: str
    label: str
    verb: str
    ending: Ending
    escalates_after: int
    step_words: str = ""
    """What the button that ends it says."""
    final_sentence: str = ""
    """What follows, where it cannot be taken back: such a line asks before it ends."""
    roles: frozenset[Role] = CLERKS

    @property
    def is_final(self) -> bool:
        """Whether what the step does cannot be taken back."""
        return self.final_sentence != ""


Find = Callable[[Session, datetime], Sequence[Subject]]
Describe = Callable[[Session, Mapping[str, Subject]], Mapping[str, Description]]
"""Words for subjects that were found in the same transaction, by their id. Most sources need the ids alone."""
Step = Callable[[Session, str, str, datetime], int | None]
"""Ends the cause of a subject for an actor; returns the operation by which it is taken back, if it is by one."""
Reverse = Callable[[Session, str, str, datetime], None]


@dataclass(frozen=True, slots=True)
class Source:
    """A kind with its queries. `reverse` takes its step back where no operation does; without either it is final."""

    kind: WorkKind
    find: Find
    describe: Describe
    step: Step | None = None
    reverse: Reverse | None = None


Sources = Mapping[str, Source]


def registry(*sources: Source) -> Sources:
    """The sources by their kind's name; ValueError for a kind that is registered twice or cannot end."""
    found = {source.kind.name: source for source in sources}
    if len(found) < len(sources):
        raise ValueError("a kind of work has one source")
    if any((one.step is None) is (one.kind.ending is Ending.STEP) for one in sources):
        raise ValueError("a kind of work has a step exactly if it ends by one")
    return found
