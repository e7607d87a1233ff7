"""Sentences of the overview."""

from collections.abc import Mapping
from typing import Any, Final

from analytics.reporting import Tables
from services.core.german import number, numeric_day
from services.reports.sentences.words import change, counted, cut, euros, is_cut, labelled, named, percent, tied
from services.reports.verdicts import BY_CHANCE, are_apart, may_be_chance, of_count

NO_VISITS = "In diesem Zeitraum gab es keine Besuche."
_AS_MANY_CAME: Final = ("ebenso viele an einem weiteren Tag", "ebenso viele an {} weiteren Tagen")
_AS_MANY_RESERVED: Final = ("ebenso viele ein weiterer Tag", "ebenso viele {} weitere Tage")


def sentences(tables: Tables) -> Mapping[str, str]:
    """A sentence for the whole period, and one for its days."""
    told = {}
    if "totals" in tables:
        told["totals"] = _totals(tables["totals"].rows[0])
    if "changes" in tables:
        told["changes"] = _changes(labelled(tables["changes"]))
    if "days" in tables:
        days = tables["days"]
        told["days"] = cut(days) if is_cut(days) else _days(days.rows)
    return told


def _totals(row: dict[str, int]) -> str:
    visitors, reservations = row["visitors"], row["reservations"]
    if not visitors and not reservations:
        return NO_VISITS + _spent(row["cost_cents"])
    came = "kam ein Besucher" if visitors == 1 else f"kamen {counted(visitors, '', 'Besucher')}"
    reserved = counted(reservations, "eine Reservierung", "Reservierungen")
    entered = "entstand" if reservations == 1 else "entstanden"
    words = f"Im Zeitraum {came}{change(visitors, row['visitors_before'])}; es {entered} {reserved}"
    words += change(reservations, row["reservations_before"])
    if reservations and row["quote"] is not None and reservations <= visitors:
        words += f" (Quote {percent(row['quote'])})"
    if _may_be_chance(reservations, row["reservations_before"]):
        words += f". Der Unterschied an Reservierungen {BY_CHANCE}"
    if row["cost_per_reservation"] is not None and row["cost_cents"]:
        each = euros(row["cost_per_reservation"])
        return f"{words}. Auf alle Reservierungen verteilt, auch auf die ohne Kampagne, kostete jede {each}."
    return f"{words}.{_spent(row['cost_cents'])}"


def _changes(rows: list[dict[str, Any]]) -> str:
    """Where the number of reservations moved most, with the visitors and the quote that belong to it."""
    known = [row for row in rows if row["reservations_before"] is not None]
    if not known:
        return "Vom Zeitraum davor ist nichts bekannt, oder es ist kein Vergleich gewählt."
    most = max(known, key=lambda row: abs(row["reservations"] - row["reservations_before"]))
    now, before = most["reservations"], most["reservations_before"]
    if now == before:
        return "Bei keiner Herkunft änderte sich die Zahl der Reservierungen."
    came = f"{number(most['visitors'])} statt {number(most['visitors_before'])} Besuchern"
    words = f"Am meisten änderte es sich {named(most)}: {number(now)} statt {number(before)} Reservierungen, aus {came}"
    return f"{words}. Das {BY_CHANCE}." if _may_be_chance(now, before) else f"{words}."


def _may_be_chance(now: int, before: int | None) -> bool:
    return before not in (None, now) and not are_apart(of_count(now), of_count(before or 0))


def _spent(cost_cents: int | None) -> str:
    return f" Ausgegeben wurden {euros(cost_cents)}." if cost_cents else ""


def _days(rows: list[dict[str, Any]]) -> str:
    if not any(row["visitors"] or row["reservations"] for row in rows):
        return NO_VISITS
    most = max(rows, key=lambda row: row["visitors"])
    if not most["visitors"]:
        reserved = counted(sum(row["reservations"] for row in rows), "eine Reservierung", "Reservierungen")
        return f"Besuche sind nicht gezählt. Reservierungen im Zeitraum: {reserved}."
    words = f"Die meisten Besucher kamen am {numeric_day(most['day'])}: {number(most['visitors'])}"
    words += tied((row["visitors"] for row in rows), most["visitors"], *_AS_MANY_CAME)
    words += f".{may_be_chance(row['visitors'] for row in rows)}"
    best = max(rows, key=lambda row: row["reservations"])
    if not best["reservations"]:
        return f"{words} Reserviert hat an keinem Tag jemand."
    reserved = counted(best["reservations"], "einer Reservierung", "Reservierungen")
    others = tied((row["reservations"] for row in rows), best["reservations"], *_AS_MANY_RESERVED)
    chance = may_be_chance(row["reservations"] for row in rows)
    return f"{words} Die meisten Reservierungen brachte der {numeric_day(best['day'])} mit {reserved}{others}.{chance}"
