"""„Nachrechnen“: the rows behind „Was bringt mein Geld“, its cells, and a script that counts them again for an auditor.

Rows carry pseudonyms, different in each archive: nothing in it leads to a household, and two archives cannot
be joined. Tags that name a person are redacted as in the report itself.
"""

import hashlib
import secrets
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import IO, Annotated, Any, Final
from zipfile import ZIP_STORED, ZipFile

from fastapi import Query
from sqlalchemy import Select, select
from sqlalchemy.orm import Session
from starlette.responses import StreamingResponse

from analytics.definitions import definitions
from services.campaigns.models import Alias, Campaign, CampaignCost
from services.core.clock import BERLIN, berlin_day
from services.core.db.db import Database
from services.core.inputs import DaysQuery
from services.core.table_files.parquet import PARQUET
from services.core.table_files.sending import Download, FileResponse, files_folder
from services.core.table_files.table import FileColumn, Kind, Table
from services.reports.parameters import read_parameters
from services.reports.redact import redacted_value
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.reservations.desk.masking import naming_values
from services.reservations.models import Reservation, ReservationChange
from services.staff import audit
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.store.place import store_of
from services.visits.models import ReservationTouch, Visit

router = StaffRouter(tag="reports")
SCRIPT: Final = Path(__file__).with_name("nachrechnen.py")
_BATCH: Final = 5_000
_PIECE: Final = 256 * 1024
_TAGS: Final = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referrer_host")
_CELLS: Final = ("cost_cents", "unripe_cost_cents", "contracts_ppm", "kwh_ppm", "ripe", "visits")
_KEY: Final = ("channel", "utm_source", "utm_medium", "utm_campaign", "referrer_host")
_MODEL: Final = "last_non_direct"
Fields = Mapping[str, Kind]


@router.get("/reports/money/recount.zip", response_class=StreamingResponse)
def fetch_money_recount(wanted: Annotated[DaysQuery, Query()], call: CallOf, staff: MarketerOf) -> FileResponse:
    """The report of these days by the last known origin, and the rows it is counted from. Downloads are on record."""
    definition = definitions()["money"]
    days = [(name, day.isoformat()) for name, day in (("from", wanted.from_), ("to", wanted.to)) if day]
    parameters = read_parameters(definition, [*days, ("model", _MODEL)], berlin_day(call.now))
    context = ReportContext(call.db, store_of(call.settings), call.now)
    answer = run_report(context, definition, parameters, limit=None, tables=("campaigns",))
    first, last = answer.parameters["from_day"], answer.parameters["to_day"]
    details = {"from": first.isoformat(), "to": last.isoformat()}
    event = audit.Event(staff.actor, "report.recounted", "report:money", details)
    call.db.write(lambda session: audit.append(session, [event], call.now))
    with ExitStack() as held:
        file = held.enter_context(packed(call.db, answer, call.now, files_folder(call.settings.data_dir)))
        name = f"voltigo-nachrechnen-{first}-bis-{last}.zip"
        pieces = iter(lambda: file.read(_PIECE), b"")
        return FileResponse(Download(name, "application/zip", 0, pieces, held.pop_all()))


def packed(db: Database, answer: ReportAnswer, now: datetime, folder: Path) -> IO[bytes]:
    """The archive, in a file without a name."""
    with ExitStack() as held:
        file = held.enter_context(tempfile.TemporaryFile(dir=folder))
        with db.read() as session, ZipFile(file, "w", ZIP_STORED) as archive:
            archive.write(SCRIPT, SCRIPT.name)
            for name, fields, rows in _Pack(session, answer, now).tables():
                columns = [FileColumn(field, field, kind) for field, kind in fields.items()]
                table = Table(name, columns, _batches(rows), "", [], at=now)
                with archive.open(f"{name}.parquet", "w", force_zip64=True) as entry:
                    for piece in PARQUET.chunks(table, folder):
                        entry.write(piece)
        file.seek(0)
        held.pop_all()
        return file


def _batches(rows: Iterator[Sequence[Any]]) -> Generator[Sequence[Sequence[Any]]]:
    batch: list[Sequence[Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


@dataclass(frozen=True)
class _Pack:
    """Reads the tables row by row."""

    session: Session
    answer: ReportAnswer
    now: datetime

    def tables(self) -> Iterator[tuple[str, Fields, Iterator[Sequence[Any]]]]:
        """Each with its fields and rows."""
        of, clean = self._pseudonyms(), self._cleaned()
        first, last = self.answer.parameters["from_day"], self.answer.parameters["to_day"]
        text, number, moment, flag = Kind.TEXT, Kind.INTEGER, Kind.MOMENT, Kind.BOOLEAN
        asked = {"first": Kind.DAY, "last": Kind.DAY, "today": Kind.DAY, "look_back_days": number}
        yield "asked", asked, iter([(first, last, berlin_day(self.now), self.answer.parameters["look_back_days"])])
        touch = {**dict.fromkeys(_TAGS, text), "referral_code": text, "clicked_ad": text}
        visits = select(Visit).where(Visit.at >= _midnight(first), Visit.at < _midnight(last + timedelta(days=1)))
        yield (
            "visits",
            {"event": number, "at": moment, "visitor": text, "is_arrival": flag, "is_flagged": flag, **touch},
            (
                (n, v.at, of("visitor", v.visitor), v.is_arrival, v.is_bot or v.is_referrer_spam, *clean(v))
                for n, v in enumerate(self._rows(visits.order_by(Visit.id)))
            ),
        )
        yield (
            "reservations",
            {"reservation": text, "created_at": moment, "state": text, "annual_kwh": number, "is_merged": flag},
            (
                (of("reservation", r.id), r.created_at, r.state, r.annual_kwh, r.merged_into_id is not None)
                for r in self._rows(select(Reservation))
            ),
        )
        yield (
            "states",
            {"reservation": text, "position": number, "at": moment, "state": text, "action": text},
            (
                (of("reservation", c.reservation_id), c.id, c.at, c.after["state"], c.action)
                for c in self._rows(select(ReservationChange).order_by(ReservationChange.id))
                if "state" in c.after
            ),
        )
        yield (
            "touches",
            {"reservation": text, "position": number, "at": moment, **touch},
            (
                (of("reservation", t.reservation_id), t.position, t.at, *clean(t))
                for t in self._rows(select(ReservationTouch))
            ),
        )
        campaigns = {one.id: one for one in self.session.scalars(select(Campaign))}
        costs = self._rows(select(CampaignCost).where(CampaignCost.removed_at.is_(None)))
        yield (
            "costs",
            {**dict.fromkeys(_TAGS[:3], text), "day": Kind.DAY, "cents": number},
            ((*(getattr(campaigns[c.campaign_id], tag) for tag in _TAGS[:3]), c.day, c.cents) for c in costs),
        )
        aliases = self._rows(select(Alias).where(Alias.undone_at.is_(None)))
        fields = ("field", "raw", "canonical")
        yield "aliases", dict.fromkeys(fields, text), ((a.field, a.raw, a.canonical) for a in aliases)
        yield (
            "expected",
            {**dict.fromkeys(_KEY, text), **dict.fromkeys(_CELLS, number)},
            (
                (*(row[name] for name in _KEY), *(row[name] or 0 for name in _CELLS))
                for row in self.answer.tables["campaigns"].rows
            ),
        )

    def _rows(self, query: Select[Any]) -> Iterator[Any]:
        for row in self.session.scalars(query.execution_options(yield_per=_BATCH)):
            yield row
            self.session.expunge(row)

    def _pseudonyms(self) -> Callable[[str, object], str]:
        key = secrets.token_bytes(32)

        def of(kind: str, value: object) -> str:
            return hashlib.blake2b(f"{kind} {value}".encode(), key=key, digest_size=8).hexdigest()

        return of

    def _cleaned(self) -> Callable[[Any], list[str]]:
        """Tags without what names a person; a code of recommendation as a pseudonym."""
        naming, of = naming_values(self.session), self._pseudonyms()
        shown = cache(lambda value: redacted_value(value, naming))

        def clean(row: Any) -> list[str]:
            code = row.referral_code.strip(" ").upper()
            return [*(shown(getattr(row, tag)) for tag in _TAGS), of("code", code) if code else "", row.clicked_ad]

        return clean


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), BERLIN)
