"""Declares personal data on the columns that hold it: what it is, why and how long it is kept, and the effect of an
erasure.

    class WaitingEntry(Base):
        __privacy__ = About("Warteliste", purpose="…", basis=CONTRACT, rule="waiting", nobody="id rank version")
        name: Mapped[str] = mapped_column(String(80), info=personal("Name"))

Export, erasure, retention and the console's page derive from this (`services/data_protection`). A column that is
neither personal nor listed as being about nobody cannot be mapped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
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
    CONTRACT = "contract"


class Effect(StrEnum):
    """What an erasure does to a column of a row that stays."""

    DELETE = "delete"
    """The whole row is deleted."""
    EMPTY = "empty"
    """Null, an empty text, zero, or an empty object."""
    PSEUDONYM = "pseudonym"
    """Another value that leads to nobody, where a column needs one (`data_protection/erasure/rows.py`)."""
    HISTORY = "history"
    """Members about the person leave the values of a change; states and spots stay."""
    REDACT = "redact"
    """Free text: the words that name the person are removed."""
    STATISTIC = "statistic"
    """Stays: it no longer relates to a person."""
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
class About:
    """A table as a whole: its `__privacy__`. Texts are German; the console shows them."""

    label: str
    purpose: str
    basis: str
    rule: str
    """The retention rule (`data_protection/retention/rules.py`)."""
    nobody: str = ""
    """Names of the columns about no person, divided by blanks: keys, versions, leases, figures of the operation."""
    leads: Sequence[Lead] = ()
    """How a row leads to a person. Empty: it does not, or only to a member of staff."""
    dated_by: str = ""
    """The column that says how old a row is."""


def about_nobody(columns: str) -> About:
    """The `__privacy__` of a table without personal data. A new column still asks for a decision."""
    return About("", "", "", "", columns)


def personal(
    what: str,
    effect: Effect = Effect.DELETE,
    hold: Hold | None = None,
    is_exported: bool = True,
    names_others: bool = False,
) -> dict[str, Personal]:
    """The `info` of a column about a person."""
    return {_KEY: Personal(what, effect, hold, is_exported, names_others)}


_KEY: Final = "personal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Description(About):
    """A table with its personal columns by name."""

    table: Table
    personal: Mapping[str, Personal]

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


def describe(model: type[Any]) -> Description:
    """The description of a mapped class. TypeError names each column that is neither personal nor about nobody, that is
    both, or that is not there.
    """
    table, about = model.__table__, model.__privacy__
    about_people = {column.name: column.info[_KEY] for column in table.columns if _KEY in column.info}
    found = Description(
        **{one.name: getattr(about, one.name) for one in fields(about)}, table=table, personal=about_people
    )
    named = [*found.personal, *found.nobody.split()]
    columns = {column.name for column in found.table.columns}
    if wrong := sorted((columns ^ set(named)) | {name for name in named if named.count(name) > 1}):
        raise TypeError(f"{found.name}: {', '.join(wrong)}: info=personal(…), or one of the columns about nobody")
    return found
