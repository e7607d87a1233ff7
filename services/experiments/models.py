"""Table of experiments. What visitors saw is in `variant_views`, a table of visits."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Date, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of

LONGEST_QUESTION = 200
LONGEST_TEXT = 200
LEAST_EFFECT, MOST_EFFECT = 5, 300
"""Per cent."""


class Kind(StrEnum):
    """What differs between the arms."""

    PAGE = "page"
    """A text of the site: the visitors of each day are divided by chance."""
    WEEKS = "weeks"
    """A campaign: it runs in some weeks and pauses in others, as drawn."""
    REGIONS = "regions"
    """A campaign: it runs in some postcode regions and not in others, as drawn."""


class Measure(StrEnum):
    """What is counted: the one measure that decides."""

    RESERVATIONS = "reservations"
    FORM_STARTS = "form_starts"
    CONTRACTS = "contracts"
    """Of weeks and regions, counted in the week of their reservation. Visits of a page lead to no contract."""


class Experiment(Base):
    """A question, and how it is to be answered. Once started, only its end is still open."""

    __tablename__ = "experiments"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    question: Mapped[str] = mapped_column(String(LONGEST_QUESTION))
    measure: Mapped[str] = mapped_column(String(20))
    slot: Mapped[str | None] = mapped_column(String(30))
    text: Mapped[str | None] = mapped_column(String(LONGEST_TEXT))
    """Of a page: which text (`slots.py`), and what arm B shows instead, a line each."""
    campaign_id: Mapped[int | None] = mapped_column(ForeignKey("campaigns.id"))
    """Of weeks and regions: the campaign that pauses."""
    effect_percent: Mapped[int] = mapped_column(Integer)
    """The smallest relative effect that is to be found."""
    weeks: Mapped[int | None] = mapped_column(Integer)
    """How long it runs: chosen for weeks and regions, computed for a page when it starts."""
    seed: Mapped[str | None] = mapped_column(String(32))
    """What the assignment is drawn by, from the start on."""
    plan: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """The baseline and the needed number at the start, for comparison later."""
    first_day: Mapped[date | None] = mapped_column(Date)
    last_day: Mapped[date | None] = mapped_column(Date)
    """Both included, in Berlin."""
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a save based on an older version is refused."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    started_by: Mapped[str | None] = mapped_column(String(80))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When staff ended it early; None: it ends with its last day."""
    ended_by: Mapped[str | None] = mapped_column(String(80))
    end_reason: Mapped[str | None] = mapped_column(String(300))
    regions: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON)
    """Of regions, from the start on: the groups in pairs (`regions/draw.py`)."""

    __table_args__ = (
        CheckConstraint(one_of("kind", Kind), name="kind"),
        CheckConstraint(one_of("measure", Measure), name="measure"),
        CheckConstraint(f"effect_percent BETWEEN {LEAST_EFFECT} AND {MOST_EFFECT}", name="effect"),
    )
