"""The numbers in OFFER.md are the numbers of the code."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import services.offer

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = (Path(services.offer.__file__).with_name("OFFER.md")).read_text(encoding="utf-8")
CASES = json.loads((ROOT / "tests" / "golden" / "offer_cases.json").read_text(encoding="utf-8"))


def table_rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its two head lines."""
    section = DOCUMENT.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def numbers(text: str) -> list[Decimal]:
    return [Decimal(found.replace(",", "")) for found in re.findall(r"\d[\d,]*(?:\.\d+)?", text.replace(", ", " "))]


def test_credits_in_the_document() -> None:
    by_choice = {(case["annual_kwh"], case["tenth_ct"]): case for case in CASES["credits"]}
    rows = table_rows("Credits")
    assert len(rows) == 3
    for name, *columns in rows:
        kwh = int(numbers(name)[0])
        for tenth_ct, column in zip((50, 60, 80), columns, strict=True):
            case = by_choice[kwh, tenth_ct]
            assert numbers(column) == [Decimal(case[figure]) for figure in ("monthly", "annual", "total")]


def _of(case: dict[str, Any], figure: str) -> Decimal:
    return Decimal(case["paid_break_even_years"]["50"] if figure == "paid_break_even_years" else case[figure])


PAID = {
    "Two formulas for instalments": (6, None, ("total", "instalment", "last_instalment")),
    "Effective annual rate": (3, (24, 48), ("effective_percent",)),
    "Break-even": (3, (1, 24, 48), ("paid_break_even_years",)),
}
"""Rows of a table; the months that a cell has figures of (None: a column tells them); its figures."""


@pytest.mark.parametrize("heading", PAID)
def test_what_is_paid_in_the_document(heading: str) -> None:
    count, of_cell, figures = PAID[heading]
    by_choice = {(case["page"], int(Decimal(case["price"])), case["months"]): case for case in CASES["instalments"]}
    rows = table_rows(heading)
    assert len(rows) == count
    for package, *columns in rows:
        price = int(numbers(package)[0])
        months = of_cell or (int(columns.pop(0)),)
        for page, column in zip(("summary", "calculator"), columns, strict=True):
            expected = [_of(by_choice[page, price, many], figure) for many in months for figure in figures]
            assert numbers(column) == expected
