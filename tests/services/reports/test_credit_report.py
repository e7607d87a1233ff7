"""Credit scenarios over HTTP: refusals in German, sentences, and a demonstration's year added up once more."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from analytics.definitions import definitions
from analytics.production.shares import production_shares
from analytics.reporting import TableResult
from analytics.store.catalogue import Store
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.german import numeric_day
from services.parks.models import Park
from services.reports.answer import answer_of
from services.reports.parameters import read_parameters
from services.reports.report_schemas import answer_model
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.reservations.models import Reservation
from tests.analytics import credits_by_hand as by_hand
from tests.analytics.credit_assumptions import Assumptions
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.reports.recount.told import NOW, Year

URL = "/api/staff/reports/credits"
UNBOUND = " Gerechnet ist mit allen Reservierungen, auch mit denen ohne Vertrag."


@pytest.fixture
def marketer(client: TestClient, staff_client: StaffClient) -> TestClient:
    return staff_client("marketing")


def test_everyone_of_marketing_sees_it_and_nobody_else(client: TestClient, staff_client: StaffClient) -> None:
    assert client.get(URL).status_code == 401
    statuses = {role: staff_client(role).get(URL).status_code for role in ("marketing", "admin", "staff")}
    assert statuses == {"marketing": 200, "admin": 200, "staff": 403}


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
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
        ("park", "atlantis", "Diesen Park gibt es nicht."),
        ("park", "Ingol'stadt", "Diesen Park gibt es nicht."),
        ("starts_on", "2027-02-30", "Bitte geben Sie einen Tag an, den es gibt, zum Beispiel 2026-11-21."),
        ("starts_on", "9999-12-31", "Bitte geben Sie einen Tag von 2020 bis 2099 an."),
    ],
)
def test_a_wrong_parameter_is_refused_in_german_beside_its_field(
    marketer: TestClient, name: str, value: str, sentence: str
) -> None:
    refused = marketer.get(URL, params={name: value})
    assert refused.status_code == 422
    assert [(error["field"], error["message"]) for error in refused.json()["errors"]] == [(name, sentence)]


def test_all_wrong_parameters_are_told_at_once(marketer: TestClient) -> None:
    refused = marketer.get(URL, params={"rate_tenth_ct": "-1", "years": "40"})
    assert [error["field"] for error in refused.json()["errors"]] == ["rate_tenth_ct", "years"]


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


@pytest.mark.both_databases(sample="postgresql")
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
    assert [row["scenario"] for row in tables["scenarios"]["rows"]] == [
        "Konservativ",
        "Realistisch",
        "Optimistisch",
        "Freier Satz",
    ]


def test_a_profit_is_told_with_who_entered_it_and_when(client: TestClient, marketer: TestClient) -> None:
    kept = {"report": "credits", "label": "Beirat", "parameters": {"profit_tenth_ct": "40"}}
    run = marketer.post("/api/staff/report-runs", json=kept).json()
    link = marketer.post(f"/api/staff/report-runs/{run['id']}/links", json={"label": "Beirat"}).json()
    page = client.get("/bericht/" + link["address"].rpartition("/")[2]).text
    day = numeric_day(berlin_day(datetime.fromisoformat(run["created_at"])))
    assert f"<dd>4,0\u00a0Cent, eingetragen von Kim Marketing am {day}</dd>" in page


def years(tenths: int) -> str:
    return f"{tenths // 10},{tenths % 10}\u00a0Jahren"


@pytest.fixture
def demonstration(year: Year, sqlite_url: str) -> Iterator[Database]:
    """The test's own copy of the database of the year."""
    source, copy = (url.removeprefix("sqlite:///") for url in (year.settings.database, sqlite_url))
    with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(copy)) as writing:
        reading.backup(writing)
    db = Database(sqlite_url)
    yield db
    db.close()


@pytest.mark.xdist_group("demo year")
def test_a_share_without_any_kwh_is_credited_nothing_and_breaks_nothing(
    demonstration: Database, sqlite_url: str, tmp_path: Path
) -> None:
    holding = next(one for one in reservations_of(demonstration) if one["state"] == "reserved")
    empty = update(Reservation).where(Reservation.id == holding["id"]).values(annual_kwh=0)
    demonstration.write(lambda session: session.execute(empty) and None)
    park = holding["park_id"]
    answer = asked(demonstration, Store(sqlite_url, tmp_path / "store"), park=park)
    assert answer_model(definitions()["credits"]).model_validate(answer_of(answer))
    assert all(row["package"] for row in answer.tables["packages"].rows)


def reservations_of(db: Database) -> list[dict[str, Any]]:
    """Raw rows, as they lie in the table."""
    with db.read() as session:
        return [vars(one).copy() for one in session.scalars(select(Reservation)).all()]


def parks_of(db: Database) -> list[str]:
    with db.read() as session:
        return list(session.scalars(select(Park.id)).all())


def asked(db: Database, store: Store, **given: str) -> ReportAnswer:
    definition = definitions()["credits"]
    parameters = read_parameters(definition, given.items(), berlin_day(NOW))
    return run_report(ReportContext(db, store, NOW), definition, parameters, limit=None)


def rows_of(table: TableResult) -> set[tuple[Any, ...]]:
    return {tuple(value for name, value in row.items() if name != "place") for row in table.rows}


ASKED: tuple[dict[str, Any], ...] = (
    {},
    {"rate_tenth_ct": 55, "degradation_bp": 50, "price_path_bp": -100},
    {"price_basis": "real", "price_path_bp": 50, "profit_tenth_ct": 32, "years": 12},
)


@pytest.mark.sample(0)
@pytest.mark.xdist_group("demo year")
def test_the_year_of_the_demonstration_adds_up_household_by_household(
    demonstration: Database, sqlite_url: str, tmp_path: Path
) -> None:
    store = Store(sqlite_url, tmp_path / "store")
    reservations = reservations_of(demonstration)
    for given, park in product(ASKED, parks_of(demonstration)):
        shares = tuple(share.share_bp for share in production_shares() if share.park_id == park)
        a = Assumptions(shares, berlin_day(NOW), park=park, **given)
        counted = a.counted(reservations)
        tables = asked(demonstration, store, park=park, **{name: str(value) for name, value in given.items()}).tables
        assert len(counted) == tables["totals"].rows[0]["reservations"]
        assert rows_of(tables["scenarios"]) == by_hand.scenario_rows(counted, a)
        assert rows_of(tables["months"]) == by_hand.month_rows(counted, a)
        assert rows_of(tables["packages"]) == by_hand.package_rows(counted, a)
        assert rows_of(tables["gap"]) == by_hand.gap_rows(counted, a)
        assert rows_of(tables["gap_curve"]) == by_hand.gap_curve_rows(counted, a)
        assert rows_of(tables["households"]) == by_hand.statement_rows(a)
