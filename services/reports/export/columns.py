"""Maps report columns to file columns."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final, Protocol

from services.core.table_files.table import Kind
from services.reports.export.kinds import KINDS, FileKind
from services.reports.labels import NOT_GIVEN, WORDS

_NUMBERS: Final = frozenset({Kind.INTEGER, Kind.MONEY, Kind.DECIMAL, Kind.PERCENT})


class ReportColumn(Protocol):
    """As described by `analytics.definitions` and by report answers."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def meaning(self) -> str: ...
    @property
    def metric(self) -> str: ...


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column shown to people in euros and per cent, and to programs as whole numbers."""

    field: str
    heading: str
    meaning: str
    code: str
    """The column's kind in the report."""
    shown: FileKind
    metric: str = ""
    """Empty for what is no measure."""

    @property
    def kind(self) -> Kind:
        """Cell type in files for people."""
        return self.shown.kind

    @property
    def places(self) -> int:
        """Number of decimal digits within the whole number."""
        return self.shown.places

    @property
    def unit(self) -> str:
        """For CSV headers."""
        return self.shown.unit

    @property
    def number_format(self) -> str:
        """For Excel."""
        return self.shown.number_format

    @property
    def field_kind(self) -> Kind:
        """Type in files for programs; numbers stay whole."""
        return self.shown.field or (Kind.INTEGER if self.kind in _NUMBERS else self.kind)

    @property
    def field_notes(self) -> Mapping[str, str]:
        """Unit of the whole numbers, and the source of the figure."""
        notes = {"label": self.heading, "meaning": self.meaning, "kind": self.code}
        further = {"unit": self.shown.piece, "metric": self.metric}
        return notes | {name: value for name, value in further.items() if value}

    def reader(self, *, in_words: bool) -> Callable[[Any], object]:
        """Null stays null: it means "unknown", not zero."""
        match self.kind:
            case Kind.DAY | Kind.MONTH:
                return _day
            case Kind.MOMENT:
                return _moment
            case Kind.TEXT:
                return _in_words(self.code) if in_words else _as_it_is
            case _ if in_words and self.places:
                shift = -self.places
                return lambda value: None if value is None else Decimal(value).scaleb(shift)
            case _:
                return _as_it_is


def file_columns(columns: Iterable[ReportColumn]) -> list[FileColumn]:
    """The same columns for a file. Raises KeyError for an unknown kind."""
    return [FileColumn(one.name, one.label, one.meaning, one.kind, KINDS[one.kind], one.metric) for one in columns]


def _as_it_is(value: Any) -> Any:
    return value


def _in_words(kind: str) -> Callable[[Any], object]:
    words = WORDS.get(kind, {})

    def read(value: Any) -> object:
        if value is None:
            return None
        return NOT_GIVEN if value == "" else words.get(str(value), str(value))

    return read


def _day(value: Any) -> date | None:
    """A day or month, as a date or as JSON text."""
    return date.fromisoformat(value) if isinstance(value, str) else value


def _moment(value: Any) -> datetime | None:
    """Timestamps are naive UTC."""
    moment: datetime | None = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment
