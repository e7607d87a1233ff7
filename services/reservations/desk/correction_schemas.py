"""Answers to previews of corrections."""

from typing import Self

from pydantic import BaseModel

from services.offer import Quote
from services.reservations.desk.refusals import Refusal
from services.reservations.placement import figure_columns


class StaffShareOut(BaseModel):
    """The figures of a package and plan. Amounts in cents, rates in basis points. `balance_cents`: the expected credits
    of all years less all that is paid for them.
    """

    annual_kwh: int
    payment_plan: str
    share_amount_cents: int
    plan_total_cents: int
    instalment_cents: int
    last_instalment_cents: int
    effective_interest_bp: int
    monthly_credit_cents: int
    total_credits_cents: int
    balance_cents: int

    @classmethod
    def of(cls, figures: Quote) -> Self:
        """The figures of an offer, of today or as it was promised."""
        columns = figure_columns(figures)
        paid = columns["plan_total_cents"] + columns["setup_fee_cents"]
        shown = {name: columns[name] for name in cls.model_fields if name in columns}
        return cls(
            annual_kwh=figures.package.annual_kwh,
            payment_plan=figures.plan.id,
            balance_cents=columns["total_credits_cents"] - paid,
            **shown,
        )


class CorrectionRefusalOut(BaseModel):
    """Why it would be refused."""

    code: str
    detail: str

    @classmethod
    def of(cls, why_not: Refusal | None) -> Self | None:
        """None where it would not."""
        return cls(code=why_not.code, detail=why_not.detail) if why_not else None


class SharePreviewOut(BaseModel):
    """The present offer, the other one, and what follows."""

    before: StaffShareOut
    after: StaffShareOut
    consequences: list[str]
    refusal: CorrectionRefusalOut | None


class MovePreviewOut(BaseModel):
    """What follows from another place."""

    consequences: list[str]
    refusal: CorrectionRefusalOut | None


class ReopenPreviewOut(BaseModel):
    """What follows. `spot_number`: the place it would get; `waiting`: how many households wait for one of this park."""

    spot_number: int | None
    consequences: list[str]
    refusal: CorrectionRefusalOut | None
    waiting: int
