"""Reasons why an operation is refused for a reservation, from the table of transitions, in German. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from services.core.german import number
from services.reservations.labels import DEPOSIT
from services.reservations.models import Reservation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import Operation

_CONTRACT_EXISTS = "Hier besteht ein Vertrag. Er endet durch Widerruf oder mit der Laufzeit, nicht durch uns allein."
_NO_CONTRACT_YET = "Es gibt noch keinen Vertrag, der widerrufen werden könnte. Bitte stornieren Sie die Reservierung."
_BOUND = frozenset({ReservationState.CONTRACTED, ReservationState.ACTIVE})
_UNBOUND = frozenset({ReservationState.RESERVED, ReservationState.INVITED})


@dataclass(frozen=True, slots=True)
class Refusal:
    """A stable English code and the German sentence."""

    code: str
    detail: str


_STANDS_AS = {
    ReservationState.RESERVED: "reserviert",
    ReservationState.INVITED: "eingeladen",
    ReservationState.CONTRACTED: "mit Vertrag",
    ReservationState.ACTIVE: "aktiv",
    ReservationState.ENDED: "beendet",
    ReservationState.CANCELLED: "storniert",
    ReservationState.EXPIRED: "verfallen",
    ReservationState.WITHDRAWN: "widerrufen",
    ReservationState.PARK_CANCELLED: "mit ihrem Park abgesagt",
}


class RefusedRow(Protocol):
    """A refused reservation."""

    @property
    def id(self) -> int: ...
    @property
    def code(self) -> str | None: ...
    @property
    def detail(self) -> str | None: ...
    @property
    def state(self) -> str | None: ...


def reasons_of(operation: Operation, refused: Iterable[RefusedRow]) -> list[tuple[str, list[int]]]:
    """A sentence with the count for each reason, and the reservations concerned; most frequent first."""
    groups: dict[tuple[str, str], list[RefusedRow]] = {}
    for row in refused:
        groups.setdefault((str(row.code), str(row.detail)), []).append(row)
    largest_first = sorted(groups.values(), key=len, reverse=True)
    return [(_counted_reason(operation, rows), [row.id for row in rows]) for rows in largest_first]


def _counted_reason(operation: Operation, rows: list[RefusedRow]) -> str:
    first, count = rows[0], number(len(rows))
    verb, stay = ("ist", "bleibt, wie sie ist") if len(rows) == 1 else ("sind", "bleiben, wie sie sind")
    if first.code == "wrong_state" and first.state is not None:
        return f"{count} {verb} {_standing(operation, ReservationState(first.state))} und {stay}."
    return f"{count} {stay}: {first.detail}"


def unknown() -> Refusal:
    """The refusal for an unknown reservation."""
    return Refusal("not_found", "Diese Reservierung gibt es nicht.")


def refusal(operation: Operation, reservation: Reservation) -> Refusal | None:
    """The reason for a refusal; None if the table allows it."""
    state = ReservationState(reservation.state)
    if state not in operation.from_states:
        return Refusal("wrong_state", _about_state(operation, state))
    deposit = DepositState(reservation.deposit_state)
    if deposit not in operation.from_deposits:
        return Refusal("wrong_deposit", f"Die Kartenprüfung steht auf „{DEPOSIT[deposit]}“.")
    return _about_marks(operation.name, reservation)


def _about_state(operation: Operation, state: ReservationState) -> str:
    if operation.name in ("cancel", "expire", "merge") and state in _BOUND:
        return _CONTRACT_EXISTS
    if operation.name == "withdraw" and state in _UNBOUND:
        return _NO_CONTRACT_YET
    return f"Die Reservierung ist {_standing(operation, state)} und bleibt, wie sie ist."


def _standing(operation: Operation, state: ReservationState) -> str:
    """`schon storniert` if the reservation is already in the operation's target state."""
    return f"{'schon ' if state == operation.to_state else ''}{_STANDS_AS[state]}"


def _about_marks(name: str, reservation: Reservation) -> Refusal | None:
    if name == "mark_price_checked":
        if not reservation.price_mismatch:
            return Refusal("no_mismatch", "Hier weicht kein Preis ab.")
        if reservation.price_checked_at is not None:
            return Refusal("unchanged", "Die Preisabweichung ist schon geprüft.")
    if name == "mark_not_duplicate" and reservation.duplicate_checked_at is not None:
        return Refusal("unchanged", "Der Verdacht ist schon geklärt.")
    return None
