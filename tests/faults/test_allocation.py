"""No spot twice, none lost, none invented: two server processes, 64 clients, and more calls than spots."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select, text, update

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Park, Spot
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from tests.faults.calls import Answer, call_all, desk_bodies, distinct_bodies
from tests.fixtures.proved import proved
from tests.fixtures.servers import StartServer
from tests.fixtures.staff import add_member

pytestmark = pytest.mark.both_databases(sample="postgresql")

QUIET = {"scheduler": "off", "rate_limits": "off"}


SPOTS, CALLS = proved((40, 56), (500, 700))
"""The sample still fills a park with calls of both kinds and refuses the rest."""


def oversold_or_lost(answers: Sequence[Answer], spots: int = 500) -> list[str]:
    """What breaks the promise in the answers; empty when it is kept."""
    given = Counter(answer.body["spot_number"] for answer in answers if answer.status == 200)
    refused = [answer for answer in answers if answer.status == 409 and answer.body["code"] == "park_full"]
    faults = [f"number {number} given {count} times" for number, count in given.items() if count > 1]
    faults += [f"number {number} never given" for number in range(1, spots + 1) if number not in given]
    faults += [f"number {number} does not exist" for number in given if not 1 <= number <= spots]
    others = len(answers) - sum(given.values()) - len(refused)
    if others:
        faults.append(f"{others} calls neither reserved nor refused: {Counter(a.status for a in answers)}")
    if len(refused) != len(answers) - spots:
        faults.append(f"{len(refused)} refusals")
    return faults


def test_calls_on_two_processes_give_each_number_once(database_url: str, start_server: StartServer) -> None:
    """Half of them come from households, half from the desk, on both servers; `make prove` makes 700 for 500 spots."""
    servers = [start_server(database_url, **QUIET) for _ in range(2)]
    stored = Database(database_url)
    stored.write(lambda session: session.execute(update(Park).values(spot_limit=SPOTS)) and None)
    token = add_member(stored, "staff").token
    both = zip(distinct_bodies(CALLS // 2), desk_bodies(CALLS // 2), strict=True)
    bodies = [body for n, (own, desk) in enumerate(both) for body in ((own, desk) if n % 2 else (desk, own))]
    answers = call_all([server.url for server in servers], bodies, clients=64, token=token)
    assert oversold_or_lost(answers, SPOTS) == []
    with stored.read() as session:
        rows = session.execute(select(Reservation.reference, Reservation.spot_number)).all()
        assert {(row.reference, row.spot_number) for row in rows} == {
            (answer.body["reference"], answer.body["spot_number"]) for answer in answers if answer.status == 200
        }
        assert session.scalar(select(func.count()).where(Spot.state == "reserved")) == SPOTS
        assert session.scalar(select(func.count()).select_from(Mail)) == SPOTS
        by_desk = session.scalar(select(func.count()).where(Reservation.channel == "telephone"))
        assert 0 < by_desk < SPOTS
        assert session.scalar(select(func.count()).where(Mail.is_letter)) == by_desk
        assert first_broken_entry(session) is None
    stored.close()


UNLOCKED_SERVER = {
    "postgresql": """
from services.parks import allocation
allocation.lock_park = lambda session, park: allocation.LockedPark(500, None, 0, "Ingolstadt")
""",
    # Here the lock is the transaction itself, so the mistake must be one that reads outside of it: a "quick" list of
    # free spots that the previous transaction left behind.
    "sqlite": """
from services.parks import allocation
from services.reservations import submit
known = []
def free_from_list(session, park, count, locked):
    everything = {"park": park, "spot_limit": 500, "count": 1000}
    if not known:
        known[:] = session.connection().execute(allocation._LOWEST_FREE, everything).all()
    listed, known[:] = known[:count], known[count:]
    return listed
submit.lowest_free = free_from_list
""",
}
START = """
from services.cli import app
app(["serve"])
"""


@pytest.mark.sample(0)
@pytest.mark.both_databases(sample="sqlite")
def test_without_the_lock_the_same_check_fails(database_url: str, start_server: StartServer, tmp_path: Path) -> None:
    """The negative control: were this green, the test above would prove nothing.

    The index behind the lock is dropped too, so that what fails is the lock's absence and not the second door.
    """
    db = Database(database_url)
    db.write(lambda session: session.execute(text("DROP INDEX uq_reservations_active_spot")))
    db.close()
    script = tmp_path / "unlocked_server.py"
    script.write_text(UNLOCKED_SERVER["sqlite" if db.is_sqlite else "postgresql"] + START)
    servers = [start_server(database_url, script=script, **QUIET) for _ in range(2)]
    answers = call_all([server.url for server in servers], distinct_bodies(700), clients=64)
    assert oversold_or_lost(answers) != []


def test_calls_of_one_household_at_once_are_one_reservation_and_those_of_one_address_stop_at_its_limit(
    database_url: str, start_server: StartServer, subtests: pytest.Subtests
) -> None:
    """Two processes hear the same household, with a key and without one, and count the same address."""
    urls = [start_server(database_url, **QUIET).url for _ in range(2)]
    first, second, other = distinct_bodies(3)
    for count, (body, keys) in enumerate(((first, ["a household's own key"] * 50), (second, None)), start=1):
        with subtests.test("with a key" if keys else "without a key"):
            answers = call_all(urls, [body] * 50, clients=50, keys=keys)
            assert {answer.status for answer in answers} == {200}
            assert [answer.body for answer in answers] == [answers[0].body] * 50
            assert sum(not answer.is_replay for answer in answers) == 1
            with closing(Database(database_url)) as stored, stored.read() as session:
                assert session.scalar(select(func.count()).select_from(Reservation)) == count
                assert session.scalar(select(func.count()).select_from(Mail)) == count
    with subtests.test("one address"):
        # Different households behind one address: the very same body is the same reservation.
        bodies = [{**other, "last_name": f"Müller{chr(ord('a') + number) * 2}"} for number in range(26)]
        answers = call_all(urls, bodies, clients=26, keys=[f"call {n}" for n in range(26)])
        assert Counter(answer.status for answer in answers) == {200: 3, 409: 23}
        assert {answer.body["code"] for answer in answers if answer.status == 409} == {"email_limit"}
