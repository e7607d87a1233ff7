"""Further reports of a schedule as they come in."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field
from pydantic.config import JsonDict

from services.core.fields import Refused, choice
from services.core.inputs import Body, Line, Needed, Otherwise, Rule, Version
from services.reports.kept.schemas import Parameter
from services.schedules.models import ReportSchedule
from services.schedules.pack.reports import MOST_REPORTS
from services.schedules.periods import PERIOD_WORDS

_FIXED_DAYS: Final = {"from", "to", "reserved_from", "reserved_to"}
_PERIOD: Final = "Bitte wählen Sie einen Zeitraum."
_PERIODS: Final[JsonDict] = {"type": "string", "enum": list(PERIOD_WORDS)}
_PARAMETERS: Final = "Bitte prüfen Sie die Angaben zum Bericht."
_TOO_MANY: Final = f"Mehr als {MOST_REPORTS} Berichte passen nicht in eine Mail. Bitte nehmen Sie einen heraus."
_LIST: Final = "Bitte prüfen Sie die weiteren Berichte."


def require_no_days(value: object) -> object:
    """The parameters as they came; Refused for fixed days, since the period moves with the schedule."""
    if not isinstance(value, Mapping) or _FIXED_DAYS & set(value):
        raise Refused("wrong_type", _PARAMETERS)
    return value


PeriodIn = Annotated[str | None, Rule(choice(tuple(PERIOD_WORDS), _PERIOD), _PERIODS), Otherwise(None)]
ParametersIn = Annotated[dict[str, Parameter], BeforeValidator(require_no_days), Otherwise({})]


class PackedReportIn(Body):
    """A further report, and what it is asked; its period is that of the schedule."""

    report: Annotated[str, Line(60), Needed("Bitte wählen Sie einen Bericht.")]
    parameters: ParametersIn = Field(default_factory=dict)


class JoiningReportIn(PackedReportIn):
    """A report that joins a schedule, based on this version of it. `period` is only taken where the schedule has none
    yet and the report needs one.
    """

    period: PeriodIn = None
    version: Annotated[Version, Needed("Bitte laden Sie die Zustellung neu.")]


def kept_further(schedule: ReportSchedule) -> list[PackedReportIn]:
    """Those a schedule has, for a save that does not name them."""
    return [PackedReportIn.model_validate(one) for one in schedule.further_reports or ()]


def _few(value: object) -> object:
    if value is None:
        return value
    if not isinstance(value, list):
        raise Refused("wrong_type", _LIST)
    if len(value) >= MOST_REPORTS:
        raise Refused("too_many", _TOO_MANY)
    return value


_MOST: Final[dict[str, Any]] = {"maxItems": MOST_REPORTS - 1}
FurtherReports = Annotated[
    list[PackedReportIn] | None, BeforeValidator(_few), Field(json_schema_extra=_MOST), Otherwise(None)
]
