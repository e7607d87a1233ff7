"""Self-service for one's own account: password, profile, sessions."""

from sqlalchemy.orm import Session

from services.staff import audit, notices
from services.staff.accounts import accounts
from services.staff.audit import Event
from services.staff.call import Call, Presence
from services.staff.errors import ConfirmationRequired, SignedOut, UnknownSession
from services.staff.inputs import Details, new_password
from services.staff.models import Account, AccountState
from services.staff.sign_in import sessions
from services.staff.sign_in.log_in import check_password, locked, subject_of
from services.staff.sign_in.passwords import hash_password
from services.staff.sign_in.sessions import Issued


def change_password(call: Call, presence: Presence, current: str, new: str) -> Issued:
    """Change the password; every other session ends and this one gets a new token."""
    check_password(call, presence, current)
    known = presence.account
    password_hash = hash_password(new_password("new", new, known.name, known.email))

    def unit(session: Session) -> Issued:
        account = locked(session, known.id)
        if account.state != AccountState.ACTIVE.value or account.password_hash != known.password_hash:
            raise SignedOut
        account.password_hash = password_hash
        session.flush()
        ours = Presence(presence.session, account, presence.stage)
        issued = sessions.carry_on(session, ours, call.now, is_confirmed=False)
        sessions.end_all(session, account.id, but=presence.session.id)
        notices.tell(session, account, "password_changed", call.now)
        audit.append(session, [Event(presence.actor, "staff.password_changed", subject_of(account.id))], call.now)
        return issued

    return call.db.write(unit)


def change_profile(call: Call, presence: Presence, changes: Details) -> Account:
    """Change the name, or the address after a confirmation."""
    if changes.email is not None and not presence.is_confirmed(call.now):
        raise ConfirmationRequired

    def unit(session: Session) -> Account:
        account = accounts.lock_account(session, presence.account.id)
        return accounts.edit(session, presence.actor, account, changes, call.now)

    return call.db.write(unit)


def end_session(call: Call, presence: Presence, session_id: int) -> None:
    """Sign out of one browser; raises UnknownSession for anybody else's."""

    def unit(session: Session) -> None:
        if not sessions.end(session, presence.account.id, session_id):
            raise UnknownSession
        event = Event(presence.actor, "staff.sessions_ended", subject_of(presence.account.id), {"count": 1})
        audit.append(session, [event], call.now)

    call.db.write(unit)


def end_other_sessions(call: Call, presence: Presence) -> int:
    """Sign out of every other browser; returns how many."""

    def unit(session: Session) -> int:
        ended = sessions.end_all(session, presence.account.id, but=presence.session.id)
        event = Event(presence.actor, "staff.sessions_ended", subject_of(presence.account.id), {"count": ended})
        audit.append(session, [event], call.now)
        return ended

    return call.db.write(unit)
