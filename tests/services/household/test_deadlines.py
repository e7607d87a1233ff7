"""Unconfirmed places: reminders, and release after the time given."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.core.db.db import Database
from services.household.deadlines import Watched, watch_deadlines
from services.household_links.deadline import ConfirmRule, reminders_due
from services.parks.models import Spot
from services.reservations.desk.undo import undo
from services.reservations.desk.undoable import undoable
from services.reservations.models import Reservation
from services.reservations.release import release_due
from services.settings import Settings
from tests.services.household.own_page import OwnPage
from tests.services.reservations.standing import check_invariants
from tests.services.stored import stored

NOTHING = Watched(0, 0)
RULE = ConfirmRule(timedelta(days=14), timedelta(hours=24), 10)


def watch(house: OwnPage, **changes: Any) -> Watched:
    settings = Settings(_env_file=None, **changes)  # type: ignore[call-arg]
    return watch_deadlines(house.db, settings, house.clock)


def test_a_place_is_held_fourteen_days_with_two_reminders_and_then_released(house: OwnPage, db: Database) -> None:
    house.reserve()
    start = house.clock.now
    told = []
    for hours in sorted({*range(0, 24 * 14 + 1, 24), 7 * 24 - 1, 12 * 24 - 1, 14 * 24 - 1}):
        house.at(start + timedelta(hours=hours))
        done = watch(house)
        told += [(hours, done)] if done != NOTHING else []
    assert told == [(7 * 24, Watched(0, 1)), (12 * 24, Watched(0, 1)), (14 * 24, Watched(1, 0))]
    assert [mail.kind for mail in house.mails()] == [
        "reservation_received",
        "confirm_reminder",
        "confirm_reminder",
        "reservation_lapsed",
    ]
    assert (house.row().state, stored(db, Spot)[0]["held_for"]) == ("expired", "undo")
    check_invariants(db)
    house.clock.advance(hours=24)
    assert release_due(db, house.clock) == 1
    assert stored(db, Spot)[0]["state"] == "free"
    check_invariants(db)


@pytest.mark.parametrize(("batch", "seen"), [(100, 3), (2, 100), (2, 5), (7, 7)])
def test_each_of_many_is_reminded_once(house: OwnPage, monkeypatch: pytest.MonkeyPatch, batch: int, seen: int) -> None:
    monkeypatch.setattr("services.household.deadlines._BATCH", batch)
    monkeypatch.setattr("services.household.deadlines._SEEN_AT_ONCE", seen)
    for number in range(7):
        body = {"email": f"haushalt{number}@example.org", "mobile_phone": f"0170 100000{number}"}
        house.reserve(key=str(number), **body)
    house.clock.advance(days=7)
    assert watch(house) == Watched(0, 7)
    reminded = [mail.recipient for mail in house.mails() if mail.kind == "confirm_reminder"]
    assert sorted(reminded) == [f"haushalt{number}@example.org" for number in range(7)]
    assert watch(house) == NOTHING


def test_every_reminder_has_a_link_that_confirms(house: OwnPage) -> None:
    """Also in the last moment."""
    house.reserve()
    house.clock.advance(days=12)
    assert watch(house).reminded == 1, "the first, which nobody could send in time, is left out"
    house.clock.advance(days=1, hours=23)
    house.call("links", email="aenne.mueller@example.org")
    house.clock.advance(minutes=59, seconds=59)
    assert house.press().status_code == 200
    house.clock.advance(seconds=1)
    assert watch(house) == NOTHING
    house.clock.advance(days=3)
    assert watch(house) == NOTHING
    assert house.row().state == "reserved"


def test_a_late_confirmation_gets_the_place_back_while_nobody_else_can_have_it(house: OwnPage, db: Database) -> None:
    house.reserve()
    house.clock.advance(days=14)
    assert watch(house).lapsed == 1
    house.clock.advance(hours=23)
    house.call("links", email="aenne.mueller@example.org")
    shown = house.open()
    assert (shown["state"], shown["steps"]["confirmed_at"] is not None) == ("reserved", True)
    assert watch(house) == NOTHING
    check_invariants(db)


def test_a_place_that_was_released_is_not_given_back_by_a_link(house: OwnPage, db: Database) -> None:
    house.reserve()
    house.clock.advance(days=14)
    watch(house)
    house.clock.advance(hours=24)
    release_due(db, house.clock)
    house.call("links", email="aenne.mueller@example.org")
    shown = house.open()
    assert (shown["state"], shown["undo_until"], shown["can_change"]) == ("expired", None, False)
    check_invariants(db)


def test_staff_bring_a_lapsed_place_back_for_good(house: OwnPage, db: Database) -> None:
    house.reserve()
    house.clock.advance(days=14)
    watch(house)
    with db.read() as session:
        found = undoable(session, house.row(), house.clock.now)[0]
    assert found.name == "lapse"
    db.write(lambda session: undo(session, found.operation_id, "staff:8", "staff", house.clock.now))
    assert (house.row().state, house.row().confirm_by) == ("reserved", None)
    house.clock.advance(days=30)
    assert watch(house) == NOTHING, "staff answered for the address"


def test_without_a_time_limit_and_for_those_from_before_there_were_deadlines_nothing_lapses(
    house: OwnPage, db: Database
) -> None:
    house.reserve()
    house.clock.advance(days=400)
    assert watch(house, confirm_within_days=0) == NOTHING
    db.write(lambda session: setattr(session.get_one(Reservation, house.row().id), "confirm_by", None))
    assert watch(house) == NOTHING
    assert house.row().state == "reserved"


def test_a_tenth_of_a_park_and_ten_at_least_may_become_unconfirmed_within_minutes() -> None:
    """What follows from it is in `reservations/test_bursts.py`."""
    assert {places: RULE.most_unconfirmed(places) for places in (500, 120, 20, 0)} == {500: 50, 120: 12, 20: 10, 0: 10}


def test_the_time_is_counted_in_hours_whatever_the_clocks_do() -> None:
    for made in (
        datetime(2026, 10, 24, 21, 59, 59, tzinfo=UTC),  # 23:59:59 in Berlin, the night of 25 hours
        datetime(2027, 3, 27, 22, 59, 59, tzinfo=UTC),  # 23:59:59 in Berlin, the night of 23 hours
        datetime(2026, 12, 24, 10, 0, tzinfo=UTC),
    ):
        until = RULE.deadline(made, is_burst=False)
        assert until is not None and until - made == timedelta(days=14)
        moments = [made + timedelta(days=days, seconds=seconds) for days in (7, 12) for seconds in (-1, 0)]
        assert [reminders_due(made, until, moment) for moment in moments] == [0, 1, 1, 2]
