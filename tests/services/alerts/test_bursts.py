"""The alert about many reservations from few places."""

from datetime import timedelta
from pathlib import Path

import pytest

from services.alerts.built_in import BUILT_IN
from services.parks.pausing import resume
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff.models import Role
from tests.services.alerts.conftest import Watch
from tests.services.reservations.scripted import Callers, Script, one_allocation, spread_addresses
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")


@pytest.fixture
def callers(watch: Watch, tmp_path: Path) -> Callers:
    settings = Settings(_env_file=None, data_dir=tmp_path)
    return Callers(watch.db, settings, watch.clock)


def test_a_burst_from_few_networks_opens_an_alert_which_ends_with_it(watch: Watch, callers: Callers) -> None:
    """One IPv6 /32, which none of the small networks would show; those who must confirm first are counted, too."""
    watch.only("reservation_burst")
    for number, address in enumerate(one_allocation(33)):
        callers.reserve(address, email=f"g{number}@web.de")
    assert watch.look().opened == 1
    (alert,) = watch.alerts()
    assert alert["headline"] == "33 Reservierungen in 10 Minuten, mehr als die Hälfte aus einem einzigen Netz"
    way = BUILT_IN["reservation_burst"].way("reservations", Role.STAFF)
    assert way.path == "/reservations?filter=%7B%22burst%22%3A%22last%22%7D"
    assert alert["words"] == "Gezählt sind die letzten 10 Minuten, alle Parks zusammen."
    watch.clock.advance(minutes=11)
    assert watch.look().closed == 1


def test_a_burst_of_one_domain_opens_an_alert(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    for number, address in enumerate(spread_addresses(30)):
        callers.reserve(address, email=f"geist{number}@opfer.example")
    assert watch.look().opened == 1
    (alert,) = watch.alerts()
    origin = "mehr als die Hälfte mit Adressen unter opfer.example"
    assert alert["headline"] == f"30 Reservierungen in 10 Minuten, {origin}"
    assert alert["words"].endswith("30 haben eine E-Mail-Adresse unter opfer.example.")
    assert len(stored(watch.db, Reservation)) == 12, "the others have to confirm first"


def test_a_park_that_paused_itself_is_told_until_staff_resume_it(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    script = Script(one_allocation(60), [f"d{number}.example" for number in range(40)])
    callers.run(script, 250, timedelta(minutes=9))
    watch.clock.advance(hours=1)
    assert watch.look().opened == 1
    (alert,) = watch.alerts()
    assert alert["headline"] == "Ingolstadt: Reservierungen angehalten, weil zu viele auf einmal kamen"
    assert alert["words"].endswith("Angehalten hat sich von selbst: Ingolstadt.")
    watch.db.write(lambda session: resume(session, "ingolstadt", "staff:7", "Storniert", watch.clock.now))
    assert watch.look().closed == 1


def test_a_crowd_of_households_is_no_burst(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    for number, address in enumerate(spread_addresses(40)):
        assert callers.reserve(address, email=f"h{number}@web.de") == 200
    assert watch.look().opened == 0


def test_a_few_reservations_of_one_network_are_no_burst(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    for _ in range(29):
        callers.reserve("203.0.113.7")
    assert watch.look().opened == 0
