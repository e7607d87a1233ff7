"""The household's paper: one page with its place, its figures and the texts it agreed to, for the owner alone."""

from typing import Any

import pypdfium2 as pdfium
import pytest

from services.core.db.db import Database
from services.privacy.consent_texts import CURRENT_TERMS
from services.reservations.states import ReservationState
from tests.fixtures.accessible import failing
from tests.services.household.own_page import OwnPage
from tests.services.reservations.standing import stand

PATH = "/api/household/reservation/document"
SHOWN: dict[str, Any] = {"consent": True, "consent_version": CURRENT_TERMS}


def paper(house: OwnPage) -> tuple[bytes, str]:
    """The document, and its words on one line; it has one page."""
    answer = house.client.get(PATH)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.headers["cache-control"] == "no-store"
    assert failing(answer.content) == []
    document = pdfium.PdfDocument(answer.content)
    assert len(document) == 1
    assert [round(side) for side in document[0].get_size()] == [595, 842], "A4"
    return answer.content, " ".join(document[0].get_textpage().get_text_range().split())


@pytest.mark.both_databases
def test_the_paper_tells_the_place_the_plan_in_its_order_and_what_is_due_when(house: OwnPage) -> None:
    reserved = house.reserve(**SHOWN)
    house.open()
    content, words = paper(house)
    for said in (
        "Ihr Platz 1 ", "Kostenlos und unverbindlich", reserved["reference"], "Änne Müller", "Reihe 1, 1. von links",
        "Erwartet 100 € im Jahr", "2.000 kWh × 5 Cent, das Minimum je Kilowattstunde",
        "gedeckt nach 14,6 Jahren, bei 5 Cent; einmal bezahlt nach 13,8 Jahren", "Ihre Annahme, 6 Cent: 120 € im Jahr",
        "57,38 € im Monat", "bestätigt am 3. November 2026", "Zusammen 1.456 €", "Beispielrechnung, keine Zusage",
        "Nutzungsbedingungen (AGB), Fassung 2026-11-28; Datenschutzhinweise, Fassung 2026-11-28",
    ):  # fmt: skip
        assert said in words, said
    order = [words.index(label) for label in ("57,38 €", "Anzahl", "Aufpreis", "Effektiver", "Summe", "Letzte Rate")]
    assert order == sorted(order)
    assert paper(house)[0] == content, "the same bytes at the same moment"


@pytest.mark.parametrize(
    "changes",
    [
        {"first_name": "Maximiliane " * 8, "last_name": "Hohenlohe-Schillingsfürst " * 3, "payment_plan": "48m"},
        {"annual_kwh": 3000, "payment_plan": "one-off", "expected_annual_credit": 150},
    ],
)
def test_the_longest_name_and_every_plan_fit_on_one_page(changes: dict[str, Any], house: OwnPage) -> None:
    house.reserve(**SHOWN | changes)
    house.open()
    paper(house)


@pytest.mark.parametrize("state", [ReservationState.CONTRACTED, ReservationState.ACTIVE, ReservationState.CANCELLED])
def test_the_paper_says_how_firm_the_place_is(state: ReservationState, house: OwnPage, db: Database) -> None:
    house.reserve(**SHOWN)
    house.open()
    stand(db, house.clock.now, house.row().id, state)
    _, words = paper(house)
    told = {
        ReservationState.CONTRACTED: "Der Vertrag ist geschlossen.",
        ReservationState.ACTIVE: "Ihr Anteil ist am Netz.",
        ReservationState.CANCELLED: "Reservierung beendet",
    }
    assert told[state] in words
    assert "unverbindlich" not in words


def test_nobody_else_gets_it(house: OwnPage) -> None:
    house.reserve()
    assert house.client.get(PATH).status_code == 401
