"""Why banks return debits, in German, and what follows of it by itself."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Final, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.payments.bank.models import BankLine, Decision, Finding, StatementLine
from services.payments.models import Mandate


class Reason(NamedTuple):
    """A bank's code. `passes`: a second attempt may succeed, and is made once. `ends_mandate`: no further one may be
    made from this account.
    """

    words: str
    passes: bool = False
    ends_mandate: bool = False


REASONS: Final = {
    "AC01": Reason("Die IBAN stimmt nicht.", ends_mandate=True),
    "AC04": Reason("Das Konto ist aufgelöst.", ends_mandate=True),
    "AC06": Reason("Das Konto ist gesperrt."),
    "AG01": Reason("Von diesem Konto sind keine Lastschriften möglich.", ends_mandate=True),
    "AM04": Reason("Das Konto war nicht gedeckt.", passes=True),
    "MD01": Reason("Der Bank liegt kein gültiges Mandat vor.", ends_mandate=True),
    "MD06": Reason("Der Haushalt hat den Betrag zurückgeholt."),
    "MS02": Reason("Der Haushalt hat der Lastschrift widersprochen."),
    "MS03": Reason("Die Bank nennt keinen Grund.", passes=True),
    "SL01": Reason("Das Konto ist für unsere Lastschriften gesperrt."),
}
_UNKNOWN: Final = "Die Bank nennt den Grund {code}, den Voltigo nicht kennt."


def reason_of(code: str) -> Reason:
    """What a code means; an unknown one leaves everything to a person."""
    return REASONS.get(code, Reason(_UNKNOWN.format(code=code) if code else "Die Bank nennt keinen Grund."))


def is_repeated(code: str, decision: str, times: int) -> bool:
    """Whether a debit that was returned so often is announced again; else a person decides, or has decided."""
    return decision == Decision.RETRY.value or (not decision and times == 1 and reason_of(code).passes)


def is_cured(session: Session, line: BankLine, active: Mandate | None) -> bool:
    """Whether another account takes the place of the one that a returned debit was for, so that nothing is left to
    decide: it was given after the return, or the former one was the reason. Who takes a debit back after the change has
    another reason.
    """
    if active is None or active.id == line.mandate_id:
        return False
    day = returned_on(session, [line.id]).get(line.id)
    return reason_of(line.reason).ends_mandate or (day is not None and day <= berlin_day(active.signed_at))


def returned_on(session: Session, line_ids: Collection[int]) -> Mapping[int, date]:
    """When the bank took these debits back."""
    query = select(StatementLine.bank_line_id, func.max(StatementLine.booked_on))
    of_them = StatementLine.bank_line_id.in_(line_ids) & (StatementLine.finding == Finding.RETURNED.value)
    found = session.execute(query.where(of_them).group_by(StatementLine.bank_line_id))
    return {id_: day for id_, day in found if id_ is not None}
