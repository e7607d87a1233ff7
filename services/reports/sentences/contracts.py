"""Sentences of the report on contracts and money."""

from collections.abc import Mapping
from typing import Any, Final

from analytics.reporting import TableResult, Tables
from services.core.german import number
from services.reports.sentences.words import counted, cut, euros, is_cut, percent

_NONE: Final = "Im Zeitraum wurde kein Vertrag geschlossen."


def sentences(tables: Tables) -> Mapping[str, str]:
    """What was agreed, what came and is to come, what is overdue, and when contracts were concluded."""
    words = {"totals": _totals, "liquidity": _liquidity, "arrears": _arrears, "weeks": _weeks}
    return {name: tell(tables[name]) for name, tell in words.items() if name in tables}


def _totals(table: TableResult) -> str:
    [row] = table.rows
    if not row["concluded"]:
        return _NONE
    were = "wurde" if row["concluded"] == 1 else "wurden"
    concluded = counted(row["concluded"], "ein Vertrag", "Verträge")
    return f"Im Zeitraum {were} {concluded} über {euros(row['agreed_cents'])} geschlossen. {_withdrawn(row)}"


def _withdrawn(row: Mapping[str, Any]) -> str:
    judged, withdrawn = row["judged"], row["withdrawn"]
    if not judged:
        return "Noch läuft die Widerrufsfrist."
    if judged == 1:
        return f"Die Widerrufsfrist ist bei einem vorbei, und er wurde {'' if withdrawn else 'nicht '}widerrufen."
    are = "ist einer" if withdrawn == 1 else f"sind {number(withdrawn)}" if withdrawn else "ist keiner"
    share = percent(row["withdrawn_share"])
    return f"Die Widerrufsfrist ist bei {number(judged)} vorbei; von diesen {are} widerrufen ({share})."


def _liquidity(table: TableResult) -> str:
    if is_cut(table):
        return cut(table)
    came, back, to_come = (
        sum(row[name] or 0 for row in table.rows) for name in ("received_cents", "returned_cents", "expected_cents")
    )
    words = f"Im Zeitraum gingen {euros(came)} ein" if came else "Im Zeitraum ging nichts ein"
    if back:
        words += f"; {euros(back)} davon oder von früher hat die Bank zurückgeholt"
    return f"{words}. Bis in zwölf Monaten {f'werden {euros(to_come)}' if to_come else 'wird nichts'} erwartet."


def _arrears(table: TableResult) -> str:
    owed = sum(row["arrears_cents"] for row in table.rows)
    if not owed:
        return "Heute ist nichts überfällig."
    oldest = [row for row in table.rows if row["arrears_cents"]][-1]
    part = "alles" if oldest["arrears_cents"] == owed else f"davon {euros(oldest['arrears_cents'])}"
    return f"Heute sind {euros(owed)} offen, {part} seit {oldest['age']}n."


def _weeks(table: TableResult) -> str:
    if is_cut(table):
        return cut(table)
    if not table.rows:
        return _NONE
    weeks = counted(len({row["week"] for row in table.rows}), "einer Woche", "Wochen")
    concluded = counted(sum(row["contracts"] for row in table.rows), "Ein Vertrag", "Verträge")
    return f"{concluded} in {weeks}, nach der letzten bekannten Herkunft."
