"""Types of request bodies: `Annotated` types that clean and validate with German messages, and from which the API
document and the console's types are generated.

A member of a body is a type, a `Rule`, and what applies if it is missing::

    class NoteIn(Body):
        day: Annotated[date, A_DAY, Required("Bitte geben Sie den Tag an.")]
        text: Annotated[str, Line(200), Required("Bitte schreiben Sie, was an diesem Tag war.")]
        campaign_id: Annotated[int | None, ROW_ID, Default(None)] = None

All errors of a body are reported together, each at its path. Checks that need the database (does this campaign exist)
belong to the use case.
"""

import base64
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from services.core.fields import LARGEST, Refused, flag, long_text, number, text
from services.core.http.errors import ValidationProblem, field_error
from services.core.money import format_decimal
from services.core.personal_text import holds_personal_data

EARLIEST: Final = date(2000, 1, 1)
LATEST: Final = date(2999, 12, 31)
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DAY_SCHEMA: Final = {"type": "string", "format": "date", "pattern": "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$"}
Day = Annotated[date, Field(ge=EARLIEST, le=LATEST), WithJsonSchema(_DAY_SCHEMA)]
"""A day in an address. It can be counted on from, either way: beyond the years 1 and 9999 there are none to compute
with."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A check in Python and its schema in the API document.

    `read` returns the cleaned value or raises Refused; `schema` is the JSON schema of accepted values, as far as a
    schema can express it.
    """

    read: Callable[[Any], Any]
    schema: Mapping[str, Any] = field(hash=False)

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return dict(self.schema)


@dataclass(frozen=True, slots=True)
class Required:
    """The message if a member is missing, null or blank."""

    sentence: str = "Diese Angabe fehlt."

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._check, handler(source))

    def _check(self, value: object) -> object:
        if value is None or value == "":
            raise Refused("missing", self.sentence)
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """A text that is one of these, as a `Literal` of names that are made elsewhere."""

    options: tuple[str, ...]

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(list(self.options))


@dataclass(frozen=True, slots=True)
class Choice:
    """The message for a value that is not in a `Literal` or enumeration."""

    sentence: str

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._check, handler(source))

    def _check(self, value: object, read: Callable[[object], object]) -> object:
        try:
            return read(value)
        except ValidationError:
            raise Refused("unknown_choice", self.sentence) from None


@dataclass(frozen=True, slots=True)
class Default:
    """The value if null or a blank text is sent."""

    value: Any

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        accepted = handler(schema)
        kinds = [kind for kind in accepted.get("anyOf", [accepted]) if kind != {"type": "null"}]
        for kind in kinds:
            kind.pop("minLength", None)
        return {"anyOf": [*kinds, {"type": "null"}]}

    def _check(self, value: object, read: Callable[[object], object]) -> object:
        if value is None:
            return self.value
        try:
            return read(value)
        except ValidationError as fault:
            if isinstance(value, str) and fault.errors()[0]["type"] == "missing":
                return self.value
            raise


class Body(BaseModel):
    """Base of the bodies of our API: no unknown members, and every fault in German at its path."""

    model_config = ConfigDict(extra="forbid")

    def given(self, *besides: str) -> dict[str, Any]:
        """The members that were sent, without those named; for an edit, what is to change."""
        return {name: getattr(self, name) for name in self.model_fields_set if name not in besides}

    @model_validator(mode="before")
    @classmethod
    def _ask_for_what_is_left_out(cls, given: Any) -> Any:
        """A missing member gets the same message as null, that of its `Required`."""
        if isinstance(given, cls):
            return given
        if not isinstance(given, Mapping):
            raise Refused("wrong_type", "Erwartet wird ein JSON-Objekt.")
        needed = {
            member.alias or name: None
            for name, member in cls.model_fields.items()
            if member.is_required() and any(isinstance(one, Required) for one in member.metadata)
        }
        return {**needed, **given}


class Parameters(BaseModel):
    """Base of what is asked in an address: a misspelt name is refused, so that it never shows everything."""

    model_config = ConfigDict(extra="forbid")


class DaysQuery(Parameters):
    """Days in Berlin, both included; None: no bound, or what the route takes then."""

    from_: Day | None = Field(None, alias="from")
    to: Day | None = None


Checked = TypeVar("Checked", bound=Body)


def checked(model: type[Checked], given: Mapping[str, Any]) -> Checked:
    """The body that these members make, for callers without HTTP; ValidationProblem with all faults."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise ValidationProblem([field_error(fault) for fault in error.errors(include_url=False)]) from None


@contextmanager
def fault_of(member: str) -> Iterator[None]:
    """Report a `Refused` raised in the block as an error of this member: for checks that need more than the body."""
    try:
        yield
    except Refused as fault:
        raise ValidationProblem([{"field": member, "code": fault.code, "message": fault.sentence}]) from None


def absent() -> Any:
    """The default of a member of an edit that may be left out; `given` tells whether it was sent. It is a factory, so
    that the API document names no default."""
    return Field(default_factory=lambda: None)


def Line(longest: int) -> Rule:
    """Text in one line."""
    return Rule(lambda value: text(value, longest), {"type": "string", "minLength": 1, "maxLength": longest})


def Lines(longest: int, shortest: int = 0) -> Rule:
    """Text of several lines."""
    schema = {"type": "string", "minLength": shortest, "maxLength": longest}
    return Rule(lambda value: long_text(value, shortest, longest), schema)


_BASE64: Final = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"


def Content(largest: int) -> Rule:
    """The bytes of a file within JSON, as base64. Of one that is larger than `largest` bytes no more is decoded than
    shows that it is.
    """
    longest = (largest + 3) // 3 * 4

    def content(value: object) -> bytes:
        try:
            if not isinstance(value, str):
                raise ValueError
            return base64.b64decode(value[:longest], validate=True)
        except ValueError:
            raise Refused("wrong_type", "Diese Datei ist nicht vollständig angekommen.") from None

    return Rule(content, {"type": "string", "pattern": _BASE64, "minLength": 1})


BOOLEAN: Final = Rule(flag, {"type": "boolean"})
"""Yes or no."""


def whole(value: object) -> int:
    """A whole number that JSON keeps exact; 3.0 is one, as it is for JSON."""
    found = number(value, LARGEST)
    if found != int(found):
        raise Refused("not_whole", "Bitte geben Sie eine ganze Zahl an.")
    return int(found)


def Integer(least: int, most: int) -> Rule:
    """A whole number within bounds, both included."""

    def read(value: object) -> int:
        found = whole(value)
        if not least <= found <= most:
            low, high = (format_decimal(Decimal(bound), 0) for bound in (least, most))
            raise Refused("out_of_range", f"Bitte geben Sie eine Zahl von {low} bis {high} an.")
        return found

    return Rule(read, {"type": "integer", "minimum": least, "maximum": most})


def ClockTime(sentence: str) -> Rule:
    """Hours and minutes, „06:00“; `sentence` is what anything else hears."""
    pattern = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")

    def read(value: object) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise Refused("not_a_time", sentence)
        return value

    return Rule(read, {"type": "string", "pattern": f"^{pattern.pattern}$"})


def Weekdays(sentence: str) -> Rule:
    """Days of the week, 1 Monday … 7 Sunday: each once, in their order. `sentence` for anything else."""
    day = Integer(1, 7)

    def read(value: object) -> list[int]:
        if not isinstance(value, list):
            raise Refused("unknown_choice", sentence)
        try:
            return sorted({day.read(one) for one in value})
        except Refused:
            raise Refused("unknown_choice", sentence) from None

    return Rule(read, {"type": "array", "items": day.schema})


def ImpersonalLine(longest: int) -> Rule:
    """Text in one line that is shown to many: no address and no telephone number in it."""

    def read(value: object) -> str:
        found = text(value, longest)
        if holds_personal_data(found):
            raise Refused("personal", "Bitte keine E-Mail-Adresse und keine Telefonnummer.")
        return found

    return Rule(read, {"type": "string", "minLength": 1, "maxLength": longest})


_REASON_MISSING = Required("Bitte nennen Sie den Grund.")
Reason = Annotated[str, Line(500), _REASON_MISSING]
"""Why something is done, for the audit log."""
ReasonOrNone = Annotated[str, Line(500), Default("")]
ShortReason = Annotated[str, Line(300), _REASON_MISSING]


def _row_id(value: object) -> int:
    """The id of a row, if a database could have one."""
    read = number(value, LARGEST)
    if read != int(read) or not 1 <= read <= LARGEST:
        raise Refused("unknown_choice", "Bitte wählen Sie einen Eintrag.")
    return int(read)


def _no_flag(value: object) -> object:
    """`true` is no number, though Python counts with it."""
    if isinstance(value, bool):
        raise Refused("wrong_type", "Diese Angabe muss eine Zahl sein.")
    return value


NOT_BOOLEAN: Final = BeforeValidator(_no_flag)
"""For whole numbers in an address, or in filters that are also sent as a body."""
RowId = Annotated[int, Field(ge=1, le=LARGEST)]
"""The id of a row in an address."""
Version = Annotated[int, Integer(1, LARGEST)]
"""The version of a row that an edit is based on."""
RowIdIn = Annotated[int, Rule(_row_id, {"type": "integer", "minimum": 1, "maximum": LARGEST})]
"""The id of a row as the member of a body."""


_NOT_A_DAY: Final = "Bitte geben Sie einen Tag an, zum Beispiel 24.12.2026."


def read_day(value: object) -> date:
    """A day, `YYYY-MM-DD`, in whatever year."""
    try:
        found = date.fromisoformat(value) if isinstance(value, str) and _ISO_DAY.fullmatch(value) else None
    except ValueError:
        found = None
    if found is None:
        raise Refused("not_a_day", _NOT_A_DAY)
    return found


def _day_in_reach(value: object) -> date:
    found = read_day(value)
    if not EARLIEST <= found <= LATEST:
        raise Refused("not_a_day", _NOT_A_DAY)
    return found


CalendarDay = Annotated[date, Rule(_day_in_reach, _DAY_SCHEMA)]
"""A day as the member of a body, `YYYY-MM-DD`."""
