"""Sentences on the outcome of reservations, and on those too recent to judge."""

from collections.abc import Mapping
from typing import Any

from analytics.reporting import Tables
from services.core.german import number
from services.reports.sentences.models import NONE
from services.reports.sentences.words import are_apart, counted, cut, is_cut, origin, percent


def sentences(tables: Tables) -> Mapping[str, str]:
    """The best and the worst of those that can be judged, and how many cannot."""
    words = {"campaigns": _campaigns, "cohorts": _cohorts}
    return {
        name: cut(tables[name]) if is_cut(tables[name]) else tell(tables[name].rows)
        for name, tell in words.items()
        if name in tables
    }


def _campaigns(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return NONE
    days = rows[0]["ripe_days"]
    judged = [row for row in rows if row["verdict"] == "beurteilbar"]
    if not judged:
        return (
            f"Beurteilen lässt sich noch nichts: Reservierungen müssen {number(days)} Tage alt sein, also so alt, wie "
            "neun von zehn Verträgen brauchen, mindestens aber 42 Tage."
        )
    words = _compared(judged)
    young = sum(row["verdict"] == "zu jung" for row in rows)
    if not young:
        return f"{words}."
    return f"{words}. Noch zu jung für ein Urteil: {counted(young, 'eine Herkunft', 'Herkünfte')}."


def _compared(judged: list[dict[str, Any]]) -> str:
    """The best and the worst, where chance cannot have made the difference."""
    best = max(judged, key=lambda row: row["contracted_share"])
    worst = min(judged, key=lambda row: row["contracted_share"])
    if len(judged) == 1:
        return f"Beurteilen lässt sich nur {_with_share(best)}"
    if are_apart(_counts(best), _counts(worst)):
        return (
            f"Am häufigsten wurden Verträge aus Reservierungen über {_with_share(best)}, am seltensten über "
            f"{_with_share(worst)}"
        )
    signed, made = (sum(row[name] for row in judged) for name in ("contracted", "reservations"))
    return (
        f"{percent(signed * 1_000_000 // made)} der Reservierungen, die sich beurteilen lassen, wurden Verträge "
        f"({number(signed)} von {number(made)}). Was die Herkünfte unterscheidet, kann Zufall sein"
    )


def _with_share(row: dict[str, Any]) -> str:
    signed, made = _counts(row)
    return f"{origin(row)}: {percent(row['contracted_share'])} ({number(signed)} von {number(made)})"


def _counts(row: dict[str, Any]) -> tuple[int, int]:
    return row["contracted"], row["reservations"]


def _cohorts(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "Noch ist keine Woche lange genug her, um etwas über sie zu sagen."
    after = [row for row in rows if row["weeks_since"] == 8] or rows
    weeks = max(row["weeks_since"] for row in after)
    reached = [row for row in after if row["weeks_since"] == weeks]
    reservations = sum(row["reservations"] for row in reached)
    signed = sum(row["contracted"] for row in reached)
    if not reservations:
        return NONE
    share = percent(signed * 1_000_000 // reservations)
    when = "Innerhalb der ersten sieben Tage" if weeks == 0 else f"{number(weeks)} Wochen nach der Reservierung"
    return f"{when} hatten {share} einen Vertrag ({number(signed)} von {number(reservations)})."
