"""More calls than places over three servers, and one call sent to all three: as if there were one."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from sqlalchemy import func, select

from services.core.clock import utc_now
from services.mail.models import Mail
from services.parks.models import Park, Spot
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from tests.fixtures.cluster import SERVED_BY, SERVERS, Cluster
from tests.fixtures.proved import proved
from tests.fixtures.told_rows import Row, Tell
from tests.scale.servers.households import RESERVE, household

pytestmark = [pytest.mark.xdist_group("servers"), pytest.mark.sample(0)]

PLACES, CALLS = proved((60, 90), (500, 700))
CALLERS = proved(12, 32)
KEYS = proved(4, 50)


def empty_park(cluster: Cluster, places: int) -> str:
    """A park that no other test reserves in."""

    def unit(session: Any) -> str:
        park = session.get(Park, "munich")
        park.spot_limit = places
        numbers = range(1, places + 1)
        session.add_all(Spot(park_id=park.id, number=one, state="free", changed_at=utc_now()) for one in numbers)
        return str(park.id)

    return cluster.db.write(unit)


def test_more_calls_than_places_give_each_number_once(cluster: Cluster, told: Tell) -> None:
    park = empty_park(cluster, PLACES)
    bodies = [household(f"platz-{number}", park=park) for number in range(CALLS)]

    def send(number: int) -> list[httpx2.Response]:
        with cluster.through(f"127.{number + 1}.2.1") as client:  # out of one network the park would pause itself
            return [client.post(RESERVE, json=body) for body in bodies[number::CALLERS]]

    with ThreadPoolExecutor(CALLERS) as pool:
        answers = [answer for some in pool.map(send, range(CALLERS)) for answer in some]
    given = [answer.json()["spot_number"] for answer in answers if answer.status_code == 200]
    lost = set(range(1, PLACES + 1)) - set(given)
    tried = f"{CALLS} calls for {PLACES} places, {SERVERS} servers, {CALLERS} callers"
    told(Row("no place twice, none lost", tried, len(lost), len(given) - len(set(given))))
    assert sorted(given) == list(range(1, PLACES + 1))
    refused = [answer for answer in answers if answer.status_code != 200]
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(409, "park_full")}
    by_server = Counter(answer.headers[SERVED_BY] for answer in answers)
    assert set(by_server) == set(cluster.addresses)
    assert min(by_server.values()) > CALLS // (2 * SERVERS)
    with cluster.db.read() as session:
        rows = session.execute(
            select(Reservation.reference, Reservation.spot_number).where(Reservation.park_id == park)
        )
        acknowledged = {(a.json()["reference"], a.json()["spot_number"]) for a in answers if a.status_code == 200}
        assert {tuple(row) for row in rows} == acknowledged
        mails = (
            select(func.count())
            .select_from(Mail)
            .where(Mail.recipient.like("platz-%"), Mail.kind.startswith("reservation"))
        )
        assert session.scalar(mails) == PLACES
        assert first_broken_entry(session) is None


def test_a_key_sent_to_all_servers_at_once_is_one_reservation(cluster: Cluster, told: Tell) -> None:
    with ThreadPoolExecutor(SERVERS) as pool:
        for number in range(KEYS):
            key, body = f"household's own key {number}", household(f"key-{number}")

            def send(place: int, key: str = key, body: dict[str, Any] = body) -> httpx2.Response:
                with cluster.at(place) as client:
                    return client.post(RESERVE, json=body, headers={"Idempotency-Key": key})

            answers = list(pool.map(send, range(SERVERS)))
            assert [answer.status_code for answer in answers] == [200] * SERVERS
            assert len({answer.text for answer in answers}) == 1
            assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
            later = [send(place) for place in range(SERVERS)]
            assert {answer.text for answer in later} == {answers[0].text}
            assert all(answer.headers["idempotency-replayed"] == "true" for answer in later)
    with cluster.db.read() as session:
        made = select(func.count()).select_from(Reservation).where(Reservation.email.like("key-%"))
        stored = session.scalar(made) or 0
    tried = f"{KEYS} keys, each sent to {SERVERS} servers at once and then to each again"
    told(Row("a retry never reserves twice", tried, max(0, KEYS - stored), max(0, stored - KEYS)))
