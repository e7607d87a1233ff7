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
    rows = table.rows
    if not rows:
        return "Wie lange es dauert, ist nicht bekannt: Zu keiner Reservierung gibt es einen Kontakt davor."
    half = min(row["days"] for row in rows if row["share_so_far"] >= 500_000)
    slow = min(row["days"] for row in rows if row["share_so_far"] >= 900_000)
    return f"Die Hälfte reservierte {_within(half)}, neun von zehn {_within(slow)}."


def _within(days: int) -> str:
    if days == 0:
        return "am Tag des ersten Kontakts"
    return "spätestens am Tag danach" if days == 1 else f"innerhalb von {number(days)} Tagen"
