"""The columns of models and reports: one label has one definition, and no measure is without one."""

import re
from pathlib import Path

import pytest

from analytics.columns import BadColumns, Entry, entries, read
from analytics.definitions import Column, definitions
from analytics.metrics import family, metrics, places
from analytics.runner import models

SUBJECT = 'subject = "Besuche"\ngrain = "ein Besuch"\n'


def test_the_catalogue_is_short_enough_to_be_read() -> None:
    assert len([one for one in metrics().values() if not one.of]) <= 120


def test_every_entry_is_named_by_a_model_or_a_report() -> None:
    named = {id(entry) for model in models().values() for entry in model.columns.values()}
    labels = {column.label for one in definitions().values() for table in one.tables for column in table.columns}
    assert [key for key, one in entries().items() if id(one) not in named and one.label not in labels] == []
    assert [key for key, ones in places().items() if not ones] == []


def test_one_label_has_values_of_one_kind() -> None:
    kinds = {key: {place.column.kind for place in ones} for key, ones in places().items()}
    assert {key: found for key, found in kinds.items() if len(found) > 1} == {}


FAULTY = {
    "Quote has 2 definitions": """
        a = { kind = "count", label = "Quote", meaning = "A ÷ B." }
        b = { kind = "count", label = "Quote", meaning = "A ÷ C." }""",
    "a has neither": 'a = { kind = "zahl", label = "A", meaning = "A." }',
    "b has neither": 'b = { label = "B", meaning = "B." }',
    "which is no metric": 'a = { kind = "count", label = "A", of = "b", meaning = "A." }',
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_file_is_refused(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "columns.toml"
    path.write_text(f"[visits]\n{SUBJECT}{FAULTY[fault]}\n")
    with pytest.raises(BadColumns, match=fault):
        read(path)


def test_texts_are_german_sentences_without_codes() -> None:
    for metric in metrics().values():
        assert re.fullmatch(r"([A-ZÄÖÜ(0-9„]|kWh).*[.]", metric.meaning), metric.meaning
        assert "_" not in metric.label + metric.meaning + metric.grain
        assert metric.key.isascii()


def test_a_column_knows_its_metric_and_a_dimension_has_none() -> None:
    columns: dict[str, Column] = {one.name: one for one in definitions()["money"].table("lengths").columns}
    assert columns["reservations"].metric == "reservations"
    assert columns["touches"].metric == ""


def test_a_form_is_made_for_each_column_of_its_group() -> None:
    columns: dict[str, Column] = {one.name: one for one in definitions()["money"].table("sizes").columns}
    assert (columns["kwh_most_ppm"].label, columns["kwh_most_ppm"].metric) == (
        "kWh aller Modelle, höchstens",
        "kwh_by_model.most_ppm",
    )
    assert columns["kwh_first_ppm"].meaning.endswith("zugerechnet ganz beim ersten Kontakt im Rückblick.")


def test_a_metric_knows_its_forms_and_a_form_its_metric() -> None:
    whole: list[Entry] = family(metrics()["quote"])
    assert [one.key for one in whole] == ["quote", "quote_by_visit"]
    assert family(metrics()["quote_by_visit"]) == whole
