"""What ads cost and brought, quarter by quarter, counted a second time in plain Python."""

from dataclasses import replace
from datetime import date, timedelta

from tests.services.reports.recount.asked import Asked, Row, cents, costs_of, half_up, is_ripe, reserved_of
from tests.services.reports.recount.world import Reserved, World

_MONTHS = {"one-off": 1, "24m": 24, "48m": 48}


def quarters(world: World, asked: Asked) -> list[Row]:
    """The quarter of the last day and the three before it, as far as any of their days is old enough."""
    year, quarter = asked.to_day.year, (asked.to_day.month - 1) // 3
    found = []
    for back in range(4):
        at = year * 4 + quarter - back
        first, after = (date(number // 4, number % 4 * 3 + 1, 1) for number in (at, at + 1))
        if is_ripe(world, first):
            found.append(_quarter(world, replace(asked, from_day=first, to_day=after - timedelta(days=1))))
    return found


def _quarter(world: World, asked: Asked) -> Row:
    paid_for = {_tags(cost) for cost in costs_of(world, asked) or [] if is_ripe(world, cost["day"])}
    cost = cents(row for row in costs_of(world, asked) or [] if is_ripe(world, row["day"]))
    signed = [one for one in reserved_of(world, asked) if one.is_contracted and is_ripe(world, one.day)]
    origins = [one.origin(asked.look_back_days) for one in signed]
    paid = sum(origin["channel"] == "campaign" and _tags(origin) in paid_for for origin in origins)
    bound = [one for one in signed if one.is_bound]
    sales = sum(one.row["setup_fee_cents"] + one.row["plan_total_cents"] for one in bound)
    ripe = [asked.from_day + timedelta(days=number) for number in range((asked.to_day - asked.from_day).days + 1)]
    last = max(day for day in ripe if is_ripe(world, day))
    return {
        "quarter": f"{(asked.from_day.month + 2) // 3}. Quartal {asked.from_day.year}",
        "cost_cents": cost,
        "contracted": len(signed),
        "cost_per_contract": None if cost is None else half_up(cost, len(signed)),
        "paid_contracted": paid,
        "paid_cost_per_contract": None if cost is None else half_up(cost, paid),
        "sales_cents": sales,
        "sales_per_euro": half_up(sales * 100, cost) if cost else None,
        "payback_months": None if cost is None else _payback(bound, cost),
        "ripe_until": None if last == asked.to_day else last,
    }


def _payback(bound: list[Reserved], cost: int) -> int | None:
    return next((month for month in range(49) if bound and sum(_paid(one, month) for one in bound) >= cost), None)


def _paid(one: Reserved, month: int) -> int:
    """By the end of a month after the connection to the grid."""
    months, total = _MONTHS[one.row["payment_plan"]], one.row["plan_total_cents"]
    instalment = half_up(total, months) or 0
    fee: int = one.row["setup_fee_cents"]
    return fee + (total if month >= months else month * instalment)


def _tags(row: Row) -> tuple[str, ...]:
    return row["utm_source"], row["utm_medium"], row["utm_campaign"]
