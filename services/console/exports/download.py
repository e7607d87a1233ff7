"""From a wish to a file: count and promise first, then one fetch that reads everything from one snapshot.

Between promise and fetch reservations may come in. The file is true to the moment of the fetch: its name, its header
`X-Rows`, what it says of itself and the audit entry give the number of rows of that snapshot.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.console.exports import export_links, reading
from services.console.exports.columns import Column, choose, with_park_names
from services.console.exports.selection import for_audit, in_words
from services.console.exports.wish import Wish
from services.core.table_files.folder import files_folder
from services.core.table_files.formats import FORMATS
from services.core.table_files.sending import Download, begun
from services.core.table_files.table import Note, Row, Table
from services.parks.names import park_labels
from services.reservations import entries, lists
from services.reservations.masking import refuse_personal_search
from services.reservations.rows import Viewer
from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Call, Staff


@dataclass(frozen=True, slots=True)
class Promise:
    """A file that can be fetched under `token`; `rows` as of now."""

    token: str
    rows: int
    file_name: str


@dataclass(frozen=True, slots=True)
class About:
    """What a file tells of itself."""

    rows: int
    """How many there are in the snapshot the file is made from: exactly those it holds."""
    selection: Sequence[tuple[str, str]]
    """The filters and the order in words, (what, value)."""
    made_by: str
    made_at: datetime


def promise(call: Call, staff: Staff, wish: Wish) -> Promise:
    """A link to the file, with the number of rows it would have now. PersonalSearch: not for this role."""
    selection = wish.selection
    refuse_personal_search(selection.filters, staff.role, selection.sort)
    entries.catch_up_wholly(call.db)
    with call.db.read() as session:
        rows = lists.exact_count(session, wish.selection.filters)
    token = call.db.write(lambda session: export_links.make(session, staff, wish, call.now))
    return Promise(token, rows, wish.file_name(rows, call.now))


def fetch(call: Call, staff: Staff, token: str) -> Download:
    """Spend the link, write the audit entry, and begin the file. When this returns, the first piece is made:
    whatever fails before is still an answer of its own and not half a file.
    """
    entries.catch_up_wholly(call.db)  # before the snapshot: whatever was saved until now is in the file
    with ExitStack() as held:
        session = held.enter_context(call.db.read())
        link = export_links.find(session, token, staff, call.now)
        wish = Wish.from_json(link.wish)
        park_names = {park: label.name for park, label in park_labels(session).items()}
        columns = with_park_names(choose(wish.columns, staff.role), park_names)
        rows = lists.exact_count(session, wish.selection.filters)
        _spend(call, staff, link, _event(staff, wish, rows))
        batches = reading.batches(session, wish.selection, columns, Viewer(staff.role, call.settings.secret_key))
        held.callback(batches.close)
        table = _table(columns, batches, About(rows, in_words(wish.selection, park_names), staff.name, call.now))
        form = FORMATS[wish.format]
        pieces = form.chunks(table, files_folder(call.settings.data_dir))
        held.callback(pieces.close)
        name = wish.file_name(rows, call.now)
        return Download(name, form.media_type, rows, begun(pieces), held.pop_all())


def _table(columns: Sequence[Column], batches: Iterator[Sequence[Row]], about: About) -> Table:
    lines: list[Note] = [
        ("Zeilen", about.rows),
        ("Erstellt am", about.made_at),
        ("Erstellt von", about.made_by),
        *about.selection,
    ]
    notes = {
        "voltigo.rows": str(about.rows),
        "voltigo.selection": json.dumps(dict(about.selection), ensure_ascii=False),
        "voltigo.made_at": about.made_at.isoformat(),
    }
    return Table("Reservierungen", columns, batches, "Auswahl", lines, notes)


def _spend(call: Call, staff: Staff, link: Any, event: Event) -> None:
    def unit(session: Session) -> None:
        export_links.spend(session, link)
        audit.append(session, [event], call.now)

    call.db.write(unit)


def _event(staff: Staff, wish: Wish, rows: int) -> Event:
    details = {
        "format": wish.format.value,
        "rows": rows,
        "columns": list(wish.columns),
        **for_audit(wish.selection),
    }
    return Event(staff.actor, "export.fetched", "reservations", details)
