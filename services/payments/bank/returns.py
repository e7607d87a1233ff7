"""Why banks return debits, in German, and what follows of it by itself."""

from typing import Final, NamedTuple

from services.payments.bank.models import Decision


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
