"""Counts a report of Voltigo again from the rows next to this file and prints each cell that differs.

    python nachrechnen.py [FOLDER]

Needs pandas and pyarrow. Nothing of the product is used. Ends with 1 if a cell differs.
"""

# ruff: noqa: T201 - what it prints is the result
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any

import pandas as pd

TAGS = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]
SOURCES = {"google": "google", "microsoft": "bing", "meta": "facebook"} | {
    name: name for name in ("tiktok", "linkedin", "pinterest")
}
HOLDING = ("reserved", "invited", "contracted", "active")
GIVEN_UP = ("cancelled", "expired", "withdrawn", "park_cancelled")
WITH_COSTS = ("channel", "channel_group", "utm_source", "utm_medium", "utm_campaign")
MINIMUM = Fraction(5)
"""Cents that the contract credits for a kWh at least."""
WHOLE = 1_000_000
Read = Mapping[str, pd.DataFrame]
Cells = dict[Any, Counter[str]]
Origin = Mapping[str, str]


# Where somebody came from


def named(rows: pd.DataFrame, aliases: pd.DataFrame) -> pd.DataFrame:
    """The rows with their origin: of a link without tags by its click id, and under the names valid now."""
    rows = rows.copy()
    for name in [*TAGS, "referrer_host"]:
        rows[name] = rows[name].str.strip(" ").str.lower()
    bare = (rows.utm_source == "") & (rows.utm_medium == "") & (rows.referral_code == "")
    is_number = (rows.clicked_ad == "google") & rows.utm_campaign.str.fullmatch("[0-9]+")
    bare &= (rows.utm_campaign == "") | is_number
    mediums = {name: "social" if name == "meta" else "cpc" for name in SOURCES}
    rows.loc[bare, "utm_source"] = rows.clicked_ad[bare].map(SOURCES).fillna("")
    rows.loc[bare, "utm_medium"] = rows.clicked_ad[bare].map(mediums).fillna("")
    rows["spelled"] = list(zip(*(rows[name] for name in [*TAGS, "spelled_code"]), strict=True))
    for field, of_field in aliases.groupby("field"):
        if field in TAGS:
            rows[field] = rows[field].replace(dict(zip(of_field.raw, of_field.canonical, strict=True)))
    is_campaign = (rows.utm_source != "") | (rows.utm_medium != "") | (rows.utm_campaign != "")
    rows["channel"] = "direct"
    rows.loc[rows.referrer_host != "", "channel"] = "referrer"
    rows.loc[rows.referral_code != "", "channel"] = "referral"
    rows.loc[is_campaign, "channel"] = "campaign"
    names = ["channel", *TAGS, "referral_code", "referrer_host", "landing_path", "device"]
    rows["origin"] = rows[names].to_dict("records")
    return rows


Rule = tuple[str, Mapping[str, set[str]]]


def rules_of(rows: pd.DataFrame) -> list[Rule]:
    """Each with its group and the values of its fields."""
    return [
        (rule.group.iloc[0], {name: set(values) for name, values in rule.groupby("field").value})
        for _, rule in rows.groupby("rule")
    ]


def group_of(origin: Origin, rules: list[Rule]) -> str:
    """The group of the first rule of which one value holds in each field."""
    host = origin["referrer_host"]
    if origin["utm_source"] or origin["utm_medium"] or origin["utm_campaign"]:
        for group, fields in rules:
            if "site" not in fields and all(has(values, origin[f"utm_{name}"]) for name, values in fields.items()):
                return group
        return "unassigned"
    if origin["referral_code"]:
        return "code"
    if not host:
        return {"": "direct_unknown", "/": "direct_home"}.get(origin["landing_path"], "direct_deep")
    of_site = (group for group, fields in rules if any(is_of(host, site) for site in fields.get("site", ())))
    return next(of_site, "other_site")


def has(values: set[str], tag: str) -> bool:
    return plain(tag) in map(plain, values)


def plain(tag: str) -> str:
    return "".join(letter for letter in tag if letter not in "-_. ")


def is_of(host: str, site: str) -> bool:
    """A site includes what lies below it, unless it begins with "="; "*" is any country."""
    name, parts = site.removeprefix("="), host.split(".")
    ends = [parts[begin:] for begin in range(1 if site.startswith("=") else len(parts))]
    if not name.endswith(".*"):
        return name.split(".") in ends
    stem = name.removesuffix(".*").split(".")
    return any(end[: len(stem)] == stem and is_country(end[len(stem) :]) for end in ends)


def is_country(parts: list[str]) -> bool:
    lengths = [len(part) for part in parts if part.isascii() and part.isalpha()]
    return len(lengths) == len(parts) and lengths in ([2], [3], [2, 2], [3, 2])


# Visits, reservations, costs


@dataclass
class Session:
    """A pause of half an hour, or an arrival by another link, begins a new one."""

    day: date
    is_first: bool
    origin: Origin
    is_flagged: bool = False


def sessions(read: Read, asked: Any) -> Iterator[Session]:
    """The sessions of the period that count."""
    visits = named(read["visits"], read["aliases"])
    visits["day"] = berlin(visits["at"])
    found: list[Session] = []
    visitor, last, spelled = None, None, None
    for event in visits.sort_values(["day", "visitor", "at", "event"]).itertuples():
        is_new = visitor != (event.day, event.visitor)
        is_late = not is_new and event.at - last > pd.Timedelta(minutes=30)
        if is_new or is_late or (event.is_arrival and event.spelled != spelled):
            found.append(Session(event.day, is_new, event.origin))
            spelled = event.spelled
        visitor, last = (event.day, event.visitor), event.at
        found[-1].is_flagged |= event.is_flagged
    return (one for one in found if asked.get("with_bots") or not one.is_flagged)


@dataclass
class Reserved:
    """A reservation, the day on which a contract came, and where it came from."""

    row: Any
    signed_on: date | None
    origin: Origin

    @property
    def is_contracted(self) -> bool:
        return self.signed_on is not None or self.row.state in ("contracted", "active", "ended")

    @property
    def bound_kwh(self) -> int:
        return int(self.row.annual_kwh) if self.row.state in ("contracted", "active") else 0


def reserved(read: Read, asked: Any) -> list[Reserved]:
    """All reservations but those that were merged into others, by the last known origin before them."""
    rows, states, touches = read["reservations"], read["states"], named(read["touches"], read["aliases"])
    rows["day"], states["day"] = berlin(rows["created_at"]), berlin(states["at"])
    contracts = contracted_on(states)
    ways = {one: found.sort_values("position") for one, found in touches.groupby("reservation")}
    nothing = dict.fromkeys([*TAGS, "referral_code", "referrer_host", "landing_path"], "")
    unknown = {"channel": "direct", **nothing, "device": "unknown"}
    found = []
    for row in rows[~rows.is_merged].itertuples():
        way = ways.get(row.reservation, touches.iloc[:0])
        way = way[way["at"] >= row.created_at - pd.Timedelta(days=asked.get("look_back_days", 30))]
        known = way[way.channel != "direct"] if (way.channel != "direct").any() else way
        origin = known.iloc[-1].origin if len(known) else unknown
        found.append(Reserved(row, contracts.get(row.reservation), origin))
    return found


def contracted_on(states: pd.DataFrame) -> dict[int, Any]:
    """When a contract first came that was not taken back at once."""
    found: dict[int, Any] = {}
    for one, changes in states.groupby("reservation"):
        rows = list(changes.sort_values("position").itertuples())
        for row, after in zip(rows, [*rows[1:], None], strict=True):
            if row.state == "contracted" and not (after and after.action == f"undo_{row.action}"):
                found.setdefault(one, row.day)
    return found


def costs(read: Read, asked: Any) -> Iterator[tuple[Any, Origin]]:
    """The costs of the period with the origin of who came by their campaign."""
    bare = dict.fromkeys(["utm_term", "utm_content", "referral_code", "referrer_host", "landing_path"], "")
    for cost in read["costs"].itertuples():
        if asked.from_day <= cost.day <= min(asked.to_day, asked.today):
            yield cost, {"channel": "campaign", **bare, **{tag: getattr(cost, tag) for tag in TAGS[:3]}}


def berlin(moments: pd.Series) -> pd.Series:
    return moments.dt.tz_convert("Europe/Berlin").dt.date


# The reports


def money(read: Read, asked: Any) -> Cells:
    """By origin, what is old enough for nine of ten contracts to be there."""
    everyone = reserved(read, asked)
    took = sorted((one.signed_on - one.row.day).days for one in everyone if one.signed_on)
    ripe_days = max(42, took[-(-len(took) * 9 // 10) - 1]) if took else 42
    cells: Cells = defaultdict(Counter)
    for session in sessions(read, asked):
        cells[judged_by(session.origin)]["visits"] += 1
    for one in everyone:
        if asked.from_day <= one.row.day <= asked.to_day and (asked.today - one.row.day).days >= ripe_days:
            row = cells[judged_by(one.origin)]
            row["ripe"] += 1
            row["contracts_ppm"] += WHOLE * one.is_contracted
            row["kwh_ppm"] += WHOLE * one.row.annual_kwh * one.is_contracted
    for cost, origin in costs(read, asked):
        is_ripe = (asked.today - cost.day).days >= ripe_days
        cells[judged_by(origin)]["cost_cents" if is_ripe else "unripe_cost_cents"] += cost.cents
    return cells


def judged_by(origin: Origin) -> tuple[str, ...]:
    host = origin["referrer_host"] if origin["channel"] == "referrer" else ""
    return (*(origin[name] for name in ("channel", *TAGS[:3])), host)


def overview(read: Read, asked: Any) -> Cells:
    """By day."""
    cells: Cells = defaultdict(Counter)
    for session in sessions(read, asked):
        cells[session.day,].update(sessions=1, visitors=int(session.is_first))
    for one in reserved(read, asked):
        if asked.from_day <= one.row.day <= asked.to_day:
            cells[one.row.day,].update(reservations=1, contracted=int(one.is_contracted), bound_kwh=one.bound_kwh)
    for cost, _ in costs(read, asked):
        cells[cost.day,]["cost_cents"] += cost.cents
    return cells


def breakdown(read: Read, asked: Any) -> Cells:
    """By the value of the chosen field."""

    rules = rules_of(read["rules"])
    judged = [*TAGS[:3], "referral_code", "referrer_host", "landing_path"]

    @cache
    def grouped(*values: str) -> str:
        return group_of(dict(zip(judged, values, strict=True)), rules)

    def value(origin: Origin) -> tuple[str]:
        is_group = asked.field == "channel_group"
        return (grouped(*(origin[name] for name in judged)) if is_group else origin[asked.field],)

    cells: Cells = defaultdict(Counter)
    for session in sessions(read, asked):
        cells[value(session.origin)].update(sessions=1, visitors=int(session.is_first))
    for one in reserved(read, asked):
        if asked.from_day <= one.row.day <= asked.to_day:
            is_cancelled = int(one.row.state in GIVEN_UP)
            cells[value(one.origin)].update(
                reservations=1, contracted=int(one.is_contracted), cancelled=is_cancelled, kwh=int(one.row.annual_kwh),
                bound_kwh=one.bound_kwh,
            )  # fmt: skip
    for cost, origin in costs(read, asked) if asked.field in WITH_COSTS else ():
        cells[value(origin)]["cost_cents"] += cost.cents
    return cells


def capacity(read: Read, asked: Any) -> Cells:
    """By day: the states at its end, and who came, gave up and came back."""
    rows, states = read["reservations"], read["states"]
    rows["day"], states["day"] = berlin(rows["created_at"]), berlin(states["at"])
    changes = {one: found.sort_values("position") for one, found in states.groupby("reservation")}
    moved: dict[date, Counter[str]] = defaultdict(Counter)
    cells: Cells = defaultdict(Counter)
    for row in rows[rows.park_id == asked.park].itertuples():
        later = changes.get(row.reservation, states.iloc[:0])
        steps = [(row.day, later.before.iloc[0] if len(later) else row.state)]
        steps += zip(later.day, later.state, strict=True)
        held = False
        for number, (day, state) in enumerate(steps):
            holds = state in HOLDING
            if number:
                moved[day][steps[number - 1][1]] -= 1
            moved[day][state] += 1
            if holds != held:
                cells[day,]["new" if number == 0 else "returned" if holds else "given_up"] += 1
                moved[day]["taken_kwh"] += row.annual_kwh if holds else -row.annual_kwh
            held = holds
    last = min(asked.to_day, asked.today)
    now: Counter[str] = Counter()
    for day in sorted({*moved, *days(asked.from_day, last)}):
        now.update(moved.get(day, {}))
        cells[day,].update({name: now[name] for name in (*HOLDING, "taken_kwh")})
        cells[day,]["taken"] = sum(now[name] for name in HOLDING)
    return {key: row for key, row in cells.items() if asked.from_day <= key[0] <= last}


def days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def credits(read: Read, asked: Any) -> Cells:
    """By scenario, for the reservations that hold a spot: `kWh × share of the month × ageing × the better of rate and
    minimum`, rounded once.
    """
    rows = read["reservations"]
    rows["day"] = berlin(rows["created_at"])
    chosen = rows[rows.state.isin(HOLDING) & ~rows.is_merged & (rows.park_id == asked.park) & (rows.annual_kwh > 0)]
    chosen = chosen[chosen.day.ge(asked.reserved_from)] if asked.reserved_from else chosen
    chosen = chosen[chosen.day.le(asked.reserved_to)] if asked.reserved_to else chosen
    chosen = chosen[chosen.annual_kwh.astype(str) == asked.package] if asked.package != "all" else chosen
    chosen = chosen[chosen.payment_plan == asked.plan] if asked.plan != "all" else chosen
    kwh, bound = (int(some.annual_kwh.sum()) for some in (chosen, chosen[chosen.state.isin(HOLDING[2:])]))
    start = asked.starts_on or asked.today
    first = start.month - 1 if asked.starts_on else start.month
    of_park = read["production"][read["production"].park_id == asked.park]
    share = dict(zip(of_park.month, of_park.share_bp, strict=True))
    parts = [Fraction(int(share[(first + number) % 12 + 1]), 10_000) for number in range(asked.years * 12)]
    paid = payments(chosen, read["plans"], asked)
    rates = list(read["rates"].itertuples(index=False, name=None))
    free = [] if asked.rate_tenth_ct is None else [("Freier Satz", asked.rate_tenth_ct)]
    cells: Cells = {}
    for name, tenth_ct in [*rates, *free]:
        yielded = [part * ageing(asked, number // 12) for number, part in enumerate(parts)]
        brought = [part * credited(asked, Fraction(int(tenth_ct), 10), n // 12) for n, part in enumerate(yielded)]
        cells[name,] = Counter(
            kwh=half_up(kwh * sum(yielded[:12])),
            first_year_cents=half_up(kwh * sum(brought[:12])),
            credit_cents=half_up(kwh * sum(brought)),
            contracted_credit_cents=half_up(bound * sum(brought)),
            net_cents=half_up(paid - kwh * sum(brought)),
        )
    return cells


def payments(chosen: pd.DataFrame, plans: pd.DataFrame, asked: Any) -> Fraction:
    """What the households pay within the time: set-up and share, at once or in equal instalments, the last the rest."""
    months_of, total = dict(zip(plans.payment_plan, plans.months, strict=True)), Fraction(0)
    alike = ["payment_plan", "plan_total_cents", "setup_fee_cents"]
    for (plan, cents, setup), number in chosen.value_counts(alike).items():
        months = max(int(months_of[plan]), 1)
        each = half_up(Fraction(int(cents), months))
        due = [each] * (months - 1) + [int(cents) - (months - 1) * each]
        shares = (amount * of_money(asked, place // 12) for place, amount in enumerate(due[: asked.years * 12]))
        total += number * (int(setup) + sum(shares, Fraction(0)))
    return total


def ageing(asked: Any, year: int) -> Fraction:
    return power(Fraction(10_000 - asked.degradation_bp, 10_000), year)


def of_money(asked: Any, year: int) -> Fraction:
    """What a cent of that year is in the money shown."""
    return Fraction(1) if asked.price_basis == "nominal" else power(Fraction(10_000, 10_000 + asked.inflation_bp), year)


def credited(asked: Any, rate: Fraction, year: int) -> Fraction:
    return max(rate * power(Fraction(10_000 + asked.price_path_bp, 10_000), year), MINIMUM * of_money(asked, year))


@cache
def power(base: Fraction, years: int) -> Fraction:
    """In whole millionths."""
    return Fraction(half_up(base**years * WHOLE), WHOLE)


def half_up(value: Fraction | int) -> int:
    """The nearest whole number, halves away from zero."""
    return floor(value + Fraction(1, 2)) if value >= 0 else -floor(-value + Fraction(1, 2))


REPORTS: Mapping[str, Callable[[Read, Any], Cells]] = {
    "money": money, "overview": overview, "breakdown": breakdown, "capacity": capacity, "credits": credits,
}  # fmt: skip

SHOWN_FOR = {"money": ("cost_cents", "unripe_cost_cents", "contracts_ppm")}
"""Cells of which a row needs one to be shown. It may be shown without: then it has contracts by another model."""


def main(folder: Path) -> int:
    read = {file.stem: pd.read_parquet(file) for file in sorted(folder.glob("*.parquet"))}
    asked = read["asked"].astype(object).where(read["asked"].notna(), None).iloc[0]
    found = REPORTS[asked.report](read, asked)
    names = list(read["expected"].select_dtypes("number"))
    key = [name for name in read["expected"] if name not in names]
    expected = read["expected"].groupby(key)[names].sum()
    seen, differing = set(), 0
    for row in expected.reset_index().to_dict("records"):
        place = tuple(row[name] for name in key)
        seen.add(place)
        for name in names:
            again = found.get(place, Counter())[name]
            if again != row[name]:
                differing += 1
                print(f"{words(place)}: {name} {row[name]}, nachgerechnet {again}")
    for place, cells in found.items():
        if place not in seen and any(cells[name] for name in SHOWN_FOR.get(asked.report, names)):
            differing += 1
            print(f"{words(place)}: fehlt im Bericht")
    print(f"{expected.size} Werte verglichen, {differing} verschieden.")
    return int(differing > 0)


def words(place: tuple[Any, ...]) -> str:
    texts = [f"{part:%d.%m.%Y}" if isinstance(part, date) else str(part) for part in place]
    return " / ".join(filter(None, texts)) or "ohne Angabe"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))
