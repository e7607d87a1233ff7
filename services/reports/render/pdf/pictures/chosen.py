"""Assigns charts to tables. A table without an assignment gets a generic one that fits its shape."""

from collections.abc import Callable, Mapping
from typing import Final

from analytics.reporting import TableResult
from services.reports.render.pdf.pictures import generic, marketing, money, parks
from services.reports.render.pdf.pictures.picture import Picture
from services.reports.run import ReportAnswer

Drawn = Callable[[ReportAnswer, TableResult], list[Picture]]
_NOTHING: Final[Drawn] = lambda answer, table: []  # noqa: E731
_CHOSEN: Final[Mapping[tuple[str, str], Drawn]] = {
    ("overview", "days"): marketing.days,
    ("breakdown", "values"): marketing.values,
    ("funnel", "steps"): marketing.steps,
    ("funnel", "origins"): marketing.origins,
    ("models", "origins"): marketing.models,
    ("models", "contracts"): _NOTHING,
    ("models", "kwh"): _NOTHING,
    ("models", "money"): _NOTHING,
    ("models", "totals"): _NOTHING,
    ("money", "campaigns"): marketing.contract_costs,
    ("money", "compared"): _NOTHING,
    ("quality", "campaigns"): marketing.outcomes,
    ("quality", "cohorts"): marketing.cohorts,
    ("paths", "paths"): marketing.paths,
    ("paths", "lengths"): marketing.lengths,
    ("paths", "durations"): marketing.durations,
    ("referrals", "codes"): marketing.referral_codes,
    ("reservations", "rows"): parks.reservations,
    ("capacity", "days"): parks.filling,
    ("capacity", "course"): _NOTHING,
    ("capacity", "mix"): parks.mix,
    ("capacity", "cancellations"): parks.cancellations,
    ("credits", "scenarios"): money.scenarios,
    ("credits", "months"): money.flow,
    ("credits", "packages"): money.packages,
    ("credits", "package_months"): _NOTHING,
    ("credits", "gap"): money.gap,
    ("credits", "gap_curve"): money.gap_curve,
    ("credits", "tornado"): money.tornado,
    ("credits", "households"): money.households,
}


def pictures_of(answer: ReportAnswer, name: str) -> list[Picture]:
    """The charts of a table; none if it has no rows, or if the figures alone are clearer."""
    table = answer.tables[name]
    if not table.values:
        return []
    return _CHOSEN.get((answer.definition.name, name), generic.pictures)(answer, table)
