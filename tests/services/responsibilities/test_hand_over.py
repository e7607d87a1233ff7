"""Handing over: each thing goes to the new person, is there already, or stays and stops. All of it or nothing."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from services.alerts.models import AlertRule
from services.console.views.models import SavedView
from services.reports.links.models import ReportLink
from services.schedules.models import ReportRecipient, ReportSchedule
from services.schedules.recipients.validation import Chosen
from services.staff import audit
from services.staff.models import Account
from tests.services.responsibilities.desk import GOOGLE, OUTSIDE, PATH, VIEW, Desk
from tests.services.stored import stored

HOLDING = (ReportSchedule, ReportRecipient, ReportLink, AlertRule, SavedView)
ALL_KINDS = ["receives", "owns", "link", "alert_rule", "view"]


def told(steps: list[dict[str, Any]]) -> dict[str, str]:
    return {step["kind"]: step["outcome"] for step in steps}


def held(desk: Desk) -> list[list[dict[str, Any]]]:
    """Every row of every table with things that are handed over."""
    return [stored(desk.db, table) for table in HOLDING]


@pytest.mark.both_databases
def test_everything_goes_to_the_new_person_with_one_entry_in_the_log(desk: Desk) -> None:
    lena, mara = desk.member("marketing", "Lena"), desk.member("marketing", "Mara")
    desk.everything(lena)
    assert sorted(desk.kinds("Lena")) == sorted(ALL_KINDS)
    preview = desk.preview(lena, mara)
    assert told(preview["steps"]) == dict.fromkeys(ALL_KINDS, "moves")
    assert preview["is_open"]
    before = held(desk)
    assert held(desk) == before, "a preview changes nothing"
    assert desk.confirm(lena, mara, preview["plan"]).json()["steps"] == preview["steps"]
    assert (desk.kinds("Lena"), sorted(desk.kinds("Mara"))) == ([], sorted(ALL_KINDS))
    [entry] = desk.entries("responsibilities.handed_over")
    assert (entry["subject"], entry["details"]["owner"]) == (f"account:{lena.id}", mara.id)
    assert sorted(item.partition(" ")[0] for item in entry["details"]["moves"]) == sorted(ALL_KINDS)
    assert OUTSIDE not in str(entry)
    [recipient] = [row for row in stored(desk.db, ReportRecipient) if row["account_id"]]
    assert (recipient["account_id"], recipient["filters"]) == (mara.id, GOOGLE), "never wider than before"
    [link] = stored(desk.db, ReportLink)
    assert (link["created_by"], link["answered_by"]) == (f"staff:{lena.id}", f"staff:{mara.id}")


def test_pressed_twice_nothing_more_happens(desk: Desk) -> None:
    lena, mara = desk.member("marketing", "Lena"), desk.member("marketing", "Mara")
    desk.everything(lena)
    plan = desk.preview(lena, mara)["plan"]
    assert desk.confirm(lena, mara, plan).json()["steps"] != []
    before = held(desk)
    again = desk.confirm(lena, mara, plan)
    assert (again.status_code, again.json()) == (200, {"steps": []})
    assert held(desk) == before
    assert len(desk.entries("responsibilities.handed_over")) == 1
    assert desk.preview(lena, mara) | {"plan": ""} == {"steps": [], "plan": "", "is_open": False}


def test_what_the_new_person_has_already_is_there_once(desk: Desk) -> None:
    lena, mara = desk.member("marketing", "Lena"), desk.member("marketing", "Mara")
    schedule = desk.schedule(desk.admin_member, Chosen(lena.id, None), Chosen(mara.id, None, GOOGLE))
    for one in (lena, mara):
        desk.view(one)
    desk.rule("capacity", lena.id, mara.id)
    steps = desk.hand_over(lena, mara)
    assert told(steps) == dict.fromkeys(("receives", "alert_rule", "view"), "has_it")
    assert steps[0]["words"] == (
        "Mara bekommt ihn schon, und zwar den Bericht mit dem eigenen Filter „Quelle: google“. "
        "Das bleibt so; Lena bekam den ganzen Bericht."
    )
    assert desk.recipients(schedule) == [(mara.id, None)]
    assert sorted(desk.kinds("Mara")) == ["alert_rule", "receives", "view"]
    assert desk.kinds("Lena") == []


def test_an_account_that_was_entered_by_its_address_is_handed_over_too(desk: Desk) -> None:
    schedule = desk.schedule(desk.admin_member, Chosen(None, "Neu@voltigo.example"))
    new = desk.member("marketing", "Neu", email="neu@voltigo.example", email_normalized="neu@voltigo.example")
    desk.rule("capacity", "Neu@voltigo.example")
    mara = desk.member("marketing", "Mara")
    assert told(desk.hand_over(new, mara)) == {"receives": "moves", "alert_rule": "moves"}
    assert desk.recipients(schedule) == [(mara.id, None)]


def test_what_the_role_of_the_new_person_may_not_have_stays_and_stops(desk: Desk) -> None:
    lena, theo = desk.member("marketing", "Lena"), desk.member("staff", "Theo")
    schedule = desk.schedule(lena, Chosen(lena.id, None))
    desk.link(lena)
    desk.figure_rule(lena.id)
    preview = desk.preview(lena, theo)
    assert told(preview["steps"]) == dict.fromkeys(("owns", "receives", "link", "alert_rule"), "stays")
    for step in preview["steps"]:
        assert "Rolle von Theo" in step["words"]
    desk.hand_over(lena, theo)
    assert desk.kinds("Theo") == []
    row = desk.schedule_row(schedule)
    assert (row["state"], row["owner_id"]) == ("paused", lena.id)
    assert row["paused_reason"] == "Bei einer Übergabe angehalten: Das neue Konto darf diesen Bericht nicht sehen."
    [link] = stored(desk.db, ReportLink)
    assert link["revoked_at"] == desk.clock()
    assert not desk.preview(lena, theo)["is_open"], "all of it stands still"
    assert desk.hand_over(lena, theo) == []
    ada = desk.admin_member
    assert told(desk.hand_over(lena, ada)) == dict.fromkeys(("owns", "receives", "alert_rule"), "moves")


def test_a_view_is_renamed_where_the_name_is_taken_and_stays_where_it_looks_for_a_person(desk: Desk) -> None:
    theo, mara = desk.member("staff", "Theo"), desk.member("marketing", "Mara")
    desk.view(mara, "Offene", is_team=True)
    desk.view(theo, "Offene")
    desk.view(theo, "Kowalska", definition=VIEW | {"filters": {"q": "kowalska"}})
    steps = {step["name"]: (step["outcome"], step["words"]) for step in desk.hand_over(theo, mara)}
    assert steps["Offene"] == ("moves", "Mara bekommt sie unter dem Namen „Offene (2)“.")
    assert steps["Kowalska"][0] == "stays"
    owners = {row["name"]: row["owner_id"] for row in stored(desk.db, SavedView) if not row["is_team"]}
    assert owners == {"Offene (2)": mara.id, "Kowalska": theo.id}


def test_a_plan_that_changed_since_it_was_shown_is_refused_and_nothing_happens(desk: Desk) -> None:
    lena, mara = desk.member("marketing", "Lena"), desk.member("marketing", "Mara")
    desk.everything(lena)
    plan = desk.preview(lena, mara)["plan"]
    desk.schedule(lena, Chosen(mara.id, None), name="Inzwischen neu")
    before = held(desk)
    late = desk.confirm(lena, mara, plan)
    assert (late.status_code, late.json()["code"]) == (409, "plan_changed")
    assert held(desk) == before
    other = desk.member("marketing", "Otto")
    assert desk.confirm(lena, other, desk.preview(lena, mara)["plan"]).status_code == 409, "a plan is for one person"


def test_when_the_last_write_fails_nothing_is_handed_over(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lena, mara = desk.member("marketing", "Lena"), desk.member("marketing", "Mara")
    desk.everything(lena)
    plan, before = desk.preview(lena, mara)["plan"], held(desk)

    def fails(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(audit, "append", fails)
        assert desk.confirm(lena, mara, plan).status_code == 500
    assert held(desk) == before
    assert desk.confirm(lena, mara, plan).status_code == 200


@pytest.mark.both_databases(sample="postgresql")
def test_of_two_administrators_at_once_one_hands_over_and_nothing_is_split(desk: Desk) -> None:
    lena, mara, otto = (desk.member("marketing", name) for name in ("Lena", "Mara", "Otto"))
    desk.everything(lena)
    heirs = [mara, otto]
    plans = [desk.preview(lena, heir)["plan"] for heir in heirs]
    browsers = [desk.admin, desk.browser(desk.member("admin", "Alma"))]
    with ThreadPoolExecutor(2) as pool:
        calls = zip(heirs, plans, browsers, strict=True)
        answers = [one.result() for one in [pool.submit(desk.confirm, lena, *call) for call in calls]]
    done = [answer.json().get("steps") for answer in answers]
    assert sorted(bool(steps) for steps in done) == [False, True], [answer.text for answer in answers]
    assert len(desk.entries("responsibilities.handed_over")) == 1
    assert sorted(len(desk.kinds(name)) for name in ("Lena", "Mara", "Otto")) == [0, 0, len(ALL_KINDS)]


def test_things_go_to_active_accounts_only_and_not_to_the_same(desk: Desk) -> None:
    lena, gone = desk.member("marketing", "Lena"), desk.member("marketing", "Gone", state="disabled")
    for heir in (lena.id, gone.id, 987654):
        answer = desk.admin.get(f"{PATH}/{lena.id}/hand-over", params={"to": heir})
        assert (answer.status_code, answer.json()["code"]) == (409, "cannot_take_over")
    answer = desk.admin.get(f"{PATH}/987654/hand-over", params={"to": lena.id})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("role", ["staff", "marketing"])
def test_others_see_their_own_things_alone_and_hand_nothing_over(desk: Desk, role: str) -> None:
    lena, theo = desk.member("marketing", "Lena"), desk.member(role, "Theo")
    desk.everything(lena)
    schedule = desk.schedule(lena, Chosen(theo.id, None), name="Für Theo")
    browser = desk.browser(theo)
    seen = desk.seen(browser)
    assert (seen["outside"], seen["heirs"]) == ([], [])
    [person] = seen["people"]
    assert (person["id"], [one["kind"] for one in person["holdings"]]) == (theo.id, ["receives"])
    assert person["holdings"][0]["path"] == f"/reports/schedules/{schedule}"
    assert "Lena" not in str(seen) and OUTSIDE.lower() not in str(seen).lower()
    for answer in (
        desk.confirm(theo, lena, "x", browser),
        browser.get(f"{PATH}/{theo.id}/hand-over", params={"to": lena.id}),
        browser.post(f"{PATH}/outside/remove", json={"address": OUTSIDE, "plan": "x"}),
    ):
        assert answer.status_code == 403


def test_an_account_that_was_deactivated_still_shows_what_it_stands_in_and_that_nothing_comes(desk: Desk) -> None:
    lena, mara = desk.member("marketing", "Lena"), desk.member("marketing", "Mara")
    desk.everything(lena)
    desk.disable(lena)
    [person] = [one for one in desk.seen()["people"] if one["name"] == "Lena"]
    assert desk.seen()["people"][0] == person, "those that need somebody stand first"
    problems = {one["kind"]: one["problem"] for one in person["holdings"]}
    assert problems["receives"] == "Konto abgeschaltet"
    assert all(problems[kind] for kind in ("owns", "alert_rule"))
    assert "Lena" not in [one["name"] for one in desk.seen()["heirs"]]
    desk.hand_over(lena, mara)
    assert "Lena" not in [one["name"] for one in desk.seen()["people"]]
    assert {one["problem"] for one in next(p for p in desk.seen()["people"] if p["name"] == "Mara")["holdings"]} == {""}
    assert stored(desk.db, Account)
