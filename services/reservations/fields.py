"""What a reservation says of its household, each field declared once: on its column in `models.py`.

    town: Mapped[str | None] = mapped_column(String(80), info=personal("Ort", Effect.EMPTY) | Field(…).info)

API documents, checks, storing, masks, lists, files, imports, histories and mails are made of `models.FIELDS`, so a new
field is its column, a migration, and an entry in the forms that ask for it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Final

from sqlalchemy import FromClause

from services.core.fields import Refused, choice, number, short_text, text
from services.core.folding import fold
from services.core.inputs import Default, Line, Required, Rule
from services.core.money import format_eur, to_cents
from services.core.table_files.table import Kind
from services.core.tables_in.values import NumberFormat, legible, money_in, read_cents


class Mark(StrEnum):
    """What marketing gets of a member. Other roles get the value, or its mask: `desk/masking.py`."""

    OPEN = "open"
    """The value; of a moment the hour."""
    PERSONAL = "personal"
    """Nothing: null, or an empty list."""
    FROM_LINK = "from link"
    """Free text, unless it names the household."""
    IN_BANDS = "in bands"
    """The band of the value."""


Open: Final = Mark.OPEN
Personal: Final = Mark.PERSONAL
FromLink: Final = Mark.FROM_LINK

Say = Callable[[str], None]
"""Notes what was repaired in the cell of a list, in German."""


@dataclass(frozen=True, slots=True)
class Values:
    """How the values of a field are read and written."""

    type: type
    sent: Rule
    """By a form of the site."""
    typed: Rule
    """By staff."""
    cell: Callable[[str, Say, NumberFormat], Any]
    """Reads a cell of a list that others kept; the cell is not empty."""
    example: Any
    """A stored value."""
    options: tuple[str, ...] = ()
    kind: Kind = Kind.TEXT
    words: Callable[[Any], str] = str
    as_typed: Callable[[Any], str] = str
    """A stored value as a form holds it."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field, as its column declares it."""

    values: Values
    label: str
    accusative: str
    """In „Jonas Reiter hat … geändert“."""
    _: KW_ONLY
    missing: str = ""
    """What a household hears that leaves it out; empty: the site does not ask for it."""
    missing_for_staff: str = ""
    """What staff hear, also of a list; empty: it may be left out."""
    place: int = 9
    """Among the fields, where people read them; those with the same one are in the order of their columns."""
    name: str = ""
    """What callers call it; its column's name unless given."""
    band: Callable[[Any], str] | None = None
    """What marketing gets of a value; without it nothing."""
    is_in_lists: bool = False
    """Whether rows of lists have it, not only the record."""
    is_filter: bool = False
    """Whether lists can be narrowed down by it."""
    headings: tuple[str, ...] = ()
    """Further headings of its column in imported lists; its label and name are recognised anyway."""
    may_be_fixed: bool = False
    """Whether an import may set one value for all rows of a list without such a column."""
    column: str = ""
    is_nullable: bool = False

    @property
    def info(self) -> dict[str, "Field"]:
        """The `info` of its column, joined with that of `personal(…)`."""
        return {_KEY: self}

    @property
    def mark(self) -> Mark:
        return Mark.IN_BANDS if self.band else Mark.PERSONAL

    @property
    def sent(self) -> Any:
        """The member of a body of the site."""
        return Annotated[self.values.type, self.values.sent, Required(self.missing)]

    @property
    def typed(self) -> Any:
        """The member of a body of the console."""
        if self.missing_for_staff:
            return Annotated[self.values.type, self.values.typed, Required(self.missing_for_staff)]
        return Annotated[self.values.type | None, self.values.typed, Default(None)]

    @property
    def stored(self) -> Any:
        """The member of an answer to the household."""
        return self.values.type | None if self.is_nullable else self.values.type

    @property
    def masked(self) -> Any:
        """The member of an answer to staff."""
        return Annotated[self.stored if self.band else self.values.type | None, self.mark]


_KEY: Final = "field"


def declared(table: FromClause) -> tuple[Field, ...]:
    """The fields of a table, in the order in which people read them."""
    found = [
        replace(one, column=column.name, name=one.name or column.name, is_nullable=bool(column.nullable))
        for column in table.columns
        if (one := column.info.get(_KEY))
    ]
    return tuple(sorted(found, key=lambda one: one.place))


def one_line(longest: int, example: str) -> Values:
    """Text in one line."""
    rule = Line(longest)
    return Values(str, rule, rule, lambda typed, _say, _format: text(typed, longest), example)


def choice_of(
    options: Sequence[str], refusal: str, *, others_of: str = "", cell: Callable[[str], str | None] | None = None
) -> Values:
    """One of the options; `refusal` is what any other value hears. Lists are read by `cell`, without it by the options
    as people spell them; with `others_of`, what they are the options of, anything else in a list is the last one.
    """
    by_spelling = {_bare(option): option for option in options}

    def read(typed: str, say: Say, _format: NumberFormat) -> str:
        found = cell(typed) if cell else by_spelling.get(_bare(typed))
        if found is None and others_of:
            found = options[-1]
            say(f"„{typed[:40]}“ steht nicht in der Liste der {others_of}; übernommen als „{found}“.")
        if found is None:
            raise Refused("unknown_choice", refusal)
        return found

    rule = Rule(choice(options, refusal), {"type": "string", "enum": list(options)})
    return Values(str, rule, rule, read, options[0], tuple(options))


def _bare(name: str) -> str:
    """A company's name without case, blanks and points: `E.ON Energie` is not `eon`, `E. ON` is. The marks of a formula
    stay, or `=1+1` would be 1&1.
    """
    return re.sub(r"[^\w=+@]|_", "", fold(name))


_POSTCODE = re.compile(r"[0-9]{5}")
_NO_REGION: Final = ("00", "05", "43", "62")
"""Beginnings that no German postcode has."""


def postcode(value: object) -> str:
    """A German postcode: five digits, kept as text."""
    typed = short_text(value)
    if not _POSTCODE.fullmatch(typed):
        raise Refused("postcode_invalid", "Bitte geben Sie eine deutsche Postleitzahl mit fünf Ziffern an.")
    if typed.startswith(_NO_REGION):
        raise Refused("postcode_unknown", "Diese Postleitzahl gibt es nicht.")
    return typed


def _postcode_cell(typed: str, say: Say, _format: NumberFormat) -> str:
    """Five digits; a spreadsheet takes the leading 0 of the east from one."""
    bare = re.sub(r"^D\s*-\s*", "", typed.lstrip("'’").strip(), flags=re.IGNORECASE).removesuffix(".0")
    if re.fullmatch(r"[1-9][0-9]{3}", bare):
        say(f"Der Postleitzahl fehlte die 0 am Anfang; gelesen ist 0{bare}.")
        bare = f"0{bare}"
    return postcode(bare)


_FIVE_DIGITS: Final = Rule(postcode, {"type": "string", "pattern": "^[0-9]{5}$"})
POSTCODE: Final = Values(str, _FIVE_DIGITS, _FIVE_DIGITS, _postcode_cell, "85049")

_COUNTED: Final = re.compile(r"([0-9]{1,2})\s*\+?\s*(?:pers(?:onen|on|\.)?)?", re.IGNORECASE)


def persons(sizes: Sequence[str], refusal: str) -> Values:
    """How many people live in a household, the last of the sizes and more. A list says `3`, `3 Personen`, or 7 for the
    last.
    """

    def cell(typed: str) -> str | None:
        found = _COUNTED.fullmatch(typed)
        if found is None or not int(found[1]):
            return None
        return found[1] if int(found[1]) < len(sizes) else sizes[-1]

    return choice_of(sizes, refusal, cell=cell)


def persons_band(size: str) -> str:
    """`1–2` or `3+` persons."""
    return "1–2" if size in ("1", "2") else "3+"


_MOST_EUROS: Final = 10_000
_OUT_OF_RANGE: Final = "Bitte geben Sie einen Abschlag zwischen 0 und 10.000 € an."
_LONGEST_AMOUNT: Final = 20
_AMOUNT = re.compile(r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?", re.ASCII)


def _payment(value: object) -> int:
    """Euros, in cents afterwards."""
    amount = number(value)
    if not 0 <= amount <= _MOST_EUROS:
        raise Refused("out_of_range", _OUT_OF_RANGE)
    return to_cents(amount)


def _payment_typed(value: object) -> int:
    """Cents of an amount in euros as Germans write it: `85,50`, `1.200`, `85 €`."""
    typed = text(value, _LONGEST_AMOUNT).removesuffix("€").rstrip()
    if not _AMOUNT.fullmatch(typed):
        raise Refused("not_an_amount", "Bitte geben Sie den Abschlag in Euro an, zum Beispiel 85,50.")
    return _within_bounds(to_cents(Decimal(typed.replace(".", "").replace(",", "."))))


def _payment_cell(typed: str, _say: Say, number_format: NumberFormat) -> int:
    """`85`, `85,50 €`. Where the format of the column cannot read it, the other one does: a workbook mixes numbers with
    texts.
    """
    formats = legible(money_in(typed).hundredths)
    is_of_other = formats and number_format not in formats
    return _within_bounds(read_cents(typed, next(iter(formats)) if is_of_other else number_format))


def _within_bounds(cents: int) -> int:
    if cents > _MOST_EUROS * 100:
        raise Refused("out_of_range", _OUT_OF_RANGE)
    return cents


def _as_euros(cents: int) -> str:
    """`85` or `85,50`."""
    euros, rest = divmod(cents, 100)
    return f"{euros},{rest:02}" if rest else str(euros)


MONTHLY_PAYMENT: Final = Values(
    int,
    Rule(_payment, {"type": "number", "minimum": 0, "maximum": _MOST_EUROS}),
    Rule(_payment_typed, {"type": "string", "minLength": 1, "maxLength": _LONGEST_AMOUNT}),
    _payment_cell,
    85_50,
    kind=Kind.MONEY,
    words=format_eur,
    as_typed=_as_euros,
)
"""What a household pays its provider in a month, stored in cents."""
