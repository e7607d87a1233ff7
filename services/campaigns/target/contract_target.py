"""The maximum cost of a contract that reports judge campaigns by. Every change is kept, the newest counts."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import ContractTarget
from services.staff import audit


def current(session: Session) -> ContractTarget | None:
    """The target that counts; None if none was ever set."""
    return session.scalar(select(ContractTarget).order_by(ContractTarget.id.desc()).limit(1))


def set_to(session: Session, cents: int, actor: str, now: datetime) -> ContractTarget:
    """Set it from now on; the same amount again changes nothing."""
    before = current(session)
    if before is not None and before.cents == cents:
        return before
    target = ContractTarget(cents=cents, set_at=now, set_by=actor)
    session.add(target)
    session.flush()
    details = {"cents": cents, "cents_before": before.cents if before else None}
    audit.append(session, [audit.Event(actor, "contract_target.set", f"contract_target:{target.id}", details)], now)
    return target
