"""Composes the mail that delivers a report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from services.mail.catalogue import FIGURES
from services.mail.report_letters import ReportArrived
from services.reports.freshness import provisional_together
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
    narrowed: str = ""
    """What the recipients' own filter lets through: „Kampagne: herbst“."""


def letter_of(
    answers: Sequence[ReportAnswer], occasion: Occasion, park_names: Mapping[str, str], *, with_figures: bool
) -> ReportArrived:
    """The mail's values, of one report or of the several of a pack; figures only if they are wanted."""
    told = [_told(one, place, park_names, with_figures=with_figures) for place, one in enumerate(answers)]
    metrics = [name for one, shown in zip(answers, told, strict=True) for name in _metrics(one, shown)]
    period = next((one["period"] for one in told if one["period"]), "")
    first, *further = told
    further = [{**one, "period": "" if one["period"] == period else one["period"]} for one in further]
    stand, lacking = answers[0].stand, [one.stand.provisional for one in answers]
    return ReportArrived(
        name=occasion.name,
        **{**first, "period": period},
        further=further,
        stand=moment(stand.at),
        file_names=list(occasion.file_names),
        is_attached=occasion.is_attached,
        kept_until=occasion.kept_until,
        link=occasion.link,
        next_words=occasion.next_words,
        note=occasion.note,
        provisional=provisional_together(lacking),
        owner=occasion.owner,
        owner_email=occasion.owner_email,
        is_test=occasion.is_test,
        narrowed=occasion.narrowed,
        metrics=list(dict.fromkeys(metrics)),
    )


def _told(answer: ReportAnswer, place: int, park_names: Mapping[str, str], *, with_figures: bool) -> dict[str, Any]:
    """What the mail says of one report; only the first has its main figure in the subject."""
    told = parameters_in_words(answer.told, answer.compared, park_names, answer.given)
    figures = body_of(answer, place).values() if with_figures else dict(FIGURES[ReportArrived.kind])
    if place > 0:
        del figures["headline"]
    return {
        "report": answer.definition.title,
        "question": answer.definition.question,
        "period": next((value for label, value in told if label == "Zeitraum"), ""),
        "asked": [[label, value] for label, value in told if label != "Zeitraum"],
        **figures,
    }


def _metrics(answer: ReportAnswer, figures: Mapping[str, Any]) -> list[str]:
    """The metrics among the figures and columns that the mail shows, in the report's order."""
    shown = {figure["label"] for figure in figures["figures"]}
    shown |= {head["label"] for table in figures["tables"] for head in table["heads"]}
    shown |= {head for chart in figures["charts"] for head in chart["heads"]}
    return metric_names(answer, shown)
