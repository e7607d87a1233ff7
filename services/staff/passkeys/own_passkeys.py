"""The passkeys of one's own account: added, renamed, removed.

Every account keeps its authenticator app as well, so removing the last passkey leaves a second factor.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, exists, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from services.staff import audit, notices
from services.staff.audit import Event
from services.staff.call import Call, Presence
from services.staff.models import Account
from services.staff.passkeys import challenges
from services.staff.passkeys.ceremonies import Created, Credential, Untrue, read_created
from services.staff.passkeys.errors import PasskeyKnown, PasskeyNotCreated, TooManyPasskeys, UnknownPasskey
from services.staff.passkeys.models import Passkey, Purpose
from services.staff.passkeys.proofs import party_of, spend
from services.staff.passkeys.relying_party import RelyingParty
from services.staff.sign_in import sessions
from services.staff.sign_in.log_in import locked, subject_of

MOST = 20
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Invitation:
    """What the browser needs to make a passkey. `known`: those of this account, of which no device gets a second."""

    party: RelyingParty
    challenge: str
    user_handle: str
    known: tuple[Passkey, ...]


def of_account(session: Session, account_id: int) -> Sequence[Passkey]:
    """The passkeys of an account, oldest first."""
    return session.scalars(select(Passkey).where(Passkey.account_id == account_id).order_by(Passkey.id)).all()


def has_any(session: Session, account_id: int) -> bool:
    return bool(session.scalar(select(exists().where(Passkey.account_id == account_id))))


def suggested_name(device: str, taken: Sequence[str]) -> str:
    """A name for a passkey made in this browser: "Firefox auf Linux", or with a number if there is one already."""
    number, name = 1, device
    while name in taken:
        number += 1
        name = f"{device} {number}"
    return name


def start(call: Call, presence: Presence) -> Invitation:
    """Issue the challenge for a new passkey; raises TooManyPasskeys."""
    party = party_of(call)

    def unit(session: Session) -> Invitation:
        known = tuple(of_account(session, presence.account.id))
        if len(known) >= MOST:
            raise TooManyPasskeys
        handle = known[0].user_handle if known else challenges.random_text()
        challenge = challenges.issue(
            session, Purpose.REGISTER, call.now, session_id=presence.session.id, user_handle=handle
        )
        return Invitation(party, challenge, handle, known)

    return call.db.write(unit)


def add(call: Call, presence: Presence, created: Created, name: str) -> Passkey:
    """Register a passkey and notify its owner; raises PasskeyNotCreated, PasskeyKnown or TooManyPasskeys."""
    party = party_of(call)
    challenge, row = spend(call, created.client_data, Purpose.REGISTER, presence)
    try:
        credential = read_created(created, challenge, party)
    except Untrue as untrue:
        raise PasskeyNotCreated from untrue

    def unit(session: Session) -> Passkey:
        account = locked(session, presence.account.id)
        if len(of_account(session, account.id)) >= MOST:
            raise TooManyPasskeys
        passkey = _store(session, account, credential, row.user_handle or "", name, call.now)
        notices.tell(session, account, "passkey_added", call.now, passkey=name, device=call.device)
        session.flush()
        event = Event(presence.actor, "staff.passkey_added", subject_of(account.id), {"passkey": passkey.id})
        audit.append(session, [event], call.now)
        return passkey

    return call.db.write(unit)


def _store(
    session: Session, account: Account, credential: Credential, user_handle: str, name: str, now: datetime
) -> Passkey:
    passkey = Passkey(
        account_id=account.id,
        credential_id=credential.credential_id,
        public_key=credential.public_key,
        user_handle=user_handle,
        sign_count=credential.sign_count,
        transports=list(credential.transports),
        name=name,
        created_at=now,
    )
    session.add(passkey)
    try:
        session.flush()
    except IntegrityError as error:
        raise PasskeyKnown from error
    return passkey


def rename(call: Call, presence: Presence, passkey_id: int, name: str) -> Passkey:
    """Give a passkey another name; raises UnknownPasskey for anybody else's."""

    def unit(session: Session) -> Passkey:
        account = locked(session, presence.account.id)
        passkey = _own(session, account, passkey_id)
        if passkey.name != name:
            passkey.name = name
            session.flush()
            event = Event(presence.actor, "staff.passkey_renamed", subject_of(account.id), {"passkey": passkey.id})
            audit.append(session, [event], call.now)
        return passkey

    return call.db.write(unit)


def remove(call: Call, presence: Presence, passkey_id: int) -> None:
    """Remove a passkey and notify its owner. Ends every other session, since its device may be lost."""

    def unit(session: Session) -> None:
        account = locked(session, presence.account.id)
        passkey = _own(session, account, passkey_id)
        name = passkey.name
        session.delete(passkey)
        session.flush()
        ended = sessions.end_all(session, account.id, but=presence.session.id)
        notices.tell(session, account, "passkey_removed", call.now, passkey=name)
        session.flush()
        details = {"passkey": passkey_id, "sessions_ended": ended}
        audit.append(
            session, [Event(presence.actor, "staff.passkey_removed", subject_of(account.id), details)], call.now
        )

    call.db.write(unit)


def remove_all(session: Session, account_id: int) -> int:
    """Remove every passkey of an account whose second factor is reset; returns how many."""
    removed = delete(Passkey).where(Passkey.account_id == account_id)
    return session.execute(removed).rowcount  # type: ignore[attr-defined,no-any-return]


def _own(session: Session, account: Account, passkey_id: int) -> Passkey:
    passkey = session.get(Passkey, passkey_id, populate_existing=True)
    if passkey is None or passkey.account_id != account.id:
        raise UnknownPasskey
    return passkey
