"""Formats the change of a figure against the comparison period, in the console's wording."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from services.reports.render.cells import MINUS, shown

_MANIFOLD: Final = 10
"""From this factor on, „12-mal“ is clearer than a percentage."""
FEW: Final = 3
"""Up to this count a percentage is meaningless: from 1 to 2 is +100 %."""
_ARROWS: Final = {1: "↑", -1: "↓", 0: "→"}


def change(kind: str, value: Any, before: Any) -> str:
    """„↑ +12 %“, „↓ −0,8 Punkte“, „→ unverändert“, „zu wenige, vorher 1“; empty if either value is unknown."""
    if not isinstance(value, int) or not isinstance(before, int):
        return ""
    if value == before:
        return f"{_ARROWS[0]} unverändert"
    if kind == "count" and max(value, before) <= FEW:
        return f"zu wenige, vorher {before}"
    words = _points(value - before) if kind == "share_ppm" else _percent(kind, value, before)
    return f"{_ARROWS[1 if value > before else -1]} {words}" if words else f"{_ARROWS[0]} kaum verändert"


def _points(difference: int) -> str:
    tenths = _rounded(Decimal(difference) / 1_000)
    if not tenths:
        return ""
    whole = _german(abs(Decimal(tenths) / 10))
    return f"{_sign(tenths)}{whole} {'Punkt' if abs(tenths) == 10 else 'Punkte'}"


def _percent(kind: str, value: int, before: int) -> str:
    if before <= 0:
        return f"vorher {shown(kind, before)}"
    if value >= before * _MANIFOLD:
        return f"{_german(Decimal(_rounded(Decimal(value) / before)))}-mal so viel"
    share = _rounded(Decimal((value - before) * 100) / before)
    return f"{_sign(share)}{_german(Decimal(abs(share)))}\u00a0%" if share else ""


def _rounded(value: Decimal) -> int:
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def _sign(value: int) -> str:
    return MINUS if value < 0 else "+"


def _german(value: Decimal) -> str:
    """Without decimals if there are none: 1.204; 0,8."""
    text = f"{value:,.1f}".translate(str.maketrans(",.", ".,"))
    return text.removesuffix(",0")
