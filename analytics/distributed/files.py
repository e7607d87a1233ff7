"""The store's files as an engine reads them, compared with the manifest before anything is computed from them.

Engines treat a missing file differently: Spark fails, others skip its rows. And an address may lead to another store,
or to a file that somebody else has rewritten. Either would silently give a wrong figure.
"""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from analytics.distributed.engine import Engine
from analytics.distributed.faults import EngineFault

_MOST_SECONDS: Final = 120.0
"""For listing the files and counting their rows, which reads only their ends; a cluster may have to start first."""
_MOST_REMEMBERED: Final = 100_000


@dataclass(frozen=True, slots=True)
class File:
    """A Parquet file: where the engine finds it, and what the manifest knows of it."""

    address: str
    rows: int
    sha256: str


def put_files(engine: Engine, url: str, name: str, files: Sequence[File]) -> None:
    """Make the rows of these files known as a relation of the engine at `url`.

    Rows are counted each time; checksums are compared once a process, since a file never changes. Raises EngineFault
    if anything differs, or if the files do not answer in time.
    """
    with _in_time(engine):
        engine.put_files(name, [file.address for file in files])
        found, expected = engine.count(name), sum(file.rows for file in files)
    if found != expected:
        _known_whole.difference_update({known for known in _known_whole if known[0] == url})
        raise EngineFault(f"it finds {found} rows in the files instead of {expected}; VOLTIGO_ENGINE_FILES is wrong?")
    new = [file for file in files if (url, file.address) not in _known_whole]
    if new and Counter(engine.checksums([file.address for file in new])) != Counter(file.sha256 for file in new):
        raise EngineFault("it reads files that differ from those of the store; VOLTIGO_ENGINE_FILES is wrong?")
    if len(_known_whole) > _MOST_REMEMBERED:
        _known_whole.clear()
    _known_whole.update((url, file.address) for file in new)


def forget_files() -> None:
    """Compare every file again, as a new process does."""
    _known_whole.clear()


@contextmanager
def _in_time(engine: Engine) -> Iterator[None]:
    """Engines wait for minutes for an object store that says nothing; reports do not."""
    overdue = threading.Event()

    def stop() -> None:
        overdue.set()
        engine.stop()

    timer = threading.Timer(_MOST_SECONDS, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        if overdue.is_set():
            raise EngineFault("the files do not answer it") from error
        raise
    finally:
        timer.cancel()


_known_whole: set[tuple[str, str]] = set()
"""Address of the engine, and that of a file whose checksum it has found to be right."""
