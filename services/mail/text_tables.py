"""Plain-text tables in mails: columns aligned by spaces, figures to the right, line length limited."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

_GAP: Final = "  "
WIDEST: Final = 34
"""Characters of a column; what is longer is cut and says so."""


def text_table(table: Mapping[str, Any]) -> str:
    """The heads, a line below them, the rows. `heads` and `rows` are those of `ReportArrived.tables`."""
    heads = [_fitting(head["label"]) for head in table["heads"]]
    is_number = [head["is_number"] for head in table["heads"]]
    rows = [[_fitting(cell) for cell in row] for row in table["rows"]]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [_line(cells, widths, is_number) for cells in (heads, *rows)]
    return "\n".join([lines[0], _GAP.join("-" * width for width in widths), *lines[1:]])


def text_chart(chart: Mapping[str, Any]) -> str:
    """The values of a chart as a table; `heads` and `bars` are those of `ReportArrived.charts`."""
    heads = [{"label": head, "is_number": place == 1} for place, head in enumerate(chart["heads"])]
    return text_table({"heads": heads, "rows": [[bar["label"], bar["value"]] for bar in chart["bars"]]})


def _line(cells: Sequence[str], widths: Sequence[int], is_number: Sequence[bool]) -> str:
    placed = [
        cell.rjust(width) if right else cell.ljust(width)
        for cell, width, right in zip(cells, widths, is_number, strict=True)
    ]
    return _GAP.join(placed).rstrip()


def _fitting(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= WIDEST else f"{plain[: WIDEST - 1]}…"
