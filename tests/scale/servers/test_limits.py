"""Limits of callers hold over three servers, and the proxy's callers are households, not the proxy."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from services.core.http.callers.shared_limit import PARTS
from tests.fixtures.cluster import LIMITS, SERVED_BY, SERVERS, Cluster
from tests.fixtures.staff import PASSWORD, add_member
from tests.fixtures.told_rows import Row, Tell

pytestmark = [pytest.mark.xdist_group("servers"), pytest.mark.sample(0)]

VISIT = {"step": "page_view", "path": "/faqs", "is_arrival": False}
CALLERS = 4


def limit_of(name: str) -> int:
    return int(LIMITS[name].partition("/")[0])


def overshoot_of(limit: int) -> int:
    """How many calls too many may pass of a limit that is counted in memory."""
    return (SERVERS - 1) * (max(1, limit // PARTS) - 1)


def row_of(calls: str, limit: int, count: int, overshoot: int = 0) -> Row:
    """So many passed of what has a limit; refused too early is lost, and beyond what may pass is doubled."""
    remarks = f"counted in memory: up to {overshoot} more may pass" if overshoot else ""
    tried = f"{calls}, {SERVERS} servers: {count} pass, the limit is {limit}"
    return Row("limits hold over all servers", tried, max(0, limit - count), max(0, count - limit - overshoot), remarks)


def through_the_proxy(cluster: Cluster, household: str, calls: int, path: str, body: object) -> list[httpx2.Response]:
    """So many calls of one household from a few tabs at once; each of the servers answers some."""

    def send(number: int) -> list[httpx2.Response]:
        with cluster.through(household) as client:
            return [client.post(path, json=body) for _ in range(number, calls, CALLERS)]

    with ThreadPoolExecutor(CALLERS) as pool:
        answers = [answer for some in pool.map(send, range(CALLERS)) for answer in some]
    assert {answer.headers[SERVED_BY] for answer in answers} == set(cluster.addresses)
    return answers


def passed(answers: list[httpx2.Response], is_taken: Callable[[int], bool] = lambda status: status < 300) -> int:
    """How many were not refused by the limit; all the others were."""
    counts = Counter(answer.status_code for answer in answers)
    assert all(is_taken(status) or status == 429 for status in counts), counts
    return sum(count for status, count in counts.items() if is_taken(status))


def test_visits_of_a_household_pass_up_to_the_limit_of_all_servers_together(cluster: Cluster, told: Tell) -> None:
    limit = limit_of("visit")
    for household in ("127.0.3.1", "127.0.3.2"):  # each has the limit for itself, behind one proxy
        count = passed(through_the_proxy(cluster, household, 3 * limit, "/api/visits", VISIT))
        told(row_of(f"{3 * limit} visits of a household", limit, count, overshoot_of(limit)))
        assert passed(through_the_proxy(cluster, household, 3 * CALLERS, "/api/visits", VISIT)) == 0


@pytest.mark.parametrize("is_at_once", [False, True], ids=["in turn", "at once"])
def test_guessed_passwords_are_counted_exactly(cluster: Cluster, told: Tell, is_at_once: bool) -> None:
    member, household = add_member(cluster.db, "staff"), f"127.0.3.{6 + is_at_once}"
    body = {"email": member.email, "password": "geraten"}

    def guess(_number: int) -> httpx2.Response:
        with cluster.through(household) as client:
            return client.post("/api/staff/session", json=body)

    with ThreadPoolExecutor(SERVERS if is_at_once else 1) as pool:
        answers = list(pool.map(guess, range(9)))
    how = "at once" if is_at_once else "in turn"
    told(row_of(f"9 guessed passwords {how}", limit_of("staff_login"), passed(answers, lambda status: status == 401)))
    with cluster.through(household) as client:
        right = client.post("/api/staff/session", json={**body, "password": PASSWORD})
        assert right.status_code == 429, "the right password has to wait as well"
    with cluster.through("127.0.4.5") as client:
        other = client.post("/api/staff/session", json={**body, "password": PASSWORD})
        assert other.status_code == 200, "another network does not"
