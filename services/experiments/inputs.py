"""Bodies of experiments."""

from typing import Annotated

from services.core.inputs import (
    Body,
    Choice,
    ImpersonalLine,
    Lines,
    Needed,
    Otherwise,
    RowIdIn,
    ShortReason,
    Version,
    Whole,
)
from services.experiments.models import LEAST_EFFECT, LONGEST_QUESTION, MOST_EFFECT, Kind, Measure

_KIND = "Bitte wählen Sie, was sich unterscheiden soll."
_MEASURE = "Bitte wählen Sie, woran Sie es messen."
_EFFECT = "Bitte geben Sie an, ab welchem Unterschied es sich lohnt."


class PlanIn(Body):
    """What can be found, before anything is stored. `weeks` and `campaign_id` count for weeks on and off and for
    regions only.
    """

    kind: Annotated[Kind, Choice(_KIND), Needed(_KIND)]
    measure: Annotated[Measure, Choice(_MEASURE), Needed(_MEASURE)]
    effect_percent: Annotated[int, Whole(LEAST_EFFECT, MOST_EFFECT), Needed(_EFFECT)]
    slot: Annotated[str | None, Otherwise(None)] = None
    weeks: Annotated[Annotated[int, Whole(4, 52)] | None, Otherwise(None)] = None


class ExperimentIn(PlanIn):
    """A draft, whole."""

    question: Annotated[str, ImpersonalLine(LONGEST_QUESTION), Needed("Bitte schreiben Sie, was Sie wissen möchten.")]
    text: Annotated[Annotated[str, Lines(400)] | None, Otherwise(None)] = None
    """Of a page: what arm B shows, a line each."""
    campaign_id: Annotated[RowIdIn | None, Otherwise(None)] = None


class ExperimentEditIn(ExperimentIn):
    """A draft as it is to be, and the version it was made on."""

    version: Version


class StopIn(Body):
    """Why it ends early."""

    reason: ShortReason
