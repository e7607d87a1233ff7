"""The alert about many reservations from few places."""

from pathlib import Path

import pytest

from services.reservations.submit import ReservationDesk
from services.settings import Settings
from tests.services.alerts.conftest import Watch
from tests.services.reservations.scripted import Callers, spread_addresses

pytestmark = pytest.mark.both_databases


@pytest.fixture
def callers(watch: Watch, tmp_path: Path) -> Callers:
    settings = Settings(_env_file=None, data_dir=tmp_path)
    return Callers(watch.db, ReservationDesk(settings, watch.clock), watch.clock)


def test_a_burst_from_few_networks_opens_an_alert_which_ends_with_it(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    for number in range(33):
        callers.reserve(f"203.0.113.{number % 3 + 1}")
    assert watch.look().opened == 1
    (alert,) = watch.alerts()
    assert alert["headline"] == "33 Reservierungen in 10 Minuten aus einem einzigen Netz"
    assert alert["words"] == "Gezählt sind die letzten 10 Minuten, alle Parks zusammen."
    watch.clock.advance(minutes=11)
    assert watch.look().closed == 1


def test_a_burst_of_one_domain_opens_an_alert(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    for number, address in enumerate(spread_addresses(30)):
        callers.reserve(address, email=f"geist{number}@opfer.example")
    assert watch.look().opened == 1
    (alert,) = watch.alerts()
    assert alert["headline"] == "30 Reservierungen in 10 Minuten mit Adressen einer Domain"
    assert alert["words"].endswith("30 haben eine E-Mail-Adresse unter opfer.example.")


def test_a_crowd_of_households_is_no_burst(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    for address in spread_addresses(40):
        assert callers.reserve(address) == 200
    assert watch.look().opened == 0


def test_a_few_reservations_of_one_network_are_no_burst(watch: Watch, callers: Callers) -> None:
    watch.only("reservation_burst")
    for _ in range(29):
        callers.reserve("203.0.113.7")
    assert watch.look().opened == 0
