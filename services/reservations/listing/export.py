"""The list of reservations as a file: which rows, in which order, and how each cell is read."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any, ClassVar, Literal

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, meaning
from services.core.german import long_moment, numeric_day
from services.core.inputs import Body
from services.core.money import format_decimal
from services.core.table_files.formats import FormatName
from services.core.table_files.table import Kind, Row, Table
from services.parks.names import park_labels
from services.reservations.changes import tags_of
from services.reservations.desk import masking
from services.reservations.desk.notes import written_about
from services.reservations.desk.show import Viewer
from services.reservations.fields import Mark
from services.reservations.labels import CHANNEL, DEPOSIT, STATE
from services.reservations.listing import pages as lists
from services.reservations.listing.columns import COLUMNS, PAYMENT_PLANS, Column, choose
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.reservations.models import FILTERS, Reservation
from services.staff.audit import Event
from services.staff.call import Call, Staff
from services.staff.models import Role

_BATCH = 1_000
_NAMED = ("utm_source", "utm_campaign")
"""Columns shown with the names used in lists and reports."""

_CLOSED = frozenset(
    {
        "state", "annual_kwh", "payment_plan", "park", "spot_number", "duplicate", "price_mismatch", "created_from",
        "created_to", "follow_up_until", "burst", "deposit_state", "channel", "address",
        *(one.column for one in FILTERS),
    }
)  # fmt: skip
"""Filters with predefined values. The others contain free text, which may be a person's name."""

_LABELS = {
    "q": "Suche",
    "state": "Stand",
    "annual_kwh": "Paket",
    "payment_plan": "Zahlweise",
    **{one.column: one.label for one in FILTERS},
    "park": "Solarpark",
    "spot_number": "Platz",
    "utm_campaign": "Kampagne",
    "utm_source": "Quelle",
    "referral_code": "Empfehlungscode",
    "tag": "Merkmal",
    "duplicate": "Mögliche Dubletten",
    "price_mismatch": "Preisabweichungen",
    "created_from": "Eingang ab",
    "created_to": "Eingang bis",
    "follow_up_until": "Wiedervorlage bis",
    "ids": "Ausgewählte Reservierungen",
    "burst": "Ansturm",
    "deposit_state": "Kartenprüfung",
    "channel": "Eingegangen über",
    "address": "E-Mail-Adresse",
}
_HEADINGS = {column.name: column.heading for column in COLUMNS}


class ExportIn(Body):
    """Rows by the filters and order of the list; columns by their names there, all of them when null."""

    resource: Literal["reservations"]
    format: FormatName
    filters: ListFilters = Field(default_factory=ListFilters)
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    columns: list[str] | None = Field(default=None, max_length=100)
    title: ClassVar[str] = "Reservierungen"

    def check(self, staff: Staff) -> None:
        """ValidationProblem for columns that this role cannot have, PersonalSearch for what it may not search for."""
        choose(self.columns, staff.role)
        masking.refuse_personal_search(self.filters, staff.role, self.sort)

    def count(self, session: Session) -> int:
        """How many rows the file has."""
        return lists.exact_count(session, self.filters)

    def table(self, session: Session, call: Call, staff: Staff) -> Table:
        """The rows, read while they are written, and the selection in words."""
        parks = {park: label.name for park, label in park_labels(session).items()}
        chosen = choose(self.columns, staff.role)
        columns = [replace(column, words=parks) if column.name == "park" else column for column in chosen]
        ids = lists.all_ids(session, self.filters, self.sort, self.order)
        batches = _batches(session, ids, columns, Viewer(staff.role, call.settings.secret_key))
        return Table(self.title, columns, batches, "Auswahl", self._in_words(parks))

    def event(self, staff: Staff, rows: int) -> Event:
        """For the log: without free text, of which only the fact that it was searched for is kept."""
        given = {name: value for name, value in self.filters if value not in (None, "", [])}
        stored = self.filters.model_dump(mode="json")
        details = {
            "format": self.format.value,
            "rows": rows,
            "columns": [column.name for column in choose(self.columns, staff.role)],
            "filters": {name: stored[name] for name in sorted(given) if name in _CLOSED},
            "other_filters": ["mit Suche" if name == "q" else name for name in sorted(given) if name not in _CLOSED],
            "sort": self.sort.value,
            "order": self.order.value,
        }
        return Event(staff.actor, "export.fetched", "reservations", details)

    def _in_words(self, parks: Mapping[str, str]) -> list[tuple[str, str]]:
        """The selection in German, as (label, value) pairs."""
        spoken: dict[str, Callable[[Any], str]] = {**_SPOKEN, "park": lambda park: parks.get(park, park)}
        said = [
            (_LABELS[name], spoken.get(name, str)(value)) for name, value in self.filters if value not in (None, "", [])
        ]
        direction = "absteigend" if self.order is Order.DESC else "aufsteigend"
        sorted_by = f"{_HEADINGS[self.sort.value]}, {direction}"
        return [*(said or [("Auswahl", "Alle Reservierungen")]), ("Sortiert nach", sorted_by)]


def _suspicion(which: str) -> str:
    return "noch offen" if which == "open" else "alle"


def _moment(text: str) -> str:
    try:
        return long_moment(datetime.fromisoformat(text))
    except (ValueError, OverflowError):  # no such day; no reservation has it either
        return text


_SPOKEN: Mapping[str, Callable[[Any], str]] = {
    "state": lambda states: ", ".join(STATE[state] for state in states),
    "annual_kwh": lambda packages: ", ".join(f"{format_decimal(Decimal(kwh), 0)} kWh" for kwh in packages),
    "payment_plan": lambda plan: PAYMENT_PLANS.get(plan, plan),
    "duplicate": _suspicion,
    "price_mismatch": _suspicion,
    "deposit_state": lambda state: DEPOSIT[state],
    "channel": lambda channel: "Website" if channel == "site" else CHANNEL[channel],
    "address": {"unconfirmed": "noch zu bestätigen", "confirmed": "bestätigt", "none": "keine"}.__getitem__,
    "created_from": numeric_day,
    "created_to": numeric_day,
    "follow_up_until": numeric_day,
    "burst": lambda at: "der letzte" if at == "last" else f"ab {_moment(at)}",
    "ids": lambda ids: f"{len(ids)} einzeln ausgewählt",
}


def _batches(
    session: Session, ids: Generator[int], columns: Sequence[Column], viewer: Viewer
) -> Generator[Sequence[Row]]:
    """The values of `columns`, in order, from the session's snapshot. Only one batch is in memory at a time."""
    with closing(ids):
        while part := list(islice(ids, _BATCH)):
            yield _rows(session, part, columns, viewer)


def _rows(session: Session, ids: Sequence[int], columns: Sequence[Column], viewer: Viewer) -> Sequence[Row]:
    sources = [column.source.label(f"c{number}") for number, column in enumerate(columns)]
    query = select(Reservation.id, *masking.NAMING, *sources).where(Reservation.id.in_(ids))
    found = {row.id: row for row in session.execute(query)}
    rows = [found[id_] for id_ in ids if id_ in found]
    texts = _texts(session, ids, columns, viewer)
    begin = 1 + len(masking.NAMING)
    values = [list(row[begin:]) for row in rows]
    for number, write in texts.items():
        for row, cells in zip(rows, values, strict=True):
            cells[number] = write(row, cells[number])
    return values


def _texts(
    session: Session, ids: Sequence[int], columns: Sequence[Column], viewer: Viewer
) -> Mapping[int, Callable[[Any, Any], Any]]:
    """Columns, by index, whose value is computed from (row, stored value)."""
    made: dict[int, Callable[[Any, Any], Any]] = {}
    for number, column in enumerate(columns):
        if column.name == "pseudonym":
            made[number] = lambda row, _value: masking.pseudonym(row.id, viewer.key)
        elif column.name == "tags":
            tags = tags_of(session, ids)
            made[number] = lambda row, _value, tags=tags: ", ".join(tags.get(row.id, ()))  # type: ignore[misc]
        elif column.name == "notes":
            notes = written_about(session, ids)
            made[number] = lambda row, _value, notes=notes: "\n\n".join(notes.get(row.id, ()))  # type: ignore[misc]
        elif column.mark is Mark.FROM_LINK:
            made[number] = _free_text(column.name, canonical_values(session), viewer.role)
        elif column.mark is Mark.IN_BANDS and viewer.role is Role.MARKETING:
            made[number] = _in_bands(masking.BANDS[column.name])
        elif column.kind is Kind.MOMENT and viewer.role is Role.MARKETING:
            made[number] = lambda _row, value: masking.hour_of(value)
    return made


def _in_bands(band: Callable[[Any], str]) -> Callable[[Any, Any], str]:
    return lambda _row, value: band(value)


def _free_text(name: str, aliases: Aliases, role: Role) -> Callable[[Any, Any], str]:
    """Text from a link, with aliases applied; for marketing with the household's names redacted."""

    def named(_row: Any, value: str) -> str:
        return meaning(name, value, aliases) if name in _NAMED else value

    def redacted_too(row: Any, value: str) -> str:
        return masking.redacted_as_written(named(row, value), value, masking.names_of(row))

    return redacted_too if role is Role.MARKETING else named
