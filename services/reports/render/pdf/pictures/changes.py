"""The chart of what changed: a bridge from the comparison period to the period, one cause after the other."""

from analytics.reporting import TableResult
from services.reports.render.cells import shown
from services.reports.render.pdf.pictures.picture import Picture
from services.reports.render.pdf.pictures.ranges import Range, ranges_picture
from services.reports.run import ReportAnswer

_PPM = 1_000_000


def bridge(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """Each cause from the sum before it to the sum after it; causes without any effect are left out."""
    totals = answer.tables["totals"]
    if not totals.rows:
        return []
    row = totals.rows[0]
    kind = next(column.kind for column in totals.columns if column.name == "amount")
    ranges = [_sum("Im Vergleichszeitraum", row["amount_before"], kind)]
    level = row["amount_before"] * _PPM
    effect_kind = next(column.kind for column in table.columns if column.name == "effect_ppm")
    for cause in table.rows:
        if cause["effect_ppm"]:
            after = level + cause["effect_ppm"]
            low, high = sorted((level, after))
            words = shown(effect_kind, cause["effect_ppm"])
            ranges.append(Range(shown("cause", cause["cause"]), low / _PPM, high / _PPM, after / _PPM, words))
            level = after
    ranges.append(_sum("Im Zeitraum", row["amount"], kind))
    title = f"{shown('measure', row['measure'])}: vom Vergleichszeitraum zum Zeitraum"
    legend = "Strecke: was die Ursache ändert; Raute: der Stand danach"
    return [ranges_picture(ranges, title=title, legend=legend, words=lambda value: f"{value:.0f}", from_zero=False)]


def _sum(name: str, amount: int, kind: str) -> Range:
    return Range(name, amount, amount, amount, shown(kind, amount))
