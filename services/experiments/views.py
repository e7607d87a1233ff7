"""What the console is given of experiments."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.experiments.models import Kind, Measure
from services.experiments.page_results import ExperimentVerdict

State = Literal["draft", "running", "over", "stopped"]


class TextSlotOut(BaseModel):
    """A text of the site that can differ: at most `lines` lines of `longest` characters."""

    key: str
    label: str
    lines: int
    longest: int


class ExperimentChoicesOut(BaseModel):
    """What a draft may say. `weeks`: lengths of weeks on and off."""

    slots: list[TextSlotOut]
    weeks: list[int]


class ReachOut(Answer):
    """The smallest effect in per cent that so many weeks find in four of five cases; null: none up to 300 %."""

    weeks: int
    effect_percent: int | None


class ExperimentPlanOut(Answer):
    """What is needed, from own history. `refusal`: the sentence why it cannot start; null: it can.

    `visitors_a_week`, `rate`, `conversions_needed`, `visitors_needed` (per arm) are of a page; `usual_a_week`,
    reservations, of weeks on and off. Null where unknown.
    """

    visitors_a_week: float | None
    rate: float | None
    usual_a_week: float | None
    history_days: int
    conversions_needed: int | None
    visitors_needed: int | None
    weeks_needed: int | None
    reach: list[ReachOut]
    refusal: str | None


class ExperimentRowOut(Answer):
    """An experiment in the list. `first_day`, `last_day`: both included, null of a draft."""

    id: int
    kind: Kind
    question: str
    measure: Measure
    slot: str | None
    slot_label: str | None
    text: str | None
    campaign_id: int | None
    campaign_name: str | None
    effect_percent: int
    weeks: int | None
    state: State
    first_day: date | None
    last_day: date | None
    version: int
    created_at: datetime
    created_by: str
    created_by_name: str | None
    started_at: datetime | None
    started_by_name: str | None
    ended_at: datetime | None
    ended_by_name: str | None
    end_reason: str | None


class ArmOut(BaseModel):
    """Visitors of one arm. `conversions` and `rate` are null below five."""

    arm: Literal["a", "b"]
    visitors: int
    conversions: int | None
    rate: float | None


class PageResultsOut(BaseModel):
    """Two variants of a page. `lift_lower`, `lift_upper`: limits of B over A, relative, valid at any look; null: none
    yet. `mismatch_p`: at most how probable so unequal numbers of visitors are by chance.
    """

    arms: list[ArmOut]
    saw_both: int
    lift_lower: float | None
    lift_upper: float | None
    mismatch_p: float
    verdict: ExperimentVerdict
    conversions: int
    """Of both arms."""


class WeekOut(Answer):
    """One week, from a Monday on. `reservations`, `cost_cents`: null until it is over."""

    first_day: date
    is_on: bool
    reservations: int | None
    cost_cents: int | None


class WeekResultsOut(BaseModel):
    """Weeks on and off; all but the weeks is null until the last one is over. Reservations a week."""

    weeks: list[WeekOut]
    on_a_week: float | None
    off_a_week: float | None
    difference: float | None
    difference_lower: float | None
    difference_upper: float | None
    p: float | None
    verdict: ExperimentVerdict


class ExperimentOut(ExperimentRowOut):
    """One experiment. `plan`: as of now for a draft, else as it was at the start."""

    plan: ExperimentPlanOut
    page_results: PageResultsOut | None
    week_results: WeekResultsOut | None


class ExperimentsOut(BaseModel):
    data: list[ExperimentRowOut]
    has_next: bool
    total: int
