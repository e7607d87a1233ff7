"""Limits of callers hold over three servers, and the proxy's callers are households, not the proxy."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from services.core.http.callers.shared_limit import PARTS
from tests.factories import contact_body
from tests.fixtures.cluster import LIMITS, SERVED_BY, SERVERS, Cluster
from tests.fixtures.staff import PASSWORD, add_member
from tests.scale.servers.households import RESERVE

pytestmark = pytest.mark.xdist_group("servers")

VISIT = {"step": "page_view", "path": "/faqs", "is_arrival": False}
CALLERS = 4


def limit_of(name: str) -> int:
    return int(str(LIMITS[f"rate_limit_{name}"]).partition("/")[0])


def overshoot_of(limit: int) -> int:
    """How many calls too many may pass of a limit that is counted in memory."""
    return (SERVERS - 1) * (max(1, limit // PARTS) - 1)


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


def test_visits_of_a_household_pass_up_to_the_limit_of_all_servers_together(
    cluster: Cluster, record_property: Callable[[str, object], None]
) -> None:
    limit = limit_of("visit")
    for household in ("127.0.3.1", "127.0.3.2"):  # each has the limit for itself, behind one proxy
        count = passed(through_the_proxy(cluster, household, 3 * limit, "/api/visits", VISIT))
        assert limit <= count <= limit + overshoot_of(limit)
        record_property("overshoot", count - limit)
        assert passed(through_the_proxy(cluster, household, 3 * CALLERS, "/api/visits", VISIT)) == 0


def test_visits_that_all_come_to_one_server_pass_up_to_exactly_the_limit(cluster: Cluster) -> None:
    with cluster.at(0, address="203.0.113.31") as client:
        answers = [client.post("/api/visits", json=VISIT) for _ in range(40)]
    assert [answer.status_code for answer in answers] == [204] * 30 + [429] * 10


def test_refused_reservation_calls_are_counted_over_all_servers(cluster: Cluster) -> None:
    limit = limit_of("reserve_refused")
    answers = through_the_proxy(cluster, "127.0.3.3", 3 * limit, RESERVE, {"park": "ingolstadt"})
    assert limit <= passed(answers, lambda status: status == 422) <= limit + overshoot_of(limit)


def test_messages_are_counted_exactly(cluster: Cluster) -> None:
    body = contact_body(email="limit@example.org")

    def send(number: int) -> httpx2.Response:
        with cluster.through("127.0.3.4") as client:
            return client.post("/api/contact", json={**body, "message": f"Meine Frage Nummer {number} ist diese."})

    with ThreadPoolExecutor(CALLERS) as pool:
        answers = list(pool.map(send, range(3 * limit_of("contact"))))
    assert passed(answers) == limit_of("contact")
    assert {answer.headers[SERVED_BY] for answer in answers} == set(cluster.addresses)


@pytest.mark.parametrize("is_at_once", [False, True], ids=["in turn", "at once"])
def test_guessed_passwords_are_counted_exactly(cluster: Cluster, is_at_once: bool) -> None:
    member, household = add_member(cluster.db, "staff"), f"127.0.3.{6 + is_at_once}"
    body = {"email": member.email, "password": "geraten"}

    def guess(_number: int) -> httpx2.Response:
        with cluster.through(household) as client:
            return client.post("/api/staff/session", json=body)

    with ThreadPoolExecutor(SERVERS if is_at_once else 1) as pool:
        answers = list(pool.map(guess, range(9)))
    assert passed(answers, lambda status: status == 401) == limit_of("staff_login")
    with cluster.through(household) as client:
        right = client.post("/api/staff/session", json={**body, "password": PASSWORD})
        assert right.status_code == 429, "the right password has to wait as well"
    with cluster.through("127.0.3.5") as client:
        other = client.post("/api/staff/session", json={**body, "password": PASSWORD})
        assert other.status_code == 200, "another address does not"


def test_a_household_does_not_choose_its_address(cluster: Cluster) -> None:
    """What it claims in X-Forwarded-For is replaced by the proxy, so that it has one limit and not many."""
    limit = limit_of("visit")
    with cluster.through("127.0.3.9") as client:
        claimed = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(2 * limit)]
        answers = [client.post("/api/visits", json=VISIT, headers=headers) for headers in claimed]
    assert limit <= passed(answers) <= limit + overshoot_of(limit)
