"""Sentences of the paths to a reservation and their duration."""

from collections.abc import Mapping
from typing import Any, Final

from analytics.reporting import TableResult, Tables
from services.core.german import number
from services.reports.sentences.models import NONE
from services.reports.sentences.words import counted, cut, is_cut, not_remembered, percent, tied

_FEW = 5
"""What fewer took is not shown by itself."""
_AS_MANY: Final = ("ebenso viele auf einem weiteren Weg", "ebenso viele auf {} weiteren Wegen")


def sentences(tables: Tables) -> Mapping[str, str]:
    """The most frequent path, the number of touches, and the median duration."""
    words = {"paths": _paths, "lengths": _lengths, "durations": _durations}
    return {name: tell(tables[name]) for name, tell in words.items() if name in tables}


def _paths(table: TableResult) -> str:
    rows = table.rows
    if not rows:
        return NONE
    frequent = [row for row in rows if row["reservations"] >= _FEW and row["paths"] == 1]
    if frequent:
        most = max(frequent, key=lambda row: row["reservations"])
        brought = counted(most["reservations"], "eine Reservierung", "Reservierungen")
        others = tied((row["reservations"] for row in frequent), most["reservations"], *_AS_MANY)
        words = f"Der häufigste Weg ist „{most['path']}“ ({brought}{others})."
    else:
        words = "Kein Weg wurde fünfmal oder öfter genommen; gezeigt sind die Arten der Wege."
    if is_cut(table):
        return f"{words} {cut(table)}"
    longer = sum(row["reservations"] for row in rows if row["origins"] > 1)
    came = "kam" if longer == 1 else "kamen"
    return f"{words} Über mehr als eine Station {came} {counted(longer, 'eine Reservierung', 'Reservierungen')}."


def _lengths(table: TableResult) -> str:
    """Touches of earlier visits are known only for reservations with consent to remember the origin."""
    rows = table.rows
    if not rows:
        return NONE
    remembered, others = _parts(rows)
    if not remembered:
        return f"Über wie viele Besuche die Wege gingen, ist nicht bekannt: {_NONE_REMEMBERED}{others}"
    single = sum(row["remembered"] for row in rows if row["touches"] == 1)
    unknown = sum(row["remembered"] for row in rows if row["touches"] == 0)
    of = counted(remembered, "einer Reservierung", "Reservierungen")
    words = (
        f"Von {of}, deren Herkunft wir uns merken durften, kamen {percent(single * 1_000_000 // remembered)} mit einem "
        "einzigen Kontakt aus"
    )
    return f"{words}; bei {number(unknown)} gab es im Rückblick keinen.{others}" if unknown else f"{words}.{others}"


def _durations(table: TableResult) -> str:
    """The duration is known only with consent to remember the origin: others are not recognised on a later visit."""
    rows = table.rows
    if not any(row["days"] is not None for row in rows):
        return "Wie lange es dauert, ist nicht bekannt: Zu keiner Reservierung gibt es einen Kontakt davor."
    remembered, others = _parts(rows)
    known = [row for row in rows if row["days"] is not None and row["remembered"]]
    if not known:
        return f"Wie lange es dauert, ist nicht bekannt: {_NONE_REMEMBERED}{others}"
    half = min(row["days"] for row in known if row["share_so_far"] >= 500_000)
    slow = min(row["days"] for row in known if row["share_so_far"] >= 900_000)
    whole = counted(sum(row["reservations"] for row in rows), "einer Reservierung", "Reservierungen")
    timed = sum(row["remembered"] for row in known)
    of = "Von diesen" if timed == remembered else f"Von den {number(timed)} mit einem Kontakt davor"
    return (
        f"Bei {number(remembered)} von {whole} durften wir uns die Herkunft merken: {of} reservierte die Hälfte "
        f"{_within(half)}, neun von zehn {_within(slow)}.{others}"
    )


_NONE_REMEMBERED = "Frühere Besuche durften wir uns bei keiner Reservierung merken."


def _parts(rows: list[dict[str, Any]]) -> tuple[int, str]:
    """Number of reservations with consent to remember the origin, and the sentence about all others."""
    whole, remembered, one_visit = (
        sum(row[name] for row in rows) for name in ("reservations", "remembered", "one_visit")
    )
    return remembered, not_remembered(one_visit, whole - remembered - one_visit)


def _within(days: int) -> str:
    if days == 0:
        return "am selben Tag"
    return "spätestens am Tag danach" if days == 1 else f"innerhalb von {number(days)} Tagen"
