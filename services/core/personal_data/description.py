"""The words in which each room describes its tables: which columns are about a person, why they are kept, for how long,
and what becomes of them when the person is erased.

A room's `personal_data.py` holds one `Description` a table and nothing else. Export, erasure, retention and the
console's page are made from them (`services/data_protection`), and a test fails for a column that no room describes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Table


class Subject(StrEnum):
    """What a row can lead to, and from there to a person. The values are those of references, `reservation:17`."""

    RESERVATION = "reservation"
    WAITING = "waiting"
    CONTACT = "contact"
    DECLARATION = "declaration"
    HAND_OVER = "hand_over"
    CONVERSATION = "conversation"


class Effect(StrEnum):
    """What an erasure does to a column of a row that stays."""

    DELETE = "delete"
    """The whole row goes."""
    EMPTY = "empty"
    """Null, an empty text, zero, or an empty object."""
    PSEUDONYM = "pseudonym"
    """Another value that leads to nobody, where a column needs one (`data_protection/erasure/rows.py`)."""
    HISTORY = "history"
    """Members about the person leave the values of a change; states and spots stay."""
    REDACT = "redact"
    """A free text: the words that name the person leave it, wherever it stands."""
    STATISTIC = "statistic"
    """Stays: nothing leads from it to a person any more."""
    LEGAL_HOLD = "legal hold"
    """Stays until its day, by law."""


class Hold(StrEnum):
    """Why columns outlive an erasure where there was a contract: the name of the retention rule that ends it."""

    BOOKS = "books"
    VOUCHERS = "vouchers"
    LETTERS = "letters"
    DECLARATIONS = "declarations"


CONTRACT: Final = "Art. 6 Abs. 1 Buchst. b DSGVO (Vertrag und seine Anbahnung)"
LEGAL_DUTY: Final = "Art. 6 Abs. 1 Buchst. c DSGVO (gesetzliche Pflicht)"
INTEREST: Final = "Art. 6 Abs. 1 Buchst. f DSGVO (berechtigtes Interesse)"
CONSENT: Final = "Art. 6 Abs. 1 Buchst. a DSGVO (Einwilligung)"
STAFF: Final = "Art. 6 Abs. 1 Buchst. b DSGVO, § 26 BDSG (Beschäftigung)"


@dataclass(frozen=True, slots=True)
class Personal:
    """A column about a person. `what` it holds, in German; `hold`: what keeps it where there was a contract."""

    what: str
    effect: Effect
    hold: Hold | None = None
    is_exported: bool = True
    """False for what is no use to the person and dangerous in a file: hashes of keys, seeds of links."""
    names_others: bool = False
    """Whether words in it may name further people: an erasure of one of them takes these out of the row."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A column that leads to a subject: its id, or with `is_reference` a text such as `reservation:17`."""

    subject: Subject
    column: str
    is_reference: bool = False


@dataclass(frozen=True, slots=True)
class Description:
    """One table. `personal` and `other` together name every column.

    Without `personal` the table holds no personal data; `other` then still names its columns, so that a new one asks
    for a decision.
    """

    table: Table
    other: str
    """Names of the columns about no person, divided by blanks: keys, versions, leases, figures of the operation."""
    label: str = ""
    """German, like `purpose` and `basis`: the console shows them."""
    purpose: str = ""
    basis: str = ""
    rule: str = ""
    """The retention rule (`data_protection/retention/rules.py`)."""
    personal: Mapping[str, Personal] = field(default_factory=dict)
    leads: Sequence[Lead] = ()
    """How a row leads to a person. Empty: it does not, or only to a member of staff."""
    dated_by: str = ""
    """The column that says how old a row is."""

    @property
    def name(self) -> str:
        """The table's name."""
        return str(self.table.name)

    @property
    def is_deleted(self) -> bool:
        """Whether an erasure deletes the person's rows."""
        return any(column.effect is Effect.DELETE for column in self.personal.values())

    @property
    def hold(self) -> Hold | None:
        """What keeps rows that would otherwise be deleted, where there was a contract."""
        held = {column.hold for column in self.personal.values() if column.effect is Effect.DELETE}
        return next(iter(held), None) if len(held) == 1 else None


def table_of(model: Any) -> Table:
    """The table of a model."""
    found: Table = model.__table__
    return found


def without_person(model: Any, columns: str) -> Description:
    """A table without personal data, and its columns."""
    return Description(table_of(model), columns)


def remark(what: str) -> Personal:
    """A free text of staff, which may name a person."""
    return Personal(what, Effect.REDACT)
