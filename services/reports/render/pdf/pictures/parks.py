"""Charts of spots and of the reservations on them."""

from datetime import date
from typing import Any, Final

from analytics.reporting import TableResult
from services.reports.render.cells import shown
from services.reports.render.pdf.pictures.bars import Bar, bars_picture
from services.reports.render.pdf.pictures.columns import Panel, columns_picture
from services.reports.render.pdf.pictures.fields import Run, field_picture
from services.reports.render.pdf.pictures.picture import Look, Picture
from services.reports.render.pdf.pictures.stacked import Band, Field, Layer, stacked_picture
from services.reports.run import ReportAnswer
from services.reports.sentences.words import MONTHS
from services.reservations.labels import SHORT_STATE
from services.reservations.states import HOLDS_A_SPOT

_STATES: Final[tuple[tuple[str, Look], ...]] = (
    ("active", "covered"),
    ("contracted", "notch"),
    ("invited", "half"),
    ("reserved", "full"),
    ("ended", "open"),
)
"""The most advanced state first; cancelled ones are struck through."""
_LAYERS: Final = tuple((str(state), SHORT_STATE[state]) for state in reversed(HOLDS_A_SPOT))
_LOOKS: Final[tuple[Look, ...]] = ("full", "half", "open", "notch")


def reservations(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """One cell per reservation, by state."""
    counts: dict[str, int] = {}
    for row in table.rows:
        counts[row["state"]] = counts.get(row["state"], 0) + 1
    looks = dict(_STATES)
    known = [name for name, _ in _STATES if name in counts]
    given_up = sorted(name for name in counts if name not in looks)
    runs = [Run(looks.get(name, "struck"), shown("state", name), counts[name]) for name in (*known, *given_up)]
    return [field_picture(runs, one="eine Reservierung", many="Reservierungen")]


def filling(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """How the park filled up, and the forecast."""
    rows = table.rows
    first = rows[0]["day"]
    course = answer.tables["course"].rows if "course" in answer.tables else []
    band = Band(
        tuple((row["day"] - first).days for row in course),
        tuple(row["lower"] for row in course),
        tuple(row["likely"] for row in course),
        tuple(row["upper"] for row in course),
    )
    layers = [Layer(label, tuple(row[name] for row in rows)) for name, label in _LAYERS]
    named: list[dict[str, Any]] = [*rows, *course]
    labels = tuple(((row["day"] - first).days, f"{row['day']:%d.%m.%y}") for row in named)
    return [stacked_picture(layers, Field(labels, tuple(row["spot_limit"] for row in rows)), band)]


def mix(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Each package by payment plan."""
    plans = list(dict.fromkeys(row["plan"] for row in table.rows))
    looks = dict(zip(plans, _LOOKS, strict=False))
    packages: dict[Any, list[dict[str, Any]]] = {}
    for row in table.rows:
        packages.setdefault(row["package"], []).append(row)
    bars = [
        Bar(
            shown("package", package),
            tuple((looks[row["plan"]], row["taken"]) for row in rows),
            f"{shown('count', sum(row['taken'] for row in rows))} Plätze",
        )
        for package, rows in packages.items()
    ]
    legend = [(looks[plan], shown("plan", plan)) for plan in plans]
    return [bars_picture(bars, title="Belegte Plätze", legend=legend)]


def cancellations(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Share of each month's reservations that were cancelled."""
    panels = [
        Panel("Reservierungen", [row["reservations"] for row in table.rows], lambda value: shown("count", value)),
        Panel(
            "Aufgegeben binnen 60 Tagen",
            [row["given_up"] for row in table.rows],
            lambda value: shown("count", value),
            look="covered",
        ),
    ]
    return [columns_picture([_month(row["month"]) for row in table.rows], panels)]


def _month(value: Any) -> str:
    first = date.fromisoformat(value) if isinstance(value, str) else value
    return f"{MONTHS[first.month - 1][:3]} {first:%y}"
