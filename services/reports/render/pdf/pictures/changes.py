"""The chart of what changed: a bridge from the comparison period to the period, one cause after the other."""

from typing import Final

from analytics.reporting import TableResult
from services.reports.render.bridge import Step, bridge_steps, measure_of
from services.reports.render.pdf.pictures.picture import Picture, axis_number
from services.reports.render.pdf.pictures.ranges import Range, ranges_picture
from services.reports.run import ReportAnswer

_PPM: Final = 1_000_000


def bridge(answer: ReportAnswer, _table: TableResult) -> list[Picture]:
    """Each cause from the sum before it to the sum after it; causes without any effect are left out."""
    steps = bridge_steps(answer)
    if not steps:
        return []
    title = f"{measure_of(answer)}: vom Vergleichszeitraum zum Zeitraum"
    legend = "Strecke: was die Ursache ändert; Raute: der Stand danach"
    ranges = [_range(step) for step in steps]
    return [ranges_picture(ranges, title=title, legend=legend, words=axis_number, from_zero=False)]


def _range(step: Step) -> Range:
    low, high = sorted((step.start, step.end))
    return Range(step.name, low / _PPM, high / _PPM, step.end / _PPM, step.words)
