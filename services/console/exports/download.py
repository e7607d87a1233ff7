"""From a wish to a file: count and promise first, then one fetch that reads everything from one snapshot.

Between promise and fetch rows may come in. The file is true to the moment of the fetch: its name, its header
`X-Rows`, what it says of itself and the audit entry give the number of rows of that snapshot.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from services.console.audit.export import AuditWish
from services.console.exports import export_links
from services.console.exports.reservations import ReservationsWish
from services.console.exports.wish import Wish
from services.core.table_files.folder import files_folder
from services.core.table_files.formats import FORMATS
from services.core.table_files.sending import Download, begun
from services.reservations.listing import entries
from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Call, Staff

_KINDS: Mapping[str, Callable[[Mapping[str, Any]], Wish]] = {
    "reservations": ReservationsWish.from_json,
    "audit": AuditWish.from_json,
}


@dataclass(frozen=True, slots=True)
class Promise:
    """A file that can be fetched under `token`; `rows` as of now."""

    token: str
    rows: int
    file_name: str


def promise(call: Call, staff: Staff, wish: Wish) -> Promise:
    """A link to the file, with the number of rows it would have now. Raises what `wish.check` does."""
    wish.check(staff)
    entries.catch_up_wholly(call.db)
    with call.db.read() as session:
        rows = wish.count(session)
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
        wish = _KINDS[link.wish.get("resource", "reservations")](link.wish)
        opened = wish.opened(session, call, staff)
        held.callback(opened.batches.close)
        _spend(call, link, opened.event)
        form = FORMATS[wish.format]
        pieces = form.chunks(opened.table, files_folder(call.settings.data_dir))
        held.callback(pieces.close)
        name = wish.file_name(opened.rows, call.now)
        return Download(name, form.media_type, opened.rows, begun(pieces), held.pop_all())


def _spend(call: Call, link: Any, event: Event) -> None:
    def unit(session: Session) -> None:
        export_links.spend(session, link)
        audit.append(session, [event], call.now)

    call.db.write(unit)
