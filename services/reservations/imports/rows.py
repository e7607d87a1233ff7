"""One row of a list as an entry, with its faults and repairs. Pure.

What a spreadsheet has done to a value is repaired where only one reading is possible, and then said; where digits are
lost for good, the value is refused.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from services.core.contact_details import Email, Phone, person_name, read_email, read_phone, spoken_phone
from services.core.fields import Refused, without_marks
from services.core.folding import fold
from services.core.http.errors import ValidationProblem
from services.core.personal_text import PARTICLES
from services.core.tables_in.reading import Record
from services.core.tables_in.values import DayFormat, read_day
from services.offer import CREDIT_TENTH_CT, MINIMUM_TENTH_CT, PACKAGES, PLANS
from services.reservations.desk.inputs import LONGEST_NOTE
from services.reservations.desk_entry.entry import (
    NO_EMAIL,
    NO_PHONE,
    Channel,
    Entry,
    Household,
    Wish,
    refuse_contradictions,
)
from services.reservations.fields import Field
from services.reservations.imports.reading import LABELS, ListFile
from services.reservations.models import FIELDS
from services.visits.touches import clean_value

_MISREAD = re.compile("\ufffd|Ã[¤¶¼Ÿ„–œ\u009f\u0084\u0096\u009c]|â‚¬")
"""What umlauts become when a file is read in the wrong encoding."""
_ROUNDED = re.compile(r"[0-9][.,]?[0-9]*[eE]\+?[0-9]{1,2}")
_YES: Final = frozenset(
    {"ja", "j", "yes", "y", "x", "1", "true", "wahr", "ok", "erteilt", "vorhanden", "liegt vor", "unterschrieben"}
)
_NO: Final = frozenset({"nein", "n", "no", "0", "false", "falsch", "-", "–", "offen", "fehlt"})
_ONCE: Final = frozenset({"einmal", "einmalzahlung", "einmalig", "sofort", "komplett", "bar", "one-off", "gesamt"})
_AT_ONCE: Final[str] = next(name for name, plan in PLANS.items() if not plan.months)


@dataclass(slots=True)
class Remarks:
    """What was repaired on the way, in German."""

    said: list[str] = field(default_factory=list)

    def say(self, sentence: str) -> None:
        """Note it, once."""
        if sentence not in self.said:
            self.said.append(sentence)


def cleaned(cell: str, remarks: Remarks) -> str:
    """The cell without marks that nobody sees, blanks as one. Refused where letters were lost by a wrong encoding."""
    if _MISREAD.search(cell):
        raise Refused(
            "wrong_encoding",
            "Umlaute sind falsch gelesen. Bitte speichern Sie die Datei neu, als CSV (UTF-8) oder .xlsx.",
        )
    unmarked = without_marks(cell)
    shown = "".join(c for c in unmarked if c.isspace() or unicodedata.category(c) != "Cc")
    if len(shown) != len(unicodedata.normalize("NFC", cell)):
        remarks.say("Unsichtbare Zeichen haben wir entfernt.")
    return " ".join(shown.split())


def a_name(typed: str, _remarks: Remarks) -> str:
    """A first or last name."""
    return person_name(typed)


def split_name(typed: str, remarks: Remarks) -> tuple[str, str]:
    """First and last name out of one column: `Huber, Klara` or `Klara Huber`."""
    last, comma, first = (part.strip() for part in typed.partition(","))
    if not comma:
        words = typed.split()
        place = next((i for i, word in enumerate(words) if i and word.lower() in PARTICLES), len(words) - 1)
        first, last = " ".join(words[:place]), " ".join(words[place:])
        if len(words) > 2:
            remarks.say(f"Der Name steht in einer Spalte; gelesen ist Vorname „{first}“, Nachname „{last}“.")
    if not first or not last:
        raise Refused("name_incomplete", "Hier fehlt der Vorname oder der Nachname.")
    return a_name(first, remarks), a_name(last, remarks)


def an_email(typed: str, allow_test_domains: bool) -> Email:
    """An address, also as `Name <address>`."""
    found = re.search(r"<([^<>]+)>\s*$", typed)
    return read_email((found[1] if found else typed).removeprefix("mailto:").strip(), allow_test_domains)


def a_phone(typed: str, remarks: Remarks) -> Phone:
    """A telephone number. A spreadsheet takes the leading 0 or + from one; what it has rounded is lost."""
    bare = typed.lstrip("'’").strip()
    if _ROUNDED.fullmatch(bare.replace(" ", "")):
        raise Refused(
            "phone_rounded",
            "Die Tabelle hat diese Nummer gerundet (etwa 1,71E+10). Bitte formatieren Sie die Spalte als Text und "
            "tragen die Nummern neu ein.",
        )
    repaired = bare
    if re.fullmatch(r"1[5-7][0-9]{8,9}", bare):
        repaired = f"0{bare}"
    elif re.fullmatch(r"49[1-9][0-9]{8,11}", bare):
        repaired = f"+{bare}"
    if repaired != bare:
        remarks.say(f"Der Telefonnummer fehlte der Anfang; gelesen ist {repaired}.")
    phone = read_phone(repaired, "Bitte prüfen Sie die Telefonnummer, zum Beispiel 0170 1234567.")
    if any(map(str.isalpha, phone.typed)):
        remarks.say(f"In der Zelle des Telefons steht noch Text; gelesen ist {spoken_phone(phone.e164)}.")
    return phone


def a_package(typed: str, _remarks: Remarks) -> int:
    """kWh a year, or the name of the package."""
    by_name = {fold(package.name): kwh for kwh, package in PACKAGES.items()} | {"kompakt": min(PACKAGES)}
    digits = re.sub(r"[.\s]|kwh.*$", "", typed.lower())
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 6
    found: int = int(digits) if is_number else by_name.get(fold(typed), 0)
    if found not in PACKAGES:
        raise Refused("unknown_choice", "Bitte geben Sie 1.000, 2.000 oder 3.000 kWh an, oder den Namen des Pakets.")
    return found


def a_plan(typed: str, _remarks: Remarks) -> str:
    """How it is paid: `Einmalzahlung`, `24 Raten`, `48m`."""
    by_months: dict[str, str] = {str(plan.months): name for name, plan in PLANS.items() if plan.months}
    number = re.match(r"[0-9]+", typed)
    if typed.lower() in _ONCE or typed in ("1", "0"):
        return _AT_ONCE
    if number is None or number[0] not in by_months:
        raise Refused("unknown_choice", "Bitte geben Sie Einmalzahlung, 24 Raten oder 48 Raten an.")
    return by_months[number[0]]


def a_credit(typed: str, _remarks: Remarks) -> int:
    """The credit in tenths of a cent per kWh: `5,5`, `6 ct`."""
    found = re.fullmatch(r"([5-8])(?:[.,]([05])0?)?\s*(?:ct|cent)?(?:\s*(?:/|je|pro)\s*kwh)?", typed, re.IGNORECASE)
    tenths = int(found[1]) * 10 + int(found[2] or 0) if found else 0
    if tenths not in CREDIT_TENTH_CT:
        raise Refused("rate_not_offered", "Die Gutschrift liegt zwischen 5 und 8 Cent, in Schritten von 0,5.")
    return tenths


def a_day(day_format: DayFormat) -> Callable[[str, Remarks], date]:
    """The day on which the household signed."""

    def read(typed: str, _remarks: Remarks) -> date:
        try:
            return _day(typed, day_format)
        except Refused:
            raise Refused("day_unreadable", "Das ist kein lesbares Datum, zum Beispiel 24.11.2026.") from None

    return read


def _day(typed: str, day_format: DayFormat) -> date:
    """The year before the month is one day everywhere, whatever the other cells of the column are."""
    return read_day(typed, "iso" if re.match(r"[0-9]{4}-", typed) else day_format)


def is_consent(typed: str, day_format: DayFormat) -> bool:
    """Whether the cell says that the household consented: a word for yes, or its day. Refused if it says neither."""
    word = typed.strip().lower().rstrip(".")
    if word in _YES:
        return True
    if not word or word in _NO:
        return False
    try:
        _day(typed, day_format)
    except Refused:
        raise Refused("consent_unclear", "Hier muss Ja, Nein oder das Datum der Einwilligung stehen.") from None
    return True


PASSED_OVER: Final = frozenset({"same_mailbox", "mailbox_limit", "same_phone", "phone_limit", "same_name"})
"""Warnings of a single entry: the plan of a list tells of known households itself."""
_LONGEST_SHOWN: Final = 60
_MISSING: Final = {
    "first_name": "Der Vorname fehlt.",
    "last_name": "Der Nachname fehlt.",
    **{one.name: one.missing_for_staff for one in FIELDS if one.missing_for_staff},
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
            return cleaned(self._file.cell(self._record, name), self.remarks)
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
        self.faults.append(Fault(name, refused.code, refused.sentence))

    def lines(self, name: str) -> str:
        """Text of several lines, as it is kept in a note."""
        rows = self._file.cell(self._record, name).replace("\v", "\n").splitlines()
        return "\n".join(cleaned(row, self.remarks) for row in rows)[:LONGEST_NOTE]


def row_of(file: ListFile, record: Record, rules: Rules) -> ListRow:
    """What a row of the list comes to."""
    reader = _Reader(file, record)
    first, last = _names(file, reader)
    household = _household(file, reader, first, last, rules)
    wish = _wish(reader, rules)
    mapping = file.mapping
    received_on = reader.read("received_on", a_day(mapping.day_format))
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
        first, last = reader.read("name", split_name, (None, None))
        if first is None and not reader.faults:
            reader.faults.append(Fault("name", "missing", "Der Name fehlt."))
        return first, last
    return reader.read("first_name", a_name), reader.read("last_name", a_name)


def _household(file: ListFile, reader: _Reader, first: str | None, last: str | None, rules: Rules) -> Household | None:
    email: Email = reader.read("email", lambda typed, _: an_email(typed, rules.allow_test_domains), NO_EMAIL)
    phone: Phone = reader.read("mobile_phone", a_phone, NO_PHONE)
    details = {one.column: _detail(file, reader, one) for one in FIELDS}
    return Household(first, last, details, email, phone) if first and last else None


def _detail(file: ListFile, reader: _Reader, one: Field) -> Any:
    number_format = file.mapping.number_format
    return reader.read(one.name, lambda typed, remarks: one.values.cell(typed, remarks.say, number_format))


def _wish(reader: _Reader, rules: Rules) -> Wish | None:
    read: Mapping[str, Any] = {
        "annual_kwh": reader.read("annual_kwh", a_package),
        "payment_plan": reader.read("payment_plan", a_plan),
        "credit_tenth_ct": _credit(reader),
    }
    return None if None in read.values() else Wish(**read, park=rules.park)


def _credit(reader: _Reader) -> int | None:
    typed = reader.text("credit")
    if typed:
        found: int | None = reader.read("credit", a_credit)
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
        is_given = is_consent(reader.text("consent"), file.mapping.day_format)
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
