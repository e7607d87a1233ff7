"""The archive of „Nachrechnen“: the raw rows behind a report, cells of it, and a script that compares them.

What a report's archive holds is declared in `RECOUNTS`. Rows carry pseudonyms, different in each archive: nothing in it
leads to a household, and two archives cannot be joined. Texts that name a person are redacted as in the report itself.
"""

import hashlib
import re
import secrets
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import IO, Any, Final
from zipfile import ZIP_STORED, ZipFile

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from analytics.channel_groups import CHANNEL_GROUPS
from analytics.parameters import PARAMETERS, Day, Flag, Whole
from analytics.production import production_shares
from services.campaigns.models import Alias, Campaign, CampaignCost
from services.core.clock import BERLIN, berlin_day
from services.core.db.db import Database
from services.core.table_files.parquet import PARQUET
from services.core.table_files.table import FileColumn, Kind, Table
from services.offer import OFFER
from services.reports.redact import redacted_value
from services.reports.run import ReportAnswer
from services.reservations.desk.masking import naming_values
from services.reservations.models import Reservation, ReservationChange
from services.visits.models import ReservationTouch, Visit

SCRIPT: Final = Path(__file__).with_name("nachrechnen.py")
_BATCH: Final = 5_000
_TAGS: Final = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referrer_host", "landing_path")
_SIGNED: Final = ("reservations", "states")
_ORIGINS: Final = ("visits", "touches", "costs", "aliases", *_SIGNED)
Fields = Mapping[str, Kind]
Rows = tuple[Fields, Iterator[Sequence[Any]]]


@dataclass(frozen=True, slots=True)
class Recount:
    """What of a report is counted again: these cells of this table, from these raw rows. Parameters that are neither
    `asked` nor `fixed` have their defaults, filters among them.
    """

    table: str
    cells: tuple[str, ...]
    rows: tuple[str, ...]
    asked: tuple[str, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)


RECOUNTS: Final[Mapping[str, Recount]] = {
    "money": Recount(
        "campaigns",
        ("cost_cents", "unripe_cost_cents", "contracts_ppm", "kwh_ppm", "ripe", "visits"),
        _ORIGINS,
        ("from_day", "to_day", "look_back_days"),
        {"model": "last_non_direct"},
    ),
    "overview": Recount(
        "days",
        ("visitors", "sessions", "reservations", "contracted", "bound_kwh", "cost_cents"),
        _ORIGINS,
        ("from_day", "to_day", "with_bots"),
    ),
    "breakdown": Recount(
        "values",
        ("visitors", "sessions", "reservations", "contracted", "cancelled", "kwh", "bound_kwh", "cost_cents"),
        (*_ORIGINS, "rules"),
        ("from_day", "to_day", "field", "with_bots", "look_back_days"),
    ),
    "capacity": Recount(
        "days",
        ("taken", "reserved", "invited", "contracted", "active", "taken_kwh", "new", "given_up", "returned"),
        _SIGNED,
        ("from_day", "to_day", "park"),
    ),
    "credits": Recount(
        "scenarios",
        ("kwh", "first_year_cents", "credit_cents", "contracted_credit_cents", "net_cents"),
        ("reservations", "production", "rates", "plans"),
        (
            "park", "package", "plan", "rate_tenth_ct", "years", "starts_on", "degradation_bp", "price_path_bp",
            "price_basis", "inflation_bp", "reserved_from", "reserved_to",
        ),
    ),
}  # fmt: skip


def packed(db: Database, answer: ReportAnswer, now: datetime, folder: Path) -> IO[bytes]:
    """The archive of a report that was run for the parameters of its recount, in a file without a name."""
    with ExitStack() as held:
        file = held.enter_context(tempfile.TemporaryFile(dir=folder))
        with db.read() as session, ZipFile(file, "w", ZIP_STORED) as archive:
            archive.write(SCRIPT, SCRIPT.name)
            for name, (fields, rows) in _Raw(session, answer, now).tables():
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


class _Raw:
    """Reads the tables row by row."""

    def __init__(self, session: Session, answer: ReportAnswer, now: datetime) -> None:
        self._session, self._answer, self._today = session, answer, berlin_day(now)
        self._of = _pseudonyms()
        naming = naming_values(session)
        self._shown = cache(lambda value: redacted_value(value, naming))

    def tables(self) -> Iterator[tuple[str, Rows]]:
        """Those that the report's recount needs."""
        recount = RECOUNTS[self._answer.definition.name]
        yield "asked", self._asked(recount)
        for name in recount.rows:
            yield name, _TABLES[name](self)
        yield "expected", self._expected(recount)

    def _asked(self, recount: Recount) -> Rows:
        kinds: dict[type, Kind] = {Day: Kind.DAY, Whole: Kind.INTEGER, Flag: Kind.BOOLEAN}
        fields = {name: kinds.get(type(PARAMETERS[name]), Kind.TEXT) for name in recount.asked}
        values = [self._answer.parameters[name] for name in recount.asked]
        report = self._answer.definition.name
        return {"report": Kind.TEXT, "today": Kind.DAY, **fields}, iter([(report, self._today, *values)])

    def _expected(self, recount: Recount) -> Rows:
        table = self._answer.tables[recount.table]
        kinds = {column.name: Kind.DAY if column.kind == "day" else Kind.TEXT for column in table.columns}
        key = table.table.key
        is_of_codes = self._answer.parameters.get("field") == "referral_code"
        shown = self._code if is_of_codes else lambda value: value
        return (
            {**{name: kinds[name] for name in key}, **dict.fromkeys(recount.cells, Kind.INTEGER)},
            ((*(shown(row[name]) for name in key), *(row[name] or 0 for name in recount.cells)) for row in table.rows),
        )

    def visits(self) -> Rows:
        first, last = self._answer.parameters["from_day"], self._answer.parameters["to_day"]
        within = select(Visit).where(Visit.at >= _midnight(first), Visit.at < _midnight(last + timedelta(days=1)))
        flags = dict.fromkeys(("is_arrival", "is_flagged"), Kind.BOOLEAN)
        return (
            {"event": Kind.INTEGER, "at": Kind.MOMENT, "visitor": Kind.TEXT, **flags, **_TOUCH},
            (
                (n, v.at, self._of("visitor", v.visitor), v.is_arrival, v.is_bot or v.is_referrer_spam, *self._touch(v))
                for n, v in enumerate(self._read(within.order_by(Visit.id)))
            ),
        )

    def touches(self) -> Rows:
        return (
            {"reservation": Kind.TEXT, "position": Kind.INTEGER, "at": Kind.MOMENT, **_TOUCH},
            (
                (self._of("reservation", t.reservation_id), t.position, t.at, *self._touch(t))
                for t in self._read(select(ReservationTouch))
            ),
        )

    def reservations(self) -> Rows:
        numbers = ("annual_kwh", "plan_total_cents", "setup_fee_cents")
        texts = ("state", "park_id", "payment_plan")
        return (
            {
                "reservation": Kind.TEXT, "created_at": Kind.MOMENT, "is_merged": Kind.BOOLEAN,
                **dict.fromkeys(texts, Kind.TEXT), **dict.fromkeys(numbers, Kind.INTEGER),
            },
            (
                (
                    self._of("reservation", r.id), r.created_at, r.merged_into_id is not None,
                    *(getattr(r, name) for name in (*texts, *numbers)),
                )
                for r in self._read(select(Reservation))
            ),
        )  # fmt: skip

    def states(self) -> Rows:
        return (
            {
                "reservation": Kind.TEXT, "position": Kind.INTEGER, "at": Kind.MOMENT,
                **dict.fromkeys(("before", "state", "action"), Kind.TEXT),
            },
            (
                (self._of("reservation", c.reservation_id), c.id, c.at, c.before["state"], c.after["state"], c.action)
                for c in self._read(select(ReservationChange).order_by(ReservationChange.id))
                if "state" in c.after
            ),
        )  # fmt: skip

    def costs(self) -> Rows:
        tags = _TAGS[:3]
        campaigns = {one.id: one for one in self._session.scalars(select(Campaign))}
        costs = self._read(select(CampaignCost).where(CampaignCost.removed_at.is_(None)))
        return (
            {**dict.fromkeys(tags, Kind.TEXT), "day": Kind.DAY, "cents": Kind.INTEGER},
            ((*(getattr(campaigns[c.campaign_id], tag) for tag in tags), c.day, c.cents) for c in costs),
        )

    def aliases(self) -> Rows:
        fields = ("field", "raw", "canonical")
        aliases = self._read(select(Alias).where(Alias.undone_at.is_(None)))
        return dict.fromkeys(fields, Kind.TEXT), ((a.field, a.raw, a.canonical) for a in aliases)

    def rules(self) -> Rows:
        """One row a value: a rule holds where one of its values does in each of its fields; the first that holds."""
        fields = {"rule": Kind.INTEGER, "group": Kind.TEXT, "field": Kind.TEXT, "value": Kind.TEXT}
        return fields, (
            (number, rule.group, name, value)
            for number, rule in enumerate(CHANNEL_GROUPS.rules)
            for name in ("source", "medium", "site")
            for value in getattr(rule, name)
        )

    def production(self) -> Rows:
        return (
            {"park_id": Kind.TEXT, "month": Kind.INTEGER, "share_bp": Kind.INTEGER},
            ((one.park_id, one.month, one.share_bp) for one in production_shares()),
        )

    def rates(self) -> Rows:
        rates = OFFER["credit"]["scenarios"]
        return {"scenario": Kind.TEXT, "tenth_ct": Kind.INTEGER}, ((one["name"], one["tenth_ct"]) for one in rates)

    def plans(self) -> Rows:
        plans = OFFER["payment_plans"]
        return {"payment_plan": Kind.TEXT, "months": Kind.INTEGER}, ((one["id"], one["months"]) for one in plans)

    def _read(self, query: Select[Any]) -> Iterator[Any]:
        for row in self._session.scalars(query.execution_options(yield_per=_BATCH)):
            yield row
            self._session.expunge(row)

    def _touch(self, row: Any) -> list[str]:
        """Its fields without what names a person. A code of recommendation is a pseudonym, as it was written too."""
        spelled = row.referral_code.strip(" ").upper()
        tags = (self._shown(getattr(row, tag)) for tag in _TAGS)
        return [*tags, self._code(spelled), self._of("spelled", spelled), row.clicked_ad, row.device]

    def _code(self, code: str) -> str:
        plain = re.sub(r"[\s_-]", "", code)
        return self._of("code", plain) if plain else ""


_TOUCH: Final = dict.fromkeys((*_TAGS, "referral_code", "spelled_code", "clicked_ad", "device"), Kind.TEXT)
_TABLES: Final[Mapping[str, Callable[[_Raw], Rows]]] = {
    "visits": _Raw.visits,
    "touches": _Raw.touches,
    "reservations": _Raw.reservations,
    "states": _Raw.states,
    "costs": _Raw.costs,
    "aliases": _Raw.aliases,
    "rules": _Raw.rules,
    "production": _Raw.production,
    "rates": _Raw.rates,
    "plans": _Raw.plans,
}


def _pseudonyms() -> Callable[[str, object], str]:
    key = secrets.token_bytes(32)

    def of(kind: str, value: object) -> str:
        return hashlib.blake2b(f"{kind} {value}".encode(), key=key, digest_size=8).hexdigest()

    return of


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), BERLIN)
