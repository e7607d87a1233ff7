"""The figures that staff make rules on: a closed list, each read from where the reports read it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from services.alerts.judging import Comparison
from services.staff.models import Role

Unit = Literal["count", "cents", "share_ppm", "days"]
Source = Literal["marketing", "park", "campaign_costs", "cost_files", "waiting_list", "mails"]
Scope = Literal["all", "campaign", "source", "channel_group", "park"]

MARKETERS: Final = frozenset({Role.ADMIN, Role.MARKETING})
CLERKS: Final = frozenset({Role.ADMIN, Role.STAFF})
EVERYBODY: Final = frozenset(Role)
_ORIGINS: Final[tuple[Scope, ...]] = ("all", "campaign", "source", "channel_group")
_LIMITED: Final = (Comparison.BELOW, Comparison.ABOVE)
_RATED: Final = (*_LIMITED, Comparison.LESS, Comparison.MORE, Comparison.UNUSUAL)
_COUNTED: Final = (*_RATED, Comparison.SILENT)
PPM: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: `amount` is its column in the source, `base` what a ratio divides by.

    `ripens`: it counts contracts, so that only days old enough are judged. `is_level`: a value at the end of a day,
    which does not add up over days.
    """

    name: str
    label: str
    meaning: str
    unit: Unit
    source: Source
    roles: frozenset[Role]
    comparisons: tuple[Comparison, ...]
    scopes: tuple[Scope, ...]
    path: str
    """The page of the console that shows it; `links.py` adds days and filters."""
    amount: str = ""
    base: str | None = None
    ripens: bool = False
    is_level: bool = False

    @property
    def scale(self) -> int:
        """What a ratio is multiplied by, to be a whole number of its unit."""
        return PPM if self.unit == "share_ppm" else 1

    def ripening(self) -> "Figure":
        """The same, judged only where days are old enough."""
        return replace(self, ripens=True)

    def in_cents(self) -> "Figure":
        """The same as an amount of money."""
        return replace(self, unit="cents")


def _of_origin(name: str, label: str, meaning: str, column: str, path: str) -> Figure:
    return Figure(name, label, meaning, "count", "marketing", MARKETERS, _COUNTED, _ORIGINS, path, column)


def _ratio(name: str, label: str, meaning: str, columns: tuple[str, str], unit: Unit, path: str) -> Figure:
    is_ripe = columns[1] == "contracted"
    return Figure(name, label, meaning, unit, "marketing", MARKETERS, _RATED, _ORIGINS, path, *columns, ripens=is_ripe)


_OVERVIEW: Final = "/reports/overview"
_FUNNEL: Final = "/reports/funnel"
_STEP: Final = "Anteil der Besuche, die nach dem Schritt davor auch diesen erreichten."

_LIST: Final = (
    _of_origin("sessions", "Besuche", "Aufenthalte auf der Seite, ohne Bots.", "sessions", _OVERVIEW),
    _of_origin("visitors", "Besucher", "Menschen auf der Seite, an jedem Tag neu gezählt.", "visitors", _OVERVIEW),
    _of_origin(
        "form_started",
        "Formular begonnen",
        "Besuche, in denen die Reservierung begonnen wurde.",
        "form_started",
        _FUNNEL,
    ),
    _of_origin(
        "reservations",
        "Reservierungen",
        "Reservierungen des Tages, ohne doppelte, die zusammengeführt wurden.",
        "reservations",
        _OVERVIEW,
    ),
    _of_origin(
        "contracts",
        "Verträge",
        "Reservierungen des Tages, aus denen ein Vertrag wurde. Beurteilt werden nur Tage, die alt genug dafür sind.",
        "contracted",
        _OVERVIEW,
    ).ripening(),
    _of_origin("costs", "Kosten", "Eingetragene Kosten der Kampagnen.", "cost_cents", _OVERVIEW).in_cents(),
    _ratio(
        "cost_per_reservation",
        "Kosten je Reservierung",
        "Kosten geteilt durch Reservierungen.",
        ("cost_cents", "reservations"),
        "cents",
        _OVERVIEW,
    ),
    _ratio(
        "cost_per_contract",
        "Kosten je reifem Vertrag",
        "Kosten geteilt durch alle Verträge, beides nur über Tage, die alt genug dafür sind.",
        ("cost_cents", "contracted"),
        "cents",
        _OVERVIEW,
    ),
    _ratio("rate_form", "Quote Formular begonnen", _STEP, ("form_started", "sessions"), "share_ppm", _FUNNEL),
    _ratio("rate_step_2", "Quote Schritt 2", _STEP, ("step_2", "form_started"), "share_ppm", _FUNNEL),
    _ratio("rate_step_3", "Quote Schritt 3", _STEP, ("step_3", "step_2"), "share_ppm", _FUNNEL),
    _ratio("rate_step_4", "Quote Schritt 4", _STEP, ("step_4", "step_3"), "share_ppm", _FUNNEL),
    _ratio("rate_thank_you", "Quote Danke-Seite", _STEP, ("thank_you", "step_4"), "share_ppm", _FUNNEL),
    Figure(
        "costs_without_visits",
        "Kosten ohne Besuche",
        "Kampagnen, die etwas kosteten, ohne dass jemand mit ihren Kennzeichen kam.",
        "cents",
        "campaign_costs",
        MARKETERS,
        (Comparison.ABOVE,),
        ("all", "campaign"),
        "/site-check",
    ),
    Figure(
        "cost_files",
        "Kostendateien",
        "Wie viele Tage die neuesten Kosten einer Quelle alt sind, die vorher regelmäßig kamen.",
        "days",
        "cost_files",
        MARKETERS,
        (Comparison.COSTS_MISSING,),
        ("all", "source"),
        "/costs",
    ),
    Figure(
        "given_up",
        "Zurückgegeben",
        "Plätze, die an dem Tag zurückgegeben wurden, gleich wann sie reserviert worden waren.",
        "count",
        "park",
        EVERYBODY,
        _COUNTED,
        ("park",),
        "/reports/capacity",
        "given_up",
    ),
    Figure(
        "free",
        "Frei",
        "Plätze, die am Ende des Tages zu haben waren.",
        "count",
        "park",
        EVERYBODY,
        _LIMITED,
        ("park",),
        "/reports/capacity",
        "free",
        is_level=True,
    ),
    Figure(
        "waiting",
        "Neu auf der Warteliste",
        "Haushalte, die sich an dem Tag in eine Warteliste eingetragen haben.",
        "count",
        "waiting_list",
        CLERKS,
        _COUNTED,
        ("all",),
        "/waiting-list",
    ),
    Figure(
        "mails_failed",
        "Gescheiterte Mails",
        "Mails, die an dem Tag entstanden und sich nicht zustellen ließen.",
        "count",
        "mails",
        CLERKS,
        _COUNTED,
        ("all",),
        "/mails",
    ),
)

FIGURES: Final[Mapping[str, Figure]] = {figure.name: figure for figure in _LIST}
"""Every figure by name, in the order of the console."""
