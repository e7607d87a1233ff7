"""A browser whose server dies goes on at another one, and misses nothing of what happened on any of them."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx2
import pytest

from tests.fixtures.cluster import SERVED_BY, SERVERS, Cluster
from tests.fixtures.staff import add_member
from tests.scale.servers.households import RESERVE, household
from tests.services.staff.test_live import Message, Stream
from tests.services.stored import wait_for

pytestmark = [pytest.mark.xdist_group("servers"), pytest.mark.sample(0)]


@contextmanager
def listening(cluster: Cluster, token: str, last_id: str = "") -> Iterator[tuple[Stream, int]]:
    """A stream through the proxy, and the place of the server that it comes from."""
    headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last_id} if last_id else {})}
    with (
        cluster.through(token=token) as client,
        client.stream("GET", "/api/staff/live", headers=headers) as answer,
    ):
        assert answer.status_code == 200
        lines = answer.iter_lines()
        assert next(lines) == "retry: 2000"
        yield Stream(lines, next(lines).removeprefix("id: ")), cluster.addresses.index(answer.headers[SERVED_BY])


def reserve(cluster: Cluster, place: int, mailbox: str) -> str:
    """A change at one server; the reference."""
    with cluster.at(place) as client:
        answer = client.post(RESERVE, json=household(mailbox))
    assert answer.status_code == 200
    return str(answer.json()["reference"])


def heard_of(stream: Stream) -> int:
    """The number of the next reservation that the stream tells of; it may say twice a minute that it is alive."""
    beats = 0

    def is_reservation(message: Message) -> bool:
        nonlocal beats
        beats += message["type"] == "beat"
        assert beats < 8, "nothing comes any more"
        return message["type"] == "change" and message["action"] == "reservation.reserved"

    return int(stream.until(is_reservation)["number"])


def test_changes_of_every_server_arrive_in_order_and_none_is_missed(cluster: Cluster) -> None:
    token = add_member(cluster.db, "staff").token
    with listening(cluster, token) as (stream, own):
        others = [place for place in range(SERVERS) if place != own]
        heard = []
        for number, place in enumerate([*others, own, *others]):
            reserve(cluster, place, f"hören-{number}".replace("ö", "oe"))
            heard.append(heard_of(stream))
        last_id = stream.last_id
        cluster.kill(own)
        with suppress(httpx2.HTTPError):  # the proxy breaks the line off
            assert stream.has_ended(), "the killed server said something more"
    missed = [reserve(cluster, place, f"versaeumt-{place}") for place in others]
    wait_for(lambda: _is_left_out(cluster, own))
    with listening(cluster, token, last_id) as (stream, place):
        assert place != own
        heard += [heard_of(stream) for _ in missed]
        reserve(cluster, others[0], "danach-gehoert")
        heard.append(heard_of(stream))
    assert heard == sorted(set(heard)), "each came once, and in order"
    assert len(heard) == 5 + len(missed) + 1


def _is_left_out(cluster: Cluster, place: int) -> bool:
    with cluster.through() as client:
        answers = [client.get("/readyz") for _ in range(2 * SERVERS)]
    return cluster.addresses[place] not in {answer.headers.get(SERVED_BY) for answer in answers}
