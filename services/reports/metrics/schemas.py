"""Answers and input of the metric catalogue."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.core.inputs import Body, Line, Needed


class MetricPlaceOut(BaseModel):
    """A column of a report that shows the metric, and what a row of its table is."""

    report: str
    report_title: str
    table: str
    table_title: str
    column: str
    grain: str


class MetricScreenOut(Answer):
    """A page of the console that shows it, besides reports."""

    label: str
    path: str


class MetricCheckOut(BaseModel):
    """`state`: never read; read and right; or changed since it was. The rest is of the newest confirmation."""

    state: Literal["never", "checked", "lapsed"]
    version: int | None
    at: datetime | None
    by_name: str | None


class MetricOut(BaseModel):
    """A metric. `name` is its key and version, as files and mails have it; `kind` that of its values. `is_public`: it
    measures what households do, so a public page may tell of it.
    """

    key: str
    name: str
    version: int
    since: date
    label: str
    subject: str
    formula: str
    grain: str
    kind: str
    filters: list[str]
    ripeness: str
    is_public: bool
    places: list[MetricPlaceOut]
    screens: list[MetricScreenOut]
    check: MetricCheckOut


class MetricsOut(BaseModel):
    data: list[MetricOut]
    total: int


class MetricVersionOut(Answer):
    """A definition that counted from a day on, and why it took the place of the one before."""

    version: int
    since: date
    reason: str


class SqlOut(BaseModel):
    """A statement: of a report's table, or of a model that it reads."""

    name: str
    sql: str


class MetricShowOut(MetricOut):
    """With its SQL: tables of reports first, then models, each before those it reads. `fingerprint` changes with the
    definition; confirming it names the one that was read.
    """

    versions: list[MetricVersionOut]
    sql: list[SqlOut]
    fingerprint: str


class MetricCheckIn(Body):
    """The definition that was read."""

    fingerprint: Annotated[str, Line(16), Needed("Bitte laden Sie die Seite neu und lesen Sie die Definition.")]
