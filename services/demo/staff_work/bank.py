"""What our bank sends in the demonstration, and the clerks who read it: most households pay what is due."""

from datetime import date
from typing import Final

from sqlalchemy import select

from services.contracts.connect import connect
from services.contracts.models import Contract, ContractState
from services.demo.scene import Scene
from services.demo.staff_work.clerks import PILOT
from services.payments.bank import statements
from services.payments.ledger import open_items
from services.payments.mandates import active_of
from services.settings import Settings

_NOT_YET: Final = 4
"""One contract in so many has not paid when the statement is read, nor has one without a mandate."""


def connect_park(scene: Scene) -> None:
    """The park goes on the grid."""
    scene.write(lambda session, now: connect(session, PILOT, scene.today(), scene.clerks[0], now) and None)


def read_statement(scene: Scene, *, is_last: bool) -> None:
    """A clerk reads the account's statement: payments for what is open, in the last one a stray one."""
    concluded = select(Contract).where(Contract.state == ContractState.CONCLUDED.value).order_by(Contract.id)
    day, payments = scene.today(), [(25_00, "Danke!")] if is_last else []
    with scene.db.read() as session:
        for contract in session.scalars(concluded):
            owed = sum(item.open_cents for item in open_items(session, contract.id))
            if owed and contract.id % _NOT_YET and active_of(session, contract.id):
                payments.append((owed, f"Vertrag {contract.number}"))
    content = _statement(scene.settings, day, payments)
    scene.write(lambda session, now: statements.book(session, scene.settings, content, scene.clerks[0], now) and None)


def _statement(settings: Settings, day: date, payments: list[tuple[int, str]]) -> bytes:
    entries = "".join(
        f'<Ntry><Amt Ccy="EUR">{cents / 100:.2f}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>'
        f"<BookgDt><Dt>{day}</Dt></BookgDt><AcctSvcrRef>{day}/{number}</AcctSvcrRef><NtryDtls><TxDtls><Refs>"
        f"<EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
        for number, (cents, text) in enumerate(payments, 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">'
        f"<BkToCstmrStmt><GrpHdr><MsgId>{day}</MsgId></GrpHdr><Stmt><Id>{day}</Id><Acct><Id>"
        f"<IBAN>{settings.creditor_iban}</IBAN></Id></Acct>{entries}</Stmt></BkToCstmrStmt></Document>"
    ).encode()
