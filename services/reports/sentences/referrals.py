"""Sentences of the referral report."""

from collections.abc import Mapping
from typing import Any, Final

from analytics.reporting import TableResult, Tables
from services.core.german import number
from services.reports.sentences.words import counted, cut, is_cut, percent, tied
from services.reports.verdicts import BY_CHANCE, are_apart, may_be_chance, of_share

_NONE: Final = "Im Zeitraum kam niemand mit einem Empfehlungscode."
SINGLE: Final = "Haushalte"
"""Who recommends with codes that were used once: they are one row."""
_LEAST: Final = 10
_AS_MANY: Final = ("ebenso viele mit einem weiteren Code", "ebenso viele mit {} weiteren Codes")


def sentences(tables: Tables) -> Mapping[str, str]:
    """How many came, whose code brought most of them, and what households and partners are good for."""
    words = {"totals": _totals, "codes": _codes}
    return {name: tell(tables[name]) for name, tell in words.items() if name in tables}


def _totals(table: TableResult) -> str:
    [row] = table.rows
    if not row["uses"]:
        return _NONE
    came = "kam" if row["uses"] == 1 else "kamen"
    closed = "ein Vertrag" if row["contracted"] == 1 else counted(row["contracted"], "", "Verträge")
    became = "wurde" if row["contracted"] == 1 else "wurden"
    return (
        f"Mit einem Empfehlungscode {came} {counted(row['uses'], 'eine Reservierung', 'Reservierungen')}; "
        f"{_counting(row)}, und es {became} {closed} daraus."
    )


def _counting(row: Mapping[str, Any]) -> str:
    """An invented household brings a code as well as a real one: it counts once its address is confirmed. The column
    is left out as long as nobody has confirmed one.
    """
    if "confirmed" not in row:
        share = percent(round(row["valid"] * 1_000_000 / row["uses"]))
        return f"{share} davon haben einen gültigen Code, die Adressen sind noch nicht bestätigt"
    share = percent(round(row["confirmed"] * 1_000_000 / row["uses"]))
    unconfirmed = row["valid"] - row["confirmed"]
    waiting = f"; bei {unconfirmed} weiteren ist die Adresse noch nicht bestätigt" if unconfirmed else ""
    return f"{share} davon zählen, mit gültigem Code und bestätigter Adresse{waiting}"


def _codes(table: TableResult) -> str:
    rows = [row for row in table.rows if row["recommender"] != SINGLE]
    if not table.rows:
        return _NONE
    words = " ".join(filter(None, (_most(rows), _further(rows), _by_kind(table.rows))))
    return f"{words} {cut(table)}".strip() if is_cut(table) else words


def _most(rows: list[dict[str, Any]]) -> str:
    first = max(rows, key=lambda row: row["valid"], default=None)
    if first is None or not first["valid"]:
        return "Kein Code wurde mehrmals verwendet."
    brought = counted(first["valid"], "eine Empfehlung, die zählt", "Empfehlungen, die zählen")
    others = tied((row["valid"] for row in rows), first["valid"], *_AS_MANY)
    chance = may_be_chance(row["valid"] for row in rows)
    return f"Die meisten kamen mit „{first['code']}“ ({first['recommender']}): {brought}{others}.{chance}"


def _further(rows: list[dict[str, Any]]) -> str:
    """The longest reach: who brought most contracts through those who had come by the code."""
    first = max(rows, key=lambda row: row["chain_contracted"] - row["contracted"], default=None)
    if first is None or first["chain_contracted"] == first["contracted"]:
        return ""
    own, further = first["contracted"], first["chain_contracted"] - first["contracted"]
    return (
        f"Weiterempfohlen wurde am meisten durch „{first['code']}“ ({first['recommender']}): zu "
        f"{counted(own, 'einem eigenen Vertrag', 'eigenen Verträgen') if own else 'keinem eigenen Vertrag'} "
        f"{'kommt einer' if further == 1 else f'kommen {number(further)}'} durch andere."
        f"{may_be_chance(row['chain_contracted'] - row['contracted'] for row in rows)}"
    )


def _by_kind(rows: list[dict[str, Any]]) -> str:
    """How many recommendations of households and of partners became contracts, where there are ten of each."""
    households = [row for row in rows if row["recommender"] in ("Haushalt", SINGLE)]
    partners = [row for row in rows if row not in households]
    (signed, made), (other, all_others) = (
        (sum(row["contracted"] for row in some), sum(row["valid"] for row in some)) for some in (households, partners)
    )
    if min(made, all_others) < _LEAST:
        return ""
    words = (
        f"Verträge wurden von Haushalten {percent(signed * 1_000_000 // made)} ({number(signed)} von {number(made)}), "
        f"von Partnern {percent(other * 1_000_000 // all_others)} ({number(other)} von {number(all_others)})"
    )
    chance = "" if are_apart(of_share(signed, made), of_share(other, all_others)) else f". Der Unterschied {BY_CHANCE}"
    return f"{words}{chance}."
