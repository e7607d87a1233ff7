"""From a wish to a file: count and promise first, then one fetch that reads everything from one snapshot.

Between promise and fetch reservations may come in. The file is true to the moment of the fetch: its name, its header
`X-Rows`, what it says of itself and the audit entry give the number of rows of that snapshot.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from services.console.exports import export_links, reading
from services.console.exports.columns import choose, with_park_names
from services.console.exports.formats import FORMATS
from services.console.exports.selection import for_audit, in_words
from services.console.exports.table import About, Table
from services.console.exports.wish import Wish
from services.parks.names import park_labels
from services.reservations import entries, lists
from services.reservations.masking import refuse_personal_search
from services.reservations.rows import Viewer
from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Call, Staff

_LEFT_BEHIND_SECONDS = 6 * 3600


@dataclass(frozen=True, slots=True)
class Promise:
    """A file that can be fetched under `token`; `rows` as of now."""

    token: str
    rows: int
    file_name: str


class Download:
    """A file on its way. `close` gives the snapshot back and removes what was put on disk; it may come early."""

    def __init__(self, file_name: str, media_type: str, rows: int, pieces: Iterator[bytes], held: ExitStack) -> None:
        self.file_name = file_name
        self.media_type = media_type
        self.rows = rows
        self.pieces = pieces
        self._held = held

    def close(self) -> None:
        """To be called once, by whoever sends the file, however that went."""
        self._held.close()


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
        about = About(rows, in_words(wish.selection, park_names), staff.name, call.now)
        form = FORMATS[wish.format]
        pieces = form.chunks(Table(columns, batches, about), _folder(call.settings.data_dir))
        held.callback(pieces.close)
        begun = _begun(pieces)
        return Download(wish.file_name(rows, call.now), form.media_type, rows, begun, held.pop_all())


def _begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    first = next(pieces, b"")

    def all_of_them() -> Iterator[bytes]:
        yield first
        yield from pieces

    return all_of_them()


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


def _folder(data_dir: Path) -> Path:
    """Where files are made. Ours have no name or vanish when closed; what a killed process left is removed here."""
    folder = data_dir / "exports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    oldest = time.time() - _LEFT_BEHIND_SECONDS
    for entry in folder.iterdir():
        if entry.stat().st_mtime < oldest:
            shutil.rmtree(entry, ignore_errors=True)
    return folder
