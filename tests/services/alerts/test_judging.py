"""Rules on figures: arithmetic on days, as tables of what is given, on which day, and what is found then."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.alerts.figures import KnownCost, ages
from services.alerts.judging import Comparison, Condition, Data, Series, State, days_between, find, judge, lasts, replay
from services.alerts.models import AlertRule
from services.alerts.words import Choices, condition_of, finding_words, headline_of, title_of
from services.reports.period import Period

DAY = timedelta(days=1)
FIRST = date(2026, 1, 5)
"""A Monday."""
NBSP = "\u00a0"
MONDAYS = [90, 110, 100, 100, 95, 105, 100, 100]
"""100 on average."""


def weekly(mondays: list[int], last: int, other: int = 7) -> tuple[int, ...]:
    """Values from `FIRST` to the Monday after these."""
    days = [value for monday in mondays for value in (monday, *[other] * 6)]
    return (*days, last)


def ratio(amounts: tuple[int, ...], bases: tuple[int, ...], scale: int = 1) -> Data:
    return {"": Series(FIRST, amounts, bases, scale)}


def counts(*amounts: int) -> Data:
    return {"": Series(FIRST, amounts)}


MET, CLEAR, UNKNOWN = State.MET, State.CLEAR, State.UNKNOWN
BELOW, ABOVE, SILENT = Comparison.BELOW, Comparison.ABOVE, Comparison.SILENT
LESS, MORE, UNUSUAL = Comparison.LESS, Comparison.MORE, Comparison.UNUSUAL
COSTS = Comparison.COSTS_MISSING
RATES = {"spent": (10_000,), "cases": (40,)}


@dataclass(frozen=True)
class Case:
    """Given the days, when the last one has ended, then …"""

    given: Data
    when: Condition
    state: State
    value: int | None = None
    also: dict[str, Any] = field(default_factory=dict)


WEEKS = weekly(MONDAYS, 0)
CASES = {
    "two in three days are under three": Case(counts(9, 1, 0, 1), Condition(BELOW, 3, 3), MET, 2),
    "three are not": Case(counts(9, 1, 1, 1), Condition(BELOW, 3, 3), CLEAR, 3),
    "three are not over three": Case(counts(9, 1, 1, 1), Condition(ABOVE, 3, 3), CLEAR, 3),
    "four are": Case(counts(9, 1, 1, 2), Condition(ABOVE, 3, 3), MET, 4),
    "more days than are known": Case(counts(1, 1), Condition(BELOW, 3, 3), UNKNOWN),
    "silence after something": Case(counts(0, 2, 0, 0), Condition(SILENT, 2), MET, 0),
    "silence that was ever": Case(counts(0, 0, 0), Condition(SILENT, 2), CLEAR, 0),
    "no silence": Case(counts(2, 0, 1), Condition(SILENT, 2), CLEAR, 1),
    # Against the eight Mondays before, 100 on average: 50 per cent less is 50.
    "half of usual is not less than half": Case(counts(*weekly(MONDAYS, 50)), Condition(LESS, 1, 50), CLEAR, 50),
    "49 is": Case(counts(*weekly(MONDAYS, 49)), Condition(LESS, 1, 50), MET, 49, {"usual": 100}),
    "150 is not more than half more": Case(counts(*weekly(MONDAYS, 150)), Condition(MORE, 1, 50), CLEAR, 150),
    "151 is": Case(counts(*weekly(MONDAYS, 151)), Condition(MORE, 1, 50), MET, 151, {"usual": 100}),
    "much more is not less": Case(counts(*weekly(MONDAYS, 900)), Condition(LESS, 1, 50), CLEAR, 900),
    "much less is not more": Case(counts(*weekly(MONDAYS, 1)), Condition(MORE, 1, 50), CLEAR, 1),
    "both sides, low": Case(counts(*weekly(MONDAYS, 49)), Condition(UNUSUAL, 1, 50), MET, 49),
    "both sides, high": Case(counts(*weekly(MONDAYS, 151)), Condition(UNUSUAL, 1, 50), MET, 151),
    # 100 + 6 × 7 in each week before: 142, so that 30 per cent less is 99.4.
    "a week against the weeks before": Case(
        counts(*weekly(MONDAYS, 57)[1:]) | {"": Series(FIRST - 8 * 7 * DAY, weekly([*MONDAYS, *MONDAYS], 57))},
        Condition(LESS, 7, 30),
        MET,
        99,
        {"usual": 142},
    ),
    "seven weeks are too few": Case(counts(*weekly(MONDAYS[1:], 1)), Condition(LESS, 1, 50), UNKNOWN),
    "nineteen in eight weeks are too few": Case(counts(*weekly([2] * 7 + [5], 0)), Condition(LESS, 1, 50), UNKNOWN),
    "twenty are enough": Case(counts(*weekly([2] * 7 + [6], 0)), Condition(LESS, 1, 50), MET, 0),
    # Rates: 50 % on the Mondays before, of all their cases together.
    "a rate against its like days": Case(
        ratio(weekly([50] * 8, 20), weekly([100] * 8, 100), 1_000_000),
        Condition(LESS, 1, 50),
        MET,
        200_000,
        {"usual": 500_000, "counts": (20, 100)},
    ),
    "a rate of nineteen says nothing": Case(ratio((1,), (19,), 1_000_000), Condition(BELOW, 1, 500_000), UNKNOWN),
    "of twenty it does": Case(ratio((1,), (20,), 1_000_000), Condition(BELOW, 1, 500_000), MET, 50_000),
    "costs per case": Case(ratio((4_000, 6_000), (3, 1)), Condition(ABOVE, 2, 2_499), MET, 2_500),
    "costs without a case": Case(ratio((4_000,), (0,)), Condition(ABOVE, 1, 10), UNKNOWN),
    "cases without entered costs": Case(ratio((0,), (4,)), Condition(BELOW, 1, 10), UNKNOWN),
    "costs per case against like days": Case(
        ratio(weekly([1_000] * 8, 1_600), weekly([10] * 8, 10)), Condition(MORE, 1, 50), MET, 160, {"usual": 100}
    ),
    "money without a visit": Case(
        {"1": Series(FIRST, (5, 5), (0, 0)), "2": Series(FIRST, (9, 9), (0, 1))},
        Condition(ABOVE, 2, 0, is_unvisited=True),
        MET,
        10,
        {"subjects": ("1",)},
    ),
    "only that much without a visit": Case(
        {"1": Series(FIRST, (5, 5), (0, 0))}, Condition(ABOVE, 2, 10, is_unvisited=True), CLEAR, 10
    ),
    "no campaign costs anything": Case({}, Condition(ABOVE, 2, 0, is_unvisited=True), UNKNOWN),
    "costs that are late": Case(
        {"google": Series(FIRST, (4, 5), (1, 1)), "plakat": Series(FIRST, (30, 31), (0, 0))},
        Condition(COSTS, 5),
        MET,
        5,
        {"subjects": ("google",)},
    ),
    "costs that have ended": Case({"google": Series(FIRST, (61,), (1,))}, Condition(COSTS, 5), CLEAR, 0),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_found_at_the_end_of_the_last_day(case: Case) -> None:
    last = max((series.last for series in case.given.values()), default=FIRST)
    found = find(case.when, case.given, last)
    assert (found.state, found.value) == (case.state, case.value)
    assert {name: getattr(found, name) for name in case.also} == case.also


def test_a_single_public_holiday_is_not_compared() -> None:
    easter = date(2026, 4, 6)
    data = {"": Series(easter - 56 * DAY, weekly(MONDAYS, 1))}
    assert find(Condition(LESS, 1, 50), data, easter).state is UNKNOWN
    assert find(Condition(BELOW, 1, 50), data, easter).state is MET


@pytest.mark.parametrize(
    ("when", "given", "steps"),
    [
        (Condition(BELOW, 1, 5), (9, 1, 1, 9, 1, 9, 9, 9), "-O----C-"),
        (Condition(SILENT, 2), (9, 0, 0, 0, 1, 0, 0), "--O-C-O"),
        (Condition(ABOVE, 2, 5), (9, 9, 0, 0, 0), "-O--C"),
    ],
    ids=["two clear days in a row end it", "the first that comes ends silence", "what is unknown changes nothing"],
)
def test_an_alert_opens_and_ends(when: Condition, given: tuple[int, ...], steps: str) -> None:
    data, is_open, taken = counts(*given), False, ""
    for number in range(len(given)):
        found = judge(when, data, FIRST + number * DAY)
        opens, ends = found.state is MET and not is_open, is_open and found.is_over
        is_open = opens or (is_open and not ends)
        taken += "O" if opens else "C" if ends else "-"
    assert taken == steps
    openings = [FIRST + number * DAY for number, step in enumerate(steps) if step == "O"]
    assert replay(when, data, FIRST + (len(given) - 1) * DAY, len(given))[0] == openings


@pytest.mark.parametrize(
    ("figure", "when", "given", "rule", "headline", "words"),
    [
        (
            "sessions", Condition(LESS, 1, 50), counts(*weekly(MONDAYS, 31)),
            f"Besuche: um mehr als 50{NBSP}% weniger als an den gleichen Wochentagen der letzten acht Wochen",
            "Besuche: 31, üblich sind 100",
            "Am 02.03.2026 waren es 31. An den acht Montagen davor waren es im Durchschnitt 100.",
        ),
        (
            "rate_form", Condition(UNUSUAL, 1, 50), ratio(weekly([50] * 8, 20), weekly([100] * 8, 100), 1_000_000),
            f"Quote Formular begonnen: um mehr als 50{NBSP}% weniger oder mehr als an den gleichen Wochentagen der "
            "letzten acht Wochen",
            f"Quote Formular begonnen: 20,0{NBSP}%, üblich sind 50,0{NBSP}%",
            f"Am 02.03.2026 waren es 20,0{NBSP}% (20 von 100). An den acht Montagen davor waren es zusammengerechnet "
            f"50,0{NBSP}%.",
        ),
        (
            "cost_per_reservation", Condition(ABOVE, 2, 2_000), ratio((4_000, 6_000), (3, 1)),
            f"Kosten je Reservierung: über 20{NBSP}€ in 2 Tagen",
            f"Kosten je Reservierung: 25{NBSP}€, über 20{NBSP}€",
            f"Vom 05.01.2026 bis zum 06.01.2026 waren es 25{NBSP}€ (100{NBSP}€ für 4 Reservierungen).",
        ),
        (
            "waiting", Condition(SILENT, 2), counts(1, 0, 0),
            "Neu auf der Warteliste: nichts seit 2 Tagen",
            "Neu auf der Warteliste: nichts seit 2 Tagen",
            "Vom 06.01.2026 bis zum 07.01.2026 kam nichts dazu.",
        ),
        (
            "costs_without_visits", Condition(ABOVE, 1, 0, is_unvisited=True), {"1": Series(FIRST, (500,), (0,))},
            f"Kosten ohne Besuche: über 0{NBSP}€ an einem Tag",
            f"5{NBSP}€ ohne einen Besuch: Plakate",
            f"Am 05.01.2026 kostete das 5{NBSP}€, und niemand kam damit: Plakate.",
        ),
    ],
)  # fmt: skip
def test_it_is_told_so_that_it_can_be_done_again_by_hand(
    figure: str, when: Condition, given: Data, rule: str, headline: str, words: str
) -> None:
    row = AlertRule(kind=figure, scope="all", comparison=when.comparison, days=when.days, threshold=when.limit)
    known = Choices({"campaign": [("1", "Plakate")]})
    last = max(series.last for series in given.values())
    assert condition_of(row) == when
    found = find(when, given, last)
    assert title_of(row, known) == rule
    assert headline_of(row, known, found) == headline
    assert finding_words(row, known, found, last) == words


def test_costs_are_as_old_as_was_known_each_day() -> None:
    """Daily costs to day 12, that of day 12 entered on day 15; the campaign ends on day 16."""
    entered = [KnownCost(FIRST + n * DAY, FIRST + (n + 1) * DAY, FIRST + 16 * DAY) for n in range(12)]
    late = KnownCost(FIRST + 12 * DAY, FIRST + 15 * DAY, FIRST + 16 * DAY)
    found = ages([*entered, late], Period(FIRST + 11 * DAY, FIRST + 20 * DAY), as_it_went=True)
    assert found.amounts == (1, 1, 2, 3, 3, 4, 4, 4, 4, 4)
    assert set(found.bases or ()) == {1}


COSTS_OF_DAYS = st.lists(
    st.tuples(st.integers(0, 45), st.integers(0, 12), st.integers(0, 23)), max_size=60, unique_by=lambda one: one[0]
)
"""Days with costs, and how many days and hours after their end they were entered."""


@given(COSTS_OF_DAYS, st.integers(1, 10), st.sets(st.integers(30 * 24, 60 * 24), min_size=1, max_size=40))
def test_costs_are_never_said_to_be_missing_while_they_are_there(
    costs: list[tuple[int, int, int]], days: int, checks: set[int]
) -> None:
    """Whatever is entered when, and whenever somebody looks, in whole hours: each check goes by what is there then."""
    when, found_on, judged = Condition(COSTS, days), None, None
    for hour in sorted(checks):
        there = sorted(day for day, late, at in costs if (day + 1 + late) * 24 + at <= hour)
        known = [KnownCost(FIRST + day * DAY, FIRST + hour // 24 * DAY) for day in there]
        last = FIRST + (hour // 24 - 1) * DAY
        data = {"google": ages(known, Period(FIRST - 60 * DAY, last))} if known else {}
        for day in [last] if judged is None else days_between(min(judged + DAY, last), last):
            stands = found_on is not None and lasts(when, data, day, found_on)
            found_on = day if judge(when, data, day).state is MET else found_on if stands else None
        judged = last
        age = hour // 24 - 1 - max(there, default=99)
        is_regular = bool(there) and sum(one > there[-1] - 28 for one in there) >= 10
        assert (found_on is not None) is (is_regular and days <= age <= 60), (there, hour)


@given(st.lists(st.integers(0, 9), min_size=20, max_size=40), st.data())
def test_an_alert_stands_on_a_day_that_is_found_by_what_is_known_now(amounts: list[int], drawn: st.DataObject) -> None:
    """Numbers come late and change what was: no alert outlives them."""
    when = Condition(drawn.draw(st.sampled_from((BELOW, ABOVE, SILENT))), drawn.draw(st.integers(1, 3)), 5)
    found_on = None
    for count in range(10, len(amounts) + 1):
        for number in drawn.draw(st.sets(st.integers(max(0, count - 4), count - 1), max_size=2)):
            amounts[number] = drawn.draw(st.integers(0, 9))
        data, day = counts(*amounts[:count]), FIRST + (count - 1) * DAY
        stands = found_on is not None and lasts(when, data, day, found_on)
        met = [one for one in days_between(FIRST, day) if find(when, data, one).state is MET]
        found_on = day if day in met else found_on if stands else None
        assert found_on is None or any(found_on - 14 * DAY <= one for one in met)
