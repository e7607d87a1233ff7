"""The metric catalogue: one label has one definition, no measure is without one, and none changes unnoticed."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from analytics.definitions import Column, definitions, read_definition
from analytics.metrics import catalogue, lock
from analytics.metrics.catalogue import BadCatalogue, metrics, read_catalogue
from analytics.metrics.slices import slice_of
from analytics.parameters import PARAMETERS

SUBJECT = 'order = 1\nsubject = "Besuche"\ngrain = "ein Besuch"\nsince = 2026-11-26\n'


def written(folder: Path, *entries: str) -> Path:
    (folder / "visits.toml").write_text(SUBJECT + "\n".join(entries))
    return folder


def test_no_measure_of_a_report_is_without_an_entry() -> None:
    assert [one.name for one in lock.measures() if not one.column.metric] == []


def test_every_entry_is_shown_somewhere() -> None:
    """Entries of what only the console shows have a kind of their own; `test_metric_fields` finds their places."""
    unused = [key for key, places in lock.places().items() if not places and not metrics()[key].kind]
    assert unused == []


def test_one_label_has_values_of_one_kind() -> None:
    kinds = {key: {place.column.kind for place in places} for key, places in lock.places().items()}
    assert {key: found for key, found in kinds.items() if len(found) > 1} == {}


def test_a_label_with_two_definitions_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = '[a]\nlabel = "Quote"\nformula = "A ÷ B"', '[b]\nlabel = "Quote"\nformula = "A ÷ C"'
    monkeypatch.setattr(catalogue, "METRICS", written(tmp_path, first, second))
    with pytest.raises(BadCatalogue, match="Quote has 2 definitions"):
        catalogue.metrics.__wrapped__()


@pytest.mark.parametrize(
    ("versions", "fault"),
    [
        ('[[a.versions]]\nversion = 3\nsince = 2026-12-01\nreason = "Neu."', "without a gap"),
        ('[[a.versions]]\nversion = 2\nsince = 2026-01-01\nreason = "Neu."', "earlier day"),
    ],
)
def test_versions_are_numbered_and_follow_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, versions: str, fault: str
) -> None:
    monkeypatch.setattr(catalogue, "METRICS", written(tmp_path, '[a]\nlabel = "A"\nformula = "B"', versions))
    with pytest.raises(BadCatalogue, match=fault):
        catalogue.metrics.__wrapped__()


def test_the_current_version_is_the_last(tmp_path: Path) -> None:
    later = '[[a.versions]]\nversion = 2\nsince = 2026-12-01\nreason = "Ohne doppelte."'
    metric = read_catalogue(written(tmp_path, '[a]\nlabel = "A"\nformula = "B"', later))[0]
    assert (metric.name, metric.versions[0].reason, metric.grain) == ("a@2", catalogue.FIRST, "ein Besuch")


def test_texts_are_german_sentences_without_codes() -> None:
    for metric in metrics().values():
        assert re.fullmatch(r"([A-ZÄÖÜ(0-9„]|kWh).*[.]", metric.formula), metric.formula
        assert "_" not in metric.label + metric.formula + metric.grain
        assert metric.key.isascii()


def test_the_lock_file_says_what_the_sql_says() -> None:
    now = lock.current()
    assert lock.unversioned(lock.locked(), now) == {}, "add a version, or say --same (analytics/METRICS.md)"
    assert lock.locked() == now, "run `python -m analytics.metrics`"
    assert {name for one in now.values() for name in one.parameters} <= PARAMETERS.keys() | {"as_of_day", "open_days"}


def with_sql(folder: Path, sql: str, *columns: str) -> str:
    """The digest of `share` in a report made of this SQL."""
    folder.mkdir()
    head = 'title = "T"\nquestion = "F?"\nroles = "marketing"\nparameters = ["from_day", "to_day"]\n'
    table = '[days]\ntitle = "T"\ngrain = "eine Zeile"\nkey = []\norder = "1"\n[days.columns]\n'
    rows = "".join(f'{name} = {{ kind = "count", label = "{name}", meaning = "M" }}\n' for name in ("share", *columns))
    (folder / "report.toml").write_text(head + table + rows)
    (folder / "days.sql").write_text(sql)
    definition = read_definition(folder)
    return slice_of(definition, definition.tables[0], "share").digest


BASE = "SELECT\n    m.reservations // m.visitors AS share\nFROM marts.marketing_days AS m"


@pytest.mark.parametrize(
    ("sql", "is_same"),
    [
        ("-- Why.\nSELECT m.reservations // m.visitors AS share FROM marts.marketing_days AS m", True),
        ("SELECT m.cost_cents AS other, m.reservations // m.visitors AS share FROM marts.marketing_days AS m", True),
        ("SELECT m.reservations // m.sessions AS share FROM marts.marketing_days AS m", False),
        ("SELECT m.reservations // m.visitors AS share FROM marts.marketing_days AS m WHERE m.is_ripe", False),
        ("SELECT share_of(m.reservations, m.visitors) AS share FROM marts.marketing_days AS m", False),
    ],
    ids=["layout", "another column", "another divisor", "a condition", "a macro"],
)
def test_only_what_decides_a_column_changes_its_digest(tmp_path: Path, sql: str, is_same: bool) -> None:
    columns = ("other",) if "other" in sql else ()
    assert (with_sql(tmp_path / "b", sql, *columns) == with_sql(tmp_path / "a", BASE)) is is_same


def test_a_change_under_the_same_version_is_found_and_a_further_place_is_none() -> None:
    before = lock.locked()["visitors"]
    name = next(iter(before.places))
    moved = replace(before, places={**before.places, name: "0" * 16})
    further = replace(before, places={**before.places, "report.table.visitors": "0" * 16})
    assert lock.unversioned({"visitors": before}, {"visitors": moved}) == {"visitors": f"the SQL of {name}"}
    assert lock.unversioned({"visitors": before}, {"visitors": replace(before, words="")}) == {"visitors": "its words"}
    assert lock.unversioned({"visitors": before}, {"visitors": further}) == {}
    assert lock.unversioned({"visitors": before}, {"visitors": replace(moved, version=2)}) == {}
    assert before.fingerprint not in {moved.fingerprint, further.fingerprint, replace(before, words="").fingerprint}


def test_a_lock_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    lock.write_lock(tmp_path / "lock.json", lock.locked())
    assert lock.read_lock(tmp_path / "lock.json") == lock.locked()
    assert (tmp_path / "lock.json").read_text() == lock.LOCK.read_text()


def test_serving_reports_takes_no_sql_apart() -> None:
    """Slices need a DuckDB of their own and seconds."""
    told = "import sys, analytics.metrics.lock as lock; lock.places(); print('analytics.metrics.slices' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "False"


def test_a_column_knows_its_metric_and_a_dimension_has_none() -> None:
    columns: dict[str, Column] = {one.name: one for one in definitions()["paths"].table("lengths").columns}
    assert columns["reservations"].metric == metrics()["reservations"].name
    assert columns["touches"].metric == ""
