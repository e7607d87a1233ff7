"""What jobs have done, as German sentences: for the console and the history of runs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from services.core import german
from services.core.job_queue.job import NOTHING
from services.data_protection.retention.apply import Applied
from services.household.deadlines import Watched
from services.invariants import prove
from services.store.ingest import Ingested
from services.store.mend import Mended
from services.waiting_list.deadlines import Served

if TYPE_CHECKING:
    from services.backup.verification.verify import Verified

_NAMED = 3


def counted(count: int, one: str, many: str, none: str = NOTHING) -> str:
    return f"{german.counted(count, one, many)}." if count else none


def tried(found: "Verified | None") -> str:
    return (
        f"{german.counted(found.snapshot.rows, 'Zeile', 'Zeilen')} wiederhergestellt und geprüft." if found else NOTHING
    )


def watched(done: Watched) -> str:
    parts = (
        counted(done.reminded, "Erinnerung geschrieben", "Erinnerungen geschrieben", none=""),
        counted(done.lapsed, "Platz aufgegeben", "Plätze aufgegeben", none=""),
    )
    return " ".join(filter(None, parts)) or NOTHING


def proven(found: Sequence[prove.Proven]) -> str:
    broken = sum(one.broken.count > 0 for one in found)
    refused = f"{german.counted(broken, 'Prüfung', 'Prüfungen')} von {len(found)} nicht bestanden."
    return refused if broken else f"Alle {len(found)} Prüfungen bestanden."


def served(done: Served) -> str:
    parts = (
        counted(done.offered, "Platz angeboten", "Plätze angeboten", none=""),
        counted(done.reminded, "Erinnerung geschrieben", "Erinnerungen geschrieben", none=""),
        counted(done.ended, "Eintrag oder Angebot beendet", "Einträge oder Angebote beendet", none=""),
    )
    return " ".join(filter(None, parts)) or NOTHING


def applied(done: Applied) -> str:
    """How many rows, of how many rules; the page of data protection tells which."""
    words = f"{german.counted(done.total, 'Zeile', 'Zeilen')} nach {german.counted(len(done.rows), 'Regel', 'Regeln')}."
    return words if done.rows else NOTHING


def carried(done: Ingested) -> str:
    words = counted(done.rows, "Zeile übertragen", "Zeilen übertragen")
    return f"{words} Ein anderer Vorgang überträgt gerade." if done.is_elsewhere else words


def mended(done: Mended) -> str:
    words = [counted(done.files, "Datei gelesen", "Dateien gelesen")]
    if done.damaged:
        words.append(f"Beschädigt und aus der Datenbank neu geschrieben: {_some(done.damaged)}.")
    if done.copies:
        words.append(f"Beschädigte Kopien auf diesem Rechner gelöscht: {_some(done.copies)}.")
    if done.ingested.is_elsewhere:
        words.append("Ein anderer Vorgang überträgt gerade; was er hält, ist morgen an der Reihe.")
    return " ".join(words)


def _some(names: Sequence[str]) -> str:
    """As many as fit into the row of a run."""
    rest = len(names) - _NAMED
    return f"{', '.join(names[:_NAMED])} und {rest} weitere" if rest > 0 else ", ".join(names)
