"""Handing over everything of an account, and removing an external address everywhere. Units of `Database.write`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Final

from sqlalchemy.orm import Session

from services.alerts import people as alert_rules
from services.console.views import people as views
from services.reports.links import people as links
from services.responsibilities.errors import CannotTakeOver, PlanChanged, UnknownPerson
from services.responsibilities.plan import Plan, plan_of
from services.schedules.people import hand_over as schedules
from services.schedules.people import outside as schedules_outside
from services.staff import audit
from services.staff.audit import Event
from services.staff.holdings import AddressRemoval, HandOver, Planner, Remover
from services.staff.models import Account, AccountState

PLANNERS: Final[Sequence[Planner]] = (
    schedules.steps,
    links.steps,
    alert_rules.hand_over_steps,
    views.steps,
)
"""In the order in which rows are locked, the same for everyone: two hand-overs at once wait for each other."""
REMOVERS: Final[Sequence[Remover]] = (schedules_outside.steps, alert_rules.removal_steps)
NOWHERE: Final = "outside:address"
"""Subject of audit entries about an external address, which they must not contain."""


@dataclass(frozen=True, slots=True)
class Parties:
    """Ids of the accounts: whose things are handed over, and to whom."""

    leaver: int
    heir: int


def planned(session: Session, who: Parties, actor: str, now: datetime, *, locks: bool = False) -> Plan:
    """What handing over would do now. Raises UnknownPerson, CannotTakeOver."""
    leaver, heir = session.get(Account, who.leaver), session.get(Account, who.heir)
    if leaver is None:
        raise UnknownPerson
    if heir is None or heir.id == leaver.id or heir.state != AccountState.ACTIVE.value:
        raise CannotTakeOver
    over = HandOver(session, leaver, heir, actor, now, locks)
    return plan_of(chain.from_iterable(planner(over) for planner in PLANNERS), leaver.id, heir.id)


def hand_over(session: Session, who: Parties, confirmed: str, actor: str, now: datetime) -> Plan | None:
    """Carry out a plan that was shown; None if everything had been done before.

    Raises UnknownPerson, CannotTakeOver, PlanChanged; then nothing is changed.
    """
    plan = planned(session, who, actor, now, locks=True)
    if not plan.is_open:
        return None
    plan.require_confirmed(confirmed)
    _require_unchanged(session, who.heir)
    plan.carry_out()
    session.flush()
    details = {"owner": who.heir, **plan.told()}
    audit.append(session, [Event(actor, "responsibilities.handed_over", f"account:{who.leaver}", details)], now)
    return plan


def _require_unchanged(session: Session, heir_id: int) -> None:
    """Raise PlanChanged if the heir was deactivated or given another role while rows were waited for. Locked after
    them, as where a single alert is handed over.
    """
    heir = session.get_one(Account, heir_id)
    judged = heir.state, heir.role
    session.refresh(heir, with_for_update={"key_share": True})
    if (heir.state, heir.role) != judged:
        raise PlanChanged


def removal_planned(session: Session, address: str, actor: str, now: datetime, *, locks: bool = False) -> Plan:
    """What removing the address everywhere would do now."""
    removal = AddressRemoval(session, address, actor, now, locks)
    return plan_of(chain.from_iterable(remover(removal) for remover in REMOVERS), address)


def remove_address(session: Session, address: str, confirmed: str, actor: str, now: datetime) -> Plan | None:
    """Carry out a removal that was shown, and cancel the mails that wait; None if it had been done before.

    Raises PlanChanged; then nothing is changed.
    """
    plan = removal_planned(session, address, actor, now, locks=True)
    if not plan.is_open:
        return None
    plan.require_confirmed(confirmed)
    schedules_outside.cancel_mails(AddressRemoval(session, address, actor, now, locks=True))
    plan.carry_out()
    session.flush()
    audit.append(session, [Event(actor, "responsibilities.address_removed", NOWHERE, plan.told())], now)
    return plan
