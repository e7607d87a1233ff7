"""A passkey used: the challenge is spent, the signature verified, and the counter compared with the last one."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.staff import audit, notices
from services.staff.audit import Event
from services.staff.call import Call, Presence
from services.staff.models import Account
from services.staff.passkeys import challenges
from services.staff.passkeys.ceremonies import Assertion, Untrue, challenge_in, read_assertion
from services.staff.passkeys.errors import ChallengeGone, PasskeyRefused, PasskeysUnavailable
from services.staff.passkeys.models import Passkey, PasskeyChallenge, Purpose
from services.staff.passkeys.relying_party import RelyingParty, relying_party
from services.staff.sign_in.log_in import subject_of

ANYBODY = "anonymous"


@dataclass(frozen=True, slots=True)
class Proof:
    """A verified signature. `sign_count` is still to be compared with that of the row, which may be a later one."""

    passkey_id: int
    account_id: int
    sign_count: int


def party_of(call: Call) -> RelyingParty:
    """The relying party of the public address; raises PasskeysUnavailable."""
    party = relying_party(call.settings.public_url)
    if party is None:
        raise PasskeysUnavailable
    return party


def spend(call: Call, client_data: str, purpose: Purpose, presence: Presence | None) -> tuple[str, PasskeyChallenge]:
    """Use up the challenge that was answered, whether the answer is valid or not; raises ChallengeGone."""
    try:
        challenge = challenge_in(client_data)
    except Untrue as untrue:
        raise PasskeyRefused from untrue
    session_id = presence.session.id if presence else None
    row = call.db.write(lambda session: challenges.spend(session, challenge, purpose, call.now, session_id))
    if row is None:
        raise ChallengeGone
    return challenge, row


def prove(call: Call, assertion: Assertion, purpose: Purpose, presence: Presence | None) -> Proof:
    """Verify the answer of a passkey, of the account that is present or, without one, of whichever it belongs to.

    Raises PasskeyRefused, with the failure audited. The signature is verified between the two transactions.
    """
    party = party_of(call)
    challenge, _ = spend(call, assertion.client_data, purpose, presence)
    passkey = _find(call, assertion, presence)
    if passkey is not None:
        try:
            sign_count = read_assertion(assertion, passkey.public_key, challenge, party)
            return Proof(passkey.id, passkey.account_id, sign_count)
        except Untrue:
            pass
    account_id = presence.account.id if presence else (passkey.account_id if passkey else None)
    failed = failure(presence, account_id)
    call.db.write(lambda session: audit.append(session, [failed], call.now))
    raise PasskeyRefused


def _find(call: Call, assertion: Assertion, presence: Presence | None) -> Passkey | None:
    query = select(Passkey).where(Passkey.credential_id == assertion.credential_id)
    if presence is not None:
        query = query.where(Passkey.account_id == presence.account.id)
    with call.db.read() as session:
        passkey = session.scalar(query)
    # A discoverable passkey names its account; one that was chosen from a list may leave that out.
    is_needed = presence is None or assertion.user_handle is not None
    if passkey is not None and is_needed and assertion.user_handle != passkey.user_handle:
        return None
    return passkey


def failure(presence: Presence | None, account_id: int | None) -> Event:
    """The audit event of a refused passkey."""
    subject = subject_of(account_id) if account_id is not None else "account:unknown"
    return Event(presence.actor if presence else ANYBODY, "staff.passkey_failed", subject)


def use(session: Session, call: Call, account: Account, proof: Proof) -> Event | None:
    """Record the use of a passkey of a locked account; None if it may not be used.

    A counter that did not rise suggests a cloned passkey: that is audited, and the owner is notified.
    """
    passkey = session.get(Passkey, proof.passkey_id, populate_existing=True)
    if passkey is None or passkey.account_id != account.id:
        return None  # removed in the meantime
    if not _has_risen(passkey.sign_count, proof.sign_count):
        notices.tell(session, account, "passkey_copied", call.now, passkey=passkey.name, device=call.device)
        details = {"passkey": passkey.id, "counter": proof.sign_count, "last": passkey.sign_count}
        audit.append(session, [Event(ANYBODY, "staff.passkey_counter_fell", subject_of(account.id), details)], call.now)
        return None
    passkey.sign_count, passkey.last_used_at = proof.sign_count, call.now
    session.flush()
    return Event(f"staff:{account.id}", "staff.passkey_used", subject_of(account.id), {"passkey": passkey.id})


def _has_risen(last: int, now: int) -> bool:
    """Authenticators that keep no counter send 0 each time."""
    return now > last or now == last == 0
