"""What the mail that delivers a report says of it."""

from collections.abc import Mapping
from typing import Any

from services.mail.catalogue import FIGURES
from services.mail.report_letters import ReportArrived
from services.reports.parameter_labels import parameters_in_words
from services.reports.render.body import body_of
from services.reports.render.cells import metric_names, moment
from services.reports.run import ReportAnswer


def contents_of(answer: ReportAnswer, park_names: Mapping[str, str], *, with_figures: bool) -> dict[str, Any]:
    """The members of `ReportArrived` that tell of the report, not of its delivery."""
    told = parameters_in_words(answer.told, answer.compared, park_names, answer.given)
    figures = body_of(answer).values() if with_figures else FIGURES[ReportArrived.kind]
    # The metrics among the figures and columns that the mail shows, in the report's order
    shown = {figure["label"] for figure in figures["figures"]}
    shown |= {head["label"] for table in figures["tables"] for head in table["heads"]}
    shown |= {head for chart in figures["charts"] for head in chart["heads"]}
    return {
        "report": answer.definition.title,
        "question": answer.definition.question,
        "period": next((value for label, value in told if label == "Zeitraum"), ""),
        "asked": [[label, value] for label, value in told if label != "Zeitraum"],
        **figures,
        "stand": moment(answer.stand.at),
        "provisional": answer.stand.provisional,
        "metrics": metric_names(answer, shown),
    }
