"""Regions with and without a campaign: planned and drawn from own history, and judged once."""

from collections import Counter
from datetime import date, timedelta

import pytest

from services.experiments.models import Experiment
from services.experiments.regions.draw import draw, first_day, read
from tests.services.experiments.conftest import EXPERIMENTS, Desk, add_campaign, add_reserved, mondays, pay
from tests.services.stored import stored

HOMES = [f"{region}{place}49" for region in range(10, 34) for place in (0, 5)]
"""24 regions with two places each."""
REGIONS = {"kind": "regions", "measure": "reservations", "slot": None, "text": None, "weeks": 8, "effect_percent": 100}


@pytest.fixture
def campaign(desk: Desk) -> int:
    """Beside half a year in which a reservation came from every place each second week."""
    past = [(monday, code) for week, monday in enumerate(mondays(desk, 26)) for code in HOMES[week % 2 :: 2]]
    add_reserved(desk.db, [*past, (mondays(desk, 1)[0], "99999"), (mondays(desk, 1)[0], "")])
    return add_campaign(desk)


def test_the_draw_is_kept_with_its_seed_and_can_be_drawn_again(desk: Desk, campaign: int) -> None:
    number = desk.started(**REGIONS, campaign_id=campaign)
    [row] = stored(desk.db, Experiment)
    groups = read(row["regions"])
    weekly = {code[:3]: [13] for code in HOMES} | {"999": [1]}
    assert draw(weekly, row["seed"]) == groups
    assert Counter(group.is_on for group in groups) == {True: 12, False: 12}
    assert [group.is_on for group in groups[::2]] == [not group.is_on for group in groups[1::2]]
    on, off = desk.show(number)["region_results"]["arms"]
    assert sorted(on["prefixes"] + off["prefixes"]) == [f"{region}" for region in range(10, 34)]
    assert desk.show(number)["seed"] == row["seed"]


def test_regions_begin_on_a_monday_that_leaves_three_days_to_set_them_up() -> None:
    assert first_day(date(2026, 11, 26)) == date(2026, 11, 30), "a Thursday"
    assert first_day(date(2026, 11, 28)) == date(2026, 12, 7), "a Saturday"
    assert first_day(date(2026, 11, 27)) == date(2026, 11, 30), "a Friday: Monday is three days away"


def test_no_group_of_fewer_than_five_is_drawn_and_no_count_below_five_is_shown(desk: Desk, campaign: int) -> None:
    number = desk.started(**REGIONS, campaign_id=campaign)
    assert all(group.before >= 5 for group in read(stored(desk.db, Experiment)[0]["regions"]))
    arms = desk.show(number)["region_results"]["arms"]
    assert not any("99" in prefix for arm in arms for prefix in arm["prefixes"]), "one household lives there"
    assert [arm["after"] for arm in arms] == [None, None]
    assert [arm["before"] for arm in arms] == [12 * 26, 12 * 26]


def test_the_growth_of_one_arm_over_the_other_is_found_and_priced(desk: Desk, campaign: int) -> None:
    number = desk.started(**REGIONS, campaign_id=campaign)
    row = desk.show(number)
    first = date.fromisoformat(row["first_day"])
    on, off = (arm["prefixes"] for arm in row["region_results"]["arms"])
    added = [*((first, f"{region}049") for region in on for _ in range(12))]
    added += [(first + timedelta(days=55), f"{region}549") for region in off for _ in range(4)]
    add_reserved(
        desk.db, [*added, (first - timedelta(days=1), "10049"), (first + timedelta(days=56), "10049")], first=90_000
    )
    desk.pass_days((first - desk.today).days + 55)
    assert desk.show(number)["region_results"]["verdict"] == "open", "the last day is not over"
    desk.pass_days(1)
    pay(desk, campaign, first, 96_000)
    found = desk.show(number)["region_results"]
    assert [arm["after"] for arm in found["arms"]] == [144, 48]
    assert found["verdict"] == "better"
    assert found["lift"] == pytest.approx((144.5 / 312.5) / (48.5 / 312.5) - 1)
    [effect] = desk.marketer.get(f"{EXPERIMENTS}/measured").json()["data"]
    assert effect["extra"] == pytest.approx(144 - 144 / (1 + found["lift"]))
    assert effect["price_cents"] == round(96_000 / effect["extra"])
    assert effect["extra_lower"] <= effect["extra"] <= effect["extra_upper"] <= 144


def test_the_plan_says_what_it_can_find_and_what_the_past_without_effect_gives(desk: Desk, campaign: int) -> None:
    plan = desk.show(desk.add(**REGIONS, campaign_id=campaign))["plan"]
    assert (plan["groups"], plan["usual_a_week"], plan["history_days"]) == (24, pytest.approx(24 + 2 / 26), 26 * 7)
    reach = {one["weeks"]: one["effect_percent"] for one in plan["reach"]}
    assert list(reach) == [4, 8, 12, 16, 20, 24]
    assert reach[4] > reach[8] > reach[12]
    assert reach[16] is None, "26 weeks hold no 16 with as many before them"
    assert plan["trials"] == 2 * 200
    assert plan["false_verdicts"] <= 0.05 * plan["trials"] + 9


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"effect_percent": 5}, "Mit 24 Reservierungen in der Woche und ihrem Auf und Ab finden 8 Wochen erst einen"),
        (
            {"weeks": 20},
            "Mit 24 Reservierungen in der Woche und ihrem Auf und Ab finden 20 Wochen auch einen von 300 %",
        ),
        ({"weeks": 9}, "Regionen gibt es für 4, 8, 12, 16, 20 oder 24 Wochen."),
        ({"measure": "contracts"}, "Ihre Haushalte wohnen für diesen Versuch zu nah beieinander: Nur 0 Regionen haben"),
    ],
)
def test_what_cannot_work_is_refused_with_the_reason(
    desk: Desk, campaign: int, changes: dict[str, object], reason: str
) -> None:
    answer = desk.start(desk.add(**(REGIONS | changes), campaign_id=campaign))
    assert (answer.status_code, answer.json()["code"]) == (409, "experiment_impossible")
    assert answer.json()["reason"].startswith(reason)


def test_without_history_or_with_all_in_one_place_nothing_starts(desk: Desk) -> None:
    campaign = add_campaign(desk)
    reason = desk.start(desk.add(**REGIONS, campaign_id=campaign)).json()["reason"]
    assert "Bisher gibt es 0 ganze Wochen mit Postleitzahlen, nötig sind 12." in reason
    add_reserved(desk.db, [(monday, "85049") for monday in mondays(desk, 20) for _ in range(6)])
    reason = desk.start(desk.add(**REGIONS, campaign_id=campaign)).json()["reason"]
    assert "Nur 1 Region hat bisher mindestens 5 Reservierungen, nötig sind 12." in reason


def test_stopped_regions_have_no_verdict(desk: Desk, campaign: int) -> None:
    number = desk.started(**REGIONS, campaign_id=campaign)
    desk.marketer.post(f"{EXPERIMENTS}/{number}/stop", json={"reason": "Falsche Regionen"})
    desk.pass_days(90)
    found = desk.show(number)["region_results"]
    assert (found["verdict"], found["lift"], found["cost_cents"]) == ("too_small", None, 0)
