"""Checks of the database and its replica: do they answer, take writes, serve this code, hold together."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from services.checks.check import Found, Ground, Group, Level, check, fault, hint, lasting, ok
from services.checks.prove import INVARIANTS, JOB, latest_results
from services.checks.readiness import try_to_write
from services.core.db.db import Database
from services.core.db.faults import Fault, fault_of
from services.core.db.replica import LONGEST_BEHIND, Unusable
from services.core.german import counted, number
from services.core.models import Installation
from services.jobs.models import KnownJob
from services.schema.migrate import Standing, current_revision, first_revision, newest_revision, standing

_OLDEST_SQLITE: Final = (3, 35)
_OLDEST_POSTGRESQL: Final = 130_000
_APART_HINT, _APART_FAULT = timedelta(seconds=2), timedelta(seconds=30)
_LARGEST_TO_READ: Final = 1_000_000_000
"""Bytes of a SQLite file that a person waits for: about two seconds."""

_RECENT: Final = timedelta(minutes=2)

TROUBLE: Final = {
    Fault.AWAY: ("Die Datenbank antwortet nicht.", "Läuft der Datenbankserver, und stimmt VOLTIGO_DATABASE_URL?"),
    Fault.LOCKED: (
        "Ein anderer Prozess hält die Datenbank fest.",
        "Meist ist es eine lange Migration oder ein offenes Programm zum Ansehen der Daten. Schließen Sie es.",
    ),
    Fault.FULL: ("Der Datenträger ist voll: Es lässt sich nichts mehr speichern.", "Schaffen Sie Platz."),
    Fault.READ_ONLY: (
        "Die Datenbank lässt sich nur lesen.",
        "Gehören Datei und Ordner dem Benutzer des Servers, und erlaubt der Datenbankserver das Schreiben?",
    ),
    Fault.DAMAGED: (
        "Die Datenbank ist beschädigt oder gar keine.",
        "Halten Sie Voltigo an, heben Sie die Datei auf, und spielen Sie die letzte Sicherung zurück.",
    ),
    Fault.CLOSED: (
        "Die Datenbankdatei lässt sich nicht öffnen.",
        "Gibt es den Ordner, und darf der Benutzer des Servers darin lesen und schreiben?",
    ),
    Fault.UNMIGRATED: (
        "Der Datenbank fehlen Tabellen dieser Version.",
        "`voltigo migrate` bringt sie auf den neuesten Stand; `voltigo serve` tut es beim Start selbst.",
    ),
}
"""What people read about each kind of trouble, and what helps."""


_FILE_AWAY: Final = (
    "Die Datenbankdatei lässt sich nicht lesen oder schreiben: Der Datenträger ist voll, defekt oder nicht verbunden.",
    "Prüfen Sie freien Platz und Zustand des Datenträgers und die Größe, bis zu der Dateien wachsen dürfen.",
)


def trouble(kind: Fault, db: Database) -> Found:
    return fault(*(_FILE_AWAY if db.is_sqlite and kind is Fault.AWAY else TROUBLE[kind]))


@check(
    "database",
    Group.DATABASE,
    "Datenbank erreichbar",
    "In ihr liegt alles: Reservierungen, Warteliste, Mails. Ohne sie wird nichts angenommen.",
    "Läuft der Datenbankserver, und stimmt VOLTIGO_DATABASE_URL?",
)
def answers(ground: Ground) -> Found:
    ground.rows.execute(text("SELECT 1"))
    kind = "SQLite" if ground.db.is_sqlite else "PostgreSQL"
    return fault(*TROUBLE[Fault.DAMAGED]) if ground.db.is_damaged else ok(f"{kind} antwortet.")


@check(
    "writable",
    Group.DATABASE,
    "Schreiben",
    "Nur wenn geschrieben werden kann, lässt sich reservieren.",
    "Prüfen Sie freien Platz und Rechte der Datenbank.",
)
def writable(ground: Ground) -> Found:
    """Writes one row that holds nothing, unless the last write is known to be recent."""
    # When a probe or a process that runs jobs last wrote
    moments = ground.rows.scalars(select(func.max(Installation.tried_at)).union_all(select(func.max(KnownJob.seen_at))))
    written = max((moment for moment in moments if moment is not None), default=None)
    if not ground.is_thorough and written is not None and abs(ground.now - written) < _RECENT:
        return Found(Level.OK, "Zuletzt ist ein Schreiben gelungen.", at=written)
    found = try_to_write(ground.db)
    if found is None:
        return ok("Ein Versuch, zu schreiben, ist gelungen.")
    return hint(*TROUBLE[found]) if found is Fault.LOCKED else trouble(found, ground.db)


@check(
    "schema",
    Group.DATABASE,
    "Stand der Tabellen",
    "Programm und Datenbank müssen zusammenpassen.",
    "`voltigo migrate` bringt die Datenbank auf den neuesten Stand.",
)
def schema(ground: Ground) -> Found:
    connection = ground.rows.connection()
    stands, revision = standing(connection), current_revision(connection)
    if stands is Standing.CURRENT:
        return ok(f"Stand {revision}, wie dieses Programm ihn erwartet.")
    if stands is Standing.NEWER:
        words = f"Stand {revision} ist neuer als dieses Programm ({newest_revision()}), verträgt sich aber damit."
        return hint(words, "Beenden Sie die Aktualisierung: Auf allen Rechnern soll dieselbe Version laufen.")
    if stands is Standing.BEHIND:
        return fault(f"Stand {revision or 'leer'}, dieses Programm braucht {newest_revision()}.")
    if stands is Standing.BEFORE_FIRST:
        words = (
            f"Stand {revision} stammt von einer Vorabversion, dieses Programm übernimmt ihn erst ab {first_revision()}."
        )
        return fault(
            words, "Führen Sie mit der letzten Vorabversion `voltigo migrate` aus, und starten Sie dann diese."
        )
    words = f"Stand {revision} stammt von einer neueren Version, mit der dieses Programm nicht arbeiten kann."
    return fault(
        words, "Starten Sie die neuere Version, oder gehen Sie mit ihr zurück: `voltigo migrate --to REVISION`."
    )


@check(
    "whole",
    Group.DATABASE,
    "Unversehrtheit",
    "Beschädigte Seiten oder Verweise ins Leere deuten auf einen defekten Datenträger.",
    "`voltigo check` prüft gründlich. Bestätigt es den Schaden, spielen Sie die letzte Sicherung zurück.",
)
def whole(ground: Ground) -> Found:
    """References between tables; when thorough, every page of a SQLite file."""
    return _whole_sqlite(ground) if ground.db.is_sqlite else _whole_postgresql(ground.rows)


def _whole_sqlite(ground: Ground) -> Found:
    session = ground.rows
    if not ground.is_thorough:
        return ok("Beim Lesen ist nichts Beschädigtes aufgefallen.")
    pages, size = (session.scalar(text(f"PRAGMA {name}")) or 0 for name in ("page_count", "page_size"))
    if pages * size > _LARGEST_TO_READ:
        return ok("Zu groß, um sie nebenbei ganz zu lesen; `voltigo check` tut es.")
    try:
        said = session.scalars(text("PRAGMA quick_check(1)")).all()
        orphans = {row[0] for row in session.execute(text("PRAGMA foreign_key_check"))}
    except Exception as error:
        if fault_of(error) is not Fault.DAMAGED:
            raise
        return trouble(Fault.DAMAGED, ground.db)
    if list(said) != ["ok"]:
        return trouble(Fault.DAMAGED, ground.db)
    if orphans:
        return fault(f"Zeilen verweisen auf andere, die es nicht gibt, in: {', '.join(sorted(orphans))}.")
    return ok("Ganz gelesen: keine beschädigte Seite, jeder Verweis stimmt.")


def _whole_postgresql(session: Session) -> Found:
    broken = text("SELECT count(*) FROM pg_index WHERE NOT indisvalid")
    unchecked = text("SELECT count(*) FROM pg_constraint WHERE NOT convalidated")
    indexes, constraints = session.scalar(broken) or 0, session.scalar(unchecked) or 0
    if indexes or constraints:
        parts = counted(indexes, "ungültiger Index", "ungültige Indizes"), counted(constraints, "Regel", "Regeln")
        return fault(f"{parts[0]}, {parts[1]} ohne Prüfung der vorhandenen Zeilen.")
    return ok("Alle Indizes sind gültig, alle Regeln geprüft.")


@check(
    "invariants",
    Group.DATABASE,
    "Stimmigkeit der Daten",
    "Plätze, Reservierungen und Warteliste müssen zueinander passen. Das wird jede Nacht geprüft.",
    "Ändern Sie nichts auf Verdacht. Die betroffenen Zeilen nennt die Seite „Zustand“, und `voltigo check` auch.",
    job=JOB,
)
def rows_agree(ground: Ground) -> Found:
    results = latest_results(ground.rows)
    broken = [one for one in INVARIANTS if (found := results.get(one.name)) is not None and found.violations]
    if broken:
        return fault(f"{counted(len(broken), 'Regel ist', 'Regeln sind')} verletzt.")
    if not results:
        return hint(
            "Noch nie geprüft.",
            "Das geschieht jede Nacht. Auf der Seite „Zustand“ und mit `voltigo check` geht es auch sofort.",
        )
    return ok(f"{number(len(results))} Regeln zwischen den Zeilen halten.")


@check(
    "clock",
    Group.DATABASE,
    "Uhren",
    "Fristen, Sitzungen und die Reihenfolge der Einträge hängen an der Uhr.",
    "Schalten Sie auf beiden Rechnern die Zeitabgleichung (NTP) ein.",
)
def same_time(ground: Ground) -> Found:
    """PostgreSQL's clock against ours; for SQLite no row may come from the future."""
    if ground.db.is_sqlite:
        newest = ground.rows.scalar(select(func.max(KnownJob.seen_at)))
        apart = newest - ground.now if newest else timedelta(0)
        words = f"Einträge sind um {lasting(apart)} neuer als die Uhr dieses Rechners: Sie wurde zurückgestellt."
    else:
        moment = ground.rows.scalars(select(func.clock_timestamp())).one()
        apart = abs(moment - ground.now)
        words = f"Die Uhren von Datenbank und Server gehen {lasting(apart)} auseinander."
    if apart < _APART_HINT:
        return ok("Die Uhren gehen gleich.")
    return hint(words) if apart < _APART_FAULT else fault(words)


@check(
    "database_version",
    Group.DATABASE,
    "Version der Datenbank",
    "Voltigo braucht Funktionen, die ältere Versionen nicht haben.",
    "Aktualisieren Sie die Datenbank.",
)
def version(ground: Ground) -> Found:
    if ground.db.is_sqlite:
        said = str(ground.rows.scalar(text("SELECT sqlite_version()")))
        is_old = tuple(map(int, said.split(".")[:2])) < _OLDEST_SQLITE
        name, least = "SQLite", ".".join(map(str, _OLDEST_SQLITE))
    else:
        said = str(ground.rows.scalar(text("SHOW server_version"))).split()[0]
        is_old = int(ground.rows.scalar(text("SHOW server_version_num")) or 0) < _OLDEST_POSTGRESQL
        name, least = "PostgreSQL", str(_OLDEST_POSTGRESQL // 10_000)
    if is_old:
        return fault(f"{name} {said} ist zu alt: Nötig ist {least}.")
    return ok(f"{name} {said}")


def read_fault(db: Database) -> Fault | None:
    """The trouble with reading, None if there is none."""
    try:
        with db.read() as session:
            session.execute(text("SELECT 1"))
    except Exception as error:
        return fault_of(error)
    return None


_INSTEAD: Final = "Berichte und Exporte lesen so lange den Hauptserver."
_NOTICED: Final = timedelta(seconds=10)
WORDS: Final[Mapping[Unusable, tuple[str, str | None]]] = {
    Unusable.AWAY: ("Die Lesekopie antwortet nicht.", "Läuft ihr Server, und stimmt VOLTIGO_REPLICA_URL?"),
    Unusable.NO_STANDBY: (
        "Der Server in VOLTIGO_REPLICA_URL ist keine Lesekopie: Er nimmt selbst Schreibvorgänge an.",
        "Wurde er zum Hauptserver befördert? Dann nennen Sie ihn in VOLTIGO_DATABASE_URL, und richten Sie eine neue "
        "Lesekopie ein.",
    ),
    Unusable.OTHER_DATABASE: (
        "Der Server in VOLTIGO_REPLICA_URL gehört zu einer anderen Datenbank.",
        "Die Lesekopie muss mit pg_basebackup aus dem Hauptserver entstanden sein und denselben Datenbanknamen nennen.",
    ),
    Unusable.OTHER_TIMELINE: (
        "Die Lesekopie folgt nicht dem jetzigen Hauptserver.",
        "Nach einem Wechsel dauert es bis zum nächsten Checkpoint. Bleibt es so, richten Sie sie neu ein.",
    ),
}


@check(
    "replica",
    Group.DATABASE,
    "Lesekopie",
    "Berichte und Exporte lesen sie, damit der Hauptserver für Reservierungen frei bleibt.",
    "Prüfen Sie VOLTIGO_REPLICA_URL und die Replikation.",
)
def replica(ground: Ground) -> Found:
    copy = ground.db.replica
    if copy is None:
        return ok("Keine eingerichtet: Berichte und Exporte lesen den Hauptserver.")
    standing = copy.now if ground.is_thorough else copy.latest
    if standing.unusable is Unusable.BEHIND:
        return fault(f"{_behind(standing.behind)} {_INSTEAD}", "Läuft die Replikation? pg_stat_wal_receiver zeigt es.")
    if standing.unusable is not None:
        return _faulty(standing.unusable)
    try:
        return _schema_or_settings(ground) or _age(standing.behind or timedelta(0))
    except DBAPIError:
        return _faulty(Unusable.AWAY)


def _faulty(unusable: Unusable) -> Found:
    words, helps = WORDS[unusable]
    return fault(f"{words} {_INSTEAD}", helps)


def _age(age: timedelta) -> Found:
    if age > _NOTICED:
        return hint(f"Sie liegt {lasting(age)} zurück; bis zu {lasting(LONGEST_BEHIND)} wird sie gelesen.")
    return ok(f"Sie liegt {lasting(age)} zurück." if age else "Sie ist auf dem neuesten Stand.")


def _behind(behind: timedelta | None) -> str:
    if behind is None:
        return "Die Lesekopie hat noch nicht übernommen, was beim Beginn dieser Messung gespeichert war."
    return f"Die Lesekopie liegt {lasting(behind)} zurück."


def _schema_or_settings(ground: Ground) -> Found | None:
    """A revision other than the primary's, or a setting that lets long reads be cancelled."""
    with ground.db.reading_replica().read() as session:
        revision = current_revision(session.connection())
        gives_feedback = session.scalar(text("SHOW hot_standby_feedback")) == "on"
    if revision != current_revision(ground.rows.connection()):
        return hint(f"Die Tabellen der Lesekopie haben den Stand {revision or 'leer'}, die des Hauptservers nicht.")
    if not gives_feedback:
        return hint(
            "Auf der Lesekopie ist hot_standby_feedback aus: Lange Berichte und Exporte können abgebrochen werden.",
            "`ALTER SYSTEM SET hot_standby_feedback = on` auf der Lesekopie, dann `SELECT pg_reload_conf()`.",
        )
    return None


CHECKS: Final = (answers, schema, writable, whole, rows_agree, same_time, version, replica)
