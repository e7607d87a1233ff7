"""Reads the rows of an export: ids in list order, then values in batches."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, meaning
from services.console.exports.selection import Selection
from services.core.table_files.table import Kind, Row
from services.reservations.changes import tags_of
from services.reservations.desk import masking
from services.reservations.desk.masking import Mark
from services.reservations.desk.notes import written_about
from services.reservations.desk.show import Viewer
from services.reservations.listing import pages as lists
from services.reservations.listing.columns import Column
from services.reservations.models import Reservation
from services.staff.models import Role

_BATCH = 1_000
_NAMED = ("utm_source", "utm_campaign")
"""Columns shown with the names used in lists and reports."""


def batches(
    session: Session, selection: Selection, columns: Sequence[Column], viewer: Viewer
) -> Generator[Sequence[Row]]:
    """The values of `columns`, in order, from the session's snapshot. Only one batch is in memory at a time."""
    ids = lists.all_ids(session, selection.filters, selection.sort, selection.order)
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
            made[number] = lambda _row, value: masking.size_band(value)
        elif column.kind is Kind.MOMENT and viewer.role is Role.MARKETING:
            made[number] = lambda _row, value: masking.hour_of(value)
    return made


def _free_text(name: str, aliases: Aliases, role: Role) -> Callable[[Any, Any], str]:
    """Text from a link, with aliases applied; for marketing with the household's names redacted."""

    def named(_row: Any, value: str) -> str:
        return meaning(name, value, aliases) if name in _NAMED else value

    def redacted_too(row: Any, value: str) -> str:
        return masking.redacted_as_written(named(row, value), value, masking.names_of(row))

    return redacted_too if role is Role.MARKETING else named
