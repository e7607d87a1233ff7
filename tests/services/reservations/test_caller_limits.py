"""What a script that invents households gets, and that households behind busy addresses still get their place."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.core import references
from services.core.contact_details import mailbox_of
from services.core.db.db import Database
from services.core.http.callers.networks import networks_of
from services.core.http.idempotency import identify
from services.core.http.outcome import Outcome
from services.core.models import RateCount
from services.mail.models import Mail
from services.parks import allocation
from services.parks.allocation import LockedPark
from services.parks.models import Park
from services.reservations import submit
from services.reservations.models import Reservation
from services.reservations.submissions import Submission
from services.settings import Settings
from tests.factories import reservation_body
from tests.services.held_clock import HeldClock
from tests.services.reservations.scripted import Callers, spread_addresses
from tests.services.reservations.standing import do
from tests.services.stored import stored

FULL_HOUR = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
BLINK = timedelta(seconds=15)


Make = Callable[..., Callers]


@pytest.fixture
def callers_with(db: Database, tmp_path: Path) -> Make:
    return lambda **settings: Callers(db, Settings(_env_file=None, data_dir=tmp_path, **settings), HeldClock(FULL_HOUR))


@pytest.fixture
def callers(callers_with: Make) -> Callers:
    """Everything at its default, but that a park may be as unconfirmed as it likes: `test_bursts.py` has that."""
    return callers_with(rate_limits="confirm_burst_percent=100")


def at_once(callers: Callers, *group: Submission) -> list[Outcome]:
    return callers.db.write(lambda session: callers.desk.submit(session, group))


def counted(db: Database) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in stored(db, RateCount):
        found[row["bucket"].partition(":")[0]] += row["calls"]
    return found


def test_a_script_gets_three_places_an_address_and_thirty_in_all_and_households_elsewhere_theirs(
    callers: Callers,
) -> None:
    university = "203.0.113.7"
    assert [callers.reserve(university) for _ in range(8)] == [200] * 8
    assert callers.attack(120, spread_addresses(16), BLINK) == 16 * 3 + 30 - 5, "five of the university come first"
    assert {callers.held[address] for address in spread_addresses(16)} <= {3, 4, 5}
    assert (callers.reserve(university), callers.last_code) == (409, "confirm_first")
    assert [callers.reserve(elsewhere) for elsewhere in ("203.0.114.9", "2001:db8:1:2::")] == [200, 200]
    callers.clock.advance(hours=1)
    assert callers.reserve(university) == 200


def test_a_busy_address_reserves_thirty_times_and_more_without_a_script(callers: Callers) -> None:
    assert callers.attack(34, ["203.0.113.7"], timedelta(minutes=30)) == 33


def test_a_rented_network_and_a_tunnel_get_sixty_places_an_hour_and_a_block_twelve(callers: Callers) -> None:
    assert callers.attack(70, [f"203.0.113.{number}" for number in range(1, 65)], BLINK) == 60
    assert callers.last_code == "rate_limited"
    assert callers.reserve("203.1.114.1") == 200
    callers.clock.advance(hours=1)
    one_block = [f"2001:db8:1:{number:x}::" for number in range(16)]
    assert callers.attack(16, [f"{address}/64" for address in one_block], BLINK) == 12
    whole = [f"2001:db8:1:{number * 256:x}::/64" for number in range(1, 60)]
    assert callers.attack(59, whole, BLINK) == 48


@pytest.mark.both_databases
def test_a_refused_call_counts_for_nobody(callers: Callers, db: Database) -> None:
    callers.attack(40, ["203.0.113.7"], BLINK)
    assert counted(db) == {
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
    found = counted(db)
    assert (found["reserved-network"], found["reserved-wide"], found["reserved-address"]) == (14, 12, 12)
    assert (found["reserved-domain"], found["answered-waiting"]) == (12, 2)


def test_calls_of_one_group_are_counted_like_single_ones(callers_with: Make) -> None:
    callers = callers_with(rate_limits="reserved_address=2/600,reserved_repeats=1/600")
    outcomes = at_once(callers, *(callers.submission("203.0.113.7") for _ in range(5)))
    assert [outcome.status for outcome in outcomes] == [200, 200, 200, 409, 409]


def test_addresses_of_one_network_are_counted_within_one_group_too(callers_with: Make) -> None:
    callers = callers_with(rate_limits="reserved_network=2/600")
    outcomes = at_once(callers, *(callers.submission(f"203.0.113.{number}") for number in range(3)))
    assert [outcome.status for outcome in outcomes] == [200, 200, 429]


def test_each_park_has_its_own_quota_of_busy_addresses(callers_with: Make, db: Database) -> None:
    callers = callers_with(rate_limits="reserved_address=1/600,reserved_repeats=1/600,confirm_burst_percent=100")
    db.write(lambda session: session.execute(update(Park).values(spot_limit=100)) and None)
    db.write(lambda session: allocation.add_spots(session, "munich", 50, FULL_HOUR))
    assert [callers.reserve("203.0.113.7") for _ in range(3)] == [200, 200, 409]
    assert [callers.reserve("203.0.113.7", park="munich") for _ in range(2)] == [200, 409]
    assert callers.last_code == "confirm_first"


@pytest.mark.both_databases
def test_a_mobile_number_stands_in_five_reservations_and_is_counted_within_one_group_too(callers_with: Make) -> None:
    callers, one, other = callers_with(), "0171 5556667", "0171 5556668"
    assert [callers.reserve("x", mobile_phone=one) for _ in range(6)] == [200] * 5 + [409]
    assert callers.last_code == "phone_limit"
    assert callers.reserve("x") == 200
    found = at_once(callers, *(callers.submission(address, mobile_phone=other) for address in spread_addresses(7)))
    assert [outcome.body.get("code") for outcome in found] == [None] * 5 + ["phone_limit"] * 2
    assert callers_with(rate_limits="off").reserve("x", mobile_phone=one) == 200, "a load test is no household"


def test_of_calls_beyond_the_limit_that_come_at_once_the_last_are_refused(callers_with: Make) -> None:
    callers = callers_with(rate_limits="reserve=2/3600")
    group = [callers.submission("203.0.113.7") for _ in range(3)]
    assert [outcome.body.get("code") for outcome in at_once(callers, *group)] == [None, None, "rate_limited"]


def test_parks_are_locked_in_one_order_whichever_call_came_first(
    callers_with: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else two processes would wait for each other."""
    callers, locked, lock_park = callers_with(rate_limits="off"), list[str](), submit.lock_park

    def noted(session: Session, park: str) -> LockedPark | None:
        locked.append(park)
        return lock_park(session, park)

    monkeypatch.setattr(submit, "lock_park", noted)
    at_once(callers, *(callers.submission("x", park=park) for park in ("munich", "ingolstadt")))
    assert locked == ["ingolstadt", "munich"]


def test_a_mailbox_is_counted_within_one_group_too(callers_with: Make) -> None:
    callers = callers_with()
    group = [callers.submission(address, email="eine@example.org") for address in spread_addresses(5)]
    assert [outcome.body.get("code") for outcome in at_once(callers, *group)] == [None] * 3 + ["email_limit"] * 2


def test_a_mailbox_that_has_had_its_mails_of_a_day_gets_a_place_and_no_more_of_them(
    callers_with: Make, db: Database
) -> None:
    callers = callers_with(rate_limits="acknowledgement=1/86400")
    assert [callers.reserve("x", email=way) for way in ("eine@example.org", "eine+2@example.org")] == [200, 200]
    assert {mail["recipient"] for mail in stored(db, Mail)} == {"eine@example.org"}


def test_who_can_get_no_energy_hears_that_the_park_is_full_before_calls_are_counted(
    callers: Callers, db: Database
) -> None:
    address = "203.0.113.7"
    callers.attack(40, [address], timedelta(minutes=30))
    assert (callers.reserve(address), callers.last_code) == (409, "confirm_first")
    db.write(lambda session: session.execute(update(Park).values(kwh_limit=Park.kwh_taken)) and None)
    assert (callers.reserve(address), callers.last_code) == (409, "park_full")


def test_a_second_tab_in_the_same_group_is_asked_whether_it_means_another_place(callers_with: Make) -> None:
    callers = callers_with()
    group = [callers.submission("203.0.113.7", email="eine@example.org", another=False) for _ in range(2)]
    assert [outcome.body.get("code") for outcome in at_once(callers, *group)] == [None, "already_reserved"]


def said(callers: Callers, key: str, **changes: Any) -> Submission:
    """The same household's call, under a key."""
    body = reservation_body(**changes)
    return callers.desk.submission(callers.desk.check(body), identify("test", body, key), "203.0.113.7")


def test_a_place_given_up_is_not_given_again_to_the_same_call(callers_with: Make, db: Database) -> None:
    """With two places the mailbox is active, and only the state says that this one is gone."""
    callers = callers_with()
    [first] = at_once(callers, said(callers, "one"))
    at_once(callers, said(callers, "two", postcode="10115"))
    gone = next(row["id"] for row in stored(db, Reservation) if row["reference"] == first.body["reference"])
    do(db, "cancel", [gone], callers.clock.now)
    [again] = at_once(callers, said(callers, "three"))
    assert (again.status, again.is_replay) == (200, False)
    assert again.body["reference"] != first.body["reference"]


@pytest.mark.both_databases
def test_a_tag_makes_no_other_mailbox(callers_with: Make, db: Database) -> None:
    callers = callers_with(rate_limits="off")
    ways = ("anna.b+1@gmail.com", "annab@googlemail.com", "a.n.n.a.b+solar@gmail.com", "anna.b@gmail.com")
    assert [callers.reserve("x", email=way) for way in ways] == [200, 200, 200, 409]
    assert callers.last_code == "email_limit"
    assert {row["mailbox"] for row in stored(db, Reservation)} == {"annab@gmail.com"}
    assert [row["duplicate_suspected"] for row in stored(db, Reservation)] == [False, True, True]


def test_the_mailbox_is_the_address_without_its_tag_and_networks_are_those_around_a_caller() -> None:
    for address, mailbox in (
        ("anna@example.org", "anna@example.org"), ("anna+solar@example.org", "anna@example.org"),
        ("an.na@example.org", "an.na@example.org"), ("+49@example.org", "+49@example.org"),
        ("a.n.n.a+x+y@googlemail.com", "anna@gmail.com"),
    ):  # fmt: skip
        assert mailbox_of(address) == mailbox
    assert networks_of("203.0.113.7") == ("203.0.113.0/24", "203.0.0.0/16")
    around = ("2001:db8:1ff:200::/56", "2001:db8:1ff::/48", "2001:db8:100::/40", "2001:db8::/32")
    assert (networks_of("2001:db8:1ff:2ff::/64"), networks_of("unknown")) == (around, ())


@pytest.mark.both_databases
def test_a_reference_that_was_given_before_is_drawn_again(
    callers_with: Make, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    callers = callers_with(rate_limits="off")
    draws = iter([7, 7, 7, 8, 8, 9])
    monkeypatch.setattr(references.secrets, "randbelow", lambda _below: next(draws))
    assert [callers.reserve("x") for _ in range(3)] == [200, 200, 200]
    assert len({row["reference"] for row in stored(db, Reservation)}) == 3


def test_the_same_said_in_two_tabs_or_twice_at_once_is_one_reservation_for_ten_minutes(
    callers_with: Make, db: Database
) -> None:
    callers = callers_with()

    def send(key: str, **around: Any) -> Outcome:
        return at_once(callers, said(callers, key, **around))[0]

    first, at_the_same_moment = at_once(callers, said(callers, "one"), said(callers, "another"))
    second = send("two", utm_source="other", touches=[])
    assert [one.is_replay for one in (first, at_the_same_moment, second)] == [False, True, True]
    assert first.body == at_the_same_moment.body == second.body
    assert send("two", utm_source="other", touches=[]).body == first.body, "remembered under its own key as well"
    assert send("three", postcode="10115").body["spot_number"] == 2
    callers.clock.advance(minutes=10, seconds=1)
    assert send("four").body["spot_number"] == 3
    assert len(stored(db, Reservation)) == 3


FORMS: list[tuple[dict[str, str], dict[str, str], int]] = [
    ({}, {}, 200),
    ({"X-Form-Seconds": "3.0"}, {}, 200),
    ({"X-Form-Seconds": "2.9"}, {}, 422),
    ({"X-Form-Seconds": "-1"}, {}, 422),
    ({"X-Form-Seconds": "soon"}, {}, 200),
    ({"X-Form-Seconds": "nan"}, {}, 200),
    ({"X-Form-Seconds": "60", "X-Form-Trap": "filled"}, {}, 422),
    ({}, {"homepage": "http://x.example"}, 422),
    ({}, {"homepage": ""}, 200),
]


def test_a_program_that_fills_in_our_form_is_asked_to_send_again(make_client: Any) -> None:
    client = make_client(rate_limits="reserve=100/600")
    for number, (headers, changes, status) in enumerate(FORMS):
        body = reservation_body(**{"email": f"h{number}@example.org", **changes})
        answer = client.post("/functions/v1/reserve-spot", json=body, headers=headers)
        assert (answer.status_code, answer.json().get("code")) == (status, None if status == 200 else "too_fast"), (
            headers
        )
