"""The reports of a schedule: one, or several that are sent as one pack. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from analytics.definitions import definitions
from services.core.german import listed
from services.reports.kept.keep import may_see
from services.schedules.models import ReportSchedule
from services.staff.models import Role

MOST_REPORTS: Final = 6


@dataclass(frozen=True, slots=True)
class PackedReport:
    """A report and its parameters by their names in query strings, without the period, which all of a pack share."""

    report: str
    parameters: Mapping[str, Any]


def reports_of(schedule: ReportSchedule) -> list[PackedReport]:
    """In the order in which they are sent."""
    further = [PackedReport(one["report"], one["parameters"]) for one in schedule.further_reports or ()]
    return [PackedReport(schedule.report, schedule.parameters), *further]


def names_of(schedule: ReportSchedule) -> list[str]:
    """Their names. The same report can be there twice, with other parameters."""
    return [one.report for one in reports_of(schedule)]


def may_see_all(reports: Collection[str], role: Role) -> bool:
    """Whether the role may see each of them: a pack is for those who may see all of it."""
    return all(may_see(report, role) for report in reports)


def titles_of(schedule: ReportSchedule) -> list[str]:
    """Their titles; of a report that no longer exists, its name."""
    known = definitions()
    return [known[name].title if name in known else name for name in names_of(schedule)]


def titles_in_words(schedule: ReportSchedule) -> str:
    """„Überblick, Trichter und Kampagnen“."""
    return listed(titles_of(schedule))
