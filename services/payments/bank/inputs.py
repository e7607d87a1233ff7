"""Bodies of what is done with the bank's files and statements."""

from typing import Annotated, Literal

from services.core.inputs import Body, CalendarDay, Choice, Content, Line, Required
from services.payments.bank.camt import MOST_BYTES


class RunIn(Body):
    """A file to be drafted. `on`: debits until this day, or transfers of it."""

    kind: Annotated[
        Literal["debit", "refund"],
        Choice("Bitte wählen Sie Lastschriften oder Überweisungen."),
        Required("Bitte wählen Sie Lastschriften oder Überweisungen."),
    ]
    on: Annotated[CalendarDay, Required("Bitte geben Sie den Tag an.")]


class StatementIn(Body):
    """A file of the bank, camt.053 or camt.054."""

    content: Annotated[bytes, Content(MOST_BYTES), Required("Diese Datei ist leer.")]


class AllocateIn(Body):
    """Whose payment it is: the number of the contract, as the household writes it."""

    number: Annotated[str, Line(20), Required("Bitte geben Sie die Vertragsnummer an.")]


class DecideReturnIn(Body):
    """How it goes on after a returned debit."""

    decision: Annotated[
        Literal["retry", "transfer", "write_off"],
        Choice("Bitte wählen Sie, wie es weitergeht."),
        Required("Bitte wählen Sie, wie es weitergeht."),
    ]
