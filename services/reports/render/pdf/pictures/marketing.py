"""Charts of the marketing reports."""

from typing import Any, Final

from analytics.definitions import Column
from analytics.reporting import TableResult
from services.reports.render.cells import day, shown
from services.reports.render.changes import change
from services.reports.render.paper_tables import origin_name
from services.reports.render.pdf.pictures import generic
from services.reports.render.pdf.pictures.bars import MOST_BARS, Bar, Legend, Parts, bars_picture
from services.reports.render.pdf.pictures.columns import MOST_COLUMNS, Panel, columns_picture
from services.reports.render.pdf.pictures.fields import MatrixRow, matrix_picture
from services.reports.render.pdf.pictures.picture import Picture, axis_number
from services.reports.render.pdf.pictures.ranges import MOST_RANGES, Range, ranges_picture
from services.reports.run import ReportAnswer
from services.reports.sentences.words import MODELS, counted

_COHORT_WEEKS: Final = 14
_CONTRACTS: Final[Legend] = (("covered", "mit Vertrag"), ("open", "ohne"))
_MODELS: Final = ("last", "last_non_direct", "first", "linear", "position", "time_decay")


def days(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Visitors, reservations and costs per day."""
    columns = _columns(table, "visitors", "reservations", "cost_cents")
    return [generic.time_picture(answer, table, columns_by_name(table)["day"], columns, before=_before(answer))]


def values(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Each value by its reservations and by its visitors."""
    return [
        bars_picture(
            [_compared(row, shown("text", row["value"]), column) for row in table.rows[:MOST_BARS]],
            title=_first_of(column.label, table),
        )
        for column in _columns(table, "reservations", "visitors")
    ]


def steps(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Who continued and who dropped out at each step; visits and reservations have separate charts."""
    visits = ("landing", "form_started", "step_2", "step_3", "step_4", "thank_you")
    found = []
    for title, of_visits in (("Besuche", True), ("Reservierungen", False)):
        rows = [row for row in table.rows if (row["step"] in visits) == of_visits]
        bars = [
            Bar(
                shown("step", row["step"]),
                (("full" if of_visits else "covered", row["amount"]), ("open", row["lost"] or 0)),
                _step_words(row),
            )
            for row in rows
        ]
        legend: Legend = (("full" if of_visits else "covered", "so weit gekommen"), ("open", "davor geblieben"))
        found.append(bars_picture(bars, title=title, legend=legend))
    return found


def _step_words(row: dict[str, Any]) -> str:
    words = shown("count", row["amount"])
    if row["share_of_previous"] is not None:
        words += f", {shown('share_ppm', row['share_of_previous'])} vom vorigen Schritt"
    moved = change("count", row["amount"], row.get("amount_before"))
    return f"{words}, {moved}" if moved else words


def origins(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Figures of each origin."""
    (column,) = _columns(table, "reservation")
    rows = sorted(table.rows, key=lambda row: -row["reservation"])[:MOST_BARS]
    bars = [_compared(row, origin_name(row), column, of=shown("count", row["landing"]) + " Besuchen") for row in rows]
    return [bars_picture(bars, title=_first_of(column.label, table))]


def models(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """For each origin, the range from the model with the fewest reservations to the one with the most."""
    model = str(answer.parameters.get("model", "last_non_direct"))
    mark = f"{model if model in _MODELS else 'last_non_direct'}_ppm"
    ranges = [
        Range(
            origin_name(row),
            row["fewest_ppm"] / 1e6,
            row["most_ppm"] / 1e6,
            row[mark] / 1e6,
            f"{shown('ppm', row['fewest_ppm'])} bis {shown('ppm', row['most_ppm'])}",
        )
        for row in table.rows
    ]
    legend = f"Strecke: vom kleinsten zum größten Modell; Raute: {MODELS.get(model, model)}"
    title = _first_of("Reservierungen", table)
    return [ranges_picture(ranges, title=title, legend=legend, words=axis_number)]


def contract_costs(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """For each campaign with costs, the interval of what a contract cost. Those that end nowhere reach to the edge."""
    rows = [row for row in table.rows if row["cost_cents"]][:MOST_RANGES]
    if not rows:
        return []
    ends = [row[name] for row in rows for name in ("most_cents", "cost_per_contract") if row[name] is not None]
    edge = max([*ends, *(2 * row["least_cents"] for row in rows)])
    ranges = [_contract_cost(row, edge) for row in rows]
    legend = "Strecke: 80-%-Spanne über alle Modelle; Raute: gewähltes Modell, sonst die untere Grenze"
    title = _first_of("Kosten je Vertrag", table)
    return [ranges_picture(ranges, title=title, legend=legend, words=lambda value: f"{axis_number(value)} €")]


def _contract_cost(row: dict[str, Any], edge: int) -> Range:
    least, most, mark = row["least_cents"], row["most_cents"], row["cost_per_contract"]
    words = shown("cents", least) + (f" bis {shown('cents', most)}" if most is not None else " und mehr")
    high = edge if most is None else most
    at = least if mark is None else mark
    return Range(origin_name(row), least / 100, high / 100, at / 100, f"{words}: {shown('verdict', row['verdict'])}")


def outcomes(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Outcome of the reservations of each origin."""
    bars = [
        _kept(origin_name(row), row, "reservations", counted(row["reservations"], "1 Reservierung", "Reservierungen"))
        for row in table.rows[:MOST_BARS]
    ]
    return [bars_picture(bars, title=_first_of("Was daraus wurde", table), legend=_CONTRACTS)]


def referral_codes(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Outcome of the reservations brought by each code."""
    bars = [
        _kept(f"{row['code']}, {row['recommender']}", row, "valid", f"{row['valid']} gültig von {row['uses']}")
        for row in table.rows[:MOST_BARS]
    ]
    return [bars_picture(bars, title=_first_of("Was daraus wurde", table), legend=_CONTRACTS)]


def _kept(name: str, row: dict[str, Any], whole: str, words: str) -> Bar:
    """With or without a contract. Cancelled reservations may have had one before, so they are stated and not drawn: a
    cell is one reservation.
    """
    given_up = f", {shown('count', row['cancelled'])} aufgegeben" if row["cancelled"] else ""
    parts: Parts = (("covered", row["contracted"]), ("open", max(0, row[whole] - row["contracted"])))
    return Bar(name, parts, f"{words}{given_up}" + (f", {row['verdict']}" if "verdict" in row else ""))


def cohorts(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Share of each week's reservations with a contract, week by week."""
    weeks: dict[Any, dict[int, Any]] = {}
    sizes: dict[Any, int] = {}
    for row in table.rows:
        weeks.setdefault(row["week"], {})[row["weeks_since"]] = row["contracted_share"]
        sizes[row["week"]] = row["reservations"]
    known = sorted(set().union(*weeks.values()))[:_COHORT_WEEKS]
    rows = [
        MatrixRow(
            f"ab {day(week)}",
            shown("count", sizes[week]),
            tuple(None if shares.get(one) is None else shares[one] / 1e6 for one in known),
        )
        for week, shares in weeks.items()
    ]
    title = "Verträge in Prozent der Reservierungen, nach so vielen Wochen"
    return [matrix_picture(rows, [str(one) for one in known], title=title)]


def paths(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """The most frequent paths; the filled part became contracts."""
    bars = [
        Bar(
            str(row["path"]),
            (("covered", row["contracted"]), ("open", row["reservations"] - row["contracted"])),
            f"{shown('count', row['reservations'])}, davon {shown('count', row['contracted'])} mit Vertrag",
        )
        for row in table.rows[:MOST_BARS]
    ]
    return [bars_picture(bars, title=_first_of("Reservierungen", table), legend=_CONTRACTS)]


def lengths(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Number of touches per reservation."""
    return [_numbered(table, "touches", "Kontakte vor der Reservierung")]


def durations(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Number of days per reservation."""
    return [_numbered(table, "days", "Tage bis zur Reservierung")]


def _numbered(table: TableResult, over: str, axis: str) -> Picture:
    """Columns over consecutive whole numbers, including empty ones."""
    by_number = {row[over]: row["reservations"] for row in table.rows if row[over] is not None}
    numbers = range(min(MOST_COLUMNS, 1 + max(by_number, default=0)))
    panel = Panel("Reservierungen", [by_number.get(one, 0) for one in numbers], lambda value: shown("count", value))
    return columns_picture([str(one) for one in numbers], [panel], axis=axis)


def columns_by_name(table: TableResult) -> dict[str, Column]:
    return {column.name: column for column in table.columns}


def _columns(table: TableResult, *names: str) -> list[Column]:
    found = columns_by_name(table)
    return [found[name] for name in names if name in found]


def _compared(row: dict[str, Any], name: str, column: Column, of: str = "") -> Bar:
    words = shown(column.kind, row[column.name]) + (f" aus {of}" if of else "")
    moved = change(column.kind, row[column.name], row.get(f"{column.name}_before"))
    return generic.bar(row, name, column, words=f"{words}, {moved}" if moved else words)


def _first_of(label: str, table: TableResult) -> str:
    total = table.total_rows
    return f"{label}, die ersten {MOST_BARS} von {shown('count', total)}" if total > MOST_BARS else label


def _before(answer: ReportAnswer) -> str:
    if not answer.compared:
        return ""
    first, last = answer.compared
    return f"davor: {day(first)} bis {day(last)}"
