"""Verifies the store against the source database, file by file and row by row.

Rows are compared by an order-independent sum over hashes of their values; both sides are hashed by the same DuckDB, as
a stream. Everything at or below a watermark is final, so each file can be checked in its own snapshot.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from analytics.engine.connection import Connection, engine, parquet, quoted
from analytics.engine.rollup import ROLLUP_TYPES, add_up
from analytics.engine.snapshots import snapshot
from analytics.store.catalogue import Catalogue, Store, above_position, read_catalogue, up_to_position
from analytics.store.datasets import DATASETS, ROLLUP, Dataset
from analytics.store.files import Position, StoredFile, StoreFault, sha256_of
from analytics.store.places import Places

Fingerprint = tuple[int, int, int]
"""Fingerprint of a set of rows: count, sum of hashes, and XOR of hashes."""


def verify(store: Store, on_file: Callable[[], object] = lambda: None) -> list[str]:
    """Problems in the files of the manifest, one sentence each; empty if the store equals the database.

    `on_file` is called once per file.
    """
    try:
        with snapshot(store.url, store.runs) as picture:
            catalogue = read_catalogue(picture, (*DATASETS, ROLLUP))
    except StoreFault as fault:
        return [str(fault)]
    found: list[str] = []
    for dataset in DATASETS.values():
        found += _overlaps(catalogue.of(dataset.name))
        found += _missing_rows(store, catalogue, dataset)
    whole = []
    for file in catalogue.files:
        faults = list(_damage(store, file))
        found += faults
        if not faults:
            whole.append(file)
        on_file()
    return found + _rollup_faults(store, Catalogue(whole, catalogue.watermarks), catalogue)


def files_in(store: Store) -> list[str]:
    """Every file in the store, by relative path, without temporary files of runs."""
    if store.remote is not None:
        return [one.name for name in (*DATASETS, ROLLUP) for one in store.remote.list(name)]
    found = (path for path in sorted(store.folder.rglob("*")) if not path.is_relative_to(store.runs))
    return [str(path.relative_to(store.folder)) for path in found if path.is_file()]


def _overlaps(files: list[StoredFile]) -> Iterator[str]:
    """Files of one month must not overlap; those of different months may span the same positions."""
    for earlier, later in pairwise(sorted(files, key=lambda file: (file.month, file.first))):
        if earlier.month == later.month and later.first <= earlier.last:
            yield f"Die Dateien {earlier.path} und {later.path} überschneiden sich."


def _missing_rows(store: Store, catalogue: Catalogue, dataset: Dataset) -> Iterator[str]:
    files, mark = catalogue.of(dataset.name), catalogue.watermark(dataset.name)
    beyond = [file for file in files if file.last > mark]
    for file in beyond:
        yield f"Die Datei {file.path} reicht weiter, als {dataset.name} übernommen ist."
    with snapshot(store.url, store.runs) as picture:
        condition = up_to_position(picture.dialect, mark)
        count = picture.rows(f"SELECT count(*) FROM {dataset.table} WHERE {condition}")[0][0]
    held = sum(file.rows for file in files)
    if held != count:
        yield f"Die Dateien von {dataset.name} haben {held} Zeilen, die Datenbank hat bis dahin {count}."


def _damage(store: Store, file: StoredFile) -> Iterator[str]:
    if (digest := digest_of(store, file)) is None:
        yield f"Die Datei {file.path} fehlt."
    elif digest != file.sha256:
        yield f"Die Datei {file.path} ist beschädigt: Ihr Inhalt ist nicht, was geschrieben wurde."
    elif file.dataset != ROLLUP:
        yield from _row_faults(store, file)


def digest_of(store: Store, file: StoredFile) -> str | None:
    """SHA-256 of the stored file, not of a copy; None if it is missing."""
    if store.remote is None:
        path = store.folder / file.path
        return sha256_of(path) if path.is_file() else None
    with TemporaryDirectory(prefix="verify-", dir=store.runs) as folder:
        path = Path(folder) / "file"
        return sha256_of(path) if store.remote.fetch(file.path, path) else None


def _row_faults(store: Store, file: StoredFile) -> Iterator[str]:
    dataset = DATASETS[file.dataset]
    with engine(store) as connection, Places(store) as places:
        stored = _fingerprint(connection, dataset.stored, parquet(places.of([file])))
        live = _live_fingerprint(connection, store, dataset, file)
    if stored[0] != file.rows:
        yield f"Die Datei {file.path} hat {stored[0]} Zeilen, nach dem Verzeichnis {file.rows}."
    if stored[0] != live[0]:
        yield f"Die Datei {file.path} hat {stored[0]} Zeilen, die Datenbank hat für sie {live[0]}."
    elif stored != live:
        yield f"Die Datei {file.path} hat andere Werte als die Datenbank."


def _live_fingerprint(connection: Connection, store: Store, dataset: Dataset, file: StoredFile) -> Fingerprint:
    with snapshot(store.url, store.runs) as picture:
        dialect = picture.dialect
        before = Position(file.first.written_in, file.first.id - 1)
        condition = f"{above_position(dialect, before)} AND {up_to_position(dialect, file.last)}"
        # Not packed: reading in the same way would repeat any mistake.
        picture.take("rows", dataset.relation.select(dialect, condition, packs=False))
        for _, rows in picture.read():
            connection.register("rows", rows)
            cleaned = dataset.relation.cleaned(dialect, "rows", packs=False)
            of_month = (
                f"(SELECT {dataset.chosen()} FROM ({cleaned})) WHERE strftime(day, '%Y-%m') = {quoted(file.month)}"
            )
            return _fingerprint(connection, dataset.stored, of_month)
    return (0, 0, 0)


def _fingerprint(connection: Connection, columns: str, source: str) -> Fingerprint:
    query = (
        f"SELECT count(*), coalesce(sum(hash::HUGEINT), 0), coalesce(bit_xor(hash), 0) "
        f"FROM (SELECT hash({columns}) AS hash FROM {source})"
    )
    count, total, laid_over = connection.execute(query).fetchall()[0]
    return int(count), int(total), int(laid_over)


def _rollup_faults(store: Store, whole: Catalogue, catalogue: Catalogue) -> list[str]:
    """Recompute every covered day from the rows of intact files and compare. Months with damaged files are skipped."""
    visits = defaultdict(list)
    for file in whole.of("visits"):
        visits[file.month].append(file)
    broken = {file.month for file in catalogue.files if file not in whole.files}
    found = []
    for rollup in whole.of(ROLLUP):
        if rollup.month not in broken and not _is_sum(store, rollup, visits[rollup.month]):
            found.append(f"Die Tagessummen {rollup.path} sind nicht die Summe der Besuche in den Dateien.")
    months = [file.month for file in catalogue.of(ROLLUP)]
    found += [
        f"Von den Tagessummen gibt es mehr als eine Datei für {month}."
        for month in sorted({*months})
        if months.count(month) > 1
    ]
    return found


def _is_sum(store: Store, rollup: StoredFile, visits: list[StoredFile]) -> bool:
    columns = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in ROLLUP_TYPES.items())
    days = f"day BETWEEN DATE '{rollup.first_day}' AND DATE '{rollup.last_day}'"
    with engine(store) as connection, Places(store) as places:
        stored = parquet(places.of([rollup]))
        if not visits:
            return bool(connection.execute(f"SELECT count(*) = 0 FROM {stored}").fetchall()[0][0])
        add_up(connection, places, visits, days)
        names = ", ".join(ROLLUP_TYPES)
        computed = _fingerprint(connection, names, f"(SELECT {columns} FROM marts.{ROLLUP})")
        return computed == _fingerprint(connection, names, stored)
