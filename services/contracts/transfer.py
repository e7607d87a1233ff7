"""Somebody else takes a contract over: both have declared it, or the holder has died and this is the heir.

The former holder keeps the share through the day on which it is done, the new one has it from the next day to the same
last day. All is paid, so the new one pays nothing, withdraws from nothing and waits for nothing. It gets a reservation
in the same place, with a new contract, papers, consents and mandate.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Self

from sqlalchemy.orm import Session

from services.contracts.errors import NoContractNow, UnknownContract
from services.contracts.facts import Facts, facts_of
from services.contracts.hindrances import RUNNING, hindrances
from services.contracts.life import last_earning_day, transferred, why_no_transfer
from services.contracts.models import Contract, ContractState, TransferCause
from services.contracts.order import Maker, Taken, consent, keep_document, write
from services.contracts.papers import UNKNOWN, Person, Subject, Text, papers, texts_for
from services.contracts.settle import settle
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.german import long_day, long_moment, number
from services.core.money import format_eur
from services.household.hand_over.succeed import begin_in_place, end_former, successor
from services.mail.reservation_letters import ContractTakenOver
from services.parks.models import Park
from services.payments import mandates
from services.payments.bank_account import BankAccount
from services.payments.creditor import Creditor
from services.payments.models import Channel
from services.privacy.consent_texts import (
    CONTRACT_TEXTS,
    CONTRACT_VERSION,
)
from services.reservations.desk.duplicates import flag_if_alike
from services.reservations.desk.perform import Request, lock
from services.reservations.evidence import keep
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.models import Reservation
from services.reservations.placement import promised, unused_references
from services.reservations.states import HOLDS_A_SPOT, DepositState, ReservationState
from services.reservations.transitions import TRANSFER
from services.staff import audit

_DAY: Final = timedelta(days=1)
GIVING: Final = "giving"
TAKEOVER: Final = "takeover"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who takes it over: `own` has the columns of the reservation, with street and town. `reason`: what an heir has
    shown.
    """

    own: Mapping[str, Any]
    account: BankAccount
    cause: TransferCause
    reason: str = ""

    def from_mailbox(self, email: str, normalized: str, now: datetime) -> Self:
        """The same of a household that the link in a mail has reached, which proves the address."""
        own = {**self.own, "email": email, "email_normalized": normalized, "email_confirmed_at": now}
        return replace(self, own=own)


@dataclass(frozen=True, slots=True)
class Made:
    """What is written in the transaction, made before it: the papers name the new number and both days."""

    wanted: Wanted
    taken: Taken
    now: datetime
    reference: str
    subject: Subject
    texts: list[Text]
    declared: dict[str, str]
    content: bytes
    days: dict[str, str]


def why_not(
    session: Session, contract: Contract, reservation: Reservation, now: datetime, *, is_offered: bool = False
) -> str:
    """Why nobody can take this contract over today, in German; empty: somebody can. `is_offered`: to whom it is offered
    by its holder, or is about to be.
    """
    facts, today = facts_of(session, contract, reservation), berlin_day(now)
    is_running = ReservationState(reservation.state) in HOLDS_A_SPOT and contract.ended_on is None
    due = {(claim.purpose, claim.number) for claim in facts.plan if claim.due <= today}
    due_cents = sum(cents for of, cents in facts.open_cents.items() if of in due)
    reason = why_no_transfer(
        facts.terms,
        facts.connected_on,
        today,
        has_ended=not is_running,
        due_cents=due_cents,
        later_cents=sum(facts.open_cents.values()) - due_cents,
    )
    found = hindrances(session, contract, reservation, now)
    hindering = [one.sentence for one in found if not (is_offered and one.code == RUNNING)]
    return reason or next(iter(hindering), "")


def transfer(db: Database, maker: Maker, contract_id: int, wanted: Wanted, taken: Taken, clock: Clock) -> int:
    """Transfer it today; the id of the new contract. UnknownContract, NoContractNow."""
    with db.read() as session:
        made = made_for(session, maker, contract_id, wanted, taken, clock())
    return db.write(lambda session: write_transfer(session, maker, contract_id, made).id)


def made_for(session: Session, maker: Maker, contract_id: int, wanted: Wanted, taken: Taken, now: datetime) -> Made:
    """Make the papers. UnknownContract, NoContractNow."""
    contract = session.get(Contract, contract_id)
    if contract is None:
        raise UnknownContract
    given = session.get_one(Reservation, contract.reservation_id)
    days = _days(_refuse(session, maker, contract, given, taken, now), now)
    (reference,) = unused_references(session, 1)
    own, account = wanted.own, wanted.account
    declared = declarations(is_other=account.is_other_person)
    town = f"{own['postcode']} {own['town']}"
    name = f"{own['first_name']} {own['last_name']}"
    person = Person(name, own["street"], town, account.holder, account.last_four, declared.get("holder", ""))
    subject = _subject(session, contract, given, f"{reference}-V1", days)
    texts = texts_for(subject, person, _creditor(maker), maker.settings)
    summary = {
        "heading": f"Vertrag {subject.number}",
        "lead": f"Platz {given.spot_number} im Solarpark {subject.park}, übernommen am {long_moment(now)}.",
        "facts": [
            ("Neuer Vertragspartner", f"{name}, {person.street}, {town}"),
            ("Bisheriger Vertragspartner", f"{_name(given)}, Vertrag {contract.number}"),
            ("Paket", f"{subject.offer.package.name}, erwartete {number(contract.annual_kwh)} kWh im Jahr"),
            ("Gutschriften", f"ab {days['first_day']} bis {days['last_day']}"),
            ("Was Sie zahlen", f"{format_eur(0)}: Der Vertrag ist vollständig bezahlt."),
            ("Konto", f"{account.holder}, IBAN mit der Endung {account.last_four}, Mandat {subject.mandate}"),
        ],
        "declared": list(declared.values()),
    }
    content = papers(texts, summary, maker.settings, now)
    return Made(wanted, taken, now, reference, subject, texts, declared, content, days)


def declarations(*, is_other: bool) -> dict[str, str]:
    """What the new holder declares, by purpose."""
    purposes = (TAKEOVER, "mandate", *(("holder",) if is_other else ()))
    return {purpose: CONTRACT_TEXTS[f"{purpose}-{CONTRACT_VERSION}"] for purpose in purposes}


def texts_to_read(
    session: Session, maker: Maker, contract: Contract, given: Reservation, taken: Taken, now: datetime
) -> list[Text]:
    """The texts as somebody reads them who has said nothing yet. NoContractNow."""
    days = _days(_refuse(session, maker, contract, given, taken, now), now)
    subject = _subject(session, contract, given, UNKNOWN, days)
    return texts_for(subject, Person(UNKNOWN), _creditor(maker), maker.settings)


def _subject(session: Session, contract: Contract, given: Reservation, name: str, days: Mapping[str, str]) -> Subject:
    former = {"former": _name(given), "former_number": contract.number, "prices": _PRICES, **days}
    park = session.get_one(Park, given.park_id)
    return Subject(name, mandates.first_reference(name), park.name, given.spot_number, promised(given), former)


def _creditor(maker: Maker) -> Creditor:
    if maker.creditor is None:
        raise NoContractNow("Ohne Gläubiger-Identifikationsnummer lässt sich kein Mandat erteilen.")
    return maker.creditor


_PRICES: Final = "\n".join(
    f"- {line}"
    for line in (
        f"Einrichtung: {format_eur(0)}",
        f"Paket: {format_eur(0)}, es ist bezahlt",
        f"Übernahme: {format_eur(0)}",
        f"Zusammen: {format_eur(0)}",
    )
)


def _refuse(
    session: Session, maker: Maker, contract: Contract, given: Reservation, taken: Taken, now: datetime
) -> Facts:
    """The facts of a contract that can be taken over. NoContractNow."""
    _creditor(maker)
    if reason := why_not(session, contract, given, now, is_offered=not taken.is_by_staff):
        raise NoContractNow(reason)
    return facts_of(session, contract, given)


def _days(facts: Facts, now: datetime) -> dict[str, str]:
    """The former holder's last day, the new one's first, and the last of both, in words."""
    today = berlin_day(now)
    assert facts.terms is not None
    assert facts.connected_on is not None
    return {
        "last_day_before": long_day(today),
        "first_day": long_day(today + _DAY),
        "last_day": long_day(last_earning_day(facts.connected_on, facts.terms)),
    }


def _name(reservation: Reservation) -> str:
    return f"{reservation.first_name} {reservation.last_name}"


def write_transfer(session: Session, maker: Maker, contract_id: int, made: Made) -> Contract:
    """Do it, with the papers that were made. NoContractNow. A unit of work."""
    now, taken, wanted = made.now, made.taken, made.wanted
    (given,) = lock(session, [session.get_one(Contract, contract_id).reservation_id], with_parks=True)
    former = session.get_one(Contract, contract_id, with_for_update=True, populate_existing=True)
    facts = _refuse(session, maker, former, given, taken, now)
    # The share ends with today as with every other end; `settle` reads the day from the change of the reservation.
    request = Request(TRANSFER, (given.id,), taken.actor, wanted.reason)
    words = {"number": former.number, "last_day": made.days["last_day_before"]}
    end_former(session, given, request, made.reference, now, **words)
    values = {"state": ReservationState.ACTIVE.value, "deposit_state": DepositState.WAIVED.value}
    heir = successor(given, wanted.own, made.reference, now, **values)
    begin_in_place(session, heir, now)
    contract = _contract(former, facts, heir, made)
    session.add(contract)
    session.flush()
    mandates.open_mandate(session, contract.id, contract.number, wanted.account, Channel(taken.signed_by.value), now)
    document = keep_document(session, contract, made.content, now)
    _consents(session, given, heir, made)
    evidence = _evidence(session, given, heir, made)
    _log(session, given, heir, contract, made, evidence)
    days = {name: made.days[name] for name in ("first_day", "last_day")}
    write(session, heir, contract, ContractTakenOver.kind, document, now, number=contract.number, **days)
    flag_if_alike(session, heir, now)
    settle(session, maker.settings, former.id, now)
    settle(session, maker.settings, contract.id, now)
    return contract


def _contract(former: Contract, facts: Facts, heir: Reservation, made: Made) -> Contract:
    """What was agreed with the former holder, all paid."""
    assert facts.terms is not None
    terms = transferred(facts.terms, berlin_day(made.now))
    taken = made.taken
    return Contract(
        version=1,
        reservation_id=heir.id,
        number=made.subject.number,
        state=ContractState.CONCLUDED.value,
        signed_by=taken.signed_by.value,
        signed_at=made.now,
        received_on=taken.received_on,
        concluded_at=made.now,
        withdraw_until=terms.withdraw_until,
        annual_kwh=terms.annual_kwh,
        months=terms.months,
        price_cents=0,
        total_cents=terms.total_cents,
        instalment_cents=terms.instalment_cents,
        last_instalment_cents=terms.last_instalment_cents,
        setup_cents=terms.setup_cents,
        term_years=terms.term_years,
        texts=[{"kind": text.kind.value, "version": text.version, "sha256": text.sha256} for text in made.texts],
        document_sha256=hashlib.sha256(made.content).hexdigest(),
        taken_by=taken.actor if taken.is_by_staff else None,
        decided_because="",
        taken_over_from_id=former.id,
        begins_on=terms.begins_on,
        cause=made.wanted.cause.value,
    )


def _consents(session: Session, given: Reservation, heir: Reservation, made: Made) -> None:
    """What the new holder has declared, and that the former one gives it away; an heir takes what nobody gives."""
    consent(session, heir.id, made.declared, made.taken, made.now)
    if made.wanted.cause is TransferCause.TRANSFERRED and made.taken.is_by_staff:
        consent(session, given.id, {GIVING: ""}, made.taken, made.now)


def _evidence(session: Session, given: Reservation, heir: Reservation, made: Made) -> str:
    """What is kept of the decision; returns its fingerprint."""
    park, taken = session.get_one(Park, heir.park_id), made.taken
    place = keep.Place(heir.reference, park.id, park.name, heir.spot_number, park.spot_limit)
    is_own = not taken.is_by_staff
    shown = keep.Shown(
        EvidenceMoment.TAKEN_OVER,
        place,
        made.subject.offer,
        {},
        keep.NOTHING,
        "explicit" if is_own else taken.signed_by.value,
        taken=None if is_own else keep.Taken(taken.actor, taken.received_on),
    )
    row = keep.evidence_row(shown, made.now)
    promised_then = keep.latest_offer(session, given.id)
    if promised_then:
        row = keep.naming(row, offer_sha256=promised_then)
    keep.keep(session, [{**row, "reservation_id": heir.id}])
    return str(row["sha256"])


def _log(
    session: Session, given: Reservation, heir: Reservation, contract: Contract, made: Made, evidence: str
) -> None:
    actor = made.taken.actor
    details = {
        "from": given.id,
        "to": heir.id,
        "cause": contract.cause,
        "contract": contract.number,
        "document": contract.document_sha256,
        "texts": contract.texts,
    }
    taken = {**details, "evidence": evidence, "state": heir.state}
    events = [
        audit.Event(actor, "reservation.transfer", f"reservation:{given.id}", details),
        audit.Event(actor, "reservation.take_over_contract", f"reservation:{heir.id}", taken),
    ]
    audit.append(session, events, made.now)
