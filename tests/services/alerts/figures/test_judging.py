"""Judging days by series: pure, without a database."""

import random
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from services.alerts.figures.cost_files import KnownCost, ages
from services.alerts.figures.judging.band import Band, band, day_kind
from services.alerts.figures.judging.conditions import Condition, Kind, State, Step, advance, find
from services.alerts.figures.judging.rate_band import rate_band
from services.alerts.figures.judging.replay import replay
from services.alerts.figures.judging.series import Data, Series
from services.core.calendar.working_days import is_holiday
from services.reports.period import Period
from tests.fixtures.proved import proved

MONDAY = date(2026, 1, 5)
LONG = 112 + 365


def day(number: int) -> date:
    return MONDAY + timedelta(days=number)


def series(values: Sequence[int], bases: Sequence[int] | None = None, scale: int = 1, lag: int = 0) -> Series:
    return Series(MONDAY, tuple(values), None if bases is None else tuple(bases), scale, lag)


def one(values: Sequence[int], **more: object) -> Data:
    return {"": series(values, **more)}  # type: ignore[arg-type]


def weekly(random_: random.Random, mean: float, dispersion: float, days: int) -> list[int]:
    """Counts that scatter as given around a mean that is lower on Saturdays, Sundays and holidays."""
    shares = (1, 1.1, 1, 0.95, 0.9, 0.6, 0.5)
    return [scattered(random_, mean * shares[day_kind(day(number))], dispersion) for number in range(days)]


def scattered(random_: random.Random, mean: float, dispersion: float) -> int:
    """A Poisson count; with a dispersion above 1 its mean is drawn from a gamma distribution first."""
    if dispersion > 1:
        mean = random_.gammavariate(mean / (dispersion - 1), dispersion - 1)
    count, passed = 0, random_.expovariate(1)
    while passed < mean:
        count += 1
        passed += random_.expovariate(1)
    return count


def known(days: Sequence[int], entered: int, ends_on: date | None = None) -> list[KnownCost]:
    return [KnownCost(day(number), day(entered), ends_on) for number in days]


def test_missing_costs_are_over_as_soon_as_a_file_is_read() -> None:
    period = Period(day(0), day(30))
    regular = known(range(10, 27), 27)
    assert ages(regular, period).amounts[-4:] == (1, 2, 3, 4)
    today = [*regular, *known(range(27, 31), 31)]
    assert ages(today, period).amounts[-4:] == (1, 2, 3, 0), "entered the day after, known when it is judged"


def test_no_costs_are_awaited_behind_the_end_of_the_last_campaign() -> None:
    period = Period(day(0), day(30))
    assert ages(known(range(10, 25), 25, day(24)), period).amounts[-1] == 0
    assert ages(known(range(10, 23), 25, day(24)), period).amounts[-1] == 2, "two days of it are missing"
    one_goes_on = [*known(range(10, 25), 25, day(24)), *known([11], 25)]
    assert ages(one_goes_on, period).amounts[-1] == 6


def test_below_sums_the_days_and_the_limit_itself_is_enough() -> None:
    condition = Condition(Kind.BELOW, days=3, limit=6)
    assert find(condition, one([2, 2, 2]), day(2)).state is State.CLEAR
    assert find(condition, one([2, 2, 1]), day(2)).state is State.MET
    assert find(condition, one([2, 2, 1]), day(1)).state is State.UNKNOWN


def test_a_rate_of_few_cases_is_not_judged() -> None:
    condition = Condition(Kind.BELOW, days=2, limit=500_000)
    few = one([1, 1], bases=[9, 10], scale=1_000_000)
    many = one([1, 1], bases=[10, 10], scale=1_000_000)
    assert find(condition, few, day(1)).state is State.UNKNOWN
    assert (find(condition, many, day(1)).state, find(condition, many, day(1)).value) == (State.MET, 100_000)


def test_contracts_are_judged_where_days_are_old_enough() -> None:
    """The last two days have none yet, which says nothing."""
    condition = Condition(Kind.BELOW, days=2, limit=1)
    values = [1, 1, 1, 0, 0]
    assert find(condition, one(values), day(4)).state is State.MET
    assert find(condition, one(values, lag=2), day(4)).state is State.CLEAR


def test_silence_counts_only_after_there_was_something() -> None:
    condition = Condition(Kind.SILENT, days=3)
    assert find(condition, one([0, 0, 0, 0]), day(3)).state is State.CLEAR
    assert find(condition, one([1, 0, 0, 0]), day(3)).state is State.MET
    assert find(condition, one([1, 0, 0, 1]), day(3)).state is State.CLEAR


def test_money_without_visits_names_the_campaigns() -> None:
    condition = Condition(Kind.UNVISITED, days=2)
    data = {"7": series([100, 0], bases=[0, 0]), "8": series([50, 0], bases=[0, 1]), "9": series([0, 0], bases=[0, 0])}
    found = find(condition, data, day(1))
    assert (found.state, found.value, found.subjects) == (State.MET, 100, ("7",))
    seen = find(condition, {"8": data["8"], "9": data["9"]}, day(1))
    assert (seen.state, seen.value) == (State.CLEAR, None)


def test_missing_costs_of_a_source_that_ended_long_ago_are_none() -> None:
    condition = Condition(Kind.COSTS_MISSING, days=3)
    ages = [2, 3, 60, 61, 5]
    data = {"google": series(ages, bases=[1, 1, 1, 1, 0])}
    states = [find(condition, data, day(number)).state for number in range(5)]
    assert states == [State.CLEAR, State.MET, State.MET, State.CLEAR, State.CLEAR]
    two = find(condition, data | {"facebook": series([9], bases=[1]), "google": series([4], bases=[1])}, day(0))
    assert (two.value, two.subjects) == (9, ("facebook", "google"))


def test_an_alert_is_over_after_two_clear_days_only() -> None:
    condition = Condition(Kind.BELOW, days=1, limit=5)
    data = one([9, 1, 9, 1, 9, 9, 9])
    found = replay(condition, data, day(6), days=7)
    assert [(opening.first, opening.last) for opening in found.openings] == [(day(1), day(5))]


def test_what_is_unknown_neither_opens_nor_closes() -> None:
    condition = Condition(Kind.BELOW, days=1, limit=5)
    assert advance(condition, {}, day(0), is_open=True)[0] is Step.NONE
    assert advance(condition, {}, day(0), is_open=False)[0] is Step.NONE


def test_holidays_are_compared_with_sundays() -> None:
    assert is_holiday(date(2026, 4, 3))  # Good Friday
    assert is_holiday(date(2026, 4, 6))  # Easter Monday
    assert is_holiday(date(2026, 6, 4))  # Corpus Christi
    assert is_holiday(date(2026, 1, 6))  # Epiphany, in Bavaria
    assert not is_holiday(date(2026, 10, 31))  # Reformation Day, not in Bavaria
    assert day_kind(date(2026, 4, 3)) == day_kind(date(2026, 4, 5)) == 6
    quiet_on_sundays = [20 if day_kind(day(number)) == 6 else 100 for number in range(150)]
    found = replay(Condition(Kind.OUTSIDE), one(quiet_on_sundays), day(149), days=38)
    assert date(2026, 5, 14) <= day(149)
    assert found.openings == ()


def test_the_band_needs_eight_like_days() -> None:
    """Of Thursdays, seven and eight weeks after the first day."""
    values = [10] * 63
    assert band(series(values), day(52), 4, "both") is None
    assert band(series(values), day(59), 4, "both") is not None


def test_the_band_of_a_known_series() -> None:
    """100 on each of eight like days, all alike: as wide as a Poisson count is, and as its mean is uncertain."""
    found = band(series([100] * 140), day(139), 4, "both")
    assert found is not None
    low, high = found.low, found.high
    assert low is not None
    assert high is not None
    assert round(found.middle) == 100
    # 2.54 standard deviations of sqrt(100 · 9/8) to either side, skewed to the right.
    assert (round(low), round(high)) == (74, 128)
    assert found.is_outside(73)
    assert not found.is_outside(100)


def test_only_the_watched_side_counts() -> None:
    low, high = (band(series([100] * 140), day(139), 4, side) for side in ("low", "high"))
    assert isinstance(low, Band)
    assert isinstance(high, Band)
    assert not low.is_outside(500)
    assert not high.is_outside(0)


def test_a_single_odd_day_among_the_eight_hardly_widens_the_band() -> None:
    values = [100] * 140
    plain = band(series(values), day(139), 4, "both")
    values[139 - 14] = 1000
    odd = band(series(values), day(139), 4, "both")
    assert plain is not None
    assert odd is not None
    assert odd.high is not None
    assert plain.high is not None
    assert odd.high < plain.high * 1.5


@pytest.mark.parametrize("mean", [20, 500])
def test_a_planted_drop_is_found(mean: int) -> None:
    values = weekly(random.Random(3), mean, 1.2, 140)
    values[139] = values[139] // 5
    found = find(Condition(Kind.OUTSIDE, direction="low"), one(values), day(139))
    assert found.state is State.MET


@pytest.mark.parametrize("dispersion", [1.0, 2.0])
def test_false_alarms_are_about_as_many_as_promised(dispersion: float) -> None:
    """Of stationary series with twelve promised a year. Counts are whole, so that Poisson ones come to a few less."""
    random_, promised, outside, judged = random.Random(11), 12, 0, 0
    for _ in range(proved(6, 500)):
        values = weekly(random_, random_.choice((8, 30, 90)), dispersion, 112 + 80)
        shown = series(values)
        for number in range(112, len(values)):
            found = band(shown, day(number), promised, "both")
            assert found is not None
            outside += found.is_outside(values[number])
            judged += 1
    assert 0.4 * promised < outside / judged * 365 < 1.7 * promised


def rates(cases: int, base: int, days: int = 140) -> Series:
    return series([cases] * days, bases=[base] * days, scale=1_000_000)


def weekly_rates(random_: random.Random, rate: float, bases: float, dispersion: float, days: int) -> Series:
    """Cases among visits that scatter as given around a rate that is lower on Saturdays, Sundays and holidays."""
    shares = (1, 1.05, 1, 0.95, 0.9, 0.7, 0.6)
    visits = weekly(random_, bases, 1.5, days)
    found = []
    for number, base in enumerate(visits):
        share = rate * shares[day_kind(day(number))]
        if dispersion > 1 and base > dispersion:
            alike = (dispersion - 1) / (base - 1)
            share = random_.betavariate(share * (1 / alike - 1), (1 - share) * (1 / alike - 1))
        found.append(sum(random_.random() < share for _ in range(base)))
    return series(found, bases=visits, scale=1_000_000)


def test_the_band_of_a_known_rate() -> None:
    """50 of 100 on each of eight like days: 2.54 standard deviations of sqrt(100 · ¼ · 9/8) to either side."""
    found = rate_band(rates(50, 100), day(139), 4, "both")
    assert found is not None
    assert (found.low, found.high) == (37, 63)
    assert found.middle == pytest.approx(50)
    rare = rate_band(rates(2, 100), day(139), 4, "both")
    often = rate_band(rates(98, 100), day(139), 4, "both")
    assert rare is not None
    assert often is not None
    assert (rare.low, rare.high) == (0, 7)
    assert (often.low, often.high) == (93, 100)


def test_the_band_of_many_cases_meets_that_of_few() -> None:
    """Counted one by one below a variance of 200, by the normal distribution above."""
    counted, normal = (rate_band(rates(base // 5, base), day(139), 12, "both") for base in (1_100, 1_200))
    assert counted is not None
    assert normal is not None
    for few, many in ((counted.low, normal.low), (counted.high, normal.high)):
        assert few is not None
        assert many is not None
        assert few / 1_100 == pytest.approx(many / 1_200, abs=0.003)


def test_a_rate_of_few_cases_has_no_band() -> None:
    assert rate_band(rates(5, 19), day(139), 4, "both") is None
    assert rate_band(rates(5, 20), day(139), 4, "both") is not None
    alone = Series(MONDAY, (0,) * 139 + (9,), (0,) * 139 + (90,), 1_000_000)
    assert rate_band(alone, day(139), 4, "both") is None, "days without any case say nothing"


def test_a_rate_outside_says_both_of_its_numbers() -> None:
    fallen = series([20] * 139 + [3], bases=[100] * 140, scale=1_000_000)
    found = find(Condition(Kind.OUTSIDE), {"": fallen}, day(139))
    assert (found.state, found.value, found.counts) == (State.MET, 30_000, (3, 100))
    usual = find(Condition(Kind.OUTSIDE), {"": rates(20, 100)}, day(139))
    assert (usual.state, usual.counts) == (State.CLEAR, (20, 100))
    many_visits = series([20] * 139 + [60], bases=[100] * 139 + [300], scale=1_000_000)
    assert find(Condition(Kind.OUTSIDE), {"": many_visits}, day(139)).state is State.CLEAR, "the rate is as it was"


@pytest.mark.parametrize("dispersion", [1.0, 2.0])
def test_false_alarms_of_rates_are_about_as_many_as_promised(dispersion: float) -> None:
    random_, promised, outside, judged = random.Random(13), 12, 0, 0
    for _ in range(proved(6, 300)):
        shown = weekly_rates(random_, random_.choice((0.05, 0.3, 0.8)), random_.choice((60, 150)), dispersion, 112 + 60)
        for number in range(112, 112 + 60):
            found = rate_band(shown, day(number), promised, "both")
            if found is not None:
                outside += found.is_outside(shown.amounts[number])
                judged += 1
    assert judged > 6 * 30
    assert 0.3 * promised < outside / judged * 365 < 1.7 * promised


CONDITIONS = (
    Condition(Kind.BELOW, days=3, limit=12),
    Condition(Kind.ABOVE, days=2, limit=14),
    Condition(Kind.SILENT, days=2),
    Condition(Kind.OUTSIDE, false_alarms=12),
)


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.kind)
def test_the_replay_does_what_daily_checks_would_have_done(condition: Condition) -> None:
    """Each day with only what was known at its end."""
    random_ = random.Random(5)
    values = weekly(random_, 4, 2.5, 112 + 90)
    whole = series(values)
    is_open, opened, over = False, [], []
    for number in range(112, len(values)):
        step, _ = advance(condition, {"": whole.until(day(number))}, day(number), is_open=is_open)
        if step is Step.OPEN:
            opened.append(day(number))
        if step is Step.CLOSE:
            over.append(day(number))
        is_open = step is Step.OPEN or (is_open and step is not Step.CLOSE)
    found = replay(condition, {"": whole}, whole.last, days=90)
    assert opened == [opening.first for opening in found.openings]
    assert over == [opening.last for opening in found.openings if opening.last]
    assert opened
