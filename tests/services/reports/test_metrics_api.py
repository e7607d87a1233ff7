"""The metric catalogue over HTTP: who sees what."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.metrics import metrics
from tests.fixtures.staff import StaffClient

PATH = "/api/staff/metrics"


def told(browser: TestClient, key: str = "reservations") -> dict[str, Any]:
    answer = browser.get(f"{PATH}/{key}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def clerk(staff_client: StaffClient) -> TestClient:
    return staff_client("staff")


def test_marketing_sees_all_and_a_clerk_what_a_clerk_meets(marketer: TestClient, clerk: TestClient) -> None:
    rows = marketer.get(PATH).json()["data"]
    all_of_them = [row["key"] for row in rows]
    assert all_of_them == [key for key, one in metrics().items() if not one.of]
    assert sum(row["is_main"] for row in rows) == 25
    forms = [form["key"] for row in rows for form in row["forms"]]
    assert {*all_of_them, *forms} == metrics().keys() and len(forms) == len(metrics()) - len(rows)
    of_clerk = {row["key"]: row for row in clerk.get(PATH).json()["data"]}
    assert {"spot_limit", "taken", "given_up_within_60_days"} <= of_clerk.keys()
    assert not {"cost_cents", "quote", "visitors"} & of_clerk.keys()
    assert {place["report"] for row in of_clerk.values() for place in row["places"]} == {"capacity"}
    assert clerk.get(f"{PATH}/cost_cents").status_code == 404
    assert clerk.get(f"{PATH}/nothing").json()["title"] == "Diese Kennzahl gibt es nicht."


def test_an_entry_says_meaning_places_filters_ripeness_and_sql(marketer: TestClient) -> None:
    found = told(marketer, "contracted")
    assert (found["label"], found["kind"], found["is_public"]) == ("Verträge", "count", False)
    assert ("overview", "totals") in {(place["report"], place["table"]) for place in found["places"]}
    assert "Zeitraum" in found["filters"] and "Quelle" in found["filters"]
    assert "alt genug" in found["ripeness"]
    names = [one["name"] for one in found["sql"]]
    assert (
        names.index("overview/totals.sql") < names.index("marts.marketing_days") < names.index("staging.reservations")
    )
    assert told(marketer, "visitors")["is_public"] is True


def test_a_form_has_a_page_of_its_own_that_names_the_others(marketer: TestClient) -> None:
    found = told(marketer, "ripe_contracts_by_model.first_ppm")
    assert (found["label"], [place["table"] for place in found["places"]]) == (
        "Verträge, alt genug, erster Kontakt",
        ["certainty"],
    )
    assert [form["key"] for form in found["forms"]][:2] == ["contracted", "contracted_share"]
