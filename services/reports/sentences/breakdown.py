"""Sentences of the breakdown by one field."""

from collections.abc import Mapping
from typing import Final

from analytics.reporting import TableResult, Tables
from services.reports.labels import WORDS
from services.reports.sentences.overview import NO_VISITS
from services.reports.sentences.words import counted, cut, euros, is_cut, labelled, named, percent, tied
from services.reports.verdicts import first_apart, may_be_chance, of_price

_AS_MANY_PAIRS: Final = ("ebenso viele bei einem weiteren Paar", "ebenso viele bei {} weiteren Paaren")
_AS_MANY: Final = ("ebenso viele über einen weiteren Wert", "ebenso viele über {} weitere Werte")


def sentences(tables: Tables) -> Mapping[str, str]:
    """The value with the most reservations, the one with costs but no result, and the highest cost per reservation."""
    told = {"cells": _pairs(tables["cells"])} if "cells" in tables else {}
    if "values" not in tables:
        return told
    rows = [row for row in labelled(tables["values"]) if row["visitors"] or row["reservations"] or row["cost_cents"]]
    words = _brought(rows, is_cut(tables["values"]))
    return {**told, "values": f"{words} {cut(tables['values'])}" if is_cut(tables["values"]) else words}


def _pairs(table: TableResult) -> str:
    """„Am meisten reserviert wurde bei „google“ und „/pilot“: 12 Reservierungen von 130 Besuchern.“"""
    if is_cut(table):
        return cut(table)
    if not table.rows:
        return NO_VISITS
    best = max(table.rows, key=lambda row: (row["reservations"], row["visitors"]))
    if not best["reservations"]:
        return "Reserviert hat aus diesen Paaren niemand."
    kinds = {column.name: column.kind for column in table.columns}
    pair = " und ".join(_quoted(str(best[name]), kinds[name]) for name in ("value", "across"))
    brought = counted(best["reservations"], "eine Reservierung", "Reservierungen")
    came = counted(best["visitors"], "einem Besucher", "Besuchern")
    others = tied((row["reservations"] for row in table.rows), best["reservations"], *_AS_MANY_PAIRS)
    chance = may_be_chance(row["reservations"] for row in table.rows)
    return f"Am meisten reserviert wurde bei {pair}: {brought} von {came}{others}.{chance}"


def _quoted(value: str, kind: str) -> str:
    return f"„{WORDS[kind].get(value, value) if kind in WORDS else value}“" if value else "„ohne Angabe“"


def _brought(rows: list[dict[str, object]], are_the_first: bool) -> str:
    if not rows:
        return NO_VISITS
    reservations = sum(_amount(row, "reservations") for row in rows)
    if not reservations:
        most = max(rows, key=lambda row: _amount(row, "visitors"))
        if not _amount(most, "visitors"):
            return f"{NO_VISITS} Ausgegeben wurden {euros(sum(_amount(row, 'cost_cents') for row in rows))}."
        came = counted(_amount(most, "visitors"), "ein Besucher", "Besucher") + _as_many(rows, most, "visitors")
        chance = may_be_chance(_amount(row, "visitors") for row in rows)
        return f"Reserviert hat niemand; am häufigsten kam jemand {named(most)} ({came}).{chance}{_wasted(rows)}"
    best = max(rows, key=lambda row: _amount(row, "reservations"))
    brought = counted(_amount(best, "reservations"), "eine Reservierung", "Reservierungen")
    others = _as_many(rows, best, "reservations")
    chance = may_be_chance(_amount(row, "reservations") for row in rows)
    if are_the_first:
        return f"Am meisten kam {named(best)}: {brought}{others}.{chance}"
    share = percent(_amount(best, "reservations") * 1_000_000 // reservations)
    words = f"Am meisten kam {named(best)}: {brought}, {share} von allen{others}.{chance}"
    return f"{words}{_wasted(rows)}{_dearest(rows)}"


def _as_many(rows: list[dict[str, object]], most: dict[str, object], name: str) -> str:
    return tied((_amount(row, name) for row in rows), _amount(most, name), *_AS_MANY)


def _wasted(rows: list[dict[str, object]]) -> str:
    """Costs without any result come before the most expensive result: they have no cost per reservation to compare."""
    wasted = [row for row in rows if _amount(row, "cost_cents") and not _amount(row, "reservations")]
    if not wasted:
        return ""
    most = max(wasted, key=lambda row: _amount(row, "cost_cents"))
    spent = euros(_amount(most, "cost_cents"))
    if len(wasted) == 1:
        return f" Keine Reservierung brachten {spent} {named(most)}."
    whole = euros(sum(_amount(row, "cost_cents") for row in wasted))
    return f" Keine Reservierung brachten {whole}, das meiste davon {named(most)}: {spent}."


def _dearest(rows: list[dict[str, object]]) -> str:
    paid = [row for row in rows if row["cost_cents"] and row["cost_per_reservation"] is not None]
    if len(paid) < 2:
        return ""
    ordered = sorted(paid, key=lambda row: _amount(row, "cost_per_reservation"), reverse=True)
    first = first_apart(ordered, lambda row: of_price(_amount(row, "cost_cents"), _amount(row, "reservations")))
    if first is None:
        return ""
    each = euros(_amount(first, "cost_per_reservation"))
    came = counted(_amount(first, "reservations"), "einer Reservierung", "Reservierungen")
    return f" Am teuersten war eine Reservierung {named(first)}: {each} bei {came}."


def _amount(row: dict[str, object], name: str) -> int:
    value = row[name]
    return value if isinstance(value, int) else 0
