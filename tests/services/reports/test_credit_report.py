"""Credit scenarios over HTTP: refusals in German, and what the tables say."""

from datetime import date, datetime

import pytest
from starlette.testclient import TestClient

from analytics.definitions import definitions
from services.core.clock import berlin_day
from services.core.german import numeric_day
from services.core.http.errors import ValidationProblem
from services.reports.parameters import read_parameters
from tests.factories import reservation_body

URL = "/api/staff/reports/credits"
UNBOUND = " Gerechnet ist mit allen Reservierungen, auch mit denen ohne Vertrag."


WRONG = [
    ("rate_tenth_ct", "-1", "Bitte geben Sie einen Wert von 0 bis 20\u00a0Cent ein."),
    ("rate_tenth_ct", "201", "Bitte geben Sie einen Wert von 0 bis 20\u00a0Cent ein."),
    ("rate_tenth_ct", "6,5", "Bitte geben Sie einen Wert von 0 bis 20\u00a0Cent ein."),
    ("profit_tenth_ct", "-1", "Bitte geben Sie einen Wert von 0 bis 20\u00a0Cent ein."),
    ("years", "40", "Bitte geben Sie einen Wert von 1 bis 20\u00a0Jahren ein."),
    ("years", "0", "Bitte geben Sie einen Wert von 1 bis 20\u00a0Jahren ein."),
    ("degradation_bp", "201", "Bitte geben Sie einen Wert von 0 bis 2\u00a0% ein."),
    ("price_path_bp", "-501", "Bitte geben Sie einen Wert von −5 bis 10\u00a0% ein."),
    ("inflation_bp", "2000", "Bitte geben Sie einen Wert von 0 bis 10\u00a0% ein."),
    ("price_basis", "gefühlt", "Bitte wählen Sie einen der angebotenen Werte."),
    ("discount_bp", "1501", "Bitte geben Sie einen Wert von 0 bis 15\u00a0% ein."),
    ("reserved_from", "gestern", "Bitte geben Sie einen Tag an, den es gibt, zum Beispiel 2026-11-21."),
    ("package", "4000", "Bitte wählen Sie einen der angebotenen Werte."),
    ("plan", "once", "Bitte wählen Sie einen der angebotenen Werte."),
    ("starts_on", "2027-02-30", "Bitte geben Sie einen Tag an, den es gibt, zum Beispiel 2026-11-21."),
    ("starts_on", "9999-12-31", "Bitte geben Sie einen Tag von 2020 bis 2099 an."),
]


def test_wrong_parameters_are_refused_in_german_beside_their_fields() -> None:
    for given in (*([one] for one in WRONG), [WRONG[0], WRONG[4]]):
        with pytest.raises(ValidationProblem) as refused:
            read_parameters(definitions()["credits"], [one[:2] for one in given], date(2026, 11, 21))
        assert [(error["field"], error["message"]) for error in refused.value.errors] == [one[::2] for one in given]


def test_a_park_without_reservations_answers_in_words(marketer: TestClient) -> None:
    answer = marketer.get(URL, params={"park": "munich"}).json()
    nothing = "Zu dieser Auswahl hält keine Reservierung einen Platz; deshalb gibt es hier nichts zu rechnen."
    sentences = {name: table["sentence"] for name, table in answer["tables"].items()}
    of_household = sentences.pop("households")
    for name in ("gap", "gap_curve"):
        assert sentences.pop(name).startswith("Bitte geben Sie an, was der Park an einer kWh verdient")
        assert answer["tables"][name]["rows"] == [], "no profit is made up"
    assert set(sentences.values()) == {nothing}
    assert of_household.startswith(
        "Ein Haushalt mit Standard bekommt bei 5 Cent im ersten Jahr 100,00\u00a0€, im Juli 13,07"
    )
    assert answer["tables"]["months"]["rows"] == []


def test_a_reservation_is_counted_and_said_in_words(client: TestClient, marketer: TestClient) -> None:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    answer = marketer.get(URL, params={"rate_tenth_ct": "65", "starts_on": "2027-01-01"}).json()
    assert answer["parameters"]["rate_tenth_ct"] == 65
    tables = answer["tables"]
    assert tables["totals"]["rows"][0]["reservations"] == 1
    assert tables["totals"]["sentence"].endswith(
        "gerechnet wird von Januar 2027 bis Dezember 2046, wie im Angebot ohne Alterung der Module."
    )
    low, _, high, _ = (row["covered_median"] for row in tables["scenarios"]["rows"])
    assert tables["scenarios"]["sentence"].endswith(
        f"Beim niedrigeren Satz hat die Hälfte der Haushalte nach {years(low)} zurück, was sie insgesamt zahlt, beim "
        f"höheren schon nach {years(high)}.{UNBOUND}"
    )
    short = [marketer.get(URL, params={"years": long}).json()["tables"]["scenarios"] for long in ("10", "3")]
    assert short[0]["sentence"].endswith(
        f"Beim höheren Satz hat die Hälfte der Haushalte nach {years(high)} zurück, was sie insgesamt zahlt, beim "
        f"niedrigeren in der gerechneten Zeit nicht.{UNBOUND}"
    )
    assert short[1]["sentence"].endswith(
        "In der gerechneten Zeit hat die Hälfte der Haushalte bei keinem der Sätze zurück, was sie insgesamt zahlt."
        + UNBOUND
    )
    assert {name for name, table in tables.items() if table["sentence"].endswith(UNBOUND)} == {"scenarios", "months"}
    aged = marketer.get(URL, params={"degradation_bp": "50"}).json()["tables"]["totals"]
    assert aged["sentence"].endswith(", mit 0,5\u00a0% Alterung der Module im Jahr.")
    assert all(table["sentence"].endswith(".") for table in tables.values())
    scenarios = [row["scenario"] for row in tables["scenarios"]["rows"]]
    assert scenarios == ["Konservativ", "Realistisch", "Optimistisch", "Freier Satz"]


def test_a_profit_is_told_with_who_entered_it_and_when(client: TestClient, marketer: TestClient) -> None:
    kept = {"report": "credits", "label": "Beirat", "parameters": {"profit_tenth_ct": "40"}}
    run = marketer.post("/api/staff/report-runs", json=kept).json()
    link = marketer.post(f"/api/staff/report-runs/{run['id']}/links", json={"label": "Beirat"}).json()
    page = client.get("/bericht/" + link["address"].rpartition("/")[2]).text
    day = numeric_day(berlin_day(datetime.fromisoformat(run["created_at"])))
    assert f"<dd>4,0\u00a0Cent, eingetragen von Kim Marketing am {day}</dd>" in page


def years(tenths: int) -> str:
    return f"{tenths // 10},{tenths % 10}\u00a0Jahren"
