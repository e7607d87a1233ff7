"""What a case usually costs, judged from series of costs and cases: pure, without a database."""

import math
import random
from collections.abc import Sequence

import pytest

from services.alerts.figures.judging.band import day_kind
from services.alerts.figures.judging.conditions import Condition, Finding, Kind, State, find
from services.alerts.figures.judging.cost_band import SPANS, cost_band
from services.alerts.figures.judging.replay import replay
from services.alerts.figures.judging.series import Series
from tests.fixtures.proved import proved
from tests.services.alerts.figures.test_judging import MONDAY, day, scattered

LAST = 139


def costs(cents: Sequence[int], cases: Sequence[int]) -> Series:
    return Series(MONDAY, tuple(cents), tuple(cases))


def even(cents: int = 10_000, cases: int = 10, days: int = LAST + 1) -> tuple[list[int], list[int]]:
    return [cents] * days, [cases] * days


def judged(series: Series, days: int = 1, false_alarms: int = 4) -> Finding:
    return find(Condition(Kind.OUTSIDE, days=days, false_alarms=false_alarms), {"": series}, day(LAST))


def random_costs(random_: random.Random, cases: float, dispersion: float, days: int) -> Series:
    """Costs that vary from day to day, and what they bring: fewer cases per euro on Saturdays and Sundays."""
    cents, found = [], []
    for number in range(days):
        share = (1, 1.1, 1, 0.95, 0.9, 0.8, 0.7)[day_kind(day(number))]
        factor = share * math.exp(random_.gauss(0, 0.3))
        cents.append(round(20_000 * factor))
        found.append(scattered(random_, cases * factor * share, dispersion))
    return costs(cents, found)


def test_the_range_of_known_costs() -> None:
    """100 cases of 10.000 € on each of eight like days: 74 to 128 cases are usual, so 78.12 € to 135.14 € each."""
    found = judged(costs(*even(1_000_000, 100)))
    assert found.low is not None
    assert found.high is not None
    assert (found.state, found.value, found.counts) == (State.CLEAR, 10_000, (1_000_000, 100))
    assert (round(found.low), round(found.high)) == (7_812, 13_514)


def test_twice_the_money_with_twice_the_cases_is_usual_and_with_as_many_is_not() -> None:
    cents, cases = even(cases=40)
    cents[LAST], cases[LAST] = 20_000, 80
    assert judged(costs(cents, cases)).state is State.CLEAR
    cases[LAST] = 40
    found = judged(costs(cents, cases))
    assert (found.state, found.value) == (State.MET, 500)


def test_costs_that_bring_nothing_are_judged_by_how_improbable_that_is() -> None:
    cents, cases = even()
    cases[LAST] = 0
    found = judged(costs(cents, cases))
    assert (found.state, found.value, found.counts) == (State.MET, None, (10_000, 0))
    rare = judged(costs(cents, [1] * LAST + [0]))
    assert (rare.state, rare.value, rare.high) == (State.CLEAR, None, None), "no day with one case more or less is odd"


@pytest.mark.parametrize("days", SPANS)
def test_without_costs_nothing_is_judged(days: int) -> None:
    """Neither a day whose costs may still come, nor one before which too few periods had any."""
    cents, cases = even()
    assert judged(costs(cents, cases), days).state is State.CLEAR
    assert judged(costs([*cents[:-1], 0], cases), days).state is State.UNKNOWN
    assert judged(costs([*cents[:-1], -500], cases), days).state is State.UNKNOWN, "a credit note"
    seldom = [10_000 if number > LAST - 7 * days else 0 for number in range(LAST + 1)]
    assert judged(costs(seldom, cases), days).state is State.UNKNOWN
    assert judged(costs([0] * LAST + [10_000], [0] * LAST + [3]), days).state is State.UNKNOWN


@pytest.mark.parametrize("kind", [Kind.BELOW, Kind.ABOVE])
def test_cases_whose_costs_are_not_entered_are_not_held_to_be_free(kind: Kind) -> None:
    limit = Condition(kind, days=2, limit=500)
    entered = {"": costs([10_000, 10_000, 0, 0], [10, 10, 10, 10])}
    states = [find(limit, entered, day(number)).state for number in (1, 2, 3)]
    above = kind is Kind.ABOVE
    assert states == [State.MET if above else State.CLEAR, State.CLEAR, State.UNKNOWN], "500 of both days is the limit"
    assert find(limit, {"": costs([10_000, 10_000], [0, 0])}, day(1)).state is State.UNKNOWN


def test_days_without_costs_are_no_like_days() -> None:
    """Of the Sundays here every second one cost something: the eight go back sixteen weeks."""
    cents, cases = even()
    for number in range(LAST - 7, 0, -14):
        cents[number], cases[number] = 0, 50
    assert judged(costs(cents, cases)).state is State.CLEAR


def test_a_week_finds_what_a_day_cannot() -> None:
    """Two cases a day, and none for a week: of a single day nothing follows."""
    cents, cases = even(cases=2)
    cases[-7:] = [0] * 7
    assert judged(costs(cents, cases), 1).state is State.CLEAR
    found = judged(costs(cents, cases), 7)
    assert (found.state, found.counts) == (State.MET, (70_000, 0))


def test_the_watched_side_is_that_of_the_costs() -> None:
    cents, cases = even(cases=40)
    cases[LAST] = 10
    for side, state in (("high", State.MET), ("low", State.CLEAR)):
        condition = Condition(Kind.OUTSIDE, direction=side)  # type: ignore[arg-type]
        assert find(condition, {"": costs(cents, cases)}, day(LAST)).state is state


def test_the_replay_counts_its_openings() -> None:
    cents, cases = even(cases=40, days=200)
    cases[150], cases[170] = 10, 0
    found = replay(Condition(Kind.OUTSIDE), {"": costs(cents, cases)}, day(199), days=80)
    assert [opening.first for opening in found.openings] == [day(150), day(170)]
    assert found.judged == 80


@pytest.mark.parametrize("days", [1, 7])
@pytest.mark.parametrize("dispersion", [1.0, 2.0])
def test_false_alarms_of_costs_are_about_as_many_as_promised(dispersion: float, days: int) -> None:
    """Of series without anything unusual, with twelve promised a year."""
    random_, promised, outside, seen = random.Random(17), 12, 0, 0
    before = 8 * 14 + days
    for _ in range(proved(9, 300)):
        shown = random_costs(random_, random_.choice((3, 10, 40)), dispersion, before + 40)
        for number in range(before, before + 40):
            found = cost_band(shown, day(number), days, promised, "both")
            cases = shown.window(day(number), days)
            assert found is not None
            assert cases is not None
            outside += found.is_outside(cases[1] or 0)
            seen += 1
    print(f"φ = {dispersion}, {days} days: {outside / seen * 365:.1f} a year")
    assert 0.3 * promised < outside / seen * 365 < 1.7 * promised


def poisson_below(bound: float, mean: float) -> float:
    """How probable fewer cases than `bound` are."""
    return sum(math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(math.ceil(bound)))


@pytest.mark.parametrize("cases", [4, 12])
def test_costs_twice_as_high_are_found_as_often_as_their_power_says(cases: int) -> None:
    """Over a week: half as many cases for the money. With 4 a day mostly not, with 12 nearly always."""
    random_, found, expected = random.Random(23), 0, 0.0
    number, weeks = 8 * 14 + 6, proved(120, 3_000)
    for _ in range(weeks):
        usual = random_costs(random_, cases, 1, number + 1)
        band = cost_band(usual, day(number), 7, 4, "high")
        assert band is not None
        assert band.low is not None
        dear = [scattered(random_, usual.amounts[at] / 20_000 * cases / 2, 1) for at in range(number - 6, number + 1)]
        mean = sum(usual.amounts[number - 6 :]) / 20_000 * cases / 2
        found += band.is_outside(sum(dear))
        expected += poisson_below(band.low, mean)
    print(f"{cases} a day: {found / weeks:.2f} found, {expected / weeks:.2f} expected")
    assert found / weeks == pytest.approx(expected / weeks, abs=proved(0.12, 0.03))
