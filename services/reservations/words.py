"""How states and operations are called in the sentences staff read."""

from services.reservations.states import DepositState, ReservationState

STATE = {
    ReservationState.RESERVED: "Reserviert",
    ReservationState.INVITED: "Eingeladen",
    ReservationState.CONTRACTED: "Vertrag geschlossen",
    ReservationState.ACTIVE: "Aktiv",
    ReservationState.ENDED: "Beendet",
    ReservationState.CANCELLED: "Storniert",
    ReservationState.EXPIRED: "Abgelaufen",
    ReservationState.WITHDRAWN: "Widerrufen",
    ReservationState.PARK_CANCELLED: "Park abgesagt",
}

DEPOSIT = {
    DepositState.RESERVED: "Vorgemerkt",
    DepositState.VERIFIED: "Geprüft",
    DepositState.REFUNDED: "Erstattet",
    DepositState.FAILED: "Fehlgeschlagen",
    DepositState.WAIVED: "Erlassen",
}


def counted(count: int, one: str, many: str) -> str:
    """`1 Haushalt`, `12 Haushalte`."""
    return f"{count:,}".replace(",", ".") + f" {one if count == 1 else many}"
