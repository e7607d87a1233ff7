"""Signing in with a passkey: alone, since it is a possession and a check of its user, or after the password; and
confirming something sensitive with it.
"""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Call, Presence
from services.staff.errors import SignedOut, WrongStage
from services.staff.models import AccountState, Stage
from services.staff.passkeys import challenges
from services.staff.passkeys.ceremonies import Assertion
from services.staff.passkeys.errors import PasskeyRefused, UnknownPasskey
from services.staff.passkeys.models import Passkey, Purpose
from services.staff.passkeys.own_passkeys import of_account
from services.staff.passkeys.proofs import Proof, failure, party_of, prove, use
from services.staff.passkeys.relying_party import RelyingParty
from services.staff.sign_in import sessions
from services.staff.sign_in.log_in import locked, note_last_seen, subject_of, tell_of_new_browser
from services.staff.sign_in.sessions import Issued
from services.staff.sign_in.throttle import count_address, count_passkey, count_passkey_page, give_back_passkey


@dataclass(frozen=True, slots=True)
class Question:
    """What the browser is to ask for; `passkeys` is empty where it may be any passkey of the relying party."""

    party: RelyingParty
    challenge: str
    passkeys: tuple[Passkey, ...]


def ask_anybody(call: Call) -> Question:
    """For the sign-in page: any passkey of ours. The same for everybody, so it reveals nothing about accounts."""
    party = party_of(call)
    count_passkey_page(call)
    challenge = call.db.write(lambda session: challenges.issue(session, Purpose.SIGN_IN, call.now))
    return Question(party, challenge, ())


def ask_owner(call: Call, presence: Presence) -> Question:
    """One of the account's own passkeys, as second step or as a confirmation; raises UnknownPasskey if there is none.

    The password has been entered already.
    """
    if presence.stage is Stage.ENROL:
        raise WrongStage
    party = party_of(call)

    def unit(session: Session) -> Question:
        passkeys = tuple(of_account(session, presence.account.id))
        if not passkeys:
            raise UnknownPasskey
        challenge = challenges.issue(session, Purpose.PROVE, call.now, session_id=presence.session.id)
        return Question(party, challenge, passkeys)

    return call.db.write(unit)


def sign_in(call: Call, assertion: Assertion) -> Issued:
    """Sign in with a passkey alone. Whatever is wrong, the answer is the same."""
    count_address(call)
    proof = prove(call, assertion, Purpose.SIGN_IN, None)
    issued = call.db.write(lambda session: _begin(session, call, proof))
    if issued is None:
        raise PasskeyRefused
    return issued


def _begin(session: Session, call: Call, proof: Proof) -> Issued | None:
    account = locked(session, proof.account_id)
    # An account without the other second factor has to set that up first, with its password.
    may_enter = account.totp_seed is not None or sessions.is_waived(account, call.settings)
    if account.state != AccountState.ACTIVE.value or not may_enter:
        audit.append(session, [failure(None, account.id)], call.now)
        return None
    used = use(session, call, account, proof)
    if used is None:
        return None
    tell_of_new_browser(session, call, account)
    if call.token:
        sessions.end_token(session, call.token)
    issued = sessions.begin(session, account, Stage.FULL, call.device, call.now)
    account.last_seen_at = call.now
    session.flush()
    audit.append(session, [used, Event(issued.presence.actor, "staff.signed_in", subject_of(account.id))], call.now)
    return issued


def enter(call: Call, presence: Presence, assertion: Assertion) -> Issued:
    """Second step of a log-in: a passkey in place of the code."""
    if presence.stage is not Stage.CODE:
        raise WrongStage
    return _carry_on(call, presence, assertion, "staff.signed_in")


def confirm(call: Call, presence: Presence, assertion: Assertion) -> Issued:
    """A passkey in place of password and code, before a sensitive call."""
    return _carry_on(call, presence, assertion, "staff.confirmed")


def _carry_on(call: Call, presence: Presence, assertion: Assertion, action: str) -> Issued:
    count_passkey(call, presence.account.id)
    proof = prove(call, assertion, Purpose.PROVE, presence)

    def unit(session: Session) -> Issued | None:
        account = locked(session, proof.account_id)
        if account.state != AccountState.ACTIVE.value:
            raise SignedOut
        used = use(session, call, account, proof)
        if used is None:
            return None
        if presence.stage is Stage.CODE:
            tell_of_new_browser(session, call, account)
        ours = Presence(presence.session, account, presence.stage)
        issued = sessions.carry_on(session, ours, call.now, is_confirmed=True)
        note_last_seen(session, account, call.now)
        audit.append(session, [used, Event(presence.actor, action, subject_of(account.id))], call.now)
        return issued

    issued = call.db.write(unit)
    if issued is None:
        raise PasskeyRefused
    give_back_passkey(call, presence.account.id)
    return issued
