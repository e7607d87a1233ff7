"""Saved segments over HTTP: who may, what is refused, and what the log keeps of them."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.parameters import FILTERS
from services.reports.errors import MOST_SEGMENTS
from services.reports.models import ReportSegment
from services.staff.models import AuditEntry
from tests.fixtures.staff import state_of
from tests.services.stored import stored

PATH = "/api/staff/report-segments"
BODY = {"name": "Suche ohne Kampagne", "filters": {"only_utm_source": ["google", "bing"], "only_utm_campaign": [""]}}


def add(browser: TestClient, **changes: Any) -> dict[str, Any]:
    answer = browser.post(PATH, json={**BODY, **changes})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.both_databases(sample="postgresql")
def test_a_segment_is_saved_listed_changed_and_removed(client: TestClient, marketer: TestClient) -> None:
    made = add(marketer)
    assert (made["name"], made["filters"], made["version"]) == (BODY["name"], BODY["filters"], 1)
    assert made["created_by_name"] == "Kim Marketing"
    add(marketer, name="Alle Anzeigen", filters={"only_channel": ["paid"]})
    assert [row["name"] for row in marketer.get(PATH).json()["data"]] == ["Alle Anzeigen", "Suche ohne Kampagne"]
    path = f"{PATH}/{made['id']}"
    changed = marketer.patch(path, json={"version": 1, "name": "Suche"}).json()
    assert (changed["name"], changed["filters"], changed["version"]) == ("Suche", BODY["filters"], 2)
    assert marketer.delete(path, params={"version": 2}).status_code == 204
    assert [row["name"] for row in marketer.get(PATH).json()["data"]] == ["Alle Anzeigen"]
    assert marketer.delete(path, params={"version": 2}).status_code == 404
    entries = [row for row in stored(state_of(client).db, AuditEntry) if row["action"].startswith("segment.")]
    assert [row["action"] for row in entries] == ["segment.added"] * 2 + ["segment.edited", "segment.removed"]
    assert entries[0]["details"] == {"filters": ["only_utm_campaign", "only_utm_source"]}


@pytest.mark.both_databases(sample="postgresql")
def test_a_name_is_taken_whatever_its_case_until_it_is_removed(marketer: TestClient) -> None:
    made = add(marketer)
    add(marketer, name="Märkte Süd")
    for name in ("SUCHE OHNE KAMPAGNE", " suche ohne kampagne ", "MÄRKTE SÜD"):
        answer = marketer.post(PATH, json={**BODY, "name": name})
        assert (answer.status_code, answer.json()["code"]) == (409, "segment_exists")
        assert (answer.json()["segment_id"] == made["id"]) is (name != "MÄRKTE SÜD")
    own = f"{PATH}/{made['id']}"
    assert marketer.patch(own, json={"version": 1, "name": str(BODY["name"]).upper()}).json()["version"] == 2
    saved_again = {"version": 2, "name": str(BODY["name"]).upper(), "filters": BODY["filters"]}
    assert marketer.patch(own, json=saved_again).json()["version"] == 2, "nothing new"
    late = marketer.patch(own, json={"version": 1, "name": "Zuletzt"})
    assert (late.json()["code"], late.json()["changed"]["by_name"]) == ("stale", "Kim Marketing")
    marketer.delete(own, params={"version": 2})
    assert add(marketer)["id"] != made["id"]


FAULTS: list[tuple[dict[str, Any], tuple[str, str]]] = [
    ({"name": ""}, ("name", "missing")),
    ({"name": "x" * 81}, ("name", "too_long")),
    ({"name": "wie kim@example.org"}, ("name", "personal")),
    ({"filters": {}}, ("filters", "missing")),
    ({"filters": ["google"]}, ("filters", "wrong_type")),
    ({"filters": {"email": ["a"]}}, ("filters", "unknown_choice")),
    ({"filters": {"only_utm_source": []}}, ("filters.only_utm_source", "out_of_range")),
    ({"filters": {"only_utm_source": ["x"] * 51}}, ("filters.only_utm_source", "out_of_range")),
    ({"filters": {"only_utm_source": "google"}}, ("filters.only_utm_source", "out_of_range")),
    ({"filters": {"only_utm_source": [7]}}, ("filters.only_utm_source", "wrong_type")),
    ({"filters": {"only_utm_term": ["kim@example.org"]}}, ("filters.only_utm_term", "personal")),
]


def test_what_will_not_do_is_refused_in_german(marketer: TestClient, subtests: pytest.Subtests) -> None:
    for changes, fault in FAULTS:
        with subtests.test(str(changes)):
            answer = marketer.post(PATH, json={**BODY, **changes})
            assert answer.status_code == 422, answer.text
            [error] = answer.json()["errors"]
            assert (error["field"], error["code"]) == fault
            assert error["message"].startswith(("Bitte", "Diese"))
    made = add(marketer, filters={name: ["eins", "", "eins"] for name in FILTERS})
    assert made["filters"] == {name: ["eins", ""] for name in FILTERS}, "each value counts once"


def test_there_are_at_most_a_hundred(client: TestClient, marketer: TestClient) -> None:
    now = state_of(client).clock()
    made = {"filters": {}, "version": 1, "created_by": "system", "created_at": now, "changed_at": now}
    rows = [ReportSegment(name=f"Nr. {n}", name_key=f"nr. {n}", **made) for n in range(MOST_SEGMENTS)]
    state_of(client).db.write(lambda session: session.add_all(rows))
    answer = marketer.post(PATH, json=BODY)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many")
    marketer.delete(f"{PATH}/{marketer.get(PATH).json()['data'][0]['id']}", params={"version": 1})
    add(marketer)
