"""A primary and its hot standby, each a server of its own, and the product on both."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from services.core.db import replica as measuring
from services.core.db.db import Database
from services.schema.migrate import migrate
from tests.factories import reservation_body
from tests.fixtures.clusters import Cluster, new_cluster, wait_until
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of

TEMPLATE = "voltigo_template"
PUBLIC = "/functions/v1/reserve-spot"
REPORT = "/api/staff/reports/overview"
AS_IN_OPERATION = measuring.WAIT_SECONDS


@dataclass
class Pair:
    """A primary and its standby."""

    primary: Cluster
    standby: Cluster

    def create(self) -> str:
        """A migrated database, there on both."""
        name = f"voltigo_{uuid4().hex[:12]}"
        self.primary.do(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY")
        self.standby.has_caught_up_with(self.primary)
        return name

    def expect_nothing(self) -> None:
        """Readers wait for the standby as in operation: the test makes it stand still."""
        measuring.WAIT_SECONDS = AS_IN_OPERATION

    def pause(self) -> None:
        """The standby applies nothing any more."""
        self.standby.do("SELECT pg_wal_replay_pause()")
        self.expect_nothing()

    def resume(self) -> None:
        """It goes on, and has caught up."""
        self.standby.do("SELECT pg_wal_replay_resume()")
        self.standby.has_caught_up_with(self.primary)

    def close(self) -> None:
        self.standby.close()
        self.primary.close()


def new_pair() -> Pair:
    """Both running, with a migrated template."""
    primary = new_cluster()
    primary.start(log_statement="all")
    primary.do(f"CREATE DATABASE {TEMPLATE}")
    with closing(Database(primary.url(TEMPLATE))) as db:
        migrate(db)
    standby = primary.copy(is_standby=True)
    standby.start()
    return Pair(primary, standby)


@pytest.fixture(scope="session")
def shared_pair() -> Iterator[Pair]:
    """One pair for all tests that leave both as they were."""
    made = new_pair()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers wait for as long as a standby takes on a machine at work, until a test makes it stand still."""
    monkeypatch.setattr(measuring, "WAIT_SECONDS", 30.0)


@pytest.fixture
def pair(shared_pair: Pair) -> Iterator[Pair]:
    """The shared pair; a test that stops applying changes need not go on with it."""
    yield shared_pair
    if not shared_pair.standby.is_running:
        shared_pair.standby.start()
    shared_pair.standby.do("SELECT pg_wal_replay_resume()")
    shared_pair.standby.reset()


@pytest.fixture
def name(pair: Pair) -> str:
    """A database of the test."""
    return pair.create()


@dataclass
class Office:
    """The product with a replica, and a colleague who asks for reports."""

    client: TestClient
    staff: TestClient
    pair: Pair

    @property
    def db(self) -> Database:
        return state_of(self.client).db  # type: ignore[no-any-return]

    def reserve(self, count: int = 1) -> None:
        for _ in range(count):
            body = reservation_body(email=f"haushalt-{uuid4().hex[:8]}@example.org")
            answer = self.client.post(PUBLIC, json=body)
            assert answer.status_code == 200, answer.text

    def stand(self, **parameters: Any) -> dict[str, Any]:
        """The basis of a report, as it is answered now."""
        answer = self.staff.get(REPORT, params=parameters)
        assert answer.status_code == 200, answer.text
        return answer.json()["stand"]  # type: ignore[no-any-return]

    def warnings(self) -> list[str]:
        answer = self.client.get("/readyz")
        return list(answer.json().get("causes", []))

    def wait_until_replica_is(self, unusable: str | None) -> None:
        """Until the process has noticed."""
        assert self.db.replica is not None
        replica = self.db.replica
        wait_until(lambda: replica.latest.unusable == unusable, f"the replica is {unusable}")


MakeOffice = Callable[..., Office]


@pytest.fixture
def make_office(make_client: MakeClient, staff_client: StaffClient, pair: Pair, name: str) -> MakeOffice:
    """The product on the pair, or with other settings."""

    def make(**settings: Any) -> Office:
        urls = {"database_url": pair.primary.url(name), "replica_url": pair.standby.url(name)}
        client = make_client(**{"rate_limits": "off", **urls, **settings})
        return Office(client, staff_client("admin", client=client), pair)

    return make


@pytest.fixture
def database_url(pair: Pair, name: str) -> str:
    return pair.primary.url(name)
