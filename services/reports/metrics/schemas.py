"""Answers of the metric catalogue."""

from pydantic import BaseModel

from services.core.http.answers import Answer


class MetricPlaceOut(BaseModel):
    """A column of a report that shows the metric, and what a row of its table is."""

    report: str
    report_title: str
    table: str
    table_title: str
    column: str
    grain: str


class MetricFormOut(Answer):
    """A figure of the same family: the metric itself, its share, its part that is old enough."""

    key: str
    label: str
    meaning: str


class MetricOut(BaseModel):
    """A metric. `kind` is that of its values. `is_main`: people decide by it. `is_public`: it measures what households
    do, so a public page may tell of it.
    """

    key: str
    label: str
    subject: str
    meaning: str
    grain: str
    kind: str
    filters: list[str]
    ripeness: str
    is_main: bool
    is_public: bool
    places: list[MetricPlaceOut]
    forms: list[MetricFormOut]


class MetricsOut(BaseModel):
    data: list[MetricOut]
    total: int


class SqlOut(BaseModel):
    """A statement: of a report's table, or of a model that it reads."""

    name: str
    sql: str


class MetricShowOut(MetricOut):
    """With its SQL: tables of reports first, then models, each before those it reads."""

    sql: list[SqlOut]
