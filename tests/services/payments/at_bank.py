"""What a bank would send us, and a household whose debits it collects."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from xml.sax.saxutils import escape

from services.core.db.db import Database
from services.payments import ledger
from services.payments.bank.models import BankLine, BankRun, RunKind
from services.payments.bank.notices import announce
from services.payments.bank.runs import content_of, draft, mark_sent, release
from services.payments.bank.statements import book
from services.payments.bank_account import BankAccount
from services.payments.ledger import Booking, Claim
from services.payments.mandates import open_mandate
from services.payments.models import Channel
from services.settings import Settings
from tests.services.held_clock import HeldClock
from tests.services.payments.under_contract import add_contracts
from tests.services.stored import stored

OURS, THEIRS = "DE02120300000000202051", "DE89370400440532013000"
ANNA, BERT = "staff:1", "staff:2"
PRICE = 100_000


def settings_of(folder: Path, **changes: str) -> Settings:
    values = {"creditor_id": "DE98ZZZ09999999999", "creditor_iban": OURS, "company_name": "Voltigo Süd GmbH"}
    return Settings(_env_file=None, data_dir=folder / "var", **values | changes)


@dataclass
class AtBank:
    """Contracts with mandates, and what is given to the bank and read from it."""

    db: Database
    settings: Settings
    clock: HeldClock
    contracts: list[int]

    @classmethod
    def of(cls, db: Database, settings: Settings, clock: HeldClock, count: int = 1) -> "AtBank":
        found = cls(db, settings, clock, add_contracts(db, count))
        for id_ in found.contracts:
            found.allow(id_)
        return found

    def allow(self, contract_id: int, iban: str = THEIRS, holder: str = "Änne Groß") -> None:
        account = BankAccount.of(self.settings, iban, holder)
        number = f"V-2026-{contract_id:06}"
        self.db.write(lambda s: open_mandate(s, contract_id, number, account, Channel.ONLINE, self.clock()) and None)

    def claim(
        self, contract_id: int, purpose: str = "price", due: date = date(2026, 11, 9), cents: int = PRICE
    ) -> Claim:
        return Claim(contract_id, purpose, due, cents)

    def announce(self, *claims: Claim) -> int:
        return self.db.write(lambda s: announce(s, self.settings, claims, self.clock()))

    def fall_due(self, *claims: Claim) -> None:
        for claim in claims:
            booking = Booking(claim.due, "system", self.clock())
            self.db.write(lambda s, claim=claim, booking=booking: ledger.claim_due(s, claim, booking))

    def draft(self, kind: RunKind = RunKind.DEBIT, on: date = date(2026, 12, 31), by: str = ANNA) -> int:
        return self.db.write(lambda s: draft(s, self.settings, kind, on, by, self.clock()).id)

    def release(self, run_id: int, by: str = BERT) -> bytes:
        self.db.write(lambda s: release(s, self.settings, run_id, by, self.clock()) and None)
        with self.db.read() as session:
            return content_of(session, self.settings, run_id)

    def send(self, kind: RunKind = RunKind.DEBIT, on: date = date(2026, 12, 31)) -> list[str]:
        """Draft, release and send a file; how its lines are named."""
        run_id = self.draft(kind, on)
        self.release(run_id)
        self.db.write(lambda s: mark_sent(s, run_id, ANNA, self.clock()) and None)
        return [row["end_to_end_id"] for row in stored(self.db, BankLine) if row["run_id"] == run_id]

    def read(self, *entries: str, name: str = "A1", kind: str = "053") -> None:
        content = statement(*entries, name=name, kind=kind)
        self.db.write(lambda s: book(s, self.settings, content, ANNA, self.clock()) and None)

    def balances(self) -> dict[str, int]:
        with self.db.read() as session:
            return {account.value: cents for account, cents in ledger.balances_of(session).items()}

    def runs(self) -> list[str]:
        return [row["state"] for row in stored(self.db, BankRun)]


_ROOT = {
    "053": ("camt.053.001.08", "BkToCstmrStmt", "Stmt"),
    "054": ("camt.054.001.08", "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
}


def statement(*entries: str, name: str = "A1", kind: str = "053", iban: str = OURS) -> bytes:
    space, outer, inner = _ROOT[kind]
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:{space}"><{outer}>'
        f"<GrpHdr><MsgId>x</MsgId></GrpHdr><{inner}><Id>{name}</Id><Acct><Id><IBAN>{iban}</IBAN></Id></Acct>"
        f"{''.join(entries)}</{inner}></{outer}></Document>"
    ).encode()


def amount(cents: int) -> str:
    euros = f"{abs(cents) // 100}.{abs(cents) % 100:02}"
    return f'<Amt Ccy="EUR">{euros}</Amt><CdtDbtInd>{"CRDT" if cents > 0 else "DBIT"}</CdtDbtInd>'


def entry(
    cents: int, *parts: str, ref: str, day: str = "2026-11-10", status: str = "<Cd>BOOK</Cd>", more: str = ""
) -> str:
    return (
        f"<Ntry>{amount(cents)}<Sts>{status}</Sts><BookgDt><Dt>{day}</Dt></BookgDt><AcctSvcrRef>{ref}</AcctSvcrRef>"
        f"<NtryDtls>{more}{''.join(parts)}</NtryDtls></Ntry>"
    )


def part(
    cents: int, e2e: str = "NOTPROVIDED", text: str = "", reason: str = "", iban: str = THEIRS, name: str = "Groß"
) -> str:
    party = "Dbtr" if (cents > 0) is not bool(reason) else "Cdtr"
    account = f"<{party}Acct><Id><IBAN>{iban}</IBAN></Id></{party}Acct>" if iban else ""
    back = f"<RtrInf><Rsn><Cd>{reason}</Cd></Rsn></RtrInf>" if reason else ""
    return (
        f"<TxDtls><Refs><EndToEndId>{e2e}</EndToEndId></Refs>{amount(cents)}<RltdPties><{party}><Pty>"
        f"<Nm>{escape(name)}</Nm></Pty></{party}>{account}</RltdPties><RmtInf><Ustrd>{escape(text)}</Ustrd></RmtInf>"
        f"{back}</TxDtls>"
    )
