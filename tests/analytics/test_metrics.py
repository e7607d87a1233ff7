"""The metric catalogue: one label has one definition, and no measure is without one."""

import re
from pathlib import Path

import pytest

from analytics.definitions import Column, definitions
from analytics.metrics import catalogue
from analytics.metrics.catalogue import BadCatalogue, metrics
from analytics.metrics.places import measures, places

SUBJECT = 'order = 1\nsubject = "Besuche"\ngrain = "ein Besuch"\n'


def written(folder: Path, *entries: str) -> Path:
    (folder / "visits.toml").write_text(SUBJECT + "\n".join(entries))
    return folder


def test_no_measure_of_a_report_is_without_an_entry() -> None:
    assert [one.name for one in measures() if not one.column.metric] == []


def test_every_entry_is_shown_somewhere() -> None:
    """Entries of what only the console shows have a kind of their own; `test_metric_fields` finds their places."""
    unused = [key for key, ones in places().items() if not ones and not metrics()[key].kind]
    assert unused == []


def test_one_label_has_values_of_one_kind() -> None:
    kinds = {key: {place.column.kind for place in ones} for key, ones in places().items()}
    assert {key: found for key, found in kinds.items() if len(found) > 1} == {}


def test_a_label_with_two_definitions_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = '[a]\nlabel = "Quote"\nformula = "A ÷ B"', '[b]\nlabel = "Quote"\nformula = "A ÷ C"'
    monkeypatch.setattr(catalogue, "METRICS", written(tmp_path, first, second))
    with pytest.raises(BadCatalogue, match="Quote has 2 definitions"):
        catalogue.metrics.__wrapped__()


def test_texts_are_german_sentences_without_codes() -> None:
    for metric in metrics().values():
        assert re.fullmatch(r"([A-ZÄÖÜ(0-9„]|kWh).*[.]", metric.formula), metric.formula
        assert "_" not in metric.label + metric.formula + metric.grain
        assert metric.key.isascii()


def test_a_column_knows_its_metric_and_a_dimension_has_none() -> None:
    columns: dict[str, Column] = {one.name: one for one in definitions()["paths"].table("lengths").columns}
    assert columns["reservations"].metric == "reservations"
    assert columns["touches"].metric == ""
