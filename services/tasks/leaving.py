"""Disables an account, and hands its responsibilities over to a colleague in the same transaction.

What is not handed over stays with the account, visible as before: an inactive account gets no mail, its schedules pause
at their next run, and its own alerts rest.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Final

from sqlalchemy.orm import Session

from services.alerts import edit as alerts
from services.reports.links import links
from services.reservations.listing import saved_views as views
from services.schedules import people as schedules
from services.staff import audit
from services.staff.accounts import accounts
from services.staff.audit import Event
from services.staff.errors import UnknownAccount
from services.staff.holdings import Finder, Holding, Leaving
from services.staff.models import Account, AccountState, Role
from services.tasks.changes import CLERKS, hand_over, locked, subject_ref
from services.tasks.errors import CannotTakeOver
from services.tasks.models import WorkItem
from services.tasks.queue import described, lines


def taken(leaving: Leaving) -> Iterator[Holding]:
    """Each open line taken by the account, snoozed or not."""
    session, account = leaving.session, leaving.account
    theirs = [line for line in lines(session, leaving.now) if line.assignee_id == account.id]
    words = described(session, theirs)
    for line in sorted(theirs, key=lambda line: line.item.id if line.item else 0):
        item = locked(session, line.key) if leaving.locks else line.item
        # Read again under the lock: a colleague may have taken or ended it meanwhile.
        if item is not None and item.assignee_id == account.id and item.done_at is None and line.key in words:
            name = f"{line.kind.label}: {words[line.key].title}"
            yield Holding("task", subject_ref(item), name, CLERKS, partial(_give, leaving, item))


def _give(leaving: Leaving, item: WorkItem, heir: Account) -> bool:
    hand_over(leaving.session, item, heir, leaving.actor, leaving.now)
    return True


FINDERS: Final[Sequence[Finder]] = (schedules.held, links.held, alerts.held, views.held, taken)
"""In the order in which rows are locked, the same for everyone: of two hand-overs at once one waits for the other."""


def holdings(session: Session, account_id: int, actor: str, now: datetime, *, locks: bool = False) -> list[Holding]:
    """What the account is responsible for. Raises UnknownAccount."""
    account = session.get(Account, account_id)
    if account is None:
        raise UnknownAccount
    leaving = Leaving(session, account, actor, now, locks)
    return list(chain.from_iterable(find(leaving) for find in FINDERS))


def switch_off(session: Session, account_id: int, heir_id: int | None, actor: str, now: datetime) -> Account:
    """Disable the account, unless it is disabled already, and hand its responsibilities over to the heir, if there is
    one.

    Raises UnknownAccount, CannotTakeOver, and what `accounts.disable` raises; then nothing is changed.
    """
    if heir_id is not None:
        _hand_over(session, account_id, heir_id, actor, now)
    return accounts.disable(session, actor, account_id, now)


def _hand_over(session: Session, account_id: int, heir_id: int, actor: str, now: datetime) -> None:
    held = holdings(session, account_id, actor, now, locks=True)
    # Accounts after rows, as where a single alert is handed over: its administrators keep two such calls in a row.
    accounts.lock_account(session, account_id)
    heir = session.get(Account, heir_id, with_for_update={"key_share": True}, populate_existing=True)
    if heir is None or heir.id == account_id or heir.state != AccountState.ACTIVE.value:
        raise CannotTakeOver
    told: dict[str, list[str]] = defaultdict(list)
    for one in held:
        is_given = Role(heir.role) in one.roles and one.give(heir)
        told["moves" if is_given else "stays"].append(f"{one.kind} {one.subject}")
    if held:
        event = Event(actor, "responsibilities.handed_over", f"account:{account_id}", {"owner": heir.id, **told})
        audit.append(session, [event], now)
