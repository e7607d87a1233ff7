"""Charts of credits: what households receive, what the park pays, and which assumptions matter most."""

from typing import Any

from analytics.reporting import TableResult
from services.reports.render.cells import shown
from services.reports.render.pdf.pictures.bars import Bar, Legend, bars_picture
from services.reports.render.pdf.pictures.columns import Panel, columns_picture
from services.reports.render.pdf.pictures.lines import Axes, Line, lines_picture
from services.reports.render.pdf.pictures.picture import Picture, axis_number
from services.reports.render.pdf.pictures.ranges import Range, ranges_picture
from services.reports.run import ReportAnswer
from services.reports.sentences.words import counted

_EUROS = 100


def scenarios(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Total credits of each scenario; the park's top-up is drawn hollow."""
    bars = [
        Bar(
            str(row["scenario"]),
            (("full", row["credit_cents"] - row["gap_cents"]), ("open", row["gap_cents"])),
            shown("cents", row["credit_cents"]),
        )
        for row in table.rows
    ]
    legend: Legend = (("full", "Gutschriften"), ("open", "davon Zuschuss bis zum Minimum"))
    return [bars_picture(bars, title="Gutschriften insgesamt", unit=(_EUROS, "€"), legend=legend)]


def flow(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Cumulative credits of each scenario, month by month."""
    return [_over_months(table, "credit_so_far_cents", "Gutschriften bisher")]


def households(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """First year of each package at the realistic rate, month by month."""
    first_year = [row for row in table.rows if row["year"] == 1]
    packages = list(dict.fromkeys(row["package"] for row in first_year))
    labels = [f"{row['month']:%m.%y}" for row in first_year if row["package"] == packages[0]] if packages else []
    panels = [
        Panel(
            shown("package", package),
            [row["realistic_cents"] for row in first_year if row["package"] == package],
            lambda value: shown("cents", value),
            look="covered",
            piece=_EUROS,
        )
        for package in packages
    ]
    return [columns_picture(labels, panels, axis="erstes Jahr, realistisch")] if labels else []


def _over_months(table: TableResult, column: str, title: str) -> Picture:
    by_scenario: dict[str, list[dict[str, Any]]] = {}
    for row in table.rows:
        by_scenario.setdefault(row["scenario"], []).append(row)
    lines = [
        Line(name, tuple((place + 1, row[column] / _EUROS) for place, row in enumerate(rows)))
        for name, rows in by_scenario.items()
    ]
    months = next(iter(by_scenario.values()))
    marks = tuple((place + 1.0, f"{row['month']:%Y}") for place, row in enumerate(months) if row["month"].month == 1)
    return lines_picture(lines, Axes(marks, euros), title=title)


def packages(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Credit of each package and plan at the realistic rate."""
    rows = [row for row in table.rows if row["scenario"] == "Realistisch"] or table.rows
    bars = [
        Bar(
            f"{shown('package', row['package'])}, {shown('plan', row['plan'])}",
            (("full", row["credit_cents"]),),
            f"{shown('cents', row['credit_cents'])}, {_reservations(row['reservations'])}",
        )
        for row in rows
    ]
    return [bars_picture(bars, title=f"Gutschriften insgesamt, {rows[0]['scenario'].lower()}", unit=(_EUROS, "€"))]


def gap(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """The park's top-up, year by year."""
    rows = table.rows
    panels = [
        Panel("Garantielücke", [row["gap_cents"] for row in rows], lambda value: shown("cents", value), piece=_EUROS)
    ]
    return [columns_picture([str(row["year"]) for row in rows], panels, axis="Jahr")]


def gap_curve(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Cost of the minimum guarantee if the park earns less."""
    points = tuple((row["profit_milli_ct"] / 1_000, row["gap_cents"] / _EUROS) for row in table.rows)
    given = [(row["profit_milli_ct"] / 1_000, row["gap_cents"] / _EUROS) for row in table.rows if row["is_given"]]
    marks = tuple((float(x), f"{x:.0f} ct") for x, _ in points if float(x).is_integer())
    axes = Axes(marks, euros, "Gewinn des Parks je kWh")
    return [
        lines_picture([Line("Lücke insgesamt; Raute: wie angegeben", points)], axes, mark=given[0] if given else None)
    ]


def tornado(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """The assumptions with the largest effect on credits."""
    ranges = [
        Range(
            f"{row['factor']}: {row['low_label']} bis {row['high_label']}",
            row["low_cents"] / _EUROS,
            row["high_cents"] / _EUROS,
            row["base_cents"] / _EUROS,
            f"Spanne {shown('cents', row['range_cents'])}",
        )
        for row in table.rows
    ]
    legend = "Strecke: vom ungünstigen zum günstigen Wert; Raute: wie angegeben"
    return [ranges_picture(ranges, title="Gutschriften aller Jahre", legend=legend, words=euros, from_zero=False)]


def _reservations(amount: int) -> str:
    return counted(amount, "1 Reservierung", "Reservierungen")


def euros(value: float) -> str:
    """A mark of an axis."""
    return f"{axis_number(value)}\u00a0€"
