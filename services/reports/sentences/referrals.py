"""Sentences of the referral report."""

from collections.abc import Mapping
from typing import Any, Final

from analytics.reporting import TableResult, Tables
from services.reports.sentences.words import counted, cut, is_cut, percent, tied

_NONE: Final = "Im Zeitraum kam niemand mit einem Empfehlungscode."
_AS_MANY: Final = ("ebenso viele mit einem weiteren Code", "ebenso viele mit {} weiteren Codes")


def sentences(tables: Tables) -> Mapping[str, str]:
    """How many came, whose code brought most of them, and how many codes were not counted."""
    words = {"totals": _totals, "codes": _codes, "verdicts": _verdicts}
    return {name: tell(tables[name]) for name, tell in words.items() if name in tables}


def _totals(table: TableResult) -> str:
    [row] = table.rows
    if not row["uses"]:
        return _NONE
    came = "kam" if row["uses"] == 1 else "kamen"
    closed = "ein Vertrag" if row["contracted"] == 1 else counted(row["contracted"], "", "Verträge")
    became = "wurde" if row["contracted"] == 1 else "wurden"
    return (
        f"Mit einem Empfehlungscode {came} {counted(row['uses'], 'eine Reservierung', 'Reservierungen')}"
        f"{_counting(row)}, und es {became} {closed} daraus."
    )


def _counting(row: Mapping[str, Any]) -> str:
    """An invented household brings a code as well as a real one: it counts once its address is confirmed. The column is
    left out where nobody has confirmed an address yet.
    """
    if "confirmed" not in row:
        return "; gezählt wird erst mit bestätigter Adresse"
    share = round(row["confirmed"] * 1_000_000 / row["uses"])
    unconfirmed = row["valid"] - row["confirmed"]
    waiting = f"; bei {unconfirmed} weiteren ist die Adresse noch nicht bestätigt" if unconfirmed else ""
    return f"; {percent(share)} davon zählen, mit gültigem Code und bestätigter Adresse{waiting}"


def _codes(table: TableResult) -> str:
    rows = table.rows
    if not rows:
        return _NONE
    first = rows[0]
    brought = counted(first["valid"], "eine Empfehlung, die zählt", "Empfehlungen, die zählen")
    others = tied((row["valid"] for row in rows), first["valid"], *_AS_MANY)
    words = f"Die meisten kamen mit „{first['code']}“ ({first['recommender']}): {brought}{others}."
    return f"{words} {cut(table)}" if is_cut(table) else words


def _verdicts(table: TableResult) -> str:
    rows = {row["verdict"]: row["uses"] for row in table.rows}
    if not rows:
        return _NONE
    invalid = sum(rows.values()) - rows.get("gültig", 0)
    if not invalid:
        return "Alle Codes zählten."
    one = "Bei einer Reservierung zählte der Code nicht."
    return one if invalid == 1 else f"Bei {counted(invalid, '', 'Reservierungen')} zählte der Code nicht."
