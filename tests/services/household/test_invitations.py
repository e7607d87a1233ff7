"""Invitations to the contract: until when they hold, what the household answers, and what follows without an answer."""

from datetime import timedelta
from typing import Any

import pytest

from services.core.db.db import Database
from services.core.german import long_moment
from services.household.deadlines import Watched
from services.mail.models import Mail
from services.parks.models import Spot
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.reopen import reopen
from services.reservations.desk.undo import undo
from services.reservations.models import ReservationChange
from services.reservations.release import release_due
from services.reservations.transitions import DECIDE, OPERATIONS, REOPEN
from services.tasks.sources.places import CONTRACT_DUE
from tests.services.household.own_page import OwnPage
from tests.services.household.test_deadlines import NOTHING, watch
from tests.services.reservations.standing import check_invariants
from tests.services.stored import stored

DAYS = 28
KNOWN: dict[str, Any] = {"known_kwh": 2000, "known_plan": "24m"}


def do(house: OwnPage, name: str) -> int | None:
    request = Request(OPERATIONS[name], (house.row().id,), "staff:7")
    return house.db.write(lambda session: perform(session, request, house.clock.now)).operation_id


@pytest.fixture
def invited(house: OwnPage) -> OwnPage:
    """Its address is confirmed, its page is open, and it was invited this moment."""
    house.reserve()
    house.open()
    do(house, "invite")
    return house


def reopened(house: OwnPage) -> dict[str, Any]:
    """Its page, by a fresh link."""
    house.call("links", email="aenne.mueller@example.org")
    return house.open()


def test_a_place_waits_four_weeks_for_the_answer_with_two_reminders_and_is_then_given_up(
    invited: OwnPage, db: Database
) -> None:
    start = invited.clock.now
    told = []
    for hours in sorted({*range(0, 24 * DAYS + 1, 24), 14 * 24 - 1, 24 * 24 - 1, 24 * DAYS - 1}):
        invited.at(start + timedelta(hours=hours))
        done = watch(invited)
        told += [(hours, done)] if done != NOTHING else []
    assert told == [(14 * 24, Watched(0, 1)), (24 * 24, Watched(0, 1)), (28 * 24, Watched(1, 0))]
    mails = [mail for mail in invited.mails() if "invitation" in mail.kind]
    assert [mail.kind for mail in mails] == [
        "contract_invitation", "invitation_reminder", "invitation_reminder", "invitation_lapsed",
    ]  # fmt: skip
    until = long_moment(start + timedelta(days=DAYS))
    assert {mail.values["decide_by"] for mail in mails[:3]} == {until}
    assert all(mail.values["link_seed"] for mail in mails), "each leads to the page"
    assert mails[3].values["undo_until"] == long_moment(start + timedelta(days=DAYS + 1))
    assert (invited.row().state, stored(db, Spot)[0]["held_for"]) == ("expired", "undo")
    check_invariants(db)
    invited.clock.advance(hours=24)
    assert release_due(db, invited.clock) == 1
    assert stored(db, Spot)[0]["state"] == "free"


def test_an_answer_ends_the_deadline_and_is_work_for_staff(invited: OwnPage, db: Database) -> None:
    shown = invited.show().json()["reservation"]
    assert (shown["decide_by"], shown["decided_at"]) == ("2026-12-01T10:30:15.123456Z", None)
    answered = invited.call("reservation/decide", **KNOWN)
    assert answered.status_code == 200, answered.text
    moment = "2026-11-03T10:30:15.123456Z"
    assert (answered.json()["decide_by"], answered.json()["decided_at"]) == (None, moment)
    (mail,) = invited.mails("share_decided")
    assert mail.next_attempt_at - mail.created_at == timedelta(minutes=10)
    assert (mail.values["package"], mail.values["plan_months"]) == ("Standard", 24)
    assert invited.call("reservation/decide", **KNOWN).json() == answered.json(), "a second press changes nothing"
    assert len(invited.mails("share_decided")) == 1
    with db.read() as session:
        (line,) = CONTRACT_DUE.find(session, invited.clock.now)
        about = CONTRACT_DUE.describe(session, {line.id: line})[line.id]
    assert about.detail == "Anteil festgelegt: Standard, 24 Raten"
    invited.clock.advance(days=400)
    assert watch(invited) == NOTHING
    do(invited, "contract")
    with db.read() as session:
        assert CONTRACT_DUE.find(session, invited.clock.now) == []


def test_what_the_page_did_not_show_is_not_decided(invited: OwnPage) -> None:
    other = invited.call("reservation/decide", known_kwh=3000, known_plan="one-off")
    assert (other.status_code, other.json()["code"]) == (409, "changed_meanwhile")
    do(invited, "contract")
    late = invited.call("reservation/decide", **KNOWN)
    assert (late.status_code, late.json()["code"]) == (409, "not_now")


def test_before_an_invitation_there_is_nothing_to_decide(house: OwnPage) -> None:
    house.reserve()
    house.open()
    early = house.call("reservation/decide", **KNOWN)
    assert (early.json()["code"], early.json()["title"]) == (
        "not_now",
        "Das geht nur, solange die Einladung zum Vertrag gilt.",
    )


def test_a_share_may_still_change_after_it_was_fixed(invited: OwnPage) -> None:
    invited.call("reservation/decide", **KNOWN)
    changed = invited.call("reservation/share", annual_kwh=1000, payment_plan="one-off", **KNOWN).json()
    assert (changed["figures"]["annual_kwh"], changed["decided_at"] is not None) == (1000, True)


def test_a_household_gets_its_place_back_within_a_day_and_has_a_week_to_answer(invited: OwnPage, db: Database) -> None:
    for days in (14, 10, 4):
        invited.clock.advance(days=days)
        watch(invited)
    shown = reopened(invited)
    assert (shown["state"], shown["undo_until"]) == ("expired", "2026-12-02T10:30:15.123456Z")
    invited.clock.advance(minutes=59)
    back = invited.call("reservation/take-back").json()
    assert (back["state"], back["decide_by"]) == ("invited", "2026-12-08T11:29:15.123456Z")
    assert watch(invited) == NOTHING, "it has just been here: no reminder"
    check_invariants(db)
    invited.clock.advance(days=7)
    assert watch(invited) == Watched(1, 0)
    invited.clock.advance(hours=24)
    release_due(db, invited.clock)
    assert reopened(invited)["undo_until"] is None
    assert invited.call("reservation/take-back").json()["code"] == "not_now"


def test_staff_bring_a_lapsed_invitation_back(invited: OwnPage, db: Database) -> None:
    invited.clock.advance(days=DAYS)
    assert watch(invited, confirm_within_days=0) == Watched(1, 0), "also where addresses have no deadline"
    (change,) = [row for row in stored(db, ReservationChange) if row["action"] == "lapse_invitation"]
    db.write(lambda session: undo(session, change["operation_id"], "staff:8", "staff", invited.clock.now))
    row = invited.row()
    assert (row.state, row.decide_by) == ("invited", invited.clock.now + timedelta(days=7))


def test_an_invitation_is_taken_back_until_its_mail_leaves_and_a_place_that_comes_back_is_not_reminded_twice(
    invited: OwnPage, db: Database
) -> None:
    take_back_last(invited)
    row = invited.row()
    assert (row.state, row.invited_at, row.decide_by) == ("reserved", None, None)
    do(invited, "invite")
    invited.clock.advance(days=14)
    watch(invited)
    do(invited, "cancel")
    take_back_last(invited)
    assert watch(invited) == NOTHING
    assert [mail.state for mail in invited.mails("invitation_reminder")] == ["queued"]


def test_who_is_invited_again_has_nothing_decided_and_is_reminded_again(invited: OwnPage, db: Database) -> None:
    invited.clock.advance(days=14)
    assert watch(invited) == Watched(0, 1)
    do(invited, "decide")
    do(invited, "cancel")
    invited.clock.advance(hours=25)
    release_due(db, invited.clock)
    request = Request(REOPEN, (invited.row().id,), "staff:7", "Doch", version=invited.row().version)
    db.write(lambda session: reopen(session, request, "", invited.clock.now))
    do(invited, "invite")
    row = invited.row()
    assert (row.decided_at, row.decide_by) == (None, invited.clock.now + timedelta(days=DAYS))
    invited.clock.advance(days=14)
    assert watch(invited) == Watched(0, 1)


def take_back_last(house: OwnPage) -> None:
    """Staff undo what was done last."""
    operation = max(row["operation_id"] or 0 for row in stored(house.db, ReservationChange))
    house.db.write(lambda session: undo(session, operation, "staff:7", "staff", house.clock.now))


def test_staff_note_the_answer_of_a_household_that_called(invited: OwnPage, db: Database) -> None:
    operation = do(invited, "decide")
    assert invited.row().decided_at == invited.clock.now
    assert operation is not None
    db.write(lambda session: undo(session, operation, "staff:7", "staff", invited.clock.now))
    assert (invited.row().decided_at, [mail.state for mail in invited.mails("share_decided")]) == (None, ["cancelled"])
    do(invited, "decide")
    refused = db.write(
        lambda session: perform(session, Request(DECIDE, (invited.row().id,), "staff:7"), invited.clock.now)
    )
    assert refused.results[0].detail == "Der Anteil ist schon festgelegt."


def test_invitations_from_before_there_was_a_deadline_stay(invited: OwnPage, db: Database) -> None:
    row = invited.row()
    db.write(lambda session: setattr(session.get_one(type(row), row.id), "decide_by", None))
    invited.clock.advance(days=400)
    assert watch(invited) == NOTHING
    assert stored(db, Mail)[-1]["kind"] == "contract_invitation"
