"""Backoff after wrong codes, and a notice to the owner, since the guesser already knows the password.

The fifth wrong code in a row ends every log-in that has reached the code, and from then on each further one
doubles the wait, up to an hour: some 24 guesses a day of a million codes. Browsers the owner has signed in with before
neither count here nor wait.
"""

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from services.core.http.errors import RateLimited
from services.staff import notices
from services.staff.models import Account, StaffSession, Stage

_ALARMING = 5
_FIRST_WAIT, _LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)
_MOST_DOUBLINGS = 10


def refuse_while_waiting(account: Account, now: datetime) -> None:
    """Raises RateLimited while the account's backoff for unknown browsers lasts."""
    until = account.code_wait_until
    if until is not None and now < until:
        raise RateLimited(int((until - now).total_seconds()) + 1, "staff-code-wait")


def note_wrong_code(session: Session, account: Account, now: datetime) -> None:
    """Count a wrong code of a locked account and take the steps its number calls for."""
    account.code_failures += 1
    beyond = account.code_failures - _ALARMING
    if beyond >= 0:
        wait = _FIRST_WAIT * 2 ** min(beyond, _MOST_DOUBLINGS)
        account.code_wait_until = now + min(wait, _LONGEST_WAIT)
        pending = (StaffSession.account_id == account.id) & (StaffSession.stage == Stage.CODE.value)
        session.execute(delete(StaffSession).where(pending))
        if beyond % _ALARMING == 0:
            notices.tell(session, account, "codes_guessed", now)
    session.flush()


def note_right_code(account: Account) -> None:
    """Reset the count after a correct code."""
    account.code_failures, account.code_wait_until = 0, None
