"""Composes the mail that delivers a report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from services.mail.catalogue import FIGURES
from services.mail.report_letters import ReportArrived
from services.reports.parameter_labels import parameters_in_words
from services.reports.render.body import body_of
from services.reports.render.cells import metric_names, moment
from services.reports.run import ReportAnswer


@dataclass(frozen=True, slots=True)
class Occasion:
    """What is particular to this delivery. Texts are final German; empty if there is nothing to say."""

    name: str
    """The schedule's name."""
    link: str
    """Link to the run in the console."""
    owner: str
    owner_email: str
    next_words: str = ""
    """„Montag, 30.11.2026, 6:00 Uhr“."""
    kept_until: str = ""
    """„19.02.2027“."""
    note: str = ""
    """Anything unusual, for example that the report is late."""
    is_test: bool = False
    file_names: Sequence[str] = ()
    is_attached: bool = True
    """Whether the files are attached; otherwise they are too large and must be downloaded in the console."""
    too_few: str = ""
    """Why it has no figures: „Zu wenige Zeilen: …“"""


def letter_of(
    answer: ReportAnswer, occasion: Occasion, park_names: Mapping[str, str], *, with_figures: bool
) -> ReportArrived:
    """The mail's values; figures only if they are wanted and there are enough of them."""
    told = parameters_in_words(answer.told, answer.compared, park_names, answer.given)
    figures = dict(FIGURES[ReportArrived.kind])
    if occasion.too_few:
        figures["headline"] = "zu wenige Zeilen"
    elif with_figures:
        figures = body_of(answer).values()
    return ReportArrived(
        name=occasion.name,
        report=answer.definition.title,
        question=answer.definition.question,
        period=next((value for label, value in told if label == "Zeitraum"), ""),
        asked=[[label, value] for label, value in told if label != "Zeitraum"],
        **figures,
        stand=moment(answer.stand.at),
        file_names=list(occasion.file_names),
        is_attached=occasion.is_attached,
        kept_until=occasion.kept_until,
        link=occasion.link,
        next_words=occasion.next_words,
        note=" ".join(filter(None, (occasion.too_few, occasion.note))),
        provisional=answer.stand.provisional,
        owner=occasion.owner,
        owner_email=occasion.owner_email,
        is_test=occasion.is_test,
        metrics=_metrics(answer, figures),
    )


def _metrics(answer: ReportAnswer, figures: Mapping[str, Any]) -> list[str]:
    """The metrics among the figures and columns that the mail shows, in the report's order."""
    shown = {figure["label"] for figure in figures["figures"]}
    shown |= {head["label"] for table in figures["tables"] for head in table["heads"]}
    shown |= {head for chart in figures["charts"] for head in chart["heads"]}
    return metric_names(answer, shown)
