"""Answers about alerts on figures."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.alerts.figures.inputs import DirectionName, FigureName, KindName, ScopeName

UnitName = Literal["count", "cents", "share_ppm", "days"]
StateName = Literal["open", "clear", "unknown", "new", "paused", "resting", "gone"]


class ChoiceOut(BaseModel):
    value: str
    label: str


class AlertFigureOut(BaseModel):
    """A figure that the caller may watch. `is_level`: it does not add up over days. `is_cost_per_case`: what is unusual
    is judged over a day, 7 or 14 days.
    """

    name: FigureName
    label: str
    meaning: str
    unit: UnitName
    kinds: list[KindName]
    scopes: list[ScopeName]
    is_level: bool
    ripens: bool
    is_cost_per_case: bool


class AlertFiguresOut(BaseModel):
    """What can be watched, of what, and how many alerts one person may have."""

    figures: list[AlertFigureOut]
    campaigns: list[ChoiceOut]
    sources: list[ChoiceOut]
    channel_groups: list[ChoiceOut]
    parks: list[ChoiceOut]
    most: int


class OpeningOut(BaseModel):
    """`over_at` None: still open."""

    headline: str
    words: str
    opened_at: datetime
    over_at: datetime | None


class FigureAlertOut(BaseModel):
    """`rule`, `over` and `state_words` in German. `path`: the figure's page with the filters, while it is open with
    the days, too. `openings`: the last five. `owner_name` of another's alert only.
    """

    id: int
    figure: FigureName
    scope: ScopeName
    scope_value: str | None
    kind: KindName
    threshold: int | None
    days: int
    direction: DirectionName
    false_alarms: int
    by_mail: bool
    quiet_from: str | None
    quiet_to: str | None
    quiet_days: list[int]
    rule: str
    over: str
    state: StateName
    state_words: str
    judged_at: datetime | None
    openings: list[OpeningOut]
    path: str
    owner_name: str | None
    version: int


class HeirOut(BaseModel):
    id: int
    name: str


class FigureAlertsOut(BaseModel):
    """`own` alerts, the newest first; for the administration also those that rest, and active colleagues."""

    own: list[FigureAlertOut]
    resting: list[FigureAlertOut]
    heirs: list[HeirOut]
    most: int


class PreviewOpeningOut(BaseModel):
    """`last` None: it would be open now."""

    first: date
    last: date | None
    words: str


class PreviewDayOut(BaseModel):
    """What was compared on a day; null where too little was known."""

    day: date
    value: int | None
    low: int | None
    high: int | None
    is_met: bool


class FigureAlertPreviewOut(BaseModel):
    """What the alert would have done. `short`: openings that were over within two days. `advice`: what to change, if
    something looks wrong with it. All sentences are German.
    """

    rule: str
    over: str
    words: str
    now_words: str
    advice: str | None
    openings: list[PreviewOpeningOut]
    short: int
    judged_days: int
    asked_days: int
    days: list[PreviewDayOut]
    unit: UnitName
