"""Daily figures as the reports count them, for alerts on figures: read from the reports and their models only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from analytics.channel_groups import LABELS
from analytics.columns import entries
from analytics.definitions import definitions
from analytics.report import first_visit_day
from analytics.store.catalogue import Store
from services.core.clock import berlin_day
from services.reports.model_runs import report
from services.reports.parameters import read_parameters
from services.reports.period import Period
from services.reports.pool.worker_pool import pool
from services.reports.run import ReportContext, run_report
from services.reports.source import read_current

Row = Mapping[str, Any]
_FIGURES: Final = "marts.figure_days"
_CAMPAIGNS: Final = "marts.campaign_days"
_RIPENESS: Final = "marts.time_to_contract"
CHANNEL_GROUPS: Final[Mapping[str, str]] = LABELS
"""German label of each channel group."""


@dataclass(frozen=True, slots=True)
class MarketingDays:
    """A row per day from the first known visit on. `ripe_days`: how old reservations must be to be judged."""

    rows: Sequence[Row]
    known_from: date | None
    ripe_days: int


@dataclass(frozen=True, slots=True)
class CampaignCostDay:
    """Costs in cents and sessions of a campaign on a day with any of both."""

    campaign_id: int
    day: date
    cents: int
    sessions: int


def described(column: str) -> tuple[str, str]:
    """Label and meaning of a column, as the reports show it."""
    entry = entries()[column]
    return entry.label, entry.meaning


def marketing_days(context: ReportContext, period: Period, filters: Mapping[str, list[str]]) -> MarketingDays:
    """`marts.figure_days` of a period; `filters` by their parameters, such as `only_utm_source`. StoreUnreadable."""
    parameters = {**period._asdict(), **filters, "as_of_day": berlin_day(context.now)}
    models = [_FIGURES, _RIPENESS]

    def work(store: Store) -> MarketingDays:
        with report(store, models, parameters) as connection:
            found = connection.execute(f"SELECT * FROM {_FIGURES} ORDER BY day")  # noqa: S608
            names = [column[0] for column in found.description or ()]
            rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
            ripe_days = connection.execute(f"SELECT ripe_days FROM {_RIPENESS}").fetchall()[0][0]  # noqa: S608
            return MarketingDays(rows, first_visit_day(connection, models), ripe_days)

    return pool.run(lambda: read_current(context.db, context.store, work))


def campaign_cost_days(context: ReportContext, period: Period) -> list[CampaignCostDay]:
    """`marts.campaign_days` of a period: each campaign's days with costs or sessions. StoreUnreadable."""
    parameters = {**period._asdict(), "as_of_day": berlin_day(context.now)}
    query = f"SELECT campaign_id, day, cents, sessions FROM {_CAMPAIGNS} WHERE cents > 0 OR sessions > 0"  # noqa: S608

    def work(store: Store) -> list[CampaignCostDay]:
        with report(store, [_CAMPAIGNS], parameters) as connection:
            return [CampaignCostDay(*row) for row in connection.execute(query).fetchall()]

    return pool.run(lambda: read_current(context.db, context.store, work))


def park_days(context: ReportContext, period: Period, park: str) -> Sequence[Row]:
    """The table by days of the report "Auslastung". ValidationProblem for an unknown park, StoreUnreadable."""
    definition = definitions()["capacity"]
    given = [("from", period.from_day.isoformat()), ("to", period.to_day.isoformat()), ("park", park)]
    parameters = read_parameters(definition, given, berlin_day(context.now))
    return run_report(context, definition, parameters, limit=None, tables=("days",)).tables["days"].rows
