"""Databases full of plausible reservations, for measuring lists: skewed values, umlauts, what is old has ended."""

import random
import sqlite3
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
from sqlalchemy.engine import make_url

from services.core.contact_details import name_key
from services.core.references import _spell
from services.reservations.listing.search import Findable, terms_of
from services.reservations.models import FILTERS, Reservation
from tests.factories import stored_details

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
_CHUNK = 20_000
[BY_PROVIDER] = (one.column for one in FILTERS)
_FIRST = [
    "Anna",
    "Peter",
    "Jürgen",
    "Sabine",
    "Michael",
    "Änne",
    "Mehmet",
    "Ursula",
    "Jörg",
    "Zoë",
    "Karl-Heinz",
    "Søren",
    "Björn",
    "Luise",
    "Françoise",
]
_LAST = [
    "Müller",
    "Schmidt",
    "Schneider",
    "Fischer",
    "Weber",
    "Meyer",
    "Wagner",
    "Becker",
    "Schäfer",
    "Groß",
    "Yıldız",
    "Müller-Lüdenscheidt",
    "Böhm",
]
_STATES = ("reserved", "invited", "contracted", "active", "ended", "cancelled", "expired", "withdrawn")
_OLD = (1, 1, 3, 10, 60, 15, 9, 1)
_NEW = (70, 12, 5, 3, 0, 7, 2, 1)
_PROVIDERS = (
    "Stadtwerke München", "E.ON", "Vattenfall", "EnBW", "RWE", "LichtBlick", "Naturstrom", "Tibber", "Andere",
)  # fmt: skip
_PROVIDER_WEIGHTS = (40, 20, 12, 9, 7, 5, 3, 1, 3)
_SOURCES = {"google": ("brand", "solar-2026"), "facebook": ("fruehling", "sommer"), "newsletter": ("rundbrief",)}
_TAGS = {"Rückruf": 0.05, "Presse": 0.002, "Umzug": 0.0005}


def reservations(count: int, seed: int = 7) -> Iterator[dict[str, Any]]:
    """So many rows of the table `reservations`, the oldest first."""
    draw = random.Random(seed)
    step = timedelta(days=700) / count
    for number in range(1, count + 1):
        age = number / count
        created = NOW - timedelta(days=700) + step * number
        first, last = draw.choice(_FIRST), draw.choice(_LAST)
        if draw.random() < 0.7:
            last += draw.choice(("mann", "er", "hof", "bach", "ke", "stein", "ert", "ing")) + _ending(draw)
        source = draw.choice((*_SOURCES, "", "", "")) if age < 0.98 else "google"
        campaign = draw.choice(_SOURCES[source]) if source else ""
        if draw.random() < 0.003:
            campaign = f"messe-{draw.randrange(20)}"
        kwh, plan = (
            draw.choices((1000, 2000, 3000), (2, 5, 3))[0],
            draw.choices(("one-off", "24m", "48m"), (5, 3, 2))[0],
        )
        mobile = f"01{draw.choice('567')}{draw.randrange(10**9):09d}"
        email = f"{first}.{last}{draw.randrange(10**5)}@{draw.choice(('gmx.de', 'web.de', 'example.org'))}".lower()
        email = email.replace("ü", "ue").replace("ä", "ae").replace("ö", "oe").replace("ß", "ss")
        suspected, differs = draw.random() < 0.02, draw.random() < 0.01
        yield {
            "id": number,
            "reference": _spell(number * 104_729 % 29**7, "VG"),
            "park_id": "ingolstadt" if draw.random() < 0.8 else "munich",
            "spot_number": number,
            "state": draw.choices(_STATES, _OLD if age < 0.6 else _NEW)[0],
            "version": 1,
            "created_at": created,
            "updated_at": created + timedelta(days=draw.random() * (NOW - created).days),
            "first_name": first,
            "last_name": last,
            "email": email,
            "email_normalized": email,
            "mailbox": email,
            "email_confirmed_at": None,
            "mobile_phone": mobile,
            "mobile_phone_e164": f"+49{mobile[1:]}",
            **stored_details(postcode=f"{draw.randrange(1067, 99998):05d}"),
            BY_PROVIDER: draw.choices(_PROVIDERS, _PROVIDER_WEIGHTS)[0],
            "annual_kwh": kwh,
            "payment_plan": plan,
            **dict.fromkeys(_AMOUNTS, 1000),
            "deposit_state": "reserved",
            "client_figures": "{}",
            "price_mismatch": differs,
            "duplicate_suspected": suspected,
            "utm_source": source,
            "utm_campaign": campaign,
            "referral_code": f"freund-{draw.randrange(max(2, count // 50))}" if draw.random() < 0.1 else "",
            "notes": "",
            "follow_up_on": _follow_up(draw),
            "price_checked_at": NOW if differs and draw.random() < 0.7 else None,
            "duplicate_checked_at": NOW if suspected and draw.random() < 0.7 else None,
            "merged_into_id": None,
        }


def _ending(draw: random.Random) -> str:
    """Two syllables, so that names have tens of thousands of words."""
    return "".join(draw.choice("bdfgklmnprst") + draw.choice("aeiou") for _ in range(2))


_AMOUNTS = (
    "credit_tenth_ct", "nominal_interest_bp", "effective_interest_bp", "share_amount_cents",
    "plan_total_cents", "instalment_cents", "last_instalment_cents", "monthly_credit_cents", "annual_credit_cents",
    "total_credits_cents", "minimum_total_cents", "break_even_tenth_years", "setup_fee_cents",
    "yearly_platform_fee_cents", "deposit_cents",
)  # fmt: skip


def _follow_up(draw: random.Random) -> date | None:
    return date(2026, 10, 1) + timedelta(days=draw.randrange(120)) if draw.random() < 0.03 else None


def fill(url: str, count: int) -> Iterator[int]:
    """Fill a migrated database; yields how many rows are in, for a progress bar."""
    store = _Sqlite(url) if url.startswith("sqlite") else _Postgresql(url)
    indexes = store.drop_indexes()
    draw = random.Random(11)
    chunk: list[dict[str, Any]] = []
    for row in reservations(count):
        findable = Findable(**{name: row[name] for name in Findable.__dataclass_fields__})
        chunk.append(
            row | {"name_key": name_key(row["last_name"], row["first_name"]), "search_text": terms_of(findable)}
        )
        if len(chunk) < _CHUNK and row["id"] < count:
            continue
        columns = [c.name for c in Reservation.__table__.columns if c.name in chunk[0]]  # the others have a default
        store.insert("reservations", columns, [[r[name] for name in columns] for r in chunk])
        tags = [[t, r["id"]] for r in chunk for t, share in _TAGS.items() if draw.random() < share]
        store.insert("reservation_tags", ["tag", "reservation_id"], tags)
        chunk = []
        yield row["id"]
    store.finish(indexes)


_FILLED = ("reservations", "reservation_tags")


class _Sqlite:
    def __init__(self, url: str) -> None:
        self._connection = sqlite3.connect(make_url(url).database or "", isolation_level=None)
        self._connection.execute("PRAGMA synchronous=OFF")
        self._connection.execute("PRAGMA journal_mode=OFF")  # nobody keeps a half-filled database
        self._connection.execute("PRAGMA cache_size=-400000")
        self._triggers: list[str] = []

    def drop_indexes(self) -> list[str]:
        query = (
            "SELECT type, name, sql FROM sqlite_master WHERE tbl_name IN (?, ?) AND sql IS NOT NULL "
            "AND type IN ('index', 'trigger')"
        )
        found = self._connection.execute(query, _FILLED).fetchall()
        for kind, name, _ in found:
            self._connection.execute(f"DROP {kind} {name}")
        return [sql for _, _, sql in found]

    def insert(self, table: str, names: list[str], rows: list[list[Any]]) -> None:
        statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        self._connection.execute("BEGIN")
        self._connection.executemany(statement, [[_as_sqlite(v) for v in row] for row in rows])
        self._connection.execute("COMMIT")

    def finish(self, indexes: list[str]) -> None:
        for sql in indexes:
            self._connection.execute(sql)
        self._connection.execute("INSERT INTO reservation_terms (reservation_terms) VALUES ('rebuild')")
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.close()


def _as_sqlite(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    return value.isoformat() if isinstance(value, date) else value


class _Postgresql:
    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url.replace("+psycopg", ""), autocommit=True)
        self._connection.execute("SET session_replication_role = replica")
        self._connection.execute("SET maintenance_work_mem = '256MB'")

    def drop_indexes(self) -> list[str]:
        query = (
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) "
            "AND indexname NOT LIKE 'pk_%%' AND indexname NOT LIKE 'uq_%%' AND indexname NOT LIKE '%%_pkey'"
        )
        found = self._connection.execute(query, (list(_FILLED),)).fetchall()
        for name, _ in found:
            self._connection.execute(f"DROP INDEX {name}")  # type: ignore[arg-type]
        return [definition for _, definition in found]

    def insert(self, table: str, names: list[str], rows: list[list[Any]]) -> None:
        columns = ", ".join(names)
        with self._connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:  # type: ignore[arg-type]
            for row in rows:
                copy.write_row(row)

    def finish(self, indexes: list[str]) -> None:
        for definition in indexes:
            self._connection.execute(definition)  # type: ignore[arg-type]
        self._connection.execute("VACUUM (ANALYZE)")
        self._connection.close()
