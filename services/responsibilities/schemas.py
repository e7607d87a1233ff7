"""API schemas of who receives and answers for what, and of handing it over."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel

from services.core.contact_details import EmailAddress
from services.core.http.answers import Answer
from services.core.inputs import Body, Line, Needed, Parameters, RowId, RowIdIn
from services.reports.kept.schemas import AskedOut
from services.staff.holdings import Kind, Outcome
from services.staff.models import AccountState, Role

_TO = "Bitte wählen Sie, an wen Sie übergeben."
_PLAN = Annotated[str, Line(64), Needed("Bitte sehen Sie zuerst die Vorschau an.")]


class HoldingOut(BaseModel):
    """`problem` says in German why nothing comes of it now; empty if it works. `path` is of the console."""

    kind: Kind
    name: str
    about: str
    path: str
    facts: list[AskedOut]
    problem: str
    last_at: datetime | None
    next_at: datetime | None


class PersonHoldingsOut(BaseModel):
    """An account with what it receives and answers for."""

    id: int
    name: str
    role: Role
    state: AccountState
    holdings: list[HoldingOut]


class OutsideHoldingsOut(BaseModel):
    """An external address with what it receives."""

    address: str
    holdings: list[HoldingOut]


class NewHolderOut(BaseModel):
    """An account that things can be handed over to."""

    id: int
    name: str
    role: Role


class ResponsibilitiesOut(BaseModel):
    """For the administration everyone, those who hold something first; for others themselves. `heirs` is empty for
    callers who may not hand over.
    """

    people: list[PersonHoldingsOut]
    outside: list[OutsideHoldingsOut]
    heirs: list[NewHolderOut]


class HandOverStepOut(Answer):
    """What becomes of one thing, in German `words`."""

    kind: Kind
    subject: str
    name: str
    outcome: Outcome
    words: str


class HandOverPlanOut(BaseModel):
    """What would happen. `plan` is sent with the confirmation, which is refused if other things would happen by then.
    `is_open`: something is still to be done.
    """

    steps: list[HandOverStepOut]
    plan: str
    is_open: bool


class HandOverDoneOut(BaseModel):
    """What was done; no steps: everything had been done before."""

    steps: list[HandOverStepOut]


class HeirQuery(Parameters):
    """To whom."""

    to: RowId


class HandOverAllIn(Body):
    """To whom, and the plan that was shown."""

    to: Annotated[RowIdIn, Needed(_TO)]
    plan: _PLAN


class OutsideAddressIn(Body):
    """An external address; in the body, since addresses of requests are logged."""

    address: Annotated[EmailAddress, Needed("Bitte geben Sie eine Adresse an.")]


class OutsideRemovalIn(OutsideAddressIn):
    """The address, and the plan that was shown."""

    plan: _PLAN
