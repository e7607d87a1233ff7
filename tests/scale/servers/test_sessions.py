"""A member of staff is signed in on every server and signed out of every server, and a role that was taken is gone."""

import httpx2
import pytest

from services.core.clock import utc_now
from tests.fixtures.cluster import SERVERS, Cluster
from tests.fixtures.staff import COOKIE, PASSWORD, Member, add_member
from tests.fixtures.told_rows import Row, Tell

pytestmark = [pytest.mark.xdist_group("servers"), pytest.mark.sample(0)]

SESSION = "/api/staff/session"


def token_of(answer: httpx2.Response) -> str:
    """The session that an answer put into the browser's cookie."""
    return answer.cookies[f"__Host-{COOKIE}"]


def statuses(cluster: Cluster, token: str, path: str = SESSION) -> list[int]:
    """What each server answers to a session."""
    found = []
    for place in range(SERVERS):
        with cluster.at(place, token) as client:
            found.append(client.get(path).status_code)
    return found


def test_a_log_in_of_three_steps_on_three_servers_holds_on_all(cluster: Cluster, told: Tell) -> None:
    member = add_member(cluster.db, "staff")
    with cluster.at(0, address="203.0.113.20") as first:
        answer = first.post(SESSION, json={"email": member.email, "password": PASSWORD})
        assert answer.json()["stage"] == "code"
    with cluster.at(1, token_of(answer)) as second:
        answer = second.post(f"{SESSION}/code", json={"code": member.code(utc_now(), cluster.secret_key)})
        assert answer.json()["stage"] == "full"
    token = token_of(answer)
    assert statuses(cluster, token) == [200] * SERVERS
    with cluster.at(2, token) as third:
        assert third.delete(SESSION).status_code in (200, 204)
    assert statuses(cluster, token) == [401] * SERVERS
    told(Row("a session holds on every server", f"each step of a log-in on another of {SERVERS} servers, and the end"))


@pytest.mark.parametrize("change", ["role", "disable", "sessions/revoke"])
def test_what_an_administrator_takes_on_one_server_is_gone_on_all_at_once(
    cluster: Cluster, told: Tell, change: str
) -> None:
    admin, member = add_member(cluster.db, "admin"), add_member(cluster.db, "staff")
    path = "/api/staff/reservations"
    assert statuses(cluster, member.token, path) == [200] * SERVERS
    with cluster.at(0, admin.token) as client:
        answer = _take(client, member, change)
    assert answer.status_code == 200, answer.text
    assert statuses(cluster, member.token, path) == [401] * SERVERS, "another role begins with a new session"
    told(Row("a session holds on every server", f"taken on one server ({change}), gone on {SERVERS} at once"))


def _take(client: httpx2.Client, member: Member, change: str) -> httpx2.Response:
    account = f"/api/staff/accounts/{member.id}"
    if change != "role":
        return client.post(f"{account}/{change}", json={} if change == "disable" else None)
    return client.patch(account, json={"role": "marketing", "version": client.get(account).json()["version"]})
