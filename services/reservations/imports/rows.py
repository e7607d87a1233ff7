"""One row of a list as an entry, with everything that stands against it and everything that was repaired. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from services.core.contact_details import Email, Phone
from services.core.fields import Refused
from services.core.http.errors import ValidationProblem
from services.core.table_reading.records import Record
from services.offer import MINIMUM_TENTH_CT
from services.reservations.desk.notes_schemas import LONGEST_NOTE
from services.reservations.desk_entry.channels import Channel
from services.reservations.desk_entry.entry import NO_EMAIL, NO_PHONE, Entry, Household, Wish, refuse_contradictions
from services.reservations.imports import values
from services.reservations.imports.columns import LABELS
from services.reservations.imports.reading import ListFile
from services.reservations.imports.values import Remarks
from services.visits.touches import clean_value

PASSED_OVER: Final = frozenset({"same_mailbox", "mailbox_limit", "same_phone", "phone_limit", "same_name"})
"""Warnings of a single entry: the plan of a list tells of known households itself."""
_LONGEST_SHOWN: Final = 60
_MISSING: Final = {
    "first_name": "Der Vorname fehlt.",
    "last_name": "Der Nachname fehlt.",
    "postcode": "Die Postleitzahl fehlt.",
    "household_size": "Die Zahl der Personen fehlt.",
    "monthly_abschlag": "Der Abschlag fehlt.",
    "energy_provider": "Der Stromversorger fehlt.",
    "annual_kwh": "Das Paket fehlt.",
    "payment_plan": "Die Zahlung fehlt.",
}


@dataclass(frozen=True, slots=True)
class Rules:
    """What holds for the whole list. `statement`: the consent is there for all of it, whatever a column says."""

    park: str
    has_statement: bool
    instalments_offered: bool
    allow_test_domains: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a row is refused: the field, a code, and a sentence for staff."""

    field: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row. `entry` is None where there are faults; `name` is who it is, as far as can be read."""

    line: int
    name: str
    entry: Entry | None
    faults: tuple[Fault, ...]
    remarks: tuple[str, ...]


class _Reader:
    """Reads the cells of one row and collects what is wrong with them."""

    def __init__(self, file: ListFile, record: Record) -> None:
        self._file, self._record = file, record
        self.remarks = Remarks()
        self.faults: list[Fault] = []

    def text(self, name: str) -> str:
        """The cell without hidden marks; empty where it cannot be read, and then at fault."""
        try:
            return values.cleaned(self._file.cell(self._record, name), self.remarks)
        except Refused as refused:
            self.refuse(name, refused)
            return ""

    def read(self, name: str, rule: Callable[[str, Remarks], Any], otherwise: Any = None) -> Any:
        """The value of a field; `otherwise` where the cell is empty or at fault."""
        before = len(self.faults)
        typed = self.text(name)
        if not typed:
            if name in _MISSING and len(self.faults) == before:
                self.faults.append(Fault(name, "missing", _MISSING[name]))
            return otherwise
        try:
            return rule(typed, self.remarks)
        except Refused as refused:
            self.refuse(name, refused)
            return otherwise

    def refuse(self, name: str, refused: Refused) -> None:
        """Note a fault."""
        self.faults.append(Fault(name, refused.code, refused.sentence))

    def lines(self, name: str) -> str:
        """Text of several lines, as it is kept in a note."""
        rows = self._file.cell(self._record, name).replace("\v", "\n").splitlines()
        return "\n".join(values.cleaned(row, self.remarks) for row in rows)[:LONGEST_NOTE]


def row_of(file: ListFile, record: Record, rules: Rules) -> ListRow:
    """What a row of the list comes to."""
    reader = _Reader(file, record)
    first, last = _names(file, reader)
    household = _household(reader, first, last, rules)
    wish = _wish(file, reader, rules)
    mapping = file.mapping
    received_on = reader.read("received_on", values.a_day(mapping.day_format))
    _check_consent(file, reader, rules)
    note = _note(reader)
    shown = " ".join(filter(None, (first, last))) or _shown(record)
    entry = None
    if not reader.faults and household and wish:
        entry = Entry(household, wish, Channel.IMPORT, received_on, note=note, seen=PASSED_OVER, touch=_touch(reader))
        reader.faults += _contradictions(entry, rules)
    kept = None if reader.faults else entry
    return ListRow(record.line, shown, kept, tuple(reader.faults), tuple(reader.remarks.said))


def _names(file: ListFile, reader: _Reader) -> tuple[str | None, str | None]:
    if "name" in file.mapping.columns and "last_name" not in file.mapping.columns:
        first, last = reader.read("name", values.split_name, (None, None))
        if first is None and not reader.faults:
            reader.faults.append(Fault("name", "missing", "Der Name fehlt."))
        return first, last
    return reader.read("first_name", values.a_name), reader.read("last_name", values.a_name)


def _household(reader: _Reader, first: str | None, last: str | None, rules: Rules) -> Household | None:
    email: Email = reader.read("email", lambda typed, _: values.an_email(typed, rules.allow_test_domains), NO_EMAIL)
    phone: Phone = reader.read("mobile_phone", values.a_phone, NO_PHONE)
    postcode = reader.read("postcode", values.a_postcode)
    street, town = reader.read("street", values.a_line(120)), reader.read("town", values.a_line(80))
    if first is None or last is None or postcode is None:
        return None
    return Household(first, last, postcode, street, town, email, phone)


def _wish(file: ListFile, reader: _Reader, rules: Rules) -> Wish | None:
    read: Mapping[str, Any] = {
        "energy_provider": reader.read("energy_provider", values.a_provider),
        "household_size": reader.read("household_size", values.a_size),
        "monthly_abschlag_cents": reader.read("monthly_abschlag", values.a_payment(file.mapping.number_format)),
        "annual_kwh": reader.read("annual_kwh", values.a_package),
        "payment_plan": reader.read("payment_plan", values.a_plan),
        "credit_tenth_ct": _credit(reader),
    }
    return None if None in read.values() else Wish(**read, park=rules.park)


def _credit(reader: _Reader) -> int | None:
    typed = reader.text("credit")
    if typed:
        found: int | None = reader.read("credit", values.a_credit)
        return found
    reader.remarks.say("Die Gutschrift fehlt; übernommen sind 5 Cent je kWh.")
    return MINIMUM_TENTH_CT


def _check_consent(file: ListFile, reader: _Reader, rules: Rules) -> None:
    """A column decides for its row; without one the statement for the whole list does."""
    if "consent" not in file.mapping.columns:
        if not rules.has_statement:
            reader.faults.append(Fault("consent", "consent_missing", "Für diese Zeile ist keine Einwilligung belegt."))
        return
    try:
        is_given = values.is_consent(reader.text("consent"), file.mapping.day_format)
    except Refused as refused:
        reader.refuse("consent", refused)
        return
    if not is_given:
        reader.faults.append(Fault("consent", "consent_missing", "Dieser Haushalt hat nicht eingewilligt."))


def _note(reader: _Reader) -> str:
    try:
        return reader.lines("note")
    except Refused as refused:
        reader.refuse("note", refused)
        return ""


def _touch(reader: _Reader) -> dict[str, str]:
    """Where the household came from, if the list says so."""
    said = {name: clean_value(reader.text(name)) for name in ("utm_source", "utm_medium", "utm_campaign")}
    return {name: value for name, value in said.items() if value}


def _contradictions(entry: Entry, rules: Rules) -> list[Fault]:
    try:
        refuse_contradictions(entry, rules.at, instalments_offered=rules.instalments_offered)
    except ValidationProblem as problem:
        return [Fault(_field_of(one["field"]), one["code"], one["message"]) for one in problem.errors]
    return []


def _field_of(member: str) -> str:
    return member if member in LABELS else "name"


def _shown(record: Record) -> str:
    """The beginning of a row that names nobody."""
    return " · ".join(cell for cell in record.cells if cell)[:_LONGEST_SHOWN]
