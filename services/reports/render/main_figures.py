"""Selects the headline figures of a report: those at the top of its console page, in the same order, and the contracts
noted there at the reservations.

They are cells of its tables; nothing is computed here. A report without a selection shows the measures of its first
table that has a single row, or else no figures.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from analytics.definitions import BEFORE
from analytics.reporting import TableResult
from services.reports.render.cells import UNKNOWN, day, decimals, shown
from services.reports.render.changes import change
from services.reports.run import ReportAnswer
from services.reports.sentences.capacity import occupied_words
from services.reports.sentences.words import counted, is_cut

_MOST: Final = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """One headline figure. `note` says what it is part of or how it changed; often empty."""

    label: str
    value: str
    note: str = ""


Row = Mapping[str, Any]


def main_figures(answer: ReportAnswer) -> list[Figure]:
    """At most seven; none for a report that has only lists or no data."""
    chosen = _CHOSEN.get(answer.definition.name, _of_a_single_row)
    return list(chosen(answer))[:_MOST]


def headline(answer: ReportAnswer) -> str:
    """What the subject of a mail says: „20 Reservierungen, 12 Verträge“, contracts only once they are old enough; of
    nothing at all its first words, „keine Reservierungen“. Empty for a report without them.
    """
    if answer.definition.name == "money":
        return _price(answer)
    found = [
        (amount, one) for one in _IN_SUBJECTS.get(answer.definition.name, ()) if (amount := one.of(answer)) is not None
    ]
    told = found if any(amount for amount, _ in found) else found[:1]
    return ", ".join(counted(amount, f"1 {one.singular}", one.plural) for amount, one in told)


def _price(answer: ReportAnswer) -> str:
    """„162,60 € je Vertrag, 76 Verträge“ of the latest quarter; empty before there is a price."""
    row = next(iter(answer.tables["quarters"].rows), None) if "quarters" in answer.tables else None
    if row is None or row["cost_per_contract"] is None:
        return ""
    contracts = "Vertrag" if row["contracted"] == 1 else "Verträge"
    return f"{shown('cents', row['cost_per_contract'])} je Vertrag, {shown('count', row['contracted'])} {contracts}"


def _of_a_single_row(answer: ReportAnswer) -> Iterator[Figure]:
    for table in answer.tables.values():
        if len(table.values) == 1:
            names = [c.name for c in table.columns if c.is_measure and not c.name.endswith(BEFORE)]
            yield from _cells(table, names)
            return


def _cells(table: TableResult, names: list[str], notes: Mapping[str, Callable[[Row], str]] = {}) -> Iterator[Figure]:
    """The cells of a table's first row, each with its change or another note."""
    if not table.rows:
        return
    row = table.rows[0]
    columns = {column.name: column for column in table.columns}
    for name in names:
        if name in columns:
            kind, value = columns[name].kind, row[name]
            ripe_on = columns[name].ripe_on
            moved = _unripe(ripe_on) if ripe_on else change(kind, value, row.get(f"{name}{BEFORE}"))
            own = notes[name](row) if name in notes else ""
            yield Figure(columns[name].label, shown(kind, value), moved or own)


def _unripe(ripe_on: date) -> str:
    """Contracts take weeks; before that day they can be neither shown nor compared."""
    return f"noch nicht reif: frühestens am {day(ripe_on)}"


def _overview(answer: ReportAnswer) -> Iterator[Figure]:
    names = ["visitors", "reservations", "contracted", "quote", "cost_cents", "cost_per_reservation"]
    notes = {
        "visitors": lambda row: f"{shown('count', row['sessions'])} Besuche",
        "contracted": lambda _row: "aus diesen Reservierungen",
        "cost_cents": lambda row: "" if row["cost_cents"] is not None else "keine Kosten eingetragen",
    }
    yield from _cells(answer.tables["totals"], names, notes)


def _funnel(answer: ReportAnswer) -> Iterator[Figure]:
    """Landings, forms started, reservations and contracts: four steps of the funnel."""
    for row in answer.tables["steps"].rows:
        if row["step"] in ("landing", "form_started", "reservation", "contracted"):
            moved = change("count", row["amount"], row.get(f"amount{BEFORE}"))
            if row["step"] == "contracted" and (ripe_on := _ripe_on(answer.tables["origins"], "contracted")):
                moved = _unripe(ripe_on)
            share = f"{shown('share_ppm', row['share_of_first'])} vom Anfang"
            is_first = row["step"] == "landing" or row["share_of_first"] is None
            yield Figure(
                shown("step", row["step"]), shown("count", row["amount"]), moved or ("" if is_first else share)
            )


def _ripe_on(table: TableResult, name: str) -> date | None:
    return next((column.ripe_on for column in table.columns if column.name == name), None)


def _money(answer: ReportAnswer) -> Iterator[Figure]:
    names = ["cost_cents", "contracted", "cost_per_contract", "paid_cost_per_contract", "sales_per_euro"]
    yield from _cells(answer.tables["quarters"], names, {"cost_cents": lambda row: row["quarter"]})
    yield from _cells(answer.tables["totals"], ["worth_cents", "not_worth_cents", "open_cents", "target_cents"])


def _contracts(answer: ReportAnswer) -> Iterator[Figure]:
    names = ["concluded", "withdrawn_share", "agreed_cents", "received_cents", "arrears_cents", "expected_cents"]
    of = f"{shown('count', answer.tables['totals'].rows[0]['judged'])} Verträgen mit vergangener Frist"
    yield from _cells(answer.tables["totals"], names, {"withdrawn_share": lambda _row: f"von {of}"})


def _capacity(answer: ReportAnswer) -> Iterator[Figure]:
    rows = answer.tables["totals"].rows
    if not rows:
        return
    row = rows[0]
    yield Figure("Belegt", shown("count", row["occupied"]), occupied_words(row))
    yield Figure("Frei", shown("count", row["free"]), f"von {shown('count', row['spot_limit'])} Plätzen")
    yield Figure("Voraussichtlich voll", *_full(answer.tables["forecast"].rows))
    of_them = (
        f"davon mit Vertrag {shown('kwh', row['contracted_kwh'])}" if row["taken"] else "noch kein Platz reserviert"
    )
    yield Figure("Reserviert im Jahr", shown("kwh", row["taken_kwh"]), of_them)
    yield Figure("Neu reserviert im Zeitraum", shown("count", row["new"]), "Platz" if row["new"] == 1 else "Plätze")
    back = f", {shown('count', row['returned'])} zurückgeholt" if row["returned"] else ""
    yield Figure("Zurückgegeben im Zeitraum", shown("count", row["given_up"]), f"Plätze{back}")


def _full(rows: list[dict[str, Any]]) -> tuple[str, str]:
    if not rows or not rows[0]["full_at"]:
        return UNKNOWN, "keine Plätze"
    row = rows[0]
    if row["full_since"]:
        return "voll", f"seit {day(row['full_since'])}"
    if row["net_per_week"] is None:
        return UNKNOWN, "für eine Vorhersage noch zu früh"
    if not row["likely_day"] or not row["early_day"]:
        return "nicht absehbar", f"{shown('count', row['room'])} noch frei"
    early, late = day(row["early_day"]), row["late_day"]
    return day(row["likely_day"]), f"zwischen {early} und {day(late)}" if late else f"frühestens {early}"


def _credits(answer: ReportAnswer) -> Iterator[Figure]:
    yield from _cells(answer.tables["totals"], ["reservations", "contracted", "annual_kwh", "contracted_kwh"])
    for row in answer.tables["scenarios"].rows[:3]:
        bound = f"davon mit Vertrag {shown('cents', row['contracted_credit_cents'])}"
        yield Figure(f"Gutschriften {row['scenario'].lower()}", shown("cents", row["credit_cents"]), bound)
    for row in answer.tables["gap_curve"].rows:
        if row["is_given"]:
            cents = decimals(Decimal(row["profit_milli_ct"]) / 1_000, 1).removesuffix(",0")
            profit = f"bei {cents} Cent Gewinn je kWh, aus Anteilen mit Vertrag"
            yield Figure("Garantielücke", shown("cents", row["gap_cents"]), profit)


def _number_of(table: str, label: str) -> Callable[[ReportAnswer], Iterator[Figure]]:
    return lambda answer: iter([Figure(label, shown("count", answer.tables[table].total_rows))])


@dataclass(frozen=True, slots=True)
class _Sum:
    """A count in the subject of a mail: the sum of a column, or of its rows of one step; without a column the number of
    rows.
    """

    table: str
    column: str
    plural: str
    singular: str
    step: str = ""

    def of(self, answer: ReportAnswer) -> int | None:
        """None where it is not known: too young to be counted, or not in a run that was kept."""
        table = answer.tables.get(self.table)
        if table and not self.column:
            return table.total_rows
        column = next((one for one in table.columns if one.name == self.column), None) if table else None
        if table is None or column is None or column.ripe_on or is_cut(table):
            return None
        if self.table == "totals" and not table.rows:
            return None
        amounts: list[int] = [row[self.column] for row in table.rows if not self.step or row["step"] == self.step]
        return sum(amounts)


def _totals(
    reserved: str, noun: tuple[str, str] = ("Reservierungen", "Reservierung"), table: str = "totals"
) -> tuple[_Sum, ...]:
    return _Sum(table, reserved, *noun), _Sum(table, "contracted", "Verträge", "Vertrag")


_IN_SUBJECTS: Final[Mapping[str, tuple[_Sum, ...]]] = {
    "overview": _totals("reservations"),
    "breakdown": _totals("reservations", table="values"),
    "funnel": (
        _Sum("steps", "amount", "Besuche", "Besuch", "landing"),
        _Sum("steps", "amount", "Reservierungen", "Reservierung", "reservation"),
    ),
    "referrals": _totals("uses", ("Reservierungen mit Code", "Reservierung mit Code")),
    "capacity": _totals("taken"),
    "contracts": (_Sum("totals", "concluded", "Verträge", "Vertrag"),),
    "credits": _totals("reservations"),
    "reservations": (_Sum("rows", "", "Reservierungen", "Reservierung"),),
}
_CHOSEN: Final[Mapping[str, Callable[[ReportAnswer], Iterator[Figure]]]] = {
    "overview": _overview,
    "funnel": _funnel,
    "money": _money,
    "capacity": _capacity,
    "contracts": _contracts,
    "credits": _credits,
    "reservations": _number_of("rows", "Reservierungen"),
}
