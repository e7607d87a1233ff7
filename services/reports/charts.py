"""The charts of reports, each declared once beside its columns: the console, the PDF and the mail draw the same figure.

A chart names a table, the column of its items (`x`) and the columns of its values (`y`); labels, units and formats are
those of the columns.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final, Literal

from services.reports.render.cells import decimals, shown
from services.reports.render.changes import change
from services.reports.sentences.words import counted

Kind = Literal["bars", "columns", "lines", "areas", "ranges", "shares"]
"""`bars` lie and have a name each, `columns` stand side by side; both are stacked where they have several series.
`areas` are stacked too. `ranges` reach from a low to a high value. `shares`: a matrix of `by` and `x`.
"""
Look = Literal["solid", "second", "third", "fourth", "open", "line", "before", "low", "high", "mark"]
"""How a series is drawn, in shapes as well as colours. `open`: what is missing to a whole, outlined; `before`: the
comparison period; the last three are those of a range.
"""
Place = Literal["screen", "paper", "mail"]
Row = Mapping[str, Any]
SOLID: Final[tuple[Look, ...]] = ("solid", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Series:
    """`column`: a name, or a sum or difference of several such as "valid-contracted", which needs a label.
    `{model}` in it is the chosen attribution model.
    """

    column: str
    look: Look = "solid"
    label: str = ""
    where: str = ""
    """A flag without which a row has no value."""


@dataclass(frozen=True, slots=True)
class Chart:
    """`by`: the column each of whose values is a series of `y`. `choice`: the column each of whose values is a chart of
    its own, of which the screen shows one and paper those of `printed`, or all. `only`: the values of columns that rows
    must have. `then`: the table whose rows go on where those of `table` end.
    """

    kind: Kind
    table: str
    x: str
    y: tuple[Series, ...]
    title: str = ""
    by: str = ""
    choice: str = ""
    printed: Collection[str] = ()
    only: Mapping[str, Collection[Any]] = field(default_factory=dict)
    where: str = ""
    """A column that must have a value above zero."""
    then: str = ""
    words: Callable[[Row], str] | None = None
    """What is said at the end of a bar, if that is more than its value and how it changed."""
    places: tuple[Place, ...] = ("screen", "paper")
    is_counted: bool = False
    """Whether `y` counts the rows of each `x`."""
    is_level: bool = False
    """Whether values are levels at the end of a day: no sums of several."""
    is_from_zero: bool = True
    target: str = ""
    """The column of `totals` whose value is a line across the ranges."""
    is_ranked: bool = True
    """Whether the mail shows the largest first."""


def _and(*words: str) -> str:
    return ", ".join(filter(None, words))


def compared(row: Row, column: str, kind: str = "count") -> str:
    """„154, ↑ +16 %“."""
    return _and(shown(kind, row[column]), change(kind, row[column], row.get(f"{column}_before")))


def _step(row: Row) -> str:
    share = row["share_of_previous"]
    of = f"{shown('share_ppm', share)} vom vorigen Schritt" if share is not None else ""
    return _and(shown("count", row["amount"]), of, change("count", row["amount"], row.get("amount_before")))


_FEW: Final = 100
"""Of fewer visitors their number is said: their quote would read like that of many."""


def _quote(row: Row) -> str:
    visitors, quote = row.get("visitors") or 0, row.get("quote")
    if quote is None or not row["reservations"]:
        return compared(row, "reservations")
    few = "von einem Besucher" if visitors == 1 else f"von {shown('count', visitors)} Besuchern"
    return _and(compared(row, "reservations"), f"Quote {shown('share_ppm', quote)}" if visitors >= _FEW else few)


def _of_visits(row: Row) -> str:
    return f"{compared(row, 'reservation')} aus {shown('count', row['landing'])} Besuchen"


def _kept(whole: str) -> Callable[[Row], str]:
    """With or without a contract; cancelled ones may have had one before, so they are said and not drawn."""

    def words(row: Row) -> str:
        of = f" von {shown('count', row['uses'])}" if row.get("uses", row[whole]) > row[whole] else ""
        given_up = f"{shown('count', row['cancelled'])} aufgegeben" if row.get("cancelled") else ""
        return _and(f"{shown('count', row[whole])}{of}", given_up, row.get("verdict", ""))

    return words


def _reached(row: Row) -> str:
    """When the credits cover what is paid: „gedeckt nach 13,0 bis 15,0 Jahren“; empty where a kept run does not say."""
    if not row.keys() & {"covered", "covered_min"}:
        return ""
    first, last = row.get("covered_min", row.get("covered")), row.get("covered_max", row.get("covered"))
    if first is None:
        return "in dieser Zeit nicht gedeckt"
    if last is None:
        return f"teils gedeckt, ab {_years(first)} Jahren"
    return (
        f"gedeckt nach {_years(first)} bis {_years(last)} Jahren"
        if first != last
        else f"gedeckt nach {_years(last)} Jahren"
    )


def _years(tenths: int) -> str:
    return f"{tenths // 10},{tenths % 10}"


def _scenario(row: Row) -> str:
    rate = decimals(Decimal(row["rate_milli_ct"]) / 1_000, 1).removesuffix(",0")
    first = f"{shown('cents', row['first_year_cents'])} im ersten Jahr"
    return _and(f"{shown('cents', row['credit_cents'])} bei {rate} Cent", first, _reached(row))


def _package(row: Row) -> str:
    count = counted(row["reservations"], "eine Reservierung", "Reservierungen")
    return _and(shown("cents", row["credit_cents"]), count, _reached(row))


def _cost(row: Row) -> str:
    least, most = row["least_cents"], row["most_cents"]
    words = shown("cents", least) + (f" bis {shown('cents', most)}" if most is not None else " und mehr")
    return f"{words}: {shown('verdict', row['verdict'])}"


def _factor(row: Row) -> str:
    low, high = shown("cents", row["low_cents"]), shown("cents", row["high_cents"])
    return f"{row['low_label']}: {low}; {row['high_label']}: {high}"


def _given_up(row: Row) -> str:
    rate = shown("share_ppm", row["rate"]) if row["is_judged"] else "noch zu jung"
    return f"{rate}, {shown('count', row['given_up'])} von {shown('count', row['reservations'])}"


_CHOSEN: Final = "gewähltes Modell"
_SPAN: Final = "80-%-Spanne über alle Modelle"


_CONTRACTS: Final = Series("contracted", "second")
_PAID: Final = "credit_so_far_cents+net_so_far_cents"
_VISITS: Final = ("landing", "form_started", "step_2", "step_3", "step_4", "thank_you")
_AFTER: Final = ("reservation", "confirmed", "contracted")
_CREDIT: Final = (
    Series("contracted_credit_cents", label="mit Vertrag"),
    Series("credit_cents-contracted_credit_cents", "open", "reserviert, ohne Vertrag"),
)
_LOST: Final = (Series("amount"), Series("lost", "open"))

CHARTS: Final[Mapping[str, tuple[Chart, ...]]] = {
    "overview": (
        Chart("columns", "days", "day", (Series("visitors"),)),
        Chart("columns", "days", "day", (Series("reservations", "second"),), places=("screen", "paper", "mail")),
        Chart("columns", "days", "day", (Series("cost_cents", "third"),)),
    ),
    "breakdown": (
        Chart("bars", "values", "value", (Series("visitors"),)),
        Chart("bars", "values", "value", (Series("reservations", "second"),), words=_quote),
        Chart("bars", "values", "value", (Series("reservations"),), "Reservierungen nach Herkunft", places=("mail",)),
    ),
    "funnel": (
        Chart("bars", "steps", "step", _LOST, "Besuche", only={"step": _VISITS}, words=_step, places=("paper",)),
        Chart("bars", "steps", "step", _LOST, "Reservierungen", only={"step": _AFTER}, words=_step, places=("paper",)),
        Chart(
            "bars", "steps", "step", _LOST[:1], "Wie viele jeden Schritt erreichen", places=("mail",), is_ranked=False
        ),
        Chart("bars", "origins", "origin", (Series("reservation", "second"),), words=_of_visits, places=("paper",)),
    ),
    "money": (
        Chart(
            "ranges", "campaigns", "origin",
            (
                Series("least_cents", "low", _SPAN), Series("most_cents", "high"),
                Series("cost_per_contract", "mark", _CHOSEN),
            ),
            "Kosten je Vertrag", where="cost_cents", words=_cost, places=("paper",), target="target_cents",
        ),
        Chart("bars", "campaigns", "origin", (Series("contracts_ppm"),), "Verträge nach Herkunft", places=("mail",)),
    ),
    "contracts": (
        Chart(
            "columns", "liquidity", "month",
            (Series("received_cents"), Series("expected_cents", "open"), Series("due_cents", "line")),
            "Eingegangen und erwartet",
        ),
        Chart(
            "columns", "liquidity", "month", (Series("received_cents"),), "Zahlungseingang", places=("mail",),
            is_ranked=False,
        ),
        Chart("bars", "arrears", "age", (Series("arrears_cents", "second"),)),
    ),
    "referrals": (
        Chart(
            "bars", "codes", "code recommender",
            (_CONTRACTS, Series("valid-contracted", "open", "gültig, ohne Vertrag")), "Was daraus wurde",
            words=_kept("valid"),
        ),
        Chart("bars", "codes", "code", (Series("valid"),), "Reservierungen mit gültigem Code", places=("mail",)),
    ),
    "reservations": (
        Chart(
            "bars", "rows", "state", (Series("", label="Reservierungen"),), "Reservierungen nach Stand",
            is_counted=True, places=("screen", "paper", "mail"),
        ),
    ),
    "capacity": (
        Chart(
            "areas", "days", "day",
            (
                Series("active"), Series("contracted", "second"), Series("invited", "third"),
                Series("reserved", "fourth"), Series("spot_limit", "line"), Series("full_at", "line"),
                Series("lower", "low"), Series("upper", "high"), Series("likely", "mark"),
            ),
            then="course", is_level=True,
        ),
        Chart("areas", "days", "day", (Series("taken_kwh"),), is_level=True, places=("screen",)),
        Chart("columns", "days", "day", (Series("taken"), Series("spot_limit", "open")), is_level=True,
              places=("mail",)),
        Chart("columns", "days", "day", (Series("new"),), places=("screen",)),
        Chart("columns", "days", "day", (Series("given_up", "second"),), places=("screen",)),
        Chart("bars", "mix", "package", (Series("taken"),), by="plan"),
        Chart(
            "bars", "cancellations", "month",
            (Series("cancelled"), Series("expired", "second"), Series("withdrawn", "third")), words=_given_up,
        ),
    ),
    "credits": (
        Chart(
            "bars", "scenarios", "scenario",
            (*_CREDIT, Series("credit_cents+net_cents", "mark", "so viel zahlen die Haushalte")),
            "Gutschriften insgesamt", words=_scenario,
        ),
        Chart(
            "bars", "scenarios", "scenario", (Series("credit_cents"),), "Gutschriften insgesamt", places=("mail",),
            is_ranked=False,
        ),
        Chart(
            "columns", "months", "month", _CREDIT, "Gutschriften im Monat", choice="scenario", printed=("Realistisch",)
        ),
        Chart(
            "lines", "months", "month",
            (Series("credit_so_far_cents"), Series(_PAID, "line", "von den Haushalten gezahlt")), by="scenario",
        ),
        Chart(
            "bars", "packages", "package plan",
            (*_CREDIT, Series("share_cents+setup_cents", "mark", "so viel wird gezahlt")),
            "Gutschriften insgesamt", choice="scenario",
            printed=("Realistisch",), words=_package,
        ),
        Chart(
            "areas", "gap_curve", "profit_milli_ct",
            (Series("gap_cents"), Series("gap_cents", "mark", "wie angegeben", "is_given")),
        ),
        Chart(
            "columns", "gap", "year",
            (Series("profit_cents", "second"), Series("gap_cents", "open"), Series("minimum_cents", "line")),
        ),
        Chart(
            "ranges", "tornado", "factor",
            (
                Series("low_cents", "low", "vom ungünstigen zum günstigen Wert"), Series("high_cents", "high"),
                Series("base_cents", "mark", "wie angegeben"),
            ),
            "Gutschriften aller Jahre",
            words=_factor, is_from_zero=False,
        ),
        Chart(
            "columns", "households", "month",
            (
                Series("conservative_cents"),
                Series("optimistic_cents-conservative_cents", "open", "bis 8 Cent"),
            ),
            "Erstes Jahr", choice="package", only={"year": (1,)},
        ),
    ),
}  # fmt: skip
