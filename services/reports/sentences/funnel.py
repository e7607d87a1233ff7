"""Sentences of the funnel from the first visit to the contract."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from analytics.reporting import Tables
from services.core.german import number
from services.reports.labels import WORDS
from services.reports.sentences.overview import NO_VISITS
from services.reports.sentences.words import STEPS, counted, origin, percent, tied
from services.reports.verdicts import BY_CHANCE, are_apart, first_apart, may_be_chance, of_share

_TELLING: Final = 20
"""Below this number no share is stated: a single case would reverse it. The console uses the same limit."""
_FREQUENT: Final = 100
"""Visits from which on a page on a device, or an origin, is judged by its rate."""
_NAMED: Final = 3

_AS_MANY: Final = ("ebenso viele über eine weitere Herkunft", "ebenso viele über {} weitere Herkünfte")


def sentences(tables: Tables) -> Mapping[str, str]:
    """The step with the largest loss, the pages and devices where few begin, and the origin with the best rate."""
    told = {}
    if "steps" in tables:
        told["steps"] = _steps(tables["steps"].rows)
    if "cells" in tables:
        told["cells"] = _cells(tables["cells"].rows)
    if "origins" in tables:
        told["origins"] = _origins(tables["origins"].rows)
    return told


def _steps(rows: list[dict[str, Any]]) -> str:
    amounts = {row["step"]: row["amount"] for row in rows}
    if not any(amounts.values()):
        return NO_VISITS
    began = counted(amounts["landing"], "einem Besuch", "Besuchen")
    reserved = counted(amounts["reservation"], "eine Reservierung", "Reservierungen")
    signed = counted(amounts["contracted"], "ein Vertrag", "Verträge")
    words = f"Aus {began} wurden {reserved} und daraus bis heute {signed}." if amounts["landing"] else (
        f"Besuche sind nicht gezählt; es gab {reserved} und daraus bis heute {signed}."
    )  # fmt: skip
    if amounts["reservation"] > amounts["thank_you"] and amounts["landing"]:
        words += " Besuche und Reservierungen werden verschieden gezählt und müssen nicht gleich sein."
    if amounts["reservation"] > amounts["contracted"]:
        words += " Ein Vertrag folgt sechs bis acht Wochen nach der Reservierung; jüngere können noch keinen haben."
    losing = [(before, row) for before, row in pairwise(rows) if row["lost"]]
    # Nearly everyone drops out between visit and form on any site, and those who reserved are not lost but waiting:
    # only the steps of the form can be improved.
    inside = [pair for pair in losing if pair[1]["step"] in ("step_2", "step_3", "step_4", "thank_you")]
    if not inside:
        return words
    # The worst step is found by share, not by number, since late steps have few people; too few give no reliable share.
    telling = [pair for pair in inside if pair[0]["amount"] >= _TELLING] or inside
    ordered = sorted(telling, key=lambda pair: Fraction(pair[1]["lost"], pair[0]["amount"]), reverse=True)
    before, worst = ordered[0]
    is_worst = first_apart(ordered, lambda pair: of_share(pair[1]["lost"], pair[0]["amount"])) is not None
    chance = "" if is_worst else f" Dass der Anteil dort am größten ist, {BY_CHANCE}."
    share = percent(worst["lost"] * 1_000_000 // before["amount"])
    return (
        f"{words} Der größte Anteil geht zwischen „{STEPS[before['step']]}“ und „{STEPS[worst['step']]}“ verloren: "
        f"{share} ({number(worst['lost'])} von {number(before['amount'])}).{chance}"
    )


def _cells(rows: list[dict[str, Any]]) -> str:
    """Up to three cells that differ from all others beyond chance: those that lack most beginnings against them."""
    visits, begun = sum(row["landing"] for row in rows), sum(row["form_started"] for row in rows)
    if not visits:
        return NO_VISITS
    told = f"Das Formular begannen {number(begun)} von {number(visits)} Besuchen ({_share(begun, visits)})."
    found = []
    for row in rows:
        part, whole = row["form_started"], row["landing"]
        rest = begun - part, visits - whole
        missing = Fraction(rest[0] * whole, rest[1]) - part if rest[1] else Fraction(0)
        if whole >= _FREQUENT and missing > 0 and are_apart(of_share(part, whole), of_share(*rest)):
            found.append((missing, row))
    if not found:
        return (
            f"{told} Keine Zielseite fällt auf einem Gerät über den Zufall hinaus ab, soweit sie mindestens "
            f"{_FREQUENT} Besuche hatte."
        )
    worst = sorted(found, key=lambda one: (-one[0], one[1]["landing_path"], one[1]["device"]))[:_NAMED]
    return f"{told} Über den Zufall hinaus seltener als sonst: {'; '.join(_cell(row) for _, row in worst)}."


def _cell(row: dict[str, Any]) -> str:
    part, whole = row["form_started"], row["landing"]
    low, high = (percent(round(limit * 1_000_000)) for limit in of_share(part, whole))
    page, device = row["landing_path"] or "ohne Zielseite", WORDS["device"][row["device"]]
    return f"{page} ({device}) {_share(part, whole)} von {number(whole)} Besuchen, zwischen {low} und {high}"


def _share(part: int, whole: int) -> str:
    return percent(part * 1_000_000 // whole)


def _origins(rows: list[dict[str, Any]]) -> str:
    reserved = [row for row in rows if row["reservation"]]
    if not reserved:
        return "Reserviert hat in diesem Zeitraum niemand." if any(row["landing"] for row in rows) else NO_VISITS
    most = max(reserved, key=lambda row: row["reservation"])
    brought = counted(most["reservation"], "eine Reservierung", "Reservierungen")
    others = tied((row["reservation"] for row in reserved), most["reservation"], *_AS_MANY)
    chance = may_be_chance(row["reservation"] for row in rows)
    words = f"Die meisten Reservierungen kamen über {origin(most)}: {brought}{others}.{chance}"
    # A rate over few visits is not reliable.
    frequent = [row for row in reserved if row["landing"] >= _FREQUENT and row["quote"] is not None]
    if len(frequent) < 2:
        return words
    ordered = sorted(frequent, key=lambda row: Fraction(*_counts(row)), reverse=True)
    best = first_apart(ordered, lambda row: of_share(*_counts(row)))
    if best is None:
        return f"{words} Dass eine Herkunft eine bessere Quote hat als die anderen, {BY_CHANCE}."
    rate, visits = percent(best["quote"]), number(best["landing"])
    return f"{words} Am besten ist die Quote über {origin(best)}: {rate} ({number(best['reservation'])} von {visits})."


def _counts(row: dict[str, Any]) -> tuple[int, int]:
    return row["reservation"], row["landing"]
