"""What an alert would have done in the last year: shown before it is saved."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from services.alerts.figures.judging.conditions import Condition, Finding, Kind, State
from services.alerts.figures.judging.cost_band import SPANS
from services.alerts.figures.judging.replay import YEAR_DAYS, Opening, Replay, replay
from services.alerts.figures.judging.series import ONE_DAY
from services.alerts.figures.load import ScopeGone, load
from services.alerts.figures.rules import Choices, condition_of, subject_of, watched_of
from services.alerts.figures.schemas import FigureAlertPreviewOut, PreviewDayOut, PreviewOpeningOut
from services.alerts.figures.words import (
    Subject,
    awaits_costs,
    headline_of,
    over_words,
    rule_words,
    unknown_words,
    value_words,
)
from services.core.clock import berlin_day
from services.core.german import counted, short_day
from services.core.http.errors import ValidationProblem
from services.reports.run import ReportContext

_LISTED: Final = 3
_OFTEN: Final = 26
"""More openings a year than one in two weeks are not read any more."""


def preview(context: ReportContext, values: Mapping[str, Any], known: Choices) -> FigureAlertPreviewOut:
    """Replay a year up to yesterday. Raises ValidationProblem if campaign or park have just gone, StoreUnreadable."""
    condition, subject = condition_of(values), subject_of(values, known)
    watched = watched_of(values)
    try:
        data = load(context, watched, YEAR_DAYS + condition.days)
    except ScopeGone:
        message = "Das gibt es nicht mehr. Bitte wählen Sie neu."
        raise ValidationProblem([{"field": "scope_value", "code": "unknown_choice", "message": message}]) from None
    last = berlin_day(context.now) - ONE_DAY
    found = replay(condition, data, last)
    return FigureAlertPreviewOut(
        rule=rule_words(subject, condition),
        over=over_words(condition),
        words=_words(found, last),
        now_words=_now_words(subject, condition, found.now),
        advice=_advice(condition, subject, found),
        openings=[
            PreviewOpeningOut(first=one.first, last=one.last, words=headline_of(subject, condition, one.finding))
            for one in found.openings
        ],
        short=_short(found),
        judged_days=found.judged,
        asked_days=found.asked,
        days=[_day(day, finding) for day, finding in found.findings],
        unit=watched.figure.unit,
    )


def _words(found: Replay, last: date) -> str:
    """„Hätte im letzten Jahr 7-mal angeschlagen: …“, and over how much history that is."""
    if found.judged == 0:
        return "Dafür ist noch zu wenig bekannt. Speichern können Sie ihn trotzdem: Er prüft, sobald es reicht."
    since = found.asked - found.judged
    span = "im letzten Jahr" if since == 0 else f"an den {found.judged} Tagen, die sich beurteilen lassen,"
    count = len(found.openings)
    if count == 0:
        return f"Hätte {span} nicht angeschlagen."
    days = ", ".join(_opening_words(one, last) for one in found.openings[-_LISTED:][::-1])
    more = f" und {counted(count - _LISTED, 'weiteres Mal', 'weitere Male')}" if count > _LISTED else ""
    told = f"{days}{more}".rstrip(".")  # a day ends with one of its own
    short = _short(found)
    brief = f" {counted(short, 'Mal war', 'Male waren')} es nur ein oder zwei Tage." if short else ""
    times = "einmal" if count == 1 else f"{count}-mal"
    return f"Hätte {span} {times} angeschlagen: {'' if count == 1 else 'zuletzt '}{told}.{brief}"


def _opening_words(opening: Opening, last: date) -> str:
    if opening.last is None:
        return f"{_dated(opening.first, last)} und bis heute"
    return _dated(opening.first, last)


def _dated(day: date, last: date) -> str:
    return short_day(day) if day.year == last.year else f"{short_day(day)}{day.year}"


def _short(found: Replay) -> int:
    return sum(opening.is_short for opening in found.openings)


def _now_words(subject: Subject, condition: Condition, now: Finding) -> str:
    if now.state is State.UNKNOWN:
        why = f" {unknown_words(condition, subject.figure)}" if awaits_costs(condition, subject.figure) else ""
        return f"Heute lässt sich noch nichts sagen.{why}"
    if now.state is State.MET:
        return f"Er wäre jetzt offen: {headline_of(subject, condition, now)}."
    value = "" if now.value is None else f" Zuletzt: {value_words(subject.figure.unit, now.value)}."
    return f"Zurzeit wäre alles in Ordnung.{value}"


def _advice(condition: Condition, subject: Subject, found: Replay) -> str | None:
    judged = [finding for _, finding in found.findings if finding.state is not State.UNKNOWN]
    if not judged:
        return None
    if len(found.openings) > _OFTEN:
        return "Das ist so oft, dass man ihn bald überliest. Eine andere Grenze oder mehr Tage machen ihn seltener."
    if condition.kind is Kind.OUTSIDE and subject.figure.is_cost_per_case:
        return _cost_advice(condition, judged)
    is_low = condition.kind is Kind.OUTSIDE and condition.direction != "high"
    if is_low and sum((finding.low or 0) <= 0 for finding in judged) * 2 > len(judged):
        return (
            "Bei so kleinen Zahlen ist auch 0 nicht ungewöhnlich: Nach unten schlägt er meist nicht an. "
            "Besser passt „unter … in mehreren Tagen“ oder „nichts seit … Tagen“."
        )
    return None


def _cost_advice(condition: Condition, judged: Sequence[Finding]) -> str | None:
    """Where too few cases are usual, none at all is not unusual either."""
    unbounded = sum(finding.high is None for finding in judged)
    if condition.direction == "low" or unbounded * 2 <= len(judged):
        return None
    longer = " Besser passen mehr Tage zusammen." if condition.days < SPANS[-1] else " Besser passt eine feste Grenze."
    return (
        "Bei so kleinen Zahlen ist es nicht ungewöhnlich, wenn für das Geld gar nichts kommt: "
        f"Nach oben schlägt er meist nicht an.{longer}"
    )


def _day(day: date, finding: Finding) -> PreviewDayOut:
    return PreviewDayOut(
        day=day,
        value=finding.value,
        low=None if finding.low is None else int(-(-finding.low // 1)),
        high=None if finding.high is None else int(finding.high // 1),
        is_met=finding.state is State.MET,
    )
