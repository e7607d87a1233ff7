"""Sentences of the comparison of the six attribution models."""

from collections.abc import Mapping
from typing import Any

from analytics.reporting import Tables
from services.core.german import number
from services.reports.sentences.words import MODELS, counted, not_remembered, origin, pieces

NONE = "In diesem Zeitraum gab es keine Reservierungen."


def sentences(tables: Tables) -> Mapping[str, str]:
    """The origin that depends most on the model, and that nothing is lost or counted twice."""
    told: dict[str, str] = {}
    if "origins" in tables:
        told["origins"] = _origins(tables["origins"].rows)
    for name, unit in (("contracts", "Verträge"), ("kwh", "kWh im Jahr"), ("money", "Euro")):
        if name in tables:
            told[name] = _measure(tables[name].rows, unit, 100_000_000 if name == "money" else 1_000_000)
    told = {name: words + _known_over_visits(tables) for name, words in told.items()}
    if "totals" in tables:
        told["totals"] = _totals(tables["totals"].rows)
    return told


def _origins(rows: list[dict[str, Any]]) -> str:
    credited = [row for row in rows if row["most_ppm"]]
    if not credited:
        return NONE
    widest = max(credited, key=lambda row: row["most_ppm"] - row["fewest_ppm"])
    if widest["most_ppm"] == widest["fewest_ppm"]:
        return "Alle sechs Modelle kommen zum selben Ergebnis: Es ist gleich, wie man zählt."
    words = (
        f"Am meisten hängt vom Modell ab, was über {origin(widest)} kam: "
        f"von {pieces(widest['fewest_ppm'])} („{MODELS[widest['fewest_by']]}“) bis {pieces(widest['most_ppm'])} "
        f"Reservierungen („{MODELS[widest['most_by']]}“)."
    )
    campaigns = [row for row in credited if row["channel"] == "campaign"]
    gains = max(campaigns, key=lambda row: row["would_gain_ppm"], default=None)
    loses = max(campaigns, key=lambda row: row["would_lose_ppm"], default=None)
    if gains and gains["would_gain_ppm"]:
        words += f" Mit einem anderen Modell gewänne {origin(gains)} am meisten"
        words += f", {origin(loses)} verlöre am meisten." if loses and loses["would_lose_ppm"] else "."
    return words


def _measure(rows: list[dict[str, Any]], unit: str, parts: int) -> str:
    if not rows:
        return "Aus den Reservierungen dieses Zeitraums wurde noch kein Vertrag."
    widest = max(rows, key=lambda row: row["most_ppm"] - row["fewest_ppm"])
    if widest["most_ppm"] == widest["fewest_ppm"]:
        return "Alle sechs Modelle kommen zum selben Ergebnis: Es ist gleich, wie man zählt."
    fewest, most = (number(round(widest[name] / parts)) for name in ("fewest_ppm", "most_ppm"))
    return f"Am meisten hängt vom Modell ab, was über {origin(widest)} kam: {fewest} bis {most} {unit}."


def _known_over_visits(tables: Tables) -> str:
    """Models differ only in touches over several visits: how many reservations can have any."""
    rows = tables["totals"].rows if "totals" in tables else []
    if not rows or not rows[0]["reservations"]:
        return ""
    whole, remembered, one_visit = (rows[0][name] for name in ("reservations", "remembered", "one_visit"))
    others = not_remembered(one_visit, whole - remembered - one_visit)
    if not remembered:
        return f" Frühere Besuche durften wir uns bei keiner der {number(whole)} Reservierungen merken.{others}"
    return (
        f" Frühere Besuche durften wir uns nur bei {number(remembered)} von {number(whole)} Reservierungen merken; "
        f"nur dort können sich die Modelle über mehrere Besuche unterscheiden.{others}"
    )


def _totals(rows: list[dict[str, Any]]) -> str:
    if not rows or not rows[0]["reservations"]:
        return NONE
    whole = counted(rows[0]["reservations"], "eine Reservierung", "Reservierungen")
    left_out = " Was der Filter weglässt, ist mitgezählt." if any(row["left_out_ppm"] for row in rows) else ""
    return f"Jedes Modell verteilt genau {whole}: keine geht verloren, keine zählt doppelt.{left_out}"
