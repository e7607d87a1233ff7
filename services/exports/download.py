"""Two-step download: first a link with the row count, then one fetch that reads everything from one snapshot.

Rows may be added between the two steps. The file reflects the time of the fetch: its name, the header `X-Rows`, its
own notes and the audit entry all give the number of rows in that snapshot.

A link is valid for one fetch, in the session that requested it, for ten minutes. Links are rows, so that any process
can serve the fetch and only one does: the one that deletes the row. The token is 256 random bits, of which the
database stores only the SHA-256. Search terms are in the row and never in a URL. A row is deleted with its session, at
the fetch, or after it expires.
"""

import json
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, Final

from pydantic import Field, TypeAdapter, ValidationError
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.audit.export import AuditExportIn
from services.core.clock import BERLIN
from services.core.db.reading import NOT_BEHIND, Source, read_from
from services.core.table_files.formats import FORMATS, FormatName
from services.core.table_files.sending import Download, begun, files_folder, written
from services.core.table_files.table import Note
from services.exports.books import BooksExportIn
from services.exports.errors import ExportGone
from services.exports.models import ExportLink
from services.exports.refunds import RefundsExportIn
from services.reservations.listing.export import ExportIn
from services.reservations.listing.search_text import catch_up_wholly
from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Call, Staff
from services.staff.errors import Forbidden
from services.staff.sign_in.sessions import new_token, token_hash

Wanted = Annotated[ExportIn | AuditExportIn | RefundsExportIn | BooksExportIn, Field(discriminator="resource")]
"""Every kind of file. Each checks who may have it, counts its rows, opens its table, and describes itself for
the audit log.
"""
_WANTED: Final[TypeAdapter[ExportIn | AuditExportIn | RefundsExportIn | BooksExportIn]] = TypeAdapter(Wanted)

LIFE: Final = timedelta(minutes=10)
_DIALECTS: Final = {FormatName.CSV_DE: "-de", FormatName.CSV: "-int"}
"""Suffix that distinguishes two files with the same extension."""


def promise(call: Call, staff: Staff, wanted: Wanted) -> tuple[str, int]:
    """The token of a link to the file, and its current number of rows. Raises the same as `wanted.check`."""
    wanted.check(staff)
    catch_up_wholly(call.db)
    with call.db.read() as session:
        rows = wanted.count(session)
    return call.db.write(lambda session: _link(session, staff, wanted, call.now)), rows


def fetch(call: Call, staff: Staff, token: str) -> Download:
    """Begin the file, then use up the link and write the audit entry. On return the first chunk has been produced: an
    earlier failure is still a proper error response rather than half a file, and nothing has left before the entry.

    The rows are those of the replica if that shows everything saved until now, else of the primary.
    """
    catch_up_wholly(call.db)  # before the snapshot: everything saved until now is in the file
    with call.db.read() as session:
        link = _find(session, token, staff, call.now)
    try:
        wanted = _WANTED.validate_python(link.wish)
    except ValidationError as error:  # written by another version of this code
        raise ExportGone from error
    return read_from(call.db, lambda source: _begun(source, call, staff, link, wanted), longest_behind=NOT_BEHIND)


def file_name(wanted: Wanted, rows: int, now: datetime) -> str:
    """`reservierungen-2026-11-21-316-zeilen-de.csv`: with the date in Berlin and the number of rows."""
    lines = f"{rows}-{'zeile' if rows == 1 else 'zeilen'}{_DIALECTS.get(wanted.format, '')}"
    return f"{wanted.title.lower()}-{now.astimezone(BERLIN):%Y-%m-%d}-{lines}.{FORMATS[wanted.format].extension}"


def forget_expired(session: Session, now: datetime) -> int:
    """Delete expired links; returns how many."""
    return session.execute(delete(ExportLink).where(ExportLink.expires_at <= now)).rowcount  # type: ignore[attr-defined,no-any-return]


def _begun(source: Source, call: Call, staff: Staff, link: ExportLink, wanted: Wanted) -> Download:
    """A replica may break off any query: from there all rows are read before the first byte leaves."""
    form, folder = FORMATS[wanted.format], files_folder(call.settings.data_dir)
    with ExitStack() as held, ExitStack() as reading:
        reads = reading if source.is_replica else held
        session = reads.enter_context(source.db.read())
        rows, table = wanted.count(session), wanted.table(session, call, staff)
        reads.callback(table.batches.close)
        # The table, whose notes hold the selection, with its author and time; in Parquet without the name
        about: list[Note] = [("Zeilen", rows), ("Erstellt am", call.now), ("Erstellt von", staff.name), *table.about]
        notes = {
            "voltigo.rows": str(rows),
            "voltigo.selection": json.dumps(dict(table.about), ensure_ascii=False),
            "voltigo.made_at": call.now.isoformat(),
        }
        pieces = form.chunks(replace(table, about=about, notes=notes), folder)
        held.callback(pieces.close)
        chunks = written(pieces, folder, held) if source.is_replica else begun(pieces)
        _spend(call, link, wanted.event(staff, rows))
        return Download(file_name(wanted, rows, call.now), form.media_type, rows, chunks, held.pop_all())


def _link(session: Session, staff: Staff, wanted: Wanted, now: datetime) -> str:
    """Create a link and return its token."""
    forget_expired(session, now)
    token = new_token()
    link = ExportLink(
        token_hash=token_hash(token),
        session_id=staff.session_id,
        role=staff.role.value,
        wish=wanted.model_dump(mode="json", by_alias=True, exclude_defaults=True),
        created_at=now,
        expires_at=now + LIFE,
    )
    session.add(link)
    return token


def _find(session: Session, token: str, staff: Staff, now: datetime) -> ExportLink:
    """The link of a token, unchanged. ExportGone; Forbidden if the role has changed."""
    query = select(ExportLink).where(
        ExportLink.token_hash == token_hash(token),
        ExportLink.session_id == staff.session_id,
        ExportLink.expires_at > now,
    )
    link = session.scalars(query).one_or_none()
    if link is None:
        raise ExportGone
    if link.role != staff.role.value:
        raise Forbidden
    return link


def _spend(call: Call, link: ExportLink, event: Event) -> None:
    """Use up the link and write the audit entry; ExportGone if another request was faster."""

    def unit(session: Session) -> None:
        its_row = (ExportLink.id == link.id) & (ExportLink.token_hash == link.token_hash)
        if session.execute(delete(ExportLink).where(its_row)).rowcount != 1:  # type: ignore[attr-defined]
            raise ExportGone
        audit.append(session, [event], call.now)

    call.db.write(unit)
