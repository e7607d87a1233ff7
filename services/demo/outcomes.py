"""Scripted outcomes of reservations: operations and the day on which each happens.

Pure. Names are those of the staff operations.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Outcome:
    """`weight`: per cent of reservations; `loose`: per cent of those who clicked an advertisement casually. `steps`:
    (days after the reservation, operation).
    """

    weight: int
    loose: int
    steps: tuple[tuple[float, str], ...] = ()


_INVITED = ((1, "verify_deposit"), (18, "invite"))
_CONTRACTED = (*_INVITED, (23, "decide"), (29, "contract"))

OUTCOMES: Final = {
    "ended": Outcome(1, 1, (*_CONTRACTED, (45, "activate"), (80, "end"), (82, "refund_deposit"))),
    "active": Outcome(24, 12, (*_CONTRACTED, (45, "activate"))),
    "withdrawn": Outcome(2, 4, (*_CONTRACTED, (36, "withdraw"), (38, "refund_deposit"))),
    "expired": Outcome(5, 14, ((40, "expire"),)),
    "contracted": Outcome(36, 18, _CONTRACTED),
    "cancelled": Outcome(7, 16, ((1, "verify_deposit"), (6, "cancel"), (8, "refund_deposit"))),
    "cancelled_by_mistake": Outcome(2, 2, ((4, "cancel"),)),
    "never_answers": Outcome(4, 6, (*_INVITED, (49, "refund_deposit"))),
    "card_failed": Outcome(3, 7, ((1, "fail_deposit"),)),
    "card_waived": Outcome(2, 2, ((2, "waive_deposit"),)),
    "checked": Outcome(9, 12, ((1, "verify_deposit"),)),
    "waits": Outcome(5, 6),
}

REASONS: Final = {
    "end": "Umzug ins Ausland, auf Wunsch des Haushalts",
    "withdraw": "Widerruf per Brief eingegangen",
    "cancel": "Auf Wunsch des Haushalts",
    "waive_deposit": "Keine Karte vorhanden, Ausweis telefonisch abgeglichen",
    "cancel_park": "Der Netzanschluss wurde nicht genehmigt",
}
