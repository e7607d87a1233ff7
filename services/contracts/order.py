"""A household orders: what it is shown, what it declares, and when the contract is concluded.

The papers are made before the transaction, from what was read; the transaction begins by comparing what the page showed
with what holds now. A single payment is concluded by the order itself; instalments wait for a person's decision, since
the law has the lender judge first whether they can be paid (§ 505a BGB).
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.contracts.errors import AlreadyDecided, NoContractNow, OfferChanged, UnknownContract
from services.contracts.models import Contract, ContractDocument, ContractState, SignedBy
from services.contracts.papers import Person, Subject, Text, papers, prices, texts_for
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.german import long_day, long_moment, number
from services.core.working_days import next_working_day
from services.declarations.deadlines import withdrawal_ends
from services.mail.outbox import Attachment
from services.mail.reservation_letters import ContractAsked, ContractClosed, ContractDeclined
from services.offer import TERM_YEARS, Quote
from services.parks.models import Park
from services.payments import change_account, mandates
from services.payments.bank_account import BankAccount
from services.payments.change_account import Given
from services.payments.creditor import Creditor
from services.payments.models import Channel, MandateEnd
from services.privacy.consent_texts import CONTRACT_TEXTS, CONTRACT_VERSION, text_sha256
from services.privacy.models import Consent
from services.reservations.changes import Note, change
from services.reservations.desk.perform import Request, lock_one, perform
from services.reservations.mails import compose, order_letters
from services.reservations.models import Reservation
from services.reservations.placement import promised
from services.reservations.states import ReservationState
from services.reservations.transitions import OPERATIONS, UndoRule
from services.settings import Settings
from services.staff import audit

CONCLUDE: Final = replace(
    OPERATIONS["contract"],
    mail=None,
    undo=UndoRule.NEVER,
    no_undo_because="Der Vertrag ist geschlossen. Er endet durch Widerruf oder Kündigung.",
    asks_for_count=False,
)
"""The mail with the papers is ordered here, since it goes out at once and brings them along."""


@dataclass(frozen=True, slots=True)
class Offered:
    """What a household may order now. `declared`: what it has to declare, by purpose."""

    subject: Subject
    texts: list[Text]
    declared: dict[str, str]
    fingerprint: str
    """Of texts and figures: an order names the one that the page showed."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the household has entered and declared. `fingerprint`: of what it was shown; empty: it was not a page."""

    street: str
    town: str
    account: BankAccount
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """How an order came, and who of the staff entered it (`actor`), as in the audit log."""

    actor: str
    signed_by: SignedBy = SignedBy.ONLINE
    received_on: date | None = None

    @property
    def is_by_staff(self) -> bool:
        """Whether a clerk has entered it."""
        return self.signed_by is not SignedBy.ONLINE


@dataclass(frozen=True, slots=True)
class _Made:
    """An order with the offer that it is about and its papers."""

    given: Order
    now: datetime
    shown: Offered
    content: bytes


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes papers: this installation's settings and its creditor; None: contracts are not offered here."""

    settings: Settings
    creditor: Creditor | None


_WHY_NOT: Final = {
    "creditor": (
        "Der Vertrag lässt sich hier noch nicht schließen. Wir schicken Ihnen die Unterlagen.",
        "Ohne Gläubiger-Identifikationsnummer kann niemand bestellen. Sie gehört in die Einstellungen.",
    ),
    "concluded": ("Ihr Vertrag ist schon geschlossen.", "Dieser Vertrag ist schon geschlossen."),
    "not_invited": (
        "Ein Vertrag ist erst möglich, wenn Ihr Park bestätigt ist und wir Sie einladen.",
        "Bestellen kann ein Haushalt erst, wenn sein Park bestätigt und er eingeladen ist.",
    ),
    "undecided": (
        "Bitte legen Sie zuerst Ihren Anteil fest.",
        "Der Anteil ist noch offen. Tragen Sie zuerst ein, was der Haushalt möchte („Anteil festlegen“).",
    ),
    "not_built": ("Dieser Park wird nicht gebaut.", "Dieser Park wird nicht gebaut."),
}
"""Each for the household and for staff."""


def why_not(session: Session, maker: Maker, reservation: Reservation, *, for_staff: bool = False) -> str:
    """Why this household cannot order now, in German; empty: it can."""
    found = _obstacle(session, maker, reservation)
    return _WHY_NOT[found][for_staff] if found else ""


def _obstacle(session: Session, maker: Maker, reservation: Reservation) -> str | None:
    state = ReservationState(reservation.state)
    obstacles = {
        "creditor": maker.creditor is None,
        "concluded": state in (ReservationState.CONTRACTED, ReservationState.ACTIVE),
        "not_invited": state is not ReservationState.INVITED,
        "undecided": reservation.decided_at is None,
        "not_built": session.get_one(Park, reservation.park_id).cancelled_at is not None,
    }
    return next((name for name, is_so in obstacles.items() if is_so), None)


def offered(
    session: Session,
    maker: Maker,
    reservation: Reservation,
    person: Person | None = None,
    *,
    for_staff: bool = False,
) -> Offered:
    """What the household is shown, with its entries filled in where they are known. NoContractNow."""
    if (reason := why_not(session, maker, reservation, for_staff=for_staff)) or maker.creditor is None:
        raise NoContractNow(reason)
    offer = promised(reservation)
    subject = _subject(session, reservation, offer)
    texts = texts_for(subject, person or Person(_name(reservation)), maker.creditor, maker.settings)
    return Offered(subject, texts, _declared(offer, is_other=False), _fingerprint(texts, offer))


def _subject(session: Session, reservation: Reservation, offer: Quote) -> Subject:
    before = select(func.count()).select_from(Contract).where(Contract.reservation_id == reservation.id)
    name = f"{reservation.reference}-V{(session.scalar(before) or 0) + 1}"
    park = session.get_one(Park, reservation.park_id)
    return Subject(name, mandates.first_reference(name), park.name, reservation.spot_number, offer)


def _name(reservation: Reservation) -> str:
    return f"{reservation.first_name} {reservation.last_name}"


def _declared(offer: Quote, *, is_other: bool) -> dict[str, str]:
    purposes = ["contract", "mandate", *(["credit"] if offer.plan.months else []), *(["holder"] if is_other else [])]
    return {purpose: CONTRACT_TEXTS[f"{purpose}-{CONTRACT_VERSION}"] for purpose in purposes}


def _fingerprint(texts: Sequence[Text], offer: Quote) -> str:
    names = [[text.kind.value, text.version, text.sha256] for text in texts]
    figures = [offer.package.annual_kwh, offer.plan.id, offer.package.price_cents, offer.instalments.total]
    return hashlib.sha256(json.dumps([names, figures, offer.setup_fee_cents]).encode()).hexdigest()[:16]


def draft(session: Session, maker: Maker, reservation: Reservation, given: Order, now: datetime) -> bytes:
    """The papers to read and keep before ordering, with what the household has entered. NoContractNow, OfferChanged."""
    return _made(session, maker, reservation, given, now).content


def order(db: Database, maker: Maker, reservation_id: int, given: Order, taken: Taken, clock: Clock) -> int:
    """Order; the id of the contract. The same order again, or a second press, changes nothing.
    NoContractNow, OfferChanged.
    """
    with db.read() as session:
        reservation = session.get(Reservation, reservation_id)
        if reservation is None:
            raise NoContractNow("Diese Reservierung gibt es nicht mehr.")
        if standing := _same(session, reservation, given):
            return standing
        made = _made(session, maker, reservation, given, clock(), taken)
    return db.write(lambda session: _ordered(session, maker, reservation_id, made, taken))


def _same(session: Session, reservation: Reservation, given: Order) -> int | None:
    """The contract that this order has made already: it was pressed twice, or its answer was lost."""
    found = standing_of(session, reservation.id)
    if found is None or (found.annual_kwh, found.months) != _choice(promised(reservation)):
        return None
    account = mandates.active_of(session, found.id)
    return found.id if account is not None and account.iban_mark == given.account.mark else None


def _choice(offer: Quote) -> tuple[int, int]:
    return offer.package.annual_kwh, offer.plan.months


def _made(
    session: Session, maker: Maker, reservation: Reservation, given: Order, now: datetime, taken: Taken | None = None
) -> _Made:
    account = given.account
    agreed = "" if not account.is_other_person else f"{CONTRACT_TEXTS[f'holder-{CONTRACT_VERSION}']}"
    town = f"{reservation.postcode} {given.town}"
    person = Person(_name(reservation), given.street, town, account.holder, account.last_four, agreed)
    shown = offered(session, maker, reservation, person, for_staff=bool(taken and taken.is_by_staff))
    if given.fingerprint and given.fingerprint != shown.fingerprint:
        raise OfferChanged
    offer, subject = shown.subject.offer, shown.subject
    declared = _declared(offer, is_other=account.is_other_person) if taken else {}
    summary = {
        "heading": f"Vertrag {subject.number}",
        "lead": _LEAD[taken is not None].format(park=subject.park, spot=subject.spot, at=long_moment(now)),
        "facts": [
            ("Vertragspartner", f"{person.name}, {given.street}, {town}"),
            ("Paket", f"{offer.package.name}, erwartete {number(offer.package.annual_kwh)} kWh im Jahr"),
            ("Was Sie zahlen", " · ".join(prices(offer))),
            ("Laufzeit", f"{TERM_YEARS} Jahre ab dem Netzanschluss"),
            ("Konto", f"{account.holder}, IBAN mit der Endung {account.last_four}, Mandat {subject.mandate}"),
            *([("Eingegangen", _came(taken))] if taken and taken.received_on else []),
        ],
        "declared": list(declared.values()),
    }
    content = papers(shown.texts, summary, maker.settings, now)
    return _Made(given, now, replace(shown, declared=declared), content)


_LEAD: Final = {
    False: "Zum Lesen: Platz {spot} im Solarpark {park}. Bestellt ist damit noch nichts.",
    True: "Platz {spot} im Solarpark {park}, bestellt am {at}.",
}


def _came(taken: Taken) -> str:
    how = "per Brief" if taken.signed_by is SignedBy.LETTER else "am Telefon"
    return f"{how} am {long_day(taken.received_on)}" if taken.received_on else how


def _ordered(session: Session, maker: Maker, reservation_id: int, made: _Made, taken: Taken) -> int:
    given, now, shown = made.given, made.now, made.shown
    reservation = lock_one(session, reservation_id)
    if standing := _same(session, reservation, given):
        return standing
    if reason := why_not(session, maker, reservation, for_staff=taken.is_by_staff):
        raise NoContractNow(reason)
    subject, offer = shown.subject, shown.subject.offer
    former = standing_of(session, reservation_id)
    if _subject(session, reservation, promised(reservation)) != subject:
        raise OfferChanged
    if former is not None:
        _drop(session, former, now)
    contract = _inserted(session, reservation_id, made, taken)
    mandates.open_mandate(session, contract.id, contract.number, given.account, Channel(taken.signed_by.value), now)
    document = keep_document(session, contract, made.content, now)
    consent(session, reservation_id, shown.declared, taken, now)
    entered = {"street": given.street, "town": given.town}
    change(session, reservation, entered, Note(taken.actor, "order_contract"), now)
    details = {"contract": contract.number, "document": contract.document_sha256, "texts": contract.texts}
    subject_ref = f"reservation:{reservation_id}"
    audit.append(session, [audit.Event(taken.actor, "reservation.order_contract", subject_ref, details)], now)
    if offer.plan.months:
        write(session, reservation, contract, ContractAsked.kind, document, now, number=contract.number)
    else:
        _conclude(session, contract, reservation, document, taken.actor, now)
    return contract.id


def standing_of(session: Session, reservation_id: int) -> Contract | None:
    """The contract of a reservation that is asked for or concluded."""
    stands = Contract.state.in_([ContractState.ASKED.value, ContractState.CONCLUDED.value])
    return session.scalars(select(Contract).where(Contract.reservation_id == reservation_id, stands)).one_or_none()


def latest_of(session: Session, reservation_id: int) -> Contract | None:
    """The newest contract of a reservation, whatever became of it."""
    query = select(Contract).where(Contract.reservation_id == reservation_id)
    return session.scalars(query.order_by(Contract.id.desc()).limit(1)).one_or_none()


def _drop(session: Session, contract: Contract, now: datetime) -> None:
    contract.state, contract.version = ContractState.DROPPED.value, contract.version + 1
    mandates.end_of(session, contract.id, MandateEnd.CONTRACT_OVER, now)
    session.flush()


def _inserted(session: Session, reservation_id: int, made: _Made, taken: Taken) -> Contract:
    offer = made.shown.subject.offer
    contract = Contract(
        version=1,
        reservation_id=reservation_id,
        number=made.shown.subject.number,
        state=ContractState.ASKED.value,
        signed_by=taken.signed_by.value,
        signed_at=made.now,
        received_on=taken.received_on,
        annual_kwh=offer.package.annual_kwh,
        months=offer.plan.months,
        price_cents=offer.package.price_cents,
        total_cents=offer.instalments.total,
        instalment_cents=offer.instalments.monthly,
        last_instalment_cents=offer.instalments.last,
        setup_cents=offer.setup_fee_cents,
        term_years=TERM_YEARS,
        texts=[{"kind": text.kind.value, "version": text.version, "sha256": text.sha256} for text in made.shown.texts],
        document_sha256=hashlib.sha256(made.content).hexdigest(),
        taken_by=taken.actor if taken.is_by_staff else None,
        decided_because="",
    )
    session.add(contract)
    session.flush()
    return contract


def keep_document(session: Session, contract: Contract, content: bytes, now: datetime) -> ContractDocument:
    """Keep the papers, byte for byte."""
    document = ContractDocument(
        reservation_id=contract.reservation_id,
        contract_id=contract.id,
        filename=f"vertrag-{contract.number.lower()}.pdf",
        made_at=now,
        sha256=contract.document_sha256,
        content=content,
    )
    session.add(document)
    session.flush()
    return document


def consent(session: Session, reservation_id: int, purposes: Iterable[str], taken: Taken, now: datetime) -> None:
    """Keep what was declared, each with its text."""
    is_own = not taken.is_by_staff
    session.add_all(
        Consent(
            reservation_id=reservation_id,
            purpose=purpose,
            text_version=f"{purpose}-{CONTRACT_VERSION}",
            text_sha256=text_sha256(f"{purpose}-{CONTRACT_VERSION}"),
            source="explicit" if is_own else taken.signed_by.value,
            given_at=now,
            taken_by=None if is_own else taken.actor,
            received_on=taken.received_on,
        )
        for purpose in purposes
    )


def _conclude(
    session: Session,
    contract: Contract,
    reservation: Reservation,
    document: ContractDocument,
    actor: str,
    now: datetime,
) -> None:
    done = perform(session, Request(CONCLUDE, (reservation.id,), actor), now)
    if not done.done:
        raise NoContractNow(str(done.results[0].detail))
    contract.state, contract.concluded_at = ContractState.CONCLUDED.value, now
    contract.withdraw_until = withdrawal_ends(now)
    members = {
        "number": contract.number,
        "setup_due": long_day(next_working_day(contract.withdraw_until)),
        "withdraw_until": long_day(contract.withdraw_until),
    }
    write(session, reservation, contract, ContractClosed.kind, document, now, **members)


def write(
    session: Session,
    reservation: Reservation,
    contract: Contract,
    kind: str,
    document: ContractDocument | None,
    now: datetime,
    **members: Any,
) -> None:
    """Write to the household, with the papers: attached, or to be enclosed with the letter."""
    letter = compose(reservation, kind, f"{kind}:{contract.number}", **members)
    files = [Attachment(one.filename, "application/pdf", row=one.id, sha256=one.sha256) for one in [document] if one]
    order_letters(session, [replace(letter, attachments=tuple(files))], now)


def can_change_account(contract: Contract, reservation: Reservation) -> bool:
    """Whether the household may name another account: it has ordered, and nothing has ended."""
    stands = contract.state in (ContractState.ASKED.value, ContractState.CONCLUDED.value)
    return stands and ReservationState(reservation.state) in _COLLECTED_FROM


_COLLECTED_FROM: Final = (ReservationState.INVITED, ReservationState.CONTRACTED, ReservationState.ACTIVE)


def ask_account(session: Session, reservation_id: int, account: BankAccount, now: datetime) -> None:
    """The household names another account, which counts once it is confirmed. NoContractNow."""
    reservation = lock_one(session, reservation_id)
    contract = standing_of(session, reservation_id)
    if contract is None or not can_change_account(contract, reservation):
        raise NoContractNow("Ein Konto lässt sich nur zu einem laufenden Vertrag ändern.")
    _refuse_same(session, contract, account)
    change_account.ask(session, reservation, contract.id, account, now)


def enter_account(session: Session, settings: Settings, contract_id: int, given: Given, now: datetime) -> Contract:
    """Staff enter another account from a letter or a call: it counts at once. Where the contract is over, refunds go
    there. NoContractNow.
    """
    contract = session.get_one(Contract, contract_id)
    reservation = lock_one(session, contract.reservation_id)
    _refuse_same(session, contract, given.account)
    change_account.change(session, settings, reservation, contract.id, given, now)
    return contract


def _refuse_same(session: Session, contract: Contract, account: BankAccount) -> None:
    present = mandates.active_of(session, contract.id)
    if present is not None and mandates.is_for(present, account):
        raise NoContractNow("Das ist schon das Konto zu diesem Vertrag.")


def document_of(session: Session, contract_id: int) -> ContractDocument:
    """The papers of a contract. UnknownContract: they are not kept any more."""
    query = select(ContractDocument).where(ContractDocument.contract_id == contract_id)
    found = session.scalars(query.order_by(ContractDocument.id)).first()
    if found is None:
        raise UnknownContract
    return found


def decide(session: Session, contract_id: int, *, agrees: bool, because: str, actor: str, now: datetime) -> Contract:
    """A person agrees to the instalments, which concludes the contract, or refuses them. UnknownContract,
    AlreadyDecided, NoContractNow.
    """
    found = session.get(Contract, contract_id)
    if found is None:
        raise UnknownContract
    reservation = lock_one(session, found.reservation_id)
    contract = session.get_one(Contract, contract_id, with_for_update=True, populate_existing=True)
    if contract.state != ContractState.ASKED.value:
        raise AlreadyDecided
    if _choice(promised(reservation)) != (contract.annual_kwh, contract.months):
        raise NoContractNow("Der Haushalt hat seinen Anteil inzwischen geändert und muss neu bestellen.")
    contract.decided_by, contract.decided_because, contract.version = actor, because, contract.version + 1
    if agrees:
        _conclude(session, contract, reservation, document_of(session, contract.id), actor, now)
    else:
        contract.state = ContractState.DECLINED.value
        mandates.end_of(session, contract.id, MandateEnd.CONTRACT_OVER, now)
        write(session, reservation, contract, ContractDeclined.kind, None, now, number=contract.number)
    session.flush()
    name = "accept_instalments" if agrees else "decline_instalments"
    details = {"contract": contract.number}
    audit.append(session, [audit.Event(actor, f"reservation.{name}", f"reservation:{reservation.id}", details)], now)
    return contract
