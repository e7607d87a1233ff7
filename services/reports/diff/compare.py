"""„Warum hat es sich geändert?“: compares two results of one report and lists the changes recorded between them.

Changes are read from the audit log and the rows it references, between the high-water marks of the two results. Only
relations that the report's SQL reads count, and only days of its period. If figures differ without a recorded change,
the answer says so: a cause is never guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from analytics.definitions import Definition, definitions
from analytics.reporting import Parameters
from analytics.runner import in_order, needs, parameters_in
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.german import number
from services.core.http.errors import ValidationProblem
from services.core.storage.storage import Storage
from services.reports.diff.figures import TableChanges, differing
from services.reports.diff.marketing import (
    alias_causes,
    campaign_causes,
    cost_causes,
    note_causes,
    target_causes,
    visit_causes,
)
from services.reports.diff.parks import park_causes
from services.reports.diff.reservations import referral_causes, reservation_causes
from services.reports.diff.window import Cause, Window
from services.reports.errors import OtherReport, ReportGone
from services.reports.kept.high_water import Marks, marks_of
from services.reports.kept.keep import answer_of_run
from services.reports.kept.sql_versions import changed_parts, sql_parts
from services.reports.models import ReportRun
from services.reports.parameter_labels import parameters_in_words
from services.reports.parameters import read_parameters
from services.reports.pool.progress import Monitor
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.staff.models import Role

_UNKNOWN_CAUSE: Final = (
    "Unerklärt: Die Zahlen sind anders, und im Protokoll steht nichts, worauf dieser Bericht beruht. Möglich sind "
    "Daten, die ohne Protokoll geändert oder gelöscht wurden, oder eine neue Version des Programms."
)

_ALL: Final = "alle"
COMPARED: Final = {
    "none": "ohne",
    "previous": "Zeitraum davor",
    "weekdays": "gleiche Wochentage davor",
    "year": "Vorjahr",
    "own": "eigener Zeitraum",
}
_LIE: Final = "Dazwischen liegen {n} Ursachen."


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two results. `run_id` is None for a result computed just now."""

    run_id: int | None
    label: str | None
    at: datetime
    answer: ReportAnswer
    marks: Marks
    parts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Result of a comparison. `sentence` summarises it in one line; causes are in display order."""

    before: Side
    after: Side
    sentence: str
    causes: Sequence[Cause]
    tables: Sequence[TableChanges]

    @property
    def is_same(self) -> bool:
        """Whether all figures are equal."""
        return not self.tables


def kept_side(db: Database, files: Storage, run: ReportRun) -> Side:
    """A kept run with all its rows. Raises ResultDamaged."""
    answer = answer_of_run(db, files, run)
    stand: Mapping[str, Any] = run.stand or {}
    return Side(run.id, run.label, answer.stand.at, answer, Marks(**stand["marks"]), run.sql_parts or {})


def side_of_now(context: ReportContext, run: ReportRun, monitor: Monitor | None = None) -> Side:
    """The same report with the same parameters, computed now. Raises ReportGone and anything `run_report` raises."""
    definition = definitions().get(run.report)
    if definition is None:
        raise ReportGone
    parameters = parameters_again(definition, run, context.now)
    answer = run_report(context, definition, parameters, limit=None, monitor=monitor)
    with context.db.read() as session:
        marks = marks_of(session)
    return Side(None, None, context.now, answer, marks, sql_parts(definition))


def parameters_again(definition: Definition, run: ReportRun, now: datetime) -> Parameters:
    """Re-read the parameters of a kept run. Raises ReportGone if the report no longer accepts them."""
    try:
        return read_parameters(definition, as_given(run.parameters), berlin_day(now))
    except ValidationProblem as error:
        raise ReportGone(errors=error.errors) from error


def as_given(parameters: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Parameters as JSON in the form used in query strings; nulls are omitted and take their defaults."""
    given = []
    for name, value in parameters.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None:
                given.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return given


def compare(db: Database, one: Side, other: Side, role: Role) -> Comparison:
    """Compare two results, the earlier one first. Raises OtherReport."""
    if one.answer.definition.name != other.answer.definition.name:
        raise OtherReport
    before, after = sorted((one, other), key=lambda side: (side.marks.audit, side.at))
    tables = differing(before.answer.tables, after.answer.tables)
    with db.read() as session:
        causes = _causes(session, before, after, tables, role)
    return Comparison(before, after, _sentence(tables, causes), causes, tables)


def _causes(session: Session, before: Side, after: Side, tables: Sequence[TableChanges], role: Role) -> list[Cause]:
    window = _window(session, before, after, role)
    values = {value for table in tables for value in table.values}
    found = [*_of_the_report(before, after), *_of_the_data(window, values)]
    if tables:
        found += _of_time(before, after)
    if tables and not found:
        outside = _of_the_data(replace(window, periods=()), values)
        found = [replace(cause, is_outside=True) for cause in outside]
    if tables and not found:
        found = [Cause("unexplained", _UNKNOWN_CAUSE, 0, "", [], None, None, None)]
    return found


def _window(session: Session, before: Side, after: Side, role: Role) -> Window:
    definition = definitions().get(before.answer.definition.name)
    parameters = before.answer.parameters
    return Window(
        session=session,
        since=before.marks,
        until=after.marks,
        needs=needs(definition.models) if definition else frozenset(),
        periods=[*_periods(before.answer), *_periods(after.answer)],
        park=parameters.get("park"),
        with_bots=bool(parameters.get("with_bots")),
        role=role,
    )


def _periods(answer: ReportAnswer) -> list[tuple[date, date]]:
    """The periods the report covers; empty if it covers all time."""
    if "from_day" not in answer.parameters:
        return []
    own = (answer.parameters["from_day"], answer.parameters["to_day"])
    return [own, *([answer.compared] if answer.compared else [])]


def _of_the_data(window: Window, values: set[str]) -> list[Cause]:
    return [
        *reservation_causes(window),
        *alias_causes(window, values),
        *campaign_causes(window),
        *cost_causes(window),
        *target_causes(window),
        *note_causes(window),
        *referral_causes(window),
        *park_causes(window),
        *visit_causes(window),
    ]


def _of_the_report(before: Side, after: Side) -> list[Cause]:
    """Different parameters, different SQL."""
    found = []
    if told := _other_parameters(before.answer.told, after.answer.told):
        sentence = f"Die beiden Berichte wurden mit anderen Angaben berechnet: {'; '.join(told)}."
        found.append(_plain("parameters", sentence, len(told)))
    if parts := changed_parts(before.parts, after.parts):
        sentence = f"Der Bericht wird anders berechnet als damals. Geändert: {', '.join(parts)}."
        found.append(_plain("sql_version", sentence, len(parts)))
    return found


def _other_parameters(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    told = [dict(parameters_in_words(one, None, {})) for one in (before, after)]
    kinds = [{"Vergleich": COMPARED.get(one.get("compare", "none"), "ohne")} for one in (before, after)]
    old, new = (kind | words for kind, words in zip(kinds, told, strict=True))
    return [
        f"{label} {old.get(label, _ALL)} → {new.get(label, _ALL)}"
        for label in {**old, **new}
        if old.get(label) != new.get(label)
    ]


def _of_time(before: Side, after: Side) -> list[Cause]:
    """Days that have passed, if the report's SQL depends on today's date."""
    definition = definitions().get(before.answer.definition.name)
    days = (berlin_day(after.at) - berlin_day(before.at)).days
    if definition is None or days == 0 or not asks_for_today(definition):
        return []
    gone = "ein Tag" if days == 1 else f"{days} Tage"
    verb = "ist" if days == 1 else "sind"
    sentence = f"Seitdem {verb} {gone} vergangen: Was der Bericht von heute aus rechnet, rückt mit."
    return [_plain("time_passed", sentence, days)]


def asks_for_today(definition: Definition) -> bool:
    """Whether figures of the report depend on the day it is computed."""
    models = in_order(definition.models)
    asked = [*(model.parameters for model in models), *(parameters_in(table.sql) for table in definition.tables)]
    return any("as_of_day" in parameters for parameters in asked)


def _plain(kind: str, sentence: str, count: int) -> Cause:
    return Cause(kind, sentence, count, "", [], None, None, None)


def _sentence(tables: Sequence[TableChanges], causes: Sequence[Cause]) -> str:
    if not tables and not causes:
        return "Nichts hat sich geändert."
    if not tables:
        return "Die Zahlen sind gleich geblieben, obwohl seitdem etwas geschehen ist."
    rows = sum(table.total_rows for table in tables)
    differ = "Eine Zeile ist anders" if rows == 1 else f"{number(rows)} Zeilen sind anders"
    known = [cause for cause in causes if cause.kind != "unexplained"]
    if not known:
        return f"{differ}, und keine bekannte Ursache liegt dazwischen."
    if any(cause.is_outside for cause in known):
        return f"{differ}. Im Zeitraum selbst ist nichts geschehen, wohl aber außerhalb."
    return f"{differ}. " + ("Dazwischen liegt eine Ursache." if len(known) == 1 else _LIE.format(n=len(known)))
