"""What the console is given of experiments."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.experiments.models import Kind, Measure
from services.experiments.results.page_results import ExperimentVerdict

State = Literal["draft", "running", "over", "stopped"]


class TextSlotOut(BaseModel):
    """A text of the site that can differ: at most `lines` lines of `longest` characters."""

    key: str
    label: str
    lines: int
    longest: int


class ExperimentChoicesOut(BaseModel):
    """What a draft may say. `weeks`, `region_weeks`: lengths of weeks on and off, and of regions."""

    slots: list[TextSlotOut]
    weeks: list[int]
    region_weeks: list[int]


class ReachOut(Answer):
    """The smallest effect in per cent that so many weeks find in four of five cases; null: none up to 300 %."""

    weeks: int
    effect_percent: int | None


class ExperimentPlanOut(Answer):
    """What is needed, from own history. `refusal`: the sentence why it cannot start; null: it can.

    `visitors_a_week`, `rate`, `conversions_needed`, `visitors_needed` (per arm) are of a page; `usual_a_week`,
    reservations or contracts, of weeks and regions. `ripe_days`: with contracts, how long they are waited for after the
    last day. Of regions: `groups` with at least five each, and how many of `trials` draws in the past were
    `false_verdicts`. Null where unknown.
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
    ripe_days: int | None
    groups: int | None
    false_verdicts: int | None
    trials: int | None


class ExperimentRowOut(Answer):
    """An experiment in the list. `first_day`, `last_day`: both included, null of a draft. `judged_on`: the first day on
    which weeks and regions can be judged, with contracts once they are ripe. `seed`: what chance was drawn by.
    """

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
    judged_on: date | None
    seed: str | None
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
    """One week, from a Monday on. `count`: what was measured, null until it is ripe; `cost_cents`: until it is over."""

    first_day: date
    is_on: bool
    count: int | None
    cost_cents: int | None


class WeekResultsOut(BaseModel):
    """Weeks on and off; all but the weeks and costs is null until the last one is over and ripe. What was measured, a
    week.
    """

    weeks: list[WeekOut]
    cost_cents: int
    on_a_week: float | None
    off_a_week: float | None
    difference: float | None
    difference_lower: float | None
    difference_upper: float | None
    p: float | None
    verdict: ExperimentVerdict


class RegionArmOut(BaseModel):
    """Regions of one arm, by the first two or three digits of their postcodes. `before`: in the history that they were
    drawn from. `after`: in the weeks of the experiment; null below five.
    """

    is_on: bool
    prefixes: list[str]
    before: int
    after: int | None


class RegionResultsOut(BaseModel):
    """Regions with and without a campaign. `lift`, relative, with its limits and `p`: null until all weeks are over and
    ripe; a limit is null where there is none.
    """

    arms: list[RegionArmOut]
    cost_cents: int
    lift: float | None
    lift_lower: float | None
    lift_upper: float | None
    p: float | None
    verdict: ExperimentVerdict


class MeasuredEffectOut(Answer):
    """What a finished experiment has measured of a campaign: `extra`, what would not have been without it, with its
    limits (null: none), and what each of these cost. A price is null where the number is not above zero.
    """

    experiment_id: int
    question: str
    kind: Kind
    measure: Measure
    campaign_id: int
    campaign_name: str
    utm_source: str
    utm_medium: str
    utm_campaign: str
    first_day: date
    last_day: date
    verdict: ExperimentVerdict
    cost_cents: int
    extra: float
    extra_lower: float | None
    extra_upper: float | None
    price_cents: int | None
    least_price_cents: int | None
    most_price_cents: int | None


class MeasuredOut(BaseModel):
    data: list[MeasuredEffectOut]


class ExperimentOut(ExperimentRowOut):
    """One experiment. `plan`: as of now for a draft, else as it was at the start."""

    plan: ExperimentPlanOut
    page_results: PageResultsOut | None
    week_results: WeekResultsOut | None
    region_results: RegionResultsOut | None


class ExperimentsOut(BaseModel):
    data: list[ExperimentRowOut]
    has_next: bool
    total: int
