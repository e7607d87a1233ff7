"""Weeks on and off: planned from own weeks, judged once at the end, and contracts only once they are ripe."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from analytics.chance.weeks_on_and_off import schedule
from services.experiments.contracts import Contract, contracts, ripe_days
from services.experiments.models import Experiment
from services.reservations.models import Reservation, ReservationChange
from tests.services.experiments.conftest import DRAFT, EXPERIMENTS, Desk, add_campaign, add_reserved, mondays, pay
from tests.services.stored import stored

EACH = 30
WEEKS = {"kind": "weeks", "measure": "reservations", "slot": None, "text": None, "weeks": 12, "effect_percent": 60}


@pytest.fixture
def campaign(desk: Desk) -> int:
    """Beside a calm past of thirty reservations a week."""
    add_reserved(desk.db, [(monday, "85049") for monday in mondays(desk, 24) for _ in range(EACH)])
    return add_campaign(desk)


def run_weeks(desk: Desk, number: int, on: int, off: int) -> None:
    """All weeks pass; so many reservations in those with and without the campaign, which costs 100 € a week."""
    row = desk.show(number)
    first = date.fromisoformat(row["first_day"])
    is_on = schedule(row["weeks"], row["seed"])
    days = [first + timedelta(weeks=week) for week in range(row["weeks"])]
    rows = [(day, "85049") for day, runs in zip(days, is_on, strict=True) for _ in range(on if runs else off)]
    add_reserved(desk.db, rows, first=50_000)
    desk.pass_days((first - desk.today).days + 7 * row["weeks"])
    for day, runs in zip(days, is_on, strict=True):
        if runs:
            pay(desk, row["campaign_id"], day, 10_000)


def test_weeks_begin_on_monday_and_are_judged_once_after_the_last(desk: Desk, campaign: int) -> None:
    number = desk.started(**WEEKS, campaign_id=campaign)
    row = desk.show(number)
    first = date.fromisoformat(row["first_day"])
    assert (first.weekday(), first > desk.today) == (0, True)
    weeks = row["week_results"]["weeks"]
    assert [week["is_on"] for week in weeks] == schedule(12, row["seed"])
    assert {week["count"] for week in weeks} == {None}
    desk.pass_days((first - desk.today).days + 7)
    half = desk.show(number)["week_results"]
    assert (half["weeks"][0]["count"], half["weeks"][1]["count"], half["verdict"]) == (0, None, "open")


def test_a_campaign_that_works_is_found_and_stands_beside_the_models_with_its_price(desk: Desk, campaign: int) -> None:
    number = desk.started(**WEEKS, campaign_id=campaign)
    assert desk.marketer.get(f"{EXPERIMENTS}/measured").json() == {"data": []}, "it still runs"
    run_weeks(desk, number, on=50, off=30)
    found = desk.show(number)["week_results"]
    assert (found["verdict"], found["difference"], found["on_a_week"]) == ("better", 20, 50)
    [effect] = desk.marketer.get(f"{EXPERIMENTS}/measured").json()["data"]
    assert (effect["experiment_id"], effect["campaign_name"], effect["extra"]) == (number, "Messe", 120)
    assert (effect["cost_cents"], effect["price_cents"]) == (60_000, 500), "six weeks of 100 € for 120 reservations"
    assert effect["extra_lower"] == pytest.approx(6 * found["difference_lower"])
    assert effect["most_price_cents"] == round(60_000 / effect["extra_lower"])


def test_what_brought_nothing_has_no_price_and_what_cost_nothing_neither(desk: Desk, campaign: int) -> None:
    run_weeks(desk, desk.started(**WEEKS, campaign_id=campaign), on=30, off=30)
    [effect] = desk.marketer.get(f"{EXPERIMENTS}/measured").json()["data"]
    assert (effect["verdict"], effect["extra"], effect["price_cents"]) == ("no_difference", 0, None)
    assert effect["most_price_cents"] is None


def test_an_experiment_on_the_same_campaign_is_refused_and_names_the_other(desk: Desk, campaign: int) -> None:
    number = desk.started(**WEEKS, campaign_id=campaign)
    answer = desk.start(desk.add(**WEEKS, campaign_id=campaign))
    assert (answer.status_code, answer.json()["code"]) == (409, "experiment_overlaps")
    assert (answer.json()["experiment_id"], answer.json()["question"]) == (number, DRAFT["question"])
    assert desk.start(desk.add(**WEEKS, campaign_id=add_campaign(desk, "Kino"))).status_code == 200


def test_too_small_an_effect_is_refused_with_the_one_that_can_be_found(desk: Desk, campaign: int) -> None:
    number = desk.add(**{**WEEKS, "effect_percent": 10}, campaign_id=campaign)
    reach = {one["weeks"]: one["effect_percent"] for one in desk.show(number)["plan"]["reach"]}
    assert desk.start(number).json()["reason"] == (
        "Mit 30 Reservierungen in der Woche und ihrem Auf und Ab finden 12 Wochen erst einen Unterschied von "
        f"{reach[12]} %, nicht von 10 %. Nehmen Sie mehr Wochen oder einen größeren Unterschied."
    )


def test_a_draft_is_edited_on_the_version_it_was_read_in(desk: Desk, campaign: int) -> None:
    number = desk.add(**WEEKS, campaign_id=campaign)
    wanted = DRAFT | WEEKS | {"campaign_id": campaign, "effect_percent": 80, "weeks": 16}
    changed = desk.marketer.put(f"{EXPERIMENTS}/{number}", json={**wanted, "version": 1}).json()
    assert (changed["effect_percent"], changed["weeks"], changed["version"]) == (80, 16, 2)
    late = desk.marketer.put(f"{EXPERIMENTS}/{number}", json={**wanted, "effect_percent": 70, "version": 1})
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert late.json()["current"]["effect_percent"] == 80


def test_stopped_weeks_have_no_verdict_and_measure_nothing(desk: Desk, campaign: int) -> None:
    number = desk.started(**WEEKS, campaign_id=campaign)
    answer = desk.marketer.post(f"{EXPERIMENTS}/{number}/stop", json={"reason": "Budget gekürzt"}).json()
    assert (answer["state"], answer["end_reason"], answer["judged_on"]) == ("stopped", "Budget gekürzt", None)
    desk.pass_days(200)
    found = desk.show(number)["week_results"]
    assert (found["verdict"], {week["count"] for week in found["weeks"]}) == ("too_small", {None})
    assert desk.marketer.get(f"{EXPERIMENTS}/measured").json() == {"data": []}


def test_contracts_count_in_the_week_of_their_reservation_and_only_once_ripe(desk: Desk, campaign: int) -> None:
    past = stored(desk.db, Reservation)
    contract(desk, [(row["id"], row["created_at"] + timedelta(days=50)) for row in past])
    number = desk.started(**(WEEKS | {"measure": "contracts"}), campaign_id=campaign)
    row = desk.show(number)
    assert row["plan"]["ripe_days"] == 50
    assert row["plan"]["usual_a_week"] == EACH, "the last seven weeks are too young and are left out"
    assert row["plan"]["history_days"] == 7 * (24 - 7)
    run_weeks(desk, number, on=10, off=5)
    new = [row for row in stored(desk.db, Reservation) if row["id"] > past[-1]["id"]]
    contract(desk, [(row["id"], row["created_at"] + timedelta(days=50 + row["id"] % 2)) for row in new])
    assert date.fromisoformat(row["judged_on"]) == date.fromisoformat(row["last_day"]) + timedelta(days=51)
    young = desk.show(number)["week_results"]
    assert (young["verdict"], young["weeks"][-1]["count"]) == ("open", None)
    desk.pass_days(50)
    ripe = desk.show(number)["week_results"]
    counts = [week["count"] for week in ripe["weeks"]]
    assert sum(counts) == sum(row["id"] % 2 == 0 for row in new), "the others came a day too late, in both arms"
    assert ripe["verdict"] == "better"


def test_a_contract_that_was_undone_did_not_happen(desk: Desk) -> None:
    add_reserved(desk.db, [(date(2026, 1, 5), "85049"), (date(2026, 1, 5), "10115")])
    first, second = (row["id"] for row in stored(desk.db, Reservation))
    at = datetime.fromisoformat("2026-03-02T09:00:00+00:00")
    contract(desk, [(first, at), (second, at)])
    change(desk, [(second, at + timedelta(minutes=5))], "undo_contract", "invited")
    with desk.db.read() as session:
        assert [(one.postcode, one.days) for one in contracts(session)] == [("85049", 56)]
    contract(desk, [(second, at + timedelta(days=2))])
    with desk.db.read() as session:
        assert sorted(one.days for one in contracts(session)) == [56, 58]


@pytest.mark.parametrize(("days", "ripe"), [([], 42), ([10, 20], 42), ([50] * 9 + [90], 50), ([50] * 8 + [70, 90], 70)])
def test_ripe_is_what_nine_of_ten_took_as_in_the_reports(days: list[int], ripe: int) -> None:
    at = datetime.fromisoformat("2026-03-02T09:00:00+00:00")
    assert ripe_days(Contract(at, "85049", one) for one in days) == ripe


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"measure": "form_starts"}, "measure", "Kampagnen werden hier an Reservierungen oder Verträgen gemessen."),
        ({"kind": "page", "measure": "contracts"}, "measure", "Von einem Besuch führt nichts zum Vertrag."),
    ],
)
def test_what_cannot_be_measured_is_refused_in_drafts_and_plans(
    desk: Desk, campaign: int, changes: dict[str, Any], field: str, sentence: str
) -> None:
    body = DRAFT | WEEKS | {"campaign_id": campaign} | changes
    plan = {name: body[name] for name in ("kind", "measure", "effect_percent", "slot", "weeks")}
    for path, sent in ((EXPERIMENTS, body), (f"{EXPERIMENTS}/plan", plan)):
        [fault] = desk.marketer.post(path, json=sent).json()["errors"]
        assert fault["field"] == field
        assert fault["message"].startswith(sentence)
    assert stored(desk.db, Experiment) == []


def contract(desk: Desk, rows: list[tuple[int, datetime]]) -> None:
    """Contracts with these reservations at these times."""
    change(desk, rows, "contract", "contracted")


def change(desk: Desk, rows: list[tuple[int, datetime]], action: str, state: str) -> None:
    same = {"actor": "staff:1", "action": action, "version": 2, "before": {}, "after": {"state": state}, "reason": ""}
    values = [{"reservation_id": id_, "at": at, **same} for id_, at in rows]
    desk.db.write(lambda session: session.execute(insert(ReservationChange), values) and None)
