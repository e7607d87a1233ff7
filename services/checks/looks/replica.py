"""The check of the replica: is it a standby of this database, of the same schema, and how old."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from services.checks.finding import Found, Ground, fault, hint, ok
from services.checks.words import lasting
from services.core.db.replica import LONGEST_BEHIND, Unusable
from services.schema.migrate import current_revision

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


def replica(ground: Ground) -> Found:
    """What was measured last; when thorough, measured now."""
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
