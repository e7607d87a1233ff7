"""Who receives and answers for what, by person and by external address."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts import people as alert_rules
from services.console.views import people as views
from services.reports.kept.schemas import AskedOut
from services.reports.links import people as links
from services.responsibilities.schemas import (
    HoldingOut,
    NewHolderOut,
    OutsideHoldingsOut,
    PersonHoldingsOut,
    ResponsibilitiesOut,
)
from services.schedules.people import held as schedules
from services.staff.call import Staff
from services.staff.holdings import Finder, Holder, Holding
from services.staff.models import Account, AccountState, Role

FINDERS: Final[Sequence[Finder]] = (
    schedules.held,
    links.held,
    alert_rules.held,
    views.held,
)


def overview(session: Session, staff: Staff, now: datetime) -> ResponsibilitiesOut:
    """For the administration every account and address; for others the caller alone. Accounts that are not active are
    left out if they hold nothing.
    """
    by_holder: dict[Holder, list[HoldingOut]] = defaultdict(list)
    is_admin = staff.role is Role.ADMIN
    for finder in FINDERS:
        for one in finder(session, now):
            if is_admin or one.holder == staff.id:
                by_holder[one.holder].append(_out(one))
    accounts = session.scalars(select(Account).order_by(Account.name, Account.id)).all()
    active = [one for one in accounts if one.state == AccountState.ACTIVE.value]
    shown = [one for one in accounts if one in active or one.id in by_holder] if is_admin else accounts
    people = [_person(one, by_holder.get(one.id, [])) for one in shown if is_admin or one.id == staff.id]
    return ResponsibilitiesOut(
        people=sorted(people, key=lambda one: (not one.holdings, one.state is AccountState.ACTIVE)),
        outside=[
            OutsideHoldingsOut(address=holder, holdings=found)
            for holder, found in sorted(by_holder.items(), key=lambda one: str(one[0]))
            if isinstance(holder, str)
        ],
        heirs=[NewHolderOut(id=one.id, name=one.name, role=Role(one.role)) for one in active] if is_admin else [],
    )


def _person(account: Account, holdings: list[HoldingOut]) -> PersonHoldingsOut:
    return PersonHoldingsOut(
        id=account.id,
        name=account.name,
        role=Role(account.role),
        state=AccountState(account.state),
        holdings=holdings,
    )


def _out(one: Holding) -> HoldingOut:
    return HoldingOut(
        kind=one.kind,
        name=one.name,
        about=one.about,
        path=one.path,
        facts=[AskedOut(label=label, words=words) for label, words in one.facts],
        problem=one.problem,
        last_at=one.last_at,
        next_at=one.next_at,
    )
