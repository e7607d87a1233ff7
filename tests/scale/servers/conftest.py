"""One cluster for all tests of this folder that carry the `xdist_group` "servers", which one worker of the run has. It
ends with the last of them: five idle processes would slow down what comes after.

Each leaves it as it was, with three servers and two workers.
"""

from collections.abc import Iterator

import pytest

from tests.fixtures.cluster import SERVERS, Cluster, cluster_of
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proxies import CADDY


@pytest.fixture(scope="package")
def whole_cluster(
    postgresql_databases: PostgresqlDatabases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    if CADDY is None:
        pytest.skip("caddy is not installed")
    name = postgresql_databases.create()
    with cluster_of(postgresql_databases.url(name), tmp_path_factory.mktemp("cluster")) as running:
        yield running
    postgresql_databases.drop(name)


@pytest.fixture
def cluster(whole_cluster: Cluster) -> Iterator[Cluster]:
    """The cluster, with every server that a test before has killed."""
    for place in range(SERVERS):
        if place not in whole_cluster.servers:
            whole_cluster.start(place)
            whole_cluster.wait_until_all_answer()
    yield whole_cluster
