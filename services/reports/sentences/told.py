"""Sentences on how households say they heard of us."""

from collections.abc import Mapping
from typing import Final

from analytics.reporting import TableResult, Tables
from services.core.german import number
from services.reports.sentences.words import counted, cut, is_cut, percent, tied

NOBODY_ASKED: Final = "Im Zeitraum wurde niemand gefragt. Die Frage kommt erst nach einer Reservierung."
NOBODY_ANSWERED: Final = "Im Zeitraum hat noch niemand geantwortet."
_MERGED: Final = "Weitere Antworten"
_AS_MANY: Final = ("ebenso oft eine weitere Antwort", "ebenso oft {} weitere Antworten")


def sentences(tables: Tables) -> Mapping[str, str]:
    """How many answered, what most said, and where said and measured differ most."""
    words = {"totals": _totals, "answers": _answers, "cells": _cells}
    return {
        name: cut(tables[name]) if is_cut(tables[name]) else tell(tables[name])
        for name, tell in words.items()
        if name in tables
    }


def _totals(table: TableResult) -> str:
    [row] = table.rows
    if not row["asked"]:
        return NOBODY_ASKED
    asked = counted(row["asked"], "einem gefragten Haushalt", "gefragten Haushalten")
    if not row["answered"]:
        return f"Von {asked} hat noch keiner geantwortet."
    verb = "hat" if row["answered"] == 1 else "haben"
    return f"Von {asked} {verb} {number(row['answered'])} geantwortet ({percent(row['response_ppm'])})."


def _answers(table: TableResult) -> str:
    shown = [row for row in table.rows if row["share_ppm"] is not None]
    shown = [row for row in shown if row["told"] != _MERGED] or shown
    if not shown:
        return NOBODY_ANSWERED
    first = max(shown, key=lambda row: (row["answers"], row["told"]))
    words = f"Am häufigsten sagten Haushalte „{first['told']}“: {number(first['answers'])} von {number(_named(table))}"
    words += tied((row["answers"] for row in shown), first["answers"], *_AS_MANY)
    return f"{words}."


def _named(table: TableResult) -> int:
    return sum(row["answers"] for row in table.rows if row["share_ppm"] is not None)


def _cells(table: TableResult) -> str:
    if not table.rows:
        return NOBODY_ANSWERED
    direct = [row for row in table.rows if row["measured"] == "Direkt" and row["told"] != "Weiß ich nicht mehr"]
    if not direct:
        return "Jede Antwort stammt von einem Haushalt, dessen Herkunft auch gemessen ist."
    most = max(direct, key=lambda row: (row["answers"], row["told"]))
    total = sum(row["answers"] for row in direct)
    one = "Ein Haushalt kam für die Messung direkt und sagte"
    many = f"{number(total)} Haushalte kamen für die Messung direkt und nannten doch eine Herkunft, am häufigsten"
    return f"{one if total == 1 else many} „{most['told']}“" + (f" ({number(most['answers'])})." if total > 1 else ".")
