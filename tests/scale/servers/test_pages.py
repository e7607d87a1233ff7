"""What staff change about a park on one server stands on the public pages of all servers."""

import pytest

from tests.fixtures.cluster import SERVERS, Cluster
from tests.fixtures.staff import add_member
from tests.services.stored import wait_for

pytestmark = [pytest.mark.xdist_group("servers"), pytest.mark.sample(0)]

PARK = "/api/staff/parks/munich"
NEW = "Baubeginn im Herbst 2031"


def test_a_changed_park_is_on_the_pages_of_each_server(cluster: Cluster) -> None:
    token = add_member(cluster.db, "admin").token

    def is_shown(place: int) -> bool:
        with cluster.at(place) as client:
            return NEW in client.get("/invest").text

    assert not any(is_shown(place) for place in range(SERVERS))
    with cluster.at(0, token) as client:
        version = client.get(PARK).json()["version"]
        answer = client.patch(PARK, json={"version": version, "timeline": NEW})
    assert answer.status_code == 200, answer.text
    assert is_shown(0), "at once where it was changed"
    wait_for(lambda: all(is_shown(place) for place in range(SERVERS)))
