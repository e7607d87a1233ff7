"""Reports, kept reports and exports are the same on every server, and a file that is fetched once is fetched once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from services.core.clock import berlin_day, utc_now
from tests.fixtures.cluster import SERVERS, Cluster
from tests.fixtures.staff import Member, add_member
from tests.fixtures.told_rows import Row, Tell
from tests.scale.servers.households import RESERVE, household

pytestmark = [pytest.mark.xdist_group("servers"), pytest.mark.sample(0)]

SAME = "each server has the same figures"
RUNS = "/api/staff/report-runs"
ATTEMPTS = 20
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
EXPORT = {"resource": "reservations", "format": "csv"}


@pytest.fixture
def admin(cluster: Cluster) -> Iterator[Member]:
    """Who asks, after a visit and a reservation."""
    with cluster.at(0, address="203.0.113.77") as client:
        assert client.post(RESERVE, json=household(f"bericht-{utc_now():%H%M%S%f}")).status_code == 200
        visit = {"step": "page_view", "path": "/faqs", "is_arrival": True}
        assert client.post("/api/visits", json=visit, headers=FIREFOX).status_code == 204
    yield add_member(cluster.db, "admin")


def get(cluster: Cluster, place: int, member: Member, path: str, **params: str) -> Any:
    with cluster.at(place, member.token) as client:
        answer = client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer


def period() -> dict[str, str]:
    today = berlin_day(utc_now())
    return {"from": (today - timedelta(days=3)).isoformat(), "to": (today + timedelta(days=1)).isoformat()}


def test_each_server_has_the_same_figures(cluster: Cluster, admin: Member, told: Tell) -> None:
    days = period()
    answers = [get(cluster, place, admin, "/api/staff/reports/overview", **days).json() for place in range(SERVERS)]
    for answer in answers:
        assert answer["tables"]["totals"]["rows"][0]["visitors"] >= 1
        assert answer["tables"] == answers[0]["tables"]
        assert answer["stand"]["visits"] == answers[0]["stand"]["visits"] >= 1
        assert answer["stand"]["reservations"] == answers[0]["stand"]["reservations"] >= 1
    told(Row(SAME, f"the overview of {answers[0]['stand']['visits']} visits from {SERVERS} servers"))


def test_a_report_that_one_server_keeps_is_shown_and_fetched_from_each(
    cluster: Cluster, admin: Member, told: Tell
) -> None:
    with cluster.at(0, admin.token) as client:
        body = {"report": "overview", "label": "Vor der Runde", "parameters": period()}
        answer = client.post(RUNS, json=body)
    assert answer.status_code == 201, answer.text
    run = answer.json()["id"]
    shown = [get(cluster, place, admin, f"{RUNS}/{run}").json() for place in range(SERVERS)]
    assert all(one == shown[0] for one in shown)
    files = [get(cluster, place, admin, f"{RUNS}/{run}/files/totals.csv").content for place in range(SERVERS)]
    assert len(files[0]) > 50
    assert set(files) == {files[0]}
    told(Row(SAME, f"a report kept by one server, shown and fetched from {SERVERS}"))


def test_an_export_promised_by_one_server_is_fetched_from_another_and_only_once(
    cluster: Cluster, admin: Member
) -> None:
    with cluster.at(0, admin.token) as client:
        promised = client.post("/api/staff/exports", json=EXPORT)
    assert promised.status_code == 200, promised.text

    def fetch(place: int) -> int:
        with cluster.at(place, admin.token) as client:
            return client.get(promised.json()["download"]).status_code

    with ThreadPoolExecutor(SERVERS) as pool:
        assert sorted(pool.map(fetch, range(SERVERS))) == [200, 404, 404]


def test_exports_of_each_server_hold_the_same_rows(cluster: Cluster, admin: Member, told: Tell) -> None:
    def exported(place: int) -> bytes:
        with cluster.at(place, admin.token) as client:
            made = client.post("/api/staff/exports", json=EXPORT).json()
            return client.get(made["download"]).content

    # The workers flag and confirm meanwhile: compared is what nothing has changed from the first to the last.
    for _ in range(ATTEMPTS):
        files = [exported(place) for place in (*range(SERVERS), 0)]
        if files[0] == files[-1]:
            break
    rows = files[0].splitlines()[1:]
    assert rows
    differing = [sorted(set(file.splitlines()) ^ set(files[0].splitlines())) for file in files]
    assert differing == [[]] * len(files)
    assert set(files) == {files[0]}
    told(Row(SAME, f"an export of {len(rows)} reservations from {SERVERS} servers"))
