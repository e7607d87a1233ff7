"""How often a rule on a figure would have opened an alert in the last year, before it is saved."""

from typing import Any, Final

from services.alerts.judging import ONE_DAY, Finding, Replay, State, replay
from services.alerts.load import ScopeGone, load
from services.alerts.rules import Choices, condition_of, subject_of, watched_of
from services.alerts.words import headline_of, over_words, value_words
from services.core.clock import berlin_day
from services.core.german import listed, numeric_day
from services.core.http.errors import ValidationProblem
from services.reports.run import ReportContext

YEAR_DAYS: Final = 365
_LISTED: Final = 3
_OFTEN: Final = 26
"""More openings a year than one in two weeks are not read any more."""


def preview(context: ReportContext, rule: Any, known: Choices) -> list[str]:
    """German sentences: how often and when, how it stands now, and what to change if it would be too often.

    Raises ValidationProblem if campaign or park have just gone, StoreUnreadable.
    """
    condition, watched = condition_of(rule), watched_of(rule)
    try:
        data = load(context, watched, YEAR_DAYS + condition.days)
    except ScopeGone:
        message = "Das gibt es nicht mehr. Bitte wählen Sie neu."
        raise ValidationProblem([{"field": "scope_value", "code": "unknown_choice", "message": message}]) from None
    last = max((series.last for series in data.values()), default=berlin_day(context.now) - ONE_DAY)
    found = replay(condition, data, last, YEAR_DAYS)
    if found.judged == 0:
        return [
            "Dafür ist noch zu wenig bekannt. Speichern können Sie die Regel trotzdem: Sie prüft, sobald es reicht."
        ]
    said = [_often(found), _now(rule, known, found.now), over_words(condition)]
    if len(found.openings) > _OFTEN:
        said.append("Das ist so oft, dass man es bald überliest. Eine andere Grenze oder mehr Tage machen es seltener.")
    return said


def _often(found: Replay) -> str:
    """„Im letzten Jahr hätte die Regel 7-mal angeschlagen, zuletzt am …“, and over how much history that is."""
    span = (
        "Im letzten Jahr" if found.judged == YEAR_DAYS else f"An den {found.judged} Tagen, die sich beurteilen lassen,"
    )
    count = len(found.openings)
    if count == 0:
        return f"{span} hätte die Regel nie angeschlagen."
    days = listed([numeric_day(day) for day, _ in found.openings[-_LISTED:]])
    times = "einmal" if count == 1 else f"{count}-mal"
    return f"{span} hätte die Regel {times} angeschlagen{',' if count == 1 else ', zuletzt'} am {days}."


def _now(rule: Any, known: Choices, now: Finding) -> str:
    subject = subject_of(rule, known)
    if now.state is State.UNKNOWN:
        return "Der letzte Tag lässt sich noch nicht beurteilen."
    if now.state is State.MET:
        return f"Jetzt wäre ein Hinweis offen: {headline_of(subject, condition_of(rule), now)}."
    value = "" if now.value is None else f" Zuletzt: {value_words(subject.figure.unit, now.value)}."
    return f"Zurzeit wäre alles in Ordnung.{value}"
