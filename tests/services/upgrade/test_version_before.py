"""An installation of the version before the product became smaller is upgraded: with rows in everything that went.

`0055.tar.xz` is its export: a demonstration of twelve households, and rows in each table and column that later
migrations drop. It was made by the code of that version and never changes.
"""

import csv
import json
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
_DERIVED: Final = {
    "reservation_entries",
    "reservation_entry_queue",
    "reservation_name_words",
    "reservation_value_counts",
}
"""Tables that went without a file: what they held follows from others."""


def _schedules(before: Table, after: Table) -> None:
    """Each goes on; of a pack of three reports, and of a recipient with a filter, others were made."""
    kept = {row["id"]: row for row in after}
    assert [(row["name"], row["report"]) for row in before] == [
        (kept[row["id"]]["name"], kept[row["id"]]["report"]) for row in before
    ]
    new = [row for row in after if row["id"] not in {one["id"] for one in before}]
    assert sorted((row["report"], json.loads(row["parameters"])) for row in new) == [
        ("capacity", {}),
        ("funnel", {"utm_source": ["google"]}),
        ("overview", {"utm_source": ["google"]}),
    ]


def _recipients(before: Table, after: Table) -> None:
    """Who was sent a part is sent that part alone: the schedule it stood in has it no more."""
    [was] = [row for row in before if row["filters"] not in ("", "null")]
    [now] = [row for row in after if row["address"] == was["address"]]
    assert now["schedule_id"] not in {row["schedule_id"] for row in before}
    others = Counter((row["schedule_id"], row["account_id"], row["address"]) for row in before if row is not was)
    assert others - Counter((row["schedule_id"], row["account_id"], row["address"]) for row in after) == Counter()


def _rules(before: Table, after: Table) -> None:
    """Built-in rules are as they were but for the three that one replaces; each live own alert is a rule."""
    built_in = {row["kind"]: row for row in after if not row["comparison"]}
    for row in before:
        if row["kind"] not in _ONE_INSTEAD:
            columns = [column for column in row if column in built_in[row["kind"]]]
            assert [built_in[row["kind"]][column] for column in columns] == [row[column] for column in columns]
    own = sorted((row["kind"], row["comparison"], row["threshold"]) for row in after if row["comparison"])
    assert own == [
        ("contracts", "unusual", "50"),
        ("costs", "above", "50000"),
        ("reservations", "below", "3"),
        ("sessions", "above", "0"),
        ("sessions", "silent", ""),
        ("sessions", "unusual", "50"),
    ]


def _alerts(before: Table, after: Table) -> None:
    """What was found is still told; what was open is, unless its rule is gone."""
    told = {(row["headline"], row["opened_at"]): row for row in after}
    for row in before:
        now = told[row["headline"], row["opened_at"]]
        assert now["words"] == row["words"]
        assert bool(now["closed_at"]) == (bool(row["closed_at"]) or row["kind"] in _ONE_INSTEAD)
    assert [row["headline"] for row in after].count("Weniger Reservierungen") == 2


_ONE_INSTEAD: Final = {"sign_in_attack", "foreign_calls", "policy_violations"}
_CHANGED: Final[dict[str, Callable[[Table, Table], None]]] = {
    "alert_rules": _rules,
    "alerts": _alerts,
    "report_recipients": _recipients,
    "report_schedules": _schedules,
}
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
    lost = [name for name in old.keys() - new.keys() - _DERIVED if len(written.get(name, [])) != len(old[name])]
    touched = [name for name in old.keys() & new.keys() - _WRITTEN - _CHANGED.keys() if _differ(old[name], new[name])]
    assert (lost, touched) == ([], [])
    for name, holds in _CHANGED.items():
        holds(old[name], new[name])


def _differ(before: Table, after: Table) -> bool:
    """Whether the columns that are there before and after hold something else."""
    columns = [column for column in (before or [{}])[0] if column in (after or [{}])[0]]
    return _values(before, columns) != _values(after, columns)


def _values(rows: Table, columns: list[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(row[column] for column in columns) for row in rows)
