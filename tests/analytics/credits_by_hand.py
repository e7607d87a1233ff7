"""The report of credit scenarios once more: household by household, in fractions, from raw reservations.

Written from `OFFER.md` and the report's own words, not from its SQL; nothing is grouped and nothing factored.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from services.offer import OFFER
from tests.analytics.credit_assumptions import MINIMUM, Assumptions, half_up

Row = Mapping[str, Any]
Rows = set[tuple[Any, ...]]
PLAN_MONTHS = {plan["id"]: plan["months"] for plan in OFFER["payment_plans"]}


def paid(plan: str, total_cents: int, number: int, a: Assumptions) -> Fraction:
    """What a household pays for its share in a month, in cents of the money shown."""
    months = max(PLAN_MONTHS[plan], 1)
    instalment = half_up(Fraction(total_cents, months))
    last = total_cents - (months - 1) * instalment
    due = instalment if number < months - 1 else last if number == months - 1 else 0
    return due * a.money(number // 12)


@dataclass
class Month:
    """Sums of one month over households."""

    kwh: Fraction = Fraction(0)
    credit: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    setup: Fraction = Fraction(0)
    statements: int = 0


@cache
def household(
    annual_kwh: int, plan: str, total_cents: int, setup_cents: int, rate: Fraction, a: Assumptions
) -> list[Month]:
    """Every month of one household."""
    found, so_far, shown = [], Fraction(0), 0
    for number, month in enumerate(a.months):
        year = number // 12
        if number % 12 == 0:
            so_far, shown = Fraction(0), 0
        kwh = annual_kwh * a.share(month) * a.degradation(year)
        credit = kwh * a.credited(rate, year)
        so_far += credit
        setup = Fraction(setup_cents if number == 0 else 0)
        found.append(Month(kwh, credit, paid(plan, total_cents, number, a), setup, half_up(so_far) - shown))
        shown = half_up(so_far)
    return found


def flow(reservations: Sequence[Row], rate: Fraction, a: Assumptions) -> list[Month]:
    """Every household's months, added up."""
    names = ("annual_kwh", "payment_plan", "plan_total_cents", "setup_fee_cents")
    return _flow(tuple(tuple(one[name] for name in names) for one in reservations), rate, a)


@cache
def _flow(households: tuple[tuple[Any, ...], ...], rate: Fraction, a: Assumptions) -> list[Month]:
    found = [Month() for _ in a.months]
    for one in households:
        for sums, own in zip(found, household(*one, rate, a), strict=True):
            for name, value in vars(own).items():
                setattr(sums, name, getattr(sums, name) + value)
    return found


def bound(reservations: Sequence[Row]) -> list[Row]:
    """Those with a contract."""
    return [one for one in reservations if one["state"] in ("contracted", "active")]


def credit_of(reservations: Sequence[Row], rate: Fraction, a: Assumptions) -> Fraction:
    return sum((month.credit for month in flow(reservations, rate, a)), Fraction(0))


def years_until_covered(reservations: Sequence[Row], rate: Fraction, a: Assumptions) -> list[int | None]:
    """Tenths of a year until the first, half and all of the reservations are covered; None: not within these months."""
    if not reservations:
        return [None] * 3
    found = []
    for (_, plan), members in packages_of(reservations).items():
        found += [covered(flow(members, rate, a), PLAN_MONTHS[plan])] * len(members)
    ordered = sorted(found, key=lambda years: (years is None, years or 0))
    return [ordered[0], ordered[(len(ordered) - 1) // 2], ordered[-1]]


def scenario_rows(reservations: Sequence[Row], a: Assumptions) -> Rows:
    """Table `scenarios`, without `place`."""
    rows = set()
    for name, rate in a.scenarios:
        months = flow(reservations, rate, a)
        credit = sum((m.credit for m in months), Fraction(0))
        years = years_until_covered(reservations, rate, a)
        worth = [a.discounted(number // 12) for number in range(len(months))]
        present = sum((m.credit * factor for m, factor in zip(months, worth, strict=True)), Fraction(0))
        came = sum(((m.share + m.setup) * factor for m, factor in zip(months, worth, strict=True)), Fraction(0))
        rows.add((
            name,
            int(rate * 1000),
            int(max(rate, MINIMUM) * 1000),
            half_up(sum((m.kwh for m in months[:12]), Fraction(0))),
            half_up(sum((m.credit for m in months[:12]), Fraction(0))),
            half_up(credit),
            half_up(credit_of(bound(reservations), rate, a)),
            half_up(credit / len(reservations)) if reservations else None,
            sum(m.statements for m in months),
            half_up(sum((m.share + m.setup for m in months), Fraction(0)) - credit),
            half_up(present),
            half_up(came - present),
            *years,
        ))  # fmt: skip
    return rows


def month_rows(reservations: Sequence[Row], a: Assumptions) -> Rows:
    """Table `months`, without `place`."""
    if not reservations:
        return set()
    rows = set()
    by_plan = {plan: [one for one in reservations if one["payment_plan"] == plan] for plan in PLAN_MONTHS}
    for name, rate in a.scenarios:
        credit_so_far = net_so_far = Fraction(0)
        of_bound = flow(bound(reservations), rate, a)
        for number, (month, sums) in enumerate(zip(a.months, flow(reservations, rate, a), strict=True)):
            net = sums.share + sums.setup - sums.credit
            credit_so_far, net_so_far = credit_so_far + sums.credit, net_so_far + net
            plans = [
                half_up(sum((paid(plan, one["plan_total_cents"], number, a) for one in members), Fraction(0)))
                for plan, members in by_plan.items()
            ]
            figures = (sums.kwh, sums.credit, of_bound[number].credit)
            rest = (sums.setup, net, credit_so_far, net_so_far)
            rows.add((name, month, *map(half_up, figures), *plans, *map(half_up, rest)))
    return rows


def packages_of(reservations: Sequence[Row]) -> dict[tuple[int, str], list[Row]]:
    """The reservations by package and plan."""
    found = defaultdict(list)
    for one in reservations:
        found[one["annual_kwh"], one["payment_plan"]].append(one)
    return dict(found)


def package_rows(reservations: Sequence[Row], a: Assumptions) -> Rows:
    """Table `packages`, without `place`."""
    rows = set()
    for (kwh, plan), members in packages_of(reservations).items():
        for name, rate in a.scenarios:
            months = flow(members, rate, a)
            credit, share, setup = (
                sum((getattr(m, field) for m in months), Fraction(0)) for field in ("credit", "share", "setup")
            )
            rows.add((
                name, kwh, plan, len(members), len(bound(members)),
                half_up(sum((m.kwh for m in months[:12]), Fraction(0))),
                half_up(kwh * max(rate, MINIMUM) / 12),
                half_up(sum((m.credit for m in months[:12]), Fraction(0))),
                half_up(credit), half_up(credit_of(bound(members), rate, a)),
                half_up(share), half_up(setup), half_up(share + setup - credit),
                covered(months, PLAN_MONTHS[plan]),
            ))  # fmt: skip
    return rows


def covered(months: Sequence[Month], instalments: int) -> int | None:
    """Tenths of a year until credits reach all that is paid; None: not within these months."""
    balance = Fraction(0)
    for number, month in enumerate(months, start=1):
        balance += month.credit - month.share - month.setup
        if balance >= 0 and number >= instalments:
            return half_up(Fraction(number * 10, 12))
    return None


def gap_rows(reservations: Sequence[Row], a: Assumptions) -> Rows:
    """Table `gap`."""
    rows, size, profit = set(), sum(one["annual_kwh"] for one in bound(reservations)), Fraction(a.profit_tenth_ct, 10)
    for year in range(a.years):
        kwh = size * a.degradation(year)
        minimum, made = kwh * MINIMUM * a.money(year), kwh * a.earned(profit, year)
        rows.add((year + 1, a.months[year * 12], *map(half_up, (kwh, minimum, made, max(minimum - made, Fraction(0))))))
    return rows


def gap_curve_rows(reservations: Sequence[Row], a: Assumptions) -> Rows:
    """Table `gap_curve`."""
    size = sum(one["annual_kwh"] for one in bound(reservations))
    rows = set()
    for tenth in {*range(81), a.profit_tenth_ct}:
        gaps = [
            size * a.degradation(y) * max(MINIMUM * a.money(y) - a.earned(Fraction(tenth, 10), y), Fraction(0))
            for y in range(a.years)
        ]
        rows.add((tenth * 100, tenth == a.profit_tenth_ct, half_up(gaps[0]), half_up(sum(gaps, Fraction(0)))))
    return rows


def all_credits(reservations: Sequence[Row], rate: Fraction, a: Assumptions) -> Fraction:
    """Credits of all households and years."""
    yearly = (a.degradation(year) * a.credited(rate, year) for year in range(a.years))
    size: int = sum(one["annual_kwh"] for one in reservations)
    return size * sum(yearly, Fraction(0))


def statement_rows(a: Assumptions) -> Rows:
    """Table `households`."""
    rows = set()
    for kwh in (1000, 2000, 3000):
        if a.package not in ("all", str(kwh)):
            continue
        one = {"annual_kwh": kwh, "payment_plan": "one-off", "plan_total_cents": 0, "setup_fee_cents": 0}
        columns = [[m.statements for m in flow([one], rate, a)] for _, rate in a.scenarios]
        columns += [[None] * len(a.months)] * (4 - len(columns))  # type: ignore[list-item]
        for number, (month, *cents) in enumerate(zip(a.months, *columns, strict=True)):
            rows.add((kwh, number // 12 + 1, month, *cents))
    return rows
