"""Sentences of the park capacity report."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from analytics.reporting import Tables
from services.core.german import counted, number, numeric_day
from services.offer import OFFER
from services.parks.fullness import spots_words
from services.reports.sentences.words import bound, percent, pieces, tied
from services.reports.verdicts import may_be_chance

NO_RESERVATIONS: Final = "In den zwölf Monaten bis zum Ende des Zeitraums hat niemand reserviert."
EMPTY: Final = "Noch ist kein Platz reserviert."
_NAMES: Final = {package["annual_kwh"]: package["name"] for package in OFFER["packages"]}
_PLANS: Final = {plan["id"]: plan["name"] for plan in OFFER["payment_plans"]}
_AS_MANY_PACKAGES: Final = ("ebenso viele ein weiteres Paket", "ebenso viele {} weitere Pakete")
_AS_MANY_PLANS: Final = ("ebenso oft auf eine weitere Weise", "ebenso oft auf {} weitere Weisen")
Row = Mapping[str, Any]


def sentences(tables: Tables) -> Mapping[str, str]:
    """One sentence per table; the forecast table uses the forecast's own sentence."""
    rows = {name: table.rows for name, table in tables.items()}
    told: dict[str, str] = {}
    if rows.get("totals"):
        told["totals"] = _totals(rows["totals"][0])
    if "days" in rows:
        told["days"] = _days(rows["days"])
    if "forecast" in rows:
        told["forecast"] = told["course"] = _forecast(rows["forecast"][0]) if rows["forecast"] else EMPTY
    if "mix" in rows:
        told["mix"] = _mix(rows["mix"])
    if "cancellations" in rows:
        told["cancellations"] = _cancellations(rows["cancellations"])
    return told


def _totals(row: Row) -> str:
    if not row["spot_limit"] and not row["taken"]:
        return f"Am {numeric_day(row['day'])} hatte der Park keine Plätze."
    return (
        f"Stand {numeric_day(row['day'])}: {occupied_words(row)}. Die Reservierungen kommen zusammen auf "
        f"{number(row['taken_kwh'])} kWh im Jahr{_bound(row)}. Frei {_are(row['free'])}."
    )


def _bound(row: Row) -> str:
    if not row["taken"]:
        return ""
    return f", {bound(row['taken'], row['contracted'], row['contracted_kwh'])}"


def occupied_words(row: Row) -> str:
    """Occupancy of the park from a row of the totals. For past days held spots are not known."""
    held, blocked = row["held"] or 0, row["blocked"]
    beyond = max(row["taken"] + held + blocked - row["spot_limit"], 0)
    return spots_words(row["spot_limit"], row["taken"] - beyond, held, blocked, beyond)


def _days(rows: Sequence[Row]) -> str:
    if not rows:
        return "Von diesem Zeitraum ist noch kein Tag vorbei."
    came, gone, back = (sum(row[name] for row in rows) for name in ("new", "given_up", "returned"))
    if not came and not gone and not back:
        return "In diesem Zeitraum wurde kein Platz neu reserviert und keiner zurückgegeben."
    taken = "ein Platz" if came == 1 else f"{number(came)} Plätze" if came else "kein Platz"
    words = f"Im Zeitraum {'wurden' if came > 1 else 'wurde'} {taken} neu reserviert und {_of_them(gone)} zurückgegeben"
    if back:
        words += f", davon {_of_them(back)} zurückgeholt"
    return f"{words}: von {number(rows[0]['taken'])} Plätzen am Ende des ersten Tages auf {number(rows[-1]['taken'])}."


def _of_them(spots: int) -> str:
    return "einer" if spots == 1 else number(spots) if spots else "keiner"


def _forecast(row: Row) -> str:
    if not row["full_at"]:
        return "Der Park hat keine Plätze, die sich füllen könnten."
    if row["full_since"]:
        return f"Der Park ist seit dem {numeric_day(row['full_since'])} voll."
    left = "ließ sich" if row["room"] == 1 else "ließen sich"
    begin = f"Am {numeric_day(row['day'])} {left} noch {_spots(row['room'], 'Plätze')} reservieren"
    if not row["is_known_long_enough"]:
        return f"{begin}. Für eine Vorhersage braucht es acht Wochen mit Reservierungen."
    if row["net_per_week"] <= 0:
        return f"{begin}. In den letzten acht Wochen kam netto nichts dazu: Wann der Park voll ist, ist nicht absehbar."
    pace = f"netto {pieces(row['net_per_week'])} Plätzen je Woche"
    if row["measured_until"] < row["day"]:
        pace += f" (gemessen bis zum {numeric_day(row['measured_until'])}, bevor er voll war)"
    if not row["likely_day"]:
        return f"{begin}. Bei {pace} dauert es mehr als fünf Jahre, bis der Park voll ist."
    words = f"{begin}. Bei {pace} ist der Park voraussichtlich am {numeric_day(row['likely_day'])} voll"
    late = (
        f"spätestens am {numeric_day(row['late_day'])}" if row["late_day"] else "ein spätester Tag ist nicht absehbar"
    )
    return f"{words}, frühestens am {numeric_day(row['early_day'])}, {late}."


def _mix(rows: Sequence[Row]) -> str:
    taken = sum(row["taken"] for row in rows)
    if not taken:
        return EMPTY
    package, spots, packages = _most(rows, "package", _AS_MANY_PACKAGES)
    plan, bought, plans = _most(rows, "plan", _AS_MANY_PLANS)
    name = _NAMES.get(package, number(package))
    chance = next(filter(None, (may_be_chance(_sums(rows, one).values()) for one in ("package", "plan"))), "")
    return (
        f"Am häufigsten ist das Paket {name} mit {percent(_share(spots, taken))} der reservierten Plätze{packages}; "
        f"am häufigsten gezahlt wird mit {_PLANS.get(plan, plan)} ({percent(_share(bought, taken))}{plans}).{chance}"
    )


def _cancellations(rows: Sequence[Row]) -> str:
    if not rows:
        return NO_RESERVATIONS
    judged = [row for row in rows if row["is_judged"]]
    if not judged:
        return "Noch ist kein Monat alt genug: Bewertet wird, was mindestens 60 Tage her ist."
    made, gone = sum(row["reservations"] for row in judged), sum(row["given_up"] for row in judged)
    words = f"Von {number(made)} bewertbaren Reservierungen {'wurde' if gone == 1 else 'wurden'} {number(gone)} binnen "
    words += f"60 Tagen aufgegeben ({percent(_share(gone, made))})"
    young = len(rows) - len(judged)
    if not young:
        return f"{words}."
    return f"{words}; {'ein Monat ist' if young == 1 else f'{young} Monate sind'} dafür noch zu jung."


def _most(rows: Sequence[Row], name: str, others: tuple[str, str]) -> tuple[Any, int, str]:
    """The value of most spots, their number, and which others have as many."""
    sums = _sums(rows, name)
    best = max(sums, key=lambda one: (sums[one], one))
    return best, sums[best], tied(sums.values(), sums[best], *others)


def _sums(rows: Sequence[Row], name: str) -> Counter[Any]:
    sums: Counter[Any] = Counter()
    for row in rows:
        sums[row[name]] += row["taken"]
    return sums


def _share(part: int, whole: int) -> int:
    return (2 * part * 1_000_000 + whole) // (2 * whole)


def _spots(count: int, many: str) -> str:
    return counted(count, "Platz", many)


def _are(count: int) -> str:
    return "ist keiner" if not count else f"ist {number(count)}" if count == 1 else f"sind {number(count)}"
