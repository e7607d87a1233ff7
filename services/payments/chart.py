"""The chart of accounts. Debit is positive, so that what we own or are owed is, and income and what we owe is not."""

from enum import StrEnum
from typing import Final


class Account(StrEnum):
    """An account of the ledger."""

    BANK = "bank"
    RECEIVABLE = "receivable"
    """What a household owes us: claims that are due, less payments."""
    SETUP_INCOME = "setup_income"
    PACKAGE_INCOME = "package_income"
    REFUND_PAYABLE = "refund_payable"
    """What we owe a household back."""
    UNALLOCATED = "unallocated"
    """Payments whose owner is unknown."""
    WRITE_OFF = "write_off"
    FEES_OF_RETURNS = "fees_of_returns"
    # For the credits of later years
    CREDITS_PAYABLE = "credits_payable"
    GUARANTEE = "guarantee"
    ARREARS_SET_OFF = "arrears_set_off"
    UNSOLD_PART = "unsold_part"
    CORRECTIONS = "corrections"


LABEL: Final = {
    Account.BANK: "Bank",
    Account.RECEIVABLE: "Forderungen an Haushalte",
    Account.SETUP_INCOME: "Erlöse aus der Einrichtung",
    Account.PACKAGE_INCOME: "Erlöse aus Anteilen",
    Account.REFUND_PAYABLE: "Erstattungen an Haushalte",
    Account.UNALLOCATED: "Zahlungen ohne Zuordnung",
    Account.WRITE_OFF: "Ausgebuchte Forderungen",
    Account.FEES_OF_RETURNS: "Gebühren der Bank",
    Account.CREDITS_PAYABLE: "Gutschriften an Haushalte",
    Account.GUARANTEE: "Mindestgutschrift",
    Account.ARREARS_SET_OFF: "Verrechnung mit Rückständen",
    Account.UNSOLD_PART: "Nicht verkaufter Teil",
    Account.CORRECTIONS: "Korrekturen",
}
OF_CONTRACTS: Final = frozenset(
    {Account.RECEIVABLE, Account.REFUND_PAYABLE, Account.CREDITS_PAYABLE, Account.ARREARS_SET_OFF}
)
"""Their postings name a contract."""
INCOME_OF: Final = {
    "setup": Account.SETUP_INCOME,
    "price": Account.PACKAGE_INCOME,
    "instalment": Account.PACKAGE_INCOME,
    "rest": Account.PACKAGE_INCOME,
}
"""By the purpose of a claim."""
PURPOSE: Final = {"setup": "Einrichtung", "price": "Preis des Anteils", "instalment": "Rate", "rest": "Rest der Raten"}
