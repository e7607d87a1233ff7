"""Two-step download: first a link with the row count, then one fetch that reads everything from one snapshot.

Rows may be added between the two steps. The file reflects the time of the fetch: its name, the header `X-Rows`, its
own notes and the audit entry all give the number of rows in that snapshot.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from services.audit.export import AuditWish
from services.console.refunds.export import RefundsWish
from services.core.db.reading import NOT_BEHIND, Source, read_from
from services.core.table_files.folder import files_folder
from services.core.table_files.formats import FORMATS
from services.core.table_files.sending import Download, begun, written
from services.exports import export_links
from services.exports.models import ExportLink
from services.exports.wish import Wish
from services.reservations.listing.export import ReservationsWish
from services.reservations.listing.search_text import catch_up_wholly
from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Call, Staff

_KINDS: Mapping[str, Callable[[Mapping[str, Any]], Wish]] = {
    "reservations": ReservationsWish.from_json,
    "audit": AuditWish.from_json,
    "refunds": RefundsWish.from_json,
}


@dataclass(frozen=True, slots=True)
class Promise:
    """A file that can be fetched with `token`; `rows` at the time of the promise."""

    token: str
    rows: int
    file_name: str


def promise(call: Call, staff: Staff, wish: Wish) -> Promise:
    """Create a link to the file, with its current number of rows. Raises the same as `wish.check`."""
    wish.check(staff)
    catch_up_wholly(call.db)
    with call.db.read() as session:
        rows = wish.count(session)
    token = call.db.write(lambda session: export_links.make(session, staff, wish, call.now))
    return Promise(token, rows, wish.file_name(rows, call.now))


def fetch(call: Call, staff: Staff, token: str) -> Download:
    """Begin the file, then use up the link and write the audit entry. On return the first chunk has been produced: an
    earlier failure is still a proper error response rather than half a file, and nothing has left before the entry.

    The rows are those of the replica if that shows everything saved until now, else of the primary.
    """
    catch_up_wholly(call.db)  # before the snapshot: everything saved until now is in the file
    with call.db.read() as session:
        link = export_links.find(session, token, staff, call.now)
    return read_from(call.db, lambda source: _begun(source, call, staff, link), longest_behind=NOT_BEHIND)


def _begun(source: Source, call: Call, staff: Staff, link: ExportLink) -> Download:
    """A replica may break off any query: from there all rows are read before the first byte leaves."""
    wish = _KINDS[link.wish.get("resource", "reservations")](link.wish)
    form, folder = FORMATS[wish.format], files_folder(call.settings.data_dir)
    with ExitStack() as held, ExitStack() as reading:
        rows = reading if source.is_replica else held
        opened = wish.opened(rows.enter_context(source.db.read()), call, staff)
        rows.callback(opened.batches.close)
        pieces = form.chunks(opened.table, folder)
        held.callback(pieces.close)
        chunks = written(pieces, folder, held) if source.is_replica else begun(pieces)
        _spend(call, link, opened.event)
        name = wish.file_name(opened.rows, call.now)
        return Download(name, form.media_type, opened.rows, chunks, held.pop_all())


def _spend(call: Call, link: ExportLink, event: Event) -> None:
    def unit(session: Session) -> None:
        export_links.spend(session, link)
        audit.append(session, [event], call.now)

    call.db.write(unit)
