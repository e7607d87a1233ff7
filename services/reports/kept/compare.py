"""Compares a kept run with another one, or with the report computed now: every cell that differs, and what happened in
between.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from analytics.definitions import Definition, definitions
from analytics.reporting import Parameters
from analytics.runner import in_order, needs, parameters_in
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.german import counted
from services.core.http.errors import ValidationProblem
from services.core.storage.storage import Storage
from services.reports.errors import OtherReport, ReportGone
from services.reports.kept.differing import TableChanges, differing
from services.reports.kept.happened import Happening, Window, happened
from services.reports.kept.keep import Marks, answer_of_run, marks_of, sql_parts
from services.reports.models import ReportRun
from services.reports.parameter_labels import parameters_in_words
from services.reports.parameters import as_given, read_parameters
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.staff.models import Role

_ALL: Final = "alle"
_COMPARED: Final = {
    "none": "ohne",
    "previous": "Zeitraum davor",
    "weekdays": "gleiche Wochentage davor",
    "year": "Vorjahr",
    "own": "eigener Zeitraum",
}


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
    """The earlier result and the later one. `remarks`: in what they were computed differently, a sentence each."""

    before: Side
    after: Side
    remarks: Sequence[str]
    happened: Sequence[Happening]
    tables: Sequence[TableChanges]


def kept_side(db: Database, files: Storage, run: ReportRun) -> Side:
    """A kept run with all its rows. Raises ResultDamaged."""
    answer = answer_of_run(db, files, run)
    stand: Mapping[str, Any] = run.stand or {}
    return Side(run.id, run.label, answer.stand.at, answer, Marks(**stand["marks"]), run.sql_parts or {})


def side_of_now(context: ReportContext, run: ReportRun) -> Side:
    """The same report with the same parameters, computed now. Raises ReportGone and what `run_report` raises."""
    definition = definitions().get(run.report)
    if definition is None:
        raise ReportGone
    answer = run_report(context, definition, _parameters_again(definition, run, context.now), limit=None)
    with context.db.read() as session:
        marks = marks_of(session)
    return Side(None, None, context.now, answer, marks, sql_parts(definition))


def _parameters_again(definition: Definition, run: ReportRun, now: datetime) -> Parameters:
    try:
        return read_parameters(definition, as_given(run.parameters), berlin_day(now))
    except ValidationProblem as error:
        raise ReportGone(errors=error.errors) from error


def compare(db: Database, one: Side, other: Side, role: Role) -> Comparison:
    """Both results, the earlier one first. Raises OtherReport."""
    if one.answer.definition.name != other.answer.definition.name:
        raise OtherReport
    before, after = sorted((one, other), key=lambda side: (side.marks.audit, side.at))
    definition = definitions().get(before.answer.definition.name)
    parameters = before.answer.parameters
    tables = differing(before.answer.tables, after.answer.tables)
    with db.read() as session:
        window = Window(
            session=session,
            since=before.marks,
            until=after.marks,
            known_at=before.at,
            needs=needs(definition.models) if definition else frozenset(),
            periods=[*_periods(before.answer), *_periods(after.answer)],
            park=parameters.get("park"),
            with_bots=bool(parameters.get("with_bots")),
            role=role,
        )
        found = happened(window)
        if tables and not found:  # a table may rest on other days, too
            found = happened(replace(window, periods=()))
    return Comparison(before, after, list(_remarks(before, after, definition)), found, tables)


def _periods(answer: ReportAnswer) -> list[tuple[date, date]]:
    """The periods the report covers; empty if it covers all time."""
    if "from_day" not in answer.parameters:
        return []
    own = (answer.parameters["from_day"], answer.parameters["to_day"])
    return [own, *([answer.compared] if answer.compared else [])]


def _remarks(before: Side, after: Side, definition: Definition | None) -> Iterator[str]:
    if told := _other_parameters(before.answer.told, after.answer.told):
        yield f"Die beiden Stände wurden mit anderen Angaben berechnet: {'; '.join(told)}."
    names = before.parts.keys() | after.parts.keys()
    if parts := sorted(name for name in names if before.parts.get(name) != after.parts.get(name)):
        yield f"Der Bericht wurde inzwischen geändert und rechnet anders: {', '.join(parts)}."
    days = (berlin_day(after.at) - berlin_day(before.at)).days
    if days and definition is not None and _asks_for_today(definition):
        passed = f"Dazwischen {'liegt' if days == 1 else 'liegen'} {counted(days, 'Tag', 'Tage')}"
        yield f"{passed}: Was der Bericht von heute aus rechnet, rückt mit."


def _other_parameters(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    told = [dict(parameters_in_words(one, None, {})) for one in (before, after)]
    kinds = [{"Vergleich": _COMPARED.get(one.get("compare", "none"), "ohne")} for one in (before, after)]
    old, new = (kind | words for kind, words in zip(kinds, told, strict=True))
    return [
        f"{label} {old.get(label, _ALL)} → {new.get(label, _ALL)}"
        for label in {**old, **new}
        if old.get(label) != new.get(label)
    ]


def _asks_for_today(definition: Definition) -> bool:
    """Whether figures of the report depend on the day it is computed."""
    asked = [model.parameters for model in in_order(definition.models)]
    return any("as_of_day" in one for one in (*asked, *(parameters_in(table.sql) for table in definition.tables)))
