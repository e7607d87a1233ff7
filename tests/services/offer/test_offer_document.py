"""The numbers in OFFER.md are the numbers of the code."""

import json
import re
from decimal import Decimal
from pathlib import Path

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


def test_instalments_in_the_document() -> None:
    by_choice = {(case["page"], int(Decimal(case["price"])), case["months"]): case for case in CASES["instalments"]}
    rows = table_rows("Two formulas for instalments")
    assert len(rows) == 6
    for package, months, *columns in rows:
        for page, column in zip(("summary", "calculator"), columns, strict=True):
            case = by_choice[page, int(numbers(package)[0]), int(months)]
            assert numbers(column) == [Decimal(case[f]) for f in ("total", "instalment", "last_instalment")]


def test_effective_rates_in_the_document() -> None:
    by_choice = {
        (case["page"], int(Decimal(case["price"])), case["months"]): Decimal(case["effective_percent"])
        for case in CASES["instalments"]
    }
    rows = table_rows("Effective annual rate")
    assert len(rows) == 3
    for package, *columns in rows:
        for page, column in zip(("summary", "calculator"), columns, strict=True):
            price = int(numbers(package)[0])
            assert numbers(column) == [by_choice[page, price, months] for months in (24, 48)]


def test_years_of_what_is_really_paid_in_the_document() -> None:
    by_choice = {
        (case["page"], int(Decimal(case["price"])), case["months"]): Decimal(case["paid_break_even_years"]["50"])
        for case in CASES["instalments"]
    }
    rows = table_rows("Break-even")
    assert len(rows) == 3
    for package, *columns in rows:
        for page, column in zip(("summary", "calculator"), columns, strict=True):
            price = int(numbers(package)[0])
            assert numbers(column) == [by_choice[page, price, months] for months in (1, 24, 48)]
