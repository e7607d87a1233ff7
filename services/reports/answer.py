"""A computed report as JSON."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from analytics.definitions import BEFORE
from analytics.reporting import TableResult
from services.reports.figures import figures
from services.reports.report_schemas import ChartOut, ColumnOut
from services.reports.run import ReportAnswer


def answer_of(answer: ReportAnswer) -> dict[str, Any]:
    """The members of a report's answer, for its response model."""
    compared = answer.compared
    return {
        "report": answer.definition.name,
        "title": answer.definition.title,
        "question": answer.definition.question,
        "parameters": answer.told,
        "compared": {"from": compared[0], "to": compared[1]} if compared else None,
        "stand": asdict(answer.stand),
        "tables": {name: _table(answer, one) for name, one in answer.tables.items() if one.table.reach != "files"},
    }


def _table(answer: ReportAnswer, found: TableResult) -> dict[str, Any]:
    hidden, name = _hidden(found), found.table.name
    return {
        "title": found.table.title,
        "sentence": answer.sentences.get(name, ""),
        "total_rows": found.total_rows,
        "columns": [{name: getattr(one, name) for name in ColumnOut.model_fields} for one in found.columns],
        "rows": [hidden | {name: _outside(value) for name, value in row.items()} for row in found.rows],
        "charts": [ChartOut.model_validate(figure) for figure in figures(answer, name, "screen")],
    }


def _hidden(found: TableResult) -> dict[str, None]:
    """Nulls for the columns that the result leaves out because their values are not known yet."""
    table, shown = found.table, {column.name for column in found.columns}
    names = [column.name for column in table.columns]
    if table.is_compared:
        names += [f"{column.name}{BEFORE}" for column in table.measures]
    return {name: None for name in names if name not in shown}


def _outside(value: Any) -> Any:
    """Timestamps are naive UTC internally; answers mark them as UTC."""
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value
