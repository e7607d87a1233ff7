"""The metric catalogue over HTTP: who sees what, and figures of the console besides reports."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.metrics.catalogue import metrics
from services.alerts.built_in import BUILT_IN
from services.api_document import staff_document
from services.reports.metrics.fields import ALERT_READINGS, FIELDS, NO_METRICS, TAGS
from tests.fixtures.staff import StaffClient

PATH = "/api/staff/metrics"
NUMBERS = ("id", "ids", "version", "total", "number", "line", "rows")
"""Last words of members that identify or are numbers of rows."""
CALLED_ALIKE = {"StandOut.rows", "ParkPlacesOut.total"}
"""Members with such a last word that are figures."""


def told(browser: TestClient, key: str = "reservations") -> dict[str, Any]:
    answer = browser.get(f"{PATH}/{key}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def clerk(staff_client: StaffClient) -> TestClient:
    return staff_client("staff")


def test_marketing_sees_all_and_a_clerk_what_a_clerk_meets(marketer: TestClient, clerk: TestClient) -> None:
    all_of_them = {row["key"] for row in marketer.get(PATH).json()["data"]}
    of_clerk = {row["key"]: row for row in clerk.get(PATH).json()["data"]}
    assert metrics().keys() - all_of_them == set()
    assert {"spots", "taken_spots", "received_reservations", "given_up_rate"} <= of_clerk.keys()
    assert not {"cost", "conversion", "visitors"} & of_clerk.keys()
    assert {place["report"] for row in of_clerk.values() for place in row["places"]} == {"capacity"}
    assert clerk.get(f"{PATH}/cost").status_code == 404
    assert clerk.get(f"{PATH}/nothing").json()["title"] == "Diese Kennzahl gibt es nicht."


def test_an_entry_says_formula_places_filters_ripeness_and_sql(marketer: TestClient) -> None:
    found = told(marketer, "contracts")
    assert (found["label"], found["kind"], found["is_public"]) == ("Verträge", "count", False)
    assert ("overview", "totals") in {(place["report"], place["table"]) for place in found["places"]}
    assert "Zeitraum" in found["filters"] and "Quelle" in found["filters"]
    assert "alt genug" in found["ripeness"]
    names = [one["name"] for one in found["sql"]]
    assert (
        names.index("overview/totals.sql") < names.index("marts.marketing_days") < names.index("staging.reservations")
    )
    assert told(marketer, "visitors")["is_public"] is True


def numbers_of(document: dict[str, Any], name: str, seen: set[str]) -> Iterator[str]:
    """Every whole number in the answers of a schema, as `Schema.member`."""
    if name in seen:
        return
    seen.add(name)
    for member, schema in document["components"]["schemas"][name].get("properties", {}).items():
        left = [schema]
        while left:
            one = left.pop()
            if one.get("type") in ("integer", "number"):
                yield f"{name}.{member}"
            if "$ref" in one:
                yield from numbers_of(document, one["$ref"].rpartition("/")[2], seen)
            left += [one["items"]] if "items" in one else []
            left += [part for kind in ("anyOf", "allOf", "oneOf") for part in one.get(kind, ())]


def test_no_figure_of_the_console_is_without_an_entry() -> None:
    document = staff_document()
    found: set[str] = set()
    for operations in document["paths"].values():
        operation = operations.get("get", {})
        answer = operation.get("responses", {}).get("200", {}).get("content", {}).get("application/json", {})
        if TAGS & set(operation.get("tags", ())) and "$ref" in answer.get("schema", {}):
            found |= set(numbers_of(document, answer["schema"]["$ref"].rpartition("/")[2], set()))
    named = {field: key for members in FIELDS.values() for field, key in members.items()}
    figures = {one for one in found if one.rpartition(".")[2].rpartition("_")[2] not in NUMBERS} | CALLED_ALIKE
    assert figures - NO_METRICS == named.keys()
    assert {*named.values(), *ALERT_READINGS.values()} <= metrics().keys()


def test_the_reading_of_every_alert_with_a_threshold_has_an_entry() -> None:
    assert {name for name, kind in BUILT_IN.items() if kind.unit} == ALERT_READINGS.keys()
    units = {name: metrics()[key].kind for name, key in ALERT_READINGS.items()}
    assert units == {name: kind.unit for name, kind in BUILT_IN.items() if kind.unit}
