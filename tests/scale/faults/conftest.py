"""Three servers that run jobs too and two workers, behind Caddy, on a PostgreSQL that can be taken from them."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

from services.core.db.db import Database
from services.schema.migrate import migrate
from tests.faults.mixed_load.households import Mailboxes
from tests.fixtures import clusters
from tests.fixtures.cluster import Cluster, cluster_of, settings_of
from tests.fixtures.proxies import CADDY
from tests.fixtures.smtp import listening

TEMPLATE = "voltigo_template"
CONNECTIONS = 150


@dataclass
class Stage:
    """The product's five processes, their database, and the mail server."""

    product: Cluster
    postgresql: clusters.Cluster
    name: str
    """Of the database."""
    peer: Mailboxes
    folder: Path

    @property
    def data_dir(self) -> Path:
        return self.folder / "data"

    @property
    def secret(self) -> str:
        """Of all processes."""
        return str(settings_of(0, self.folder)["secret"])

    def stop(self) -> list[int]:
        """SIGTERM to all five; the exit codes of the servers, and what the workers ended with."""
        for worker in self.product.workers:
            worker.send_signal(15)
        codes = [self.product.stop(place) for place in sorted(self.product.servers)]
        return codes + [worker.wait(timeout=90) for worker in self.product.workers]


@pytest.fixture(scope="session")
def own_postgresql() -> Iterator[clusters.Cluster]:
    """A PostgreSQL that no other test uses, with a migrated template."""
    made = clusters.new_cluster()
    made.start(max_connections=CONNECTIONS)
    made.do(f"CREATE DATABASE {TEMPLATE}")
    with closing(Database(made.url(TEMPLATE))) as db:
        migrate(db)
    yield made
    made.close()


@pytest.fixture
def stage(own_postgresql: clusters.Cluster, tmp_path: Path) -> Iterator[Stage]:
    if CADDY is None:
        pytest.skip("caddy is not installed")
    name = f"voltigo_{uuid4().hex[:12]}"
    own_postgresql.do(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY")
    url = own_postgresql.url(name)
    peer = Mailboxes()
    with (
        listening(peer),
        cluster_of(url, tmp_path, smtp_url=peer.url, rate_limits="off", scheduler="embedded") as product,
    ):
        yield Stage(product, own_postgresql, name, peer, tmp_path)
    own_postgresql.do(f"DROP DATABASE {name} WITH (FORCE)")
