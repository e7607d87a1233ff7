"""Every table with every type of column moves from each kind of database into each, and is equal row by row."""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from services.backup.errors import Damaged
from services.backup.place import write_file
from services.core.clock import utc_now
from services.core.db.db import Database
from services.models import metadata
from services.portability import files
from services.portability import load as importing
from services.portability.export import export
from services.portability.kinds import Kind, layout_of
from services.portability.load import load
from tests.fixtures.proved import proved
from tests.services.backup.installations import Installation, installation
from tests.services.portability.conftest import Moved
from tests.services.portability.every_table import ROWS, Rows, empty_tables, fill, rows_of

CHANGED = {
    "installation",
    "audit_entries",
    "mails",
    "backup_state",
    "store_files",
    "store_watermarks",
    "relation_marks",
}
"""Tables in which an import itself writes: the new folder, its own entry, mails on hold, the new store."""


@pytest.fixture(scope="module")
def filled(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """A SQLite installation with rows in every table."""
    folder = tmp_path_factory.mktemp("filled")
    made = installation(folder / "var", "", folder / "target")
    made.settings.data_dir.mkdir()
    shutil.copy(sqlite_template, made.settings.data_dir / "voltigo.sqlite3")
    with closing(Database(made.settings.database)) as db:
        fill(db)
    write_file(made.settings.data_dir / "reports" / "a" / "kept.json", [b"{}"])
    return made


@pytest.fixture(scope="module")
def written(filled: Installation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its export."""
    folder = tmp_path_factory.mktemp("written") / "export"
    export(filled.settings, folder, utc_now, with_secret=True)
    return folder


@pytest.fixture(scope="module")
def moved(written: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Another SQLite installation into which that was brought."""
    folder = tmp_path_factory.mktemp("moved")
    made = installation(folder / "var", "", folder / "target")
    load(made.settings, written, utc_now)
    return made


def unchanged(rows: Rows) -> Rows:
    return {name: of_table for name, of_table in rows.items() if name not in CHANGED}


def files_of_rows(folder: Path) -> dict[str, bytes]:
    """The CSV files of an export, but for those of `CHANGED`."""
    found = {path.stem: path.read_bytes() for path in (folder / "tables").glob("*.csv")}
    return {name: content for name, content in found.items() if name not in CHANGED}


def test_the_proof_covers_every_table_and_every_kind_of_value(filled: Installation) -> None:
    with closing(Database(filled.settings.database)) as db:
        assert empty_tables(db) == []
        counts = {name: len(rows) for name, rows in rows_of(filled.settings.database).items()}
    assert {counts[name] for name in metadata.tables.keys() - {"kept_texts"}} == {1, ROWS}
    kinds = {column.kind for table in metadata.sorted_tables for column in layout_of(table).columns}
    assert kinds == set(Kind)


def refuse_a_rewritten_value(there: Installation, written: Path, folder: Path) -> None:
    """Parquet and CSV are two witnesses of the same rows: a file that was rewritten, with a fitting checksum, differs
    from the other one. Nothing of it stays, and what was written first can still be brought in.
    """
    copy = shutil.copytree(written, folder / "rewritten")
    path = copy / "tables" / "short_links.csv"
    text = path.read_bytes()
    changed = text.replace(b"2026-10-25T00:30:00.000001Z", b"2026-10-25T00:30:00.000002Z")
    assert changed != text
    path.write_bytes(changed)
    named = (copy / files.SUMS).read_text()
    (copy / files.SUMS).write_text(
        named.replace(files.sha256_of(written / "tables" / path.name), files.sha256_of(path))
    )
    with pytest.raises(Damaged, match="Zeilen von short_links sind nicht die des Exports"):
        load(there.settings, copy, utc_now, is_csv=True)
    assert rows_of(there.settings.database)["short_links"] == []


@pytest.mark.parametrize("kinds", [proved(["postgresql", "sqlite"], ["postgresql", "postgresql", "sqlite"])])
@pytest.mark.parametrize("first_is_csv", proved([False], [False, True]))
def test_rows_are_equal_after_every_way(
    first_is_csv: bool, kinds: list[str], filled: Installation, written: Path, empty: Moved, tmp_path: Path
) -> None:
    """From SQLite into PostgreSQL and back, by Parquet and by CSV in turn; each time the rows are the same, and so are
    the files of the next export.
    """
    before = unchanged(rows_of(filled.settings.database))
    folder = written
    for number, kind in enumerate(kinds):
        there = empty(kind, f"there-{number}")
        if number == 0:
            refuse_a_rewritten_value(there, written, tmp_path)
        done = load(there.settings, folder, utc_now, is_csv=first_is_csv == (number % 2 == 0))
        assert done.export.rows > ROWS * 90
        assert unchanged(rows_of(there.settings.database)) == before
        assert (there.settings.data_dir / "reports" / "a" / "kept.json").read_bytes() == b"{}"
        assert there.settings.secret_key == filled.settings.secret_key
        folder = tmp_path / f"export-{number}"
        export(there.settings, folder, utc_now, with_secret=True)
        assert files_of_rows(folder) == files_of_rows(written)


def test_tables_that_an_import_writes_into_differ_only_in_what_it_writes(
    filled: Installation, moved: Installation
) -> None:
    before, after = rows_of(filled.settings.database), rows_of(moved.settings.database)
    assert unchanged(after) == unchanged(before)
    assert [row for row in after["audit_entries"] if row in before["audit_entries"]] == before["audit_entries"]
    assert [row[3] for row in after["audit_entries"] if row not in before["audit_entries"]] == ["installation.imported"]
    assert len(after["mails"]) == len(before["mails"])
    assert [row[:1] for row in after["installation"]] == [row[:1] for row in before["installation"]]


@pytest.mark.parametrize("name", ["tables/visits.parquet", "tables/visits.csv", "files/reports/a/kept.json", "secret"])
def test_a_changed_byte_is_refused_before_anything_is_touched(
    name: str, written: Path, empty: Moved, tmp_path: Path
) -> None:
    copy, moved = shutil.copytree(written, tmp_path / "copy"), empty("sqlite", "moved")
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    with pytest.raises(Damaged, match="Prüfsumme weicht ab"):
        load(moved.settings, copy, utc_now)
    assert [path.name for path in moved.settings.data_dir.iterdir()] == ["voltigo.sqlite3"]


def test_the_import_reads_every_row_again(written: Path, empty: Moved, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loader that changes a value is found out, and nothing stays."""
    moved = empty("sqlite", "moved")
    read = importing.files.read_parquet

    def other(path: Path, layout: object) -> object:
        for batch in read(path, layout):  # type: ignore[arg-type]
            yield [(row[0], *row[1:-1], None) if path.stem == "campaigns" else row for row in batch]

    monkeypatch.setattr(importing.files, "read_parquet", other)
    with pytest.raises(Damaged, match="Zeilen von campaigns"):
        load(moved.settings, written, utc_now)
    assert [path.name for path in moved.settings.data_dir.iterdir()] == ["voltigo.sqlite3"]
