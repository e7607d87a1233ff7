"""Files of the right size with other bytes: found each night, named in German, and written again."""

import pytest

from analytics.engine.warehouse import open_warehouse
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.jobs.registry import mended
from services.store.ingest import Ingested, Mended, StoreIngest, mend
from services.store.manifest import current_files
from services.store.status import verify_whole
from tests.analytics.visit_rows import NOON, add_visits, visits_from

pytestmark = pytest.mark.both_databases(sample="sqlite")


def names(db: Database, dataset: str) -> list[str]:
    with db.read() as session:
        return [file.path for file in current_files(session) if file.dataset == dataset]


def flip(store: Store, name: str) -> None:
    """Change one bit in the middle."""
    path = store.folder / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("dataset", ["visits", "visit_days"])
def test_a_file_with_other_bytes_is_written_again_from_the_rows(
    db: Database, store: Store, ingest: StoreIngest, dataset: str
) -> None:
    add_visits(db, visits_from(NOON, 20))
    ingest.run()
    count = len(names(db, "visits") + names(db, "visit_days"))
    assert mended(mend(ingest, store)) == f"{count} Dateien gelesen."
    (name,) = names(db, dataset)
    flip(store, name)
    assert ingest.run().rows == 0, "by its size nothing is wrong with it"
    assert (
        verify_whole(db, store)[0] == f"Die Datei {name} ist beschädigt: Ihr Inhalt ist nicht, was geschrieben wurde."
    )
    found = mend(ingest, store)
    assert (found.damaged, found.ingested.rows) == ([name], 20)
    assert mended(found) == f"{count} Dateien gelesen. Beschädigt und aus der Datenbank neu geschrieben: {name}."
    assert verify_whole(db, store) == []
    assert mend(ingest, store).damaged == []
    with open_warehouse(store, {"visits"}) as warehouse:
        assert warehouse.execute("SELECT count(*) FROM source.visits").fetchall() == [(20,)]


def test_the_words_name_three_files_and_count_the_rest() -> None:
    found = Mended(9, ["a", "b", "c", "d", "e"], ["f"], Ingested(is_elsewhere=True))
    assert mended(found) == (
        "9 Dateien gelesen. Beschädigt und aus der Datenbank neu geschrieben: a, b, c und 2 weitere. "
        "Beschädigte Kopien auf diesem Rechner gelöscht: f. "
        "Ein anderer Vorgang überträgt gerade; was er hält, ist morgen an der Reihe."
    )
