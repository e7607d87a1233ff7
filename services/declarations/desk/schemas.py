"""API schemas of declarations for the console."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.declarations.desk.matching import Because
from services.declarations.states import CaseState, DeclarationKind, NoticeKind
from services.reservations.states import ReservationState

StepName = Literal["match", "accept", "reject", "refund"]


class DeclarationRowOut(BaseModel):
    """One line of the list. `is_overdue`: the refund should have gone."""

    id: int
    reference: str
    kind: DeclarationKind
    state: CaseState
    name: str
    received_at: datetime
    refund_due_on: date | None
    is_overdue: bool
    reservation_reference: str | None


class DeclarationsOut(BaseModel):
    data: list[DeclarationRowOut]
    has_next: bool
    total: int


class ProposalOut(BaseModel):
    """A reservation that it may be about, or is about. `is_in_time`: a withdrawal came by `withdrawal_until`; null
    without a contract. Public holidays are not considered.
    """

    reservation_id: int
    reference: str
    name: str
    park_name: str
    spot_number: int
    state: ReservationState
    because: list[Because]
    concluded_on: date | None
    withdrawal_until: date | None
    is_in_time: bool | None


class StepOut(BaseModel):
    """A step that is possible now, and what it leads to."""

    name: StepName
    consequences: list[str]


class StepTakenOut(BaseModel):
    """One step of the history; `by_name` is null where an account has gone. `refunded_cents` and what follows: of a
    refund that was noted with them.
    """

    at: datetime
    action: StepName
    by_name: str | None
    reservation_reference: str | None
    refunded_cents: int | None
    refunded_on: date | None
    refund_reference: str | None


class DeclarationOut(Answer):
    """A declaration as it arrived, and its case. `is_intact`: the wording still has its checksum."""

    id: int
    reference: str
    kind: DeclarationKind
    received_at: datetime
    received_berlin: str
    name: str
    contract: str
    remark: str
    notice_kind: NoticeKind | None
    reason: str
    wished_end: date | None
    wording: str
    sha256: str
    is_intact: bool
    keep_until: date
    state: CaseState
    version: int
    is_mailed: bool
    refund_due_on: date | None
    is_overdue: bool
    decided_at: datetime | None
    words: str
    ends_on: date | None
    refunded_at: datetime | None
    reservation: ProposalOut | None
    proposals: list[ProposalOut]
    steps: list[StepOut]
    history: list[StepTakenOut]
