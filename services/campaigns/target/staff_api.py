"""Staff API for the maximum cost of a contract."""

from datetime import datetime
from typing import Annotated

from sqlalchemy.orm import Session

from services.campaigns.models import ContractTarget
from services.campaigns.target import contract_target
from services.core.http.answers import Answer
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Body, Integer, Required
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names

router = StaffRouter(tag="campaigns")
LEAST_CENTS, MOST_CENTS = 100, 10_000_000


class ContractTargetIn(Body):
    """Cents, from 1 € to 100,000 €."""

    cents: Annotated[
        int, Integer(LEAST_CENTS, MOST_CENTS), Required("Bitte geben Sie an, was ein Vertrag kosten darf.")
    ]


class ContractTargetOut(Answer):
    """All null: none was ever set."""

    cents: int | None
    set_at: datetime | None
    set_by: str | None
    set_by_name: str | None


@router.get("/contract-target")
def get_contract_target(session: Reads, _staff: MarketerOf) -> ContractTargetOut:
    """The maximum cost of a contract, and who set it."""
    return _out(session, contract_target.current(session))


@router.put("/contract-target")
def set_contract_target(body: ContractTargetIn, session: Writes, call: CallOf, staff: MarketerOf) -> ContractTargetOut:
    """Set it for everyone from now on."""
    return _out(session, contract_target.set_to(session, body.cents, staff.actor, call.now))


def _out(session: Session, target: ContractTarget | None) -> ContractTargetOut:
    if target is None:
        return ContractTargetOut(cents=None, set_at=None, set_by=None, set_by_name=None)
    return ContractTargetOut.model_validate(with_actor_names(session, [target], "set_by")[0])
