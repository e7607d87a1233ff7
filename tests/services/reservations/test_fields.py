"""The declared fields of a reservation, as written here for each: what households and staff hear of them, and how lists
that others kept are read. All other bad input of the site is in `test_bad_inputs.py`, who sees a field in
`test_masking.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from services.core.fields import Refused
from services.core.http.errors import ValidationProblem
from services.core.inputs import Body, checked
from services.household.hand_over.inputs import AcceptIn
from services.reservations.desk.inputs import ReservationEditIn
from services.reservations.desk_entry.inputs import DeskEntryIn
from services.reservations.labels import MEMBER
from services.reservations.listing.columns import COLUMNS
from services.reservations.models import FIELDS, Reservation
from tests.factories import stored_details
from tests.services.household.passing_on import OWN_DATA
from tests.services.reservations.test_desk_entry import KLARA

BY_NAME = {one.name: one for one in FIELDS}


@dataclass(frozen=True)
class Told:
    """What is expected of a field: its words, what staff type and hear, what a list says and what is stored."""

    heading: str
    changed: str
    missing_on_site: str
    missing: str
    refused: Mapping[str, str]
    cells: Mapping[str, object]
    """What is stored, or the code of the refusal."""
    remarks: Mapping[str, str] = field(default_factory=dict)


TOLD = {
    "street": Told(
        "Straße und Hausnummer",
        "die Straße",
        "",
        "",
        {"x" * 121: "Bitte höchstens 120 Zeichen."},
        {"Am Stein 3": "Am Stein 3", "x" * 121: "too_long"},
    ),
    "postcode": Told(
        "Postleitzahl",
        "die Postleitzahl",
        "Bitte geben Sie Ihre Postleitzahl an.",
        "Die Postleitzahl fehlt.",
        {
            "8504": "Bitte geben Sie eine deutsche Postleitzahl mit fünf Ziffern an.",
            "00123": "Diese Postleitzahl gibt es nicht.",
        },
        {"D - 85049": "85049", "1067": "01067", "85049.0": "85049", "A-1010": "postcode_invalid"},
        {"1067": "Der Postleitzahl fehlte die 0 am Anfang; gelesen ist 01067."},
    ),
    "town": Told("Ort", "den Ort", "", "", {"x" * 81: "Bitte höchstens 80 Zeichen."}, {"Ulm": "Ulm"}),
    "energy_provider": Told(
        "Stromversorger",
        "den Versorger",
        "Bitte wählen Sie Ihren Stromversorger.",
        "Der Stromversorger fehlt.",
        dict.fromkeys(("Erfunden", "e.on"), "Bitte wählen Sie einen Versorger aus der Liste, sonst „Andere“."),
        {"e. on": "E.ON", "STADTWERKE MÜNCHEN": "Stadtwerke München", "Stadtwerke Ulm": "Andere", "=1+1": "Andere"},
        {
            name: f"„{name}“ steht nicht in der Liste der Versorger; übernommen als „Andere“."
            for name in ("Stadtwerke Ulm", "=1+1")
        },
    ),
    "household_size": Told(
        "Personen im Haushalt",
        "die Zahl der Personen",
        "Bitte wählen Sie die Haushaltsgröße.",
        "Die Zahl der Personen fehlt.",
        dict.fromkeys(("0", "7"), "Bitte wählen Sie 1, 2, 3, 4 oder 5+ Personen."),
        {"3": "3", "4 Personen": "4", "2 pers.": "2", "5": "5+", "7": "5+", "5+": "5+", "0": "unknown_choice",
         "drei": "unknown_choice"},
    ),
    "monthly_abschlag": Told(
        "Abschlag im Monat",
        "den Abschlag",
        "Bitte geben Sie Ihren monatlichen Abschlag an.",
        "Der Abschlag fehlt.",
        {
            "viel": "Bitte geben Sie den Abschlag in Euro an, zum Beispiel 85,50.",
            "85.50": "Bitte geben Sie den Abschlag in Euro an, zum Beispiel 85,50.",
            "10.000,01": "Bitte geben Sie einen Abschlag zwischen 0 und 10.000 € an.",
        },
        {"85": 8500, "85,50 €": 8550, "85.50": 8550, "1.085,50": 108_550, "10000,01": "out_of_range",
         "-85": "negative", "85 $": "foreign_currency"},
    ),
}  # fmt: skip


def fault_of(model: type[Body], body: Mapping[str, Any]) -> tuple[str, str] | None:
    """The only fault of a body, its member and its sentence; None where it is taken."""
    try:
        checked(model, body)
    except ValidationProblem as problem:
        [fault] = problem.errors
        return fault["field"], fault["message"]
    return None


def read(name: str, cell: str) -> tuple[object, list[str]]:
    """What a German list's cell comes to, and what was remarked."""
    said: list[str] = []
    try:
        return BY_NAME[name].values.cell(cell, said.append, "de"), said
    except Refused as refused:
        return refused.code, said


def test_each_field_has_its_words() -> None:
    headings = {column.name: column.heading for column in COLUMNS}
    told = {one.name: (headings[one.column], MEMBER[one.column]) for one in FIELDS}
    assert told == {name: (of.heading, of.changed) for name, of in TOLD.items()}


@pytest.mark.parametrize("name", TOLD)
def test_staff_are_told_what_is_wrong(name: str) -> None:
    told = TOLD[name]
    for typed, sentence in told.refused.items():
        assert fault_of(ReservationEditIn, {"version": 1, name: typed}) == (name, sentence)
        assert fault_of(DeskEntryIn, KLARA | {name: typed}) == (name, sentence)
    missing = (name, told.missing) if told.missing else None
    for nothing in (None, ""):
        assert fault_of(ReservationEditIn, {"version": 1, name: nothing}) == missing
        assert fault_of(DeskEntryIn, KLARA | {name: nothing}) == missing
    assert fault_of(DeskEntryIn, {member: value for member, value in KLARA.items() if member != name}) == missing
    assert fault_of(ReservationEditIn, {"version": 1}) is None, "what is left out stays as it is"


@pytest.mark.parametrize("name", TOLD)
def test_a_cell_is_read_as_it_was_meant(name: str) -> None:
    told = TOLD[name]
    assert {cell: read(name, cell)[0] for cell in told.cells} == told.cells
    assert {cell: read(name, cell)[1] for cell in told.cells} == {
        cell: [told.remarks[cell]] if cell in told.remarks else [] for cell in told.cells
    }


def test_who_takes_a_place_over_hears_the_same_as_who_reserves() -> None:
    body = {"token": "x" * 20, "version": 1, **OWN_DATA}
    assert fault_of(AcceptIn, body) is None
    for name, told in TOLD.items():
        if told.missing_on_site:
            assert fault_of(AcceptIn, body | {name: ""}) == (name, told.missing_on_site)
        assert fault_of(AcceptIn, body | {name: [7]}) is not None, "refused, or no form of the site asks for it"


def test_a_mail_says_money_as_people_write_it_and_everything_else_as_it_was_chosen() -> None:
    words = [one.values.words(one.values.example) for one in FIELDS]
    assert words == ["Am Stein 3", "85049", "Ingolstadt", "E.ON", "1", "85,50\u00a0€"]
    assert [BY_NAME["monthly_abschlag"].values.as_typed(cents) for cents in (8500, 8550, 5)] == ["85", "85,50", "0,05"]


def test_an_example_is_a_value_that_can_be_stored_typed_and_read_again() -> None:
    for one in FIELDS:
        assert one.values.typed.read(one.values.as_typed(one.values.example)) == one.values.example
        assert one.values.cell(one.values.as_typed(one.values.example), lambda _said: None, "de") == one.values.example
    assert Reservation(**stored_details()).postcode == "85049"
