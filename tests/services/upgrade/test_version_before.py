"""An installation of the version before the product became smaller is upgraded: with rows in everything that went.

`0055.tar.xz` is its export: a demonstration of twelve households, and rows in each table and column that later
migrations drop. It was made by the code of that version and never changes.
"""

import csv
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from migrations.removed import FOLDER
from services.core.clock import utc_now
from services.portability.bring_in import bring_in
from services.portability.export import export
from tests.services.backup.installations import Installation

Table = list[dict[str, str]]
_BEFORE: Final = Path(__file__).with_name("0055.tar.xz")
_DERIVED: Final[set[str]] = set()
"""Tables that went without a file: what they held follows from others."""
_CHANGED: Final[dict[str, Callable[[Table, Table], None]]] = {}
"""Tables whose rows a migration changes, each with what holds of the rows before and after."""
_WRITTEN: Final = {
    "installation",
    "audit_entries",
    "mails",
    "backup_state",
    "store_files",
    "store_watermarks",
    "relation_marks",
    "kept_texts",
}
"""Tables in which an import itself writes."""


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of the version before."""
    folder = tmp_path_factory.mktemp("before")
    with tarfile.open(_BEFORE) as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def upgraded(request: pytest.FixtureRequest, empty: Callable[[str, str], Installation], before: Path) -> Installation:
    made = empty(request.param, "upgraded")
    done = bring_in(made.settings, before, utc_now)
    assert done.faults == []
    return made


def _tables(folder: Path) -> dict[str, Table]:
    return {path.stem: list(_rows(path)) for path in sorted((folder / "tables").glob("*.csv"))}


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


def test_what_went_lies_in_files_and_the_rest_is_untouched(
    upgraded: Installation, before: Path, tmp_path: Path
) -> None:
    export(upgraded.settings, tmp_path / "after", utc_now)
    old, new = _tables(before), _tables(tmp_path / "after")
    written = {path.stem: list(_rows(path)) for path in (upgraded.settings.data_dir / FOLDER).glob("*.csv")}
    for name in old.keys() - new.keys() - _DERIVED:
        assert len(written.get(name, [])) == len(old[name]), name
    for name in old.keys() & new.keys() - _WRITTEN:
        if name in _CHANGED:
            _CHANGED[name](old[name], new[name])
        else:
            columns = [column for column in (old[name] or [{}])[0] if column in (new[name] or [{}])[0]]
            assert _values(new[name], columns) == _values(old[name], columns), name


def _values(rows: Table, columns: list[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(row[column] for column in columns) for row in rows)
