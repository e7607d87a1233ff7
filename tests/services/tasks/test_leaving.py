"""An account is switched off: what hangs on it is shown, and goes to a colleague with it. All of it or nothing."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from services.alerts.models import AlertRule
from services.core.clock import berlin_day
from services.reports.links.models import ReportLink
from services.reservations.listing.models import SavedView
from services.schedules.models import ReportRecipient, ReportSchedule
from services.schedules.recipients import Chosen
from services.staff import audit
from services.staff.models import Account
from services.tasks import changes
from services.tasks.models import WorkItem
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import Member
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do
from tests.services.stored import stored
from tests.services.tasks.leaving_desk import OUTSIDE, PATH, VIEW, Desk

HOLDING = (ReportSchedule, ReportRecipient, ReportLink, AlertRule, SavedView, WorkItem)
ALL_KINDS = sorted(["receives", "owns", "link", "alert_rule", "view", "task"])


@pytest.fixture
def desk(make_client: MakeClient) -> Desk:
    return Desk(make_client(rate_limits="off", clock=HeldClock()))


def held(desk: Desk) -> list[list[dict[str, Any]]]:
    """Every row of every table with things that are handed over."""
    return [stored(desk.db, table) for table in HOLDING]


def state(desk: Desk, member: Member) -> str:
    [row] = [row for row in stored(desk.db, Account) if row["id"] == member.id]
    return str(row["state"])


@pytest.mark.both_databases(sample="postgresql")
def test_everything_goes_to_the_colleague_with_the_account_switched_off(desk: Desk) -> None:
    lena, mara = desk.member("admin", "Lena"), desk.member("admin", "Mara")
    desk.everything(lena)
    before = held(desk)
    assert (desk.kinds(lena), desk.kinds(mara), held(desk)) == (ALL_KINDS, [], before), "looking changes nothing"
    assert desk.switch_off(lena, mara.id).json()["state"] == "disabled"
    assert (desk.kinds(lena), desk.kinds(mara)) == ([], ALL_KINDS)
    [entry] = desk.entries("responsibilities.handed_over")
    assert (entry["subject"], entry["details"]["owner"]) == (f"account:{lena.id}", mara.id)
    assert sorted(item.partition(" ")[0] for item in entry["details"]["moves"]) == ALL_KINDS
    assert OUTSIDE not in str(entry)
    [recipient] = [row for row in stored(desk.db, ReportRecipient) if row["account_id"]]
    assert recipient["account_id"] == mara.id
    [link] = stored(desk.db, ReportLink)
    assert (link["created_by"], link["answered_by"]) == (f"staff:{lena.id}", f"staff:{mara.id}")
    before = held(desk)
    assert desk.switch_off(lena, mara.id).status_code == 200, "pressed twice"
    assert (held(desk), len(desk.entries("responsibilities.handed_over"))) == (before, 1)


def test_without_a_colleague_everything_stays_and_can_be_handed_over_later(desk: Desk) -> None:
    lena, mara = desk.member("admin", "Lena"), desk.member("admin", "Mara")
    desk.everything(lena)
    before = held(desk)
    assert desk.switch_off(lena).json()["state"] == "disabled"
    assert (held(desk), desk.kinds(lena)) == (before, ALL_KINDS)
    schedules = desk.admin.get("/api/staff/report-schedules")
    assert "Jede Woche" in schedules.text, "shown where it was"
    desk.switch_off(lena, mara.id)
    assert (desk.kinds(lena), desk.kinds(mara)) == ([], ALL_KINDS)


def test_what_the_colleague_has_already_is_there_once(desk: Desk) -> None:
    lena, mara = desk.member("marketing", "Lena"), desk.member("marketing", "Mara")
    schedule = desk.schedule(desk.admin_member, Chosen(lena.id, None), Chosen(mara.id, None))
    for one in (lena, mara):
        desk.view(one)
    desk.rule("capacity", lena.id, mara.id)
    before = desk.kinds(mara)
    desk.switch_off(lena, mara.id)
    assert (desk.kinds(lena), desk.kinds(mara)) == ([], before)
    assert desk.recipients(schedule) == [(mara.id, None)]


def test_an_account_that_was_entered_by_its_address_is_handed_over_too(desk: Desk) -> None:
    schedule = desk.schedule(desk.admin_member, Chosen(None, "Neu@voltigo.example"))
    new = desk.member("marketing", "Neu", email="neu@voltigo.example", email_normalized="neu@voltigo.example")
    desk.rule("capacity", "Neu@voltigo.example", OUTSIDE)
    mara = desk.member("marketing", "Mara")
    assert desk.kinds(new) == ["alert_rule", "receives"]
    desk.switch_off(new, mara.id)
    assert desk.recipients(schedule) == [(mara.id, None)]
    assert mara.id in [one for rule in stored(desk.db, AlertRule) for one in rule["recipients"]]


def test_what_the_role_of_the_colleague_may_not_have_stays_as_it_is(desk: Desk) -> None:
    lena, theo = desk.member("marketing", "Lena"), desk.member("staff", "Theo")
    schedule = desk.schedule(lena, Chosen(lena.id, None))
    desk.link(lena)
    desk.rule("campaign_budget", lena.id)
    before, kinds = held(desk), desk.kinds(lena)
    assert [one["kind"] for one in desk.holdings(lena) if "staff" in one["roles"]] == []
    assert desk.switch_off(lena, theo.id).status_code == 200
    assert (held(desk), desk.kinds(lena), desk.kinds(theo)) == (before, kinds, [])
    [entry] = desk.entries("responsibilities.handed_over")
    assert set(entry["details"]) == {"owner", "stays"}
    desk.switch_off(lena, desk.admin_member.id)
    assert (desk.kinds(lena), desk.kinds(desk.admin_member)) == ([], kinds)
    assert desk.schedule_row(schedule)["owner_id"] == desk.admin_member.id


def test_tasks_that_are_still_open_go_to_a_colleague_who_does_such_work(desk: Desk) -> None:
    """Follow-ups above all, put off or not; not what she has ended, what nobody has, and what others have."""
    lena, theo, mara = desk.member("staff", "Lena"), desk.member("staff", "Theo"), desk.member("marketing", "Mara")
    ids = desk.follow_ups(5)
    do(desk.db, "fail_deposit", ids[:1], desk.clock())
    for kind, id_ in (("follow_up", ids[0]), ("follow_up", ids[1]), ("follow_up", ids[2]), ("card_failed", ids[0])):
        desk.take(lena, kind, id_)
    desk.take(theo, "follow_up", ids[3])
    staff, tomorrow = desk.staff(lena), berlin_day(desk.clock()) + timedelta(days=1)
    for change in (
        lambda session: changes.snooze(session, ("follow_up", str(ids[1])), (tomorrow, 1), staff, desk.clock()),
        lambda session: changes.done(session, ("follow_up", str(ids[2])), 1, staff, desk.clock()),
    ):
        desk.db.write(change)
    said = [(one["kind"], one["name"], one["roles"]) for one in desk.holdings(lena)]
    assert said == [
        ("task", "Wiedervorlage: Änne Ha", ["admin", "staff"]),
        ("task", "Wiedervorlage: Änne Hb", ["admin", "staff"]),
        ("task", "Kartenprüfung gescheitert: Änne Ha", ["admin", "staff"]),
    ]
    before = stored(desk.db, WorkItem)
    assert desk.switch_off(lena, mara.id).status_code == 200
    assert stored(desk.db, WorkItem) == before, "marketing has no such work"
    assert desk.switch_off(lena, theo.id).status_code == 200
    assert (desk.kinds(lena), len(desk.holdings(theo))) == ([], 4)
    browser = desk.browser(theo)
    lines = browser.get("/api/staff/work-lines?whose=mine").json()["data"]
    assert [(one["kind"], one["subject_id"], one["can_undo"]) for one in lines] == [
        ("follow_up", str(ids[0]), False), ("follow_up", str(ids[3]), True), ("card_failed", str(ids[0]), False),
    ]  # fmt: skip
    [asleep] = browser.get("/api/staff/work-lines?whose=snoozed").json()["data"]
    assert (asleep["assignee"]["name"], asleep["snoozed_until"]) == ("Theo", tomorrow.isoformat())
    assert "Änne" not in str(desk.entries("responsibilities.handed_over")), "the log names lines by their numbers"


def test_a_view_is_renamed_where_the_name_is_taken_and_stays_where_it_looks_for_a_person(desk: Desk) -> None:
    theo, mara = desk.member("staff", "Theo"), desk.member("marketing", "Mara")
    desk.view(mara, "Offene", is_team=True)
    desk.view(theo, "Offene")
    desk.view(theo, "Kowalska", definition=VIEW | {"filters": {"q": "kowalska"}})
    desk.switch_off(theo, mara.id)
    owners = {row["name"]: row["owner_id"] for row in stored(desk.db, SavedView) if not row["is_team"]}
    assert owners == {"Offene (2)": mara.id, "Kowalska": theo.id}


def test_when_a_write_fails_nothing_happens(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lena, mara = desk.member("admin", "Lena"), desk.member("admin", "Mara")
    desk.everything(lena)
    before = held(desk)

    def fails(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(audit, "append", fails)
        assert desk.switch_off(lena, mara.id).status_code == 500
    assert (held(desk), state(desk, lena)) == (before, "active")
    assert desk.switch_off(lena, mara.id).status_code == 200


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize("kinds", [ALL_KINDS, ["task"]], ids=["everything", "tasks"])
def test_of_two_administrators_at_once_one_hands_over_and_nothing_is_split(desk: Desk, kinds: list[str]) -> None:
    lena, mara, otto = (desk.member("admin", name) for name in ("Lena", "Mara", "Otto"))
    if kinds == ALL_KINDS:
        desk.everything(lena)
    else:
        desk.take(lena, "follow_up", desk.follow_ups(1)[0])
    browsers = [desk.admin, desk.browser(desk.member("admin", "Alma"))]
    with ThreadPoolExecutor(2) as pool:
        calls = zip((mara.id, otto.id), browsers, strict=True)
        answers = [one.result() for one in [pool.submit(desk.switch_off, lena, *call) for call in calls]]
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    assert len(desk.entries("responsibilities.handed_over")) == 1
    assert sorted(len(desk.kinds(one)) for one in (lena, mara, otto)) == [0, 0, len(kinds)]


def test_things_go_to_active_accounts_only_and_not_to_the_same(desk: Desk) -> None:
    lena, gone = desk.member("admin", "Lena"), desk.member("marketing", "Gone", state="disabled")
    desk.everything(lena)
    before = held(desk)
    for heir in (lena.id, gone.id, 987654):
        answer = desk.switch_off(lena, heir)
        assert (answer.status_code, answer.json()["code"]) == (409, "cannot_take_over")
    assert (held(desk), state(desk, lena)) == (before, "active")
    for answer in (
        desk.admin.get(f"{PATH}/987654/holdings"),
        desk.admin.post(f"{PATH}/987654/disable", json={"hand_over_to": lena.id}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
