"""Input types of alerts on figures. What fits together depends on the figure and the role; `rules.py` decides that."""

from typing import Annotated, Final, Literal

from pydantic import Field

from services.alerts.inputs import QuietDays, TimeOfDay, YesOrNo
from services.core.fields import LARGEST
from services.core.inputs import Body, Choice, Line, Needed, Otherwise, RowIdIn, Rule, Version, Whole, whole

LONGEST_DAYS: Final = 90
FigureName = Literal[
    "sessions",
    "visitors",
    "form_started",
    "reservations",
    "contracts",
    "costs",
    "cost_per_reservation",
    "cost_per_contract",
    "rate_form",
    "rate_step_2",
    "rate_step_3",
    "rate_step_4",
    "rate_thank_you",
    "costs_without_visits",
    "cost_files",
    "given_up",
    "free",
    "waiting",
    "mails_failed",
]
ScopeName = Literal["all", "campaign", "source", "channel_group", "park"]
KindName = Literal["below", "above", "silent", "outside", "unvisited", "costs_missing"]
DirectionName = Literal["low", "high", "both"]
_THRESHOLD: Final = {"type": "integer", "minimum": 0, "maximum": LARGEST}


class FigureAlertIn(Body):
    """What to watch. `threshold` is in the figure's unit: a count, cents, or millionths of one for a rate."""

    figure: Annotated[FigureName, Choice("Diese Zahl gibt es nicht."), Needed("Bitte wählen Sie eine Zahl.")]
    scope: Annotated[
        ScopeName, Choice("Danach lässt sich nicht auswählen."), Needed("Bitte wählen Sie, wofür die Zahl gelten soll.")
    ]
    scope_value: Annotated[str | None, Line(100), Otherwise(None)] = None
    kind: Annotated[
        KindName, Choice("Diese Bedingung gibt es nicht."), Needed("Bitte wählen Sie, wann Sie es wissen möchten.")
    ]
    threshold: Annotated[int | None, Rule(whole, _THRESHOLD), Otherwise(None)] = None
    days: Annotated[int, Whole(1, LONGEST_DAYS), Needed("Bitte geben Sie an, wie viele Tage zusammen zählen.")]
    direction: Annotated[DirectionName, Choice("Bitte wählen Sie eine Richtung."), Needed()]
    false_alarms: Annotated[int, Whole(1, 12), Needed("Bitte wählen Sie, wie empfindlich der Hinweis sein soll.")]
    by_mail: YesOrNo
    quiet_from: TimeOfDay = None
    quiet_to: TimeOfDay = None
    quiet_days: QuietDays = Field(default_factory=list)


class FigureAlertEditIn(FigureAlertIn):
    """The same, over the version that the edit is based on."""

    version: Version


class HandOverIn(Body):
    """Who watches from now on."""

    account_id: Annotated[RowIdIn, Needed("Bitte wählen Sie, wer den Hinweis übernimmt.")]
