"""The models once more, by other means: loops over sorted rows, pandas, Python's whole numbers. Nothing of
`analytics.models` or `analytics.weights` is used; both must come to the same numbers to the last unit.
"""

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pandas as pd

TAGS = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]
ORIGIN = [*TAGS, "referral_code", "referrer_host", "landing_path", "device"]
CHANNEL = ["channel", "utm_source", "utm_medium", "utm_campaign", "referrer_host"]
MODELS = ["last", "last_non_direct", "first", "linear", "position", "time_decay"]
PPM = {name: f"{name}_ppm" for name in MODELS}
BY_CLICK = {
    "google": ("google", "cpc"),
    "microsoft": ("bing", "cpc"),
    "meta": ("facebook", "social"),
    "tiktok": ("tiktok", "cpc"),
    "linkedin": ("linkedin", "cpc"),
    "pinterest": ("pinterest", "cpc"),
}
"""Source and medium of a link without tags and code, by whose click id it had."""
_PAUSE = timedelta(minutes=30) // timedelta(microseconds=1)


def spelled_alike(frame: pd.DataFrame) -> pd.DataFrame:
    """The origin's texts in the one spelling that counts, and what a click id tells of a link that says nothing."""
    clean = {name: (lambda text: text.strip(" ").lower()) for name in [*TAGS, "referrer_host"]}
    clean["referral_code"] = lambda text: text.strip(" ").upper()
    texts = {name: frame[name].astype("category") for name in ORIGIN}
    spelled = frame.assign(
        **{
            name: text.astype(object).map({v: clean[name](v) for v in text.cat.categories})
            for name, text in texts.items()
            if name in clean
        }
    )
    says_nothing = (spelled[[*TAGS[:3], "referral_code"]] == "").all(axis=1)
    for place, tag in enumerate(TAGS[:2]):
        by_click = spelled["clicked_ad"].map({whose: told[place] for whose, told in BY_CLICK.items()})
        spelled[tag] = spelled[tag].mask(says_nothing & by_click.notna(), by_click)
    return spelled


def sessions(visits: pd.DataFrame) -> pd.DataFrame:
    """One row per session, found by walking through each visitor's day event by event."""
    ordered = visits.sort_values(["day", "visitor", "at", "id"], kind="stable")
    micros = ordered["at"].astype("datetime64[us]").astype("int64")
    codes = ordered.groupby(ORIGIN, sort=False).ngroup()
    campaigns = ordered.groupby([*TAGS, "referral_code"], sort=False).ngroup()
    days = ordered["day"].astype("category").cat.codes
    walked = zip(
        days.tolist(), ordered["visitor"].tolist(), micros.tolist(), ordered["step"].tolist(),
        ordered["is_arrival"].tolist(), campaigns.tolist(), codes.tolist(), ordered["consent"].tolist(),
        (ordered["is_bot"] * 1 + ordered["is_referrer_spam"] * 2).tolist(), strict=True,
    )  # fmt: skip
    found: list[dict[str, Any]] = []
    whose: Any = None
    current: dict[str, Any] = {}
    for day, visitor, at, step, arrival, campaign, code, consent, flags in walked:
        new_visitor = (day, visitor) != whose
        if new_visitor or at - current["at"] > _PAUSE or (arrival and campaign != current["campaign"]):
            number = 1 if new_visitor else current["number"] + 1
            current = {"day": day, "number": number, "campaign": campaign, "code": code, "flags": 0, "events": [],
                       "consents": set()}  # fmt: skip
            found.append(current)
            whose = (day, visitor)
        current["at"] = at
        current["flags"] |= flags
        current["events"].append((at, step))
        current["consents"].add(consent)
    origins = ordered.assign(code=codes).drop_duplicates("code").set_index("code")[ORIGIN]
    categories = ordered["day"].astype("category").cat.categories
    table = pd.DataFrame([_told(session) for session in found])
    return table.assign(day=categories[table["day"]]).join(origins, on="code")


def _told(session: dict[str, Any]) -> dict[str, Any]:
    steps = [step for _, step in session["events"]]
    reached = 1
    for _, step in sorted(session["events"]):
        if 2 <= step <= 6 and step == reached + 1:
            reached = step
    return {
        "day": session["day"],
        "code": session["code"],
        "is_bot": bool(session["flags"] & 1),
        "is_referrer_spam": bool(session["flags"] & 2),
        "visitors": int(session["number"] == 1),
        "sessions": 1,
        "page_views": steps.count(0),
        "calculator_used": int(1 in steps),
        "form_started": int(reached >= 2),
        "step_2": int(reached >= 3),
        "step_3": int(reached >= 4),
        "step_4": int(reached >= 5),
        "reserved": int(reached >= 6),
        "asked": int(session["consents"] != {0}),
        "remembered": int(2 in session["consents"]),
        "short": int(len(steps) - steps.count(7) <= 1 and set(steps) <= {0, 7}),
    }


def canonical(frame: pd.DataFrame, aliases: pd.DataFrame) -> pd.DataFrame:
    """Under the names valid now, with the channel; what the channel does not speak of is empty."""
    named = frame.copy()
    for tag in TAGS:
        of_tag = aliases[aliases["field"] == tag]
        named[tag] = named[tag].replace(dict(zip(of_tag["raw"], of_tag["canonical"], strict=True)))
    tagged = (named["utm_source"] + named["utm_medium"] + named["utm_campaign"]) != ""
    named["channel"] = "direct"
    named.loc[named["referrer_host"] != "", "channel"] = "referrer"
    named.loc[named["referral_code"] != "", "channel"] = "referral"
    named.loc[tagged, "channel"] = "campaign"
    named.loc[~tagged, ["utm_source", "utm_medium", "utm_campaign"]] = ""
    named.loc[named["channel"] != "referrer", "referrer_host"] = ""
    return named


def weights(
    reservations: pd.DataFrame, touches: pd.DataFrame, look_back_days: int, half_life_days: int
) -> pd.DataFrame:
    """One row per reservation and touch that counts (position 0: none), a column of millionths per model."""
    joined = touches.merge(
        reservations[["id", "created_at"]], left_on="reservation_id", right_on="id", suffixes=("_", "")
    )
    counted = joined[joined["created_at"] - joined["at"] <= pd.Timedelta(days=look_back_days)]
    counted = counted.sort_values(["reservation_id", "position"])
    by_reservation: dict[int, list[Any]] = defaultdict(list)
    for row in counted[["reservation_id", "position", "at", *CHANNEL]].itertuples(index=False):
        by_reservation[row.reservation_id].append(row)
    rows: list[dict[str, Any]] = []
    for number in reservations["id"].tolist():
        of_it = by_reservation.get(number, [])
        if not of_it:
            nothing = dict.fromkeys(CHANNEL, "") | {"channel": "direct"}
            rows.append({"reservation_id": number, "position": 0, **nothing, **dict.fromkeys(PPM.values(), 1_000_000)})
            continue
        columns = _weighed(of_it, half_life_days)
        for place, touch in enumerate(of_it):
            ours = {PPM[name]: columns[name][place] for name in MODELS}
            rows.append({"reservation_id": number, "position": touch.position}
                        | {name: getattr(touch, name) for name in CHANNEL} | ours)  # fmt: skip
    return pd.DataFrame(rows)


def _weighed(touches: list[Any], half_life_days: int) -> dict[str, list[int]]:
    n = len(touches)
    known = [place for place, touch in enumerate(touches) if touch.channel != "direct"] or [n - 1]
    ends = {0, n - 1}
    fifth = Fraction(1, 5)
    position = (
        [2 * fifth if place in ends else fifth / (n - 2) for place in range(n)] if n > 2 else [Fraction(1, n)] * n
    )
    newest = max(touch.at for touch in touches)
    decayed = [Fraction(_decayed(newest - touch.at, half_life_days)) for touch in touches]
    return {
        "last": _millionths([Fraction(place == n - 1) for place in range(n)]),
        "last_non_direct": _millionths([Fraction(place == known[-1]) for place in range(n)]),
        "first": _millionths([Fraction(place == 0) for place in range(n)]),
        "linear": _millionths([Fraction(1, n)] * n),
        "position": _millionths(position),
        "time_decay": _millionths([part / sum(decayed) for part in decayed]),
    }


def _decayed(age: pd.Timedelta, half_life_days: int) -> int:
    """As `ATTRIBUTION.md` writes the polynomial, power by power instead of nested."""
    milliseconds = age // pd.Timedelta(milliseconds=1)
    half_life = half_life_days * 86_400_000
    x = (milliseconds % half_life) * 2**30 // half_life
    terms = 0
    for coefficient in (123_394, 1_386_885, 10_304_738, 59_591_844, 257_940_802, 744_261_112):
        terms = coefficient - x * terms // 2**30
    return (2**30 - x * terms // 2**30) // 2 ** (milliseconds // half_life)


def _millionths(parts: list[Fraction]) -> list[int]:
    """Exact fractions rounded down; what is missing goes to the largest remainders, the earliest first."""
    exact = [part * 1_000_000 for part in parts]
    whole = [int(part) for part in exact]
    missing = 1_000_000 - sum(whole)
    for place in sorted(range(len(parts)), key=lambda place: (whole[place] - exact[place], place))[:missing]:
        whole[place] += 1
    return whole


def by_campaign(weighed: pd.DataFrame, reservations: pd.DataFrame) -> pd.DataFrame:
    """Sums by model and origin, of weights times what each reservation is."""
    facts = ["id", "is_merged", "is_confirmed", "is_contracted", "is_cancelled", "annual_kwh", "share_amount_cents"]
    joined = weighed.merge(reservations[facts], left_on="reservation_id", right_on="id")
    counts = ~joined["is_merged"]
    parts = {
        "reservations_ppm": counts * 1,
        "merged_ppm": joined["is_merged"] * 1,
        "confirmed_ppm": counts * joined["is_confirmed"],
        "contracted_ppm": counts * joined["is_contracted"],
        "cancelled_ppm": counts * joined["is_cancelled"],
        "kwh_ppm": counts * joined["annual_kwh"],
        "contracted_kwh_ppm": counts * joined["is_contracted"] * joined["annual_kwh"],
        "cents_ppm": counts * joined["share_amount_cents"],
    }
    tables = []
    for model in MODELS:
        worth = joined[CHANNEL].assign(model=model, weight=joined[PPM[model]])
        worth = worth.assign(**{name: part * joined[PPM[model]] for name, part in parts.items()})
        tables.append(worth[worth["weight"] > 0].groupby(["model", *CHANNEL])[list(parts)].sum())
    return pd.concat(tables).reset_index()


def reached(reservations: pd.DataFrame, changes: pd.DataFrame) -> pd.DataFrame:
    """Reservations with the states they reached, by going through their changes one after the other."""
    contracted: set[int] = set()
    last: dict[int, tuple[str, bool]] = {}
    for row in changes.sort_values("id").itertuples(index=False):
        was_contracted = row.reservation_id in contracted
        if row.action == f"undo_{last.get(row.reservation_id, ('', False))[0]}":
            before = last[row.reservation_id][1]
            (contracted.add if before else contracted.discard)(row.reservation_id)
        elif row.state_after == "contracted":
            contracted.add(row.reservation_id)
        last[row.reservation_id] = (row.action, was_contracted)
    state = reservations["state"]
    return reservations.assign(
        is_merged=reservations["merged_into_id"].notna(),
        is_confirmed=reservations["email_confirmed_at"].notna(),
        is_contracted=reservations["id"].isin(contracted) | state.isin(["contracted", "active", "ended"]),
        is_cancelled=state.isin(["cancelled", "expired", "withdrawn", "park_cancelled"]),
    )


def sending_windows(
    visits: pd.DataFrame, reservations: pd.DataFrame, tags: tuple[str, str, str], begins: pd.Timestamp, hours: int
) -> list[tuple[int, bool, int, int, int, int]]:
    """Who came and reserved in the hours after a moment of Berlin's clock, and in those of eight weeks before."""
    people = visits[visits["is_arrival"] & ~visits["is_bot"] & ~visits["is_referrer_spam"]]
    clock, reserved = _berlin_clock(people["at"]), _berlin_clock(reservations["created_at"])
    found = []
    for week in range(9):
        first = begins - pd.Timedelta(weeks=week)
        last = first + pd.Timedelta(hours=hours)
        came = people[(clock >= first) & (clock < last)]
        is_tagged = (came[TAGS[:3]] == list(tags)).all(axis=1)
        by_person = came.assign(is_tagged=is_tagged, is_other=came["channel"] != "direct").groupby(["day", "visitor"])
        stays = reservations["merged_into_id"].isna() & (reserved >= first) & (reserved < last)
        has_begun = bool(_berlin_clock(visits["at"]).min() <= first)
        found.append(
            (
                week,
                has_begun,
                by_person.ngroups,
                int(by_person["is_tagged"].any().sum()),
                int((~by_person["is_other"].any()).sum()) if by_person.ngroups else 0,
                int(stays.sum()),
            )
        )
    return found


def _berlin_clock(moments: "pd.Series[Any]") -> "pd.Series[Any]":
    """Local times without a zone. An hour that comes twice is not told apart: no window here ends in it."""
    utc = moments.dt.tz_localize("UTC") if moments.dt.tz is None else moments
    return utc.dt.tz_convert("Europe/Berlin").dt.tz_localize(None)
