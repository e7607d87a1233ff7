"""Sentences of the funnel from the first visit to the contract."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from analytics.reporting import Tables
from services.core.german import number
from services.reports.sentences.overview import NO_VISITS
from services.reports.sentences.words import STEPS, are_apart, counted, origin, percent, tied

_TELLING: Final = 20
"""Below this number no share is stated: a single case would reverse it. The console uses the same limit."""

_AS_MANY: Final = ("ebenso viele über eine weitere Herkunft", "ebenso viele über {} weitere Herkünfte")


def sentences(tables: Tables) -> Mapping[str, str]:
    """The step with the largest loss, and the origin with the highest conversion to a reservation."""
    told = {}
    if "steps" in tables:
        told["steps"] = _steps(tables["steps"].rows)
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
    before, worst = max(telling, key=lambda pair: Fraction(pair[1]["lost"], pair[0]["amount"]))
    share = percent(worst["lost"] * 1_000_000 // before["amount"])
    return (
        f"{words} Der größte Anteil geht zwischen „{STEPS[before['step']]}“ und „{STEPS[worst['step']]}“ verloren: "
        f"{share} ({number(worst['lost'])} von {number(before['amount'])})."
    )


def _origins(rows: list[dict[str, Any]]) -> str:
    reserved = [row for row in rows if row["reservation"]]
    if not reserved:
        return "Reserviert hat in diesem Zeitraum niemand." if any(row["landing"] for row in rows) else NO_VISITS
    most = max(reserved, key=lambda row: row["reservation"])
    brought = counted(most["reservation"], "eine Reservierung", "Reservierungen")
    others = tied((row["reservation"] for row in reserved), most["reservation"], *_AS_MANY)
    words = f"Die meisten Reservierungen kamen über {origin(most)}: {brought}{others}."
    # A rate over few visits is not reliable.
    frequent = [row for row in reserved if row["landing"] >= 100 and row["quote"] is not None]
    if len(frequent) < 2:
        return words
    ordered = sorted(frequent, key=_counts_share, reverse=True)
    best = ordered[0]
    if not all(are_apart(_counts(best), _counts(other)) for other in ordered[1:]):
        return f"{words} Welche Herkunft die beste Quote hat, ist bei so wenigen Reservierungen nicht zu sagen."
    rate, visits = percent(best["quote"]), number(best["landing"])
    return f"{words} Am besten ist die Quote über {origin(best)}: {rate} ({number(best['reservation'])} von {visits})."


def _counts(row: dict[str, Any]) -> tuple[int, int]:
    return row["reservation"], row["landing"]


def _counts_share(row: dict[str, Any]) -> Fraction:
    return Fraction(*_counts(row))
