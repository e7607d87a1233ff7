"""Sentences of the credit scenarios."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Final

from analytics.reporting import Tables
from services.core.money import format_decimal, format_eur
from services.offer import PACKAGES
from services.reports.sentences.words import MONTHS, bound

Rows = Sequence[Mapping[str, Any]]
_NOBODY: Final = "Zu dieser Auswahl hält keine Reservierung einen Platz; deshalb gibt es hier nichts zu rechnen."
_NOBODY_BOUND: Final = "Noch ist zu dieser Auswahl kein Anteil vertraglich gebunden, also auch keine Mindestgutschrift."
_NO_PROFIT: Final = (
    "Bitte geben Sie an, was der Park an einer kWh verdient: Erst dann lässt sich sagen, was ihn die Mindestgutschrift "
    "kostet."
)
_UNBOUND: Final = " Gerechnet ist mit allen Reservierungen, auch mit denen ohne Vertrag."
_SUMS: Final = {"scenarios", "months"}
"""Tables whose sentences give totals."""
_REALISTIC: Final = "Realistisch"
_PLAN_WORDS: Final = {"one-off": "mit Einmalzahlung", "24m": "in 24 Raten", "48m": "in 48 Raten"}


def sentences(tables: Tables) -> dict[str, str]:
    """One sentence for each table present. Totals of a park are marked if not all of its reservations are bound."""
    told = {name: _WORDS[name](table.rows) for name, table in tables.items() if name in _WORDS}
    if "totals" in tables and (one := tables["totals"].rows[0])["contracted"] < one["reservations"]:
        told |= {name: told[name] + _UNBOUND for name in _SUMS & told.keys() if tables[name].rows}
    return told


def _totals(rows: Rows) -> str:
    one = rows[0]
    if not one["reservations"]:
        return _NOBODY
    hold = "Reservierung hält ihren Platz mit" if one["reservations"] == 1 else "Reservierungen halten ihren Platz mit"
    return (
        f"{_number(one['reservations'])} {hold} zusammen {_number(one['annual_kwh'])}\u00a0kWh im Jahr, "
        f"{bound(one['reservations'], one['contracted'], one['contracted_kwh'])}; gerechnet wird von "
        f"{_month(one['first_month'])} bis {_month(one['last_month'])}, {_ageing(one['ageing_ppm'])}."
    )


def _ageing(ppm: int) -> str:
    if not ppm:
        return "wie im Angebot ohne Alterung der Module"
    percent = format_decimal(Decimal(ppm) / 10_000, 2).rstrip("0").rstrip(",")
    return f"mit {percent}\u00a0% Alterung der Module im Jahr"


def _scenarios(rows: Rows) -> str:
    low, high = min(rows, key=_rate), max(rows, key=_rate)
    if not low["kwh"]:
        return _NOBODY
    return (
        f"Bei {_cent(low['paid_milli_ct'])} bekommen die Haushalte im ersten Jahr zusammen "
        f"{_euros(low['first_year_cents'])}, bei {_cent(high['paid_milli_ct'])} {_euros(high['first_year_cents'])}. "
        f"{_half_covered(low['covered_median'], high['covered_median'])}"
    )


def _half_covered(low: int | None, high: int | None) -> str:
    """When half of the households have back all that they pay, at the lowest and at the highest rate."""
    half, what = "hat die Hälfte der Haushalte", "zurück, was sie insgesamt zahlt"
    if high is None:
        return f"In der gerechneten Zeit {half} bei keinem der Sätze {what}."
    if low is None:
        return f"Beim höheren Satz {half} nach {_years(high)} {what}, beim niedrigeren in der gerechneten Zeit nicht."
    return f"Beim niedrigeren Satz {half} nach {_years(low)} {what}, beim höheren schon nach {_years(high)}."


def _rate(row: Mapping[str, Any]) -> int:
    return int(row["rate_milli_ct"])


def _months(rows: Rows) -> str:
    chosen = [row for row in rows if row["scenario"] == _REALISTIC]
    if not chosen:
        return _NOBODY
    most, least = (pick(chosen[:12], key=lambda row: row["credit_cents"]) for pick in (max, min))
    season = (
        f"Beim realistischen Satz bringt der {MONTHS[most['month'].month - 1]} im ersten Jahr "
        f"{_euros(most['credit_cents'])}, der {MONTHS[least['month'].month - 1]} {_euros(least['credit_cents'])}"
    )
    turned = next((row["month"] for row in chosen if row["net_so_far_cents"] < 0), None)
    if turned is None:
        return f"{season}; in der gerechneten Zeit bleibt die Summe der Gutschriften unter dem Gezahlten."
    return f"{season}; ab {_month(turned)} sind mehr Gutschriften ausgezahlt, als die Haushalte gezahlt haben."


def _packages(rows: Rows) -> str:
    chosen = [row for row in rows if row["scenario"] == _REALISTIC]
    if not chosen:
        return _NOBODY
    most = max(chosen, key=lambda row: row["credit_cents"])
    return (
        f"Am meisten Gutschriften bekommt {_package(most['package'])} {_plan(most['plan'])}: beim realistischen Satz "
        f"{_euros(most['credit_cents'])} in der gerechneten Zeit, bei {_counted(most['reservations'])}."
    )


def _gap(rows: Rows) -> str:
    if not rows:
        return _NO_PROFIT
    first, last = rows[0], rows[-1]
    if not first["kwh"]:
        return _NOBODY_BOUND
    if not any(row["gap_cents"] for row in rows):
        return "Der angegebene Gewinn reicht in jedem Jahr für die Mindestgutschrift; es entsteht keine Garantielücke."
    if len(rows) == 1:
        return f"Dem Gewinn fehlen zur Mindestgutschrift {_euros(first['gap_cents'])} im Jahr."
    if first["gap_cents"] == last["gap_cents"]:
        return f"Dem Gewinn fehlen zur Mindestgutschrift in jedem Jahr {_euros(first['gap_cents'])}."
    return (
        f"Dem Gewinn fehlen zur Mindestgutschrift im ersten Jahr {_euros(first['gap_cents'])} und im letzten "
        f"{_euros(last['gap_cents'])}."
    )


def _gap_curve(rows: Rows) -> str:
    if not rows:
        return _NO_PROFIT
    if not rows[0]["gap_cents"]:
        return _NOBODY_BOUND
    given = next(row for row in rows if row["is_given"])
    free = next((row["profit_milli_ct"] for row in rows if not row["gap_cents"]), None)
    enough = "." if free is None else f"; ab {_cent(free)} kostet sie nichts."
    if not given["gap_cents"]:
        return (
            f"Bei {_cent(given['profit_milli_ct'])} Gewinn je kWh kostet die Mindestgutschrift den Park nichts{enough}"
        )
    return (
        f"Bei {_cent(given['profit_milli_ct'])} Gewinn je kWh kostet die Mindestgutschrift den Park "
        f"{_euros(given['gap_cents'])} in der gerechneten Zeit{enough}"
    )


def _tornado(rows: Rows) -> str:
    most = max(rows, key=lambda row: row["range_cents"])
    if not most["base_cents"]:
        return _NOBODY
    return (
        f"Am meisten hängt an der Annahme „{most['factor']}“: Zwischen {_value(most['low_label'])} und "
        f"{_value(most['high_label'])} liegen {_euros(most['range_cents'])}."
    )


def _households(rows: Rows) -> str:
    size = 2000 if any(row["package"] == 2000 for row in rows) else rows[0]["package"]
    year = [row for row in rows if row["package"] == size and row["year"] == 1]
    cents = [row["conservative_cents"] for row in year]
    most, least = year[cents.index(max(cents))], year[cents.index(min(cents))]
    return (
        f"Ein Haushalt mit {_package(size)} bekommt bei 5 Cent im ersten Jahr {format_eur(sum(cents))}, im "
        f"{MONTHS[most['month'].month - 1]} {format_eur(max(cents))} und im {MONTHS[least['month'].month - 1]} "
        f"{format_eur(min(cents))}; zwölf Abrechnungen ergeben genau die Gutschrift des Jahres."
    )


_WORDS: Final[Mapping[str, Callable[[Rows], str]]] = {
    "totals": _totals,
    "scenarios": _scenarios,
    "months": _months,
    "packages": _packages,
    "gap": _gap,
    "gap_curve": _gap_curve,
    "tornado": _tornado,
    "households": _households,
}


def _number(value: int) -> str:
    return format_decimal(Decimal(value), 0)


def _euros(cents: int) -> str:
    return f"{format_decimal(Decimal(cents) / 100, 0)}\u00a0€"


def _tenths(value: int) -> str:
    return format_decimal(Decimal(value) / 10, 1)


def _years(tenths: int) -> str:
    return f"{_tenths(tenths)}\u00a0Jahren"


def _cent(milli_ct: int) -> str:
    return f"{format_decimal(Decimal(milli_ct) / 1000, 1 if milli_ct % 1000 else 0)}\u00a0Cent"


def _month(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.year}"


def _counted(reservations: int) -> str:
    return "einer Reservierung" if reservations == 1 else f"{_number(reservations)} Reservierungen"


def _package(annual_kwh: int) -> str:
    package = PACKAGES.get(annual_kwh)
    return package.name if package else f"{_number(annual_kwh)}\u00a0kWh"


def _plan(plan: str) -> str:
    return _PLAN_WORDS.get(plan, plan)


def _value(label: str) -> str:
    return "keiner" if label == "keine" else label
