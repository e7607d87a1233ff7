"""What a script that invents households gets, and that households behind busy addresses still get their place."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from services.core import references
from services.core.contact_details import mailbox_of
from services.core.db.db import Database
from services.core.http.callers.networks import networks_of
from services.core.http.idempotency import identify
from services.core.models import RateCount
from services.reservations.desk.perform import Request, named, perform
from services.reservations.models import Reservation
from services.settings import Settings
from tests.factories import reservation_body
from tests.services.held_clock import HeldClock
from tests.services.reservations.scripted import Callers, spread_addresses
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

FULL_HOUR = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
BLINK = timedelta(seconds=15)


@pytest.fixture
def callers(db: Database, tmp_path: Path) -> Callers:
    """Everything at its default, but that a park may be as unconfirmed as it likes: `test_bursts.py` has that."""
    return callers_with(db, tmp_path, rate_limits="confirm_burst_percent=100")


def callers_with(db: Database, folder: Path, **settings: Any) -> Callers:
    clock = HeldClock(FULL_HOUR)
    return Callers(db, Settings(_env_file=None, data_dir=folder, **settings), clock)


def test_a_script_with_many_addresses_gets_three_places_each_and_thirty_in_all(callers: Callers) -> None:
    assert callers.attack(120, spread_addresses(16), BLINK) == 16 * 3 + 30
    assert set(callers.held.values()) <= {3, 4, 5}


def test_a_household_elsewhere_gets_its_place_while_a_script_is_refused(callers: Callers) -> None:
    callers.attack(80, spread_addresses(16), BLINK)
    assert callers.reserve("203.0.113.7") == 200
    assert callers.reserve("2001:db8:1:2::") == 200


def test_a_busy_address_reserves_thirty_times_and_more_without_a_script(callers: Callers) -> None:
    assert callers.attack(34, ["203.0.113.7"], timedelta(minutes=30)) == 33


def test_the_households_of_a_university_get_in_before_and_after_a_script(callers: Callers) -> None:
    university = "203.0.113.7"
    assert [callers.reserve(university) for _ in range(8)] == [200] * 8
    callers.attack(80, spread_addresses(16), BLINK)
    assert (callers.reserve(university), callers.last_code) == (409, "confirm_first")
    callers.clock.advance(hours=1)
    assert callers.reserve(university) == 200


def test_a_rented_network_gets_sixty_places_an_hour(callers: Callers) -> None:
    assert callers.attack(70, [f"203.0.113.{number}" for number in range(1, 65)], BLINK) == 60
    assert callers.last_code == "rate_limited"
    assert callers.reserve("203.1.114.1") == 200


def test_a_tunnel_of_ipv6_gets_twelve_places_a_block_and_sixty_in_all(callers: Callers) -> None:
    one_block = [f"2001:db8:1:{number:x}::" for number in range(16)]
    assert callers.attack(16, [f"{address}/64" for address in one_block], BLINK) == 12
    whole = [f"2001:db8:1:{number * 256:x}::/64" for number in range(1, 60)]
    assert callers.attack(59, whole, BLINK) == 48


def test_a_refused_call_counts_for_nobody(callers: Callers, db: Database) -> None:
    callers.attack(40, ["203.0.113.7"], BLINK)
    counted: Counter[str] = Counter()
    for row in stored(db, RateCount):
        counted[row["bucket"].partition(":")[0]] += row["calls"]
    assert counted == {
        "answered-reservation": 30,
        "reserve": 40,
        "reserved-address": 30,
        "reserved-domain": 30,
        "reserved-network": 30,
        "reserved-repeats": 27,
        "reserved-wide": 30,
    }
    assert len(stored(db, Reservation)) == 30


def test_who_has_to_confirm_first_counts_for_the_mails_it_gets_and_for_no_place(callers: Callers, db: Database) -> None:
    one_domain = [callers.reserve(address, email=f"a{address}@firma.example") for address in spread_addresses(14)]
    assert one_domain == [200] * 12 + [409] * 2
    counted: Counter[str] = Counter()
    for row in stored(db, RateCount):
        counted[row["bucket"].partition(":")[0]] += row["calls"]
    assert (counted["reserved-network"], counted["reserved-wide"], counted["reserved-address"]) == (14, 12, 12)
    assert (counted["reserved-domain"], counted["answered-waiting"]) == (12, 2)


def test_calls_of_one_group_are_counted_like_single_ones(db: Database, tmp_path: Path) -> None:
    callers = callers_with(db, tmp_path, rate_limits="reserved_address=2/600,reserved_repeats=1/600")
    desk = callers.desk
    group = [callers.submission("203.0.113.7") for _ in range(5)]
    statuses = [outcome.status for outcome in db.write(lambda session: desk.submit(session, group))]
    assert statuses == [200, 200, 200, 409, 409]


def test_a_mobile_number_stands_in_five_reservations(db: Database, tmp_path: Path) -> None:
    callers = callers_with(db, tmp_path)
    assert [callers.reserve("x", mobile_phone="0171 5556667") for _ in range(6)] == [200] * 5 + [409]
    assert callers.last_code == "phone_limit"
    assert callers.reserve("x") == 200
    callers = callers_with(db, tmp_path, rate_limits="off")
    assert callers.reserve("x", mobile_phone="0171 5556667") == 200  # a load test is no household


def test_a_mobile_number_is_counted_within_one_group_too(db: Database, tmp_path: Path) -> None:
    callers = callers_with(db, tmp_path)
    group = [callers.submission(address, mobile_phone="0171 5556667") for address in spread_addresses(7)]
    outcomes = db.write(lambda session: callers.desk.submit(session, group))
    assert [outcome.body.get("code") for outcome in outcomes] == [None] * 5 + ["phone_limit"] * 2


def test_a_second_tab_in_the_same_group_is_asked_whether_it_means_another_place(db: Database, tmp_path: Path) -> None:
    callers = callers_with(db, tmp_path)
    mailbox = "eine@example.org"
    group = [callers.submission("203.0.113.7", email=mailbox, another=False) for _ in range(2)]
    outcomes = db.write(lambda session: callers.desk.submit(session, group))
    assert [outcome.body.get("code") for outcome in outcomes] == [None, "already_reserved"]


def test_a_place_given_up_is_not_given_again_to_the_same_call(db: Database, tmp_path: Path) -> None:
    """With two places the mailbox is active, and only the state says that this one is gone."""
    callers = callers_with(db, tmp_path)
    said = reservation_body()

    def send(key: str, **changes: Any) -> Any:
        body = said | changes
        submission = callers.desk.submission(callers.desk.check(body), identify("test", body, key), "203.0.113.7")
        return db.write(lambda session: callers.desk.submit(session, [submission])[0])

    first, _other = send("one"), send("two", postcode="10115")
    gone = next(row["id"] for row in stored(db, Reservation) if row["reference"] == first.body["reference"])
    request = Request(named("cancel", "staff"), (gone,), "staff:7", "Auf Wunsch")
    db.write(lambda session: perform(session, request, callers.clock.now))
    again = send("three")
    assert (again.status, again.is_replay) == (200, False)
    assert again.body["reference"] != first.body["reference"]


def test_a_tag_makes_no_other_mailbox(db: Database, tmp_path: Path) -> None:
    callers = callers_with(db, tmp_path, rate_limits="off")
    ways = ("anna.b+1@gmail.com", "annab@googlemail.com", "a.n.n.a.b+solar@gmail.com", "anna.b@gmail.com")
    assert [callers.reserve("x", email=way) for way in ways] == [200, 200, 200, 409]
    assert callers.last_code == "email_limit"
    assert {row["mailbox"] for row in stored(db, Reservation)} == {"annab@gmail.com"}
    assert [row["duplicate_suspected"] for row in stored(db, Reservation)] == [False, True, True]


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("anna@example.org", "anna@example.org"),
        ("anna+solar@example.org", "anna@example.org"),
        ("an.na@example.org", "an.na@example.org"),
        ("+49@example.org", "+49@example.org"),
        ("a.n.n.a+x+y@googlemail.com", "anna@gmail.com"),
    ],
)
def test_the_mailbox_is_the_address_without_its_tag(address: str, mailbox: str) -> None:
    assert mailbox_of(address) == mailbox


@pytest.mark.parametrize(
    ("caller", "networks"),
    [
        ("203.0.113.7", ("203.0.113.0/24", "203.0.0.0/16")),
        (
            "2001:db8:1ff:2ff::/64",
            ("2001:db8:1ff:200::/56", "2001:db8:1ff::/48", "2001:db8:100::/40", "2001:db8::/32"),
        ),
        ("unknown", ()),
    ],
)
def test_networks_around_a_caller(caller: str, networks: tuple[str, ...]) -> None:
    assert networks_of(caller) == networks


def test_a_reference_that_was_given_before_is_drawn_again(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    callers = callers_with(db, tmp_path, rate_limits="off")
    draws = iter([7, 7, 7, 8, 8, 9])
    monkeypatch.setattr(references.secrets, "randbelow", lambda _below: next(draws))
    assert [callers.reserve("x") for _ in range(3)] == [200, 200, 200]
    assert len({row["reference"] for row in stored(db, Reservation)}) == 3


def test_the_same_said_in_two_tabs_is_one_reservation_for_ten_minutes(db: Database, tmp_path: Path) -> None:
    callers = callers_with(db, tmp_path)
    said = reservation_body()

    def send(key: str, **around: Any) -> Any:
        body = said | around
        submission = callers.desk.submission(callers.desk.check(body), identify("test", body, key), "203.0.113.7")
        return db.write(lambda session: callers.desk.submit(session, [submission])[0])

    first, second = send("one"), send("two", utm_source="other", touches=[])
    assert (first.is_replay, second.is_replay) == (False, True)
    assert second.body == first.body
    assert send("two", utm_source="other", touches=[]).body == first.body, "remembered under its own key as well"
    assert send("three", postcode="10115").body["spot_number"] == 2
    callers.clock.advance(minutes=10, seconds=1)
    assert send("four").body["spot_number"] == 3
    assert len(stored(db, Reservation)) == 3


def test_the_same_said_twice_at_once_is_one_reservation(db: Database, tmp_path: Path) -> None:
    callers = callers_with(db, tmp_path)
    desk, body = callers.desk, reservation_body()
    group = [desk.submission(desk.check(body), identify("test", body, key), "203.0.113.7") for key in ("a", "b")]
    first, second = db.write(lambda session: desk.submit(session, group))
    assert first.body == second.body
    assert (first.is_replay, second.is_replay) == (False, True)
    assert len(stored(db, Reservation)) == 1


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, {}, 200),
        ({"X-Form-Seconds": "3.0"}, {}, 200),
        ({"X-Form-Seconds": "2.9"}, {}, 422),
        ({"X-Form-Seconds": "-1"}, {}, 422),
        ({"X-Form-Seconds": "soon"}, {}, 200),
        ({"X-Form-Seconds": "nan"}, {}, 200),
        ({"X-Form-Seconds": "60", "X-Form-Trap": "filled"}, {}, 422),
        ({}, {"homepage": "http://x.example"}, 422),
        ({}, {"homepage": ""}, 200),
    ],
)
def test_a_program_that_fills_in_our_form_is_asked_to_send_again(
    headers: dict[str, str], body: dict[str, str], status: int, make_client: Any
) -> None:
    answer = make_client().post("/functions/v1/reserve-spot", json=reservation_body(**body), headers=headers)
    assert answer.status_code == status
    assert answer.json().get("code") == (None if status == 200 else "too_fast")
