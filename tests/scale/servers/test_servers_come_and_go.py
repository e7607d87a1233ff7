"""A server is killed and another one added under load: nothing acknowledged is lost, and a retry gets its answer."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from threading import Event, Lock

import httpx2
import pytest
from sqlalchemy import select

from services.reservations.models import Reservation
from tests.fixtures.cluster import SERVED_BY, Cluster
from tests.fixtures.proved import proved
from tests.fixtures.told_rows import Row, Tell
from tests.scale.servers.households import PROVIDER, RESERVE, household
from tests.services.stored import wait_for

pytestmark = pytest.mark.xdist_group("servers")

CALLERS = 6
NETWORKS = 4
"""That each caller has."""
ROUNDS = proved(1, 5)
BETWEEN = proved(40, 150)
"""Calls before the kill, after it, and once the server is back."""


@dataclass
class Load:
    """Reservations without a pause, each with a key and sent again until it has an answer."""

    cluster: Cluster
    name: str
    acknowledged: dict[str, str] = field(default_factory=dict)
    """References by the keys of their calls."""
    full: int = 0
    broken: list[tuple[float, float, str]] = field(default_factory=list)
    """Begin, end and kind of each try that got no answer, or 5xx."""
    replayed: int = 0
    served: Counter[str] = field(default_factory=Counter)
    stop: Event = field(default_factory=Event)
    _lock: Lock = field(default_factory=Lock)
    _number: int = 0

    @property
    def total(self) -> int:
        return len(self.acknowledged) + self.full

    def run(self, caller: int) -> None:
        with ExitStack() as stack:
            # Out of few networks the park would pause itself.
            addresses = [f"127.{NETWORKS * caller + number + 1}.4.1" for number in range(NETWORKS)]
            clients = cycle([stack.enter_context(self.cluster.through(address)) for address in addresses])
            while not self.stop.is_set():
                client = next(clients)
                with self._lock:
                    self._number += 1
                    key = f"{self.name}-{self._number}"
                body = household(key)
                while not self._try(client, key, body):
                    pass

    def _try(self, client: httpx2.Client, key: str, body: dict[str, object]) -> bool:
        begun = time.monotonic()
        try:
            answer = client.post(RESERVE, json=body, headers={"Idempotency-Key": key})
        except httpx2.HTTPError as error:
            self._note_broken(begun, repr(error))
            return False
        code = answer.json().get("code") if answer.status_code != 502 and answer.content else ""
        if answer.status_code >= 500 or code == "in_progress":
            self._note_broken(begun, f"{answer.status_code} {code}")
            return False
        with self._lock:
            self.served[answer.headers[SERVED_BY]] += 1
            self.replayed += answer.headers.get("idempotency-replayed") == "true"
            if answer.status_code == 200:
                self.acknowledged[key] = answer.json()["reference"]
            else:
                assert (answer.status_code, code) == (409, "park_full"), answer.text
                self.full += 1
        return True

    def _note_broken(self, begun: float, what: str) -> None:
        with self._lock:
            self.broken.append((begun, time.monotonic(), what))


@pytest.mark.sample(0)
def test_a_killed_server_costs_only_the_calls_it_had_and_a_new_one_takes_part(cluster: Cluster, told: Tell) -> None:
    acknowledged = again = lost = doubled = 0
    for number in range(ROUNDS):
        load, place = Load(cluster, f"unter-last-{number}"), number % 3
        with ThreadPoolExecutor(CALLERS) as pool:
            running = [pool.submit(load.run, caller) for caller in range(CALLERS)]
            try:
                wait_for(lambda load=load: load.total >= BETWEEN)
                before = time.monotonic()
                cluster.kill(place)
                after = time.monotonic()
                wait_for(lambda load=load: load.total >= 2 * BETWEEN)
                load.served.clear()
                cluster.start(place)
                new = cluster.addresses[place]
                wait_for(lambda load=load, new=new: load.served[new] >= BETWEEN // 6)
            finally:
                load.stop.set()
        for one in running:
            one.result()
        late = [what for begun, ended, what in load.broken if begun > after or ended < before]
        assert late == [], "a call that the killed server did not have was broken off"
        # While the process dies its socket still takes connections, so one caller may meet it more than once.
        had = [what for begun, _, what in load.broken if begun <= before]
        assert len(had) <= CALLERS
        with cluster.db.read() as session:
            mine = Reservation.email.startswith(f"unter-last-{number}-")
            stored = dict(
                tuple(row) for row in session.execute(select(Reservation.email, Reservation.reference).where(mine))
            )
        promised = {f"{key}@{PROVIDER}": reference for key, reference in load.acknowledged.items()}
        acknowledged, again = acknowledged + len(promised), again + len(load.broken)
        lost += len(promised.items() - stored.items())
        doubled += len(stored.keys() - promised.keys())
    tried = f"{ROUNDS} kills and new servers under load; {acknowledged} reservations, {again} calls made again"
    told(Row("a server killed, one added: nothing is lost", tried, lost, doubled))
