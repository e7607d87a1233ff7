"""Whether an installation that was restored or brought in is whole: all that `voltigo check` checks, and more."""

from collections.abc import Mapping
from contextlib import closing
from typing import Final

from sqlalchemy import inspect, text

from services.backup.verification.named_files import missing_files
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.storage.installed import files_of
from services.invariants.prove import prove
from services.schema.integrity import damages
from services.settings import Settings
from services.staff.audit import first_broken_entry
from services.store.place import store_of
from services.store.status import verify_whole

_CHANGED: Final = ("alert_rules", "backup_state", "relation_marks", "store_watermarks", "store_files")
"""Tables of which a restore, or the upgrade after it, may leave fewer rows than there were."""


def faults_of(settings: Settings, counts: Mapping[str, int], clock: Clock) -> list[str]:
    """What is wrong with it, a sentence each. `counts`: rows by table as they were."""
    with closing(Database(settings.database)) as db:
        found = [*damages(db), *_lost_rows(db, counts)]
        if found:  # what follows reads the same rows
            return found
        for proven in prove(db, clock()):
            if proven.broken.count:
                found.append(f"Die Regel {proven.invariant.name} ist {proven.broken.count}-mal verletzt.")
        with db.read() as session:
            if (entry := first_broken_entry(session)) is not None:
                found.append(f"Die Kette des Protokolls ist bei Eintrag {entry} gebrochen.")
            found += missing_files(session, files_of(settings))
        found += verify_whole(db, store_of(settings), clock=clock)
    return found


def _lost_rows(db: Database, counts: Mapping[str, int]) -> list[str]:
    """Of the tables that this version still has: what others held is compared before they are dropped."""
    found = []
    with db.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        for name, before in counts.items():
            if name in _CHANGED or name not in tables:
                continue
            rows = connection.scalar(text(f'SELECT count(*) FROM "{name}"')) or 0  # noqa: S608 - names of our tables
            if rows < before:
                found.append(f"Die Tabelle {name} hat {rows} Zeilen und hatte {before}.")
    return found
