"""Over which stations and how fast people came to a reservation."""

from collections.abc import Mapping

from analytics.reporting import TableResult, Tables
from services.reports.sentences.models import NONE
from services.reports.sentences.words import counted, cut, is_cut, number, percent


def sentences(tables: Tables) -> Mapping[str, str]:
    """The most frequent path, how many touches it takes, and how long half of them took."""
    words = {"paths": _paths, "lengths": _lengths, "durations": _durations}
    return {name: tell(tables[name]) for name, tell in words.items() if name in tables}


def _paths(table: TableResult) -> str:
    rows = table.rows
    if not rows:
        return NONE
    most = max(rows, key=lambda row: row["reservations"])
    brought = counted(most["reservations"], "eine Reservierung", "Reservierungen")
    words = f"Der häufigste Weg ist „{most['path']}“ ({brought})."
    if is_cut(table):
        return f"{words} {cut(table)}"
    longer = sum(row["reservations"] for row in rows if row["origins"] > 1)
    came = "kam" if longer == 1 else "kamen"
    return f"{words} Über mehr als eine Station {came} {counted(longer, 'eine Reservierung', 'Reservierungen')}."


def _lengths(table: TableResult) -> str:
    rows = table.rows
    if not rows:
        return NONE
    whole = sum(row["reservations"] for row in rows)
    single = sum(row["reservations"] for row in rows if row["touches"] == 1)
    unknown = sum(row["reservations"] for row in rows if row["touches"] == 0)
    words = f"Mit einem einzigen Kontakt kamen {percent(single * 1_000_000 // whole)} der Reservierungen aus"
    return f"{words}; bei {number(unknown)} gab es im Rückblick keinen." if unknown else f"{words}."


def _durations(table: TableResult) -> str:
    """Only what is known for more than one day says how long it took: without consent nobody is recognised later."""
    rows = table.rows
    whole = sum(row["reservations"] for row in rows)
    if not any(row["days"] is not None for row in rows):
        return "Wie lange es dauert, ist nicht bekannt: Zu keiner Reservierung gibt es einen Kontakt davor."
    remembered = [row for row in rows if row["days"]]
    known = sum(row["reservations"] for row in remembered)
    if not known:
        return "Wie lange es dauert, ist nicht bekannt: Zu jeder Reservierung kennen wir nur den Tag selbst."
    half = min(row["days"] for row in remembered if row["share_so_far"] >= 500_000)
    slow = min(row["days"] for row in remembered if row["share_so_far"] >= 900_000)
    of = f"Bei {number(known)} von {counted(whole, 'einer Reservierung', 'Reservierungen')}"
    return (
        f"{of} kennen wir einen früheren Tag: Von diesen reservierte die Hälfte {_within(half)}, neun von zehn "
        f"{_within(slow)}. Bei den übrigen ist nur der Tag der Reservierung bekannt."
    )


def _within(days: int) -> str:
    return "spätestens am Tag danach" if days == 1 else f"innerhalb von {number(days)} Tagen"
