"""What the law requires us to keep of a household, why, and until when: for preview and confirmation of an erasure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.personal_data import Hold, Subject
from services.data_protection.erasure import rows
from services.data_protection.erasure.contract import Contract
from services.data_protection.person import Person
from services.declarations.models import Declaration

_CONTRACT: Final = {
    Hold.BOOKS: (
        "Name, Anschrift und Zahlen des Vertrags",
        "Bücher und Aufzeichnungen sind zehn Jahre aufzubewahren (§ 147 AO, § 257 HGB).",
    ),
    Hold.VOUCHERS: ("Verlauf des Vertrags", "Buchungsbelege sind acht Jahre aufzubewahren (§ 147 AO, § 257 HGB)."),
    Hold.LETTERS: ("Mails zum Vertrag", "Handelsbriefe sind sechs Jahre aufzubewahren (§ 147 AO, § 257 HGB)."),
}


@dataclass(frozen=True, slots=True)
class Kept:
    """What the law keeps, why, and the last day; None: as long as the contract runs, and then by its rule."""

    label: str
    because: str
    until: date | None


def kept_of(session: Session, person: Person, contract: Contract | None, holds: rows.Holds) -> list[Kept]:
    """Everything that outlives an erasure of this person."""
    return [*_by_contract(contract, holds), *_declarations(session, person)]


def _by_contract(contract: Contract | None, holds: rows.Holds) -> Iterator[Kept]:
    if contract is None:
        return
    for hold, (label, because) in _CONTRACT.items():
        if hold in holds:
            yield Kept(label, because, contract.kept_until(hold))


def _declarations(session: Session, person: Person) -> Iterator[Kept]:
    until = select(func.max(Declaration.keep_until)).where(Declaration.id.in_(person.ids[Subject.DECLARATION]))
    if last := session.scalar(until):
        yield Kept(
            "Widerruf oder Kündigung mit unserer Antwort",
            "Damit belegen wir, was erklärt wurde und wann. Die Ansprüche daraus verjähren erst nach drei Jahren.",
            last,
        )
