"""German names of states and card checks for staff: in sentences, tables, files and mails.

The console has the same words in `fields/states.ts` and `reservations/names.ts`;
`tests/golden/reservation_words.json` is the table both are compared with.
"""

from typing import Final

from services.reservations.desk_entry.channels import Channel
from services.reservations.states import DepositState, ReservationState

STATE: Final = {
    ReservationState.RESERVED: "Reserviert",
    ReservationState.INVITED: "Eingeladen",
    ReservationState.CONTRACTED: "Vertrag geschlossen",
    ReservationState.ACTIVE: "Aktiv",
    ReservationState.ENDED: "Beendet",
    ReservationState.CANCELLED: "Storniert",
    ReservationState.EXPIRED: "Verfallen",
    ReservationState.WITHDRAWN: "Widerrufen",
    ReservationState.PARK_CANCELLED: "Park abgesagt",
}
SHORT_STATE: Final = STATE | {ReservationState.CONTRACTED: "Vertrag"}
"""In pictures, where there is little room."""

DEPOSIT: Final = {
    DepositState.RESERVED: "Vorgemerkt",
    DepositState.VERIFIED: "Geprüft",
    DepositState.REFUNDED: "Erstattet",
    DepositState.FAILED: "Gescheitert",
    DepositState.WAIVED: "Erlassen",
}

CHANNEL: Final = {
    Channel.TELEPHONE: "Telefon",
    Channel.LETTER: "Brief",
    Channel.FAIR: "Messe",
    Channel.IMPORT: "Eingelesene Liste",
}
