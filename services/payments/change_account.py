"""Another account for a contract: asked for on the household's page and confirmed by the link in its mail, or taken
from a letter or a call. It ends the mandate and begins the next.

What was announced for the former account is void and announced again; a draft loses it at its release, a file that was
released is not given to the bank. What the bank has already leaves the former account, and the mail says so.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address, read_email
from services.core.german import long_day
from services.household_links.links import LIFETIME, issue_one
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.letters.household import AccountAsked, AccountChanged, ConfirmAccount
from services.mail.link_tokens import seed_sha256
from services.offer.money import eur
from services.payments.bank.contracts import numbered
from services.payments.bank.models import BankLine, BankRun, DebitNotice, LineState, RunState
from services.payments.bank_account import BankAccount
from services.payments.creditor import creditor_of
from services.payments.mandates import end_of, latest_of, open_mandate
from services.payments.models import AccountChange, Channel, Mandate, MandateEnd
from services.privacy.consent_texts import CONTRACT_VERSION, text_sha256
from services.privacy.models import Consent
from services.reservations.mails import compose, link_key, order_letters
from services.reservations.models import Reservation, ReservationChange
from services.reservations.transitions import HOUSEHOLD
from services.settings import Settings
from services.staff import audit

FORMER_IS_TOLD: Final = timedelta(days=28)
"""So long after a change of address its former mailbox hears of another account: who took over the page would change
the address first.
"""


@dataclass(frozen=True, slots=True)
class Given:
    """An account, how the mandate for it was given, and who of the staff entered it, as in the audit log."""

    account: BankAccount
    channel: Channel
    actor: str = HOUSEHOLD
    received_on: date | None = None
    asked_at: datetime | None = None


def ask(session: Session, reservation: Reservation, contract_id: int, account: BankAccount, now: datetime) -> None:
    """Mail a link that confirms this account, and end an earlier wish. The caller holds the reservation's row."""
    session.execute(delete(AccountChange).where(AccountChange.contract_id == contract_id))
    seed = issue_one(session, reservation.id, Purpose.OPEN, reservation.email, now)
    session.add(
        AccountChange(
            contract_id=contract_id,
            seed_sha256=seed_sha256(seed),
            holder=account.holder,
            iban=account.sealed,
            iban_mark=account.mark,
            last_four=account.last_four,
            is_other_person=account.is_other_person,
            asked_at=now,
            expires_at=now + LIFETIME,
        )
    )
    session.flush()
    number = _number(session, contract_id)
    kind, told = ConfirmAccount.kind, {"holder": account.holder, "last_four": account.last_four}
    key = link_key(kind, reservation, seed)
    outbox.order(session, [compose(reservation, kind, key, None, contract=number, link_seed=seed, **told)], now)
    _tell_former(session, reservation, number, f"asked:{seed_sha256(seed)[:16]}", now)
    _log(session, HOUSEHOLD, "ask_account_change", reservation, {"contract": number}, now)


def pending_of(session: Session, contract_ids: Collection[int], now: datetime) -> Mapping[int, AccountChange]:
    """What the households of these contracts have asked for and can still confirm, by contract."""
    is_its = AccountChange.contract_id.in_(contract_ids) & (AccountChange.expires_at > now)
    return {one.contract_id: one for one in session.scalars(select(AccountChange).where(is_its))}


def pending_by(session: Session, seed_sum: str, now: datetime) -> AccountChange | None:
    """What a link confirms, by the checksum of its seed; None: it is a link like any other, or was used."""
    is_its = (AccountChange.seed_sha256 == seed_sum) & (AccountChange.expires_at > now)
    return session.scalars(select(AccountChange).where(is_its)).one_or_none()


def confirm(
    session: Session, settings: Settings, reservation: Reservation, pending: AccountChange, now: datetime
) -> None:
    """The household has pressed the button behind the link. Nothing comes of it where its contract is over meanwhile.
    The caller holds the reservation's row.
    """
    account = BankAccount(
        pending.holder, pending.iban, pending.iban_mark, pending.last_four, is_other_person=pending.is_other_person
    )
    contract_id, given = pending.contract_id, Given(account, Channel.ONLINE, asked_at=pending.asked_at)
    session.delete(pending)
    session.flush()
    if not _is_over(latest_of(session, contract_id)):
        change(session, settings, reservation, contract_id, given, now)


def change(
    session: Session, settings: Settings, reservation: Reservation, contract_id: int, given: Given, now: datetime
) -> None:
    """Let the account count from now on. Of a contract that is over it takes refunds alone: the mandate ends at once.
    The caller holds the reservation's row.
    """
    former, number = latest_of(session, contract_id), _number(session, contract_id)
    mandate = open_mandate(session, contract_id, number, given.account, given.channel, now)
    if mandate is former:
        return
    if _is_over(former):
        end_of(session, contract_id, MandateEnd.CONTRACT_OVER, now)
    session.execute(delete(AccountChange).where(AccountChange.contract_id == contract_id))
    session.add_all(_consents(reservation.id, given, now))
    session.flush()
    creditor = creditor_of(settings)
    told: dict[str, Any] = {
        "contract": number,
        "holder": mandate.holder,
        "last_four": mandate.last_four,
        "mandate": mandate.reference,
        "creditor_id": creditor.id if creditor else "",
        "at_bank": _at_bank(session, contract_id),
        "is_by_us": given.actor != HOUSEHOLD,
    }
    order_letters(session, [compose(reservation, AccountChanged.kind, f"account:{mandate.reference}", **told)], now)
    _tell_former(session, reservation, number, mandate.reference, now, is_done=True)
    details = {"contract": number, "mandate": mandate.reference}
    _log(session, given.actor, "change_account", reservation, details, now)


def forget_expired(session: Session, now: datetime) -> int:
    """Delete what was not confirmed in time; returns how many."""
    gone = delete(AccountChange).where(AccountChange.expires_at <= now)
    return session.execute(gone).rowcount  # type: ignore[attr-defined,no-any-return]


def _is_over(mandate: Mandate | None) -> bool:
    return mandate is not None and mandate.cause == MandateEnd.CONTRACT_OVER.value


def _number(session: Session, contract_id: int) -> str:
    return numbered(session, [contract_id])[contract_id].number


def _consents(reservation_id: int, given: Given, now: datetime) -> list[Consent]:
    """The mandate, and where the account is another person's, that person's consent."""
    is_own = given.actor == HOUSEHOLD
    return [
        Consent(
            reservation_id=reservation_id,
            purpose=purpose,
            text_version=f"{purpose}-{CONTRACT_VERSION}",
            text_sha256=text_sha256(f"{purpose}-{CONTRACT_VERSION}"),
            source="link" if is_own else given.channel.value,
            asked_at=given.asked_at,
            given_at=now,
            taken_by=None if is_own else given.actor,
            received_on=given.received_on,
        )
        for purpose in ("mandate", *(["holder"] if given.account.is_other_person else []))
    ]


def _at_bank(session: Session, contract_id: int) -> list[list[str]]:
    """The debits that the bank has and has not booked yet: day and amount as people read them."""
    query = (
        select(DebitNotice.collect_on, BankLine.amount_cents)
        .join(BankLine, BankLine.notice_id == DebitNotice.id)
        .join(BankRun, BankRun.id == BankLine.run_id)
        .where(BankLine.contract_id == contract_id, BankLine.state == LineState.OPEN.value)
        .where(BankRun.state == RunState.SENT.value)
        .order_by(DebitNotice.collect_on)
    )
    return [[long_day(day), eur(cents)] for day, cents in session.execute(query)]


def _tell_former(
    session: Session, reservation: Reservation, number: str, about: str, now: datetime, *, is_done: bool = False
) -> None:
    """Write to the confirmed addresses that were the household's until lately. One that nobody had confirmed may be a
    stranger's.
    """
    since = now - FORMER_IS_TOLD
    of_it = (ReservationChange.reservation_id == reservation.id) & (ReservationChange.at > since)
    former = {}
    for row in session.scalars(select(ReservationChange).where(of_it).order_by(ReservationChange.id)):
        typed = row.before.get("email") if row.before.get("email_confirmed_at") else None
        if typed and (read := read_email(typed, allow_test_domains=True)).normalized != reservation.email_normalized:
            former[read.normalized] = deliverable_address(*read)
    key = f"{AccountAsked.kind}:{number}:{about}"
    mails = [
        replace(
            compose(reservation, AccountAsked.kind, f"{key}:{place}", contract=number, is_done=is_done), recipient=to
        )
        for place, to in enumerate(former.values())
        if to
    ]
    outbox.order(session, mails, now)


def _log(
    session: Session, actor: str, done: str, reservation: Reservation, details: dict[str, str], now: datetime
) -> None:
    event = audit.Event(actor, f"reservation.{done}", f"reservation:{reservation.id}", details)
    audit.append(session, [event], now)
