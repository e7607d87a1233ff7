"""Parameters of models: one name, type, bounds and default each, everywhere.

SQL reads them by `getvariable('name')`. Values reach it as typed literals made here, never as text from outside.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Protocol

from analytics.touch_fields import DEVICE, TOUCH_FIELDS, UTM_FIELDS


class BadParameter(ValueError):
    """An unknown parameter or an invalid value: `name` and `code` are machine-readable."""

    def __init__(self, name: str, code: str) -> None:
        super().__init__(f"{name}: {code}")
        self.name = name
        self.code = code


class Parameter(Protocol):
    @property
    def default(self) -> Any:
        """Value used if none is given."""

    def literal(self, name: str, value: Any) -> str:
        """The value as a typed SQL literal. Raises BadParameter."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within inclusive bounds. If the default is None, it is optional."""

    default: int | None
    least: int
    most: int

    def literal(self, name: str, value: Any) -> str:
        """As BIGINT."""
        if value is None and self.default is None:
            return "NULL::BIGINT"
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadParameter(name, "not_whole")
        if not self.least <= value <= self.most:
            raise BadParameter(name, "out_of_range")
        return f"{value}::BIGINT"


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    default: bool

    def literal(self, name: str, value: Any) -> str:
        """As BOOLEAN."""
        if not isinstance(value, bool):
            raise BadParameter(name, "not_a_flag")
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Day:
    """A day in Berlin within inclusive bounds; the usual ones leave room for date arithmetic in both directions. If the
    default is None, it is optional.
    """

    default: date | None
    least: date = date(1900, 1, 1)
    most: date = date(2999, 12, 31)

    def literal(self, name: str, value: Any) -> str:
        """As DATE."""
        if value is None and self.default is None:
            return "NULL::DATE"
        literal = _day(name, value)
        if not self.least <= value <= self.most:
            raise BadParameter(name, "out_of_range")
        return literal


@dataclass(frozen=True, slots=True)
class Days:
    """A list of days in Berlin; None means all days."""

    default: tuple[date, ...] | None

    def literal(self, name: str, value: Any) -> str:
        """As DATE[], or NULL of that type."""
        if value is None:
            return "NULL::DATE[]"
        if isinstance(value, str) or not hasattr(value, "__iter__"):
            raise BadParameter(name, "not_a_list")
        return f"[{', '.join(_day(name, day) for day in sorted(value))}]::DATE[]"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a set of names."""

    default: str
    names: tuple[str, ...]

    def literal(self, name: str, value: Any) -> str:
        """As VARCHAR."""
        if value not in self.names:
            raise BadParameter(name, "not_one_of_them")
        return f"'{value}'"


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of allowed values; None means any value."""

    default: tuple[str, ...] | None = None
    most: int = 50
    longest: int = 300

    def literal(self, name: str, value: Any) -> str:
        """As VARCHAR[], or NULL of that type."""
        if value is None:
            return "NULL::VARCHAR[]"
        if isinstance(value, str) or not all(isinstance(text, str) for text in value):
            raise BadParameter(name, "not_a_list")
        if len(value) > self.most:
            raise BadParameter(name, "too_many")
        if any(len(text) > self.longest or not text.isprintable() for text in value):
            raise BadParameter(name, "not_a_text")
        return f"[{', '.join(_text(text) for text in value)}]::VARCHAR[]"


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier from the data, such as a park: lower case, digits and hyphens."""

    default: str
    longest: int = 40

    def literal(self, name: str, value: Any) -> str:
        """As VARCHAR."""
        if not isinstance(value, str) or not re.fullmatch(f"[a-z0-9-]{{1,{self.longest}}}", value):
            raise BadParameter(name, "not_a_name")
        return _text(value)


FILTERED_FIELDS: Final = ("channel", "channel_group", *TOUCH_FIELDS, DEVICE)
"""Filters of reports."""
FILTERS: Final = tuple(f"only_{field}" for field in FILTERED_FIELDS)
ATTRIBUTION_MODELS: Final = ("last", "last_non_direct", "first", "linear", "position", "time_decay")
COMPARISONS: Final = ("none", "previous", "weekdays", "year", "own")
COMPARED_DAYS: Final = ("compare_from", "compare_to")
"""The comparison period if it is custom (`compare=own`)."""
MATCHES: Final = ("last", "any")
OUTCOMES: Final = ("any", "confirmed", "contracted", "cancelled")
PARAMETERS: Final[Mapping[str, Parameter]] = {
    "from_day": Day(date(2000, 1, 1)),
    "to_day": Day(date(2199, 12, 31)),
    "as_of_day": Day(date(2199, 12, 31)),
    "open_days": Days(None),
    "age_days": Whole(None, -4_000, 400_000),
    "look_back_days": Whole(30, 1, 365),
    "half_life_days": Whole(7, 1, 90),
    "with_bots": Flag(False),
    "tag": OneOf("utm_source", UTM_FIELDS),
    "field": OneOf("utm_source", FILTERED_FIELDS),
    "across": OneOf("landing_path", FILTERED_FIELDS),
    "model": OneOf("last_non_direct", ATTRIBUTION_MODELS),
    "compare": OneOf("none", COMPARISONS),
    "compare_from": Day(None),
    "compare_to": Day(None),
    "park": Name("ingolstadt"),
    "campaign": Whole(None, 1, 2**53),
    "began_hour": Whole(0, 0, 23),
    "hours": Whole(24, 1, 168),
    "state": Texts(),
    "path": Texts(longest=4_000),
    "touches": Texts(longest=9),
    "days_before": Texts(longest=9),
    "outcome": OneOf("any", OUTCOMES),
    "match": OneOf("last", MATCHES),
    "target_cents": Whole(None, 100, 10_000_000),
    "package": OneOf("all", ("all", "1000", "2000", "3000")),
    "plan": OneOf("all", ("all", "one-off", "24m", "48m")),
    "rate_tenth_ct": Whole(None, 0, 200),
    "profit_tenth_ct": Whole(None, 0, 200),
    "years": Whole(20, 1, 20),
    "degradation_bp": Whole(0, 0, 200),
    "price_path_bp": Whole(0, -500, 1000),
    "price_basis": OneOf("nominal", ("nominal", "real")),
    "inflation_bp": Whole(200, 0, 1000),
    "discount_bp": Whole(0, 0, 1500),
    "reserved_from": Day(None),
    "reserved_to": Day(None),
    "starts_on": Day(None, date(2020, 1, 1), date(2099, 12, 31)),
    **dict.fromkeys(FILTERS, Texts()),
}
"""`from_day`, `to_day`: the period, inclusive. `as_of_day`: the day on which the report is made, known up to now;
figures that need complete days end before it. `open_days`: days not yet in the rollup, which are computed from visits;
None: all of them. `age_days`: the age of the younger of two periods that are compared; None: none are. `compare`,
`compare_from` and `compare_to` are used by the code that runs a report: they define a
second period. `only_…`: canonical values, "" for none given. `match`: whether a
reservation passes the filters by its last known origin, or by any touch on its path. `path`, `touches`, `days_before`:
reservations with one of these paths, in the words of the macro `path_words`, numbers of touches, and numbers of days
since the first touch. `campaign`, `began_hour`, `hours`: a sending of `from_day` by that campaign, from this hour on,
for so many. `target_cents`: what a contract may cost at most; None: the company's target.

For credit scenarios: `rate_tenth_ct` a rate in addition to the offer's, `profit_tenth_ct` the park's profit per kWh,
which only the company knows (None: not given, and nothing is computed from it), both in tenths of a cent;
`degradation_bp`, `price_path_bp`, `inflation_bp` in hundredths of a per cent a year. With
`price_basis` real, amounts are in the money of the first year and the price path comes on top of inflation; with
nominal, they are in the money of their time. `discount_bp`, in hundredths of a per cent a year, discounts to the first
year for present values. `reserved_from`, `reserved_to`: only reservations made from that day on, and up to that day;
None: all. `starts_on`: any day of the first month; None: the month to come."""


def literals(given: Mapping[str, Any]) -> dict[str, str]:
    """Every parameter as a typed SQL literal: the given value, else its default. Raises BadParameter."""
    for name in given:
        if name not in PARAMETERS:
            raise BadParameter(name, "unknown")
    values = {name: given.get(name, parameter.default) for name, parameter in PARAMETERS.items()}
    found = {name: PARAMETERS[name].literal(name, value) for name, value in values.items()}
    for first, last in (("from_day", "to_day"), ("reserved_from", "reserved_to")):
        if values[first] and values[last] and values[first] > values[last]:
            raise BadParameter(last, "before_from_day")
    return found


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _day(name: str, value: Any) -> str:
    if type(value) is not date:  # a datetime is not a day, although it is a subclass of date
        raise BadParameter(name, "not_a_day")
    return f"DATE '{value.isoformat()}'"
