"""Nightly job that reads every file of the store at its place, and carries the rows of a damaged one again.

`carry-visits` notices files that are missing or cut off by their size, every five minutes. Wrong bytes inside a file of
the right size show only when all of it is read.
"""

from dataclasses import dataclass, field

import structlog

from analytics.store.catalogue import Store, StoredFile
from analytics.store.verification import digest_of
from services.core.stopping import stop_asked
from services.store.ingest import Ingested, StoreIngest

log = structlog.get_logger()


@dataclass(slots=True)
class Mended:
    """`damaged`: names of the files at the place with other bytes than were written, or none; their rows were carried
    again. `copies`: names of damaged copies in this machine's cache, which were removed.
    """

    files: int = 0
    damaged: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    ingested: Ingested = field(default_factory=Ingested)


def mend(ingest: StoreIngest, store: Store) -> Mended:
    """Compare every file with the manifest's SHA-256, and ingest a dataset again from the first row where one differs.

    Raises StoreSilent while the place does not answer.
    """
    found, is_stopping = Mended(), stop_asked()
    known: list[StoredFile] = []

    def is_damaged(file: StoredFile) -> bool:
        known.append(file)
        if is_stopping():
            return False
        found.files += 1
        if digest_of(store, file) == file.sha256:
            return False
        log.error("store_file_damaged", file=file.path)
        found.damaged.append(file.path)
        return True

    found.ingested = ingest.rebuild_where(is_damaged)
    if store.cached is not None and not is_stopping():
        found.copies = store.cached.drop_damaged(known)
    return found
