"""Counts „Was bringt mein Geld“ again from the rows next to this file and prints each cell that differs.

    python nachrechnen.py [FOLDER]

Needs pandas and pyarrow. Nothing of the product is used. Ends with 1 if a cell differs.
"""

# ruff: noqa: T201 - what it prints is the result
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pandas as pd

TAGS = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]
KEY = ["channel", "utm_source", "utm_medium", "utm_campaign", "referrer_host"]
CELLS = ["cost_cents", "unripe_cost_cents", "contracts_ppm", "kwh_ppm", "ripe", "visits"]
SOURCES = {"google": "google", "microsoft": "bing", "meta": "facebook"} | {
    name: name for name in ("tiktok", "linkedin", "pinterest")
}
WHOLE = 1_000_000


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
    rows["spelled"] = list(zip(*(rows[name] for name in [*TAGS, "referral_code"]), strict=True))
    for field, of_field in aliases.groupby("field"):
        if field in TAGS:
            rows[field] = rows[field].replace(dict(zip(of_field.raw, of_field.canonical, strict=True)))
    is_campaign = (rows.utm_source != "") | (rows.utm_medium != "") | (rows.utm_campaign != "")
    rows["channel"] = "direct"
    rows.loc[rows.referrer_host != "", "channel"] = "referrer"
    rows.loc[rows.referral_code != "", "channel"] = "referral"
    rows.loc[is_campaign, "channel"] = "campaign"
    rows.loc[rows.channel != "referrer", "referrer_host"] = ""
    rows["origin"] = list(zip(*(rows[name] for name in KEY), strict=True))
    return rows


def berlin(moments: pd.Series) -> pd.Series:
    return moments.dt.tz_convert("Europe/Berlin").dt.date


def sessions(visits: pd.DataFrame) -> Counter[Any]:
    """Sessions by origin: a pause of half an hour, or an arrival by another link, begins a new one."""
    found: Counter[Any] = Counter()
    visitor, last, spelled, origin, is_flagged = None, None, None, None, True
    for event in visits.sort_values(["day", "visitor", "at", "event"]).itertuples():
        is_new = visitor != (event.day, event.visitor) or event.at - last > pd.Timedelta(minutes=30)
        if is_new or (event.is_arrival and event.spelled != spelled):
            found[origin] += not is_flagged
            spelled, origin, is_flagged = event.spelled, event.origin, False
        visitor, last = (event.day, event.visitor), event.at
        is_flagged |= event.is_flagged
    found[origin] += not is_flagged
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


def recounted(read: dict[str, pd.DataFrame]) -> dict[Any, dict[str, int]]:
    asked = read["asked"].iloc[0]
    visits, touches = named(read["visits"], read["aliases"]), named(read["touches"], read["aliases"])
    visits["day"], reserved, states = berlin(visits["at"]), read["reservations"], read["states"]
    reserved["day"], states["day"] = berlin(reserved["created_at"]), berlin(states["at"])
    contracts = contracted_on(states)
    counted = reserved[~reserved.is_merged]
    signed = [one for one in counted.itertuples() if one.reservation in contracts]
    took = sorted((contracts[one.reservation] - one.day).days for one in signed)
    ripe_days = max(42, took[-(-len(took) * 9 // 10) - 1]) if took else 42
    cells: dict[Any, dict[str, int]] = defaultdict(lambda: dict.fromkeys(CELLS, 0))
    for origin, number in sessions(visits).items():
        if number:
            cells[origin]["visits"] += number
    of = {one: rows.sort_values("position") for one, rows in touches.groupby("reservation")}
    for one in counted.itertuples():
        if not asked.first <= one.day <= asked.last or (asked.today - one.day).days < ripe_days:
            continue
        ways = of.get(one.reservation, touches.iloc[:0])
        ways = ways[ways["at"] >= one.created_at - pd.Timedelta(days=asked.look_back_days)]
        known = ways[ways.channel != "direct"] if (ways.channel != "direct").any() else ways
        origin = known.iloc[-1].origin if len(known) else ("direct", "", "", "", "")
        cells[origin]["ripe"] += 1
        if one.reservation in contracts or one.state in ("contracted", "active", "ended"):
            cells[origin]["contracts_ppm"] += WHOLE
            cells[origin]["kwh_ppm"] += WHOLE * one.annual_kwh
    for cost in read["costs"].itertuples():
        if asked.first <= cost.day <= min(asked.last, asked.today):
            is_ripe = (asked.today - cost.day).days >= ripe_days
            origin = ("campaign", cost.utm_source, cost.utm_medium, cost.utm_campaign, "")
            cells[origin]["cost_cents" if is_ripe else "unripe_cost_cents"] += cost.cents
    return cells


def main(folder: Path) -> int:
    read = {file.stem: pd.read_parquet(file) for file in sorted(folder.glob("*.parquet"))}
    cells = recounted(read)
    expected = read["expected"].groupby(KEY)[CELLS].sum()
    differing = 0
    for origin, row in expected.iterrows():
        for name in CELLS:
            found = cells[origin][name]
            if found != row[name]:
                differing += 1
                print(f"{' / '.join(filter(None, origin))}: {name} {row[name]}, nachgerechnet {found}")
    for origin, row in cells.items():
        if origin not in expected.index and any(row[name] for name in CELLS[:3]):
            differing += 1
            print(f"{' / '.join(filter(None, origin))}: fehlt im Bericht")
    print(f"{expected.size} Werte verglichen, {differing} verschieden.")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))
