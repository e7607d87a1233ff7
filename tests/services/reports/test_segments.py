"""Saved segments over HTTP: who may, what is refused, and what the log keeps of them."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.parameters import FILTERS
from services.reports.errors import MOST_SEGMENTS
from services.reports.models import ReportSegment
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient, state_of
from tests.services.stored import stored

PATH = "/api/staff/report-segments"
BODY = {"name": "Suche ohne Kampagne", "filters": {"only_utm_source": ["google", "bing"], "only_utm_campaign": [""]}}


def add(browser: TestClient, **changes: Any) -> dict[str, Any]:
    answer = browser.post(PATH, json={**BODY, **changes})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def refused(answer: Any, status: int = 422) -> list[tuple[str, str]]:
    assert answer.status_code == status, answer.text
    return [(error["field"], error["code"]) for error in answer.json()["errors"]]


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
@pytest.mark.parametrize("name", ["SUCHE OHNE KAMPAGNE", " suche ohne kampagne "])
def test_a_name_is_taken_whatever_its_case(marketer: TestClient, name: str) -> None:
    made = add(marketer)
    answer = marketer.post(PATH, json={**BODY, "name": name})
    assert (answer.status_code, answer.json()["code"]) == (409, "segment_exists")
    assert answer.json()["segment_id"] == made["id"]


@pytest.mark.both_databases(sample="postgresql")
def test_umlauts_have_no_case_either(marketer: TestClient) -> None:
    add(marketer, name="Märkte Süd")
    assert marketer.post(PATH, json={**BODY, "name": "MÄRKTE SÜD"}).status_code == 409


@pytest.mark.both_databases(sample="postgresql")
def test_a_removed_name_is_free_again(marketer: TestClient) -> None:
    made = add(marketer)
    marketer.delete(f"{PATH}/{made['id']}", params={"version": 1})
    assert add(marketer)["id"] != made["id"]


@pytest.mark.both_databases(sample="postgresql")
def test_a_segment_may_be_renamed_to_itself_in_other_case(marketer: TestClient) -> None:
    made = add(marketer)
    answer = marketer.patch(f"{PATH}/{made['id']}", json={"version": 1, "name": BODY["name"].upper()})  # type: ignore[attr-defined]
    assert answer.json()["version"] == 2


def test_a_stale_save_is_refused_with_the_segment_as_it_is(marketer: TestClient) -> None:
    path = f"{PATH}/{add(marketer)['id']}"
    marketer.patch(path, json={"version": 1, "name": "Zuerst"})
    late = marketer.patch(path, json={"version": 1, "name": "Zuletzt"})
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert (late.json()["current"]["name"], late.json()["current"]["version"]) == ("Zuerst", 2)
    assert late.json()["changed"]["by_name"] == "Kim Marketing"
    assert marketer.delete(path, params={"version": 1}).status_code == 409


def test_saving_nothing_new_raises_no_version(marketer: TestClient) -> None:
    made = add(marketer)
    answer = marketer.patch(f"{PATH}/{made['id']}", json={"version": 1, **BODY})
    assert answer.json()["version"] == 1


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"name": ""}, ("name", "missing")),
        ({"name": "x" * 81}, ("name", "too_long")),
        ({"name": "wie kim@example.org"}, ("name", "personal")),
        ({"filters": {}}, ("filters", "missing")),
        ({"filters": ["google"]}, ("filters", "missing")),
        ({"filters": {"email": ["a"]}}, ("filters", "unknown_choice")),
        ({"filters": {"only_utm_source": []}}, ("filters.only_utm_source", "out_of_range")),
        ({"filters": {"only_utm_source": ["x"] * 51}}, ("filters.only_utm_source", "out_of_range")),
        ({"filters": {"only_utm_source": "google"}}, ("filters.only_utm_source", "out_of_range")),
        ({"filters": {"only_utm_source": [7]}}, ("filters.only_utm_source", "wrong_type")),
        ({"filters": {"only_utm_term": ["kim@example.org"]}}, ("filters.only_utm_term", "personal")),
    ],
)
def test_what_will_not_do_is_refused_in_german(marketer: TestClient, changes: Any, fault: tuple[str, str]) -> None:
    answer = marketer.post(PATH, json={**BODY, **changes})
    assert refused(answer) == [fault]
    assert answer.json()["errors"][0]["message"].startswith(("Bitte", "Diese"))


def test_every_filter_may_be_saved_and_each_value_counts_once(marketer: TestClient) -> None:
    made = add(marketer, filters={name: ["eins", "", "eins"] for name in FILTERS})
    assert made["filters"] == {name: ["eins", ""] for name in FILTERS}


@pytest.mark.both_databases(sample="postgresql")
def test_there_are_at_most_a_hundred(client: TestClient, marketer: TestClient) -> None:
    now = state_of(client).clock()
    made = {"filters": {}, "version": 1, "created_by": "system", "created_at": now, "changed_at": now}
    rows = [ReportSegment(name=f"Nr. {n}", name_key=f"nr. {n}", **made) for n in range(MOST_SEGMENTS)]
    state_of(client).db.write(lambda session: session.add_all(rows))
    answer = marketer.post(PATH, json=BODY)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many")
    marketer.delete(f"{PATH}/{marketer.get(PATH).json()['data'][0]['id']}", params={"version": 1})
    add(marketer)


def test_only_administration_and_marketing_may(client: TestClient, staff_client: StaffClient) -> None:
    made = add(staff_client("admin"))
    clerk = staff_client("staff")
    calls = [
        clerk.get(PATH),
        clerk.post(PATH, json=BODY),
        clerk.patch(f"{PATH}/{made['id']}", json={"version": 1}),
        clerk.delete(f"{PATH}/{made['id']}", params={"version": 1}),
    ]
    assert [answer.status_code for answer in calls] == [403] * 4
    assert client.get(PATH).status_code == 401
